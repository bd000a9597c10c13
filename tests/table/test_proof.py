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

from boardpi.rules import HOLES, RULE_SETS, Game, Hole, Move
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
THINK_MS = 3000
"""Longer than an archer is held before the table asks."""


def carry_out(game: Game, hands: Sequence[tuple[str, int]], *, dead: int = 0) -> ScriptPlayer:
    """These hands on a table where this game stands; each word with the time after it."""
    player = ScriptPlayer(new_table(game, dead=dead))
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
            # Only a re-entry set down before its arrival: after it the reply's lift declines.
            firsts = [order for order in orders(move) if order[-1] != f"{move.reentry}v"]
            if not firsts:
                continue
            first, second = chance.choice(firsts), chance.choice(list(orders(reply)))
            begun = second[0]
            if begun.endswith("v") or begun[:2] in _own_holes(move):
                continue
            words = [*first[:-1], begun, first[-1], *second[1:]]
            gap_ms = 120 if move.reentry is None else 300  # what rests for less is a slide
            check(game, [move, reply], carry_out(game, [(w, gap_ms) for w in words]), words)


def _own_holes(move: Move) -> set[str]:
    return {str(hole) for hole in (move.origin, move.target) if hole is not None}


@pytest.mark.parametrize("rules", [name for name in RULE_SETS if name.startswith("jarmo")])
def test_hands_that_may_mean_two_things_are_asked(rules: str) -> None:
    """The same touches in the same order, two different turns: presence alone can never decide."""
    for game in reachable(rules, POSITIONS // 4, seed=9):
        for words, records in _equal_hands(game):
            player = carry_out(game, [(word, 120) for word in words])
            where = f"{rules} {game.position} {words}: told {player.told}"
            assert records <= {tuple(text.split()) for text in asked(player)}, f"NOT ASKED {where}"
            told = tuple(committed(player))
            assert all(told == record[: len(told)] for record in records), f"WRONG {where}"


def _equal_hands(game: Game) -> list[tuple[Hands, set[tuple[str, ...]]]]:
    """Touches that carry out more than one pair of turns, with all of these."""
    found: dict[Hands, set[tuple[str, ...]]] = {}
    for move in game.legal_moves():
        for reply in game.play(move).legal_moves():
            for first in orders(move):
                for second in orders(reply):
                    found.setdefault(first + second, set()).add((str(move), str(reply)))
    return [(words, records) for words, records in found.items() if len(records) > 1]


@settings(max_examples=150)
@given(rules=st.sampled_from(list(RULE_SETS)), seed=st.integers(0, 10**6), data=st.data())
def test_any_move_with_any_gaps(rules: str, seed: int, data: st.DataObject) -> None:
    game = next(reachable(rules, 1, seed))
    move = data.draw(st.sampled_from(game.legal_moves()))
    order = data.draw(st.sampled_from(list(orders(move))))
    gaps = data.draw(st.lists(st.integers(11, 3000), min_size=len(order), max_size=len(order)))
    if move.reentry is not None and order[-1] != f"{move.reentry}v":
        gaps = [min(gap, 1400) for gap in gaps]  # after astray_ms an early re-entry is a retreat
    hands = list(zip(order, gaps, strict=True))
    check(game, [move], carry_out(game, hands), hands)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_move_after_thinking_with_the_archer_in_hand(rules: str) -> None:
    """Under an open question: what might have been taken unseen is asked, then the hand goes on."""
    for game in reachable(rules, POSITIONS // 4, seed=5):
        for move in game.legal_moves():
            for order in orders(move):
                hands = [(order[0], THINK_MS), *((word, 120) for word in order[1:])]
                check(game, [move], carry_out(game, hands), hands)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_reply_to_a_capture_that_nobody_saw(rules: str) -> None:
    """Under an open question: the reply settles it or is asked, too; nothing else is told."""
    chance = random.Random(rules)
    for game in reachable(rules, POSITIONS, seed=6):
        for move in game.legal_moves():
            if not move.takes or move.reentry is not None:
                continue
            quiet = [f"{m.target}v" for m in game.legal_moves() if m.origin == move.origin]
            for reply in game.play(move).legal_moves():
                if reply.is_pass or (reply.origin is None and f"{reply.reentry}v" in quiet):
                    continue  # a re-entry where the taker could have gone looks like that move
                second: Hands = chance.choice(list(orders(reply)))
                hands = [(f"{move.origin}^", THINK_MS), *((word, 120) for word in second)]
                never_wrong(game, [move, reply], carry_out(game, hands), hands)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_move_beside_each_broken_reed(rules: str) -> None:
    """Whichever reed is broken: what is told happened. Much cannot be known, so more may be asked.

    After each move some replies: what a reed hid is often told only then.
    """
    chance = random.Random(rules)
    for game in reachable(rules, POSITIONS // 100, seed=7):
        for hole in HOLES:
            for move, reply in _pairs(game, chance):
                first: Hands = chance.choice(list(orders(move)))
                second: Hands = chance.choice(list(orders(reply)))
                gap_ms = chance.choice([40, 400])
                hands = [(word, 120) for word in (*first[:-1], *second)]
                hands.insert(len(first) - 1, (first[-1], gap_ms))
                player = carry_out(game, hands, dead=hole.bit)
                never_wrong(game, [move, reply], player, (f"broken {hole}", hands))


def never_wrong(game: Game, turns: Sequence[Move], player: ScriptPlayer, hands: object) -> None:
    """What was committed is a beginning of what was done; re-entries may still be open."""
    wanted, told = [str(move) for move in turns], committed(player)
    is_open = player.table.open_turn is not None
    begun = [*wanted[: len(told) - 1], str(turns[len(told) - 1].plain)] if told and is_open else []
    where = f"{game.rules.name} {game.position} {wanted} by {hands}: told {player.told}"
    assert told in (wanted[: len(told)], begun), f"WRONG {where}"
