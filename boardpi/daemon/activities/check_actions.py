"""The desk of the check: starts one, passes on what the maker says, compares at all times."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

from boardpi.boards.build import share_settling
from boardpi.check.finding import Finding
from boardpi.check.plan import PARTS, Patience, Plan
from boardpi.check.report import Report, compare, print_report
from boardpi.config import Config
from boardpi.daemon.activities.check import Checking, picture_finding
from boardpi.daemon.activities.check_reports import (
    checks_folder,
    has_probe,
    identify,
    last_report,
    last_text,
    state_of,
    wires_of,
)
from boardpi.daemon.loop import Daemon
from boardpi.errors import NoSuch, NothingToDo
from boardpi.rules import HOLES, Hole
from boardpi.table.facts import Fact

Json = dict[str, Any]
Change = tuple[str, dict[str, str]]
log = logging.getLogger("boardpi.checks")
SENTENCES = {
    "never_checked": "This board was never checked: see Check on the page, or boardpi check.",
    "board_changed": "This is board {now}; the last check was of board {then}. Check it.",
    "wires_changed": "The configured pins are others than at the check of {at}. Check the board.",
    "firmware_changed": "The firmware is {now}; it was {then} at the last check.",
    "diode_changed": "Since the last check a diode has failed at {holes}.",
    "column_changed": "Column {columns} touches ground.",
}
"""For the log; the page has its own words."""


def translate(told: Json) -> Json:
    """A finding of a report in every language; as it stands where it comes from another boardpi."""
    try:
        return picture_finding(Finding(told["code"], tuple(told["params"].items())))
    except (KeyError, AttributeError, TypeError, IndexError):
        return {key: told.get(key, "") for key in ("code", "is_fault", "sentence", "advice")}


class CheckDesk:
    """Also an audience of the daemon: it looks at the board whenever something may have changed."""

    def __init__(self, daemon: Daemon, config: Config) -> None:
        self._daemon = daemon
        self._config = config
        self._folder = checks_folder(config)
        self._last: Report | None = last_report(self._folder, config.board.kind)
        self._told: list[Change] = []
        self._ending: asyncio.Task[None] | None = None

    # ── the check itself ─────────────────────────────────────────────────────────────────────────

    def plan(self, values: Json) -> Plan:
        """What was asked for; all of it where nothing was."""
        config = self._config
        names = values.get("holes")
        settle_ms = share_settling(config.board.kind, config.table.settle_ms)[1]
        return Plan(
            holes=tuple(sorted({Hole(name) for name in names})) if names else HOLES,
            parts=frozenset([values["only"]] if "only" in values else PARTS),
            wires=wires_of(config.board),
            patience=Patience(settle_ms=settle_ms),
            has_probe=has_probe(self._daemon.board),
            budget_ma=config.table.power_budget_ma,
        )

    async def start(self, values: Json) -> None:
        """Lend the board to a check."""
        daemon = self._daemon
        if daemon.lost is not None:
            raise NothingToDo("The board is away: there is nothing to check.")
        checking = Checking(
            self.plan(values),
            daemon.board,
            daemon.painter,
            daemon.inbox,
            folder=self._folder,
            identify=lambda: identify(daemon.board, self._config.board),
            on_over=self._end,
        )
        await daemon.inbox.run(lambda: daemon.lend(checking))

    async def answer(self, values: Json) -> None:
        """What the maker says."""
        checking = self._checking()

        async def pass_on() -> None:
            if self._daemon.guest is checking:
                await checking.tell(values["answer"])

        await self._daemon.inbox.run(pass_on)

    def _checking(self) -> Checking:
        guest = self._daemon.guest
        if not isinstance(guest, Checking):
            raise NothingToDo("No check is under way.")
        return guest

    def _end(self) -> None:
        """The check is over: the board goes back to the game, in the loop's own time."""
        self._last = last_report(self._folder, self._config.board.kind)
        self._ending = asyncio.create_task(self._daemon.inbox.run(self._daemon.take_over))

    # ── the last report ──────────────────────────────────────────────────────────────────────────

    async def report(self) -> Json:
        """As it was written, with its findings in every language."""
        found: Json = json.loads(await self.report_text("json"))
        found["findings"] = [translate(finding) for finding in found["findings"]]
        return found

    async def report_text(self, kind: str) -> str:
        """`json` or `txt`."""
        board = self._config.board.kind
        text = await asyncio.to_thread(last_text, self._folder, board)
        if text is None:
            raise NoSuch("This board was never checked.")
        return text if kind == "json" else print_report(json.loads(text))

    # ── comparing ────────────────────────────────────────────────────────────────────────────────

    def changes(self) -> list[Change]:
        """What differs from the last check, as far as can be seen."""
        daemon, kind = self._daemon, self._config.board.kind
        if kind == "virtual" or daemon.lost is not None or not daemon.what or daemon.guest:
            return []
        state, identity = state_of(daemon.board), identify(daemon.board, self._config.board)
        if state is None:
            return compare(self._last, identity)
        return compare(self._last, identity, state.backward, state.grounded)

    def warnings(self) -> list[Json]:
        """For the page."""
        return [
            {"code": f"check_{code}", "message": SENTENCES[code].format(**facts), "params": facts}
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
