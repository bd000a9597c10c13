"""What an answer, a rest or the end of patience means for each kind of task."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from boardpi.check.check import ACT, CLEAR, TELL, Check, clear_or_next, enter, next_task
from boardpi.check.layout import COLOURS
from boardpi.check.matrix import find_bare, tested_by
from boardpi.rules import Hole


def _judge_empty(check: Check, answer: str | None) -> Check:
    patience = check.plan.patience
    if not check.seen and check.quiet_ms >= patience.empty_ms:
        return next_task(check)
    if (answer and check.seen) or check.age_ms >= patience.maker_ms:
        stuck = check.notes.stuck | check.seen
        return next_task(replace(check, notes=replace(check.notes, stuck=stuck)))
    return check


def _judge_place(check: Check, answer: str | None) -> Check:
    if check.stage != ACT:
        return _judge_end(check, answer)
    if answer == "dark":
        assert check.task.hole is not None
        check = replace(
            check, notes=replace(check.notes, unlit=check.notes.unlit | check.task.hole.bit)
        )
        return _note_answer(check)
    has_rested = check.quiet_ms >= check.plan.patience.rest_ms and not _awaits_probe(check)
    is_late = check.age_ms >= check.plan.patience.maker_ms
    if answer or is_late or (check.seen and has_rested):
        return _note_answer(check)
    return check


def _awaits_probe(check: Check) -> bool:
    """Whether the firmware has yet to look at what is closed now."""
    is_new = check.task.kind == "place" and bool(check.seen & ~check.notes.probed)
    return check.plan.has_probe and is_new and check.quiet_ms < check.plan.patience.probe_ms


def _note_answer(check: Check) -> Check:
    task, notes = check.task, check.notes
    assert task.hole is not None
    if task.kind == "anchor":
        notes = replace(notes, anchors=(*notes.anchors, (task.hole, check.seen)))
    else:
        notes = notes.with_answer(task.hole, check.seen)
    return enter(replace(check, notes=notes), CLEAR if check.seen else TELL)


def _judge_end(check: Check, answer: str | None) -> Check:
    """The archer is lifted again, or an outcome has been shown for long enough."""
    patience = check.plan.patience
    if check.stage == TELL:
        return next_task(check) if check.age_ms >= patience.tell_ms else check
    if not check.seen and check.quiet_ms >= patience.clear_ms:
        return next_task(check)
    if answer or check.age_ms >= patience.maker_ms:
        sticky = check.notes.sticky | check.seen
        return next_task(replace(check, notes=replace(check.notes, sticky=sticky)))
    return check


def _judge_colour(check: Check, answer: str | None) -> Check:
    if check.stage != ACT:
        return _judge_end(check, answer)
    seen = _colour_of(check, answer)
    if seen is None and check.age_ms < check.plan.patience.maker_ms:
        return check
    notes = replace(check.notes, colours=(*check.notes.colours, seen or ""))
    return clear_or_next(replace(check, notes=notes))


def _colour_of(check: Check, answer: str | None) -> str | None:
    """What the maker saw: said in words, by the button, or by an archer in row 1, 2 or 3."""
    if answer == "go":
        return COLOURS[check.task.number]
    if answer in (*COLOURS, "none"):
        return answer
    hole = _hole_meant(check)
    if hole is None or hole.row > len(COLOURS):
        return None
    return COLOURS[hole.row - 1]


def _hole_meant(check: Check) -> Hole | None:
    """The hole on which the maker has set an archer for an answer."""
    has_rested = check.quiet_ms >= check.plan.patience.rest_ms
    return check.notes.hole_of(check.seen) if has_rested and check.seen else None


def _judge_white(check: Check, answer: str | None) -> Check:
    if check.stage != ACT:
        return _judge_end(check, answer)
    notes, patience = check.notes, check.plan.patience
    if (hole := _hole_meant(check)) is not None:
        notes = replace(notes, dim=notes.dim | hole.bit)
    check = replace(check, notes=notes)
    if answer or notes.has_browned_out:
        return clear_or_next(replace(check, notes=replace(notes, is_white=True)))
    if check.age_ms >= patience.maker_ms:
        return clear_or_next(replace(check, notes=replace(notes, is_white=False)))
    return check


def _judge_fill(check: Check, answer: str | None) -> Check:
    if check.stage != ACT:
        return _judge_end(check, answer)
    patience = check.plan.patience
    is_set = not check.task.pattern & ~check.seen
    if is_set and check.quiet_ms >= patience.fill_ms:
        return clear_or_next(_note_diodes(check))
    if answer or check.age_ms >= patience.pattern_ms:
        return clear_or_next(check)
    return check


def _note_diodes(check: Check) -> Check:
    pattern, notes = check.task.pattern, check.notes
    explained = find_bare(pattern, check.seen, notes.usable)
    if explained is None:
        return replace(check, notes=replace(notes, doubtful=(*notes.doubtful, pattern)))
    if len(explained) > 1:
        among = 0
        for mask in explained:
            among |= mask
        notes = replace(notes, doubtful=(*notes.doubtful, among))
    else:
        notes = replace(notes, bare=notes.bare | explained[0])
    filled = notes.filled | tested_by(pattern, notes.usable)
    return replace(check, notes=replace(notes, filled=filled))


def _judge_result(check: Check, answer: str | None) -> Check:
    if answer or check.age_ms >= check.plan.patience.result_ms:
        return replace(check, is_over=True)
    return check


JUDGES: Final[dict[str, Callable[[Check, str | None], Check]]] = {
    "empty": _judge_empty,
    "place": _judge_place,
    "anchor": _judge_place,
    "colour": _judge_colour,
    "white": _judge_white,
    "fill": _judge_fill,
    "result": _judge_result,
}
