"""The table in a club: joining a hub, sitting down to what it paired, calling the arbiter."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any, Final

from boardpi.clock import now_ms
from boardpi.club.errors import BookError
from boardpi.daemon.bookkeeper import Seats
from boardpi.daemon.hub_link import ask_for_link
from boardpi.daemon.loop import Daemon
from boardpi.daemon.page.answers.table import ClubJson, RoundJson, SeatJson
from boardpi.daemon.uplink import Uplink
from boardpi.errors import BookAway, NotDone, NothingToDo
from boardpi.rules import START, Game, RuleSet
from boardpi.table.events import Began
from boardpi.web.service import Action, Endpoint, Values
from boardpi.web.shapes import choice, record, text

log = logging.getLogger("boardpi.hub")
WATCH_SECONDS: Final = 5.0
PATIENCE_SECONDS: Final = 60.0  # then the table calls the arbiter by itself
CALLS: Final = ("player", "astray", "question", "reed")


class ClubActions:
    """What players and the organiser do at a table of a club."""

    def __init__(
        self, daemon: Daemon, uplink: Uplink, known: Mapping[str, RuleSet], name: str
    ) -> None:
        self._daemon, self._uplink, self._known, self._name = daemon, uplink, known, name
        self._since: dict[str, float] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        uplink.heard = self._hear

    def picture(self) -> ClubJson | None:
        """For the page."""
        link = self._uplink.link
        if link is None:
            return None
        return {
            "club": link.club,
            "name": link.name,
            "is_online": self._uplink.is_online,
            "seat": self._seat(),
            "round": self._round(),
        }

    def _seat(self) -> SeatJson | None:
        seat = self._uplink.seat
        if seat is None:
            return None
        return {
            "white": seat["white"],
            "black": seat["black"],
            "event": seat.get("event", ""),
            "round": seat.get("round"),
            "is_taken": self._daemon.keeper.page.entry.match_uid == seat["match"],
        }

    def _round(self) -> RoundJson | None:
        told = self._uplink.round
        if told is None:
            return None
        is_running, left_s = told.get("is_running", False), told.get("left_s")
        if is_running and left_s is not None:
            left_s = max(0, left_s - (now_ms() - self._uplink.round_ms) // 1000)
        return {
            "number": told["number"],
            "of": told.get("of", 0),
            "left_s": left_s,
            "is_running": is_running,
        }

    # ── joining ──────────────────────────────────────────────────────────────────────────────────

    async def join(self, values: Values) -> None:
        """Ask the hub for a login, once."""
        link = await asyncio.to_thread(ask_for_link, values["address"], values["code"], self._name)
        await self._write(self._uplink.join, link)
        self._uplink.use(link)
        self._daemon.look()

    async def leave(self, values: Values) -> None:
        """Play on alone."""
        if self._uplink.link is None:
            raise NothingToDo("This table has joined no hub.")
        await self._write(self._uplink.leave)
        self._uplink.use(None)
        self._daemon.look()

    async def _write(self, work: Any, *values: object) -> None:
        try:
            await self._daemon.keeper.writer.run(work, *values)
        except BookError as error:
            raise BookAway(str(error)) from None

    # ── seats ────────────────────────────────────────────────────────────────────────────────────

    def _hear(self) -> None:
        """The hub said something: sit down where nobody is in the middle of a game."""
        self._daemon.look()
        if self._uplink.seat is not None:
            task = asyncio.get_running_loop().create_task(self._sit_if_free())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _sit_if_free(self) -> None:
        seat, table = self._uplink.seat, self._daemon.table
        is_busy = bool(table.game.moves) and not table.is_over
        if seat is None or is_busy or self._daemon.activity is not None:
            return
        book = self._daemon.keeper.book
        try:
            if await asyncio.to_thread(book.matches.find, seat["match"]) is None:
                await self.sit({})
        except (NotDone, BookError) as error:
            log.warning("The seat is not taken: %s", error)

    async def sit(self, values: Values) -> None:
        """Begin the match that the hub paired; what stands on the table is left unfinished."""
        seat = self._uplink.seat
        if seat is None:
            raise NothingToDo("The hub has paired nobody at this table.")
        if self._daemon.keeper.page.entry.match_uid == seat["match"]:
            raise NothingToDo("These players have sat down already.")
        rules = self._known.get(seat.get("rules", ""), self._daemon.table.game.rules)
        seats = Seats(seat["white"], seat["black"], seat["match"])
        await self._daemon.inbox.ask(Began(now_ms(), Game(rules, START, any_first=True)), seats)

    # ── the arbiter ──────────────────────────────────────────────────────────────────────────────

    async def call(self, values: Values) -> None:
        """A player wants the arbiter."""
        if self._uplink.link is None:
            raise NothingToDo("This table has joined no hub.")
        self._uplink.call(values.get("why", "player"))

    async def watch(self) -> None:
        """Call the arbiter for what nobody at the table puts right."""
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            if self._uplink.link is not None:
                self._look_around(asyncio.get_running_loop().time())

    def _look_around(self, now: float) -> None:
        table = self._daemon.table
        troubles = {
            "astray": table.astray is not None,
            "question": bool(table.question),
            "reed": bool(self._daemon.suspects),
        }
        for why, is_so in troubles.items():
            if not is_so or self._daemon.activity is not None:
                self._since.pop(why, None)
            elif now - self._since.setdefault(why, now) >= PATIENCE_SECONDS:
                self._since[why] = float("inf")  # once each time
                self._uplink.call(why)

    actions = (
        Action(
            "hub-join",
            "join the hub of a club by its code",
            record({"address": text(200, shortest=1), "code": text(20)}),
            join,
        ),
        Action("hub-leave", "leave the hub; the table plays on alone", record(), leave),
        Action("sit", "begin the match that the hub paired", record(), sit),
        Action("call", "call the arbiter", record(why=choice(*CALLS)), call),
    )
    endpoints: tuple[Endpoint, ...] = ()
