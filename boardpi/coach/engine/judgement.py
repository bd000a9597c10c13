"""What a position is worth to an expert, by weights that were learned.

Each side is looked at by itself: its holes, every two of them together, who is chosen, how many are
in hand and alive, how many moves bring all home, and who is stuck. Weights make of that what speaks
for the side, the points that it would win, and twelve marks. What the sides mean to each other, who
threatens whom and who stands in whose way, is the sum of the products of their marks. All that
speaks for the side to move is the logarithm of its odds. docs/decisions/0250 tells where the
weights come from; `tools/weights` finds them again.

The sides are looked at once and remembered, so a judgement costs two lookups and a short sum.
"""

from __future__ import annotations

import struct
import zlib
from base64 import b85decode
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import exp
from typing import Final

from boardpi.coach.engine.weights import JASIR, Learned
from boardpi.coach.engine.worth import EXPERT, POINT, Taste, Ways, Worth, steps_home
from boardpi.rules.armies import Army, State, Turn
from boardpi.rules.holes import ALL, GOAL_ROW, HOLES
from boardpi.rules.rulesets import RULE_SETS, RuleSet

VIEWS_KEPT: Final = 10_000  # of each of the four kinds
KEPT: Final = 2  # rule sets and tastes

MARKS: Final = 12
WIDTH: Final = 2 + MARKS
"""A row of weights: what speaks for the side, its points, its marks."""
SCALE: Final = 32  # weights are whole parts of so many
MOST_MARK: Final = 96  # a mark is three at most
MOST_SPEAKING: Final = 640
MOST_POINTS: Final = 10
MOST_STEPS: Final = 31  # five archers need twenty at most

PAIRS: Final = {pair: n for n, pair in enumerate(combinations(range(len(HOLES)), 2))}
CHOSEN_AT: Final = len(HOLES)
PAIR_AT: Final = CHOSEN_AT + len(HOLES)
HAND_AT: Final = PAIR_AT + len(PAIRS)
ALIVE_AT: Final = HAND_AT + 6
CHOOSERS_AT: Final = ALIVE_AT + 6
OWED_AT: Final = CHOOSERS_AT + 6
STEPS_AT: Final = OWED_AT + 6
STUCK_AT: Final = STEPS_AT + 32
ROWS: Final = STUCK_AT + 6
TOWERS: Final = 4
"""White waiting, White to move, Black waiting, Black to move: each has rows of its own."""

_UNPACK: Final = struct.Struct(f"<{WIDTH}H")
_BIAS: Final = 4096  # more than any sum, so that no number in a packed row is negative
_START: Final = int.from_bytes(_UNPACK.pack(*[_BIAS] * WIDTH), "little")


def _clipped(least: int, most: int, by: float) -> tuple[float, ...]:
    """The numbers that a biased sum stands for. They are shared: a view has none of its own."""
    values = {n: n * by for n in range(least, most + 1)}
    return tuple(values[max(least, min(n, most))] for n in range(-_BIAS, _BIAS))


_SPEAKING: Final = _clipped(-MOST_SPEAKING, MOST_SPEAKING, -1 / SCALE)
_POINTS: Final = _clipped(0, MOST_POINTS * SCALE, POINT / SCALE)
_MARKS: Final = _clipped(-MOST_MARK, MOST_MARK, 1 / SCALE)
_AGAINST: Final = _clipped(-MOST_MARK, MOST_MARK, -1 / SCALE)

View = tuple[float, ...]


class Judgement(Worth):
    """The learned weights of one rule set."""

    def __init__(self, rules: RuleSet, learned: Learned = JASIR) -> None:
        super().__init__(rules, EXPERT)
        self.learned = learned
        self.rows = pack_rows(learned)
        self.pairs = {pair: PAIR_AT + n for (a, b), n in PAIRS.items() for pair in ((a, b), (b, a))}
        self.running = tuple(ALL & ~GOAL_ROW[tower >> 1] for tower in range(TOWERS))
        self.views: tuple[dict[int, View], ...] = ({}, {}, {}, {})

    def of_all(self, army: Army, turns: Sequence[Turn]) -> list[int]:
        """The judgements of what these turns lead to, for the side to move there."""
        side, seen, scores = army.side, -1, []
        moving, waiting = self.views[2 * side + 1], self.views[2 - 2 * side]
        for _, (own, foe, chosen, hand, foe_hand, owed, foe_owed, _, _) in turns:
            key = (owed << 3 | hand) << 50 | (own & chosen) << 25 | own
            if key != seen:  # most turns leave the other side as it is
                mine = moving.get(key) or self._view(2 * side + 1, key)
                c, points, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11 = mine
                seen = key
            key = (foe_owed << 3 | foe_hand) << 50 | (foe & chosen) << 25 | foe
            theirs = waiting.get(key) or self._view(2 - 2 * side, key)
            d, foe_points, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11 = theirs
            against = exp(
                c + d + a0 * b0 + a1 * b1 + a2 * b2 + a3 * b3 + a4 * b4 + a5 * b5
                + a6 * b6 + a7 * b7 + a8 * b8 + a9 * b9 + a10 * b10 + a11 * b11
            )  # fmt: skip
            scores.append(int((points - against * foe_points) / (1.0 + against)) | 1)
        return scores

    def of(self, army: Army, state: State) -> int:
        """The judgement for the side to move: an odd number of units."""
        return self.of_all(army, ((0, state),))[0]

    def _view(self, tower: int, key: int) -> View:
        """What the rows of a side add up to. What speaks for it and the mover's marks are negative,
        as their sum is the logarithm of the odds against the mover.
        """
        rows, pairs, total = self.rows[tower], self.pairs, _START
        holes = []
        rest, chosen = key & ALL, key >> 25 & self.running[tower]
        while rest:
            hole = rest.bit_length() - 1
            rest ^= 1 << hole
            holes.append(hole)
            total += rows[hole]
            if chosen >> hole & 1:
                total += rows[CHOSEN_AT + hole]
        for pair in combinations(holes, 2):
            total += rows[pairs[pair]]
        hand = key >> 50 & 7
        total += rows[HAND_AT + hand] + rows[ALIVE_AT + len(holes) + hand]
        total += rows[CHOOSERS_AT + chosen.bit_count()] + rows[OWED_AT + (key >> 53)]
        stuck, steps = stuck_and_steps(self.ways[tower >> 1], tower >> 1, key & ALL)
        total += rows[STEPS_AT + steps] + rows[STUCK_AT + stuck]
        speaking, points, *marks = _UNPACK.unpack(total.to_bytes(2 * WIDTH, "little"))
        views = self.views[tower]
        if len(views) >= VIEWS_KEPT:
            views.clear()
        clipped = _AGAINST if tower & 1 else _MARKS
        view = views[key] = (_SPEAKING[speaking], _POINTS[points], *[clipped[n] for n in marks])
        return view


def stuck_and_steps(ways: Ways, side: int, archers: int) -> tuple[int, int]:
    """How many of these archers find no goal hole of their own, and the moves of the others."""
    stuck, steps = divmod(steps_home(ways, archers, GOAL_ROW[side], MOST_STEPS + 1), MOST_STEPS + 1)
    return stuck, steps


def pack_rows(learned: Learned) -> tuple[tuple[int, ...], ...]:
    """The rows of each tower, all numbers of a row in one: adding rows adds them all."""
    numbers = unpack_weights(learned)
    packed = [
        sum(number << 16 * n for n, number in enumerate(numbers[at : at + WIDTH]))
        for at in range(0, len(numbers), WIDTH)
    ]
    return tuple(tuple(packed[at : at + ROWS]) for at in range(0, TOWERS * ROWS, ROWS))


def unpack_weights(learned: Learned) -> list[int]:
    """All weights in parts of SCALE, row by row, tower by tower."""
    content = zlib.decompress(b85decode("".join(learned.packed.split())))
    numbers = list(struct.unpack(f"<{len(content)}b", content))
    if len(numbers) != TOWERS * ROWS * WIDTH:
        raise ValueError(f"{len(numbers)} weights: {TOWERS * ROWS * WIDTH} are needed")
    return numbers


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
