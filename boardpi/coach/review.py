"""After a game: the moves that changed it most."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from boardpi.coach.engine.search import ExactValues, Limits, think
from boardpi.coach.hints import Reason, explain_move
from boardpi.rules.game import Game
from boardpi.rules.moves import Move
from boardpi.rules.position import Position

MOST: Final = 3
SMALLEST_LOSS: Final = 40  # hundredths; below, the coach may be wrong itself
SPREAD: Final = 1000


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A move that cost much, and what was better."""

    ply: int  # 0 is the first move of the game
    position: Position  # before the move
    played: Move
    better: Move
    loss: int  # hundredths of a point
    reasons: tuple[Reason, ...]  # what the played move cost


def review(
    game: Game,
    limits: Limits,
    *,
    clock: Callable[[], int] | None = None,
    stop: Callable[[], bool] | None = None,
    progress: Callable[[int, int], None] | None = None,
    tables: ExactValues | None = None,
) -> tuple[TurningPoint, ...]:
    """The largest losses of a game, three at most, in order of ply. `limits` hold per move.

    `progress` hears how many of how many moves are done. Once `stop` says so, what was found
    until then is returned.
    """
    found: list[TurningPoint] = []
    total = len(game.moves)
    for ply in range(total):
        if stop is not None and stop():
            break
        point = _look(game, ply, limits, clock, stop, tables)
        if point is not None:
            found.append(point)
        if progress is not None:
            progress(ply + 1, total)
    largest = sorted(found, key=lambda point: -point.loss)[:MOST]
    return tuple(sorted(largest, key=lambda point: point.ply))


def _look(
    game: Game,
    ply: int,
    limits: Limits,
    clock: Callable[[], int] | None,
    stop: Callable[[], bool] | None,
    tables: ExactValues | None,
) -> TurningPoint | None:
    before, played = game.take_back(len(game.moves) - ply), game.moves[ply]
    side = game.positions[ply + 1].side.other
    if len(before.legal_moves()) == 1:
        return None
    advice = think(before, limits, side=side, spread=SPREAD, clock=clock, stop=stop, tables=tables)
    loss = advice.score - dict(advice.ranked)[played]
    if loss < SMALLEST_LOSS:
        return None
    position = before.position.with_side(side)
    reasons = explain_move(before, played)
    return TurningPoint(ply, position, played, advice.move, loss, reasons)
