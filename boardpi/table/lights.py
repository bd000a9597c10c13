"""Which hole plays which role for the lights. Themes turn roles into colour and motion."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from boardpi.rules import Hole, Position, Refusal, holes_in, mask_of
from boardpi.rules.holes import ALL, FIRST_ROW
from boardpi.rules.turns import free_first_row, legal_moves
from boardpi.table.effects import Lights
from boardpi.table.events import HELP_HOLD_MS, MENU_HOLD_MS
from boardpi.table.story import is_half_back, previous, standings, turns_of
from boardpi.table.table import Table
from boardpi.table.turns import Turn

ROLES: Final = (
    "refused",
    "extra",
    "missing",
    "ask",
    "tentative",
    "capture",
    "target",
    "origin",
    "reentry",
    "taker",
    "hint",
    "point",
    "winner",
    "passed",
    "last",
    "chosen",
    "movable",
    "turn",
)
"""A hole has one role at a time: of several, the first of these."""
CHECK_ROLES: Final = ("dead",)
MENU_ROLES: Final = ("held", *(f"menu{count}" for count in range(10)))
"""They stand alone: how long the button is held; choices of the menu by their count of blinks, of
which `menu0` leads back."""
HELD_ROWS: Final = ((250, 1), (HELP_HOLD_MS, 2), (2000, 3), (MENU_HOLD_MS, 5))
"""From so many milliseconds on so many rows: one takes back, two help, all five are the menu."""
CORNERS: Final = mask_of(map(Hole, ("a1", "e1", "a5", "e5")))
_RANK: Final = {role: rank for rank, role in enumerate(ROLES)}

Role = tuple[int, str]
"""A mask and the role of its holes."""


def held_lights(held_ms: int) -> Lights | None:
    """What letting the button go now would do, row by row; None while it is a tap."""
    rows = max((rows for since, rows in HELD_ROWS if since <= held_ms), default=0)
    return tuple("held" if hole < 5 * rows else None for hole in range(25)) if rows else None


def held_changes_at(held_ms: int) -> int | None:
    """When the next row comes."""
    return next((since for since, _ in HELD_ROWS if since > held_ms), None)


def paint(table: Table) -> Lights:
    """The role of every hole at this moment."""
    lights: list[str | None] = [None] * 25
    for mask, role in _roles(table):
        for hole in holes_in(mask):
            present = lights[hole]
            if present is None or _RANK[role] < _RANK[present]:
                lights[hole] = role
    return tuple(lights)


def _roles(table: Table) -> Iterator[Role]:
    yield from ((hole.bit, role) for hole, role in table.pointed)
    if table.is_frozen:
        return
    yield from _trouble(table)
    yield from _question(table)
    yield from _expected(table)
    if table.passed is not None:
        yield FIRST_ROW[table.passed[0]], "passed"
    if table.is_over:
        yield from _score(table)
    elif table.help != "off":
        yield from _turn(table)
        yield from _last_move(table)
        if table.is_quiet:
            yield turn_corners(table), "turn"
        if table.help == "full":
            yield from _full_help(table)


def _trouble(table: Table) -> Iterator[Role]:
    if table.astray is None:
        return
    missing, extra, refusal = table.astray
    if table.reason is not None and table.is_explained:
        yield from _reason(table.leader.position, table.reason)
        return
    if refusal is not None and refusal.target is not None:
        yield refusal.target.bit, "refused"
        yield missing, "missing"
        if table.help != "off":
            yield from _instead(table.leader.position, refusal)
        return
    pair = nearest_pair(missing, extra)
    yield pair[0], "missing"
    yield pair[1], "extra"


def _reason(position: Position, refusal: Refusal) -> Iterator[Role]:
    """What is in the way: the first row that protects an archer, or the line that is no way."""
    owner = None if refusal.target is None else position.owner(refusal.target)
    if refusal.code == "protected_first_row" and owner is not None:
        yield FIRST_ROW[owner], "hint"
        return
    for hole in (refusal.origin, refusal.target):
        if hole is not None:
            yield hole.bit, "hint"


def _instead(position: Position, refusal: Refusal) -> Iterator[Role]:
    """The reason without words: where the archer could go instead."""
    for hole in refusal.instead:
        yield hole.bit, "target" if position.owner(hole) is None else "capture"


def nearest_pair(missing: int, extra: int) -> tuple[int, int]:
    """One hole to fill and one to empty, nearest first; a lone one where the other is none.

    A hole that must be emptied before it can be filled is not the one to fill.
    """
    missing = missing & ~extra or missing
    if not missing or not extra:
        return missing & -missing, extra & -extra
    pairs = [(a, b) for a in holes_in(missing) for b in holes_in(extra)]
    one, two = min(pairs, key=lambda pair: _distance(*pair))
    return one.bit, two.bit


def _distance(one: Hole, two: Hole) -> int:
    return (one.column - two.column) ** 2 + (one.row - two.row) ** 2


def _question(table: Table) -> Iterator[Role]:
    for candidate in table.question:
        yield candidate.hole.bit, "ask"


def _expected(table: Table) -> Iterator[Role]:
    """What hands are to do for a side without hands: whatever the help, the game waits for it."""
    move = table.expected
    if move is None or table.astray is not None:
        return
    if move.reentry is not None:
        yield move.reentry.bit, "reentry"
    if move.origin is None or move.target is None or table.open_turn is not None:
        return
    if not table.reading.tentative:
        yield move.origin.bit, "hint"
        yield move.target.bit, "capture" if move.takes else "target"


def _score(table: Table) -> Iterator[Role]:
    result, position = table.game.outcome, table.game.position
    assert result is not None
    if result.winner is not None:
        yield position.archers(result.winner), "winner"
    if table.game.rules.points == "rows":
        losers = position.occupied
        if result.winner is not None:
            losers = position.archers(result.winner.other)
        yield losers, "point"


def _turn(table: Table) -> Iterator[Role]:
    tentative = table.reading.tentative
    if tentative and table.open_turn is None:
        for hole in (tentative[-1].target, tentative[-1].reentry):
            if hole is not None:
                yield hole.bit, "tentative"
        yield table.leader.zone & _wanted_back(table), "reentry"
    elif table.open_turn is not None and not table.missing | table.extra:
        yield _open_reentries(table), "reentry"
    else:
        yield from _in_hand(table)
    yield from _waiting_victim(table)


def _open_reentries(table: Table) -> int:
    standing = table.standing.position
    return free_first_row(standing.with_side(standing.side.other)) & _wanted_back(table)


def _wanted_back(table: Table) -> int:
    """Where an archer may come back: anywhere, unless a certain hole is expected."""
    if table.expected is None:
        return ALL
    return table.expected.reentry.bit if table.expected.reentry is not None else 0


def _in_hand(table: Table) -> Iterator[Role]:
    leader = table.leader
    lifted = leader.missing(table.live) if sum(leader.hands) else 0
    if not lifted:
        return
    ground = table.ground
    turns = turns_of(ground, leader)
    for standing in standings(ground, leader):
        ways = tuple(turn for turn in turns if turn.side is standing.side)
        own = lifted & standing.archers(standing.side)
        victims = lifted & ~own
        yield own, "origin"
        if own.bit_count() == 1:
            yield from _ways(_pointed_turns(table, ways, own), own, victims)
        elif victims and not own:
            yield from _takers(ways, victims)


def _pointed_turns(table: Table, turns: tuple[Turn, ...], own: int) -> tuple[Turn, ...]:
    """Of an archer that is pointed at only the way that is pointed at, if there is one."""
    pointed = mask_of(hole for hole, _ in table.pointed)
    if not pointed & own:
        return turns
    ways = tuple(t for t in turns if t.move.target is not None and pointed >> t.move.target & 1)
    return ways or turns


def _ways(turns: tuple[Turn, ...], own: int, victims: int) -> Iterator[Role]:
    """What the archer in hand may do; with a victim in the other hand, only take it."""
    for turn in turns:
        origin, target = turn.move.origin, turn.move.target
        if origin is None or target is None or not own >> origin & 1:
            continue
        if not victims:
            yield target.bit, "capture" if turn.move.takes else "target"
        elif victims >> target & 1:
            yield target.bit, "capture"


def _takers(turns: tuple[Turn, ...], victims: int) -> Iterator[Role]:
    for turn in turns:
        origin, target = turn.move.origin, turn.move.target
        if origin is not None and target is not None and victims >> target & 1:
            yield target.bit, "capture"
            yield origin.bit, "taker"


def _waiting_victim(table: Table) -> Iterator[Role]:
    """A capture is being taken back: the taker is home, its victim must return."""
    leader = table.leader
    last = previous(table.ground, leader) if leader.extra else None
    if last is not None and last[0].takes and is_half_back(table.ground, leader):
        yield last[1].archers(last[1].side.other) & ~table.settling.mask & table.live, "missing"


def _last_move(table: Table) -> Iterator[Role]:
    for move in reversed(table.game.moves):
        if not move.is_pass:
            for hole in (move.origin, move.target, move.reentry):
                if hole is not None:
                    yield hole.bit, "last"
            return


def turn_corners(table: Table) -> int:
    """The corners of whoever is to move, while the board rests; both may begin where nobody has."""
    if table.is_frozen or table.is_over or table.help == "off":
        return 0
    if table.open_turn is not None or not table.is_at_rest:
        return 0
    sides = {standing.side for standing in table.game.standings()}
    return CORNERS & sum(FIRST_ROW[side] for side in sides)


def turn_from_ms(table: Table) -> int:
    """From when on these corners shine, if nothing moves until then."""
    return table.changed_ms + table.timing.turn_ms


def _full_help(table: Table) -> Iterator[Role]:
    game = table.standing
    yield game.position.chosen, "chosen"
    is_busy = table.missing | table.extra or not table.leader.rests(table.live)
    if is_busy or table.open_turn is not None or table.reading.tentative:
        return
    for standing in game.standings():
        if standing.side is table.guided:
            continue
        yield _movable(table, standing), "movable"
        if table.game.rules.reentry == "move" and standing.hand[standing.side]:
            yield free_first_row(standing), "reentry"


def _movable(table: Table, standing: Position) -> int:
    mask = 0
    for move in legal_moves(table.game.rules, standing):
        if move.origin is not None:
            mask |= move.origin.bit
    return mask
