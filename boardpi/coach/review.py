"""After a game: the moves that changed it most."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from boardpi.coach.engine.search import ExactValues, Limits, think
from boardpi.coach.hints import Reason, explain_move
from boardpi.rules.game import Game
from boardpi.rules.moves import Move
from boardpi.rules.position import Position

MOST: Final = 3
ALLOWED: Final = 2  # sentences about what a bad move cost
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
    reasons: tuple[Reason, ...]  # what the played move allowed, then why the other was better


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
    return tuple(
        replace(point, reasons=_explain(game, point, limits, clock, tables))
        for point in sorted(largest, key=lambda point: point.ply)
    )


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
    return TurningPoint(ply, position, played, advice.move, loss, ())


def _explain(
    game: Game,
    point: TurningPoint,
    limits: Limits,
    clock: Callable[[], int] | None,
    tables: ExactValues | None,
) -> tuple[Reason, ...]:
    """What the move allowed, told by the best answer to it; then what speaks for the other."""
    before = game.take_back(len(game.moves) - point.ply)
    after = before.play(point.played)
    allowed = [reason for reason in explain_move(before, point.played) if reason.is_cost]
    if after.outcome is None:
        answer = think(after, limits, clock=clock, tables=tables).move
        if not answer.is_pass:
            allowed.insert(0, _allowed(after, answer))
    better = [reason for reason in explain_move(before, point.better) if not reason.is_cost]
    return (*allowed[:ALLOWED], Reason("better", moves=(point.better,)), *better[:1])


def _allowed(game: Game, answer: Move) -> Reason:
    ended = game.play(answer).outcome
    if ended is not None and ended.winner is game.position.side:
        return Reason("allows_win", moves=(answer,))
    code = "allows_capture" if answer.takes else "allows"
    return Reason(code, moves=(answer,), target=answer.target)
