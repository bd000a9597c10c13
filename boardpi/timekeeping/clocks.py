"""Both clocks as one frozen value: `follow(clocks, glance) → clocks`.

Every millisecond that a clock runs is charged to one turn: the turn of whoever was to move. Turns
are counted by side, from 0. What was taken back and is played again is the same turn: its time goes
on, and it earns its increment and its delay once. So nobody wins or loses time by taking back.
"""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple

from boardpi.rules import Game, Side
from boardpi.timekeeping.control import TimeControl

Pair = tuple[int, int]
Flags = tuple[bool, bool]
NOBODY: Final[Flags] = (False, False)


class Glance(NamedTuple):
    """What stands on the table at this moment."""

    ms: int
    side: Side | None  # who is to move; nobody before the first move and after the end
    turns: Pair = (0, 0)  # of each side, that stand in the record; a pass is none
    pressed_ms: int | None = None  # when the last move had settled, if the game changed by hands
    stopped_ms: int | None = None  # since when something stops the clocks; None if nothing does


class Clocks(NamedTuple):
    """Both clocks."""

    control: TimeControl
    used: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())  # ms of each turn, by side
    granted: Pair = (0, 0)  # turns that were ever completed
    given: Pair = (0, 0)  # ms that an arbiter has added
    side: Side | None = None  # whose clock it is
    turn: int = 0  # which of that side's turns
    since: int | None = None  # it runs since this moment; None: it stands still
    warned: Flags = NOBODY
    flagged: Flags = NOBODY

    @property
    def running(self) -> Side | None:
        """Whose clock runs."""
        return None if self.since is None else self.side

    def left(self, side: Side, ms: int | None = None) -> int:
        """What this side has left now, or had when the clock last began to run; may be negative."""
        clocks = self if ms is None else charge(self, ms)
        delay = 1000 * self.control.delay_s
        spent = sum(max(0, used - delay) for used in clocks.used[side])
        earned = 1000 * self.control.increment_s * clocks.granted[side]
        return self.control.main_ms + self.given[side] + earned - spent

    @property
    def delay_left(self) -> int:
        """How long the clock that runs, or would run, stands still before it costs anything."""
        if self.side is None:
            return 0
        used = _at(self.used[self.side], self.turn)
        return max(0, 1000 * self.control.delay_s - used)

    def turn_used(self, side: Side, turn: int) -> int:
        """How long this turn took."""
        return _at(self.used[side], turn)


def follow(clocks: Clocks, glance: Glance) -> Clocks:
    """The clocks after a look at the table. Moments only grow; older ones are taken as the last."""
    is_another = (glance.side, _turn(glance)) != (clocks.side, clocks.turn)
    if is_another:
        clocks = _press(clocks, glance)
    if glance.stopped_ms is not None:
        return charge(clocks, glance.stopped_ms)._replace(since=None)
    if clocks.since is None and clocks.side is not None:
        return clocks._replace(since=glance.ms)
    return clocks


def _turn(glance: Glance) -> int:
    return 0 if glance.side is None else glance.turns[glance.side]


def _press(clocks: Clocks, glance: Glance) -> Clocks:
    """It is another turn: charge the last one up to the moment when its move had settled."""
    at = glance.ms if glance.pressed_ms is None else min(glance.pressed_ms, glance.ms)
    was_still = clocks.since is None and clocks.side is not None
    clocks = charge(clocks, at)
    begin = None if was_still or glance.side is None else max(at, clocks.since or 0)
    granted = (max(clocks.granted[0], glance.turns[0]), max(clocks.granted[1], glance.turns[1]))
    return clocks._replace(side=glance.side, turn=_turn(glance), since=begin, granted=granted)


def charge(clocks: Clocks, ms: int) -> Clocks:
    """Charge what has run until this moment; the clock runs on from there."""
    if clocks.since is None or clocks.side is None or ms <= clocks.since:
        return clocks
    own = clocks.used[clocks.side]
    own += (0,) * (clocks.turn + 1 - len(own))
    turn = clocks.turn
    own = (*own[:turn], own[turn] + ms - clocks.since, *own[turn + 1 :])
    used = (own, clocks.used[1]) if clocks.side is Side.WHITE else (clocks.used[0], own)
    return clocks._replace(used=used, since=ms)


def next_moment(clocks: Clocks) -> int | None:
    """When somebody must be warned, or has no time left."""
    side = clocks.running
    if side is None or clocks.flagged[side]:
        return None
    left = clocks.left(side)
    low = 0 if clocks.warned[side] or left <= clocks.control.low_ms else clocks.control.low_ms
    assert clocks.since is not None
    return clocks.since + clocks.delay_left + max(0, left - low)


def is_low(clocks: Clocks, side: Side, ms: int) -> bool:
    """Whether this side is to be warned now, for the first time."""
    left, low = clocks.left(side, ms), clocks.control.low_ms
    return not clocks.warned[side] and not clocks.flagged[side] and 0 < left <= low


def has_fallen(clocks: Clocks, side: Side, ms: int) -> bool:
    """Whether this side has no time left, for the first time."""
    return not clocks.flagged[side] and clocks.left(side, ms) <= 0


def mark(flags: Flags, side: Side, is_set: bool = True) -> Flags:
    """These flags with one of them set."""
    return (is_set, flags[1]) if side is Side.WHITE else (flags[0], is_set)


def give(clocks: Clocks, side: Side, ms: int) -> Clocks:
    """An arbiter adds time, or takes it; who has time again has no fallen flag."""
    given = list(clocks.given)
    given[side] += ms
    clocks = clocks._replace(given=(given[0], given[1]))
    left = clocks.left(side)
    return clocks._replace(
        warned=mark(clocks.warned, side, left <= clocks.control.low_ms and clocks.warned[side]),
        flagged=mark(clocks.flagged, side, left <= 0 and clocks.flagged[side]),
    )


def _at(used: tuple[int, ...], turn: int) -> int:
    return used[turn] if turn < len(used) else 0


# ── the record ───────────────────────────────────────────────────────────────────────────────────


def count_turns(game: Game) -> Pair:
    """The turns of each side that stand; a pass is none."""
    turns = [0, 0]
    for move, position in zip(game.moves, game.positions[1:], strict=True):
        turns[position.side.other] += not move.is_pass
    return turns[0], turns[1]


def times_of(clocks: Clocks, game: Game) -> list[int]:
    """How long each ply of the record took; a pass takes no time."""
    turns, found = [0, 0], list[int]()
    for move, position in zip(game.moves, game.positions[1:], strict=True):
        side = position.side.other
        found.append(0 if move.is_pass else clocks.turn_used(side, turns[side]))
        turns[side] += not move.is_pass
    return found


def clocks_from(control: TimeControl, game: Game, used_ms: list[int], flagged: Flags) -> Clocks:
    """The clocks of a game that was played elsewhere, from the time of each ply."""
    used: tuple[list[int], list[int]] = ([], [])
    for move, position, ms in zip(game.moves, game.positions[1:], used_ms, strict=True):
        if not move.is_pass:
            used[position.side.other].append(ms)
    white, black = tuple(used[0]), tuple(used[1])
    return Clocks(control, (white, black), count_turns(game), flagged=flagged)


def to_text(clocks: Clocks) -> str:
    """For the book: all but the moment, which means nothing after a restart."""
    return json.dumps(
        {
            "used": clocks.used,
            "granted": clocks.granted,
            "given": clocks.given,
            "warned": clocks.warned,
            "flagged": clocks.flagged,
        },
        separators=(",", ":"),
    )


def read_clocks(control: TimeControl, text: str) -> Clocks:
    """The same clocks, standing still; ValueError if it is no such text."""
    try:
        told: dict[str, Any] = json.loads(text)
        white, black = told["used"]
        return Clocks(
            control,
            (tuple(map(int, white)), tuple(map(int, black))),
            _pair(told["granted"]),
            _pair(told["given"]),
            warned=_flags(told["warned"]),
            flagged=_flags(told["flagged"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{text[:60]!r} tells no clocks") from error


def _pair(told: list[int]) -> Pair:
    one, two = told
    return int(one), int(two)


def _flags(told: list[bool]) -> Flags:
    one, two = told
    return bool(one), bool(two)
