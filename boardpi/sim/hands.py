"""Hands: one touch of the board after the other, as the habits of their owner have it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from boardpi.rules import HOLES, Hole, Side, holes_in
from boardpi.sim.habits import Habits, Range
from boardpi.sim.touches import BRUSH, LIFT, PLACE, SLIP, SWEEP, HandTouch


class SimulatedHands:
    """What the hands of both players have done so far: touches in the order of time.

    `occupied` is where archers stand after the last touch, whatever the reeds show.
    """

    def __init__(self, habits: Habits, random: Random, occupied: int, ms: int = 0) -> None:
        self.habits = habits
        self.random = random
        self.occupied = occupied
        self.ms = ms
        self.touches: list[HandTouch] = []
        self.done: set[str] = set()  # names of the habits that were seen

    def does(self, habit: str) -> bool:
        """Whether they do it this time."""
        if self.random.random() >= getattr(self.habits, habit):
            return False
        self.done.add(habit)
        return True

    def wait(self, ms: Range) -> None:
        """Let time pass."""
        self.ms += self.random.randint(*ms)

    def pause(self) -> None:
        """The time between two turns."""
        self.wait(self.habits.pause_ms)

    def carry(self) -> None:
        """The time an archer needs through the air."""
        self.wait(self.habits.carry_ms)

    def lift(self, hole: Hole) -> None:
        """Take up what stands there."""
        assert self.occupied >> hole & 1, f"nothing stands on {hole}"
        self.occupied &= ~hole.bit
        self.touches.append(HandTouch(self.ms, LIFT, hole))

    def place(self, hole: Hole, source: Hole | None = None, side: Side | None = None) -> None:
        """Set down the archer that was lifted from `source`, or one from beside the board."""
        assert not self.occupied >> hole & 1, f"{hole} is taken"
        self.occupied |= hole.bit
        self.touches.append(HandTouch(self.ms, PLACE, hole, source, side))

    def sweep(self, hole: Hole, source: Hole) -> None:
        """Push the victim out: its reed opens for a moment."""
        open_ms = self.random.randint(*self.habits.sweep_ms)
        self.touches.append(HandTouch(self.ms, SWEEP, hole, source, for_ms=open_ms))
        self.ms += open_ms

    def slip(self, hole: Hole, source: Hole) -> None:
        """Take the victim's place so smoothly that its reed never opens."""
        self.touches.append(HandTouch(self.ms, SLIP, hole, source))

    def brush(self) -> None:
        """Pass over an empty hole so low that its reed closes."""
        hole = self.some_hole(lambda hole: not self.occupied >> hole & 1)
        if hole is not None:
            closed_ms = self.random.randint(*self.habits.brush_ms)
            self.touches.append(HandTouch(self.ms, BRUSH, hole, for_ms=closed_ms))
            self.ms += closed_ms + self.random.randint(20, 200)

    def adjust(self, hole: Hole, ms: Range = (200, 1300)) -> None:
        """Lift the archer that stands there and set it back."""
        self.lift(hole)
        self.wait(ms)
        self.place(hole, hole)

    def some_hole(self, is_fit: Callable[[Hole], bool]) -> Hole | None:
        """Any hole that fits, if there is one."""
        fitting = [hole for hole in HOLES if is_fit(hole)]
        return self.random.choice(fitting) if fitting else None

    def some_of(self, mask: int) -> Hole | None:
        """Any hole of this mask."""
        holes = list(holes_in(mask))
        return self.random.choice(holes) if holes else None
