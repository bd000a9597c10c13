"""Setting any position up, guided by the lights, on reeds that cannot tell White from Black.

White's archers come first, then Black's: whatever is set down meanwhile on a hole that lacks an
archer of that side is taken for one. Archers that stood there before and were not lifted keep
their colour. Everything else must go (`extra`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from boardpi.rules import Position, Side
from boardpi.rules.holes import ALL
from boardpi.table.effects import Lights
from boardpi.table.settle import Change, Settling, due, sense, settle, settled


class Arranging(NamedTuple):
    """A position on its way to the board."""

    wanted: Position
    settling: Settling
    archers: tuple[int, int]  # where White's and Black's are known to stand
    dead: int = 0  # holes whose reeds are broken: nobody can see whether they are right

    @property
    def side(self) -> Side | None:
        """Whose archers are to be set now; None when all that is missing stands."""
        return next((side for side in Side if self.missing(side)), None)

    def missing(self, side: Side) -> int:
        """The holes that lack an archer of this side."""
        return self.wanted.archers(side) & ~self.archers[side] & ~self.dead

    @property
    def right(self) -> int:
        """Archers that stand where they should."""
        return sum(self.wanted.archers(side) & self.archers[side] for side in Side)

    @property
    def extra(self) -> int:
        """Archers to take away."""
        return self.settling.mask & ~self.right & ~self.dead

    @property
    def is_done(self) -> bool:
        """The position stands."""
        return self.side is None and not self.extra

    @property
    def lights(self) -> Lights:
        """What is too much, what is missing of the side whose turn it is, and what is right."""
        side = self.side
        missing = 0 if side is None else self.missing(side)
        return tuple(_role(hole, self.extra, missing, self.right) for hole in range(25))


def _role(hole: int, extra: int, missing: int, right: int) -> str | None:
    if extra >> hole & 1:
        return "extra"
    if missing >> hole & 1:
        return "missing"
    return "movable" if right >> hole & 1 else None


def arrange(wanted: Position, raw: int, known: Position | None, dead: int = 0) -> Arranging:
    """Begin; `known` is the position whose archers the board showed before, if any."""
    standing = raw & ALL
    archers = (0, 0) if known is None else (known.white & standing, known.black & standing)
    return Arranging(wanted, settled(standing), archers, dead)


def done_by_itself(wanted: Position, dead: int = 0) -> Arranging:
    """The position as it stands on a board without wood, where nobody needs to set it up."""
    standing = settled(wanted.occupied)
    return Arranging(wanted, standing, (wanted.white, wanted.black), dead)


def take_scan(arranging: Arranging, ms: int, raw: int) -> Arranging:
    """The reeds show another mask."""
    return arranging._replace(settling=sense(arranging.settling, ms, raw & ALL))


def let_settle(arranging: Arranging, ms: int, settle_ms: int) -> Arranging:
    """What has changed for good by now."""
    settling, changes = settle(arranging.settling, ms, settle_ms)
    lifted = sum(change.hole.bit for change in changes if change.is_lift)
    archers = (arranging.archers[0] & ~lifted, arranging.archers[1] & ~lifted)
    return _set_down(arranging._replace(settling=settling, archers=archers), changes)


def settles_at(arranging: Arranging, settle_ms: int) -> int | None:
    """When to look again."""
    return due(arranging.settling, settle_ms)


def _set_down(arranging: Arranging, changes: Iterable[Change]) -> Arranging:
    """Archers set down at the same moment may complete one side and begin the other."""
    placed = sum(change.hole.bit for change in changes if not change.is_lift)
    for side in Side:
        if arranging.side is not side:
            continue
        archers = list(arranging.archers)
        archers[side] |= placed & arranging.missing(side)
        arranging = arranging._replace(archers=(archers[0], archers[1]))
    return arranging
