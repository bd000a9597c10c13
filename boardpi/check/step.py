"""The check as a state that events move on.

Every stage of every task ends by itself, so that a check always comes to its end.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from boardpi.check.check import ACT, Check, finish, next_task
from boardpi.check.effects import Effect, Finish, Flood
from boardpi.check.events import Event, Probed, Told
from boardpi.check.judging import JUDGES
from boardpi.check.layout import COLOURS
from boardpi.check.lights import paint
from boardpi.check.plan import CheckPlan
from boardpi.rules import holes_in
from boardpi.rules.holes import ALL
from boardpi.table.effects import Lights, Show, WakeAt
from boardpi.table.events import BoardFound, BoardLost, Pressed, Sensed
from boardpi.table.settle import due, sense, settle, settled

LONG_PRESS_MS: Final = 1500
CHATTERS: Final = 24  # changes within one stage that neither hand nor bounce makes
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
        return "stop" if event.held_ms >= LONG_PRESS_MS else "go"
    return event.answer if isinstance(event, Told) else None


def _hear(check: Check, event: Event) -> Check:
    check = replace(check, ms=max(check.ms, event.ms))
    match event:
        case Sensed():
            return _sense(check, event.mask)
        case Probed():
            return _probe(check, event)
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
    chatter = sum(hole.bit for hole in holes_in(ALL) if toggles[hole] >= CHATTERS)
    notes = replace(check.notes, chatter=check.notes.chatter | chatter)
    settling = sense(check.settling, check.ms, mask)
    return replace(check, settling=settling, toggles=tuple(toggles), notes=notes)


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
        patience.probe_ms,
    )


def _limit(check: Check) -> int:
    patience, task = check.plan.patience, check.task
    if task.kind == "result":
        return patience.result_ms
    return patience.pattern_ms if task.kind == "fill" and check.stage == ACT else patience.maker_ms
