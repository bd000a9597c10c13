"""A release that fails in earnest: it plays ten moves into the book and is gone, without a word."""

from __future__ import annotations

import os
import signal
import sys

from boardpi.club import open_book
from boardpi.rules import Game

MOVES = 10


def main(words: list[str]) -> None:
    """With a version: the book is one that only a newer boardpi reads."""
    book = open_book("/var/lib/boardpi/book.sqlite")
    if "play" in words:
        game, entry = Game(any_first=True), book.games.begin()
        for ply in range(1, MOVES + 1):
            game = game.play(game.legal_moves()[0])
            move, position = str(game.moves[-1]), str(game.position)
            book.games.record_move(entry.id, ply, move, position, 0)
    if "change" in words:
        book.store.connection.execute("PRAGMA user_version = 99")
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main(sys.argv[1:])
