"""The one pure function of the table: `step(table, event) → (table, effects)`."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from boardpi.rules import Game, Hole, Side, holes_in
from boardpi.rules.holes import ALL
from boardpi.rules.turns import legal_moves
from boardpi.table import alarms as due
from boardpi.table.commitment import begin, commit, commit_or_hold, pass_if_stuck, stand_on
from boardpi.table.effects import Effect, Show, WakeAt, tell
from boardpi.table.events import (
    Answered,
    AskedBack,
    Began,
    BoardFound,
    BoardLost,
    DrawAgreed,
    Event,
    Expected,
    Frozen,
    GaveUp,
    HelpChosen,
    MarkedDead,
    Pointed,
    Pressed,
    Sensed,
)
from boardpi.table.facts import (
    Ended,
    Fact,
    HintWanted,
    Restored,
    Suspected,
    TakenBack,
)
from boardpi.table.lifting import agree, answered_world, begins_reply, heed_nudge
from boardpi.table.lights import paint
from boardpi.table.progress import archer_in_hand
from boardpi.table.restless import chattering, count_changes
from boardpi.table.settle import Change, sense, settle, settled
from boardpi.table.settle import due as settle_due
from boardpi.table.table import DARK, STUCK, Table
from boardpi.table.worlds.reading import read
from boardpi.table.worlds.worlds import Reading, observe

LONG_HOLD_MS: Final = 3000
"""Holding the button so long abandons the game."""
HINT_HOLD_MS: Final = 1000
"""Holding it so long asks for a hint; less takes a move back."""


def step(table: Table, event: Event) -> tuple[Table, list[Effect]]:
    """What the table knows after this event, and what must be done about it."""
    effects: list[Effect] = []
    ms = max(event.ms, table.ms)  # time never runs back inside
    woken = next_moment(table)
    table = _run_until(table, ms, effects)
    if isinstance(event, Sensed) and not table.is_fresh:
        table = _sense(table._replace(ms=ms), event.mask & ALL, effects)
    else:
        table = _relight(_take_in(table._replace(ms=ms), event, effects), effects)
    table = _run_until(table, ms, effects)
    moment = next_moment(table)
    if moment is not None and moment != woken:
        effects.append(WakeAt(moment))
    return table, effects


def _sense(table: Table, raw: int, effects: list[Effect]) -> Table:
    toggled = table.settling.raw ^ raw
    if not toggled:
        return table
    restless = count_changes(table.restless, table.ms, toggled)
    table = table._replace(settling=sense(table.settling, table.ms, raw), restless=restless)
    return _suspect(table, chattering(restless), "chatters", effects)


def _suspect(table: Table, hole: Hole | None, why: str, effects: list[Effect]) -> Table:
    """Report a reed once."""
    if hole is None or (table.suspected | table.dead) >> hole & 1:
        return table
    tell([Suspected(table.ms, hole, why)], effects)
    return table._replace(suspected=table.suspected | hole.bit)


def next_moment(table: Table) -> int | None:
    """When something is due without any further event."""
    if table.is_lost:
        return None
    settles = settle_due(table.settling, table.timing.settle_ms)
    if not table.alarms:
        return settles
    rings = table.alarms[0].ms
    return rings if settles is None else min(settles, rings)


def _run_until(table: Table, ms: int, effects: list[Effect]) -> Table:
    """Let time pass, one due moment after the other."""
    while (moment := next_moment(table)) is not None and moment <= ms:
        table = table._replace(ms=max(moment, table.ms))
        if table.alarms and table.alarms[0].ms <= moment:
            table = _ring(table, effects)
        else:
            table = _settle(table, effects)
        table = _relight(table, effects)
    return table


def _relight(table: Table, effects: list[Effect]) -> Table:
    lights = paint(table)
    if lights == table.lights:
        return table
    effects.append(Show(table.ms, lights))
    return table._replace(lights=lights)


# ── settled changes ──────────────────────────────────────────────────────────────────────────────


def _settle(table: Table, effects: list[Effect]) -> Table:
    before = table.settling.mask
    settling, changes = settle(table.settling, table.ms, table.timing.settle_ms)
    table = table._replace(settling=replace(settling, mask=before))
    for change in changes:
        table = _change(table, change, effects)
    return table


def _change(table: Table, change: Change, effects: list[Effect]) -> Table:
    """One archer was lifted or set down."""
    mask = table.settling.mask ^ change.hole.bit
    if table.is_frozen or table.dead >> change.hole & 1:
        return table._replace(settling=replace(table.settling, mask=mask))
    if change.is_lift and not table.is_over:
        table = _answer_by_lift(table, change.hole, effects)
        table = _note_lift(table, change.hole)
    table = table._replace(
        settling=replace(table.settling, mask=mask),
        changed_ms=change.ms,
        worlds=observe(table.worlds, change, mask, table.live),
    )
    return reread(table, effects)


def _note_lift(table: Table, hole: Hole) -> Table:
    """The opponent's next lift closes amendments, unless the archer to be amended is in the air."""
    nudged = table.nudged | hole.bit if table.question else 0
    closed = table.is_amend_closed or begins_reply(table, hole)
    return table._replace(nudged=nudged, is_amend_closed=closed)


def _answer_by_lift(table: Table, hole: Hole, effects: list[Effect]) -> Table:
    """A lift by the opponent commits what stands: a fast reply is never lost."""
    world = answered_world(table, hole)
    if world is None:
        return table
    table, facts = commit(table, world, is_answered=True)
    tell(facts, effects)
    return table


def reread(table: Table, effects: list[Effect]) -> Table:
    """Hold all hypotheses against what the board shows now."""
    if table.is_over:
        return _wait(table, effects)
    mask = table.mask
    reading, worlds = read(table.ground, table.worlds, mask)
    table = table._replace(reading=reading, worlds=worlds)
    if not table.missing | table.extra:
        table = agree(table)
    return _wait(heed_nudge(table), effects)


def _wait(table: Table, effects: list[Effect]) -> Table:
    if table.was_astray and not table.missing | table.extra:
        tell([Restored(table.ms)], effects)
        table = table._replace(was_astray=False)
    if table.astray is not None:
        explained = table.reading.best or not table.missing | table.extra
        if explained or (table.missing, table.extra) != table.astray[:2]:
            table = table._replace(astray=None)
    if table.question and not table.reading.best and not _is_asked_still(table):
        table = table._replace(question=(), nudged=0)
    return table._replace(alarms=due.set_alarms(table))


def _is_asked_still(table: Table) -> bool:
    keys = {world.key for world in table.worlds}
    return all(world.key in keys for world in table.question)


# ── alarms ───────────────────────────────────────────────────────────────────────────────────────


def _ring(table: Table, effects: list[Effect]) -> Table:
    alarm, *rest = table.alarms
    table = table._replace(alarms=tuple(rest))
    if alarm.what in (due.COMMIT, due.COMMIT_LATE):
        return _commit_only(table, effects)
    if alarm.what == due.ASK:
        return due.ask(table, tuple(c.world for c in table.reading.best), effects)
    if alarm.what == due.ASK_UNSEEN:
        return due.ask_unseen(table, effects)
    if alarm.what == due.DECLINE:
        table, facts = commit(table, table.base)
        tell(facts, effects)
        return reread(table, effects)
    if alarm.what == due.SET_UP:
        table, facts = begin(table)
        tell(facts, effects)
        return reread(table, effects)
    if alarm.what == STUCK:
        game, facts = pass_if_stuck(table.ms, table.game)
        tell(facts, effects)
        return reread(stand_on(table, game), effects)
    if alarm.what == due.SUSPECT:
        hole = next(holes_in(table.missing | table.extra))
        return _suspect(table, hole, "contradicts the game", effects)
    return due.go_astray(table, effects)


def _commit_only(table: Table, effects: list[Effect]) -> Table:
    only = table.reading.only
    assert only is not None  # the alarm is set for nothing else
    table, facts = commit_or_hold(table, only.world)
    tell(facts, effects)
    return reread(table, effects)


# ── events ───────────────────────────────────────────────────────────────────────────────────────


def _take_in(  # noqa: C901  one plain case per kind of event
    table: Table, event: Event, effects: list[Effect]
) -> Table:
    match event:
        case Sensed():
            return _sense_first(table, event.mask & ALL, effects)
        case BoardLost():
            return table._replace(is_lost=True, alarms=())
        case BoardFound():
            return table._replace(is_lost=False, is_fresh=True, lights=DARK)
        case Pressed():
            return _press(table, event.held_ms, effects)
        case Answered():
            return _answer(table, event.choice, effects)
        case AskedBack():
            return _take_back(table, event.plies, effects)
        case DrawAgreed():
            return _end(table, None, effects)
        case GaveUp():
            return _end(table, event.side, effects)
        case Began():
            return _begin(table, event.game, effects)
        case MarkedDead():
            dead = event.mask & ALL
            table = stand_on(table, table.game)._replace(dead=dead, suspected=0)
            return reread(table, effects)
        case HelpChosen():
            return table._replace(help=event.help)
        case Expected():
            return _expect(table, event, effects)
        case Pointed():
            return table._replace(pointed=event.holes)
        case Frozen():
            return _freeze(table, event.is_frozen, effects)
        case _:
            return table


def _sense_first(table: Table, raw: int, effects: list[Effect]) -> Table:
    """What changed while nobody looked is no evidence of anything."""
    table = table._replace(
        is_fresh=False,
        settling=settled(raw),
        changed_ms=table.ms,
        worlds=(replace(table.base, evidence=()),),
        reading=Reading(),
    )
    return reread(table, effects)


def _press(table: Table, held_ms: int, effects: list[Effect]) -> Table:
    if table.is_frozen:
        return table
    if held_ms >= LONG_HOLD_MS:
        return _begin(table, None, effects)
    archer = archer_in_hand(table)
    if held_ms >= HINT_HOLD_MS or archer is not None:
        tell([HintWanted(table.ms, archer)], effects)
        return table
    return _take_back(table, 1, effects)


def _expect(table: Table, event: Expected, effects: list[Effect]) -> Table:
    """A move that is not legal (any more) is expected of nobody."""
    is_legal = event.side is not None and any(
        event.move in legal_moves(table.game.rules, standing)
        for standing in table.game.standings()
        if standing.side is event.side and not table.is_over
    )
    if table.open_turn is not None:
        return table._replace(guided=event.side)  # what stands half made goes on as it began
    table = table._replace(guided=event.side, expected=event.move if is_legal else None)
    due.remind(table, effects)
    return reread(table, effects)


def _freeze(table: Table, is_frozen: bool, effects: list[Effect]) -> Table:
    if is_frozen == table.is_frozen:
        return table
    table = table._replace(
        is_frozen=is_frozen,
        worlds=(replace(table.base, evidence=()),),
        reading=Reading(),
        question=(),
        nudged=0,
        astray=None,
        was_astray=False,
        alarms=(),
    )
    return table if is_frozen else _guide(table, [], effects)


def _answer(table: Table, choice: str, effects: list[Effect]) -> Table:
    for world in table.question:
        if world.text == choice and not (world.mask ^ table.mask) & table.live:
            table, facts = commit_or_hold(table, replace(world, evidence=()))
            tell(facts, effects)
            return reread(table, effects)
    return table


def _take_back(table: Table, moves: int, effects: list[Effect]) -> Table:
    """Take back so many moves; a pass goes with the move before it."""
    if table.open_turn is not None:
        return _guide(stand_on(table, table.game), [], effects)
    game = table.game
    plies = 0
    while plies < len(game.moves) and (moves > 0 or _is_guided_after(table, plies)):
        plies += 1
        moves -= not game.moves[-plies].is_pass
    if plies == 0:
        return table
    game = game.take_back(plies)
    return _guide(stand_on(table, game), [TakenBack(table.ms, plies, game.position)], effects)


def _is_guided_after(table: Table, plies: int) -> bool:
    """Whether a side without hands would be to move: people take back to their own turn."""
    left = table.game.take_back(plies)
    return table.guided is not None and not left.is_open and left.position.side is table.guided


def _guide(table: Table, facts: list[Fact], effects: list[Effect]) -> Table:
    """The page changed the game: show at once where the archers belong."""
    tell(facts, effects)
    table = table._replace(changed_ms=table.ms - table.timing.astray_ms, is_amend_closed=True)
    return reread(table, effects)


def _end(table: Table, resigned: Side | None, effects: list[Effect]) -> Table:
    if table.is_over:
        return table
    if table.open_turn is not None:
        table, facts = commit(table, table.base)
        tell(facts, effects)
        if table.is_over:
            return reread(table, effects)
    game = table.game.agree_draw() if resigned is None else table.game.resign(resigned)
    assert game.outcome is not None
    tell([Ended(table.ms, game.outcome)], effects)
    return reread(stand_on(table, game), effects)


def _begin(table: Table, game: Game | None, effects: list[Effect]) -> Table:
    table, facts = begin(table, game)
    return _guide(table, facts, effects)
