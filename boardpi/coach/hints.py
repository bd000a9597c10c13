"""Hints: a move with its reasons, threats, and what a move would cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from boardpi.coach.engine.judgement import worth
from boardpi.coach.engine.search import Advice, ExactValues, Limits, think
from boardpi.coach.reasons import Reason
from boardpi.rules.game import Game
from boardpi.rules.holes import GOAL_ROW, Hole, Side, holes_in
from boardpi.rules.moves import Move
from boardpi.rules.outcome import Outcome
from boardpi.rules.position import Position
from boardpi.rules.refusals import play
from boardpi.rules.rulesets import RuleSet
from boardpi.rules.turns import legal_moves, outcome
from boardpi.texts import COACH

__all__ = ["Hint", "Reason", "explain_move", "hint", "stuck_warning", "threats"]

SPOKEN: Final = 3  # more reasons than these nobody wants to hear at once
FORETOLD: Final = 4  # turns of the expected line, the move itself included


@dataclass(frozen=True, slots=True)
class Hint:
    """A move, why, and the search behind it."""

    move: Move
    reasons: tuple[Reason, ...]
    advice: Advice

    def sentence(self, language: str = "en") -> str:
        """The move and its reasons in words."""
        words = [] if self.move.is_pass else [COACH.say(language, "play", move=self.move)]
        words += [reason.sentence(language) for reason in self.reasons]
        return " ".join(words)


def hint(
    game: Game,
    limits: Limits,
    *,
    seed: int = 0,
    side: Side | None = None,
    clock: Callable[[], int] | None = None,
    stop: Callable[[], bool] | None = None,
    tables: ExactValues | None = None,
) -> Hint:
    """The best move found, its strongest reasons, and how sure the coach is."""
    advice = think(game, limits, seed=seed, side=side, clock=clock, stop=stop, tables=tables)
    sure = Reason("exact") if advice.is_exact else Reason("depth", number=advice.depth)
    reasons = explain_move(game, advice.move)[:SPOKEN]
    if len(advice.line) > 1 and not advice.move.is_pass:
        reasons += (Reason("line", moves=advice.line[1:FORETOLD]),)
    return Hint(advice.move, (*reasons, sure), advice)


def explain_move(game: Game, move: Move) -> tuple[Reason, ...]:
    """What speaks for a legal move and what it costs, the weightiest first."""
    rules, before = game.rules, _standing(game, move)
    after = play(rules, before, move)
    if move.is_pass:
        return (Reason("pass"),)
    ended = outcome(rules, after)
    if ended is not None:
        return (_ending(ended, before.side),)
    found = [
        *_gains(rules, before, move),
        *_warnings(rules, before, after, move),
        *_escapes(rules, before, after, move),
        *_threatens(rules, before, after, move),
        *_only(rules, before),
        *_repeats(game, move),
    ]
    if len(found) < 2:
        found.append(_race(rules, after))
    return tuple(found)


def threats(game: Game) -> tuple[Reason, ...]:
    """What the opponent would do if he could move now."""
    if game.outcome is not None:
        return ()
    position = game.position
    turned = position.with_side(position.side.other)
    found = []
    for move in legal_moves(game.rules, turned):
        after = play(game.rules, turned, move)
        ended = outcome(game.rules, after)
        if ended is not None and ended.winner is turned.side:
            found.append(Reason("threat_win", by=move.origin, target=move.target))
        elif move.takes and ended is None:
            back = _taker(game.rules, after, move.target)
            code = "threat" if back is None else "threat_exchange"
            found.append(Reason(code, by=move.origin, target=move.target, back=back))
    return tuple(_once(found))


def stuck_warning(game: Game, move: Move) -> Reason | None:
    """Says so if this move would leave an archer without a way to a goal hole."""
    before = _standing(game, move)
    return _stuck(game.rules, before, play(game.rules, before, move), move)


def _standing(game: Game, move: Move) -> Position:
    """The position for the side that makes this move; while either may begin, its owner's."""
    for standing in game.standings():
        if move in legal_moves(game.rules, standing):
            return standing
    return game.position


def _ending(ended: Outcome, side: Side) -> Reason:
    mine, theirs = ended.points[side], ended.points[side.other]
    if ended.winner is None:
        return Reason("ends_even", number=mine, other=theirs)
    code = "wins" if ended.winner is side else "loses_game"
    return Reason(code, number=mine, other=theirs)


def _gains(rules: RuleSet, before: Position, move: Move) -> Iterator[Reason]:
    if move.takes and move.target is not None and move.origin is not None:
        was_chosen = before.chosen >> move.target & 1
        fate = rules.captured_chosen if was_chosen else rules.captured_simple
        code = "takes" if fate == "dies" else "takes_to_hand"
        yield Reason(code, origin=move.origin, target=move.target)
        if not before.chosen >> move.origin & 1:
            yield Reason("promotes", target=move.target)
    if move.target is not None and GOAL_ROW[before.side] >> move.target & 1:
        yield Reason("arrives", target=move.target)
    if move.reentry is not None:
        yield Reason("comes_back", target=move.reentry)


def _warnings(rules: RuleSet, before: Position, after: Position, move: Move) -> Iterator[Reason]:
    stuck = _stuck(rules, before, after, move)
    if stuck is not None:
        yield stuck
    before_it = _captures(rules, before.with_side(before.side.other))
    hung = {capture.victim for capture in before_it if capture.back is None}
    for capture in _captures(rules, after):
        victim, by, back = capture
        if victim == move.target:
            yield Reason("hangs" if back is None else "exchange", target=victim, by=by, back=back)
        elif back is None and victim not in hung:
            yield Reason("leaves", target=victim, by=by)


def _escapes(rules: RuleSet, before: Position, after: Position, move: Move) -> Iterator[Reason]:
    if any(capture.victim == move.target for capture in _captures(rules, after)):
        return
    for capture in _captures(rules, before.with_side(before.side.other)):
        if capture.victim == move.origin and after.owner(capture.by) is after.side:
            yield Reason("escapes", origin=move.origin, by=capture.by)


def _threatens(rules: RuleSet, before: Position, after: Position, move: Move) -> Iterator[Reason]:
    turned = after.with_side(before.side)
    now = [m.target for m in legal_moves(rules, turned) if m.takes and m.origin == move.target]
    holes = tuple(dict.fromkeys(hole for hole in now if hole is not None))
    if holes:
        yield Reason("threatens", origin=move.target, holes=holes)


def _only(rules: RuleSet, before: Position) -> Iterator[Reason]:
    if len(legal_moves(rules, before)) == 1:
        yield Reason("only")


def _repeats(game: Game, move: Move) -> Iterator[Reason]:
    if game.play(move).repetitions > 1:
        yield Reason("repeats")


def _race(rules: RuleSet, after: Position) -> Reason:
    steps = [worth(rules).profile(side, after.archers(side)) >> 9 for side in Side]
    return Reason("race", number=steps[after.side.other], other=steps[after.side])


class _Capture(NamedTuple):
    """What the side to move could take, with whom, and who would take back."""

    victim: Hole
    by: Hole
    back: Hole | None


def _captures(rules: RuleSet, position: Position) -> list[_Capture]:
    """The captures of the side to move, one per victim; one that nobody answers is preferred."""
    found: dict[Hole, _Capture] = {}
    for move in legal_moves(rules, position):
        if not move.takes or move.target is None or move.origin is None:
            continue
        capture = _Capture(move.target, move.origin, _back(rules, position, move))
        known = found.get(move.target)
        if known is None or (known.back is not None and capture.back is None):
            found[move.target] = capture
    return list(found.values())


def _back(rules: RuleSet, position: Position, capture: Move) -> Hole | None:
    after = play(rules, position, capture)
    return _taker(rules, after, capture.target)


def _taker(rules: RuleSet, position: Position, hole: Hole | None) -> Hole | None:
    """Who of the side to move can take on this hole."""
    return next(
        (m.origin for m in legal_moves(rules, position) if m.takes and m.target == hole), None
    )


def _stuck(rules: RuleSet, before: Position, after: Position, move: Move) -> Reason | None:
    side, target = before.side, move.target
    if target is None or GOAL_ROW[side] >> target & 1:
        return None
    if _homeless(rules, side, after.archers(side)) <= _homeless(rules, side, before.archers(side)):
        return None
    ahead = tuple(holes_in(rules.reach[side][target]))
    if any(after.owner(hole) is not side for hole in ahead):
        return Reason("stuck_goal", target=target)
    return Reason("stuck_taken" if len(ahead) == 1 else "stuck_all", target=target, holes=ahead)


def _homeless(rules: RuleSet, side: Side, archers: int) -> int:
    """How many archers find no goal hole of their own."""
    return worth(rules).homeless(side, archers)


def _once(reasons: list[Reason]) -> list[Reason]:
    return list(dict.fromkeys(reasons))
