"""The clock of the game, which counts from its beginning, the time without power left out; and the
clocks of its players, which follow the table, judge flags, and outlive a power cut.

Nothing ticks: whoever shows a clock counts from `since_ms` on. While one runs, a mark of a few
bytes is written beside the book about once a second (decision 0211).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final, cast

from boardpi.clock import now_ms
from boardpi.daemon.page.answers.table import ClocksJson, ControlJson
from boardpi.rules import Game, Side
from boardpi.table.facts import (
    Amended,
    Ended,
    Fact,
    FlagFell,
    Moved,
    NewGame,
    Passed,
    TakenBack,
    TimeLow,
)
from boardpi.table.table import Table
from boardpi.timekeeping import clocks as time
from boardpi.timekeeping.clocks import Clocks, Glance, count_turns, times_of
from boardpi.timekeeping.control import TimeControl, parse_control

log = logging.getLogger("boardpi.clock")
SLOTS: Final = (0, 65_536)
"""Two places far apart, written in turn: a cut in the middle of one leaves the other."""
SLOT_BYTES: Final = 256


class GameClock:
    """When the game began, and the moment of each of its moves."""

    def __init__(self, stamps: Iterable[int] = (), *, is_over: bool = False) -> None:
        self.stamps = list(stamps)
        played = self.stamps[-1] if self.stamps else 0
        self.began_ms = now_ms() - played
        self._ended: int | None = played if is_over else None

    def moment(self, ms: int) -> int:
        """This millisecond of the computer's clock in the game's."""
        return max(0, ms - self.began_ms)

    def heed(self, fact: Fact) -> None:
        """Follow what the table found out."""
        moment = self.moment(fact.ms)
        match fact:
            case Amended():
                self.stamps[-1] = moment
            case Moved() | Passed():
                self.stamps.append(moment)
            case TakenBack():
                del self.stamps[len(self.stamps) - fact.moves :]
                self._ended = None
            case Ended():
                self._ended = moment
            case NewGame():
                self.stamps, self.began_ms, self._ended = [], fact.ms, None

    @property
    def is_running(self) -> bool:
        """From the first move to the end."""
        return bool(self.stamps) and self._ended is None

    def played_ms(self, ms: int) -> int:
        """How long the game has been played, from its first move."""
        if not self.stamps:
            return 0
        until = self.moment(ms) if self._ended is None else self._ended
        return max(0, until - self.stamps[0])


class Timekeeper:
    """The clocks of the game on the table, and the control of those that begin from now on."""

    def __init__(self, clocks: Clocks | None = None, marks: Path | None = None) -> None:
        self.clocks = clocks
        self.control: TimeControl | None = None if clocks is None else clocks.control
        self.is_held = False  # stopped by a person
        self.is_kept_out: Callable[[], bool] = lambda: False  # the other table has its own time
        self._marks = marks
        self._marked = ""
        self._slot = 0
        self._counted: tuple[Game | None, time.Pair] = (None, (0, 0))
        self._waits_until: int | None = None
        self.stopped: str | None = None

    # ── following the table ──────────────────────────────────────────────────────────────────────

    def follow(self, table: Table, facts: Sequence[Fact]) -> None:
        """The table after a step, and what it found out."""
        if any(isinstance(fact, NewGame) for fact in facts):
            self.clocks = None
            self.begin_anew()
            self.is_held = False
        if self.clocks is not None:
            self.clocks = time.follow(self.clocks, self._glance(table, facts))

    def begin_anew(self) -> None:
        """A game in which nobody has moved yet gets the clocks of now, unless it has them."""
        if self.control is None:
            self.clocks = None
        elif self.clocks is None or self.clocks.control != self.control:
            self.clocks = Clocks(self.control)

    def _glance(self, table: Table, facts: Sequence[Fact]) -> Glance:
        game, ms = table.game, table.ms
        if self._counted[0] is not game:
            self._counted = game, count_turns(game)
        changes = [fact for fact in facts if isinstance(fact, Moved | TakenBack)]
        side = None if table.is_over or not game.moves else game.position.side
        self.stopped = self._find_stop(table)
        return Glance(
            ms,
            side,
            self._counted[1],
            changes[-1].settled_ms if changes else None,
            None if self.stopped is None else self._stop_ms(table),
        )

    def _find_stop(self, table: Table) -> str | None:
        """Why nobody's time runs, by name; None if it does."""
        if self.is_kept_out():
            return "far"
        if self.is_held:
            return "held"
        if table.is_lost or table.is_fresh or table.is_frozen:
            return "away"
        if table.question:
            return "question"
        if table.was_astray:
            return "astray"
        is_carried = table.expected is not None and table.game.position.side is table.guided
        return "expected" if is_carried else None

    def _stop_ms(self, table: Table) -> int:
        """A question is of the last touch; so is what went astray. All else stops now."""
        if self.stopped in ("question", "astray"):
            return max(table.changed_ms, table.ms - table.timing.astray_ms)
        return table.ms

    def judge(self, table: Table) -> TimeLow | FlagFell | None:
        """Who is to be warned, or has no time left. Told once each."""
        clocks, self._waits_until = self.clocks, None
        side = None if clocks is None else clocks.running
        if clocks is None or side is None:
            return None
        ms = table.ms
        if time.is_low(clocks, side, ms):
            self.clocks = clocks._replace(warned=time.mark(clocks.warned, side))
            return TimeLow(ms, side, clocks.left(side, ms))
        if not time.has_fallen(clocks, side, ms):
            return None
        rests = table.changed_ms + table.timing.astray_ms
        if not table.is_at_rest and ms < rests:
            self._waits_until = rests  # a move that settled in time may still be undecided
            return None
        self.clocks = clocks._replace(flagged=time.mark(clocks.flagged, side))
        return FlagFell(ms, side, clocks.control.flag)

    @property
    def moment(self) -> int | None:
        """When somebody must be warned or judged."""
        if self._waits_until is not None or self.clocks is None:
            return self._waits_until
        return time.next_moment(self.clocks)

    # ── what people do ───────────────────────────────────────────────────────────────────────────

    def give(self, side: Side, seconds: int) -> None:
        """An arbiter adds time, or takes it."""
        if self.clocks is not None:
            self.clocks = time.give(self.clocks, side, seconds * 1000)

    def next_picture(self) -> ControlJson | None:
        """The clock of a match that begins now, if nobody chooses another."""
        return None if self.control is None else cast("ControlJson", self.control.to_json())

    def picture(self, game: Game) -> ClocksJson | None:
        """What the page shows; it stays the same while nothing happens."""
        clocks = self.clocks
        if clocks is None or self.stopped == "far":
            return None
        running = clocks.running
        return {
            "control": cast("ControlJson", clocks.control.to_json()),
            "left_ms": [clocks.left(side) for side in Side],
            "running": None if running is None else running.letter,
            "since_ms": clocks.since,
            "delay_ms": clocks.delay_left,
            "stopped": self.stopped,
            "flagged": list(clocks.flagged),
            "used_ms": times_of(clocks, game),
        }

    # ── over a power cut ─────────────────────────────────────────────────────────────────────────

    def told(self, ms: int | None = None) -> tuple[str, str] | None:
        """For the book, with every move: control and state; with what has run until `ms`."""
        clocks = self.clocks
        if clocks is not None and ms is not None:
            clocks = time.charge(clocks, ms)
        return None if clocks is None else (str(clocks.control), time.to_text(clocks))

    async def mark(self, game_id: int, plies: int, ms: int) -> None:
        """Write down how much of this turn is used, if that has changed."""
        clocks = self.clocks
        if self._marks is None or clocks is None or clocks.side is None:
            return
        clocks = time.charge(clocks, ms)
        side, turn = clocks.side, clocks.turn
        assert side is not None
        told = {"game": game_id, "plies": plies, "side": side.letter, "turn": turn}
        text = json.dumps({**told, "used": clocks.turn_used(side, turn)})
        if text == self._marked:
            return
        self._marked, self._slot = text, 1 - self._slot
        await asyncio.to_thread(_write_mark, self._marks, SLOTS[self._slot], text)

    def forget_marks(self) -> None:
        """The game goes on in another book, which has its clocks as of now."""
        marks, self._marks = self._marks, None
        if marks is not None:
            with contextlib.suppress(OSError):
                marks.unlink()


def _write_mark(path: Path, place: int, text: str) -> None:
    """In place, and to the disk; a disk that cannot be written is the book's to tell."""
    with contextlib.suppress(OSError):
        number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            os.pwrite(number, text.ljust(SLOT_BYTES).encode(), place)
            os.fdatasync(number)
        finally:
            os.close(number)


def read_marks(path: Path | None) -> list[dict[str, Any]]:
    """What was marked last, as far as it can be read."""
    found: list[dict[str, Any]] = []
    if path is None:
        return found
    with contextlib.suppress(OSError), path.open("rb") as file:
        for place in SLOTS:
            file.seek(place)
            with contextlib.suppress(ValueError):
                told = json.loads(file.read(SLOT_BYTES))
                found += [told] if isinstance(told, dict) else []
    return found


def resume_clocks(
    kept: tuple[str, str] | None, game_id: int, game: Game, marks: Path | None
) -> Clocks | None:
    """The clocks of a game that goes on, as of its last move or of the last mark after it."""
    if kept is None:
        return None
    try:
        clocks = time.read_clocks(parse_control(kept[0]), kept[1])
    except ValueError as error:
        log.error("The clocks of game %d are lost: %s", game_id, error)
        return None
    side, turns = game.position.side, count_turns(game)
    here = {"game": game_id, "plies": len(game.moves), "side": side.letter, "turn": turns[side]}
    for told in read_marks(marks):
        used = told.pop("used", None)
        if told == here and type(used) is int and used > clocks.turn_used(side, turns[side]):
            gained = used - clocks.turn_used(side, turns[side])
            running = clocks._replace(side=side, turn=turns[side], since=0)
            clocks = time.charge(running, gained)._replace(side=None, turn=0, since=None)
    return clocks


def marks_beside(book: Path | str) -> Path:
    """The file of the marks of a book."""
    path = Path(book)
    return path.with_name(f"{path.name}.clock")
