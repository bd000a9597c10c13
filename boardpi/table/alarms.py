"""What will be due if the board stays quiet, and the questions and corrections that come of it."""

from __future__ import annotations

from typing import Final

from boardpi.rules import START, Refusal, holes_in, outcome
from boardpi.table.effects import Effect, tell
from boardpi.table.facts import Asked, Expects, Refused, WentAstray
from boardpi.table.progress import is_in_progress, tried_capture
from boardpi.table.table import STUCK, Alarm, Astray, Table
from boardpi.table.worlds.reading import unseen_turns
from boardpi.table.worlds.turns import legal_turns
from boardpi.table.worlds.worlds import World

COMMIT, COMMIT_LATE, ASK, ASK_UNSEEN, DECLINE, ASTRAY, SET_UP, SUSPECT = (
    "commit",
    "commit_late",
    "ask",
    "ask_unseen",
    "decline",
    "astray",
    "set_up",
    "suspect",
)
SUSPECT_MS: Final = 60_000
"""One hole that contradicts the game for a minute of quiet is more likely broken than forgotten."""


def set_alarms(table: Table) -> tuple[Alarm, ...]:
    """All alarms of this rest, earliest first."""
    if table.is_lost or table.is_frozen:
        return ()
    waits = _waits_after_end(table) if table.is_over else _waits_in_play(table)
    return tuple(sorted(Alarm(table.changed_ms + wait, what) for wait, what in waits))


def _waits_after_end(table: Table) -> list[tuple[int, str]]:
    if shows_set_up(table):
        return [(table.timing.dwell_ms, SET_UP)]
    if table.missing.bit_count() == table.extra.bit_count() == 1:
        return [(table.timing.astray_ms, ASTRAY)]
    return []


def shows_set_up(table: Table) -> bool:
    """All archers stand in their first rows, and the game does not have them there."""
    shown = table.settling.mask ^ START.occupied
    return not shown & table.live and bool(table.missing | table.extra)


def _waits_in_play(table: Table) -> list[tuple[int, str]]:
    timing = table.timing
    if table.open_turn is None and _is_stuck(table):
        return [(0, STUCK)]
    if table.reading.sole is not None:
        return [(timing.dwell_ms, COMMIT)]
    waits = [(timing.setup_ms, SET_UP)] if shows_set_up(table) else []
    is_unseen = bool(unseen_turns(table.ground, table.base, table.mask))
    only = table.reading.only
    if only is not None and not only.is_waiting and not (table.dead and is_unseen):
        waits.append((timing.astray_ms, COMMIT_LATE))
    if table.reading.is_open:
        asked = {world.key for world in table.question}
        is_landed = any(candidate.is_exact for candidate in table.reading.best)
        if is_landed and {c.world.key for c in table.reading.best} != asked:
            waits.append((timing.dwell_ms, ASK))
        return waits
    if not table.missing | table.extra:
        return [(timing.decline_ms, DECLINE)] if _declines_by_time(table) else []
    if is_unseen:
        waits.append((timing.inhand_ms, ASK_UNSEEN))
    if not is_in_progress(table) and not (is_unseen and table.dead):
        waits.append((timing.astray_ms, ASTRAY))
        if (table.missing | table.extra).bit_count() == 1:
            waits.append((SUSPECT_MS, SUSPECT))
    return waits


def _is_stuck(table: Table) -> bool:
    return not any(legal_turns(table.game.rules, s) for s in table.base.standings)


def _declines_by_time(table: Table) -> bool:
    """Nobody's lift can decline the open re-entry: that would end the game, or the opponent has
    no hands.
    """
    if table.open_turn is None or table.expected is not None:
        return False
    standing = table.standing
    if standing.position.side is table.guided:
        return True
    return outcome(standing.rules, standing.position) is not None


def ask(table: Table, worlds: tuple[World, ...], effects: list[Effect]) -> Table:
    """Which of these was it?"""
    texts = tuple(sorted({world.text for world in worlds}))
    tell([Asked(table.ms, texts)], effects)
    return table._replace(question=worlds, nudged=0)


def ask_unseen(table: Table, effects: list[Effect]) -> Table:
    """Was somebody taken whom no reed saw leave?"""
    found = unseen_turns(table.ground, table.base, table.mask)
    named = {world.key for world in found}
    others = tuple(world for world in table.worlds if world.key not in named)
    table = table._replace(worlds=(*others, *found))
    return ask(table, tuple(found), effects)


def go_astray(table: Table, effects: list[Effect]) -> Table:
    """Nothing explains the board: say what was tried, or what stands wrong."""
    refusal = _rest_refusal(table)
    astray = Astray(table.missing, table.extra, refusal)
    if refusal is not None:
        tell([Refused(table.ms, refusal)], effects)
    else:
        tell([WentAstray(table.ms, *astray[:2], tried_capture(table))], effects)
    remind(table, effects)
    return table._replace(astray=astray, was_astray=True)


def remind(table: Table, effects: list[Effect]) -> None:
    """Say once more what a side without hands of its own plays."""
    if table.guided is not None and table.expected is not None:
        tell([Expects(table.ms, table.guided, table.expected)], effects)


def _rest_refusal(table: Table) -> Refusal | None:
    """Why the one archer that rests elsewhere may not stand there."""
    if table.missing.bit_count() != 1 or table.extra.bit_count() != 1:
        return None
    origin, target = next(holes_in(table.missing)), next(holes_in(table.extra))
    refusal = table.standing.explain(origin, target)
    if refusal is not None and refusal.code == "not_your_archer" and table.dead:
        return None  # a dead reed may have hidden the turn before this one
    return refusal
