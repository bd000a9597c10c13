"""Finding puzzles: play games, look for positions with a single best move, prove and grade it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from boardpi.coach.endgames.perfect import Perfect, known_values
from boardpi.coach.engine.search import Advice, Limits, think
from boardpi.coach.lessons.puzzles import GRADES, Puzzle
from boardpi.rules.game import Game
from boardpi.rules.holes import Side, mask_of
from boardpi.rules.moves import Move
from boardpi.rules.position import Position

PROOF: Final = Limits(nodes=30_000)
LONG_PROOF: Final = Limits(nodes=60_000)
"""To check a puzzle: more than it took to find, whatever changes in the search since then."""
GLANCE: Final = Limits(nodes=4_000)
HUMAN: Final = Limits(nodes=8_000)
EVERYTHING: Final = 2_000
"""Hundredths of a point: all moves get their true score."""
CLEAR: Final = 150
"""Hundredths by which a solution that is not proven to the end leads at three depths."""
DEPTHS: Final = 3
FEWEST_MOVES: Final = 3
MORE: Final = 2
"""Points that make a difference between two moves that both win or both lose."""
OPENING: Final = 6
LONGEST_GAME: Final = 60
SCATTERED: Final = 60
CHOSEN: Final = 0.3
MIDDLE: Final = range(5, 20)
"""The holes where a chosen archer can stand and still be taken."""
LOOSE: Final = 0.3
"""How often a player in the games behind the puzzles moves without thinking."""


@dataclass(frozen=True, slots=True)
class PuzzleVerdict:
    """The single best move of a position."""

    move: Move
    goal: str
    proof: str
    worth: int
    second: int


def examine(game: Game, perfect: Perfect, limits: Limits = PROOF) -> PuzzleVerdict | None:
    """The single best move if there is one and it is proven or clearly ahead."""
    known = known_values(game, perfect)
    if known is not None:
        return _judge(known, "exact")
    heard: list[Advice] = []
    advice = think(game, limits, spread=EVERYTHING, tables=perfect, report=heard.append)
    if advice.is_exact:
        return _judge([(move, score // 100) for move, score in advice.ranked], "exact")
    if perfect.tables is not None or not _is_clear(heard[-DEPTHS:]):
        return None
    return _judge([(move, round(score / 100)) for move, score in advice.ranked], "search")


def _is_clear(heard: list[Advice]) -> bool:
    """Whether one move led at all of these depths, and by enough."""
    if len(heard) < DEPTHS:
        return False
    leads = (advice.ranked[0][1] - advice.ranked[1][1] for advice in heard)
    return len({advice.move for advice in heard}) == 1 and min(leads) >= CLEAR


def _judge(ranked: list[tuple[Move, int]], proof: str) -> PuzzleVerdict | None:
    if len(ranked) < FEWEST_MOVES:
        return None
    (move, worth), (_, second) = ranked[:2]
    if worth > 0 >= second:
        goal = "win"
    elif worth == 0 > second:
        goal = "hold"
    elif worth - second >= MORE:
        goal = "more"
    else:
        return None
    return PuzzleVerdict(move, goal, proof, worth, second)


def depth_needed(game: Game, solution: Move) -> int:
    """How far a plain search looks ahead until it finds the solution and stays with it."""
    heard: list[Advice] = []
    think(game, HUMAN, report=heard.append)
    needed = 1
    for advice in heard:
        if advice.move != solution:
            needed = advice.depth + 1
    return needed


def grade(game: Game, solution: Move, depth: int) -> int:
    """1 for a first evening to 5: far to see, many moves, a capture that tempts."""
    moves = game.legal_moves()
    tempting = not solution.takes and any(move.takes for move in moves)
    far = sum(depth >= step for step in (2, 3, 5))
    wide = (len(moves) >= 8) - (len(moves) <= 3)
    return min(max(1 + far + tempting + wide, GRADES[0]), GRADES[-1])


def find_puzzles(
    perfect: Perfect, seed: int, is_wanted: Callable[[int], bool] = lambda grade: True
) -> Iterator[Puzzle]:
    """Puzzles of wanted grades without end, the same for the same seed and wishes.

    They come from loose games and, where tables know all about them, from scattered archers; one
    per grade at most from each game and the scattering after it.
    """
    rng = Random(seed)
    number = 0
    while True:
        grades = set()
        for game in (*_played(perfect, rng), *_scattered(perfect, rng)):
            draft = _draft(game, perfect)
            if draft is None or draft.grade in grades or not is_wanted(draft.grade):
                continue
            found = examine(game, perfect)
            if found is not None and found.move == draft.solution:
                number += 1
                grades.add(draft.grade)
                name = f"{perfect.rules.name}-{number}"
                known = (found.goal, found.proof, found.worth, found.second)
                hard = (draft.depth, draft.grade)
                yield Puzzle(name, game.rules, game.position, found.move, *known, *hard)


@dataclass(frozen=True, slots=True)
class _Draft:
    """What a glance sees in a position: a likely solution and how hard it is to find."""

    solution: Move
    depth: int
    grade: int


def _draft(game: Game, perfect: Perfect) -> _Draft | None:
    move = _promising(game, perfect)
    if move is None:
        return None
    depth = depth_needed(game, move)
    return _Draft(move, depth, grade(game, move, depth))


def _played(perfect: Perfect, rng: Random) -> list[Game]:
    """Every position of one loose game, as the game that begins there."""
    game = Game(perfect.rules)
    found = []
    while game.outcome is None and len(game.moves) < LONGEST_GAME:
        if len(game.moves) >= OPENING:
            found.append(Game(perfect.rules, game.position))
        if rng.random() < LOOSE:
            game = game.play(rng.choice(game.legal_moves()))
        else:
            game = game.play(think(game, Limits(depth=2), seed=rng.randrange(1 << 30)).move)
    return found


def _scattered(perfect: Perfect, rng: Random) -> list[Game]:
    """Five archers anywhere, two or three on a side, in games that are not over."""
    if perfect.tables is None:
        return []
    found = []
    for _ in range(SCATTERED):
        holes = rng.sample(range(25), perfect.tables.most_alive)
        white = rng.choice((2, 3))
        chosen = mask_of(hole for hole in holes if hole in MIDDLE and rng.random() < CHOSEN)
        side = rng.choice((Side.WHITE, Side.BLACK))
        position = Position(mask_of(holes[:white]), mask_of(holes[white:]), chosen, side)
        found.append(Game(perfect.rules, position))
    return [game for game in found if game.outcome is None]


def _promising(game: Game, perfect: Perfect) -> Move | None:
    """A glance that spares most positions the long look: the likely solution."""
    if len(game.legal_moves()) < FEWEST_MOVES:
        return None
    known = known_values(game, perfect)
    if known is not None:
        verdict = _judge(known, "exact")
        return None if verdict is None else verdict.move
    ranked = think(game, GLANCE, spread=EVERYTHING, tables=perfect).ranked
    return ranked[0][0] if ranked[0][1] - ranked[1][1] >= CLEAR // 2 else None


def check_puzzle(puzzle: Puzzle, perfect: Perfect) -> str | None:
    """What is wrong with a puzzle, in a sentence; None if its solution is the single best move.

    Depth and grade are not judged: they tell how hard it was for the coach that made the puzzle.
    """
    found = examine(puzzle.game, perfect, LONG_PROOF)
    if found is None and puzzle.proof == "solved":
        return None  # too many alive for the tables, too deep for the search: nothing contradicts
    if found is None:
        return f"puzzle {puzzle.name!r}: no move is clearly the best"
    told = {"solution": puzzle.solution, "goal": puzzle.goal}
    true = {"solution": found.move, "goal": found.goal}
    if puzzle.proof == "exact":
        told |= {"proof": puzzle.proof}
        true |= {"proof": found.proof}
    if puzzle.proof != "search":
        told |= {"worth": puzzle.worth, "second": puzzle.second}
        true |= {"worth": found.worth, "second": found.second}
    for key, value in told.items():
        if value != true[key]:
            return f"puzzle {puzzle.name!r}: {key} is {true[key]}, not {value}"
    return None
