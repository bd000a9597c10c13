"""A table that tests play at: its loop without a server, its time set by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

from boardpi.boards.virtual import VirtualBoard
from boardpi.clock import now_ms
from boardpi.config import ClocksConfig, Config
from boardpi.daemon.assemble import build_daemon
from boardpi.daemon.bookkeeper import Seats
from boardpi.daemon.inbox import Wish
from boardpi.daemon.loop import Daemon
from boardpi.daemon.resume import resume
from boardpi.rules import START, Hole, Move, parse_move, rule_set
from boardpi.table.events import BoardFound, Event, Sensed, Woke
from boardpi.table.facts import Fact
from boardpi.table.step import next_moment

WORKED_GAME = "b1-d2 d5-b4 c1-d3 e5xd3 d2xd3 b4xd3 e1xd3 @e5"
QUIET_MS = 300  # more than the dwell


class Witness:
    """An audience that remembers what it was told."""

    def __init__(self) -> None:
        self.facts: list[Fact] = []
        self.looks = 0

    def tell(self, fact: Fact) -> None:
        self.facts.append(fact)

    def look(self) -> None:
        self.looks += 1

    @property
    def events(self) -> list[str]:
        return [fact.event for fact in self.facts]


class Sitting:
    """Hands at a table."""

    def __init__(self, daemon: Daemon) -> None:
        self.daemon = daemon
        self.witness = Witness()
        daemon.audience.append(self.witness)
        self.ms = now_ms()
        self.mask = daemon.table.game.position.occupied

    @property
    def board(self) -> VirtualBoard:
        assert isinstance(self.daemon.board, VirtualBoard)
        return self.daemon.board

    @property
    def moves(self) -> list[str]:
        return [str(move) for move in self.daemon.table.game.moves]

    async def happen(self, kind: Callable[..., Event], *values: Any) -> None:
        """An event at this moment."""
        await self.daemon.hear(kind(self.ms, *values))

    async def arrive(self) -> None:
        """The board is there and shows what stands on it."""
        await self.happen(BoardFound, "a board for tests")
        await self.happen(Sensed, self.mask)

    async def rest(self, ms: int = QUIET_MS) -> None:
        """Nothing happens for so long but what falls due."""
        end = self.ms + ms
        while (due := next_moment(self.daemon.table)) is not None and due <= end:
            self.ms = max(self.ms, due)
            await self.happen(Woke)
        self.ms = end
        await self.happen(Woke)

    async def touch(self, *holes: Hole) -> None:
        """Lift or place, one hole after the other, 50 ms apart."""
        for hole in holes:
            self.mask ^= hole.bit
            self.ms += 50
            await self.happen(Sensed, self.mask)

    async def show(self, mask: int) -> None:
        """The board stands like this all at once."""
        self.mask = mask
        await self.happen(Sensed, mask)

    async def play(self, text: str) -> None:
        """Moves by hand, each with its rest."""
        for word in text.split():
            await self.touch(*touches(parse_move(word)))
            await self.rest()

    async def set_up(self) -> None:
        """All archers back in their first rows."""
        await self.show(START.occupied)
        await self.rest(QUIET_MS)

    async def wish(self, event: Event, plan: Seats | None = None) -> None:
        """What somebody wants on the page, with its answer."""
        done = asyncio.get_running_loop().create_future()
        await self.daemon._grant(Wish(event, done, plan))
        await done


def touches(move: Move) -> list[Hole]:
    """The holes in the order in which hands touch them: the taker, its victim, its place."""
    if move.origin is None or move.target is None:
        holes = []
    elif move.takes:
        holes = [move.origin, move.target, move.target]
    else:
        holes = [move.origin, move.target]
    return holes + ([move.reentry] if move.reentry is not None else [])


def sit_down(folder: Path, clocks: ClocksConfig | None = None, **table: Any) -> Sitting:
    """The table whose book lies in this folder, as after a start."""
    config = Config(clocks=clocks or ClocksConfig())
    board = replace(config.board, by_hand=True)  # as on wood: the lights guide these hands
    config = replace(config, table=replace(config.table, **table), board=board)
    start = resume(folder / "book.sqlite", rule_set(config.table.rules), config.table.name)
    return Sitting(build_daemon(config, start))


def leave(sitting: Sitting) -> None:
    """The power goes: nothing is written any more."""
    sitting.daemon.keeper.book.close()


def story(coroutine: Coroutine[Any, Any, None]) -> None:
    """Run one to its end."""
    asyncio.run(coroutine)
