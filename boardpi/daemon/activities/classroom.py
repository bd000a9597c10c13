"""A class at the board: any position, step by step, frozen when the teacher talks, with votes."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from boardpi.daemon.activities.demonstration import Spots, Stage
from boardpi.daemon.activities.votes import Vote
from boardpi.daemon.loop import Daemon
from boardpi.daemon.page.snapshot import legal_texts
from boardpi.errors import BookRefuses, NothingToDo
from boardpi.rules import Game

Json = dict[str, Any]


class Classroom(Stage):
    """Begins with the game on the table; what is played here is written nowhere."""

    kind = "class"

    def __init__(self, daemon: Daemon, game: Game | None = None) -> None:
        super().__init__(daemon)
        self._game = self._line = daemon.table.game if game is None else game
        self._vote: Vote | None = None
        self._closing: asyncio.TimerHandle | None = None

    @property
    def step(self) -> int:
        """How many moves of the line are made."""
        return len(self._game.moves)

    async def go(self, step: int) -> None:
        """Another step of the line; beyond the ends is the end."""
        step = max(0, min(step, len(self._line.moves)))
        self._forget_vote()
        await self.stand(self._line.take_back(len(self._line.moves) - step))

    async def set(self, game: Game) -> None:
        """Another position."""
        self._line = game
        self._forget_vote()
        await self.stand(game)

    async def on_played(self, game: Game) -> None:
        """Moves by hand go on from here; taken back, the line stays to be stepped through."""
        self._forget_vote()
        moves = game.moves
        if game.start != self._line.start or self._line.moves[: len(moves)] != moves:
            self._line = game

    async def on_press(self, *, is_long: bool) -> None:
        """Back with a press, on with a longer one."""
        await self.go(self.step + (1 if is_long else -1))

    async def leave(self) -> None:
        """The vote ends with the class."""
        self._forget_vote()
        await super().leave()

    # ── votes ────────────────────────────────────────────────────────────────────────────────────

    async def open_vote(self, seconds: int | None) -> None:
        """Let pupils vote for the next move."""
        if self.is_arranging:
            raise NothingToDo("The position is not set up yet.")
        legal = legal_texts(self._game)
        if not legal:
            raise NothingToDo("The game is over: there is no move to vote for.")
        self._forget_vote()
        self._vote = Vote(legal, seconds, time.monotonic)
        if seconds is not None:
            self._closing = asyncio.get_running_loop().call_later(seconds, self._tell_all)
        await self.point(())

    async def end_vote(self) -> None:
        """No more votes; what they said stays lit."""
        if self._vote is None or not self._vote.is_open:
            raise NothingToDo("No vote is open.")
        self._vote.end()

    async def cast(self, voter: str, address: str, move: str) -> None:
        """One pupil's vote."""
        if self._vote is None:
            raise BookRefuses("No vote is open.")
        self._vote.cast(voter, address, move)
        await self.point(self._vote.spots())

    def _forget_vote(self) -> None:
        self._vote = None
        if self._closing is not None:
            self._closing.cancel()
            self._closing = None

    def _tell_all(self) -> None:
        for listener in self._daemon.audience:
            listener.look()

    def picture(self) -> Json:
        """What the page shows."""
        return {
            "step": self.step,
            "steps": len(self._line.moves),
            "pointed": _named(self._spots),
            "arrange": self.arrange_json(),
            "vote": None if self._vote is None else self._vote.picture(),
        }


def _named(spots: Spots) -> dict[str, str]:
    return {str(hole): role for hole, role in spots}
