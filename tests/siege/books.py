"""Books with many games, as a club has them after a few years."""

from __future__ import annotations

import uuid
from pathlib import Path
from random import Random

from boardpi.club import open_book
from boardpi.club.transfer.imports import Incoming
from boardpi.rules import RULE_SETS, Game, legal_moves

GAMES = 1_000
PLIES = 45


def fill_book(path: Path, games: int = GAMES, seed: int = 1) -> None:
    """So many games; forty different ones, each under many names."""
    random = Random(seed)
    played = [play_at_random(random) for _ in range(40)]
    incoming = [enter(random, played[number % 40], number) for number in range(games)]
    with open_book(path) as book:
        book.arrivals.add(incoming)


def play_at_random(random: Random) -> Game:
    """Random legal moves up to the end, or to a resignation."""
    game = Game(RULE_SETS["jasir-pergioco"])
    while game.outcome is None and len(game.moves) < PLIES:
        game = game.play(random.choice(legal_moves(game.rules, game.position)))
    return game if game.outcome else game.resign(game.position.side)


def enter(random: Random, game: Game, number: int) -> Incoming:
    """The game under two names."""
    white, black = random.sample(range(40), 2)
    day = f"2025-{1 + number % 12:02}-{1 + number % 28:02}"
    names = f"Player {white}", f"Player {black}"
    moments = tuple(range(0, 9000 * len(game.moves), 9000))
    return Incoming(
        game, *names, day, "Table", game.outcome, False, None, 1, uuid.uuid4().hex, moments
    )
