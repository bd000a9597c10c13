"""What a position of Jasir is worth to an expert, by weights that were learned from games.

The bare race of `worth` misjudges Jasir: it runs, while games are won by whoever keeps the right
holes and lets the other run out of time. So every hole has a weight, and so have archers in hand,
chosen and stuck ones, and how many are alive; the race is one weight among them. The sum is the
logarithm of the odds to win. docs/decisions/0074 tells how the weights were found.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import Final, NamedTuple

from boardpi.coach.engine.worth import EXPERT, POINT, Taste, Worth, steps_home
from boardpi.rules.armies import Army, State
from boardpi.rules.holes import ALL, GOAL_ROW, holes_in
from boardpi.rules.rulesets import RULE_SETS, RuleSet

VIEWS_KEPT: Final = 50_000
KEPT: Final = 8  # rule sets and tastes
FAR: Final = 1000  # more moves than any army needs
MOST_ALIVE: Final = 5
MOST_NEEDED: Final = 40


class Weights(NamedTuple):
    """What speaks for one side, in hundredths of the logarithm of the odds."""

    holes: tuple[int, ...]  # an archer on a1, b1 … e5
    alive: tuple[int, ...]  # 0 to 5 archers on the board and in hand
    chosen: int  # per archer, as are the next two
    hand: int
    stuck: int
    step: int  # per move that is needed to come home
    turn: int  # to be the one to move


WHITE: Final = Weights(
    holes=(
        63, 12, -38, 84, 57,
        -69, 108, 71, 58, -197,
        22, 66, 54, 59, 9,
        -2, 41, 64, 26, 6,
        35, 21, 10, -29, 57,
    ),
    alive=(0, -371, 203, 160, 69, -19),
    chosen=-63, hand=107, stuck=-156, step=0, turn=9,
)  # fmt: skip
BLACK: Final = Weights(
    holes=(
        86, 12, -1, 10, 15,
        3, 38, 56, 43, 14,
        7, 53, 39, 14, -106,
        -102, -8, 17, 23, -64,
        22, -15, -48, -39, -16,
    ),
    alive=(0, -258, 168, 59, 32, -43),
    chosen=-14, hand=117, stuck=-154, step=15, turn=-32,
)  # fmt: skip
WEIGHTS: Final = (WHITE, BLACK)

LEAD: Final = 8.2  # of the race: moves ahead, as a share of all that are still needed
STUCK_MOVES, HAND_MOVES = 7, 4  # what a stuck archer and one in hand cost in the race
POINTS_OF_A_WIN, POINTS_PER_ARCHER = 0.92, 0.456  # what a winner with so many archers has won

View = tuple[float, float, int, float]
"""One side: the odds that speak against it and for it, the moves that it needs, and the points if
it wins."""


class Judgement(Worth):
    """The learned weights. What either side has is remembered, and the ways home of at most 68,406
    sets of archers a side.
    """

    def __init__(self, rules: RuleSet) -> None:
        super().__init__(rules, EXPERT)
        self.views: tuple[dict[int, View], dict[int, View]] = ({}, {})
        self.ways_home: tuple[dict[int, tuple[int, int]], dict[int, tuple[int, int]]] = ({}, {})
        self.races = tuple(_races(weights.turn) for weights in WEIGHTS)

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
        weights = WEIGHTS[side]
        stuck, steps = self._ways_home(side, archers)
        alive = archers.bit_count() + hand
        logarithm = (
            sum(weights.holes[hole] for hole in holes_in(archers))
            + weights.alive[min(alive, MOST_ALIVE)]
            + chosen * weights.chosen
            + hand * weights.hand
            + stuck * weights.stuck
            + steps * weights.step
        ) / 100
        needed = min(steps + STUCK_MOVES * stuck + HAND_MOVES * hand, MOST_NEEDED)
        if len(self.views[side]) >= VIEWS_KEPT:
            self.views[side].clear()
        points = (POINTS_OF_A_WIN + POINTS_PER_ARCHER * alive) * POINT
        view = self.views[side][key] = exp(-logarithm), exp(logarithm), needed, points
        return view

    def _ways_home(self, side: int, archers: int) -> tuple[int, int]:
        """How many of these archers are stuck, and the moves that the others need."""
        known = self.ways_home[side].get(archers)
        if known is None:
            moves = steps_home(self.ways[side], archers, GOAL_ROW[side], FAR)
            known = self.ways_home[side][archers] = divmod(moves, FAR)
        return known


def _races(turn: int) -> tuple[tuple[float, ...], ...]:
    """The odds against the side to move, by the moves that it needs and those of the other."""
    return tuple(
        tuple(exp(-turn / 100 - LEAD * _lead(needed, other)) for other in range(MOST_NEEDED + 1))
        for needed in range(MOST_NEEDED + 1)
    )


def _lead(needed: int, other: int) -> float:
    return (other - needed + 0.5) / (other + needed + 2)


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
