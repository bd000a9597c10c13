"""What a check has seen so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from boardpi.check.maps import Lines, choose_anchors, moved, read_lines
from boardpi.rules import HOLES, Hole, holes_in, mask_of
from boardpi.rules.holes import ALL

Seen = tuple[tuple[Hole, int], ...]
"""The mask of holes that answered for each hole, in the order of asking; 0 = none."""


class Reached(NamedTuple):
    """How an archer did that stood on discs."""

    archer: int
    discs: int
    holds: bool  # its reed closed, and did not flicker
    flickers: int


@dataclass(frozen=True, slots=True)
class Notes:
    """Masks of holes, unless said otherwise."""

    answers: Seen = ()  # archers set where the lights asked for them
    anchors: Seen = ()  # archers set by the wood
    stuck: int = 0  # closed on an empty board
    sticky: int = 0  # did not open again
    chatter: int = 0
    probed: int = 0  # the firmware looked at these diodes
    backward: int = 0  # … and they let current through backwards
    grounded: int = 0  # columns
    filled: int = 0  # diodes that a pattern of archers tested
    bare: int = 0  # … and found missing
    doubtful: tuple[int, ...] = ()  # of each of these, some diode is missing
    unlit: int = 0  # the maker saw no light where it should be
    dim: int = 0  # the maker set an archer there because it was not white
    colours: tuple[str, ...] = ()  # seen for red, green and blue; "" = nobody said
    is_white: bool | None = None  # the maker looked at all pixels; None = not asked
    has_browned_out: bool = False  # the board was lost while all pixels were white
    reach: tuple[Reached, ...] = ()
    ended: str = ""  # "" = the check is complete, else why not

    @property
    def ignored(self) -> int:
        """Reeds whose word counts for nothing."""
        return self.stuck | self.sticky | self.chatter

    @property
    def asked(self) -> int:
        """Holes that were tried."""
        return mask_of(hole for hole, _ in self.answers)

    @property
    def silent(self) -> int:
        """Holes that were tried and did not answer."""
        return mask_of(hole for hole, seen in self.answers if not seen)

    @property
    def usable(self) -> int:
        """Reeds whose word counts, as far as is known."""
        return ALL & ~self.ignored & ~self.silent

    @property
    def singles(self) -> dict[Hole, Hole]:
        """Holes with one answer."""
        return single_answers(self.answers)

    @property
    def several(self) -> dict[Hole, int]:
        """Holes with more than one."""
        return {hole: seen for hole, seen in self.answers if seen.bit_count() > 1}

    @property
    def by_wood(self) -> dict[Hole, Hole]:
        """The anchors with one answer."""
        return single_answers(self.anchors)

    @property
    def is_straight(self) -> bool:
        """Whether every hole that answered did so as itself."""
        return not moved(self.singles) and not self.several

    @property
    def wanted_anchors(self) -> tuple[Hole, ...]:
        """Holes that the maker should find by the wood."""
        return choose_anchors(self.singles)

    @property
    def lines(self) -> Lines | None:
        """How the lines of the reeds are wired, if they are wired wrongly and the wood told how."""
        if not moved(self.by_wood):
            return None
        both = {**self.singles, **self.by_wood}
        return read_lines(both, enough=1) or read_lines(self.by_wood, enough=1)

    def holes_at(self, crossings: int) -> int:
        """The holes whose reeds are soldered at these crossings of the matrix, as far as known."""
        lines = self.lines
        if lines is None:
            return crossings
        places = (lines.undo(crossing) for crossing in holes_in(crossings))
        return mask_of(place for place in places if place is not None)

    def hole_of(self, seen: int) -> Hole | None:
        """The hole on which an archer stands that closes these reeds, if only one can be meant."""
        if seen.bit_count() == 1:
            return next(holes_in(self.holes_at(seen)), None)
        if moved(self.singles) or seen & self.silent:
            return None
        alike = [hole for hole, answer in self.answers if answer == seen]
        return alike[0] if len(alike) == 1 else None

    def with_answer(self, hole: Hole, seen: int) -> Notes:
        """The hole was tried; an earlier try is forgotten."""
        others = tuple(entry for entry in self.answers if entry[0] != hole)
        return replace(self, answers=(*others, (hole, seen)))


def single_answers(seen: Seen) -> dict[Hole, Hole]:
    """Holes that answered with one voice."""
    return {hole: HOLES[m.bit_length() - 1] for hole, m in seen if m.bit_count() == 1}


def states(notes: Notes) -> Mapping[Hole, str]:
    """How each hole did: `right`, `wrong`, `silent`, `stuck`; those not tried are left out."""
    told: dict[Hole, str] = {}
    for hole, seen in notes.answers:
        told[hole] = "silent" if not seen else "right" if seen == hole.bit else "wrong"
    for hole in HOLES:
        if notes.ignored >> hole & 1:
            told[hole] = "stuck"
    return told
