"""The score book of a long-lived club: opening, checking, copying. `python -m benchmarks.book`

Prints seconds on this machine, and each as a ratio to opening the book without any check.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from boardpi.club import Book, Ply, back_up, open_book, verify
from boardpi.rules import DEFAULT, Game


def play(random: Random, most: int) -> Game:
    """A random game."""
    game = Game(DEFAULT, any_first=True)
    while game.outcome is None and len(game.moves) < most:
        game = game.play(random.choice(game.legal_moves()))
    return game if game.outcome is not None else game.agree_draw()


def fill(book: Book, games: int, seed: int) -> None:
    """A few games, written again and again by many players."""
    random = Random(seed)
    played = [play(random, 40) for _ in range(50)]
    book.store.connection.execute("PRAGMA synchronous = OFF")
    with book.store.writing():
        for number in range(games):
            game = played[number % len(played)]
            names = f"Player {number % 40}", f"Player {40 + number % 37}"
            entry = book.games.begin(white=names[0], black=names[1])
            for ply, move in enumerate(game.moves, 1):
                book.games._write(entry.id, _ply(game, ply, str(move)))
            assert game.outcome is not None
            book.games.finish(entry.id, game.outcome)


def _ply(game: Game, ply: int, move: str) -> Ply:
    return Ply(ply, move, str(game.positions[ply]), 1000 * ply)


def seconds(work: Callable[[], object]) -> float:
    """The best of three."""
    found = []
    for _ in range(3):
        began = time.perf_counter()
        work()
        found.append(time.perf_counter() - began)
    return min(found)


def measure(path: Path) -> dict[str, float]:
    """Each way to open and to check."""

    def check() -> None:
        with open_book(path, check=False) as book:
            assert verify(book.store) == ()

    def copy() -> None:
        with open_book(path, check=False) as book:
            back_up(book.store, path.with_name("copy.sqlite"), replace=True)

    return {
        "open, no check": seconds(lambda: open_book(path, check=False).close()),
        "open as at a start": seconds(lambda: open_book(path).close()),
        "verify everything": seconds(check),
        "back up": seconds(copy),
    }


def main() -> None:
    """Make a book, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book.sqlite"
        with open_book(path) as book:
            began = time.perf_counter()
            fill(book, args.games, args.seed)
            print(f"{args.games} games written in {time.perf_counter() - began:.1f} s")
            moves = book.store.row("SELECT count(*) AS n FROM moves")
        assert moves is not None
        print(f"{moves['n']} moves, {path.stat().st_size / 1e6:.1f} MB")
        found = measure(path)
        for name, value in found.items():
            print(f"{name:20} {value:8.3f} s  ×{value / found['open, no check']:.0f}")


if __name__ == "__main__":
    main()
