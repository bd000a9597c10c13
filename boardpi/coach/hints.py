"""Hints: what a move is for, how it goes on, and what it costs; and what the opponent threatens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from boardpi.coach.endgames.perfect import known_values
from boardpi.coach.engine.judgement import worth
from boardpi.coach.engine.recall import Recall
from boardpi.coach.engine.search import Advice, ExactValues, Limits, think
from boardpi.coach.engine.worth import goal_ways
from boardpi.coach.reasons import Reason
from boardpi.rules.game import Game
from boardpi.rules.holes import FIRST_ROW, GOAL_ROW, Hole, Side, holes_in
from boardpi.rules.moves import Move
from boardpi.rules.outcome import Outcome
from boardpi.rules.position import Position
from boardpi.rules.refusals import play
from boardpi.rules.rulesets import RuleSet
from boardpi.rules.turns import legal_moves, outcome
from boardpi.texts import COACH

__all__ = ["Hint", "Reason", "advise", "explain_move", "hint", "stuck_warning", "threats"]

SPOKEN: Final = 2  # more gains than these nobody wants to hear at once
FORETOLD: Final = 4  # turns of the expected line, the move itself included
LONGEST_PROOF: Final = 60  # plies; a line that goes on for longer proves nothing to a player


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
    memory: Recall | None = None,
) -> Hint:
    """The best move found, what it is for, and how sure the coach is."""
    advice = think(
        game,
        limits,
        seed=seed,
        side=side,
        clock=clock,
        stop=stop,
        tables=tables,
        memory=memory,
    )
    sure = Reason("exact") if advice.is_exact else Reason("depth", number=advice.depth)
    reasons = advise(game, advice.move, tables, advice)
    return Hint(advice.move, (*reasons, sure), advice)


def advise(
    game: Game, move: Move, tables: ExactValues | None, advice: Advice | None = None
) -> tuple[Reason, ...]:
    """What to tell of a move: its aim, how it goes on, why not the capture, then what it costs."""
    if move.is_pass:
        return (Reason("pass"),)
    told = explain_move(game, move)
    if game.play(move).outcome is not None:
        return told
    known = None if tables is None else known_values(game, tables, _standing(game, move))
    values = dict(known or ())
    if advice is not None and advice.is_exact and advice.move == move:
        values.setdefault(move, advice.score // 100)
    aims = tuple(_aims(move, values))
    gains = tuple(reason for reason in told if not reason.is_cost)[:SPOKEN]
    costs = tuple(reason for reason in told if reason.is_cost)[:1]
    line = tuple(_foretell(game, move, tables if values else None, advice))
    return (*aims, *gains, *line, *_why_not(move, values), *costs)


def _aims(move: Move, values: dict[Move, int]) -> Iterator[Reason]:
    """What this move achieves, where its value is known for certain."""
    if move not in values:
        return
    value, others = values[move], [v for other, v in values.items() if other != move]
    if value > 0:
        yield Reason("aim_win", number=value)
    elif value == 0:
        yield Reason("aim_hold")
    elif not others or value >= max(others):
        yield Reason("aim_least", number=-value)
    if value >= 0 and others and max(others) < 0:
        yield Reason("aim_only")


def _why_not(move: Move, values: dict[Move, int]) -> Iterator[Reason]:
    """The capture that everybody sees, where it is known to be worse."""
    if move.takes or move not in values:
        return
    captures = [m for m in values if m.takes and values[m] < values[move]]
    if captures:
        seen = max(captures, key=lambda capture: values[capture])
        value = values[seen]
        code = "not_loses" if value < 0 else "not_wins_less" if value else "not_draws"
        yield Reason(code, moves=(seen,), number=abs(value))


def _foretell(
    game: Game, move: Move, tables: ExactValues | None, advice: Advice | None
) -> Iterator[Reason]:
    """How it goes on: proven to the end where tables know it, expected elsewhere."""
    line: list[Move] = []
    end = game.play(move)
    while tables is not None and end.outcome is None and len(line) < LONGEST_PROOF:
        found = tables.best(end)
        if found is None:
            break
        line.append(found[0])
        end = end.play(found[0])
    side = _standing(game, move).side
    if end.outcome is not None:
        mine, theirs = end.outcome.points[side], end.outcome.points[side.other]
        code = "proof" if len(line) < FORETOLD else "proof_begins"
        yield Reason(code, moves=tuple(line[: FORETOLD - 1]), number=mine, other=theirs)
    elif advice is not None and advice.move == move and len(advice.line) > 1:
        yield Reason("line", moves=advice.line[1:FORETOLD])


def explain_move(game: Game, move: Move) -> tuple[Reason, ...]:
    """What speaks for a legal move, the weightiest first; then what it costs."""
    rules, before = game.rules, _standing(game, move)
    after = play(rules, before, move)
    if move.is_pass:
        return (Reason("pass"),)
    ended = outcome(rules, after)
    if ended is not None:
        return (_ending(ended, before.side),)
    found = [
        *_gains(rules, before, after, move),
        *_escapes(rules, before, after, move),
        *_guards(rules, before, after, move),
        *_threatens(rules, before, after, move),
        *_only(rules, before),
        *_warnings(rules, before, after, move),
        *_repeats(game, move),
    ]
    if len(found) < 2:
        found.append(_race(rules, after))
    if all(reason.is_cost for reason in found):
        found.append(_progress(rules, before.side, after, move))
    return tuple(sorted(found, key=lambda reason: reason.is_cost))


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


def _gains(rules: RuleSet, before: Position, after: Position, move: Move) -> Iterator[Reason]:
    if move.takes and move.target is not None and move.origin is not None:
        was_chosen = before.chosen >> move.target & 1
        fate = rules.captured_chosen if was_chosen else rules.captured_simple
        code = "takes" if fate == "dies" else "takes_to_hand"
        yield Reason(code, origin=move.origin, target=move.target)
        if after.chosen >> move.target & 1 and not before.chosen >> move.origin & 1:
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


def _guards(rules: RuleSet, before: Position, after: Position, move: Move) -> Iterator[Reason]:
    """An archer that could be taken for nothing, and now has one that takes back."""
    before_it = _captures(rules, before.with_side(before.side.other))
    alone = {capture.victim for capture in before_it if capture.back is None}
    for capture in _captures(rules, after):
        if capture.back is not None and capture.victim in alone and capture.victim != move.target:
            yield Reason("guards", target=capture.victim, back=capture.back)


def _progress(rules: RuleSet, side: Side, after: Position, move: Move) -> Reason:
    """Where nothing else speaks for a move: how near it comes, or what is left to the opponent."""
    assert move.target is not None  # a re-entry alone has its own reason
    ways = goal_ways(rules, side)[move.target]
    if not ways:
        left = [one for one in legal_moves(rules, after) if not one.is_pass]
        return Reason("mobility", number=len(left))
    return Reason("nearer", target=move.target, number=min(steps for _, steps in ways))


def _race(rules: RuleSet, after: Position) -> Reason:
    """Who needs how many turns; the side that has just moved speaks of itself as you."""
    own, foe = (turns_needed(rules, after, side) for side in (after.side.other, after.side))
    if own is None:
        return Reason("race_never")
    if foe is None:
        return Reason("race_alone")
    ahead = own < foe  # the opponent moves next, so a tie is lost
    kind = "race" if rules.reentry == "move" else "race_board"
    return Reason(kind if ahead else "race_behind", number=own, other=foe)


def turns_needed(rules: RuleSet, position: Position, side: Side) -> int | None:
    """The fewest turns that bring all archers to goal holes of their own if nobody hinders them;
    None if they cannot. Where coming back is a move, those in hand count.
    """
    ways, goal, archers = goal_ways(rules, side), GOAL_ROW[side], position.archers(side)
    walks = [dict(ways[hole]) for hole in holes_in(archers & ~goal)]
    if rules.reentry == "move":
        entry: dict[int, int] = {}
        for hole in holes_in(FIRST_ROW[side]):
            for bit, steps in ways[hole]:
                entry[bit] = min(steps + 1, entry.get(bit, steps + 1))
        walks += [entry] * position.hand[side]
    taken = {archers & goal: 0}
    for walk in walks:
        further: dict[int, int] = {}
        for used, steps in taken.items():
            for bit, more in walk.items():
                if not used & bit:
                    turns = steps + more
                    further[used | bit] = min(turns, further.get(used | bit, turns))
        taken = further
    return min(taken.values(), default=None)


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
    arrived = after.archers(side) & GOAL_ROW[side]
    if any(not arrived >> hole & 1 for hole in ahead):
        return Reason("stuck_goal", target=target)
    return Reason("stuck_taken" if len(ahead) == 1 else "stuck_all", target=target, holes=ahead)


def _homeless(rules: RuleSet, side: Side, archers: int) -> int:
    """How many archers find no goal hole of their own."""
    return worth(rules).homeless(side, archers)


def _once(reasons: list[Reason]) -> list[Reason]:
    return list(dict.fromkeys(reasons))
