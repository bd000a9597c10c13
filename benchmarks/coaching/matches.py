"""Matches of two players over paired openings, in a file that can be gone on with."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from math import log10, sqrt
from pathlib import Path
from typing import Final

from benchmarks.coaching.rivals import (
    alpha_beta_move,
    greedy_move,
    monte_carlo_move,
    random_move,
    runner_move,
)
from boardpi.coach.engine import weights
from boardpi.coach.engine.judgement import is_learned
from boardpi.coach.engine.levels import LEVELS, choose, level
from boardpi.coach.engine.tree import Tree
from boardpi.rules import START, Game, Move, Side, rule_set
from tools.core.fast_tree import FastTree

LONGEST: Final = 200  # plies; a game that goes on is a draw
RANDOM_PLIES: Final = 2
Z: Final = 1.96  # of a 95 % interval
PLAYOUTS: Final = 4_000  # of the Monte Carlo player: what Python plays in a second from the start

Player = Callable[[Game, int], Move]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players and a rule set."""

    one: str
    two: str
    rules: str
    games: int

    @property
    def key(self) -> str:
        """What names its games in the file."""
        return f"{self.rules}: {self.one} – {self.two}"


@dataclass(frozen=True, slots=True)
class Score:
    """What came of a pairing, for `one`."""

    wins: int
    draws: int
    losses: int
    points: float  # per game, the other's taken off

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        return (self.wins + self.draws / 2) / self.games


def by_level(name: str, game: Game, seed: int) -> Move:
    """A level of the coach, without tables of endings; where the weights hold, by the search in C,
    which plays the same moves.
    """
    tree = FastTree if is_learned(game.rules) else Tree
    return choose(game, level(name), seed=seed, tree=tree).move


def by_monte_carlo(game: Game, seed: int) -> Move:
    """So many random games."""
    return monte_carlo_move(game, lambda played: played >= PLAYOUTS, seed)


PLAYERS: Final[dict[str, Player]] = {
    "random": random_move,
    "runner": runner_move,
    "greedy": greedy_move,
    "alpha-beta 3": lambda game, seed: alpha_beta_move(game, 3, seed),
    "Monte Carlo": by_monte_carlo,
    **{f"level {found.name}": partial(by_level, found.name) for found in LEVELS},
}


def opening(rules: str, seed: int) -> Game:
    """A game after two random plies, either side having begun."""
    dice = random.Random(f"{rules} {seed}")
    game = Game(rule_set(rules), START.with_side(dice.choice(list(Side))))
    for _ in range(RANDOM_PLIES):
        game = game.play(dice.choice(game.legal_moves()))
    return game


def play_one(pairing: Pairing, first: int, number: int) -> int:
    """The points of `one` in one game, the other's taken off. Each opening is played twice."""
    game, swapped = opening(pairing.rules, first + number // 2), number % 2
    players = PLAYERS[pairing.one], PLAYERS[pairing.two]
    while game.outcome is None:
        if len(game.moves) >= LONGEST or game.repetitions >= 3:
            game = game.agree_draw()
            break
        game = game.play(players[game.position.side ^ swapped](game, first + number))
    assert game.outcome is not None
    return game.outcome.points[swapped] - game.outcome.points[1 - swapped]


@cache
def settings() -> str:
    """A name of all that decides how the levels play: other settings, other games."""
    told = repr((LEVELS, Path(weights.__file__).read_text("utf-8")))
    return hashlib.sha256(told.encode()).hexdigest()[:12]


class Results:
    """What was measured: one line each, added as it is found."""

    def __init__(self, path: Path) -> None:
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._known: dict[str, dict[int, list[float]]] = {}
        if path.exists():
            for line in path.read_text("utf-8").splitlines():
                self._read(line)

    def _read(self, line: str) -> None:
        try:
            told = json.loads(line)
        except ValueError:
            return  # the end of a run cut it off
        if told["settings"] in (settings(), "any"):
            self._known.setdefault(told["key"], {})[told["number"]] = told["found"]

    def of(self, key: str) -> dict[int, list[float]]:
        """What is known of this, by number."""
        return self._known.get(key, {})

    def add(self, key: str, number: int, found: list[float], *, for_any: bool = False) -> None:
        """Write down one more."""
        self._known.setdefault(key, {})[number] = found
        told = {
            "settings": "any" if for_any else settings(),
            "key": key,
            "number": number,
            "found": found,
        }
        with self._path.open("a", encoding="utf-8") as out:
            out.write(json.dumps(told, ensure_ascii=False) + "\n")


def play_all(pairing: Pairing, first: int, results: Results) -> Iterator[int]:
    """Play the games that are missing; how many there are, each time. `first` is the number of the
    first opening.
    """
    key = f"{pairing.key} from {first}"
    for number in range(pairing.games):
        if number not in results.of(key):
            results.add(key, number, [play_one(pairing, first, number)])
        yield number + 1


def score_of(pairing: Pairing, first: int, results: Results) -> Score | None:
    """What came of the games that were played."""
    found = [points[0] for points in results.of(f"{pairing.key} from {first}").values()]
    if not found:
        return None
    wins, losses = sum(p > 0 for p in found), sum(p < 0 for p in found)
    return Score(wins, len(found) - wins - losses, losses, sum(found) / len(found))


def wilson(share: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    base = 1 + Z * Z / games
    middle = (share + Z * Z / (2 * games)) / base
    half = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games)) / base
    return max(0.0, middle - half), min(1.0, middle + half)


def elo(share: float) -> str:
    """The difference in strength that explains a share."""
    if not 0.001 < share < 0.999:
        return "∞" if share > 0.5 else "-∞"
    return f"{-400 * log10(1 / share - 1):+.0f}"
