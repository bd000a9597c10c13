"""A check told as a story: events by hand, on a clock that costs nothing."""

from __future__ import annotations

from boardpi.check.effects import Effect, Finish, Flood
from boardpi.check.events import Event, Probed, Told
from boardpi.check.plan import CheckPlan
from boardpi.check.prompts import prompt_of, sentence
from boardpi.check.step import begin, step
from boardpi.rules import Hole, mask_of
from boardpi.table.effects import Show, WakeAt
from boardpi.table.events import BoardFound, BoardLost, Pressed, Sensed, Woke


class Story:
    """What happens on the board, word by word."""

    def __init__(self, plan: CheckPlan | None = None, archers: str = "") -> None:
        self.mask = mask_of(map(Hole, archers.split()))
        self.lights: dict[str, str] = {}
        self.flood: tuple[int, int, int] | None = None
        self.reports = 0
        self.wake_ms = 0
        self.check, effects = begin(plan or CheckPlan(), self.mask, 0)
        self._perform(effects)

    @property
    def ms(self) -> int:
        return self.check.ms

    @property
    def asked(self) -> str:
        """What is asked of the maker."""
        code, facts = prompt_of(self.check)
        return " ".join([code, *facts.values()])

    @property
    def told(self) -> list[str]:
        return [sentence(finding) for finding in self.check.findings]

    def wait(self, ms: int) -> Story:
        """Let time pass, waking whenever the check wants to be woken."""
        until = self.ms + ms
        while not self.check.is_over and self.wake_ms <= until:
            self._tell(Woke(max(self.wake_ms, self.ms)))
        if not self.check.is_over:
            self._tell(Woke(until))
        return self

    def set(self, hole: str) -> Story:
        return self.show(self.mask | Hole(hole).bit)

    def lift(self, hole: str) -> Story:
        return self.show(self.mask & ~Hole(hole).bit)

    def show(self, mask: int) -> Story:
        """The reeds show this, for long enough."""
        self.mask = mask
        self._tell(Sensed(self.ms + 1, mask))
        return self.wait(1000)

    def touch(self, *holes: str) -> Story:
        """Set an archer and lift it, hole after hole."""
        for hole in holes:
            self.set(hole).lift(hole)
        return self

    def press(self, held_ms: int = 100) -> Story:
        self._tell(Pressed(self.ms + 1, held_ms))
        return self

    def say(self, answer: str) -> Story:
        self._tell(Told(self.ms + 1, answer))
        return self

    def probe(self, backward: str = "", grounded: int = 0) -> Story:
        bad = mask_of(map(Hole, backward.split()))
        self._tell(Probed(self.ms + 1, self.mask, bad, grounded))
        return self

    def lose(self) -> Story:
        self._tell(BoardLost(self.ms + 1, "a pulled cable"))
        return self

    def find(self) -> Story:
        self._tell(BoardFound(self.ms + 1, "a board"))
        self._tell(Sensed(self.ms + 1, self.mask))
        return self

    def _tell(self, event: Event) -> None:
        self.check, effects = step(self.check, event)
        self._perform(effects)

    def _perform(self, effects: list[Effect]) -> None:
        for effect in effects:
            match effect:
                case Show():
                    lit = enumerate(effect.lights)
                    self.lights = {str(Hole(n)): role for n, role in lit if role is not None}
                    self.flood = None
                case Flood():
                    self.lights, self.flood = {}, effect.colour
                case WakeAt():
                    assert effect.ms > self.check.ms, "a wish to be woken in the past"
                    self.wake_ms = effect.ms
                case Finish():
                    self.reports += 1
