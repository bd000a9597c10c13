"""How fast and how large the exact tables are: `python benchmarks/tables.py [FILE]`.

Prints the size of the file, the time to open it, the time of a probe into a block that is unpacked
already and into one that is not, of a hint with nothing unpacked and of the same hint once more, of
a best move along games, and peak memory. Positions have as many archers as the file knows. Times
are of the clock; in brackets those of the processor, which others at work on the machine do not
lengthen.

`python -m benchmarks.winning FILE` plays with it.
"""

from __future__ import annotations

import argparse
import random
import resource
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from boardpi.coach.endgames.perfect import Perfect, race_value, turns_home
from boardpi.coach.endgames.places import SIZES
from boardpi.coach.endgames.tables import Tables
from boardpi.coach.endgames.tables_file import classes_up_to
from boardpi.coach.engine.search import Limits, think
from boardpi.daemon.coach.endgames import map_file, shipped_tables
from boardpi.rules import DEFAULT, Game, Position, Side, mask_of, outcome

PROBES = 2000
GAMES = 40
HINTS = 300
SEED = 21


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, help="another file of tables, mapped")
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


if __name__ == "__main__":
    main()
