"""Reachable positions for proofs: seeded random games of every rule set, rich in captures."""

from __future__ import annotations

import random
from collections.abc import Iterator

from boardpi.rules import PASS, RULE_SETS, START, Game, Side


def reachable(rules: str, count: int, seed: int) -> Iterator[Game]:
    """Games whose last position is played on, as new games that begin there."""
    chance = random.Random(f"{rules} {seed}")
    found = 0
    while found < count:
        game = _random_game(rules, chance)
        if game.outcome is None and game.legal_moves() != [PASS]:
            found += 1
            yield Game(game.rules, game.position)


def _random_game(rules: str, chance: random.Random) -> Game:
    game = Game(RULE_SETS[rules], START.with_side(chance.choice(list(Side))))
    for _ in range(chance.randrange(60)):
        moves = game.legal_moves()
        if not moves:
            break
        telling = [move for move in moves if move.takes or move.reentry is not None]
        game = game.play(chance.choice(telling if telling and chance.random() < 0.5 else moves))
    return game
