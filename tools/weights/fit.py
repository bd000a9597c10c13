"""The weights under which the results of games are most likely: a logistic regression."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from boardpi.coach.engine.judgement import LEARNED_ON, Judgement
from boardpi.coach.engine.weights import Learned
from tools.weights.features import WIDTH, row_of, to_learned
from tools.weights.games import Played

Numbers = NDArray[np.float64]
SHRINKAGE: Final = 1.0  # pulls every weight towards nothing, as one odd position would
STEPS: Final = 50
NEAR: Final = 1e-8
HELD_OUT: Final = 10  # every tenth game is not fitted: it measures the fit


@dataclass(frozen=True, slots=True)
class Positions:
    """Rows, who won (1, 0, or a half for a draw), and archers alive and points of the winners."""

    rows: Numbers
    won: Numbers
    alive: Numbers
    points: Numbers


@dataclass(frozen=True, slots=True)
class Fit:
    """What was found, and how well it names the winner of games that were not fitted."""

    learned: Learned
    positions: int
    log_loss: float
    named_right: float


def gather(games: Iterable[Played]) -> Positions:
    """All positions of decided and drawn games."""
    judgement = Judgement(LEARNED_ON)
    rows, won, alive, points = [], [], [], []
    for played in games:
        for side, state in played.positions:
            rows.append(row_of(judgement, side, state))
            gain = played.points[side] - played.points[side.other]
            won.append(0.5 if gain == 0 else float(gain > 0))
            if gain:
                winner = state[0].bit_count() + state[3], state[1].bit_count() + state[4]
                alive.append(float(winner[gain < 0]))
                points.append(float(abs(gain)))
    table = np.array(rows, dtype=np.float64).reshape(-1, WIDTH)
    return Positions(table, np.array(won), np.array(alive), np.array(points))


def fit(games: Iterable[Played]) -> Fit:
    """Fit nine of ten games, and measure on the tenth."""
    fitted, held = _divide(games)
    known, unknown = gather(fitted), gather(held)
    found = regress(known.rows, known.won)
    base, slope = line_through(known.alive, known.points)
    learned = to_learned([float(value) for value in found], base, slope)
    return Fit(learned, len(known.won), *_measure(unknown, found))


def _divide(games: Iterable[Played]) -> tuple[list[Played], list[Played]]:
    fitted: list[Played] = []
    held: list[Played] = []
    for played in games:
        (held if played.number % HELD_OUT == HELD_OUT - 1 else fitted).append(played)
    return fitted, held


def regress(rows: Numbers, won: Numbers, shrinkage: float = SHRINKAGE) -> Numbers:
    """The weights of the highest likelihood, by Newton's steps."""
    weights = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        chance = _chance(rows @ weights)
        slope = rows.T @ (won - chance) - shrinkage * weights
        bend = (rows * (chance * (1 - chance))[:, None]).T @ rows
        step = np.linalg.solve(bend + shrinkage * np.eye(rows.shape[1]), slope)
        weights = weights + step
        if float(np.abs(step).max()) < NEAR:
            break
    return weights


def _chance(odds: Numbers) -> Numbers:
    found: Numbers = 1 / (1 + np.exp(-np.clip(odds, -30, 30)))
    return found


def line_through(alive: Numbers, points: Numbers) -> tuple[float, float]:
    """The points of a winner as a straight line of the archers alive."""
    if len(set(alive.tolist())) < 2:
        raise ValueError("too few decided games: all winners have as many archers")
    slope, base = np.polyfit(alive, points, 1)
    return float(base), float(slope)


def _measure(unknown: Positions, found: Numbers) -> tuple[float, float]:
    if not len(unknown.won):
        return float("nan"), float("nan")
    chance = np.clip(_chance(unknown.rows @ found), 1e-12, 1 - 1e-12)
    won = unknown.won
    loss = -(won * np.log(chance) + (1 - won) * np.log(1 - chance)).mean()
    decided = won != 0.5
    right = ((chance > 0.5) == (won > 0.5))[decided]
    return float(loss), float(right.mean())
