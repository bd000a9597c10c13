"""How strong and how fast the coach is.

    python -m benchmarks.coach [--quick] [--games 40] [--jobs 2] [--no-timed]

Speed per rule set, the depth of one second, solved positions, and a tournament: every level
against the one below it, and some levels against two rivals written for this benchmark, a plain
depth-3 alpha-beta that counts archers and a Monte Carlo player with one second per move.
Tables go to standard output as Markdown, progress to standard error.
"""

from __future__ import annotations

import argparse
import platform
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import log10, sqrt
from multiprocessing import get_context
from pathlib import Path

from benchmarks.rivals import alpha_beta_move, monte_carlo_move
from boardpi.coach.engine.levels import LEVELS, choose, level
from boardpi.coach.engine.search import Limits, claims_draw, think
from boardpi.rules import RULE_SETS, START, Game, Move, Side, parse_position, rule_set

LONGEST = 200  # plies; a game that goes on is a draw
Z = 1.96  # of a 95 % interval
METHOD = """\
How it was measured: one game per process, no tables of endings. Levels are limited by the turns
that they look at, so their games do not depend on the machine; the Monte Carlo player has one
second of processor time per move. Games begin after two random plies; each opening is
played twice with sides switched, and either side may be the one to move first. A third repetition
is a draw if the player to move gains by it, and so are 200 plies. Intervals are Wilson's, 95 %, a
draw counting half; Elo is computed from the share."""

Player = Callable[[Game, int], Move]


def by_level(name: str, game: Game, seed: int) -> Move:
    """A level of the coach."""
    return choose(game, level(name), seed=seed).move


def by_alpha_beta(game: Game, seed: int) -> Move:
    """The plain depth-3 alpha-beta."""
    return alpha_beta_move(game, 3, seed)


def by_monte_carlo(ms: int, game: Game, seed: int) -> Move:
    """Random games for so long."""
    end = processor_ms() + ms
    return monte_carlo_move(game, lambda _: processor_ms() >= end, seed)


def processor_ms() -> int:
    """Time that this process has worked: other processes do not count."""
    return time.process_time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players and a rule set."""

    one: str
    two: str
    rules: str
    games: int


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


def player(name: str) -> Player:
    """The player of this name: level 1 … 7, alpha-beta, Monte Carlo."""
    if name == "alpha-beta 3":
        return by_alpha_beta
    if name.startswith("Monte Carlo"):
        return partial(by_monte_carlo, int(float(name.split()[2]) * 1000))
    return partial(by_level, name.removeprefix("level "))


def opening(rules: str, seed: int) -> Game:
    """A game after two random plies."""
    dice = random.Random(f"{rules} {seed}")
    game = Game(rule_set(rules), START.with_side(dice.choice(list(Side))))
    for _ in range(2):
        game = game.play(dice.choice(game.legal_moves()))
    return game


def play_one(pairing: Pairing, number: int) -> int:
    """The points of `one` in one game, the other's taken off."""
    game, swapped = opening(pairing.rules, number // 2), number % 2
    players = (player(pairing.one), player(pairing.two))
    while game.outcome is None:
        if len(game.moves) >= LONGEST or (game.repetitions >= 3 and _wants_draw(game)):
            game = game.agree_draw()
            break
        mover = players[game.position.side ^ swapped]
        game = game.play(mover(game, number))
    assert game.outcome is not None
    return game.outcome.points[swapped] - game.outcome.points[1 - swapped]


def _wants_draw(game: Game) -> bool:
    """Either player may claim; somebody gains by it unless the game is even anyway."""
    advice = think(game, Limits(nodes=5000))
    return claims_draw(game, advice) or game.repetitions > 3


def play_all(pairing: Pairing, jobs: int, title: str) -> Score:
    """A whole pairing."""
    results: list[int] = []
    with ProcessPoolExecutor(jobs) as pool:
        for points in pool.map(partial(play_one, pairing), range(pairing.games)):
            results.append(points)
            tell(f"{title} {pairing.one} – {pairing.two}: {len(results)}/{pairing.games}")
    wins, losses = sum(p > 0 for p in results), sum(p < 0 for p in results)
    return Score(wins, len(results) - wins - losses, losses, sum(results) / len(results))


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


def pairings(games: int, *, quick: bool, timed: bool) -> Iterator[Pairing]:
    """The tournament, the longest games last."""
    few = max(2, games // 4)
    neighbours = [(upper.name, lower.name) for lower, upper in pairwise(LEVELS)]
    for rules in ("jasir-pergioco", "jarmo-wikipedia"):
        for upper, lower in neighbours[: 4 if quick else 5]:
            yield Pairing(f"level {upper}", f"level {lower}", rules, games)
        for name in ("3", "5"):
            yield Pairing(f"level {name}", "alpha-beta 3", rules, games)
        if timed:
            for name in ("4", "5"):
                yield Pairing(f"level {name}", "Monte Carlo 1 s", rules, few)
        if not quick:
            yield Pairing("level 7", "level 6", rules, few)


def tournament(every: Iterable[Pairing], jobs: int) -> None:
    """Play and print."""
    print("| rules | player | against | games | + | = | − | share (95 %) | Elo | points/game |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for pairing in every:
        score = play_all(pairing, jobs, pairing.rules)
        low, high = wilson(score.share, score.games)
        print(
            f"| {pairing.rules} | {pairing.one} | {pairing.two} | {score.games} | {score.wins} |"
            f" {score.draws} | {score.losses} | {score.share:.0%} ({low:.0%}–{high:.0%}) |"
            f" {elo(score.share)} ({elo(low)} to {elo(high)}) | {score.points:+.2f} |",
            flush=True,
        )
    tell("")


def speed(ms: int) -> None:
    """Depth and turns per second from the start, per rule set."""
    print(f"| rules | depth in {ms / 1000:g} s | turns/s | score |")
    print("|---|---|---|---|")
    for name in RULE_SETS:
        tell(f"speed: {name}")
        begin = processor_ms()
        advice = think(Game(rule_set(name)), Limits(ms=ms), clock=processor_ms)
        seconds = max(1, processor_ms() - begin) / 1000
        print(f"| {name} | {advice.depth} | {advice.nodes / seconds:,.0f} | {advice.score:+d} |")
    tell("")


SOLVED = (
    ("Wb3/4W/5/5/2BB1 w w0b0 w0b0 -", 2),
    ("1Wb2/4W/5/2B2/3B1 w w0b1 w0b0 -", 2),
    ("2b2/wB3/4B/1B3/5 b w0b0 w0b0 -", 4),
    ("4b/5/WBb2/5/4B b w0b1 w0b0 -", -1),
    ("4W/w1B2/4b/3B1/1B3 w w0b0 w0b0 -", 2),
    ("3b1/3B1/w4/1B3/2B2 w w0b0 w0b0 -", 1),
    ("1W1W1/5/5/4B/1w1B1 w w0b0 w0b0 -", -2),
    ("2W2/5/b3W/3B1/B4 b w0b0 w0b0 -", -2),
    ("W2W1/W4/W4/2B2/5 b w0b0 w0b0 -", 1),
    ("2W2/2w2/B4/5/3Bb b w0b0 w0b0 -", 3),
    ("1w3/W1b2/1b3/5/B1B2 w w0b0 w0b0 -", 2),
    ("b4/w4/B4/1B1B1/B4 w w0b0 w0b0 -", 1),
)
"""Endings of Jasir and their points for the side to move, found by a plain solver that follows
every turn to the end (tests/coach/minimax.py)."""


def solve_all(nodes: int) -> None:
    """How many of the solved endings the coach proves, with the right points."""
    tell("solved endings")
    rules = rule_set("jasir-pergioco")
    games = [(Game(rules, parse_position(line)), points) for line, points in SOLVED]
    found = [(think(game, Limits(nodes=nodes)), points) for game, points in games]
    right = [a.nodes for a, points in found if a.is_exact and a.score == 100 * points]
    tell("")
    print(
        f"Solved endings: {len(right)} of {len(SOLVED)} proven,"
        f" {max(right, default=0):,} turns at most"
    )


def tell(text: str) -> None:
    """Progress, one line that is written over."""
    print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def memory() -> None:
    """What a search of full strength keeps, measured in a process of its own."""
    tell("memory")
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        before, after = pool.submit(think_and_weigh).result()
    tell("")
    print(
        f"Memory of a process: {before / 1024:.0f} MB before, {after / 1024:.0f} MB after level 7"
    )


def think_and_weigh() -> tuple[int, int]:
    """KiB before, and at most during, three moves at full strength."""
    before = _kibibytes("VmRSS")
    game = Game()
    for _ in range(3):
        game = game.play(choose(game, LEVELS[-1], seed=0).move)
    return before, _kibibytes("VmHWM")


def _kibibytes(key: str) -> int:
    """One number of this process from Linux; getrusage would tell the parent's peak."""
    for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines():
        if line.startswith(key):
            return int(line.split()[1])
    return 0


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="a few games of the lower levels")
    parser.add_argument("--games", type=int, default=40, metavar="N", help="games per pairing")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="games at once")
    parser.add_argument("--ms", type=int, default=1000, metavar="MS", help="time of the speed test")
    parser.add_argument("--no-timed", action="store_true", help="without the Monte Carlo player")
    parser.add_argument("--only", metavar="WORD", help="pairings that name this player or rule set")
    args = parser.parse_args()
    games = 4 if args.quick else args.games
    print(f"Python {platform.python_version()}, {processor()}")
    print(METHOD, end="\n\n")
    speed(args.ms)
    print()
    memory()
    solve_all(50_000)
    print()
    every = pairings(games, quick=args.quick, timed=not args.no_timed)
    wanted = [p for p in every if not args.only or args.only in (p.one, p.two, p.rules)]
    tournament(wanted, args.jobs)
    return 0


def processor() -> str:
    """What the machine calls itself."""
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


if __name__ == "__main__":
    sys.exit(main())
