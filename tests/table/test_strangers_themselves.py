"""The generator itself: its truth is legal, its boards agree with it, every habit shows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from boardpi.rules import HOLES, RULE_SETS, START, Game, parse_move, parse_position, rule_set
from tests.table.strangers import HABITS, judge, make
from tests.table.strangers.habits import UnknownHabit, choose
from tests.table.strangers.judge import states_of

ALL = frozenset(HABITS)
SETTLE_MS = 10


def games(count: int, *, with_dead: bool = False) -> Iterator[dict[str, Any]]:
    """Some games of every rule set."""
    for seed in range(count):
        for rules in RULE_SETS:
            yield make(seed, rules, 30, ALL, with_dead=with_dead)


def settled_mask(trace: list[dict[str, Any]]) -> int:
    """The mask at the end of a trace, each hole settled on its own."""
    return int(next(line["mask"] for line in reversed(trace) if "mask" in line))


def settled_changes(trace: list[dict[str, Any]]) -> int:
    """How many changes of single holes hold for the settling time."""
    count = 0
    for hole in HOLES:
        seen = [(line["ms"], line["mask"] >> hole & 1) for line in trace if "mask" in line]
        state, since, raw = seen[0][1], 0, seen[0][1]
        for ms, bit in [*seen, (trace[-1]["ms"], -1)]:
            if bit != raw:
                if raw != state and ms - since >= SETTLE_MS:
                    state, count = raw, count + 1
                raw, since = bit, ms
    return count


@pytest.mark.parametrize("with_dead", [False, True])
def test_true_records_are_legal(with_dead: bool) -> None:
    """Every record that was ever true can be played."""
    for game in games(6, with_dead=with_dead):
        header = game["trace"][0]
        for number, (_, (_, record)) in enumerate(states_of(game["truth"])):
            if number % 7 == 0 or tuple(game["record"]) == record:
                moves = tuple(parse_move(text) for text in record)
                Game(rule_set(header["rules"]), START, moves, any_first=True)


def test_board_at_the_end_shows_the_truth() -> None:
    """Unless a capture or a right is left open, the last mask is the last position."""
    for game in games(5):
        events = [event["event"] for event in game["truth"]]
        if events[-1:] == ["ask"]:
            continue
        moves = tuple(parse_move(text) for text in game["record"])
        played = Game(rule_set(game["trace"][0]["rules"]), START, moves, any_first=True)
        difference = settled_mask(game["trace"]) ^ played.position.occupied
        assert difference.bit_count() in (0, 2), game["seed"]  # 2: an arrival, right still open


def test_traces_are_well_formed() -> None:
    """Header, then times that grow and masks that change, then the end."""
    for game in games(4):
        header, *lines, end = game["trace"]
        assert str(parse_position(header["position"])) == str(START)
        assert lines[0]["mask"] == START.occupied
        assert end["end"]
        assert end["ms"] > lines[-1]["ms"]
        for one, two in pairwise(lines):
            assert one["ms"] < two["ms"]
            assert one["mask"] != two["mask"]


def test_masks_bounce() -> None:
    """Raw changes are more than the settled ones."""
    game = make(1, "jasir-pergioco", 30, ALL)
    assert len(game["trace"]) > 1.3 * settled_changes(game["trace"])


def test_same_seed_same_game() -> None:
    """Nothing but the arguments decides."""
    assert make(5, "jarmo-oca", 20, ALL) == make(5, "jarmo-oca", 20, ALL)


def test_every_habit_shows() -> None:
    """In some hundred games, each at least once."""
    missing = set(ALL)
    for game in games(60):
        missing -= set(game["habits"])
        if not missing:
            return
    pytest.fail(f"never seen: {missing}")


def test_habits_can_be_chosen() -> None:
    """Only what was asked for shows, besides a way to take."""
    game = make(3, "jasir-pergioco", 30, frozenset({"slide"}))
    assert set(game["habits"]) <= {"slide", "taker_first"}
    assert choose("slide,knock") == {"slide", "knock"}
    with pytest.raises(UnknownHabit, match="juggle"):
        choose("juggle")


def test_judge_of_the_truth_itself() -> None:
    """The truth, told as events, is right and strict."""
    for game in games(8):
        told = [
            {**event, "candidates": [event["move"] or "a1-b3"]}
            if event["event"] == "ask"
            else event
            for event in game["truth"]
        ]
        verdict = judge(told, game)
        assert (verdict.right, verdict.strict, verdict.early) == (True, True, False), game["seed"]


def test_judge_of_lies() -> None:
    """A false move is wrong also if it is taken back; silence is lost; a question is open."""
    game = make(2, "jasir-pergioco", 30, ALL)
    first = next(event for event in game["truth"] if event["event"] == "move")
    false = "a1-b3" if first["move"] != "a1-b3" else "b1-d2"
    lie = [{"ms": 1, "event": "move", "move": false}, {"ms": 2, "event": "takeback", "moves": 1}]
    assert judge([*lie, *game["truth"]], game).name == "wrong"
    assert judge([], game).name == "lost"
    assert judge([{"ms": 1, "event": "ask", "candidates": []}], game).name == "open"
