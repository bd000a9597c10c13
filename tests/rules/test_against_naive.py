"""Random games, every position of which is asked to both generators."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import cast

import pytest

from boardpi.rules import (
    RULE_SETS,
    START,
    Position,
    RuleSet,
    Side,
    check_position,
    legal_moves,
    outcome,
    parse_position,
    perft,
    play,
    rule_set,
)
from boardpi.rules.rulesets import variant
from tests.proofs import SCALE
from tests.rules import naive


def random_games(rules: RuleSet, seed: int, games: int, longest: int) -> Iterator[Position]:
    """The positions of random games; half of the moves are captures or re-entries where possible,
    so that hands, owed rights and ends are met often.
    """
    dice = random.Random(seed)
    for _ in range(games):
        position = START.with_side(dice.choice(list(Side)))
        for _ in range(longest):
            yield position
            moves = legal_moves(rules, position)
            if not moves:
                break
            sharp = [move for move in moves if move.takes or move.reentry is not None]
            move = dice.choice(sharp if sharp and dice.random() < 0.5 else moves)
            position = play(rules, position, move)


def compare(rules: RuleSet, position: Position) -> None:
    """Moves, outcome, next positions and their texts are the same in both."""
    name, line = rules.name, str(position)
    check_position(rules, position)
    assert parse_position(line) == position
    moves = legal_moves(rules, position)
    assert sorted(map(str, moves)) == naive.legal(name, line), (name, line)
    ended = outcome(rules, position)
    assert (ended and ended.to_json()) == naive.over(name, line), (name, line)
    for move in moves:
        assert str(play(rules, position, move)) == naive.after(name, line, str(move)), (line, move)


@pytest.mark.parametrize("name", RULE_SETS)
def test_random_games(name: str) -> None:
    for position in random_games(rule_set(name), seed=2, games=3, longest=80):
        compare(rule_set(name), position)


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(2 * SCALE))
@pytest.mark.parametrize("name", RULE_SETS)
def test_many_random_games(name: str, seed: int) -> None:
    for position in random_games(rule_set(name), seed=100 + seed, games=40, longest=150):
        compare(rule_set(name), position)


@pytest.mark.parametrize("name", RULE_SETS)
def test_perft_of_positions_from_random_games(name: str) -> None:
    """Counting knows hands, owed rights, shuttles and passes as well as the start."""
    positions = list(random_games(rule_set(name), seed=5, games=6, longest=100))
    for position in random.Random(7).sample(positions, 10):
        assert perft(rule_set(name), position, 3) == naive.perft(name, str(position), 3), position


@pytest.mark.proof
def test_every_mix_of_switches() -> None:
    """Makers may combine switches as no printed rules do; both generators still agree."""
    dice = random.Random(11)
    for number in range(40 * SCALE):
        rules = make_mix(dice, f"mix-{number}")
        for position in random_games(rules, seed=number, games=2, longest=60):
            compare(rules, position)
            if dice.random() < 0.1:
                assert perft(rules, position, 2) == naive.perft(rules.name, str(position), 2)


def make_mix(dice: random.Random, name: str) -> RuleSet:
    """A rule set of random switches, made known to the naive generator as well."""
    flags = (False, True)
    jasir_line = dice.choice(flags)
    switches: dict[str, object] = {
        "backward": dice.choice(flags),
        "captured_simple": dice.choice(["dies", "hand"]),
        "captured_chosen": dice.choice(["dies", "hand"]),
        "reentry": dice.choice(["move", "arrival"]),
        "demote_on_return": dice.choice(flags),
        "keep_owed": dice.choice(flags),
        "protect_first_row": dice.choice(flags),
        "shuttle_limit": dice.randrange(5),
        "ends_with": dice.choice(["living", "board"]),
        "points": dice.choice(["board", "living", "rows"]),
    }
    rules = variant(rule_set("jasir-oca" if jasir_line else "jarmo-oca"), name=name, **switches)
    naive.RULES[name] = cast(
        naive.Switches,
        {
            "line_b3_c3": jasir_line,
            "backward_moves": switches["backward"],
            "captured_simple": {"dies": "dies", "hand": "to hand"}[rules.captured_simple],
            "captured_chosen": {"dies": "dies", "hand": "to hand"}[rules.captured_chosen],
            "re_entry": {"move": "own move", "arrival": "with arrival"}[rules.reentry],
            "bringer": "becomes simple" if rules.demote_on_return else "stays chosen",
            "right_without_hole": "owed" if rules.keep_owed else "lost",
            "first_row_protected": rules.protect_first_row,
            "shuttle_limit": rules.shuttle_limit or None,
            "end_looks_at": rules.ends_with,
            "points": {
                "board": "winner's board",
                "living": "winner's living",
                "rows": "each side's board",
            }[rules.points],
        },
    )
    return rules
