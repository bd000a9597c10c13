"""A table that plays by itself, for tests that kill it: its book, its outbox and its real uplink.

It has no board: games are written as the daemon's bookkeeper writes them, one transaction each.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from random import Random

from boardpi.club import Book, open_book, read_book
from boardpi.daemon.uplink import Uplink
from boardpi.rules import Game, Outcome, Side
from boardpi.web.secret_file import SecretFile, beside

GO_ON, DONE = "go-on", ".done"
"""The file that keeps tables playing; the ending of the one that says that a table is done."""


def play_one(book: Book, random: Random) -> None:
    """Begin a game, play some moves, end it; sometimes correct, name or throw away another."""
    if (left := book.games.resume()) is not None:
        book.games.abandon(left.entry.id)
    entry = book.games.begin(white=f"Player {random.randrange(9)}", black=None)
    game = Game(any_first=True)
    for ply in range(1, random.randrange(2, 7)):
        game = game.play(random.choice(game.legal_moves()))
        book.games.record_move(entry.id, ply, str(game.moves[-1]), str(game.position), ply)
    ended = game.resign(random.choice(list(Side))) if random.random() < 0.8 else game.agree_draw()
    assert ended.outcome is not None
    book.games.finish(entry.id, ended.outcome)
    change(book, random, random.randint(1, entry.id))


def change(book: Book, random: Random, game_id: int) -> None:
    """What an organiser does afterwards."""
    entry = book.archive.entry(game_id)
    chance = random.random()
    if chance < 0.2 and entry.deleted is None:
        book.corrections.result(game_id, Outcome("agreed", None, (0, 0)))
    elif chance < 0.3:
        book.corrections.name(game_id, "Somebody", "Somebody else")
    elif chance < 0.35 and entry.deleted is None:
        book.corrections.delete(game_id)
    elif chance < 0.4 and entry.deleted is not None:
        book.corrections.restore(game_id)


async def main(path: Path, seed: int, games: int, pause: float) -> None:
    """Play so many games in all, and on while a file says so; then only send, until killed.

    The longer that takes, the slower: blows take minutes on a busy machine, which must not have
    the more to do for it.
    """
    book, random = open_book(path, alone=True, check=False), Random(f"{seed} {path}")
    uplink = Uplink(book, SecretFile(beside(path)), lambda: read_book(path))
    sending = asyncio.create_task(uplink.run())
    while book.archive.count() < games or (path.parent / GO_ON).exists():
        play_one(book, random)
        uplink.tell(None)  # type: ignore[arg-type]  # it looks at the book, not at the fact
        await asyncio.sleep(pause * random.random() * max(1, book.archive.count() / games))
        if sending.done():
            break
    path.with_suffix(DONE).touch()
    await sending


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])))
