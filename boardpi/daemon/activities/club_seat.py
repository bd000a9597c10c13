"""The table in a club: joining a hub, sitting down to what it paired, calling the arbiter."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Mapping
from typing import Any, Final

from boardpi.clock import now_ms
from boardpi.club.errors import BookError
from boardpi.daemon.activities.far_match import FarActions
from boardpi.daemon.bookkeeper import Seats
from boardpi.daemon.hub_link import ask_for_link
from boardpi.daemon.loop import Daemon
from boardpi.daemon.page.answers.table import (
    ClubJson,
    ClubSaidJson,
    RoundJson,
    RulingJson,
    SeatJson,
)
from boardpi.daemon.uplink import Uplink
from boardpi.errors import BookAway, NotDone, NothingToDo
from boardpi.rules import START, Game, Hole, RuleSet
from boardpi.table.events import Began, HelpChosen, Pointed
from boardpi.texts import VOICE
from boardpi.texts.languages import LANGUAGES
from boardpi.web.service import Action, Endpoint, Values
from boardpi.web.shapes import choice, record, text

log = logging.getLogger("boardpi.hub")
WATCH_SECONDS: Final = 5.0
PATIENCE_SECONDS: Final = 60.0  # then the table calls the arbiter by itself
CALLS: Final = ("player", "astray", "question", "reed")


CORNERS: Final = tuple((Hole(name), "hint") for name in ("a1", "e1", "a5", "e5"))
"""The time of the round is over."""
WARNED_MINUTES: Final = (0, 5)


def seat_lights(round_: int) -> tuple[tuple[Hole, str], ...]:
    """Both first rows glow in the colours of their sides, and the middle row counts the round."""
    rows = [(Hole(f"{column}{row}"), "winner") for row in (1, 5) for column in "abcde"]
    return (*rows, *((Hole(f"{column}3"), "hint") for column in "abcde"[:round_]))


def words_of(ruling: Mapping[str, Any]) -> str | None:
    """A ruling as a line of the history: whole and half points, and why."""
    if ruling["halves"] is None:
        return None
    score = " : ".join(f"{halves / 2:g}" for halves in ruling["halves"])
    return f"{score} ({ruling['reason']})"


class ClubActions:
    """What players and the organiser do at a table of a club."""

    def __init__(
        self,
        daemon: Daemon,
        uplink: Uplink,
        known: Mapping[str, RuleSet],
        name: str,
        far: FarActions,
    ) -> None:
        self._far = far
        self._daemon, self._uplink, self._known, self._name = daemon, uplink, known, name
        self._since: dict[str, float] = {}
        self._said: ClubSaidJson = {"say": {}, "told": 0}
        self._kept: list[dict[str, Any]] | None = None  # rulings that are in the book
        self._round_told: tuple[int, int] | None = None  # the round and the minutes that were told
        self._tasks: set[asyncio.Task[None]] = set()
        uplink.heard = self._hear
        far.speak_by(self.say)

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
            "others": self._far.others(),
            "far": self._far.picture(),
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
            "ruling": self._ruling(seat["match"]),
        }

    def _ruling(self, match: str) -> RulingJson | None:
        """What the arbiter has decided about this match."""
        for told in self._uplink.rulings or ():
            if told["match"] == match and told["halves"] is not None:
                return {"halves": told["halves"], "reason": told["reason"]}
        return None

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
            self._start(self._sit_if_free())
        rulings = self._uplink.rulings
        if rulings and rulings is not self._kept:
            self._kept = rulings
            self._start(self._keep_rulings(rulings))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _keep_rulings(self, rulings: list[dict[str, Any]]) -> None:
        """Each is a line of the history of its games, in this table's book, too."""
        rule, is_new = self._daemon.keeper.book.corrections.rule, False
        try:
            for told in rulings:
                is_new |= await self._daemon.keeper.writer.run(rule, told["match"], words_of(told))
        except BookError as error:
            self._kept = None  # tried again with the next word of the hub
            log.warning("The arbiter's ruling is not kept: %s", error)
        if is_new:
            self.say("ruling")
            self._daemon.look()

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
            raise NothingToDo("These players have sat down already.", reason="already_seated")
        rules = self._known.get(seat.get("rules", ""), self._daemon.table.game.rules)
        seats = Seats(seat["white"], seat["black"], seat["match"])
        await self._daemon.inbox.ask(Began(now_ms(), Game(rules, START, any_first=True)), seats)
        if "help" in seat:
            await self._daemon.inbox.ask(HelpChosen(now_ms(), seat["help"]))
        await self._daemon.inbox.ask(Pointed(now_ms(), seat_lights(seat.get("round", 0))))
        names = {"white": seat["white"], "black": seat["black"]}
        self.say("seat", round=seat.get("round", 1), **names)

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
                await self._watch_round()

    # ── voice and lights ─────────────────────────────────────────────────────────────────────────

    def told(self) -> ClubSaidJson:
        """What the voice says of the club; `told` grows with every sentence."""
        return self._said

    def say(self, key: str, **facts: object) -> None:
        """A sentence for everybody at the table."""
        say = {language: VOICE.say(language, key, **facts) for language in LANGUAGES}
        self._said = {"say": say, "told": self._said["told"] + 1}
        self._daemon.look()

    async def _watch_round(self) -> None:
        """Say once when little time is left, and when none is."""
        told = self._round()
        if told is None or told["left_s"] is None or not told["is_running"]:
            return
        left_s = told["left_s"]
        mark = next((minutes for minutes in WARNED_MINUTES if left_s <= 60 * minutes), None)
        if mark is None or self._round_told == (told["number"], mark):
            return
        self._round_told = (told["number"], mark)
        self.say("round_over" if mark == 0 else "round_ends", minutes=mark)
        if mark == 0 and self._daemon.activity is None and not self._daemon.table.is_over:
            await self._daemon.inbox.ask(Pointed(now_ms(), CORNERS))

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
            record({"address": text(200, shortest=1), "code": text(40)}),
            join,
        ),
        Action("hub-leave", "leave the hub; the table plays on alone", record(), leave),
        Action("sit", "begin the match that the hub paired", record(), sit),
        Action("call", "call the arbiter", record(why=choice(*CALLS)), call),
    )
    endpoints: tuple[Endpoint, ...] = ()
