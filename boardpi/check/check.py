"""A check under way, and how it goes on.

Every task has a stage: the maker *acts*; the board is *cleared* again; or an outcome that no archer
holds is *told* for a moment.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from boardpi.check.diagnosis import diagnose
from boardpi.check.finding import Finding
from boardpi.check.notes import Notes
from boardpi.check.plan import ARCHERS, CHAPTERS, REACH, CheckPlan, Task, plan_chapter
from boardpi.table.effects import Lights
from boardpi.table.settle import Settling, settled

ACT, CLEAR, TELL = "act", "clear", "tell"
NOTHING: Final = Notes()
EMPTY: Final = settled(0)


@dataclass(frozen=True, slots=True)
class Check:
    """A check under way."""

    plan: CheckPlan
    notes: Notes = NOTHING
    chapter: int = -1
    tasks: tuple[Task, ...] = ()  # still to do in this chapter, the present one first
    stage: str = ACT
    since_ms: int = 0  # when the stage began
    ms: int = 0
    settling: Settling = EMPTY
    changed_ms: int = 0  # when a reed that counts last settled
    flicked_ms: int = 0  # when one last changed, or would have
    toggles: tuple[int, ...] = (0,) * 25  # raw changes within this stage
    counts: tuple[int, ...] = (0,) * 25  # what the firmware counted, which we do not see
    counted: tuple[int, ...] = (0,) * 25  # … when this stage began
    lost_ms: int | None = None
    losses: int = 0
    shown: Lights | tuple[int, int, int] | None = None
    is_over: bool = False

    @property
    def task(self) -> Task:
        """What is to be done now."""
        return self.tasks[0]

    @property
    def seen(self) -> int:
        """Closed reeds that count."""
        return self.settling.mask & ~self.notes.ignored

    @property
    def quiet_ms(self) -> int:
        """How long nothing that counts has changed."""
        return self.ms - self.changed_ms

    @property
    def age_ms(self) -> int:
        """How long this stage has lasted."""
        return self.ms - self.since_ms

    @property
    def flickers(self) -> int:
        """How often a reed changed within this stage, or would have, had the firmware told us."""
        unseen = (now - then for now, then in zip(self.counts, self.counted, strict=True))
        return max(self.toggles) + max(0, *unseen)

    @property
    def progress(self) -> tuple[int, int]:
        """How many holes, or archers, of how many."""
        if REACH in self.plan.parts:
            return len({tried.archer for tried in self.notes.reach}), ARCHERS
        return self.notes.asked.bit_count(), len(self.plan.holes)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything that can be said now."""
        return diagnose(self.notes, self.plan.wires, self.plan.parts)

    @property
    def is_done(self) -> bool:
        """Whether the report can be written."""
        return self.is_over or self.task.kind == "result"


def enter(check: Check, stage: str) -> Check:
    """Begin a stage of the present task."""
    return replace(check, stage=stage, since_ms=check.ms, toggles=(0,) * 25, counted=check.counts)


def next_task(check: Check) -> Check:
    """Go on with the next task, in this chapter or in a later one."""
    chapter, tasks = check.chapter, check.tasks[1:]
    while not tasks or _is_vain(tasks[0], check.notes):
        tasks = tasks[1:]
        if not tasks:
            chapter += 1
            tasks = plan_chapter(CHAPTERS[chapter], check.plan, check.notes)
    return enter(replace(check, chapter=chapter, tasks=tasks), ACT)


def _is_vain(task: Task, notes: Notes) -> bool:
    """Whether the reed of this hole has turned out to be one that nobody can ask."""
    ignored = notes.holes_at(notes.ignored)
    return task.kind == "place" and task.hole is not None and bool(ignored >> task.hole & 1)


def finish(check: Check, why: str) -> Check:
    """Leave out what is left; a second wish to stop ends the result as well."""
    if check.is_done:
        return replace(check, is_over=True)
    notes = replace(check.notes, ended=why)
    return enter(
        replace(check, notes=notes, chapter=len(CHAPTERS) - 1, tasks=(Task("result"),)), ACT
    )


def clear_or_next(check: Check) -> Check:
    """Have the archers lifted first, if some stand."""
    return enter(check, CLEAR) if check.seen else next_task(check)
