"""The coach against the solution of Jasir: points given away, best moves, false proofs."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from benchmarks.coaching.matches import PLAYERS, Results
from boardpi.coach.engine.search import Limits, think
from boardpi.rules import DEFAULT, Game, Position, Side, parse_position
from tools.core.fast_tree import FastTree


@dataclass(frozen=True, slots=True)
class Question:
    """A position of the solution and what every move is worth to the side to move."""

    position: Position
    value: int
    moves: dict[str, int]

    @property
    def is_a_choice(self) -> bool:
        """Whether it matters what is played."""
        return len(set(self.moves.values())) > 1

    def given_away(self, move: str) -> int:
        """The points that a move gives away."""
        return max(self.moves.values()) - self.moves[move]


Answer = Callable[[Question, int], str]


def read_questions(path: Path) -> Iterator[Question]:
    """The positions of moves.tsv.gz."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            text, value, told = line.rstrip("\n").split("\t")
            position = parse_position(text)
            sign = 1 if position.side is Side.WHITE else -1
            pairs = (pair.rsplit("=", 1) for pair in told.split())
            yield Question(position, sign * int(value), {m: sign * int(v) for m, v in pairs})


def sample(path: Path, count: int, seed: int, *, choices: bool) -> list[Question]:
    """So many of them, the same for the same seed."""
    found = [q for q in read_questions(path) if q.is_a_choice or not choices]
    Random(seed).shuffle(found)
    return found[:count]


def by_turns(nodes: int, question: Question, number: int) -> str:
    """The coach without any table, at so many turns."""
    game = Game(DEFAULT, question.position)
    return str(think(game, Limits(nodes=nodes), seed=number, tree=FastTree).move)


def by_player(name: str, question: Question, number: int) -> str:
    """A level or a rival."""
    return str(PLAYERS[name](Game(DEFAULT, question.position), number))


def ask_all(
    key: str,
    questions: list[Question],
    answer: Answer,
    results: Results,
) -> Iterator[int]:
    """Ask what is missing, and write down what each answer gives away."""
    for number, question in enumerate(questions):
        if number not in results.of(key):
            results.add(key, number, [question.given_away(answer(question, number))])
        yield number + 1


def check_proofs(
    key: str, questions: list[Question], nodes: int, results: Results
) -> Iterator[int]:
    """Whether what the coach calls proven is true: move, value and all."""
    for number, question in enumerate(questions):
        if number not in results.of(key):
            advice = think(
                Game(DEFAULT, question.position), Limits(nodes=nodes), seed=number, tree=FastTree
            )
            is_true = (
                question.given_away(str(advice.move)) == 0 and advice.score == 100 * question.value
            )
            results.add(key, number, [int(advice.is_exact), int(advice.is_exact and not is_true)])
        yield number + 1
