"""The table: people, their hands over the reeds, and the true game."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from boardpi.rules import HOLES, Hole, Move, Position, Side, holes_in
from tests.table.strangers.habits import HABITS
from tests.table.strangers.reeds import ReedError, Reeds
from tests.table.strangers.story import Story

FIRST_ROWS = {side: [h for h in HOLES if h.row == HOLES[24 * side].row] for side in Side}


@dataclass(slots=True)
class Table:
    """One trace in the making. Gestures move the clock; the story is told as they end."""

    rng: Random
    reeds: Reeds
    story: Story
    habits: frozenset[str]
    dead: Hole | None = None
    used: set[str] = field(default_factory=set)
    is_doubtful: bool = False  # a dead reed has hidden something: hands are careful from now on

    @property
    def position(self) -> Position:
        """The true position."""
        return self.story.game.position

    def has(self, habit: str, scale: float = 1.0) -> bool:
        """Whether a habit shows now; the caller notes it with `note` when it is acted out."""
        if self.is_doubtful or habit not in self.habits:
            return False
        return self.rng.random() < HABITS[habit] * scale

    def note(self, habit: str) -> None:
        """A habit has shown."""
        self.used.add(habit)

    def wait(self, low_ms: int, high_ms: int) -> int:
        """Time passes, between these bounds; returns how much."""
        spent = self.rng.randint(low_ms, high_ms)
        self.reeds.now_ms += spent
        return spent

    @property
    def now_ms(self) -> int:
        """The time."""
        return self.reeds.now_ms

    def lift(self, hole: Hole) -> None:
        """A hand takes an archer."""
        self.reeds.lift(hole)

    def place(self, hole: Hole) -> None:
        """A hand sets an archer down."""
        self.reeds.place(hole)

    def blink(self, hole: Hole, low_ms: int, high_ms: int) -> None:
        """An archer is lifted and stands again after this time."""
        self.lift(hole)
        self.wait(low_ms, high_ms)
        self.place(hole)

    def check_rest(self) -> None:
        """The hands rest: the board must show the true position."""
        if self.reeds.present != self.position.occupied:
            raise ReedError(f"at {self.now_ms} ms the board differs from {self.position}")

    # What the rules allow, as the hands need to know it.

    def legal(self) -> list[Move]:
        """The legal moves, of both sides while either may begin."""
        return self.story.game.legal_moves()

    def targets(self, origin: Hole) -> set[Hole]:
        """Where the archer on this hole may go, captures too."""
        return {m.target for m in self.legal() if m.origin == origin and m.target is not None}

    def takeable(self, origin: Hole) -> set[Hole]:
        """The enemies that the archer on this hole could take now."""
        return {hole for hole in self.targets(origin) if self.reaches_enemy(hole)}

    def reaches_enemy(self, hole: Hole) -> bool:
        """Whether an archer stands there (a legal target with an archer is a capture)."""
        return bool(self.position.occupied & hole.bit)

    def has_right(self, move: Move) -> bool:
        """Whether this move opens a right to re-enter in the same turn (Jarmo)."""
        return any(
            m.origin == move.origin and m.target == move.target and m.reentry is not None
            for m in self.legal()
            if m.origin is not None
        )

    def archers(self) -> list[Hole]:
        """All archers that can be touched without another honest reading.

        The archer over a dead reed is left out, and what it could take: nobody sees whether it
        stands there still.
        """
        barred = {self.dead} if self.dead is None else {self.dead, *self.takeable(self.dead)}
        return [hole for hole in holes_in(self.position.occupied) if hole not in barred]

    def resting_holes(self) -> list[Hole]:
        """Free holes where a stray archer can be mistaken for nothing else.

        A free hole of a first row is left out while an archer of that side is in hand, because
        an archer set there may come from the hand.
        """
        free = [hole for hole in HOLES if not self.reeds.present & hole.bit and hole != self.dead]
        held = [side for side in Side if self.position.hand[side]]
        return [hole for hole in free if not any(hole in FIRST_ROWS[side] for side in held)]

    def touches_dead(self, move: Move) -> bool:
        """Whether the dead reed hides a part of this move."""
        return self.dead is not None and self.dead in (move.origin, move.target, move.reentry)
