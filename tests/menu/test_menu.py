"""The menu by itself: lights, touches, the button, time."""

from __future__ import annotations

from itertools import pairwise

import pytest

from boardpi.menu.choices import (
    BACK,
    COACH,
    DRAW,
    HEAR,
    LESSON,
    LIGHTS,
    NEW_GAME,
    RESIGN,
    RULES,
    Choice,
    Deed,
    Offer,
    offer,
)
from boardpi.menu.menu import (
    MOVE_MS,
    PATIENCE_MS,
    Chose,
    Closed,
    Menu,
    MenuEffect,
    find_places,
    open_menu,
    say,
    step,
)
from boardpi.rules import RULE_SETS, START, Game, Hole, Side, mask_of
from boardpi.table.effects import Show
from boardpi.table.events import Event, Pressed, Sensed, Woke
from boardpi.table.trace import name_lights
from boardpi.texts.languages import LANGUAGES

LEVELS = tuple((str(level), dict.fromkeys(LANGUAGES, f"level {level}")) for level in range(1, 8))
LESSONS = tuple((f"l{n}", dict.fromkeys(LANGUAGES, f"lesson {n}")) for n in range(1, 13))
FRESH = Offer(is_playing=False, rules=tuple(RULE_SETS.values()), levels=LEVELS, lessons=LESSONS)
PLAYING = FRESH._replace(is_playing=True)


class Hand:
    """Somebody at a menu."""

    def __init__(
        self, standing: Offer = FRESH, mask: int = START.occupied, game: Game | None = None
    ) -> None:
        self.mask, self.ms = mask, 1000
        self.done: list[MenuEffect] = []
        self.menu: Menu
        self.menu, effects = open_menu(offer(standing), mask, self.ms, settle_ms=10, game=game)
        self.shows = sum(isinstance(effect, Show) for effect in effects)

    def happen(self, event: Event) -> None:
        self.menu, effects = step(self.menu, event)
        self.done += [effect for effect in effects if isinstance(effect, Chose | Closed)]

    def wait(self, ms: int) -> None:
        self.ms += ms
        self.happen(Woke(self.ms))

    def touch(self, *names: str) -> None:
        for name in names:
            self.mask ^= Hole(name).bit
            self.ms += 50
            self.happen(Sensed(self.ms, self.mask))
            self.wait(20)

    def press(self, held_ms: int = 100) -> None:
        self.ms += held_ms
        self.happen(Pressed(self.ms, held_ms))

    @property
    def lit(self) -> dict[str, int]:
        return {hole: int(role[-1]) for hole, role in name_lights(self.menu.lights).items()}

    def choose(self, blinks: int) -> None:
        """Set the archer in hand on the light with so many blinks and lift it, page by page."""
        for _ in range(9):
            holes = [hole for hole, count in self.lit.items() if count == blinks]
            if holes:
                self.touch(holes[0], holes[0])
                return
            self.press()
        raise AssertionError(f"no light blinks {blinks} times: {self.lit}")


def test_choices_shine_on_the_middle_row_and_the_way_back_on_its_end() -> None:
    hand = Hand()
    assert hand.lit == {"a3": NEW_GAME, "b3": COACH, "c3": LESSON, "d3": RULES, "e3": BACK}
    hand.press()
    assert hand.lit == {"a3": HEAR, "b3": LIGHTS, "c3": BACK}
    hand.press()
    assert hand.lit["a3"] == NEW_GAME


def test_in_a_game_a_draw_and_resigning_are_there() -> None:
    hand = Hand(PLAYING)
    hand.press()
    assert set(hand.lit.values()) == {DRAW, RESIGN, HEAR, LIGHTS, BACK}


def test_while_an_activity_has_the_board_it_can_be_left() -> None:
    hand = Hand(PLAYING._replace(guest="lesson"))
    hand.touch("a1")
    hand.choose(NEW_GAME)
    assert hand.done == [Chose(Deed("leave"))]


def test_archers_in_the_middle_row_are_left_out() -> None:
    mask = START.occupied ^ mask_of(map(Hole, ("a1", "b1", "b3", "d3")))
    assert set(Hand(mask=mask).lit) == {"a3", "c3", "e3"}


@pytest.mark.parametrize("count", range(11))
def test_there_is_always_a_choice_and_a_way_back(count: int) -> None:
    middle = ["a3", "b3", "c3", "d3", "e3", "a4", "b4", "c4", "d4", "e4"][:count]
    places = find_places(mask_of(map(Hole, middle)))
    assert len(places) >= 2
    assert not set(map(str, places)) & set(middle)


@pytest.mark.parametrize("empty", [[], ["c3"]], ids=["full", "one empty"])
def test_reeds_that_are_all_closed_end_nothing(empty: list[str]) -> None:
    """Chatter, or a magnet under the board: the button closes the menu as ever."""
    hand = Hand(mask=(1 << 25) - 1 - mask_of(map(Hole, empty)))
    assert set(hand.lit) == set(empty)
    for _ in range(9):
        hand.press()
    hand.press(3000)
    assert hand.done == [Closed()]


def test_setting_an_archer_down_shows_it_and_lifting_it_chooses() -> None:
    hand = Hand()
    hand.touch("a1", "a3")
    assert hand.lit == {"a3": NEW_GAME}
    assert hand.done == []
    hand.touch("a3")
    assert hand.done == [Chose(Deed("new_game"))]


def test_the_button_says_not_this_one() -> None:
    hand = Hand()
    hand.touch("a1", "a3")
    hand.press()
    hand.touch("a3")
    assert hand.done == []
    assert len(hand.lit) == 5


@pytest.mark.parametrize(
    ("standing", "path", "deed"),
    [
        (FRESH, [COACH, 2, 2], Deed("coach", "b2")),
        (FRESH, [COACH, 7, 1], Deed("coach", "w7")),
        (FRESH._replace(has_coach=True), [COACH, 9], Deed("coach")),
        (FRESH, [LESSON, 1], Deed("lesson", "l1")),
        (FRESH, [RULES, 2, 3], Deed("rules", "jarmo-oca")),
        (PLAYING, [RULES, 1, 1, 1], Deed("rules", "jasir-pergioco")),
        (PLAYING, [DRAW, 1], Deed("draw")),
        (PLAYING, [RESIGN, 2], Deed("resign", "b")),
        (PLAYING, [NEW_GAME, 1], Deed("new_game")),
        (FRESH, [HEAR, 1], Deed("hear", "board")),
        (FRESH, [LIGHTS, 3], Deed("help", "full")),
    ],
)
def test_every_choice_is_reached_by_counting(standing: Offer, path: list[int], deed: Deed) -> None:
    hand = Hand(standing)
    hand.touch("a1")
    for blinks in path[:-1]:
        hand.choose(blinks)
        assert hand.done == []
    hand.choose(path[-1])
    assert hand.done == [Chose(deed)]


def test_what_leaves_a_game_is_asked_once_more() -> None:
    hand = Hand(PLAYING)
    hand.touch("a1")
    hand.choose(NEW_GAME)
    assert hand.lit == {"a3": 1, "b3": BACK}
    hand.choose(BACK)
    assert hand.lit["a3"] == NEW_GAME
    hand.choose(NEW_GAME)
    hand.press()  # yes
    assert hand.done == [Chose(Deed("new_game"))]


def every_leaf(choices: tuple[Choice, ...], path: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = []
    for choice in choices:
        here = (*path, choice.blinks)
        found += every_leaf(choice.below, here) if choice.below else [here]
    return found


@pytest.mark.parametrize("standing", [FRESH, PLAYING, PLAYING._replace(guest="lesson")])
def test_every_list_has_its_own_counts_on_every_page(standing: Offer) -> None:
    def look(choices: tuple[Choice, ...]) -> None:
        for page in range(0, len(choices), 4):
            counts = [choice.blinks for choice in choices[page : page + 4]]
            assert len(set(counts)) == len(counts)
            assert all(1 <= count <= 9 for count in counts)
        for choice in choices:
            assert bool(choice.below) != (choice.deed is not None)
            look(choice.below)

    look(offer(standing))
    assert len(every_leaf(offer(standing))) > 30


def test_a_long_hold_closes_it_and_so_does_back() -> None:
    hand = Hand()
    hand.press(3000)
    assert hand.done == [Closed()]
    again = Hand()
    again.touch("e1")
    again.choose(BACK)
    assert again.done == [Closed()]


def test_a_menu_that_nobody_touches_closes() -> None:
    hand = Hand()
    hand.wait(PATIENCE_MS - 100)
    assert hand.done == []
    hand.wait(200)
    assert hand.done == [Closed()]


# ── it came by itself ────────────────────────────────────────────────────────────────────────────


def invited() -> Hand:
    return Hand(game=Game(RULE_SETS["jasir-pergioco"], any_first=True))


def test_who_moves_instead_plays() -> None:
    hand = invited()
    hand.touch("b1", "d2")
    assert hand.done == [Closed(by_move=True)]


def test_an_archer_that_is_adjusted_leaves_it_open() -> None:
    hand = invited()
    hand.touch("b1", "b1")
    assert hand.done == []


def test_a_move_onto_a_light_counts_after_a_while_or_with_the_reply() -> None:
    hand = invited()
    hand.touch("c1", "d3")
    hand.wait(MOVE_MS - 200)
    assert hand.done == []
    hand.wait(400)
    assert hand.done == [Closed(by_move=True)]
    again = invited()
    again.touch("c1", "d3", "d5")
    assert again.done == [Closed(by_move=True)]


def test_an_archer_that_cannot_go_there_may_stand_on_a_light_for_ever() -> None:
    hand = invited()
    hand.touch("a1", "d3")
    hand.wait(60_000)
    assert hand.done == []
    hand.touch("d3")
    assert len(hand.menu.path) == 2


# ── words ────────────────────────────────────────────────────────────────────────────────────────


def test_it_is_said_with_its_holes() -> None:
    hand = Hand()
    assert say(hand.menu, "en") == (
        "Menu. a3: new game. b3: coach. c3: lesson. d3: rules. e3: back. Press the button for more."
    )
    hand.touch("a1", "b3")
    assert say(hand.menu, "en") == "Coach. Lift the archer to choose."
    hand.touch("b3")
    assert say(hand.menu, "en").startswith("Menu. a3: level 1.")


def test_asking_once_more_is_said() -> None:
    hand = Hand(PLAYING)
    hand.touch("a1")
    hand.choose(DRAW)
    assert say(hand.menu, "en") == "The game is not over. Sure? a3: yes. b3: back."


@pytest.mark.parametrize("language", LANGUAGES)
def test_sides_and_everything_else_have_words(language: str) -> None:
    hand = Hand(PLAYING)
    hand.touch("a1")
    hand.choose(RESIGN)
    words = say(hand.menu, language)
    assert "{" not in words
    assert len(words.split()) > 5
    assert len(Side) == 2


def test_whatever_is_new_is_told_once() -> None:
    hand = Hand()
    told = [hand.menu.told]
    hand.touch("a1")
    told.append(hand.menu.told)
    hand.touch("b3")
    told.append(hand.menu.told)
    hand.press(1200)
    told.append(hand.menu.told)
    assert [b - a for a, b in pairwise(told)] == [0, 1, 1]
