"""What a position of Jasir is worth to an expert, by weights that were learned from games.

The bare race of `worth` misjudges Jasir: it runs, while games are won by whoever keeps the right
holes and lets the other run out of time. So every hole has a weight, and so have archers in hand,
chosen and stuck ones, and how many are alive; the race is one weight among them. The sum is the
logarithm of the odds to win. docs/decisions/0074 tells how the weights were found,
`tools/weights` finds such weights again.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import Final

from boardpi.coach.engine.weights import JASIR, Learned
from boardpi.coach.engine.worth import EXPERT, POINT, Taste, Worth, steps_home
from boardpi.rules.armies import Army, State
from boardpi.rules.holes import ALL, GOAL_ROW, holes_in
from boardpi.rules.rulesets import RULE_SETS, RuleSet

VIEWS_KEPT: Final = 50_000
KEPT: Final = 8  # rule sets and tastes
FAR: Final = 1000  # more moves than any army needs
MOST_ALIVE: Final = 5
MOST_NEEDED: Final = 40


STUCK_MOVES, HAND_MOVES = 7, 4  # what a stuck archer and one in hand cost in the race

View = tuple[float, float, int, float]
"""One side: the odds that speak against it and for it, the moves that it needs, and the points if
it wins."""


class Judgement(Worth):
    """The learned weights. What either side has is remembered, and the ways home of at most 68,406
    sets of archers a side.
    """

    def __init__(self, rules: RuleSet, learned: Learned = JASIR) -> None:
        super().__init__(rules, EXPERT)
        self.learned = learned
        self.views: tuple[dict[int, View], dict[int, View]] = ({}, {})
        self.ways_home: tuple[dict[int, tuple[int, int]], dict[int, tuple[int, int]]] = ({}, {})
        self.races = tuple(_races(learned.lead, weights.turn) for weights in learned.sides)

    def of(self, army: Army, state: State) -> int:
        """The judgement for the side to move: an odd number of units."""
        own, foe, chosen, hand, foe_hand, _, _, _, _ = state
        side = army.side
        key = ((own & chosen).bit_count() << 3 | hand) << 25 | own
        mine = self.views[side].get(key)
        if mine is None:
            mine = self._view(side, key)
        key = ((foe & chosen).bit_count() << 3 | foe_hand) << 25 | foe
        theirs = self.views[side ^ 1].get(key)
        if theirs is None:
            theirs = self._view(side ^ 1, key)
        against, _, needed, points = mine
        _, foe_odds, foe_needed, foe_points = theirs
        against *= foe_odds * self.races[side][needed][foe_needed]
        return int((points - against * foe_points) / (1 + against)) | 1

    def _view(self, side: int, key: int) -> View:
        archers, hand, chosen = key & ALL, key >> 25 & 7, key >> 28
        weights = self.learned.sides[side]
        stuck, steps = self.stuck_and_steps(side, archers)
        alive = archers.bit_count() + hand
        logarithm = (
            sum(weights.holes[hole] for hole in holes_in(archers))
            + weights.alive[min(alive, MOST_ALIVE)]
            + chosen * weights.chosen
            + hand * weights.hand
            + stuck * weights.stuck
            + steps * weights.step
        ) / 100
        needed = moves_needed(stuck, steps, hand)
        if len(self.views[side]) >= VIEWS_KEPT:
            self.views[side].clear()
        points = (self.learned.points_of_a_win + self.learned.points_per_archer * alive) * POINT
        view = self.views[side][key] = exp(-logarithm), exp(logarithm), needed, points
        return view

    def stuck_and_steps(self, side: int, archers: int) -> tuple[int, int]:
        """How many of these archers are stuck, and the moves that the others need."""
        known = self.ways_home[side].get(archers)
        if known is None:
            moves = steps_home(self.ways[side], archers, GOAL_ROW[side], FAR)
            known = self.ways_home[side][archers] = divmod(moves, FAR)
        return known


def moves_needed(stuck: int, steps: int, hand: int) -> int:
    """The moves that a side needs in the race."""
    return min(steps + STUCK_MOVES * stuck + HAND_MOVES * hand, MOST_NEEDED)


def lead_share(needed: int, other: int) -> float:
    """How far the side to move is ahead, as a share of all moves that are still needed."""
    return (other - needed + 0.5) / (other + needed + 2)


def _races(lead: float, turn: int) -> tuple[tuple[float, ...], ...]:
    """The odds against the side to move, by the moves that it needs and those of the other."""
    return tuple(
        tuple(
            exp(-turn / 100 - lead * lead_share(needed, other)) for other in range(MOST_NEEDED + 1)
        )
        for needed in range(MOST_NEEDED + 1)
    )


LEARNED_ON: Final = RULE_SETS["jasir-pergioco"]
ALIKE: Final = (
    "lines", "backward", "captured_simple", "captured_chosen", "reentry", "protect_first_row",
    "shuttle_limit", "ends_with",
)  # fmt: skip


def is_learned(rules: RuleSet) -> bool:
    """Whether the weights hold: the rules are those of the games that they come from."""
    alike = all(getattr(rules, key) == getattr(LEARNED_ON, key) for key in ALIKE)
    return alike and rules.points != "rows"


@lru_cache(maxsize=KEPT)
def worth(rules: RuleSet, taste: Taste = EXPERT) -> Worth:
    """What positions of a rule set are worth to this taste, shared by all searches in it."""
    if taste == EXPERT and is_learned(rules):
        return Judgement(rules)
    return Worth(rules, taste)
