"""Games of the coach against itself, one line of JSON each, in a file that can be gone on with."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Final

from boardpi.coach.engine.judgement import LEARNED_ON, Judgement
from boardpi.coach.engine.search import Limits, think
from boardpi.coach.engine.weights import Learned
from boardpi.coach.engine.worth import EXPERT, Worth
from boardpi.documents import Json, read_object
from boardpi.rules import Game, Outcome, Side
from boardpi.rules.armies import State, state_of

MOST_RANDOM: Final = 9  # turns at the beginning, so that games differ
LONGEST: Final = 200  # turns; a game that goes on counts as a draw
REPEATED: Final = 3
SPAWN: Final = get_context("spawn")  # numpy has threads, and threads do not survive a fork


@dataclass(frozen=True, slots=True)
class Round:
    """So many games, at so many turns a move, by players who judge alike."""

    games: int
    nodes: int
    seed: int
    learned: Learned | None = None  # None: the bare race


@dataclass(frozen=True, slots=True)
class Played:
    """The positions of one game after its random beginning, and its points, White's first."""

    number: int
    points: tuple[int, int]
    positions: tuple[tuple[Side, State], ...]

    def to_json(self) -> Json:
        """One line of the file."""
        positions = [[int(side), *state] for side, state in self.positions]
        return {"game": self.number, "points": list(self.points), "positions": positions}


def read_played(line: str) -> Played:
    """A game of the file."""
    told = read_object(line, ValueError)
    points, positions = told["points"], told["positions"]
    states = tuple((Side(side), tuple(state)) for side, *state in positions)
    return Played(told["game"], (points[0], points[1]), states)


def play(asked: Round, number: int) -> Played:
    """The game of this number: the same for everybody who asks for it."""
    dice = Random(f"{asked.seed} {number}")
    game, judge = _opening(dice), _judge(asked.learned)
    positions = []
    while not _is_over(game):
        positions.append((game.position.side, state_of(game.position)))
        advice = think(game, Limits(nodes=asked.nodes), seed=dice.getrandbits(32), judge=judge)
        game = game.play(advice.move)
    return Played(number, _points(game.outcome), tuple(positions))


def _opening(dice: Random) -> Game:
    while True:
        game = Game(LEARNED_ON)
        for _ in range(dice.randint(1, MOST_RANDOM)):
            if game.outcome is None:
                game = game.play(dice.choice(game.legal_moves()))
        if game.outcome is None:
            return game


def _is_over(game: Game) -> bool:
    return game.outcome is not None or game.repetitions >= REPEATED or len(game.moves) >= LONGEST


def _points(outcome: Outcome | None) -> tuple[int, int]:
    return (0, 0) if outcome is None else outcome.points


@lru_cache(maxsize=1)
def _judge(learned: Learned | None) -> Worth:
    """One a process: what it remembers saves time and decides nothing."""
    return Worth(LEARNED_ON, EXPERT) if learned is None else Judgement(LEARNED_ON, learned)


def go_on(asked: Round, file: Path, workers: int) -> Iterator[int]:
    """Play what is missing in the file, in the order of numbers; how many are there, each time."""
    done = _repair(file)
    yield done
    with ProcessPoolExecutor(workers, SPAWN) as pool, file.open("a", encoding="utf-8") as out:
        for played in pool.map(partial(play, asked), range(done, asked.games)):
            out.write(json.dumps(played.to_json(), separators=(",", ":")) + "\n")
            out.flush()
            yield played.number + 1


def _repair(file: Path) -> int:
    """How many games the file holds; a line that was cut off by the end of a run is dropped."""
    if not file.exists():
        return 0
    lines = file.read_bytes().splitlines(keepends=True)
    whole = [line for line in lines if line.endswith(b"\n")]
    if len(whole) < len(lines):
        file.write_bytes(b"".join(whole))
    return len(whole)


def read_games(file: Path, count: int) -> Iterator[Played]:
    """The first so many games of a file."""
    with file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if number >= count:
                return
            played = read_played(line)
            if played.number != number:
                raise ValueError(f"{file}: line {number + 1} holds game {played.number}")
            yield played
