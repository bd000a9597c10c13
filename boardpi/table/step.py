"""The one pure function of the table: `step(table, event) → (table, effects)`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from boardpi.rules import PASS, Game, Hole, Side, holes_in
from boardpi.rules.holes import ALL
from boardpi.rules.turns import legal_moves
from boardpi.table import events
from boardpi.table.commitment import begin, play, stand_on, take_back, watch
from boardpi.table.decision import (
    SUSPECT_MS,
    Told,
    answer,
    close_open_turn,
    decide,
    decline,
    hurry,
    look,
    refuse_after_end,
    touch,
    wonder,
)
from boardpi.table.effects import Effect, Publish, Record, Show, WakeAt
from boardpi.table.facts import (
    RECORDED,
    Ended,
    Expects,
    Fact,
    HintWanted,
    MenuWanted,
    Passed,
    RepeatWanted,
    Restored,
    Suspected,
    WentAstray,
)
from boardpi.table.lights import paint
from boardpi.table.settle import (
    Change,
    Settling,
    chattering,
    count_changes,
    count_settled,
    flickers,
    sense,
    settle,
    settled,
)
from boardpi.table.settle import due as settle_due
from boardpi.table.table import DARK, STUCK, Alarm, Table
from boardpi.table.turns import is_stuck

DECIDE, HURRY, LOOK, WONDER, DECLINE, SET_UP, SUSPECT = (
    "decide",
    "hurry",
    "look",
    "wonder",
    "decline",
    "set_up",
    "suspect",
)
TURN, MENU, PASSED, EXPLAINED = "turn", "menu", "passed", "explained"
_DUE: Final[dict[str, Callable[[Table], Told]]] = {
    DECIDE: decide,
    HURRY: hurry,
    WONDER: wonder,
    DECLINE: decline,
}
PASSED_MS: Final = 2240  # one wave of the default theme, from a to e
EXPLAIN_MS: Final = 4000


def step(table: Table, event: events.Event) -> tuple[Table, list[Effect]]:
    """What the table knows after this event, and what must be done about it."""
    effects: list[Effect] = []
    ms = max(event.ms, table.ms)  # time never runs back inside
    woken = next_moment(table)
    table = _run_until(table, ms, effects)
    if isinstance(event, events.Sensed) and not table.is_fresh:
        table = _sense(table, ms, event.mask & ALL, effects)
    else:
        table = _relight(_take_in(table._replace(ms=ms), event, effects), effects)
    table = _run_until(table, ms, effects)
    moment = next_moment(table)
    if moment is not None and moment != woken:
        effects.append(WakeAt(moment))
    return table, effects


def _sense(table: Table, ms: int, raw: int, effects: list[Effect]) -> Table:
    toggled = table.settling.raw ^ raw
    if not toggled:
        return table._replace(ms=ms)
    restless = count_changes(table.restless, ms, toggled)
    table = table._replace(ms=ms, settling=sense(table.settling, ms, raw), restless=restless)
    return _suspect(table, chattering(restless), "chatters", effects)


def _suspect(table: Table, hole: Hole | None, why: str, effects: list[Effect]) -> Table:
    """Report a reed once."""
    if hole is None or (table.suspected | table.dead) >> hole & 1:
        return table
    _tell([Suspected(table.ms, hole, why)], effects)
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


def _tell(facts: list[Fact], effects: list[Effect]) -> None:
    for fact in facts:
        if isinstance(fact, RECORDED):
            effects.append(Record(fact))
        effects.append(Publish(fact))


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
    table = table._replace(settling=Settling(settling.raw, before, settling.since))
    for change in changes:
        table = _change(table, change, effects)
    return table


def _change(table: Table, change: Change, effects: list[Effect]) -> Table:
    """One archer was lifted or set down."""
    raw, mask, since = table.settling.raw, table.settling.mask, table.settling.since
    table = table._replace(settling=Settling(raw, mask ^ change.hole.bit, since))
    if table.is_frozen or table.dead >> change.hole & 1:
        return table
    table = table.touched(change.ms, count_settled(table.restless, change))
    if flickers(table.restless, change.hole):
        return _mute(table, change.hole, effects)
    if table.is_over:
        table = table._replace(astray=None)
    else:
        table = _tell_all(touch(table, change), effects)
    return _wait(table, effects)


def _mute(table: Table, hole: Hole, effects: list[Effect]) -> Table:
    """A reed that flickers is named, and play goes on without it until somebody marks it sound."""
    table = _suspect(table, hole, "flickers", effects)._replace(dead=table.dead | hole.bit)
    return _wait(watch(table, in_hand=True), effects)


def _wait(table: Table, effects: list[Effect]) -> Table:
    """Nothing more happens now: say if the board agrees again, and set the alarms."""
    if table.was_astray and not table.missing | table.extra:
        _tell([Restored(table.ms)], effects)
        table = table._replace(was_astray=False)
    return table._replace(alarms=_alarms(table))


def _tell_all(told: Told, effects: list[Effect]) -> Table:
    table, facts = told
    _tell(facts, effects)
    for fact in facts:
        if isinstance(fact, Passed):
            table = table._replace(passed=(fact.side, fact.ms))
        if isinstance(fact, WentAstray):
            table = table._replace(tried=fact.refusal)
    return table


# ── alarms ───────────────────────────────────────────────────────────────────────────────────────


def _alarms(table: Table) -> tuple[Alarm, ...]:
    """What will be due if the board stays quiet, earliest first."""
    if table.is_lost or table.is_frozen:
        return ()
    timing = table.timing
    if table.is_over:
        waits = {SET_UP: timing.dwell_ms} if table.shows_set_up else {LOOK: timing.astray_ms}
    elif table.open_turn is None and is_stuck(table.game.rules, table.game.position):
        waits = {STUCK: 0}
    elif table.is_at_rest:
        return _rest_alarms(table)
    else:
        waits = {
            DECIDE: timing.dwell_ms,
            LOOK: timing.astray_ms,
            WONDER: timing.inhand_ms,
            DECLINE: timing.decline_ms,
            SUSPECT: SUSPECT_MS,
        }
        if table.question:
            waits[HURRY] = 4 * timing.dwell_ms
        if table.shows_set_up:
            waits[SET_UP] = timing.setup_ms
    return tuple(sorted(Alarm(table.changed_ms + wait, what) for what, wait in waits.items()))


def _rest_alarms(table: Table) -> tuple[Alarm, ...]:
    """Nothing is being done: say who is to move, and offer the menu where nobody begins."""
    timing, waits = table.timing, dict[str, int]()
    if table.open_turn is not None:
        return ()
    if not table.is_quiet and table.help != "off":
        waits[TURN] = timing.turn_ms
    if table.waits_for_players and not table.is_offered and timing.menu_ms:
        waits[MENU] = timing.menu_ms
    if table.passed is not None:
        waits[PASSED] = table.passed[1] + PASSED_MS - table.changed_ms
    return tuple(sorted(Alarm(table.changed_ms + wait, what) for what, wait in waits.items()))


def _ring(table: Table, effects: list[Effect]) -> Table:
    alarm, *rest = table.alarms
    table = table._replace(alarms=tuple(rest))
    if alarm.what in _DUE:
        table = _tell_all(_DUE[alarm.what](table), effects)
        goes_on = bool(table.alarms) and not table.is_at_rest
        return table if goes_on else _wait(table, effects)
    if alarm.what == LOOK:
        return _tell_all((refuse_after_end if table.is_over else look)(table), effects)
    if alarm.what == SET_UP:
        return _set_up(table, effects)
    if alarm.what == STUCK:
        game, facts = play(table.ms, table.game, PASS)
        return _wait(_tell_all((stand_on(table, game), facts), effects), effects)
    if alarm.what in (TURN, MENU, PASSED, EXPLAINED):
        return _ring_at_rest(table, alarm.what, effects)
    wrong = table.missing | table.extra
    hole = next(holes_in(wrong)) if wrong.bit_count() == 1 and table.astray else None
    return _suspect(table, hole, "contradicts the game", effects)


def _ring_at_rest(table: Table, what: str, effects: list[Effect]) -> Table:
    if what == TURN:
        return table._replace(is_quiet=True)
    if what in (PASSED, EXPLAINED):
        return table._replace(passed=None, is_explained=False)
    _tell([MenuWanted(table.ms)], effects)
    return table._replace(is_offered=True)


def _set_up(table: Table, effects: list[Effect]) -> Table:
    near = table.reading.near
    if any(s.rests(table.live) or any(s.hands) for s in near) and not table.is_over:
        return table
    table = _tell_all(begin(table), effects)
    return _wait(table, effects)


# ── events ───────────────────────────────────────────────────────────────────────────────────────


def _take_in(  # noqa: C901  one plain case per kind of event
    table: Table, event: events.Event, effects: list[Effect]
) -> Table:
    match event:
        case events.Sensed():
            return _sense_first(table, event.mask & ALL, effects)
        case events.BoardLost():
            return table._replace(is_lost=True, alarms=())
        case events.BoardFound():
            return table._replace(is_lost=False, is_fresh=True, lights=DARK)
        case events.Pressed():
            return _press(table, event, effects)
        case events.Answered():
            return _wait(_tell_all(answer(table, event.choice), effects), effects)
        case events.AskedBack():
            return _take_back(table, event.plies, effects)
        case events.DrawAgreed():
            return _end(table, None, effects)
        case events.GaveUp():
            return _end(table, event.side, effects)
        case events.Began():
            return _begin(table, event.game, effects)
        case events.MarkedDead():
            return _mark(table, event.mask & ALL, effects)
        case events.HelpChosen():
            return table._replace(help=event.help)
        case events.Expected():
            return _expect(table, event, effects)
        case events.Pointed():
            return table._replace(pointed=event.holes)
        case events.Frozen():
            return _freeze(table, event.is_frozen, effects)
        case _:
            return table


def _sense_first(table: Table, raw: int, effects: list[Effect]) -> Table:
    """What changed while nobody looked is no evidence of anything."""
    table = table._replace(is_fresh=False, settling=settled(raw), changed_ms=table.ms)
    return _wait(watch(table), effects)


def _press(table: Table, pressed: events.Pressed, effects: list[Effect]) -> Table:
    if pressed.asks_menu:
        _tell([MenuWanted(table.ms)], effects)
    elif table.is_frozen:
        return table
    elif pressed.asks_help and table.reason is not None:
        _tell([RepeatWanted(table.ms)], effects)
        alarms = (*table.alarms, Alarm(table.ms + EXPLAIN_MS, EXPLAINED))
        return table._replace(is_explained=True, alarms=tuple(sorted(alarms)))
    elif pressed.asks_help:
        _tell([HintWanted(table.ms, table.archer_in_hand)], effects)
    else:
        return _take_back(table, 1, effects)
    return table


def _expect(table: Table, event: events.Expected, effects: list[Effect]) -> Table:
    """A move that is not legal (any more) is expected of nobody."""
    is_legal = event.side is not None and any(
        event.move in legal_moves(table.game.rules, standing)
        for standing in table.game.standings()
        if standing.side is event.side and not table.is_over
    )
    if table.open_turn is not None:
        return table._replace(guided=event.side)  # what stands half made goes on as it began
    table = table._replace(guided=event.side, expected=event.move if is_legal else None)
    if table.guided is not None and table.expected is not None:
        _tell([Expects(table.ms, table.guided, table.expected)], effects)
    return _wait(table, effects)


def _freeze(table: Table, is_frozen: bool, effects: list[Effect]) -> Table:
    if is_frozen == table.is_frozen:
        return table
    table = watch(table)._replace(is_frozen=is_frozen, astray=None, was_astray=False, alarms=())
    return table if is_frozen else _guide(table, [], effects)


def _mark(table: Table, dead: int, effects: list[Effect]) -> Table:
    """These reeds are broken from now on; what is in a hand stays there."""
    table = table._replace(dead=dead, suspected=0, expected=None, open_turn=None, astray=None)
    return _wait(watch(table, in_hand=True), effects)


def _take_back(table: Table, moves: int, effects: list[Effect]) -> Table:
    found = take_back(table, moves)
    return table if found is None else _guide(*found, effects)


def _guide(table: Table, facts: list[Fact], effects: list[Effect]) -> Table:
    """The page changed the game: show at once where the archers belong."""
    _tell(facts, effects)
    return _wait(table._replace(changed_ms=table.ms - table.timing.astray_ms), effects)


def _end(table: Table, resigned: Side | None, effects: list[Effect]) -> Table:
    if table.is_over:
        return table
    if table.open_turn is not None:
        table = _tell_all(close_open_turn(table), effects)
        if table.is_over:
            return _wait(table, effects)
    game = table.game.agree_draw() if resigned is None else table.game.resign(resigned)
    assert game.outcome is not None
    _tell([Ended(table.ms, game.outcome)], effects)
    return _wait(stand_on(table, game), effects)


def _begin(table: Table, game: Game | None, effects: list[Effect]) -> Table:
    table, facts = begin(table, game)
    return _guide(table, facts, effects)
