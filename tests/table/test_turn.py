"""Whose turn it is, who had to pass, and that nobody begins: told in light, by time alone."""

from __future__ import annotations

import pytest

from boardpi.rules import RULE_SETS, START, Game, Hole, parse_move, parse_position
from boardpi.table.effects import Publish, Show
from boardpi.table.events import MENU_HOLD_MS, Pressed, Sensed, Woke
from boardpi.table.facts import Fact, MenuWanted, Passed, RepeatWanted
from boardpi.table.step import EXPLAIN_MS, PASSED_MS, next_moment, step
from boardpi.table.table import Table, new_table
from boardpi.table.trace import name_lights

PASSING = (
    "b1-a3 b5-d4 c1-e2 e5-c4 e2xd4 c4-b4 d1-c3 c5-e4 a1-b3 a5-c4 b3-c5 d5-e3 d4-b5 e4xc3 e1-c2"
)
"""Then e3xc2 leaves White without a move."""


class Watched:
    """A table, its clock and all that it told."""

    def __init__(
        self,
        moves: str = "",
        *,
        help_level: str = "lift",
        any_first: bool = True,
        position: str = "",
    ) -> None:
        rules = RULE_SETS["jasir-pergioco"]
        game = Game(rules, any_first=any_first)
        if position:
            game = Game(rules, parse_position(position))
        for word in moves.split():
            game = game.play(word)
        self.table: Table = new_table(game, help=help_level)
        self.mask = game.position.occupied
        self.facts: list[Fact] = []
        self.shown: list[tuple[int, dict[str, str]]] = []
        self.happen(Sensed(0, self.mask))

    def happen(self, event: Sensed | Woke | Pressed) -> None:
        self.table, effects = step(self.table, event)
        self.facts += [effect.fact for effect in effects if isinstance(effect, Publish)]
        self.shown += [
            (effect.ms, name_lights(effect.lights))
            for effect in effects
            if isinstance(effect, Show)
        ]

    def wait(self, ms: int) -> None:
        self.happen(Woke(self.table.ms + ms))

    def touch(self, *names: str) -> None:
        for name in names:
            self.mask ^= Hole(name).bit
            self.happen(Sensed(self.table.ms + 60, self.mask))

    def play(self, text: str) -> None:
        move = parse_move(text)
        names = [str(move.origin), str(move.target)]
        self.touch(*(names if not move.takes else [*names, names[1]]))
        self.wait(300)

    def lit(self, role: str) -> list[str]:
        return [hole for hole, shown in name_lights(self.table.lights).items() if shown == role]


def test_the_corners_of_the_side_to_move_shine_after_three_seconds_of_quiet() -> None:
    watched = Watched()
    watched.play("b1-d2")
    watched.wait(2500)
    assert watched.lit("turn") == []
    watched.wait(300)
    assert watched.lit("turn") == ["a5", "e5"]
    watched.touch("d5")
    watched.wait(20)
    assert watched.lit("turn") == []
    watched.touch("b4")
    watched.wait(3100)
    assert watched.lit("turn") == ["a1", "e1"]


def test_where_either_side_may_begin_both_are_to_move() -> None:
    watched = Watched()
    watched.wait(3100)
    assert watched.lit("turn") == ["a1", "e1", "a5", "e5"]


@pytest.mark.parametrize(("help_level", "count"), [("off", 0), ("lift", 2), ("full", 0)])
def test_the_help_decides_about_the_turn(help_level: str, count: int) -> None:
    """With full help the corners' archers are lit as movable, which comes first."""
    watched = Watched(help_level=help_level, any_first=False)
    watched.wait(3100)
    assert len(watched.lit("turn")) == count


def test_an_archer_in_hand_and_trouble_are_no_quiet() -> None:
    watched = Watched("b1-d2")
    watched.touch("d5")
    watched.wait(10_000)
    assert watched.lit("turn") == []
    watched.touch("d3")  # no line leads there
    watched.wait(10_000)
    assert watched.lit("refused") == ["d3"]
    assert watched.lit("turn") == []


def test_a_pass_runs_once_over_the_first_row_of_whoever_had_to() -> None:
    watched = Watched(PASSING)
    watched.play("e3xc2")
    assert [fact.side.letter for fact in watched.facts if isinstance(fact, Passed)] == ["w"]
    assert watched.lit("passed") == ["a1", "b1", "c1", "d1", "e1"]
    watched.wait(PASSED_MS)
    assert watched.lit("passed") == []
    assert sum("passed" in lights.values() for _, lights in watched.shown) == 1


def test_a_pass_is_seen_also_without_help() -> None:
    watched = Watched(PASSING, help_level="off")
    watched.play("e3xc2")
    assert len(watched.lit("passed")) == 5


def test_the_next_touch_ends_the_showing_of_a_pass() -> None:
    watched = Watched(PASSING)
    watched.play("e3xc2")
    watched.touch("b4")
    watched.wait(20)
    assert watched.lit("passed") == []


# ── the menu is offered ──────────────────────────────────────────────────────────────────────────


def offers(watched: Watched) -> int:
    return sum(isinstance(fact, MenuWanted) for fact in watched.facts)


def test_the_menu_is_offered_once_when_nobody_begins() -> None:
    watched = Watched()
    watched.wait(19_900)
    assert offers(watched) == 0
    watched.wait(200)
    assert offers(watched) == 1
    watched.wait(3_600_000)
    assert offers(watched) == 1
    watched.touch("b1", "b1")  # somebody is there again
    watched.wait(20_100)
    assert offers(watched) == 2


def test_no_menu_is_offered_in_a_game() -> None:
    watched = Watched()
    watched.play("b1-d2")
    watched.wait(3_600_000)
    assert offers(watched) == 0


def test_a_long_hold_asks_for_the_menu_and_abandons_nothing() -> None:
    watched = Watched("b1-d2 d5-b4")
    before = watched.table.game
    watched.happen(Pressed(5000, MENU_HOLD_MS))
    assert offers(watched) == 1
    assert watched.table.game == before


def test_a_table_at_rest_falls_asleep() -> None:
    """When turn and menu were told nothing is due any more: an idle board costs nothing."""
    watched = Watched()
    watched.wait(25_000)
    assert watched.mask == START.occupied
    assert next_moment(watched.table) is None


# ── reasons without words ────────────────────────────────────────────────────────────────────────


def test_a_refusal_shows_where_the_archer_could_go_instead() -> None:
    watched = Watched("b1-d2 d5-b4 c1-d3")
    watched.touch("e5", "e2")
    watched.wait(2000)
    assert watched.lit("refused") == ["e2"]
    assert watched.lit("missing") == ["e5"]
    ways = [move for move in watched.table.game.legal_moves() if str(move.origin) == "e5"]
    assert watched.lit("capture") == sorted(str(move.target) for move in ways if move.takes)
    assert watched.lit("target") == sorted(str(move.target) for move in ways if not move.takes)
    assert watched.lit("capture") == ["d3"]


def test_without_help_a_refusal_shows_no_ways() -> None:
    watched = Watched("b1-d2 d5-b4 c1-d3", help_level="off")
    watched.touch("e5", "e2")
    watched.wait(2000)
    assert watched.lit("refused") == ["e2"]
    assert watched.lit("target") == watched.lit("capture") == []


def test_held_for_a_second_the_button_shows_the_line_that_is_no_way() -> None:
    watched = Watched("b1-d2 d5-b4 c1-d3")
    watched.touch("e5", "e2")
    watched.wait(2000)
    watched.happen(Pressed(watched.table.ms, 1200))
    assert watched.lit("hint") == ["e2", "e5"]
    assert watched.lit("refused") == []
    assert isinstance(watched.facts[-1], RepeatWanted), "and the voice says why once more"
    watched.wait(EXPLAIN_MS)
    assert watched.lit("hint") == []
    assert watched.lit("refused") == ["e2"]


def test_the_first_row_that_protects_an_archer_is_shown() -> None:
    watched = Watched(position="1b2b/5/w4/5/4w w w0b0 w0b0 -")
    watched.touch("a3", "b5", "b5")
    watched.wait(2000)
    assert watched.table.reason is not None
    assert watched.table.reason.code == "protected_first_row"
    watched.happen(Pressed(watched.table.ms, 1200))
    assert watched.lit("hint") == ["a5", "b5", "c5", "d5", "e5"]


def test_a_touch_ends_the_explanation() -> None:
    watched = Watched("b1-d2 d5-b4 c1-d3")
    watched.touch("e5", "e2")
    watched.wait(2000)
    watched.happen(Pressed(watched.table.ms, 1200))
    watched.touch("e2", "e5")
    watched.wait(300)
    assert watched.lit("hint") == []
    assert not watched.table.is_explained
