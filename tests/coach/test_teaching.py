"""The course of a lesson: right and wrong, help, skipping, and hands that do anything."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from boardpi.coach.lessons.events import (
    ArchersRestored,
    Arrange,
    CoachPlays,
    Continue,
    FinishLesson,
    Input,
    Leave,
    Lifted,
    MoveRefused,
    Placed,
    Repeat,
    Skip,
    Stand,
    Stood,
    Think,
    Wish,
)
from boardpi.coach.lessons.lesson import Lesson, pass_on
from boardpi.coach.lessons.lesson_check import check_lesson
from boardpi.coach.lessons.lesson_file import read_lesson
from boardpi.coach.lessons.step import begin, step
from boardpi.coach.lessons.teaching import Teaching
from boardpi.daemon.activities.catalogue import read_builtin
from boardpi.rules import HOLES, START, Game, Hole, Refusal, parse_move, parse_position
from tests.coach.stories_of_lessons import SMALL

LESSON = read_lesson(SMALL.replace('accept = ["b1-d2"]', 'accept = ["b1-d2"]\nbest = true'))
KIND = read_lesson(SMALL)  # the same, but no answer is claimed to be the best
BUILTIN = read_builtin()


def course(*heard: Input, lesson: Lesson = LESSON) -> tuple[Teaching, list[Wish]]:
    """The lesson after all of these, and the wishes of the last."""
    teaching, wishes = begin(lesson)
    for one in heard:
        teaching, wishes = step(teaching, one)
    return teaching, wishes


def played(*moves: str) -> Stood:
    game = Game(LESSON.rules, START)
    for move in moves:
        game = game.play(move)
    return Stood(game)


AT_ASK = (Placed(), Continue())
AT_TRY = (*AT_ASK, played("b1-d2"), played("b1-d2", "d5-b4"))
BACK = Refusal("backward", Hole("d2"), Hole("b1"))
AT_TOUCH = (*AT_TRY, MoveRefused(BACK), ArchersRestored())


def test_it_begins_by_setting_up() -> None:
    teaching, wishes = course()
    assert (teaching.mood, wishes) == ("setup", [Arrange(Game(LESSON.rules, START))])


def test_a_touch_of_what_is_lit_goes_on() -> None:
    assert course(Placed(), Lifted(Hole("a1")))[0].index == 1
    assert course(Placed(), Lifted(Hole("b1")))[0].index == 2


def test_a_right_answer_is_praised_and_stays() -> None:
    teaching, wishes = course(*AT_ASK, played("b1-d2"))
    assert (teaching.mood, teaching.reaction["en"], wishes) == ("right", "Yes.", [])
    assert teaching.game.moves == (parse_move("b1-d2"),)
    assert teaching.lit == (Hole("d5"), Hole("b4"))


def test_a_wrong_answer_goes_back_with_its_consequence_in_light() -> None:
    teaching, wishes = course(*AT_ASK, played("c1-d3"))
    assert (teaching.mood, teaching.reaction["en"]) == ("wrong", "e5 takes.")
    assert wishes == [Stand(Game(LESSON.rules, START))]
    assert teaching.lit == (Hole("e5"), Hole("d3"))
    assert step(teaching, ArchersRestored())[0].lit == ()


def test_a_consequence_nobody_wrote_is_found_by_looking_ahead() -> None:
    teaching, _ = course(*AT_ASK, played("e1-d3"))
    assert teaching.reaction["en"] == "No. Then Black takes it from e5."
    assert teaching.reaction["fr"] == "No. Alors les Noirs le prennent depuis e5."


def test_where_no_move_is_claimed_to_be_the_best_another_is_no_mistake() -> None:
    said, wishes = course(*AT_ASK, played("e1-d3"), lesson=KIND)
    assert (said.mistakes, said.mood, said.reaction["en"]) == (0, "wrong", "No.")
    assert wishes == [Stand(Game(LESSON.rules, START))]
    told, _ = course(*AT_ASK, played("c1-d3"), lesson=KIND)
    assert (told.mistakes, told.reaction["en"]) == (0, "e5 takes.")


def test_an_illegal_answer_is_explained_by_the_rules() -> None:
    refusal = Refusal("no_line", Hole("b1"), Hole("b2"))
    teaching, wishes = course(*AT_ASK, MoveRefused(refusal))
    assert teaching.reaction["it"] == "Non c’è una linea da b1 a b2."
    assert (teaching.mistakes, wishes) == (1, [])


def test_who_moves_while_looking_answers_the_next_question() -> None:
    assert course(Placed(), played("b1-d2"))[0].index == 3
    teaching, wishes = course(Placed(), played("c1-d3"))
    assert (teaching.index, teaching.mood, len(wishes)) == (2, "wrong", 1)


def test_a_reply_must_be_the_one_that_is_lit() -> None:
    teaching, wishes = course(*AT_ASK, played("b1-d2"), played("b1-d2", "a5-b3"))
    assert (teaching.index, teaching.mistakes) == (3, 0)
    assert wishes == [Stand(played("b1-d2").game)]


def test_two_turns_at_once_are_judged_one_by_one() -> None:
    assert course(*AT_ASK, played("b1-d2", "d5-b4"))[0].index == 4
    teaching, wishes = course(*AT_ASK, played("b1-d2", "a5-b3"))
    assert (teaching.index, wishes) == (3, [Stand(played("b1-d2").game)])


def test_what_is_taken_back_without_being_asked_is_set_right() -> None:
    _, wishes = course(*AT_ASK, played("b1-d2"), Stood(Game(LESSON.rules, START)))
    assert wishes == [Stand(played("b1-d2").game)]


def test_a_try_is_done_when_the_archer_is_back() -> None:
    tried, _ = course(*AT_TRY, MoveRefused(BACK))
    assert (tried.index, tried.task["en"]) == (4, "Now set the archer back where it came from.")
    teaching, _ = course(*AT_TOUCH)
    assert (teaching.index, teaching.reaction["en"], teaching.mistakes) == (5, "Never back.", 0)


def test_another_refusal_is_explained_but_is_not_the_one() -> None:
    other = Refusal("no_line", Hole("d2"), Hole("d4"))
    teaching, _ = course(*AT_TRY, MoveRefused(other), ArchersRestored())
    assert (teaching.index, teaching.mood) == (4, "wrong")


def test_all_archers_must_be_touched_each_once() -> None:
    teaching, _ = course(*AT_TOUCH, Lifted(Hole("d2")), Lifted(Hole("d2")))
    assert (teaching.index, teaching.lit) == (5, (Hole("d2"),))
    assert step(teaching, Lifted(Hole("b4")))[0].index == 6
    wrong, _ = step(teaching, Lifted(Hole("a1")))
    assert (wrong.reaction["en"], wrong.mistakes) == ("That one has not.", 1)


def test_free_play_ends_after_its_moves() -> None:
    at_free = (*AT_TOUCH, Lifted(Hole("d2")), Lifted(Hole("b4")))
    one, two = ("b1-d2", "d5-b4", "c1-d3"), ("b1-d2", "d5-b4", "c1-d3", "e5xd3")
    assert course(*at_free, played(*one))[0].index == 6
    teaching, wishes = course(*at_free, played(*one), played(*one[:2]), played(*two))
    assert (teaching.mood, wishes) == ("done", [FinishLesson(0, 3)])
    assert step(teaching, Continue())[1] == [Leave()]


def test_help_grows_with_every_repeat() -> None:
    assert course(*AT_ASK, Repeat())[0].lit == ()
    assert course(*AT_ASK, Repeat(), Repeat())[0].lit == (Hole("b1"),)
    assert course(*AT_ASK, Repeat(), Repeat(), Repeat())[0].lit == (Hole("b1"), Hole("d2"))


def test_the_button_repeats_where_hands_are_wanted() -> None:
    before, after = course(*AT_ASK)[0], course(*AT_ASK, Continue())[0]
    assert (after.index, after.told) == (before.index, before.told + 1)


def test_a_skipped_question_counts_and_is_played() -> None:
    teaching, wishes = course(*AT_ASK, Skip())
    assert wishes == [Stand(played("b1-d2").game)]
    assert (teaching.index, teaching.stars) == (3, 1)


TWO_POSITIONS = (
    SMALL
    + """
[[step]]
do = "setup"
position = "4b/5/5/5/w4 w w0b0 w0b0 -"
say.en = "Another one."

[[step]]
do = "ask"
accept = ["a1-b3"]
say.en = "Go."
"""
)


def test_a_position_that_cannot_be_set_up_is_skipped_with_its_questions() -> None:
    lesson = read_lesson(TWO_POSITIONS)
    teaching, wishes = course(Skip(), lesson=lesson)
    assert (teaching.index, teaching.task["en"]) == (7, "Another one.")
    assert wishes == [Arrange(teaching.game)]
    assert teaching.mistakes == 9  # a question, a try and a touch
    teaching, wishes = step(teaching, Skip())
    assert (teaching.mood, wishes) == ("done", [FinishLesson(12, 1)])


def test_praise_comes_with_the_answer_and_is_not_told_again_after_setting_up() -> None:
    lesson = read_lesson(TWO_POSITIONS)
    asked = (*AT_TOUCH, Lifted(Hole("d2")), Lifted(Hole("b4")))
    moves = ("b1-d2", "d5-b4", "c1-d3", "e5xd3")
    praised, _ = course(*asked, played(*moves), lesson=lesson)
    assert (praised.mood, praised.reaction["en"]) == ("right", "Right!")
    assert praised.task["en"] == "Another one."
    assert step(praised, Placed())[0].reaction == {}
    assert step(praised, Placed(at_once=True))[0].reaction["en"] == "Right! Another one."


def test_what_is_said_of_a_position_that_stands_already_is_not_lost() -> None:
    """A board without wood sets itself up; the lesson's sentence is told with the next one."""
    teaching, _ = course(Placed(at_once=True))
    assert (teaching.index, teaching.mood, teaching.reaction["en"]) == (1, "show", "Set up.")


def test_a_quiet_position_is_told_only_to_who_sets_it_up() -> None:
    lesson = read_lesson(SMALL.replace('position = "start"', 'position = "start"\nquiet = true'))
    told, _ = course(lesson=lesson)
    assert told.task["en"] == "Set up."
    stood, _ = course(Placed(at_once=True), lesson=lesson)
    assert (stood.reaction, stood.mood) == ({}, "show")
    assert course(Placed(at_once=True))[0].reaction["en"] == "Set up."


def test_stars_are_lost_by_mistakes() -> None:
    wrong = (played("c1-d3"), ArchersRestored())
    assert course(*AT_ASK, *wrong)[0].stars == 2
    assert course(*AT_ASK, *wrong, *wrong, *wrong)[0].stars == 1


@st.composite
def inputs(draw: st.DrawFn, teaching: Teaching) -> Input:
    """Anything that may be heard, likely or not."""
    hole = draw(st.sampled_from(HOLES))
    game = teaching.game
    if draw(st.booleans()) and (moves := game.legal_moves()):
        game = pass_on(game.play(draw(st.sampled_from(moves))))
    elif draw(st.booleans()):
        game = game.take_back(draw(st.integers(0, len(game.moves))))
    refusal = Refusal(draw(st.sampled_from(["backward", "no_line"])), hole, Hole("c3"))
    every: list[Input] = [
        Placed(),
        Stood(game),
        MoveRefused(refusal),
        ArchersRestored(),
        Lifted(hole),
        Continue(),
        Repeat(),
        Skip(),
    ]
    return draw(st.sampled_from(every))


@settings(max_examples=60)
@given(st.data())
def test_whatever_is_heard_the_lesson_goes_on(data: st.DataObject) -> None:
    lesson = BUILTIN[data.draw(st.sampled_from(sorted(BUILTIN)))]
    teaching, _ = begin(lesson)
    for _ in range(data.draw(st.integers(1, 40))):
        heard = data.draw(inputs(teaching))
        after, wishes = step(teaching, heard)
        assert teaching.index <= after.index <= len(lesson.steps)
        assert after.mistakes >= teaching.mistakes
        assert all(wish.game == after.game for wish in wishes if isinstance(wish, Arrange))
        assert after.task["en"]
        assert len(after.lit) <= 5
        teaching = after


@given(st.sampled_from(sorted(BUILTIN)))
def test_skipping_everything_ends_every_lesson(name: str) -> None:
    teaching, wishes = begin(BUILTIN[name])
    for _ in BUILTIN[name].steps:
        if teaching.step is not None:
            teaching, wishes = step(teaching, Skip())
    assert isinstance(wishes[-1], FinishLesson)


RACE = (
    SMALL[: SMALL.index("[[step]]")]
    + """
[[step]]
do = "setup"
position = "3b1/5/5/5/1w3 w w0b0 w0b0 -"
say.en = "Set up."

[[step]]
do = "play"
side = "white"
level = "1"
say.en = "Run."
right.en = "First!"
lost.en = "Second."
"""
)


def race(*moves: str) -> Stood:
    game = Game(LESSON.rules, parse_position("3b1/5/5/5/1w3 w w0b0 w0b0 -"))
    for move in moves:
        game = game.play(move)
    return Stood(game)


def raced(*heard: Input) -> tuple[Teaching, list[Wish]]:
    return course(Placed(), *heard, lesson=read_lesson(RACE))


def test_the_coach_thinks_after_the_pupil_has_moved() -> None:
    asked, wishes = raced()
    assert (asked.task["en"], wishes) == ("Run.", [])
    moved, wishes = raced(race("b1-a3"))
    assert moved.task["en"] == "The coach is thinking."
    assert wishes == [Think(race("b1-a3").game, "1")]


def test_what_the_coach_plays_is_lit_and_made_by_the_pupil() -> None:
    heard = (race("b1-a3"), CoachPlays(parse_move("d5-e3")))
    told, _ = raced(*heard)
    assert told.task["en"] == "The coach plays: d5 to e3. Please make this move for it."
    assert told.lit == (Hole("d5"), Hole("e3"))
    kind, wishes = raced(*heard, race("b1-a3", "d5-b4"))
    assert (kind.mistakes, wishes) == (0, [Stand(race("b1-a3").game)])
    after, wishes = raced(*heard, race("b1-a3", "d5-e3"))
    assert (after.task["en"], after.lit, wishes) == ("Your turn.", (), [])


def test_a_game_against_the_coach_is_played_to_its_end() -> None:
    won, wishes = raced(
        race("b1-a3"),
        CoachPlays(parse_move("d5-e3")),
        race("b1-a3", "d5-e3"),
        race("b1-a3", "d5-e3", "a3-b5"),
    )
    assert (won.reaction["en"], wishes) == ("First!", [FinishLesson(0, 3)])
    moves = ("b1-d2", "d5-e3", "d2-c2", "e3xc2")
    heard: list[Input] = []
    for count, move in enumerate(moves, 1):
        heard += [CoachPlays(parse_move(move))] * (count % 2 == 0) + [race(*moves[:count])]
    lost, wishes = raced(*heard)
    assert (lost.reaction["en"], wishes) == ("Second.", [FinishLesson(0, 3)])


def test_an_answer_that_comes_too_late_or_is_illegal_is_not_heard() -> None:
    assert raced(CoachPlays(parse_move("d5-e3")))[0].expected is None
    assert raced(race("b1-a3"), CoachPlays(parse_move("d5-d4")))[0].expected is None


def test_nobody_plays_the_same_position_for_ever() -> None:
    """b2 and c2 are joined sideways: the third time it is a draw, and the lesson goes on."""
    line = "2w2/w4/5/1b3/5 b w0b0 w0b0 -"
    lesson = read_lesson(
        RACE.replace("3b1/5/5/5/1w3 w w0b0 w0b0 -", line).replace('"white"', '"black"')
    )
    game = Game(LESSON.rules, parse_position(line))
    teaching, wishes = course(Placed(), lesson=lesson)
    for move in ("b2-c2", "c2-b2", "b2-c2", "c2-b2"):
        game = pass_on(game.play(move))
        teaching, wishes = step(teaching, Stood(game))
    assert teaching.reaction["en"] == "Nobody has won: a draw."
    assert wishes == [FinishLesson(0, 3)]


def test_what_follows_a_game_begins_with_a_position() -> None:
    follows = RACE + '\n[[step]]\ndo = "touch"\nholes = "b5"\nsay.en = "Touch."\n'
    [*_, complaint] = check_lesson(read_lesson(follows))
    assert "step 3: nobody knows how the game before it ends" in complaint
