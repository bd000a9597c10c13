"""Glicko-2 over matches: White is favoured in single games, so a match of two is one result.

Mark Glickman, "Example of the Glicko-2 system" (2013). An evening is one rating period.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import Final

SCALE: Final = 173.7178
TAU: Final = 0.5  # how fast a player's steadiness may change
CLOSE: Final = 0.000001
WIDEST: Final = 350.0


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's strength, how unsure it is, and how unsteady."""

    value: float = 1500.0
    deviation: float = WIDEST
    volatility: float = 0.06


Score = tuple[Rating, float]
"""An opponent, and 1 for a win, 0.5 for a draw, 0 for a loss."""


def rate(rating: Rating, scores: Iterable[Score]) -> Rating:
    """The rating after one period; who did not play becomes less sure.

    >>> found = rate(Rating(1500, 200), [(Rating(1400, 30), 1), (Rating(1550, 100), 0),
    ...                                  (Rating(1700, 300), 0)])
    >>> round(found.value, 2), round(found.deviation, 2), round(found.volatility, 5)
    (1464.05, 151.52, 0.06)
    """
    met = [(_weigh(other), _expect(rating, other), score) for other, score in scores]
    phi = rating.deviation / SCALE
    if not met:
        wider = sqrt(phi**2 + rating.volatility**2) * SCALE
        return Rating(rating.value, min(wider, WIDEST), rating.volatility)
    variance = 1 / sum(weight**2 * hope * (1 - hope) for weight, hope, _ in met)
    gain = sum(weight * (score - hope) for weight, hope, score in met)
    volatility = _volatility(rating.volatility, phi, variance, variance * gain)
    before = phi**2 + volatility**2
    after = 1 / sqrt(1 / before + 1 / variance)
    value = rating.value + SCALE * after**2 * gain
    return Rating(value, min(after * SCALE, WIDEST), volatility)


def rate_all(
    ratings: Mapping[int, Rating], matches: Iterable[tuple[int, int, float]]
) -> dict[int, Rating]:
    """The ratings of everybody after a period; all scores meet the ratings from before it."""
    scores: dict[int, list[Score]] = {player: [] for player in ratings}
    for one, two, score in matches:
        scores[one].append((ratings[two], score))
        scores[two].append((ratings[one], 1 - score))
    return {player: rate(ratings[player], found) for player, found in scores.items()}


def _weigh(other: Rating) -> float:
    phi = other.deviation / SCALE
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _expect(rating: Rating, other: Rating) -> float:
    gap = (rating.value - other.value) / SCALE
    return 1 / (1 + exp(-_weigh(other) * gap))


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5 of the paper: the zero of a function, by the Illinois method."""
    a = log(sigma**2)

    def f(x: float) -> float:
        grown = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - grown) / (2 * grown**2) - (x - a) / TAU**2

    low = a
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        high = a - TAU
        while f(high) < 0:
            high -= TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)
