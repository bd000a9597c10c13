"""A check at work: the board's events go in, lights and a report come out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from boardpi import __version__
from boardpi.boards.board import Board
from boardpi.boards.serial.link.messages import State
from boardpi.check.check import Check
from boardpi.check.diagnosis import suspect
from boardpi.check.effects import Effect, Finish, Flood
from boardpi.check.events import ANSWERS, Probed, Told
from boardpi.check.events import Event as CheckEvent
from boardpi.check.finding import Finding
from boardpi.check.notes import states
from boardpi.check.plan import CHAPTERS, CheckPlan
from boardpi.check.prompts import advise, say, sentence
from boardpi.check.report import Identity, write_report
from boardpi.check.step import begin, step
from boardpi.clock import now_ms
from boardpi.daemon.activities.check_reports import now_text, save_report, state_of
from boardpi.daemon.inbox import Inbox
from boardpi.daemon.painter import Painter
from boardpi.rules import START
from boardpi.rules.holes import ALL
from boardpi.table.effects import Show, WakeAt
from boardpi.table.events import BoardFound, BoardLost, Event, Pressed, Sensed, Woke
from boardpi.table.table import DARK as NO_LIGHTS
from boardpi.table.table import Table
from boardpi.texts.languages import LANGUAGES

Json = dict[str, Any]
log = logging.getLogger("boardpi.checks")
LOOK_MS: Final = 250  # how often to ask whether the firmware has looked at its wiring
COLOUR_ANSWERS: Final = ("red", "green", "blue", "none")


class Checking:
    """Whoever runs a check, daemon or command, has one of these."""

    kind = "check"

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
        self.report: Json | None = None
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

    def picture(self) -> Json:
        """What the page shows of it."""
        check = self.check
        assert check is not None
        findings = check.findings if check.is_done else suspect(check.notes, check.plan.wires)
        task = check.task
        return {
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
            "done": check.notes.asked.bit_count(),
            "of": len(check.plan.holes),
            "report": self.report,
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


def picture_finding(finding: Finding) -> Json:
    """A finding in every language."""
    return {
        "code": finding.code,
        "is_fault": finding.is_fault,
        "sentences": {language: sentence(finding, language) for language in LANGUAGES},
        "advice": {language: advise(finding, language) for language in LANGUAGES},
    }
