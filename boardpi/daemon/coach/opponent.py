"""The coach as an opponent: it thinks when it is its turn, and hands carry its moves out.

Which seat it has stands in the book, as the seat's name; so it is there after a restart, and
switches sides with the games of a match.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple

from boardpi.clock import now_ms
from boardpi.club.names import coach_level
from boardpi.coach.engine.levels import LEVELS
from boardpi.daemon.coach.thinker import CoachAway, Thinker
from boardpi.daemon.coach.thinking import game_json
from boardpi.daemon.loop import Daemon
from boardpi.daemon.own_hands import Carrying
from boardpi.daemon.page.answers.table import CoachJson
from boardpi.rules import Game, Side, parse_move
from boardpi.table.events import DrawAgreed, Event, Expected
from boardpi.table.facts import Fact

Json = dict[str, Any]
log = logging.getLogger("boardpi.coach")
PAUSE_SECONDS: Final = 0.6  # an answer before the hand has left the board is none of a person's
RETRY_SECONDS: Final = 10.0


class Seat(NamedTuple):
    """Where the coach sits, and how well it plays."""

    side: Side
    level: str


def _sees_all(name: str) -> bool:
    """Whether the level of this name overlooks no line."""
    return any(level.name == name and not level.blindness for level in LEVELS)


class Opponent:
    """Watches the table; whenever the coach is to move, it thinks and says what it plays."""

    def __init__(self, daemon: Daemon, thinker: Thinker) -> None:
        self._daemon = daemon
        self._thinker = thinker
        self._task: asyncio.Task[None] | None = None
        self._carrying = Carrying(daemon)
        self.is_kept_out: Callable[[], bool] = lambda: False  # somebody else has no hands here
        self._about: Game | None = None  # what it thinks, or thought, about
        self._is_pondering = False  # on the opponent's time
        self._begins: Game | None = None  # the game in which it was asked to begin
        self._errands: set[asyncio.Task[None]] = set()
        self.trouble: str | None = None

    @property
    def seat(self) -> Seat | None:
        """The coach's seat; None where people play each other, or nobody could."""
        entry = self._daemon.keeper.page.entry
        seats = [
            Seat(side, found)
            for side, name in zip(Side, (entry.white_name, entry.black_name), strict=True)
            if (found := coach_level(name)) is not None
        ]
        return seats[0] if len(seats) == 1 else None

    @property
    def is_thinking(self) -> bool:
        """Whether it is at work on its own time."""
        return self._is_at_work and not self._is_pondering and self.trouble is None

    @property
    def _is_at_work(self) -> bool:
        return self._task is not None and not self._task.done()

    def begin(self) -> None:
        """It shall make the first move."""
        self._begins = self._daemon.table.game
        self.look()

    def picture(self) -> CoachJson | None:
        """What the page shows."""
        seat, table = self.seat, self._daemon.table
        if seat is None:
            return None
        return {
            "side": seat.side.letter,
            "level": seat.level,
            "is_thinking": self.is_thinking,
            "may_begin": table.game.is_open and self._begins is not table.game,
            "trouble": self.trouble,
        }

    def close(self) -> None:
        """No more moves."""
        self._forget()
        self._carrying.close()

    # ── the audience ─────────────────────────────────────────────────────────────────────────────

    def tell(self, fact: Fact) -> None:
        """Facts change how the table looks; that is enough."""

    def look(self) -> None:
        """See whether there is something to do."""
        seat, table = self.seat, self._daemon.table
        side = None if seat is None else seat.side
        if self.is_kept_out():
            self._forget()
            return
        if table.guided is not side and self._daemon.activity is None and not self._errands:
            self._send(Expected(now_ms(), side))
        if seat is None or not self._is_to_move(seat.side):
            self._wait(seat)
        elif table.expected is not None:
            self._carrying.carry_out(table.game, table.expected, seat.side)
        elif not self._is_busy_with(table.game):
            self._forget()
            self._about, self._is_pondering = table.game, False
            self._task = self._start(self._think(table.game, seat))

    def _wait(self, seat: Seat | None) -> None:
        """While somebody else is to move: a coach that sees every line thinks about it, too."""
        table = self._daemon.table
        is_idle = self._daemon.activity is not None or table.is_over or table.game.is_open
        if seat is None or is_idle or not _sees_all(seat.level):
            self._forget()
        elif self._about is not table.game:  # once about each position
            self._forget()
            self._about, self._is_pondering = table.game, True
            self._task = self._start(self._ponder(table.game, seat))

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        task.add_done_callback(self._daemon.fail_with)
        return task

    def _is_to_move(self, side: Side) -> bool:
        table = self._daemon.table
        if self._daemon.activity is not None or table.is_over:
            return False
        if table.game.is_open:
            return self._begins is table.game
        if table.open_turn is not None:
            return table.expected is not None  # it is half made; the player's own may still change
        return table.game.position.side is side

    def _is_busy_with(self, game: Game) -> bool:
        return self._about is game and self._is_at_work and not self._is_pondering

    def _forget(self) -> None:
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
            self._task = None
        self.trouble = None

    # ── thinking ─────────────────────────────────────────────────────────────────────────────────

    async def _think(self, game: Game, seat: Seat) -> None:
        while True:
            try:
                answer, _ = await asyncio.gather(
                    self._thinker.ask(self._request(game, seat)),
                    asyncio.sleep(PAUSE_SECONDS),
                )
            except CoachAway as error:
                self._complain(error)
                await asyncio.sleep(RETRY_SECONDS)
                continue
            self.trouble = None
            event = self._decide(game, seat.side, answer)
            await self._daemon.inbox.run(partial(self._play, game, event))
            return

    async def _ponder(self, game: Game, seat: Seat) -> None:
        """Whoever asks for something else goes first; nobody misses what comes of this."""
        request = {"do": "ponder", "game": game_json(game), "level": seat.level}
        with contextlib.suppress(CoachAway):
            await self._thinker.ask(request, is_patient=True)

    def _request(self, game: Game, seat: Seat) -> Json:
        if game.is_open:
            game = replace(game, start=game.start.with_side(seat.side), any_first=False)
        seed = self._daemon.keeper.page.entry.id
        return {"do": "choose", "game": game_json(game), "level": seat.level, "seed": seed}

    def _decide(self, game: Game, side: Side, answer: Json) -> Event:
        """Its move; or, where the position stands for the third time, a draw that is no worse."""
        if game.repetitions >= 3:
            drawn = game.agree_draw().outcome
            assert drawn is not None
            if answer["score"] <= 100 * (drawn.points[side] - drawn.points[side.other]):
                return DrawAgreed(now_ms())
        return Expected(now_ms(), side, parse_move(answer["move"]))

    async def _play(self, game: Game, event: Event) -> None:
        if self._daemon.table.game is game and self._daemon.activity is None:
            await self._daemon.take(replace(event, ms=now_ms()))

    def _complain(self, error: CoachAway) -> None:
        if self.trouble is None:
            log.error("The coach cannot think: %s", error)
        self.trouble = str(error)
        for listener in self._daemon.audience:
            if listener is not self:
                listener.look()

    def _send(self, event: Event) -> None:
        async def take() -> None:
            if self._daemon.activity is None:
                await self._daemon.take(event)

        errand = asyncio.ensure_future(self._daemon.inbox.run(take))
        self._errands.add(errand)
        errand.add_done_callback(self._errands.discard)
        errand.add_done_callback(self._daemon.fail_with)
