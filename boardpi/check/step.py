"""The check as a state that events move on.

Every stage of every task ends by itself, so that a check always comes to its end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from boardpi.check.check import ACT, CLEAR, TELL, Check, clear_or_next, enter, finish, next_task
from boardpi.check.effects import Effect, Finish, Flood
from boardpi.check.events import Counted, Event, Probed, Told
from boardpi.check.layout import COLOURS
from boardpi.check.lights import paint
from boardpi.check.matrix import find_bare, tested_by
from boardpi.check.notes import Reached
from boardpi.check.plan import CheckPlan
from boardpi.rules import Hole, holes_in
from boardpi.rules.holes import ALL
from boardpi.table.effects import Lights, Show, WakeAt
from boardpi.table.events import BoardFound, BoardLost, Pressed, Sensed
from boardpi.table.settle import due, sense, settle, settled

CHATTERS: Final = 24  # changes within one stage that neither hand nor bounce makes
FLICKERS: Final = 8  # of a reed at the end of an archer's reach; a contact that closes bounces
MOST_LOSSES: Final = 12
FULL: Final = {"red": (255, 0, 0), "green": (0, 255, 0), "blue": (0, 0, 255)}
WHITE: Final = (255, 255, 255)


def begin(plan: CheckPlan, mask: int, ms: int) -> tuple[Check, list[Effect]]:
    """A check of a board whose reeds show this mask."""
    check = Check(plan, settling=settled(mask), ms=ms, changed_ms=ms)
    return _tell(check, next_task(check))


def step(check: Check, event: Event) -> tuple[Check, list[Effect]]:
    """Move on by one event."""
    if check.is_over:
        return check, []
    before, check = check, _settle(_hear(check, event))
    answer = _answer_of(event)
    if answer == "stop":
        check = finish(check, "stopped")
    elif check.lost_ms is None:
        check = JUDGES[check.task.kind](check, answer)
    elif check.ms - check.lost_ms >= check.plan.patience.lost_ms or check.losses > MOST_LOSSES:
        check = finish(check, "lost")
    if isinstance(event, BoardFound):
        check = replace(check, shown=None)  # all lights must be sent anew
    return _tell(before, check)


# ── hearing ──────────────────────────────────────────────────────────────────────────────────────


def _answer_of(event: Event) -> str | None:
    if isinstance(event, Pressed):
        return "stop" if event.asks_menu else None if event.asks_help else "go"
    return event.answer if isinstance(event, Told) else None


def _hear(check: Check, event: Event) -> Check:
    check = replace(check, ms=max(check.ms, event.ms))
    match event:
        case Sensed():
            return _sense(check, event.mask)
        case Probed():
            return _probe(check, event)
        case Counted():
            is_new = event.counts != check.counts
            flicked_ms = check.ms if is_new else check.flicked_ms
            return replace(check, counts=event.counts, flicked_ms=flicked_ms)
        case BoardLost():
            is_white = check.task.kind == "white" and check.stage == ACT
            notes = replace(check.notes, has_browned_out=check.notes.has_browned_out or is_white)
            return replace(check, notes=notes, lost_ms=check.ms, losses=check.losses + 1)
        case BoardFound():
            return replace(check, lost_ms=None, since_ms=check.ms, changed_ms=check.ms)
    return check


def _sense(check: Check, mask: int) -> Check:
    toggles = list(check.toggles)
    for hole in holes_in(check.settling.raw ^ mask):
        toggles[hole] += 1
    # An archer at the end of its reach makes any reed flicker: that is measured, and no fault.
    most = CHATTERS if check.task.kind != "reach" else max(toggles) + 1
    chatter = sum(hole.bit for hole in holes_in(ALL) if toggles[hole] >= most)
    notes = replace(check.notes, chatter=check.notes.chatter | chatter)
    settling = sense(check.settling, check.ms, mask)
    is_flick = check.settling.raw != mask
    flicked_ms = check.ms if is_flick else check.flicked_ms
    return replace(
        check, settling=settling, toggles=tuple(toggles), notes=notes, flicked_ms=flicked_ms
    )


def _probe(check: Check, probe: Probed) -> Check:
    notes = replace(
        check.notes,
        probed=check.notes.probed | probe.closed,
        backward=check.notes.backward | probe.backward,
        grounded=check.notes.grounded | probe.grounded,
    )
    return replace(check, notes=notes)


def _settle(check: Check) -> Check:
    settling, changes = settle(check.settling, check.ms, check.plan.patience.settle_ms)
    counts = any(not check.notes.ignored >> change.hole & 1 for change in changes)
    changed_ms = check.ms if counts else check.changed_ms
    return replace(check, settling=settling, changed_ms=changed_ms)


# ── telling ──────────────────────────────────────────────────────────────────────────────────────


def _tell(before: Check, check: Check) -> tuple[Check, list[Effect]]:
    effects: list[Effect] = []
    shown = _picture(check)
    if shown != check.shown:
        effects.append(
            Flood(check.ms, shown) if _is_flood(shown) else Show(check.ms, shown)  # type: ignore[arg-type]
        )
    if check.is_done and not (before.tasks and before.is_done):
        effects.append(Finish(check.ms))
    if not check.is_over:
        effects.append(WakeAt(_wake_ms(check)))
    return replace(check, shown=shown), effects


def _is_flood(shown: Lights | tuple[int, int, int]) -> bool:
    return len(shown) == 3


def _picture(check: Check) -> Lights | tuple[int, int, int]:
    if check.is_over:
        return (None,) * 25
    task = check.task
    if check.stage == ACT and task.kind == "colour":
        return FULL[COLOURS[task.number]]
    if check.stage == ACT and task.kind == "white":
        return WHITE
    findings = check.findings if task.kind == "result" else ()
    return paint(task, check.stage, check.seen, check.notes, findings)


def _wake_ms(check: Check) -> int:
    """When time alone could change something."""
    patience = check.plan.patience
    moments = [due(check.settling, patience.settle_ms) or 0]
    moments += [check.changed_ms + rest for rest in _rests(check)]
    moments += [check.since_ms + limit for limit in (_limit(check), patience.tell_ms)]
    moments.append(check.flicked_ms + patience.still_ms)
    if check.lost_ms is not None:
        moments.append(check.lost_ms + patience.lost_ms)
    later = [moment for moment in moments if moment > check.ms]
    return min(later, default=check.ms + patience.maker_ms)


def _rests(check: Check) -> tuple[int, ...]:
    patience = check.plan.patience
    return (
        patience.clear_ms,
        patience.rest_ms,
        patience.empty_ms,
        patience.fill_ms,
        patience.reach_ms,
        patience.probe_ms,
    )


def _limit(check: Check) -> int:
    patience, task = check.plan.patience, check.task
    if task.kind == "result":
        return patience.result_ms
    return patience.pattern_ms if task.kind == "fill" and check.stage == ACT else patience.maker_ms


# ── what an answer, a rest or the end of patience means for each kind of task ─────────────────────


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


def _judge_reach(check: Check, answer: str | None) -> Check:
    """The archer holds its reed for a while, or it does not: it flickers, or the maker says so."""
    patience, is_flicker = check.plan.patience, check.flickers >= FLICKERS
    if check.stage != ACT:
        is_still = check.ms - check.flicked_ms >= patience.still_ms
        return _judge_end(check, answer) if answer or is_still else check
    has_rested = bool(check.seen) and check.quiet_ms >= patience.reach_ms
    is_given_up = answer is not None and not check.seen
    if not (has_rested or is_flicker or is_given_up or check.age_ms >= patience.maker_ms):
        return check
    task = check.task
    tried = Reached(task.number, task.discs, has_rested and not is_flicker, check.flickers)
    notes = replace(check.notes, reach=(*check.notes.reach, tried))
    return enter(replace(check, notes=notes), CLEAR if check.seen or is_flicker else TELL)


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
    "reach": _judge_reach,
    "result": _judge_result,
}
