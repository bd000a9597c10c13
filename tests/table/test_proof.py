"""Proof, not hope: every legal move in every order of hands is read rightly or asked.

Exhaustive over the moves of thousands of reachable positions (seeded), then over pairs of moves
whose hands overlap. Nothing else is ever committed.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardpi.rules import RULE_SETS, Game, Hole, Move
from boardpi.table.events import Answered
from boardpi.table.facts import Asked, Moved, TakenBack
from boardpi.table.script import ScriptPlayer
from boardpi.table.table import new_table
from tests.proofs import SCALE
from tests.table.orders import Hands, orders, unseen
from tests.table.positions import reachable

pytestmark = pytest.mark.proof

POSITIONS = 220 * SCALE
"""Per rule set, for single moves: 1,100 in all, and as many for unseen victims; fewer for pairs.

`make proof-full` tries ten times as many.
"""
REST_MS = 9500
"""Longer than any wait of the table."""


def carry_out(game: Game, hands: Sequence[tuple[str, int]]) -> ScriptPlayer:
    """These hands on a table where this game stands; each word with the time after it."""
    player = ScriptPlayer(new_table(game))
    for word, gap_ms in hands:
        player.change(Hole(word[:2]), lift=word.endswith("^"), then_ms=gap_ms)
    player.wait(REST_MS)
    return player


def committed(player: ScriptPlayer) -> list[str]:
    """What the table has committed, and the turn that waits only for its re-entry."""
    told = []
    for fact in player.facts:
        if isinstance(fact, Moved):
            told.append(str(fact.move))
        elif isinstance(fact, TakenBack):
            told.append(f"takeback:{fact.moves}")
    if player.table.open_turn is not None:
        told.append(str(player.table.open_turn))
    return told


def asked(player: ScriptPlayer) -> tuple[str, ...]:
    """The candidates of the last question."""
    questions = [fact for fact in player.facts if isinstance(fact, Asked)]
    return questions[-1].candidates if questions else ()


def check(game: Game, turns: Sequence[Move], player: ScriptPlayer, hands: object) -> None:
    """The turns were committed, or those that were not are among the candidates."""
    wanted, told = [str(move) for move in turns], committed(player)
    if told == wanted:
        return
    where = f"{game.rules.name} {game.position} {wanted} by {hands}: told {player.told}"
    if " ".join(wanted) in asked(player) and len(told) <= 1:
        return  # an open turn may stand under the question
    assert told == wanted[: len(told)], f"WRONG {where}"
    assert " ".join(wanted[len(told) :]) in asked(player), f"LOST {where}"


def answer(player: ScriptPlayer, move: Move) -> list[str]:
    """Choose this move on the page."""
    player.send(Answered(player.ms, str(move)))
    player.wait(REST_MS)
    return committed(player)


@pytest.mark.parametrize("gap_ms", [20, 120, 400], ids=["quick", "usual", "slow"])
@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_move_in_every_order_of_hands(rules: str, gap_ms: int) -> None:
    for game in reachable(rules, POSITIONS, seed=1):
        for move in game.legal_moves():
            for order in orders(move):
                player = carry_out(game, [(word, gap_ms) for word in order])
                check(game, [move], player, order)
                if committed(player) != [str(move)]:
                    assert answer(player, move) == [str(move)]


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_victim_never_seen_is_asked_and_a_nudge_answers(rules: str) -> None:
    for game in reachable(rules, POSITIONS, seed=2):
        for move in game.legal_moves():
            if not move.takes or move.target is None:
                continue
            hands = [(word, 120) for word in unseen(move)]
            told = committed(carry_out(game, hands))
            if told and told == _retreat(move):
                continue  # the same hands are a retreat: nothing tells the reeds apart
            assert told == [], f"{game.rules.name} {game.position} {move}: {told}"
            nudge = [(f"{move.target}^", 120), (f"{move.target}v", 120)]
            slowly = [*hands[:-1], (hands[-1][0], 4000)]
            check(game, [move], carry_out(game, [*slowly, *nudge]), "nudge")


def _retreat(move: Move) -> list[str]:
    """Jarmo: the taker lifted and an archer set on the first row is also a retreat to that hole."""
    return [f"{move.origin}-{move.reentry}"] if move.reentry is not None else []


def _pairs(game: Game, chance: random.Random) -> list[tuple[Move, Move]]:
    """Every first move with some replies: those on the same hole, captures, and others."""
    pairs = []
    for move in game.legal_moves():
        replies = [m for m in game.play(move).legal_moves() if not m.is_pass]
        close = [m for m in replies if m.takes or m.target == move.target]
        chosen = dict.fromkeys([*_some(replies, chance), *_some(close, chance)])
        pairs += [(move, reply) for reply in chosen]
    return pairs


def _some(moves: list[Move], chance: random.Random) -> list[Move]:
    return chance.sample(moves, min(2, len(moves)))


@pytest.mark.parametrize("gap_ms", [30, 120, 400], ids=["quick", "usual", "slow"])
@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_reply_within_the_dwell(rules: str, gap_ms: int) -> None:
    chance = random.Random(gap_ms)
    for game in reachable(rules, POSITIONS // 4, seed=3):
        for move, reply in _pairs(game, chance):
            first: Hands = chance.choice(list(orders(move)))
            second: Hands = chance.choice(list(orders(reply)))
            hands = [(word, gap_ms) for word in first[:-1]]
            hands += [(first[-1], 40), *((word, gap_ms) for word in second)]
            check(game, [move, reply], carry_out(game, hands), hands)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_reply_lifted_before_the_mover_sets_down(rules: str) -> None:
    chance = random.Random(rules)
    for game in reachable(rules, POSITIONS // 2, seed=4):
        for move, reply in _pairs(game, chance):
            first, second = next(iter(orders(move))), chance.choice(list(orders(reply)))
            begun = second[0]
            if begun.endswith("v") or begun[:2] in {word[:2] for word in first}:
                continue
            if move.reentry is not None or reply.reentry is not None:
                continue
            words = [*first[:-1], begun, first[-1], *second[1:]]
            check(game, [move, reply], carry_out(game, [(w, 120) for w in words]), words)


@settings(max_examples=150)
@given(rules=st.sampled_from(list(RULE_SETS)), seed=st.integers(0, 10**6), data=st.data())
def test_any_move_with_any_gaps(rules: str, seed: int, data: st.DataObject) -> None:
    game = next(reachable(rules, 1, seed))
    move = data.draw(st.sampled_from(game.legal_moves()))
    order = data.draw(st.sampled_from(list(orders(move))))
    gaps = data.draw(st.lists(st.integers(11, 3000), min_size=len(order), max_size=len(order)))
    if move.reentry is not None and order[-1] != f"{move.reentry}v":
        gaps = [
            min(gap, 1400) for gap in gaps
        ]  # an early re-entry is a retreat once it is astray_ms old
    hands = list(zip(order, gaps, strict=True))
    check(game, [move], carry_out(game, hands), hands)
