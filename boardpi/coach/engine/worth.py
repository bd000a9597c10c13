"""What a position is worth when the search cannot see the end.

Material is a bad measure here: who has fewer archers is home sooner, and one archer home wins.
So the worth is a forecast: how many moves either side still needs to bring every archer home on
free and distinct goal holes, who is faster, and the points that this would bring. Jarmo, weaker
players and rule sets of one's own are judged so; experts in Jasir know more: `judgement`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final, NamedTuple

from boardpi.rules.armies import Army, State, Turn
from boardpi.rules.holes import FIRST_ROW, GOAL_ROW, HOLES, Hole, Side, holes_in
from boardpi.rules.rulesets import RuleSet

POINT: Final = 2000
"""One point in the units of the search. Odd numbers are forecasts, even ones are proven."""

FAR: Final = 1_000_000  # more moves than anybody counts
FORECASTS_KEPT: Final = 20_000
PROFILES_KEPT: Final = 12_000  # sets of archers, of each side

Ways = tuple[tuple[tuple[int, int], ...], ...]
"""Per hole, the goal holes that it leads to: the bit of each and the moves to it."""


class Taste(NamedTuple):
    """What a player minds, in moves unless it says otherwise. Beginners mind less."""

    stuck: int = 7  # a stuck archer: only its capture lets its owner win
    entry: int = 1  # the turn that brings an archer back from the hand
    crowd: float = 0.4  # an enemy waiting on a goal hole that is needed
    pace: float = 2.0  # how far ahead a side must be for a likely win
    right: float = 0.5  # points of a right to come back before it is earned


EXPERT: Final = Taste()


class SideView(NamedTuple):
    """One side, as the forecast sees it."""

    board: int  # archers on the board
    home: int  # of them on the goal row
    waiting: int  # of them still on the own first row
    steps: int  # moves that bring them home on distinct goal holes
    hand: int
    chosen: int


class Worth:
    """The forecasts of one rule set, remembered."""

    def __init__(self, rules: RuleSet, taste: Taste) -> None:
        self.rules = rules
        self.taste = taste
        self.ways = tuple(goal_ways(rules, side) for side in Side)
        self.entry = tuple(taste.entry + _shortest(self.ways[side], side) for side in Side)
        self.profiles: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self.forecasts: dict[tuple[int, int, int, int, int, int], int] = {}

    def of(self, army: Army, state: State) -> int:
        """The forecast for the side to move: an odd number of units."""
        own, foe, chosen, hand, foe_hand = state[:5]
        side = army.side
        mine = self.profiles[side].get(own)
        if mine is None:
            mine = self.profile(side, own)
        theirs = self.profiles[side ^ 1].get(foe)
        if theirs is None:
            theirs = self.profile(side ^ 1, foe)
        key = (
            side, mine, theirs, hand << 3 | foe_hand,
            (own & chosen).bit_count(), (foe & chosen).bit_count(),
        )  # fmt: skip
        known = self.forecasts.get(key)
        if known is None:
            if len(self.forecasts) >= FORECASTS_KEPT:
                self.forecasts.clear()
            known = self.forecasts[key] = self._forecast(key)
        return known

    def of_all(self, army: Army, turns: Sequence[Turn]) -> list[int]:
        """The forecasts of what these turns lead to, for the side to move there."""
        return [self.of(army, state) for _, state in turns]

    def profile(self, side: int, archers: int) -> int:
        """Board, home, waiting and steps of these archers in one number."""
        known = self.profiles[side].get(archers)
        if known is None:
            steps = steps_home(self.ways[side], archers, GOAL_ROW[side], self.taste.stuck)
            home = (archers & GOAL_ROW[side]).bit_count()
            waiting = (archers & FIRST_ROW[side]).bit_count()
            known = archers.bit_count() | home << 3 | waiting << 6 | steps << 9
            if len(self.profiles[side]) >= PROFILES_KEPT:
                self.profiles[side].clear()
            self.profiles[side][archers] = known
        return known

    def homeless(self, side: int, archers: int) -> int:
        """How many of these archers find no goal hole of their own, however they go."""
        far = 1000
        return steps_home(self.ways[side], archers, GOAL_ROW[side], far) // far

    def _forecast(self, key: tuple[int, int, int, int, int, int]) -> int:
        side, mine, theirs, hands, chosen, foe_chosen = key
        own = _side_view(mine, hands >> 3, chosen)
        foe = _side_view(theirs, hands & 7, foe_chosen)
        if self.rules.points == "rows":
            points = self._forecast_rows(own, foe)
        else:
            points = self._forecast_winner(own, foe, side)
        return int(points * POINT) | 1

    def _forecast_winner(self, own: SideView, foe: SideView, side: int) -> float:
        """Jasir: who is home first counts all living archers, the other nothing."""
        mine = self._needed(own, foe) + own.hand * self.entry[side]
        theirs = self._needed(foe, own) + foe.hand * self.entry[side ^ 1]
        chance = self._chance(theirs - mine)
        return chance * (own.board + own.hand) - (1 - chance) * (foe.board + foe.hand)

    def _forecast_rows(self, own: SideView, foe: SideView) -> float:
        """Jarmo: who is home first ends the game; each counts two per archer home, one elsewhere.

        The slower side is taken to have come as far as its share of the moves.
        """
        mine, theirs = max(self._needed(own, foe), 0.5), max(self._needed(foe, own), 0.5)
        chance = self._chance(theirs - mine)
        mine_late = own.board + own.home + (own.board - own.home) * min(1.0, theirs / mine)
        theirs_late = foe.board + foe.home + (foe.board - foe.home) * min(1.0, mine / theirs)
        first, last = 2 * own.board - theirs_late, mine_late - 2 * foe.board
        rights = min(own.chosen, own.hand) - min(foe.chosen, foe.hand)
        return chance * first + (1 - chance) * last + self.taste.right * rights

    def _needed(self, own: SideView, foe: SideView) -> float:
        """The moves of those on the board, with detours around enemies who wait at the goal."""
        crowd = min(foe.waiting, own.board - own.home + own.hand)
        return own.steps + self.taste.crowd * crowd

    def _chance(self, lead: float) -> float:
        """How likely the side to move is home first, so many moves ahead."""
        return 1 / (1 + exp(-(lead + 0.5) / self.taste.pace))


def _side_view(profile: int, hand: int, chosen: int) -> SideView:
    return SideView(profile & 7, profile >> 3 & 7, profile >> 6 & 7, profile >> 9, hand, chosen)


def goal_ways(rules: RuleSet, side: Side) -> Ways:
    """Per hole, which goal holes it leads to and in how many moves, on an empty board."""
    return tuple(_ways_from(rules.reach[side], hole, GOAL_ROW[side]) for hole in HOLES)


def _ways_from(reach: tuple[int, ...], origin: Hole, goal: int) -> tuple[tuple[int, int], ...]:
    moves = {origin: 0}
    queue = [origin]
    for hole in queue:
        for target in holes_in(reach[hole]):
            if target not in moves:
                moves[target] = moves[hole] + 1
                queue.append(target)
    return tuple((hole.bit, steps) for hole, steps in moves.items() if hole.bit & goal)


def _shortest(ways: Ways, side: Side) -> int:
    """The shortest way home from the first row."""
    return min((steps for hole in holes_in(FIRST_ROW[side]) for _, steps in ways[hole]), default=4)


def steps_home(ways: Ways, archers: int, goal: int, stuck: int) -> int:
    """The fewest moves that bring these archers to distinct goal holes; one that cannot go is
    counted as `stuck` moves.
    """
    taken = {archers & goal: 0}
    for hole in holes_in(archers & ~goal):
        longer = {used: steps + stuck for used, steps in taken.items()}
        for used, steps in taken.items():
            for bit, more in ways[hole]:
                if not used & bit and longer.get(used | bit, FAR) > steps + more:
                    longer[used | bit] = steps + more
        taken = longer
    return min(taken.values())
