"""Plays into a book until it is killed. Run as: python -m tests.club.scribbler BOOK

For every line on standard input a child is forked that opens the book, says what it finds, and
then does one thing after another: `will STATE` before each, `did STATE` when the book has returned.
"""

from __future__ import annotations

import json
import os
import sys
from random import Random

from boardpi.club import Book, open_book
from boardpi.rules import Game, Side


def say(word: str, state: object) -> None:
    """One line in one piece: the pipe keeps it whole even if we die right after."""
    os.write(1, f"{word} {json.dumps(state)}\n".encode())


def tell(book: Book) -> dict[str, object]:
    """What stands in the book about the newest game."""
    last = book.archive.last()
    if last is None:
        return {"games": 0}
    return describe(last.id, book.archive.game(last.id), last.state)


def describe(games: int, game: Game, state: str) -> dict[str, object]:
    """What should stand there."""
    outcome = game.outcome.to_json() if state == "over" and game.outcome else None
    moves = [str(move) for move in game.moves]
    return {"games": games, "moves": moves, "state": state, "outcome": outcome}


class Scribbler:
    """One child: a game in memory and the same game in the book."""

    def __init__(self, book: Book, random: Random) -> None:
        self.book, self.random = book, random
        resumed = book.games.resume()
        self.game = resumed.game if resumed else Game(any_first=True)
        self.game_id = resumed.entry.id if resumed else None
        last = book.archive.last()
        self.games = last.id if last else 0

    def step(self) -> None:
        if self.game_id is None:
            self.begin()
        elif self.game.outcome is not None:
            self.end()
        elif self.game.moves and self.random.random() < 0.15:
            self.change()
        elif self.random.random() < 0.03:
            self.game = self.random.choice([self.game.agree_draw(), self.game.resign(Side.BLACK)])
            self.end()
        else:
            self.move()

    def begin(self) -> None:
        last = self.book.archive.last()
        self.game, self.games = Game(any_first=True), self.games + 1
        say("will", describe(self.games, self.game, "playing"))
        entry = self.book.games.begin_next(last.id) if last else self.book.games.begin()
        say("did", describe(self.games, self.game, "playing"))
        self.game_id = entry.id

    def end(self) -> None:
        assert self.game_id is not None
        assert self.game.outcome is not None
        say("will", describe(self.games, self.game, "over"))
        self.book.games.finish(self.game_id, self.game.outcome)
        say("did", describe(self.games, self.game, "over"))
        self.game_id = None

    def move(self) -> None:
        assert self.game_id is not None
        self.game = self.game.play(self.random.choice(self.game.legal_moves()))
        say("will", describe(self.games, self.game, "playing"))
        ply, move = len(self.game.moves), str(self.game.moves[-1])
        self.book.games.record_move(self.game_id, ply, move, str(self.game.position), 0)
        say("did", describe(self.games, self.game, "playing"))

    def change(self) -> None:
        assert self.game_id is not None
        before = self.game.take_back()
        amended = before.play(self.random.choice(before.legal_moves()))
        self.game = self.random.choice([before, amended])
        say("will", describe(self.games, self.game, "playing"))
        if self.game is before:
            self.book.games.take_back(self.game_id)
        else:
            move, position = str(self.game.moves[-1]), str(self.game.position)
            self.book.games.amend(self.game_id, move, position, 0)
        say("did", describe(self.games, self.game, "playing"))


def scribble(path: str, seed: int) -> None:
    """Until killed."""
    with open_book(path) as book:
        say("found", tell(book))
        scribbler = Scribbler(book, Random(seed))
        while True:
            scribbler.step()


def main() -> None:
    """A child for every line."""
    for seed in sys.stdin:
        child = os.fork()
        if child == 0:
            try:
                scribble(sys.argv[1], int(seed))
            finally:
                os._exit(1)  # it should have been killed
        say("child", child)
        _, status = os.waitpid(child, 0)
        say("ended", os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main()
