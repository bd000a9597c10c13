"""The one loop: board, page and clock → step → record, lights, page."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, Protocol

from boardpi.boards.board import Board
from boardpi.daemon.bookkeeper import Bookkeeper
from boardpi.daemon.inbox import Inbox, Nothing, Wish
from boardpi.daemon.painter import Painter
from boardpi.daemon.pulse import Pulse
from boardpi.daemon.tracer import Tracer
from boardpi.rules import Refusal
from boardpi.table.effects import Effect, Publish, Record, Show, WakeAt
from boardpi.table.events import Began, BoardFound, BoardLost, Event, HelpChosen, MarkedDead, Sensed
from boardpi.table.facts import Fact, NewGame, Suspected, WentAstray
from boardpi.table.state import step
from boardpi.table.table import Table

log = logging.getLogger("boardpi.table")


class Audience(Protocol):
    """Whoever is told: the page, later other tables."""

    def tell(self, fact: Fact) -> None:
        """Something happened; it is on disk."""
        ...

    def look(self) -> None:
        """The table may look different now."""
        ...


class Daemon:
    """A table with a board, a book and an audience."""

    def __init__(
        self,
        table: Table,
        board: Board,
        keeper: Bookkeeper,
        painter: Painter,
        tracer: Tracer,
    ) -> None:
        self.table = table
        self.board = board
        self.keeper = keeper
        self.painter = painter
        self.tracer = tracer
        self.inbox = Inbox()
        self.pulse = Pulse()
        self.audience: list[Audience] = []
        self.guess: Refusal | None = None  # what somebody seems to have tried
        self.lost: str | None = None  # why the board is away
        self.what = ""  # how the board calls itself
        self.suspects: dict[str, str] = {}  # holes whose reeds seem broken, and why

    async def run(self) -> None:
        """Play until the inbox is closed."""
        async for event in self.inbox.events():
            if isinstance(event, Wish):
                await self._grant(event)
            else:
                await self.take(event)

    async def take(self, event: Event, wish: Wish | None = None) -> None:
        """One event: decide, write it down, and only then let anybody see it."""
        self._notice(event)
        table, effects = step(self.table, event)
        facts = [effect.fact for effect in effects if isinstance(effect, Record)]
        if facts:
            await self.keeper.write(facts, table.game, wish.plan if wish else None)
        self.table = table
        for fact in facts:
            self.keeper.clock.heed(fact)
        for effect in effects:
            await self.perform(effect)
        await self.tracer.heed(event, facts, table)
        for listener in self.audience:
            listener.look()

    async def perform(self, effect: Effect) -> None:
        """Do what the table wants done."""
        match effect:
            case Show():
                await self.painter.show(effect.lights, self.table.game.position)
            case Publish():
                self._publish(effect.fact)
            case WakeAt():
                self.inbox.wake_at(effect.ms)
            case Record():
                pass  # on disk already, with all others of this step

    async def _grant(self, wish: Wish) -> None:
        before = self.table
        try:
            await self.take(wish.event, wish)
        except BaseException as error:
            if not wish.done.done():
                wish.done.set_exception(error)
            raise
        if wish.done.done():
            return
        if has_effect(wish.event, before, self.table):
            wish.done.set_result(self.table)
        else:
            wish.done.set_exception(Nothing())

    def _notice(self, event: Event) -> None:
        """What the daemon keeps besides the table."""
        match event:
            case Sensed():
                self.pulse.feel(event)
            case MarkedDead():
                self.suspects.clear()
            case BoardLost():
                self.lost = event.why
                log.warning("The board is away: %s", event.why)
            case BoardFound():
                self.lost, self.what = None, event.what
                self.painter.forget()
                log.info("The board is there: %s.", event.what)

    def _publish(self, fact: Fact) -> None:
        if isinstance(fact, WentAstray):
            self.guess = fact.refusal
        if isinstance(fact, NewGame):
            self.guess = None
        if isinstance(fact, Suspected):
            details = fact.details()
            self.suspects[details["hole"]] = details["why"]
        log.info("%s", tell(fact), extra={"fact": fact.to_json()})
        for listener in self.audience:
            listener.tell(fact)


def has_effect(event: Event, before: Table, after: Table) -> bool:
    """Whether a wish did anything; choosing what is chosen already is as good as done."""
    if isinstance(event, HelpChosen | MarkedDead | Began):
        return True
    return (before.game, before.open_turn) != (after.game, after.open_turn)


def tell(fact: Fact) -> str:
    """A fact in one line for the log."""
    details = (f"{key}={_text(value)}" for key, value in fact.details().items())
    return " ".join([fact.event, *details])


def _text(value: Any) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ",".join(map(str, value)) or "none"
    return f'"{value}"' if " " in str(value) else str(value)
