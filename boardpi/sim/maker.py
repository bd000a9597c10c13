"""A simulated maker, who knows docs/check.md, follows the lights and touches a miswired board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from boardpi.check.check import Check
from boardpi.check.layout import COLOURS, SIDE, hole_at
from boardpi.check.maps import FIRST_ANCHORS
from boardpi.rules import HOLES, Hole, holes_in, mask_of
from boardpi.sim.miswired_board import SOUND, MiswiredBoard, Wiring
from boardpi.table.effects import Lights

HASTE_MS: Final = 400
DOUBT_MS: Final = 3500  # when a maker believes that nothing will happen any more
PRESS_MS: Final = 120
SEEN_MS: Final = 1000  # an archer that stood so long was seen
PATTERN: Final = 10  # archers at most
CROSS: Final = 8  # lights around a hole whose own is dark


class MakerSight(NamedTuple):
    """What a maker sees."""

    lights: Lights  # roles, or the names of colours
    is_flood: bool
    standing: int
    quiet_ms: int  # since lights or hands last changed
    named: Hole | None = None  # the hole that a screen names, where there is one


class MakerTouch(NamedTuple):
    """`set`, `lift` or `press`."""

    verb: str
    hole: Hole | None = None


PRESS: Final = MakerTouch("press")


@dataclass(slots=True)
class Maker:
    """Remembers what the lights cannot tell: how far along the first row, which colour is next."""

    anchors: int = 0
    colours: int = 0
    has_given_up: bool = False
    _asks: bool = False
    _told: int = 0  # holes reported as not white
    _flood: Lights = ()
    _tries: int = 0

    def act(self, sight: MakerSight) -> MakerTouch | None:
        """What to do now, if anything."""
        if sight.quiet_ms < HASTE_MS:
            return None
        if sight.is_flood:
            return self._look(sight)
        roles = {role for role in sight.lights if role is not None}
        asks = roles == {"ask"} and sum(role is not None for role in sight.lights) > CROSS
        if self._asks and not asks:
            self.anchors += 1
        self._asks = asks
        if asks:
            return self._set(sight, self._anchor(sight))
        if roles == {"ask"} and sight.lights.count("ask") == 1:  # an archer on one disc
            return self._set(sight, HOLES[sight.lights.index("ask")])
        if "missing" in roles:
            return self._fill(sight)
        return self._tidy(sight)

    def _anchor(self, sight: MakerSight) -> Hole | None:
        if sight.named is not None:
            return sight.named
        return FIRST_ANCHORS[self.anchors] if self.anchors < len(FIRST_ANCHORS) else None

    def _fill(self, sight: MakerSight) -> MakerTouch | None:
        lit = mask_of(h for h in HOLES if sight.lights[h] == "missing")
        is_single = "target" not in sight.lights  # else a pattern is being set up
        if is_single and lit.bit_count() == CROSS:
            return self._set(sight, crossing(lit))
        if is_single and lit.bit_count() == 1:
            return self._set(sight, next(holes_in(lit)))
        free = next(holes_in(lit & ~sight.standing), None)
        if free is not None:
            return MakerTouch("set", free)
        return PRESS if sight.quiet_ms >= DOUBT_MS else None

    def _set(self, sight: MakerSight, hole: Hole | None) -> MakerTouch | None:
        """One archer on this hole; if nothing happens, take it away and say so."""
        if hole is None or self.has_given_up:
            self.has_given_up = False
            return PRESS
        if not sight.standing:
            return MakerTouch("set", hole)
        if sight.standing != hole.bit:
            return MakerTouch("lift", next(holes_in(sight.standing)))
        if sight.quiet_ms < DOUBT_MS:
            return None
        self.has_given_up = True
        return MakerTouch("lift", hole)

    def _tidy(self, sight: MakerSight) -> MakerTouch | None:
        if 1 < sight.lights.count("target") <= PATTERN:
            return None  # a pattern is complete: wait until it blinks red
        if sight.standing:
            return MakerTouch("lift", next(holes_in(sight.standing)))
        if sight.quiet_ms < DOUBT_MS:
            return None
        self.has_given_up = False
        return PRESS

    def _look(self, sight: MakerSight) -> MakerTouch | None:
        is_white = "white" in sight.lights or not any(sight.lights)
        if sight.standing:
            is_seen = sight.quiet_ms >= (SEEN_MS if is_white else DOUBT_MS)
            return MakerTouch("lift", next(holes_in(sight.standing))) if is_seen else None
        return self._tell_white(sight) if is_white else self._tell_colour(sight)

    def _tell_white(self, sight: MakerSight) -> MakerTouch:
        dark = mask_of(h for h in HOLES if sight.lights[h] != "white") & ~self._told
        if not dark:
            return PRESS
        hole = next(holes_in(dark))
        self._told |= hole.bit
        return MakerTouch("set", hole)

    def _tell_colour(self, sight: MakerSight) -> MakerTouch:
        if sight.lights != self._flood:
            self._flood, self._tries = sight.lights, 0
            self.colours += 1
        expected = COLOURS[(self.colours - 1) % len(COLOURS)]
        seen = next(colour for colour in sight.lights if colour is not None)
        if seen == expected:
            return PRESS
        self._tries += 1  # a hole that does not answer is followed by the one beside
        return MakerTouch("set", hole_at(-self._tries % SIDE, COLOURS.index(seen)))


def crossing(cross: int) -> Hole | None:
    """The dark hole in the middle of a lit row and column."""
    columns = [h.column for h in holes_in(cross)]
    rows = [h.row for h in holes_in(cross)]
    column, row = max(columns, key=columns.count), max(rows, key=rows.count)
    return hole_at(column, row - 1)


class MakerAtBoard:
    """A maker at a board with this wiring, whose lights are those of a check.

    Time is an input, so that it may cost nothing or be real. Whoever runs the check tells the
    board's reeds, or an emulated chip, what was touched.
    """

    def __init__(self, wiring: Wiring = SOUND) -> None:
        self.board = MiswiredBoard(wiring)
        self._maker = Maker()
        self._touched_ms = 0  # when lights or hands last changed

    def notice(self, ms: int) -> None:
        """The lights have changed."""
        self._touched_ms = max(self._touched_ms, ms)

    def act(self, check: Check, ms: int, named: Hole | None = None) -> MakerTouch | None:
        """What the maker does now, if anything; a press is left to the caller."""
        if check.task.kind == "reach":  # the screen, or counting, tells which archer is next
            self.board.archer, self.board.discs = check.task.number, check.task.discs
        lights, is_flood = look_at(self.board, check)
        quiet_ms = ms - self._touched_ms
        touch = self._maker.act(MakerSight(lights, is_flood, self.board.standing, quiet_ms, named))
        if touch is not None:
            self._touched_ms = ms
            if touch.hole is not None:
                (self.board.set if touch.verb == "set" else self.board.lift)(touch.hole)
        return touch


def look_at(board: MiswiredBoard, check: Check) -> tuple[Lights, bool]:
    """What a check shows on this board, and whether it is one colour all over."""
    shown = check.shown
    if shown is None:
        return (None,) * 25, False
    if len(shown) == 3:
        return board.flood([int(value or 0) for value in shown]), True
    return board.look(tuple(None if role is None else str(role) for role in shown)), False
