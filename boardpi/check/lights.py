"""What the board shows during a check, in the roles of the themes.

| role | here |
|---|---|
| `missing` | set an archer here |
| `target` | right |
| `ask` | this is the hole that answered; all of them: set an archer by the wood; reach: one disc |
| `extra` | take the archers away |
| `dead` | something is wrong here |
"""

from __future__ import annotations

from collections.abc import Iterable

from boardpi.check.finding import Finding
from boardpi.check.layout import cross_of
from boardpi.check.notes import Notes
from boardpi.check.plan import DISCS, Task
from boardpi.rules import holes_in
from boardpi.rules.holes import ALL
from boardpi.table.effects import Lights


def paint(task: Task, stage: str, seen: int, notes: Notes, findings: tuple[Finding, ...]) -> Lights:
    """The role of every hole."""
    lights: list[str | None] = [None] * 25
    for mask, role in _roles(task, stage, seen, notes, findings):
        for hole in holes_in(mask):
            lights[hole] = role
    return tuple(lights)


def _roles(
    task: Task, stage: str, seen: int, notes: Notes, findings: tuple[Finding, ...]
) -> Iterable[tuple[int, str]]:
    if task.kind == "result":
        return _result(findings)
    if task.kind == "fill" and stage == "act":
        return [(task.pattern & ~seen, "missing"), (task.pattern & seen, "target")]
    if task.kind == "reach":
        return _reach(task, stage, notes)
    if task.kind in ("place", "anchor"):
        return _place(task, notes) if stage == "act" else _outcome(task, notes)
    return [(seen, "extra")]


def _place(task: Task, notes: Notes) -> Iterable[tuple[int, str]]:
    if task.kind == "anchor":
        return [(ALL, "ask")]
    assert task.hole is not None
    if task.is_dark:
        return [(cross_of(task.hole), "missing")]
    return [(task.hole.bit, "missing")]


def _outcome(task: Task, notes: Notes) -> Iterable[tuple[int, str]]:
    """Right, or the hole that answered instead; by the wood everything is an answer."""
    assert task.hole is not None
    if task.kind == "anchor":
        return [(ALL, "target" if dict(notes.anchors)[task.hole] else "dead")]
    answered = dict(notes.answers)[task.hole]
    if answered == task.hole.bit:
        return [(answered, "target")]
    return [(task.hole.bit, "dead"), (answered & ~task.hole.bit, "ask")]


def _reach(task: Task, stage: str, notes: Notes) -> Iterable[tuple[int, str]]:
    """On two discs, on one, or how it did."""
    assert task.hole is not None
    if stage == "act":
        return [(task.hole.bit, "missing" if task.discs == DISCS else "ask")]
    return [(task.hole.bit, "target" if notes.reach[-1].holds else "dead")]


def _result(findings: tuple[Finding, ...]) -> Iterable[tuple[int, str]]:
    """All green, or the holes with a fault; a fault without a hole colours the whole board."""
    faults = [finding for finding in findings if finding.is_fault]
    if not faults:
        return [(ALL, "target")]
    return [(finding.holes or ALL, "dead") for finding in faults]
