"""Plays on a disk that fills up. Run as: python -m tests.club.small_disk DIRECTORY

The directory is a disk of its own, some hundred kilobytes large. Prints what happened as JSON.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

from boardpi.club import Book, BookTrouble, open_book
from boardpi.rules import Game

BALLAST = 100_000


def main(directory: Path) -> None:
    """Fill the disk with games, play on while it is full, make room, catch up."""
    ballast = directory / "ballast"
    ballast.write_bytes(b"x" * BALLAST)
    path = directory / "book.sqlite"
    with open_book(path) as book:
        game_id, game, trouble = play_until_trouble(book)
        written = len(book.archive.plies(game_id))
        games = len(book.archive.search())
        for _ in range(3):
            if game.outcome is None:
                game = game.play(game.legal_moves()[0])
        ballast.unlink()
        caught_up = book.games.catch_up(game_id, game, [0] * len(game.moves))
        same = book.archive.game(game_id).moves == game.moves
    with open_book(path) as book:
        still = (
            len(book.archive.search()) == games and book.archive.game(game_id).moves == game.moves
        )
    told = {"error": type(trouble).__name__, "words": str(trouble), "written": written}
    print(json.dumps({**told, "caught_up": caught_up, "same": same, "still": still}))


def play_until_trouble(book: Book) -> tuple[int, Game, BookTrouble]:
    """The game as it should be after the move or take-back that could not be written."""
    random = Random(1)
    entry, game = book.games.begin(), Game(any_first=True)
    while True:
        before = game
        ends = game.outcome is not None or len(game.moves) == 40
        game = Game(any_first=True) if ends else game.play(random.choice(game.legal_moves()))
        try:
            if ends:
                book.games.take_back(entry.id, len(before.moves))
            else:
                ply, move = len(game.moves), str(game.moves[-1])
                book.games.record_move(entry.id, ply, move, str(game.position), 0)
        except BookTrouble as trouble:
            assert book.archive.game(entry.id) == before, "something else was lost"
            return entry.id, game, trouble


if __name__ == "__main__":
    main(Path(sys.argv[1]))
