"""The best move: iterative deepening over `tree`, within limits of depth, turns and time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from random import Random
from typing import Final, Protocol

from boardpi.coach.engine.judgement import worth
from boardpi.coach.engine.race import Race, has_races
from boardpi.coach.engine.recall import Recall
from boardpi.coach.engine.tree import INFINITE, Interrupted, Oracle, Tree, board_key, final_score
from boardpi.coach.engine.worth import POINT, Worth
from boardpi.rules.armies import Army, State, Turn, move_of, muster, position_of, state_of
from boardpi.rules.game import Game
from boardpi.rules.holes import Side
from boardpi.rules.moves import Move
from boardpi.rules.position import Position
from boardpi.rules.rulesets import RuleSet

Scored = tuple[int, Turn]

DEEPEST: Final = 64
ALIVE_IN_TABLES: Final = 5


class ExactValues(Protocol):
    """Exact values of positions with few archers."""

    def probe(self, position: Position) -> int | None:
        """The points of the side to move, the enemy's taken off; None if it is not known."""
        ...

    def best(self, game: Game) -> tuple[Move, int] | None:
        """A move that keeps the value and gets on with it, and the value; None as above."""
        ...


@dataclass(frozen=True, slots=True)
class Limits:
    """How long to think. Without any, until the end is seen or `depth` turns are."""

    depth: int = DEEPEST
    nodes: int | None = None
    ms: int | None = None


@dataclass(frozen=True, slots=True)
class Advice:
    """The best move found, and what is known about it."""

    move: Move
    score: int  # hundredths of a point for the side to move
    depth: int
    nodes: int
    is_exact: bool  # proven to the end of the game
    line: tuple[Move, ...]  # what is expected to follow; begins with `move`
    ranked: tuple[tuple[Move, int], ...]  # all moves, best first


@dataclass(frozen=True, slots=True)
class Eyes:
    """What a player sees of the board beyond the next move: some lines only."""

    rules: RuleSet


def think(
    game: Game,
    limits: Limits,
    *,
    seed: int = 0,
    side: Side | None = None,
    spread: int = 0,
    clock: Callable[[], int] | None = None,
    stop: Callable[[], bool] | None = None,
    report: Callable[[Advice], None] | None = None,
    tables: ExactValues | None = None,
    eyes: Eyes | None = None,
    judge: Worth | None = None,
    memory: Recall | None = None,
    tree: type[Tree] = Tree,
) -> Advice:
    """The best move for the side to move. A game that is over has none: ValueError.

    `clock` tells milliseconds, `stop` whether to give up; even then the answer is a legal move.
    `report` hears of every depth that is done. Of equal moves `seed` picks one. Moves that are
    at most `spread` hundredths worse than the best get their true score in `ranked`; the scores
    of the others are not higher than what stands there.

    `eyes` are those of a weaker player, who sees less. `judge` forecasts instead of the
    coach's own judgement, for whoever measures or learns. `memory` is what was found in thoughts
    before this one, under the same rules and by the same judgement. `tree` is who searches.

    While either side may begin, `side` says for whom to think; without it the better of both
    sides is taken, and they share the limits.
    """
    if game.outcome is not None:
        raise ValueError("the game is over: there is no move to find")
    if limits.ms is not None and clock is None:
        raise ValueError("a limit in ms needs a clock")
    sides = [
        standing
        for standing in game.standings()
        if not game.is_open or side in (None, standing.side)
    ]
    advices = []
    for standing, share in zip(sides, _shares(limits, len(sides), clock), strict=True):
        brake = _Brake(share(), clock, stop)
        thinker = _Thinker(game, standing, brake, seed, spread, tables, eyes, judge, memory, tree)
        advices.append(thinker.think(report))
    return max(advices, key=lambda advice: advice.score)


@lru_cache(maxsize=2)
def armies_of(rules: RuleSet) -> tuple[Army, Army]:
    """Both armies; they remember who may run where, so they are kept from thought to thought."""
    return muster(rules)


def claims_draw(game: Game, advice: Advice) -> bool:
    """Whether a player who follows this advice had better claim a draw by repetition now."""
    if game.repetitions < 3:
        return False
    state = state_of(game.position)
    army = armies_of(game.rules)[game.position.side]
    return advice.score < 100 * army.counted_points(state)


def _shares(
    limits: Limits, parts: int, clock: Callable[[], int] | None
) -> list[Callable[[], Limits]]:
    """The limits of each of some thoughts that follow each other. All of them keep one deadline: a
    thought has its part of the time that those before it left over.
    """
    nodes = None if limits.nodes is None else limits.nodes // parts
    if clock is None or limits.ms is None:
        return [lambda: replace(limits, nodes=nodes)] * parts
    deadline = clock() + limits.ms

    def share(left: int) -> Limits:
        return replace(limits, nodes=nodes, ms=(deadline - clock()) // left)

    return [partial(share, left) for left in range(parts, 0, -1)]


class _Brake:
    """When a search ends. It knows nothing of the search, so nothing keeps a finished one."""

    __slots__ = ("clock", "deadline", "limits", "stop")

    def __init__(
        self, limits: Limits, clock: Callable[[], int] | None, stop: Callable[[], bool] | None
    ) -> None:
        self.limits, self.clock, self.stop = limits, clock, stop
        self.deadline = None if clock is None or limits.ms is None else clock() + limits.ms

    def __call__(self, nodes: int) -> bool:
        if self.limits.nodes is not None and nodes >= self.limits.nodes:
            return True
        if self.deadline is not None and self.clock is not None and self.clock() >= self.deadline:
            return True
        return self.stop is not None and self.stop()


class _Thinker:
    """One search of one standing."""

    def __init__(
        self,
        game: Game,
        standing: Position,
        brake: _Brake,
        seed: int,
        spread: int,
        tables: ExactValues | None,
        eyes: Eyes | None,
        judge: Worth | None,
        memory: Recall | None,
        tree: type[Tree],
    ) -> None:
        self.limits, self.is_stopped, self.eyes = brake.limits, brake, eyes
        self.spread = spread * POINT // 100
        self.state = state_of(standing)
        turns = armies_of(game.rules)[standing.side].turns(self.state)
        sifted = None if tables is None else _sift(tables, standing, turns)
        self.known: int | None = None
        self.dropped: list[Scored] = []
        if sifted is not None and tables is not None:
            self.known, turns, self.dropped = sifted
            turns = self._get_on(turns, tables.best(game))
        is_open = self.known is None and eyes is None
        self.tree = tree(
            armies_of(game.rules if eyes is None else eyes.rules),
            judge or worth(game.rules),
            is_stopped=brake,
            oracle=_oracle(game.rules, tables) if is_open else None,
            stood=_stood(game),
            memory=memory or Recall.for_nodes(brake.limits.nodes),
        )
        self.army = self.tree.armies[standing.side]
        Random(seed).shuffle(turns)
        self.scored: list[Scored] = [(0, turn) for turn in turns]
        self.line: tuple[Move, ...] = ()

    def _get_on(self, turns: list[Turn], sure: tuple[Move, int] | None) -> list[Turn]:
        """Of the turns that keep a value the one that gets on with it: a won game must be won."""
        chosen = [turn for turn in turns if sure and move_of(turn[0], self.state) == sure[0]]
        if not chosen or self.known is None:
            return turns
        others = [(self.known * POINT, turn) for turn in turns if turn not in chosen]
        self.dropped = others + self.dropped
        return chosen

    def think(self, report: Callable[[Advice], None] | None) -> Advice:
        """Deeper and deeper until a limit, or until nothing is open."""
        depth = 0
        for advice in self._deepen():
            depth = advice.depth
            if report is not None:
                report(advice)
            if advice.is_exact:
                break
        return self._advice(depth)

    def _deepen(self) -> Iterator[Advice]:
        self.tree.drawn[self.army.side].add(board_key(self.state))
        for depth in range(1, max(1, self.limits.depth) + 1):
            if depth > 1 and self.is_stopped(self.tree.nodes):
                return
            try:
                self._look(depth)
            except Interrupted:
                return
            self.line = self._line()
            yield self._advice(depth)

    def _look(self, depth: int) -> None:
        """Score all moves by looking `depth` turns ahead; the best stand first afterwards."""
        done: list[Scored] = []
        best = -INFINITE
        try:
            for _, turn in self.scored:
                score = self._score(turn, depth, best)
                done.append((score, turn))
                best = max(best, score)
        finally:
            self._keep(done, best)

    def _keep(self, done: list[Scored], best: int) -> None:
        """New scores first; moves that were not looked at again stay behind the best."""
        if done:
            rest = [(min(score, best - 1), turn) for score, turn in self.scored[len(done) :]]
            self.scored = sorted(done, key=lambda scored: -scored[0]) + rest

    def _score(self, turn: Turn, depth: int, best: int) -> int:
        opponent, state = self.army.opponent, turn[1]
        self.tree.nodes += 1
        if opponent.is_over(state):
            return -final_score(opponent, state)
        if depth == 1:
            return -self._glance(opponent, state)
        search, floor = self.tree.search, best - self.spread
        if best == -INFINITE:
            return _later(-search(opponent, state, depth - 1, -INFINITE, INFINITE))
        score = _later(-search(opponent, state, depth - 1, -floor - 3, 2 - floor))
        if score > floor:
            score = _later(-search(opponent, state, depth - 1, -INFINITE, 2 - floor))
        return score

    def _glance(self, army: Army, state: State) -> int:
        if board_key(state) in self.tree.drawn[army.side]:
            return army.counted_points(state) * POINT | 1
        return self.tree.worth.of(army, state)

    def _advice(self, depth: int) -> Advice:
        best, (code, _) = self.scored[0]
        is_exact = self.known is not None or self._is_solved()
        score = _hundredths(best) if self.known is None else self.known * 100
        kept = (
            self.scored if self.known is None else [(self.known * POINT, t) for _, t in self.scored]
        )
        ranked = tuple(
            (move_of(turn[0], self.state), min(_hundredths(points), score))
            for points, turn in (*kept, *self.dropped)
        )
        move = move_of(code, self.state)
        line = self.line if self.line[:1] == (move,) else self._line()
        return Advice(move, score, depth, self.tree.nodes, is_exact, line, ranked)

    def _is_solved(self) -> bool:
        """Whether nothing better can be: all moves are proven, or the best brings the most."""
        if self.eyes is not None:
            return False
        best = self.scored[0][0]
        if not best & 1 and round(best / POINT) >= self.army.most_points(self.state):
            return True
        return not any(score & 1 for score, _ in self.scored)

    def _line(self) -> tuple[Move, ...]:
        """The best move and what is remembered as best behind it."""
        code, after = self.scored[0][1]
        found, army, state = [move_of(code, self.state)], self.army.opponent, after
        while len(found) < DEEPEST and not army.is_over(state):
            best = self.tree.best_known(army, state)
            turns = dict(army.turns(state))
            if best is None or best not in turns:
                break
            found.append(move_of(best, state))
            army, state = army.opponent, turns[best]
        return tuple(found)


def _later(score: int) -> int:
    """A proven score one turn before: nearer to nothing."""
    if score & 1 or not score:
        return score
    return score - 2 if score > 0 else score + 2


def _hundredths(score: int) -> int:
    if score & 1:
        return round(score * 100 / POINT)
    return round(score / POINT) * 100


def _stood(game: Game) -> tuple[Counter[int], Counter[int]]:
    """How often each board has stood, per side to move."""
    stood: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
    for position in game.positions[1:-1]:
        stood[position.side][board_key(state_of(position))] += 1
    if game.first is not None and game.moves:
        start = game.start.with_side(game.first)
        stood[start.side][board_key(state_of(start))] += 1
    return stood


def _oracle(rules: RuleSet, tables: ExactValues | None) -> Oracle | None:
    race = Race(rules).score if has_races(rules) else None
    if tables is None:
        return race

    def probe(state: State, army: Army) -> int | None:
        alive = state[0].bit_count() + state[1].bit_count() + state[3] + state[4]
        if alive <= ALIVE_IN_TABLES:
            points = tables.probe(position_of(state, army.side))
            if points is not None:
                return points * POINT
        return None if race is None else race(state, army)

    return probe


def _sift(
    tables: ExactValues, standing: Position, turns: list[Turn]
) -> tuple[int, list[Turn], list[Scored]] | None:
    """The value, the turns after which it is still promised, and the others with theirs; None
    unless the value of every turn is known.
    """
    value = tables.probe(standing)
    if value is None:
        return None
    scored: list[Scored] = []
    for turn in turns:
        points = tables.probe(position_of(turn[1], standing.side.other))
        if points is None:
            return None
        scored.append((-points, turn))
    scored.sort(key=lambda pair: -pair[0])
    kept = [turn for points, turn in scored if points >= value]
    return value, kept, [(points * POINT, turn) for points, turn in scored if points < value]
