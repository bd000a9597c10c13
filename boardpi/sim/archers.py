"""The ten archers of a board of software, each with its colour and its place.

Reeds see presence only; this is what eyes see. The board keeps it, not a window of a browser: who
reloads the page, or looks from another device, finds every archer where it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from boardpi.rules import Hole, Position, Side, holes_in

TRAY: Final = "tray"
AIR: Final = "air"
NAMES: Final = tuple(f"{side.letter}{number}" for side in Side for number in range(1, 6))
PLACES: Final = (*map(str, map(Hole, range(25))), TRAY, AIR)
"""Where an archer can be brought."""
LIFTED: Final = "air:"
"""An archer in the air is at `air:d1`, lifted from d1, or at `air:tray`."""
HOME_ROWS: Final = 2  # an archer nobody knows is White's there and Black's elsewhere


class Archers:
    """Who is where.

    >>> archers = Archers(Hole("d1").bit)
    >>> archers.bring({"w1": "air"})
    >>> archers.places["w1"], archers.mask
    ('air:d1', 0)
    >>> archers.bring({"w1": "d2"})
    >>> archers.on("d2")
    'w1'
    """

    def __init__(self, mask: int = 0) -> None:
        self._places = dict.fromkeys(NAMES, TRAY)
        self.follow(mask)

    @property
    def places(self) -> Mapping[str, str]:
        """The place of every archer: a hole, the tray, or the air with where it was lifted."""
        return self._places

    @property
    def mask(self) -> int:
        """The holes that have an archer."""
        return sum(Hole(place).bit for place in self._places.values() if _is_hole(place))

    @property
    def in_air(self) -> list[str]:
        """The archers that were lifted and not yet set down, the last one last."""
        return [name for name, place in self._places.items() if place.startswith(LIFTED)]

    def on(self, hole: Hole | str) -> str | None:
        """The archer on a hole."""
        place = str(hole)
        return next((name for name, one in self._places.items() if one == place), None)

    def waiting(self, side: Side) -> str | None:
        """An archer of this side in its tray."""
        return next(iter(self._at((TRAY,), side)), None)

    # ── hands ────────────────────────────────────────────────────────────────────────────────────

    def bring(self, moves: Mapping[str, str]) -> None:
        """Bring archers to holes, to the tray or into the air; a hole has room for one archer."""
        for name, to in moves.items():
            place = self._places[name]
            if to == AIR:
                to = place if place.startswith(LIFTED) else LIFTED + place
            elif _is_hole(to) and (there := self.on(to)) not in (None, name):
                self._put(str(there), TRAY)
            self._put(name, to)

    def follow(self, mask: int) -> None:
        """Fill this mask, keeping who is who as well as presence tells."""
        before = self.mask
        for hole in holes_in(before & ~mask):
            self.bring({str(self.on(hole)): AIR})
        for hole in holes_in(mask & ~before):
            if (name := self._arriving(hole)) is not None:
                self._put(name, str(hole))

    def stand(self, position: Position) -> None:
        """Every archer goes where the position has it; nobody stays in the air."""
        self._fill(position, (LIFTED, TRAY))
        for name in self.in_air:
            self._put(name, TRAY)

    def agree(self, position: Position, *, frees_air: bool) -> None:
        """Where all holes are filled as the position has them, colours are the position's, too.

        `frees_air`: of the archers in the air only as many stay as the side has in hand.
        """
        if self.mask != position.occupied:
            return
        self._fill(position, (TRAY, LIFTED))
        for side in Side if frees_air else ():
            for name in self._at((LIFTED,), side)[position.hand[side] :]:
                self._put(name, TRAY)

    # ── who is who ───────────────────────────────────────────────────────────────────────────────

    def _put(self, name: str, place: str) -> None:
        if place.startswith(LIFTED) and place != self._places[name]:
            del self._places[name]  # lifted last, named last
        self._places[name] = place

    def _at(self, kinds: Iterable[str], side: Side) -> list[str]:
        return [
            name
            for kind in kinds
            for name, place in self._places.items()
            if name[0] == side.letter and place.startswith(kind)
        ]

    def _arriving(self, hole: Hole) -> str | None:
        """The archer that was lifted last; from the trays one whose first row is nearer."""
        flying = self.in_air
        others = [name for name in flying if self._places[name] != f"{LIFTED}{hole}"]
        home = Side.WHITE if hole.row <= HOME_ROWS else Side.BLACK
        waiting = self.waiting(home) or self.waiting(home.other)
        return next(iter([*others[-1:], *flying[-1:]]), waiting)

    def _fill(self, position: Position, then: tuple[str, str]) -> None:
        """Right archers stay; others of the colour come from wrong holes, `then` from elsewhere."""
        wanted = {str(hole): side for side in Side for hole in holes_in(position.archers(side))}
        wrong = [
            name
            for name, place in self._places.items()
            if _is_hole(place) and _side_letter(wanted.get(place)) != name[0]
        ]
        lacking = [hole for hole in wanted if (on := self.on(hole)) is None or on in wrong]
        spare = {
            side: [name for name in wrong if name[0] == side.letter] + self._at(then, side)
            for side in Side
        }
        for name in wrong:
            self._put(name, TRAY)
        for hole in lacking:
            self._put(spare[wanted[hole]].pop(0), hole)


def _is_hole(place: str) -> bool:
    return len(place) == len("a1")


def _side_letter(side: Side | None) -> str | None:
    return None if side is None else side.letter
