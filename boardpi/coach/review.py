"""After a game: the moves that changed it most, and what each player gave away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from boardpi.coach.endgames.perfect import known_values
from boardpi.coach.engine.search import ExactValues, Limits, think
from boardpi.coach.hints import Reason, explain_move
from boardpi.rules.game import Game
from boardpi.rules.holes import Side
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


@dataclass(frozen=True, slots=True)
class Loss:
    """What one move gave away, in hundredths of a point. A forced move gives away nothing.

    A loss that is not exact is an estimate; below `SMALLEST_LOSS` it counts as none.
    """

    ply: int
    side: Side
    loss: int
    is_exact: bool


@dataclass(frozen=True, slots=True)
class GivenAway:
    """What a player gave away in a game, in hundredths, and how much of that is proven."""

    points: int
    moves: int
    proven: int  # moves whose loss is exact


@dataclass(frozen=True, slots=True)
class Examination:
    """A whole game: its turning points, and what every move gave away."""

    points: tuple[TurningPoint, ...]
    losses: tuple[Loss, ...]

    def given_away(self, side: Side) -> GivenAway:
        """The sum for one side."""
        own = [loss for loss in self.losses if loss.side is side]
        proven = sum(loss.is_exact for loss in own)
        return GivenAway(sum(loss.loss for loss in own), len(own), proven)


def review(
    game: Game,
    limits: Limits,
    *,
    clock: Callable[[], int] | None = None,
    stop: Callable[[], bool] | None = None,
    progress: Callable[[int, int], None] | None = None,
    tables: ExactValues | None = None,
) -> tuple[TurningPoint, ...]:
    """The turning points of `examine`."""
    found = examine(game, limits, clock=clock, stop=stop, progress=progress, tables=tables)
    return found.points


def examine(
    game: Game,
    limits: Limits,
    *,
    clock: Callable[[], int] | None = None,
    stop: Callable[[], bool] | None = None,
    progress: Callable[[int, int], None] | None = None,
    tables: ExactValues | None = None,
) -> Examination:
    """What every move gave away, and the largest losses, three at most, in order of ply. `limits`
    hold per move.

    `progress` hears how many of how many moves are done. Once `stop` says so, what was found
    until then is returned.
    """
    found: list[TurningPoint] = []
    losses: list[Loss] = []
    total = len(game.moves)
    for ply in range(total):
        if stop is not None and stop():
            break
        loss, point = _look(game, ply, limits, clock, stop, tables)
        losses.append(loss)
        if point is not None:
            found.append(point)
        if progress is not None:
            progress(ply + 1, total)
    largest = sorted(found, key=lambda point: -point.loss)[:MOST]
    points = (
        replace(point, reasons=_explain(game, point, limits, clock, tables))
        for point in sorted(largest, key=lambda point: point.ply)
    )
    return Examination(tuple(points), tuple(losses))


def _look(
    game: Game,
    ply: int,
    limits: Limits,
    clock: Callable[[], int] | None,
    stop: Callable[[], bool] | None,
    tables: ExactValues | None,
) -> tuple[Loss, TurningPoint | None]:
    before, played = game.take_back(len(game.moves) - ply), game.moves[ply]
    side = game.positions[ply + 1].side.other
    if len(before.legal_moves()) == 1:
        return Loss(ply, side, 0, is_exact=True), None
    advice = think(before, limits, side=side, spread=SPREAD, clock=clock, stop=stop, tables=tables)
    loss, is_exact = advice.score - dict(advice.ranked)[played], advice.is_exact
    position = before.position.with_side(side)
    known = None if tables is None else known_values(before, tables, position)
    if is_exact and played != advice.move and known is None:
        # The best move is proven; what the others are worth need not be.
        answer, is_exact = _worth_after(before.play(played), limits, clock, stop, tables)
        loss = advice.score + answer
    if loss < SMALLEST_LOSS:
        return Loss(ply, side, 0, is_exact), None
    point = TurningPoint(ply, position, played, advice.move, loss, ())
    return Loss(ply, side, loss, is_exact), point


def _worth_after(
    game: Game,
    limits: Limits,
    clock: Callable[[], int] | None,
    stop: Callable[[], bool] | None,
    tables: ExactValues | None,
) -> tuple[int, bool]:
    """What the side to move has now, in hundredths, and whether that is proven."""
    side = game.position.side
    if game.outcome is not None:
        return 100 * (game.outcome.points[side] - game.outcome.points[side.other]), True
    advice = think(game, limits, clock=clock, stop=stop, tables=tables)
    return advice.score, advice.is_exact


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
