"""Learning on the page: the coach, hints, a class with its votes, turning points, the voice."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from boardpi.daemon.activities.catalogue import open_puzzles
from tests.page.conftest import Sit
from tests.page.hands import Hands
from tests.page.tables import Running
from tests.patience import PATIENCE_S


def challenge(hands: Hands) -> None:
    """Sit down against the coach with White."""
    page = hands.page
    page.get_by_role("link", name="Coach", exact=True).click()
    page.get_by_role("button", name="Play against the coach").click()
    hands.give_pin()
    expect(page.locator(".seat.black .who")).to_have_text("Coach 1")


def test_the_coach_moves_its_own_archer(sit: Sit, table: Running) -> None:
    """On a screen nobody has to do it; then it is the player's turn again."""
    hands = sit("/learn")
    challenge(hands)
    hands.play("b1-d2")
    expect(hands.page.locator(".ply[data-ply='2']")).to_be_visible()
    expect(hands.message).to_have_text("White to move")
    assert [move[1] for move in table.moves] == ["1", "5"]


@pytest.mark.parametrize("table", [{"by_hand": True}], indirect=True)
def test_by_hand_the_coach_shows_its_move_and_the_player_makes_it(sit: Sit, table: Running) -> None:
    """Its archer is carried by the player's hands; then it is the player's turn again."""
    hands = sit("/learn")
    challenge(hands)
    hands.play("b1-d2")
    expect(hands.message).to_contain_text("The coach: ")
    expected = table.read("/table")["expected"]["move"]
    hands.expect_light(expected[:2], "hint")
    hands.play(expected)
    expect(hands.message).to_have_text("White to move")


def test_the_coach_begins_when_it_is_asked(sit: Sit, table: Running) -> None:
    hands = sit("/learn")
    challenge(hands)
    hands.page.get_by_role("button", name="Let the coach begin").click()
    expect(hands.page.locator(".ply[data-ply='1']")).to_be_visible()
    assert table.moves[0][1] == "5"


def test_who_has_the_board_is_said_with_the_way_there(sit: Sit, table: Running) -> None:
    """A match cannot begin while a lesson is given: the note says so, and leads to it."""
    hands = sit("/match")
    page = hands.page
    table.tell("/table/lesson", id="jasir-lines", player=None)
    page.locator(".match-form").get_by_role("button", name="Start the match").click()
    hands.give_pin()
    expect(page.locator(".note")).to_contain_text("A lesson has the board just now. End it first.")
    page.locator(".note").get_by_role("button", name="Go there").click()
    expect(page.locator(".guest h2")).to_contain_text("Walking along the lines")


def test_hints_tell_a_little_more_every_time(sit: Sit) -> None:
    """First the archer, then the move, then why."""
    hands = sit()
    page = hands.page
    ask = page.get_by_role("button", name="Hint", exact=True)
    ask.click()
    hands.give_pin()
    expect(hands.message).to_contain_text("Look at the archer on ")
    ask.click()
    expect(hands.message).to_contain_text("Try: ")
    ask.click()
    expect(page.locator(".message p")).to_contain_text("Proven: no move is better")


def begin_class(hands: Hands) -> Page:
    """The teacher begins with the game on the table."""
    page = hands.page
    page.get_by_role("button", name="With the game on the table").click()
    hands.give_pin()
    expect(page.locator(".guest h2")).to_contain_text("A class")
    return page


def test_who_has_given_the_pin_leads_however_late_the_page_hears_of_it(sit: Sit) -> None:
    """The table may come over the live connection before the answer that the PIN was right."""
    hands = sit("/learn/class")
    expect(hands.page.get_by_role("button", name="With the game on the table")).to_be_visible()
    answers: list[Route] = []
    hands.page.route("**/api/v1/session", lambda route: wait_for_me(route, answers))
    page = begin_class(hands)
    expect(page.get_by_role("button", name="I lead this class")).to_be_visible()
    for answer in answers:
        answer.continue_()
    expect(page.get_by_role("button", name="Let them vote")).to_be_visible()


def wait_for_me(route: Route, answers: list[Route]) -> None:
    """Questions wait; the PIN itself goes through."""
    if route.request.method == "GET":
        answers.append(route)
    else:
        route.continue_()


def test_pupils_vote_on_their_phones(sit: Sit) -> None:
    """They need no PIN, and lead nothing; the teacher and the lights see the vote."""
    teacher = begin_class(sit("/learn/class"))
    pupil = sit(size=(390, 844))
    expect(pupil.page.get_by_role("button", name="I lead this class")).to_be_visible()
    expect(pupil.page.locator(".votes")).to_have_count(0)
    teacher.get_by_label("Phones share one address").check()
    teacher.get_by_role("button", name="Let them vote").click()
    pupil.page.locator(".votes [data-move='c1-d3']").click()
    chosen = pupil.page.locator(".votes [data-move='c1-d3']")
    expect(chosen).to_have_attribute("aria-pressed", "true")
    expect(teacher.locator(".votes [data-move='c1-d3'] b")).to_have_text("1")
    pupil.expect_light("d3", "hint")
    neighbour = sit(size=(390, 844))
    neighbour.page.locator(".votes [data-move='c1-d3']").click()
    expect(teacher.locator(".votes [data-move='c1-d3'] b")).to_have_text("2")
    teacher.get_by_role("button", name="End the vote").click()
    expect(pupil.page.locator(".ballot h2")).to_have_text("The vote is over")


def test_a_teacher_sets_up_a_position_and_gives_the_board_back(sit: Sit, table: Running) -> None:
    """Holes are touched on the page, the lights guide, and the game comes back unharmed."""
    hands = sit()
    hands.play("b1-d2")
    page = hands.page
    page.get_by_role("link", name="Learn", exact=True).click()
    page.get_by_role("link", name="Class", exact=True).click()
    page.get_by_label("Nobody").check()
    page.locator(".editor .zone[data-place=d2] .touch").click()
    page.get_by_label("White", exact=True).check()
    page.locator(".editor .zone[data-place=b3] .touch").click()
    expect(page.get_by_label("Position line")).to_have_value("bbbbb/5/1w3/5/w1www b w0b0 w0b0 -")
    page.get_by_role("button", name="Set it up on the board").click()
    hands.give_pin()
    expect(hands.message).to_have_text("Black to move")
    expect(hands.zone("b3")).to_have_attribute("aria-label", "b3, White archer")
    expect(hands.zone("d2")).to_have_attribute("aria-label", "d2, empty")
    assert table.position.startswith("bbbbb/5/1w3/5/w1www")
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator(".seats")).to_be_visible()
    expect(hands.zone("d2")).to_have_attribute("aria-label", "d2, White archer, last move")
    assert table.moves == ["b1-d2"]


def test_a_position_that_cannot_be_is_refused_in_words(sit: Sit) -> None:
    hands = sit("/learn/class")
    page = hands.page
    page.get_by_label("Position line").fill("nonsense")
    page.get_by_role("button", name="Set it up on the board").click()
    hands.give_pin()
    expect(page.locator("#notes")).to_contain_text("This position cannot be read")


def test_a_whole_lesson_with_a_mistake_on_the_way(sit: Sit, table: Running) -> None:
    """Set up, refused, answered wrongly, answered rightly, and remembered for the pupil."""
    hands = sit("/book/players")
    page = hands.page
    page.get_by_label("Name").fill("North")
    page.get_by_role("button", name="Add").click()
    hands.give_pin()
    page.get_by_role("link", name="Learn", exact=True).click()
    page.get_by_label("Who learns?").select_option("North")
    lesson = page.locator("[data-lesson=jasir-lines]")
    lesson.get_by_role("button", name="Begin").click()
    expect(page.locator(".guest h2")).to_contain_text("Walking along the lines")
    expect(page.locator(".guest h2")).to_contain_text("North")

    refuse(hands, "e1", "e2")
    hands.drag("e1", "d3")
    expect(hands.message).to_have_text("Not yet")
    page.locator("[data-act=mend]").click()
    hands.expect_light("e1", "hint")
    hands.drag("e1", "c2")
    expect(hands.message).to_have_text("Right!")
    hands.drag("d5", "b4")
    expect(page.locator(".message p")).to_contain_text("Try to go back")
    refuse(hands, "c2", "e1")
    hands.drag("c2", "b2")
    page.get_by_role("button", name="Go on").click()
    expect(hands.message).to_have_text("Done! ★★★")
    page.get_by_role("button", name="End the lesson").click()

    page.get_by_role("link", name="Learn", exact=True).click()
    expect(lesson.get_by_role("img", name="3 of 3 stars")).to_be_visible()
    assert table.moves == []


def test_puzzles_are_chosen_by_game_grade_and_theme(sit: Sit) -> None:
    """A phone draws a dozen small boards at a time, not two hundred."""
    page = sit("/learn/puzzles", size=(390, 844)).page
    shown = page.locator("[data-puzzle]")
    expect(shown).to_have_count(12)
    page.get_by_role("button", name="Show more").click()
    expect(shown).to_have_count(24)
    page.get_by_label("Grade").select_option("Grade 3")
    page.get_by_label("Theme").select_option("not taking")
    expect(page.get_by_role("button", name="Show more")).to_have_count(0)
    names = [
        p.name for p in open_puzzles() if (p.rules.game, p.grade, p.theme) == ("Jasir", 3, "refuse")
    ]
    assert shown.evaluate_all("all => all.map((one) => one.dataset.puzzle)") == names


def test_a_pupil_sees_the_five_of_today(sit: Sit) -> None:
    hands = sit("/book/players")
    page = hands.page
    page.get_by_label("Name").fill("North")
    page.get_by_role("button", name="Add").click()
    hands.give_pin()
    page.get_by_role("link", name="Learn", exact=True).click()
    page.get_by_label("Who learns?").select_option("North")
    page.get_by_role("link", name="Puzzles", exact=True).click()
    expect(page.get_by_role("heading", name="Today’s five")).to_be_visible()
    expect(page.locator(".today [data-puzzle]")).to_have_count(5)
    expect(page.locator(".today [data-done]")).to_have_count(0)


@pytest.mark.parametrize("table", [{"by_hand": True}], indirect=True)
def test_the_first_game_of_the_ladder_is_played_against_the_coach(sit: Sit) -> None:
    """One archer's race: the coach says its move, the pupil makes it, and is first."""
    hands = sit("/learn")
    page = hands.page
    page.locator("[data-lesson=jasir-first]").get_by_role("button", name="Start here").click()
    hands.give_pin()
    told = page.locator(".message p")
    expect(told).to_contain_text("Every hole has a name")
    page.get_by_role("button", name="Set it up for me").click()
    expect(told).to_contain_text("The goal: be first")
    hands.drag("b1", "a3")
    expect(told).to_contain_text("The coach plays: d5 to")
    move = re.search(r"d5 to (\w\d)", told.inner_text())
    assert move is not None
    hands.expect_light("d5", "hint")
    hands.drag("d5", move[1])
    expect(told).to_contain_text("Your turn.")
    hands.drag("a3", "b5")
    expect(told).to_contain_text("You were first!")
    expect(told).to_contain_text("Two against two")
    for _ in range(3):
        page.get_by_role("button", name="Skip").click()
    expect(hands.message).to_contain_text("Done!")


@pytest.mark.parametrize("table", [{"by_hand": True}], indirect=True)
def test_praise_is_seen_at_once_and_a_position_can_be_skipped(sit: Sit) -> None:
    """Counting the end: when the first game is won, a second position is to be set up."""
    hands = sit("/learn")
    page = hands.page
    page.locator("[data-lesson=jasir-count]").get_by_role("button", name="Begin").click()
    hands.give_pin()
    expect(page.locator(".message p")).to_contain_text("The black one on a1 is home")
    page.get_by_role("button", name="Set it up for me").click()
    hands.drag("b4", "d5")
    expect(page.locator(".message p")).to_contain_text("Now Black cannot hurt you any more")
    hands.drag("c4", "b2")
    hands.drag("a3", "b5")
    expect(page.locator(".message p")).to_contain_text("Two points!")
    expect(page.locator(".message p")).to_contain_text("one more in White’s hand")
    page.get_by_role("button", name="Skip").click()
    expect(hands.message).to_contain_text("Done!")


def refuse(hands: Hands, origin: str, target: str) -> None:
    """Try what is not allowed, as the lesson wants it, and put the archer back."""
    hands.drag(origin, target)
    expect(hands.message).to_have_text("Right!")
    expect(hands.page.locator(".message p")).to_contain_text(
        f"Put the archer from {target} back on {origin}."
    )
    hands.page.locator("[data-act=mend]").click()


def test_a_puzzle_is_set_up_and_solved(sit: Sit, table: Running) -> None:
    """Colours change places at once on the virtual board; a wrong move is taken back."""
    hands = sit("/learn/puzzles")
    page = hands.page
    page.locator("[data-puzzle=jasir-3]").click()
    hands.give_pin()
    expect(hands.message).to_have_text("Your turn")
    solution = next(p for p in open_puzzles() if p.name == "jasir-3").solution
    hands.drag(str(solution.origin), str(solution.target))
    expect(hands.message).to_contain_text("★★★")
    names = [p.name for p in open_puzzles() if p.rules.game == "Jasir"]
    following = names[names.index("jasir-3") + 1]
    page.get_by_role("button", name="Next puzzle").click()
    hands.wait("!document.querySelector('.message h2').textContent.includes('★')")
    assert table.read("/table")["guest"]["puzzle"]["name"] == following
    page.get_by_role("button", name="End the puzzle").click()
    expect(page.locator(".seats")).to_be_visible()
    assert table.moves == []
    page.get_by_role("link", name="Learn", exact=True).click()
    page.get_by_role("link", name="Puzzles", exact=True).click()
    expect(page.locator("[data-puzzle=jasir-3]").get_by_label("solved")).to_be_visible()
    expect(page.locator(f"[data-puzzle={following}]").get_by_label("solved")).to_have_count(0)
    today = table.read("/puzzles")["of_the_day"]
    expect(page.locator("[data-day]")).to_have_attribute("data-day", today)


@pytest.mark.parametrize("table", [{"by_hand": True}], indirect=True)
def test_the_whole_ladder_on_the_board(sit: Sit, table: Running) -> None:
    """Four games against the coach to their ends; the pupil makes its moves as they are said."""
    hands = sit("/learn")
    page = hands.page
    page.locator("[data-lesson=jasir-first]").get_by_role("button", name="Start here").click()
    hands.give_pin()
    expect(page.locator(".message p")).to_contain_text("Every hole has a name")
    told = -1
    while (guest := news(table, told)["guest"])["do"] != "done":
        told = guest["told"]
        if guest["do"] == "setup":
            page.get_by_role("button", name="Set it up for me").click()
        elif guest["do"] == "touch":
            for _ in range(2):
                page.mouse.click(*hands.spot("d5"))
        elif (moves := wanted(table)) is not None:
            carry(hands, moves)
    expect(hands.message).to_contain_text("Done! ★")
    page.get_by_role("button", name="End the lesson").click()
    expect(page.locator(".seats")).to_be_visible()
    assert table.moves == [], "the game of the table waits untouched"


def news(table: Running, told: int) -> Any:
    """The table as soon as the lesson has said something else."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        seen = table.read("/table")
        if seen["guest"]["told"] != told:
            return seen
        time.sleep(0.02)
    raise AssertionError(f"the lesson says nothing new: {seen['guest']['task']['en']}")


def wanted(table: Running) -> str | None:
    """What the coach wants made for it, or a move of the pupil; None while the coach thinks."""
    seen = table.read("/table")
    said = re.search(r"plays: (?:(..) (?:to|takes) (..)|Back on (..))", seen["guest"]["task"]["en"])
    if said is not None:
        return f"@{said[3]}" if said[3] else f"{said[1]}-{said[2]}"
    if seen["side"] == "b":
        return None
    legal: list[str] = seen["legal"]
    return next((move for move in legal if move.endswith("5")), legal[0])


def carry(hands: Hands, move: str) -> None:
    """By mouse, from a hole or from the tray."""
    if move.startswith("@"):
        hands.drag("white" if move.endswith("1") else "black", move[1:])
    else:
        hands.drag(move[:2], move[3:5])
