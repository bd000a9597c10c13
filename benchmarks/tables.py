"""How fast and how large the exact tables are: `python benchmarks/tables.py [FILE]`.

Prints the size of the file, the time to open it, the time of a probe into a block that is unpacked
already and into one that is not, of a hint with nothing unpacked and of the same hint once more, of
a best move along games, and peak memory. Positions have as many archers as the file knows. Times
are of the clock; in brackets those of the processor, which others at work on the machine do not
lengthen.

--games N plays whole games with the file: N positions against a random player, N against one that
always runs, N against itself. What the coach gives away is counted move by move.
"""

from __future__ import annotations

import argparse
import random
import resource
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from boardpi.coach.endgames.perfect import Perfect, race_value, turns_home
from boardpi.coach.endgames.places import SIZES
from boardpi.coach.endgames.tables import Tables
from boardpi.coach.endgames.tables_file import classes_up_to
from boardpi.coach.engine.search import Limits, think
from boardpi.daemon.coach.endgames import map_file, shipped_tables
from boardpi.rules import DEFAULT, Game, Move, Position, Side, mask_of, outcome

PROBES = 2000
GAMES = 40
HINTS = 300
SEED = 21
LONGEST = 400  # plies: a game that is longer is told


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, help="another file of tables, mapped")
    parser.add_argument("--games", type=int, default=0, metavar="N", help="whole games of a kind")
    parser.add_argument("--seed", type=int, default=SEED, help=f"of the positions ({SEED})")
    args = parser.parse_args()
    before_kb = peak_kb()
    data = shipped_tables() if args.file is None else map_file(args.file)
    begin = perf_counter()
    tables = Tables(data, DEFAULT)
    opened_ms = 1000 * (perf_counter() - begin)
    size = sum(SIZES[of] for of in classes_up_to(tables.most_alive))
    print(f"file            {len(data):>12,} bytes, {size:,} boards")
    print(f"open            {opened_ms:>12.1f} ms")
    rng = random.Random(args.seed)
    positions = [random_position(rng, tables.most_alive) for _ in range(PROBES)]
    print_times("probe, unpacked", [timed(tables, p, probe, 1) for p in positions], 1e6, "µs")
    print_times("probe, packed", [timed(tables, p, probe, 0) for p in positions], 1e6, "µs")
    standing = [p for p in positions if outcome(DEFAULT, p) is None][:HINTS]
    print_times("hint, cold", [timed(tables, p, hint, 0) for p in standing], 1e3, "ms")
    print_times("hint, warm", [timed(tables, p, hint, 1) for p in standing], 1e3, "ms")
    moves, seconds = play_games(tables)
    print(
        f"best move       {1000 * seconds / moves:>12.1f} ms on average over {moves} moves of games"
    )
    print(f"race            {1e6 * race_s():>12.1f} µs once the ways home are known")
    print(f"peak memory     {peak_kb() - before_kb:>12,} KB more than before opening")
    for name, opponent in OPPONENTS.items() if args.games else ():
        print_games(name, play_whole_games(tables, opponent, args.games, rng))


Seconds = tuple[float, float]
"""Of the clock, and of the processor."""


def print_times(what: str, times: list[Seconds], factor: float, unit: str) -> None:
    """Half of them are below the first figure, all but one in a hundred below the second."""
    told = []
    for kind in zip(*times, strict=True):
        ordered = sorted(factor * seconds for seconds in kind)
        told.append((median(ordered), ordered[len(ordered) * 99 // 100]))
    (half, late), (half_cpu, late_cpu) = told
    print(
        f"{what:<15} {half:>12.1f} {unit} p50 ({half_cpu:.1f}),"
        f" {late:.1f} {unit} p99 ({late_cpu:.1f})"
    )


def probe(tables: Tables, position: Position) -> None:
    """The value of one position."""
    tables.probe(position)


def hint(tables: Tables, position: Position) -> None:
    """The best move with its proof, and what all others are worth."""
    think(Game(start=position), Limits(nodes=1), tables=Perfect(DEFAULT, tables))


def timed(
    tables: Tables, position: Position, work: Callable[[Tables, Position], None], before: int
) -> Seconds:
    """How long one of them takes with nothing unpacked, or after as many others of the same."""
    tables.forget()
    for _ in range(before):
        work(tables, position)
    begin, begin_cpu = perf_counter(), process_time()
    work(tables, position)
    return perf_counter() - begin, process_time() - begin_cpu


def peak_kb() -> int:
    """Peak memory of this process."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def random_position(rng: random.Random, archers: int = 5) -> Position:
    """So many archers; half of them, or one less, are White's."""
    holes = rng.sample(range(25), archers)
    chosen = [hole for hole in holes if 5 <= hole < 20 and rng.random() < 0.4][: 10 - archers]
    white, black = mask_of(holes[: archers // 2]), mask_of(holes[archers // 2 :])
    return Position(white, black, mask_of(chosen), rng.choice(list(Side)))


def play_games(tables: Tables) -> tuple[int, float]:
    """How many best moves were played in how many seconds, from random positions to the end."""
    moves, rng = 0, random.Random(1)
    begin = perf_counter()
    for _ in range(GAMES):
        start = random_position(rng)
        if outcome(DEFAULT, start) is not None:
            continue
        game = Game(start=start)
        while game.outcome is None and game.repetitions < 3:
            found = tables.best(game)
            assert found is not None
            game = game.play(found[0])
            moves += 1
    return moves, perf_counter() - begin


def race_s() -> float:
    """Seconds of a race of five against five."""
    race = Position(0b11111 << 15, 0b11111 << 5, 0, Side.WHITE)
    turns_home(DEFAULT, race, Side.WHITE)
    race_value(DEFAULT, race)
    begin = perf_counter()
    for _ in range(1000):
        race_value(DEFAULT, race)
    return (perf_counter() - begin) / 1000


# ── whole games ───────────────────────────────────────────────────────────────────────────────────

Opponent = Callable[[Game, Tables, random.Random], Move]


def dice(game: Game, tables: Tables, rng: random.Random) -> Move:
    """Any move."""
    return rng.choice(game.legal_moves())


def runner(game: Game, tables: Tables, rng: random.Random) -> Move:
    """The longest way ahead, whatever stands there."""

    def ahead(move: Move) -> int:
        if move.origin is None or move.target is None:
            return 0
        return abs(move.target.row - move.origin.row)

    moves = game.legal_moves()
    most = max(map(ahead, moves))
    return rng.choice([move for move in moves if ahead(move) == most])


def coach(game: Game, tables: Tables, rng: random.Random) -> Move:
    """The coach, who plays the file."""
    return think(game, Limits(nodes=1), tables=Perfect(DEFAULT, tables)).move


OPPONENTS: dict[str, Opponent] = {"random": dice, "runner": runner, "itself": coach}


@dataclass(slots=True)
class Played:
    """What came of some games."""

    games: int = 0
    moves: int = 0  # the coach's
    given_away: int = 0  # points
    below_value: int = 0  # games that ended with less than they were worth
    repeated: int = 0  # won games in which a position stood twice
    longest: int = 0  # plies of a game that was won from the beginning
    seconds: list[Seconds] = field(default_factory=list)


def play_whole_games(tables: Tables, opponent: Opponent, games: int, rng: random.Random) -> Played:
    """The coach is the side to move."""
    found = Played()
    while found.games < games:
        start = random_position(rng, tables.most_alive)
        if outcome(DEFAULT, start) is None:
            play_whole_game(tables, opponent, Game(start=start), rng, found)
    return found


def play_whole_game(
    tables: Tables, opponent: Opponent, game: Game, rng: random.Random, found: Played
) -> None:
    """One game; what the coach gives away is counted."""
    side, value = game.position.side, worth(tables, game)
    while game.outcome is None and game.repetitions < 3 and len(game.moves) < LONGEST:
        if game.position.side is not side:
            game = game.play(opponent(game, tables, rng))
            continue
        before = worth(tables, game)
        begin, begin_cpu = perf_counter(), process_time()
        move = coach(game, tables, rng)
        found.seconds.append((perf_counter() - begin, process_time() - begin_cpu))
        game = game.play(move)
        found.moves += 1
        found.given_away += before + worth(tables, game)
    points = (0, 0) if game.outcome is None else game.outcome.points
    found.games += 1
    found.below_value += points[side] - points[side.other] < value
    if value > 0:
        found.repeated += len(set(game.positions)) < len(game.positions)
        found.longest = max(found.longest, len(game.moves))


def worth(tables: Tables, game: Game) -> int:
    """The value for the side to move, or what the game ended with."""
    side = game.position.side
    if game.outcome is not None:
        return game.outcome.points[side] - game.outcome.points[side.other]
    value = tables.probe(game.position)
    assert value is not None
    return value


def print_games(name: str, played: Played) -> None:
    """One line for each opponent."""
    print(
        f"against {name}: {played.games} games, {played.moves} moves of the coach,"
        f" {played.given_away} points given away, {played.below_value} games below their value,"
        f" {played.repeated} won games with a repetition, longest won game {played.longest} plies"
    )
    print_times("  a move", played.seconds, 1e3, "ms")


if __name__ == "__main__":
    main()
