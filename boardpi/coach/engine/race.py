"""The exact race. Once the armies have passed each other, each plays a game of its own.

An archer that never goes back has a country: all holes that it can still reach, its own included.
Where White's countries and Black's have no hole in common, nobody can ever take or hinder an enemy.
The side that needs fewer turns then comes home first, and the one to move wins a tie.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from boardpi.coach.engine.worth import POINT
from boardpi.rules.armies import Army, State
from boardpi.rules.holes import GOAL_ROW, HOLES, Side, holes_in
from boardpi.rules.rulesets import RuleSet

NEVER: Final = 255
"""The turns of an army that cannot come home: somebody in it is stuck for good."""
CACHED_RULE_SETS: Final = 2
TURNS_KEPT: Final = 10_000  # sets of archers a side; after so many it begins anew


class Ways:
    """The ways of one army over an empty board. Turns home are found when they are asked for, and
    kept for some time.
    """

    def __init__(self, rules: RuleSet, side: Side) -> None:
        self.reach = rules.reach[side]
        self.goal = GOAL_ROW[side]
        self.countries = tuple(self._explore(hole.bit) for hole in HOLES)
        self.known: dict[int, int] = {}

    def _explore(self, country: int) -> int:
        while True:
            wider = country
            for hole in holes_in(country):
                wider |= self.reach[hole]
            if wider == country:
                return country
            country = wider

    def country(self, archers: int) -> int:
        """All holes that these archers can ever stand on."""
        union = 0
        while archers:
            bit = archers & -archers
            archers ^= bit
            union |= self.countries[bit.bit_length() - 1]
        return union

    def turns(self, archers: int) -> int:
        """The shortest way home of these archers, in turns."""
        if archers not in self.known:
            if len(self.known) >= TURNS_KEPT:
                self.known.clear()
            self._solve(archers)
        return self.known[archers]

    def _solve(self, archers: int) -> None:
        """The turns home of everything that these archers can become, from the goal backwards."""
        before: dict[int, list[int]] = {archers: []}
        waiting = [archers]
        for mask in waiting:
            for further in self._steps(mask):
                if further not in before:
                    before[further] = []
                    waiting.append(further)
                before[further].append(mask)
        found = {mask: 0 for mask in before if not mask & ~self.goal}
        nearest = list(found)
        for mask in nearest:
            for earlier in before[mask]:
                if earlier not in found:
                    found[earlier] = found[mask] + 1
                    nearest.append(earlier)
        self.known.update((mask, found.get(mask, NEVER)) for mask in before)

    def _steps(self, archers: int) -> list[int]:
        return [
            archers ^ origin.bit | target.bit
            for origin in holes_in(archers)
            for target in holes_in(self.reach[origin] & ~archers)
        ]


@lru_cache(CACHED_RULE_SETS)
def ways(rules: RuleSet) -> tuple[Ways, Ways]:
    """The ways of both armies, White's first."""
    return Ways(rules, Side.WHITE), Ways(rules, Side.BLACK)


def has_races(rules: RuleSet) -> bool:
    """Whether armies can pass each other for good under these rules."""
    return not (rules.backward or rules.shuttle_limit) and (
        rules.reentry == "move" and rules.points != "rows"
    )


class Race:
    """The proven score of a passed position: as a search to the end would find it."""

    def __init__(self, rules: RuleSet) -> None:
        self._ways = ways(rules)

    def score(self, state: State, army: Army) -> int | None:
        """The score in units for the side to move, in a game that is not over; None while contact
        is possible.
        """
        own, foe = state[0], state[1]
        if state[3] or state[4]:
            return None  # an archer in hand comes back at the start, where the enemy goes
        white, black = (own, foe) if army.side is Side.WHITE else (foe, own)
        if (white & -white).bit_length() + 4 < black.bit_length():
            return None  # somebody of White stands a row or more below somebody of Black
        mine, theirs = self._ways[army.side], self._ways[army.side ^ 1]
        if mine.country(own) & theirs.country(foe):
            return None
        turns, foe_turns = mine.turns(own), theirs.turns(foe)
        if turns == foe_turns == NEVER:
            return 0
        if turns <= foe_turns:
            return own.bit_count() * POINT - 2 * (2 * turns - 2)
        return 2 * (2 * foe_turns - 1) - foe.bit_count() * POINT
