"""A check of the wiring: the board's events go in, lights and a report come out."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Literal, cast

from boardpi import __version__
from boardpi.boards.board import Board, Counting
from boardpi.boards.build import share_settling
from boardpi.boards.serial.link.messages import State
from boardpi.check.check import Check
from boardpi.check.diagnosis import suspect
from boardpi.check.effects import Effect, Finish, Flood
from boardpi.check.events import ANSWERS, Counted, Probed, Told
from boardpi.check.events import Event as CheckEvent
from boardpi.check.notes import states
from boardpi.check.plan import CHAPTERS, CHOICES, PARTS, REACH, CheckPlan, Patience
from boardpi.check.prompts import say
from boardpi.check.report import CheckReport, Identity, compare, print_report, write_report
from boardpi.check.step import begin, step
from boardpi.clock import now_ms
from boardpi.config import Config
from boardpi.daemon.activities.check_reports import (
    checks_folder,
    has_probe,
    identify,
    last_report,
    last_text,
    now_text,
    picture_finding,
    save_report,
    state_of,
    translate,
    wires_of,
)
from boardpi.daemon.inbox import Inbox
from boardpi.daemon.loop import Daemon
from boardpi.daemon.page.answers.checks import ReportJson, ToldReportJson
from boardpi.daemon.page.answers.snapshot import CheckGuestJson
from boardpi.daemon.page.answers.table import WarningJson
from boardpi.daemon.painter import Painter
from boardpi.errors import NoSuch, NothingToDo
from boardpi.rules import HOLES, START, Hole
from boardpi.rules.holes import ALL
from boardpi.table.effects import Show, WakeAt
from boardpi.table.events import BoardFound, BoardLost, Event, Pressed, Sensed, Woke
from boardpi.table.facts import Fact
from boardpi.table.table import DARK as NO_LIGHTS
from boardpi.table.table import Table
from boardpi.texts.languages import LANGUAGES
from boardpi.web.service import Action, ApiRequest, Endpoint, File, Values
from boardpi.web.shapes import HOLE, choice, many, record

Change = tuple[str, dict[str, str]]
log = logging.getLogger("boardpi.checks")
LOOK_MS: Final = 250  # how often to ask whether the firmware has looked at its wiring
COLOUR_ANSWERS: Final = ("red", "green", "blue", "none")
SENTENCES = {
    "never_checked": "This board was never checked: see Check on the page, or boardpi check.",
    "board_changed": "This is board {now}; the last check was of board {then}. Check it.",
    "wires_changed": "The configured pins are others than at the check of {at}. Check the board.",
    "firmware_changed": "The firmware is {now}; it was {then} at the last check.",
    "diode_changed": "Since the last check a diode has failed at {holes}.",
    "column_changed": "Column {columns} touches ground.",
}
"""For the log; the page has its own words."""
SPOKEN: Final = record(language=choice(*LANGUAGES))


class CheckActivity:
    """Whoever runs a check, daemon or command, has one of these."""

    kind: Literal["check"] = "check"

    def __init__(
        self,
        plan: CheckPlan,
        board: Board,
        painter: Painter,
        inbox: Inbox,
        *,
        folder: Path | None,
        identify: Callable[[], Identity],
        on_over: Callable[[], None],
    ) -> None:
        self.check: Check | None = None
        self.report: dict[str, Any] | None = None
        self.file: Path | None = None
        self._plan = plan
        self._board, self._painter, self._inbox = board, painter, inbox
        self._folder, self._identify, self._on_over = folder, identify, on_over
        self._probed: State | None = None  # what the firmware said last

    @property
    def table(self) -> Table | None:
        """It plays no game."""
        return None

    async def arrive(self, mask: int) -> None:
        """Begin; this is what the reeds show."""
        self.check, effects = begin(self._plan, mask, now_ms())
        await self._perform(effects)

    async def take(self, event: Event) -> None:
        """A board's event or the clock's."""
        if isinstance(event, Sensed | Woke | Pressed | BoardLost | BoardFound):
            await self._probe()
            await self._step(event)

    async def tell(self, answer: str) -> None:
        """What the maker says."""
        assert answer in ANSWERS
        await self._step(Told(now_ms(), answer))

    async def leave(self) -> None:
        """Nothing shines any more."""
        await self._painter.show(NO_LIGHTS, START)

    async def _probe(self) -> None:
        state = state_of(self._board)
        if state is not None and state is not self._probed:
            self._probed = state
            closed = state.settled & ALL
            await self._step(Probed(now_ms(), closed, state.backward, state.grounded))
        if REACH in self._plan.parts and isinstance(self._board, Counting):
            await self._count(self._board)

    async def _count(self, board: Counting) -> None:
        """Ask the firmware for the flickers that it kept from us, and hear what it last said."""
        if board.chatter is not None:
            await self._step(Counted(now_ms(), board.chatter.counts))
        board.ask_chatter()

    async def _step(self, event: CheckEvent) -> None:
        assert self.check is not None
        was_over = self.check.is_over
        self.check, effects = step(self.check, event)
        await self._perform(effects)
        if self.check.is_over and not was_over:
            self._on_over()

    async def _perform(self, effects: list[Effect]) -> None:
        for effect in effects:
            match effect:
                case Show():
                    await self._painter.show(effect.lights, START)
                case Flood():
                    await self._painter.flood(effect.colour)
                case WakeAt():
                    soon = now_ms() + LOOK_MS if self._plan.has_probe else effect.ms
                    self._inbox.wake_at(min(effect.ms, soon))
                case Finish():
                    await self._finish()

    async def _finish(self) -> None:
        assert self.check is not None
        self.report = write_report(self.check, self._identify(), now_text(), __version__)
        if self._folder is None:
            return
        try:
            self.file = await asyncio.to_thread(save_report, self._folder, self.report)
        except OSError as error:
            log.error("The report of the check cannot be kept: %s", error)

    # ── for the page ─────────────────────────────────────────────────────────────────────────────

    def picture(self) -> CheckGuestJson:
        """What the page shows of it."""
        check = self.check
        assert check is not None
        findings = check.findings if check.is_done else suspect(check.notes, check.plan.wires)
        task = check.task
        return {
            "kind": self.kind,
            "chapter": CHAPTERS[check.chapter],
            "task": task.kind,
            "stage": check.stage,
            "hole": None if task.hole is None else str(task.hole),
            "sentences": {language: say(check, language) for language in LANGUAGES},
            "answers": answers_to(check),
            "holes": {str(hole): state for hole, state in states(check.notes).items()},
            "lights": name_shown(check),
            "mask": check.settling.raw,
            "findings": [picture_finding(finding) for finding in findings],
            "counted": "archers" if REACH in check.plan.parts else "holes",
            "done": check.progress[0],
            "of": check.progress[1],
            "report": cast("ReportJson | None", self.report),
        }


def answers_to(check: Check) -> list[str]:
    """What the maker may say now, besides stopping."""
    if check.task.kind == "colour" and check.stage == "act":
        return list(COLOUR_ANSWERS)
    if check.task.kind == "place" and check.stage == "act":
        return ["go", "dark"]
    return ["go"]


def name_shown(check: Check) -> dict[str, str]:
    """The roles of lit holes; a flood is named by its colour."""
    shown = check.shown or ()
    if len(shown) == 3:
        colour = "#" + "".join(f"{value:02x}" for value in shown if isinstance(value, int))
        return {str(hole): colour for hole in NAMES}
    return {hole: str(role) for hole, role in zip(NAMES, shown, strict=False) if role is not None}


NAMES: Final = [f"{column}{row}" for row in "12345" for column in "abcde"]


# ── actions ──────────────────────────────────────────────────────────────────────────────────────


class CheckActions:
    """Starts a check, passes on what the maker says, and compares the board with the last one.

    Also an audience of the daemon: it looks at the board whenever something may have changed.
    """

    def __init__(self, daemon: Daemon, config: Config) -> None:
        self._daemon = daemon
        self._config = config
        self._folder = checks_folder(config)
        self._last: CheckReport | None = last_report(self._folder, config.board.kind)
        self._told: list[Change] = []
        self._ending: asyncio.Task[None] | None = None

    async def begin(self, values: Values) -> None:
        """Lend the board to a check."""
        daemon = self._daemon
        if daemon.lost is not None:
            raise NothingToDo("The board is away: there is nothing to check.", reason="board_away")
        activity = CheckActivity(
            self._plan(values),
            daemon.board,
            daemon.painter,
            daemon.inbox,
            folder=self._folder,
            identify=lambda: identify(daemon.board, self._config.board),
            on_over=self._end,
        )
        await daemon.do(lambda: daemon.lend(activity))

    def _plan(self, values: Values) -> CheckPlan:
        """What was asked for; all of it where nothing was."""
        config = self._config
        names = values.get("holes")
        settle_ms = share_settling(config.board.kind, config.table.settle_ms)[1]
        return CheckPlan(
            holes=tuple(sorted({Hole(name) for name in names})) if names else HOLES,
            parts=frozenset([values["only"]] if "only" in values else PARTS),
            wires=wires_of(config.board),
            patience=Patience(settle_ms=settle_ms),
            has_probe=has_probe(self._daemon.board),
            budget_ma=config.table.power_budget_ma,
        )

    async def answer(self, values: Values) -> None:
        """What the maker says."""
        activity = self._daemon.activity
        if not isinstance(activity, CheckActivity):
            raise NothingToDo("No check is under way.")

        async def pass_on() -> None:
            if self._daemon.activity is activity:
                await activity.tell(values["answer"])

        await self._daemon.do(pass_on)

    def _end(self) -> None:
        """The check is over: the board goes back to the game, in the loop's own time."""
        self._last = last_report(self._folder, self._config.board.kind)
        self._ending = asyncio.create_task(self._daemon.inbox.run(self._daemon.take_over))

    # ── the last report ──────────────────────────────────────────────────────────────────────────

    async def _read(self) -> str:
        text = await asyncio.to_thread(last_text, self._folder, self._config.board.kind)
        if text is None:
            raise NoSuch("This board was never checked.")
        return text

    async def tell_report(self, request: ApiRequest) -> ToldReportJson:
        """As it was written, with its findings in every language."""
        found = json.loads(await self._read())
        found["findings"] = [translate(finding) for finding in found["findings"]]
        return cast("ToldReportJson", found)

    async def save_json(self, request: ApiRequest) -> File:
        """As it was written."""
        return File.of(await self._read(), "boardpi-check.json", "application/json")

    async def save_text(self, request: ApiRequest) -> File:
        """For people."""
        report = json.loads(await self._read())
        report = print_report(report, request.values.get("language", "en"))
        return File.of(report, "boardpi-check.txt", "text/plain")

    # ── comparing ────────────────────────────────────────────────────────────────────────────────

    def changes(self) -> list[Change]:
        """What differs from the last check, as far as can be seen."""
        daemon, kind = self._daemon, self._config.board.kind
        if kind == "virtual" or daemon.lost is not None or not daemon.what or daemon.activity:
            return []
        state, identity = state_of(daemon.board), identify(daemon.board, self._config.board)
        if state is None:
            return compare(self._last, identity)
        return compare(self._last, identity, state.backward, state.grounded)

    def warnings(self) -> list[WarningJson]:
        """For the page."""
        return [
            {
                "code": f"check_{code}",
                "message": SENTENCES[code].format(**facts),
                "params": dict(facts),
            }
            for code, facts in self.changes()
        ]

    def tell(self, fact: Fact) -> None:
        """Facts change nothing here."""

    def look(self) -> None:
        """Say in the log what is new."""
        changes = self.changes()
        for code, facts in changes:
            if (code, facts) not in self._told:
                level = logging.INFO if code == "never_checked" else logging.WARNING
                log.log(level, SENTENCES[code].format(**facts))
        self._told = changes

    actions = (
        Action(
            "check",
            "check the wiring, hole by hole; the game waits",
            record(only=choice(*CHOICES), holes=many(HOLE, 25)),
            begin,
        ),
        Action(
            "check-answer",
            "what the maker says to the check",
            record({"answer": choice(*ANSWERS)}),
            answer,
        ),
    )
    endpoints = (
        Endpoint("GET", "/check", "the last check of this board", tell_report),
        Endpoint("GET", "/check.json", "its report as a file", save_json, body=ReportJson),
        Endpoint("GET", "/check.txt", "the same for people", save_text, SPOKEN, "text/plain"),
    )
