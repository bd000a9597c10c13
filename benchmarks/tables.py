"""How fast and how large the exact tables are: `python benchmarks/tables.py`.

Prints the size of the file, the time to check and open it, the time of a probe into a chunk that is
unpacked already and into one that is not, the time of a best move along games, and peak memory.
"""

from __future__ import annotations

import random
import resource
from statistics import median
from time import perf_counter

from boardpi.coach.endgames.perfect import race_value, turns_home
from boardpi.coach.endgames.tables import Tables
from boardpi.coach.endgames.tables_index import SIZES
from boardpi.daemon.coach.endgames import shipped_tables
from boardpi.rules import DEFAULT, Game, Position, Side, mask_of, outcome

PROBES = 2000
GAMES = 40


def main() -> None:
    """Measure and print."""
    before_kb = peak_kb()
    data = shipped_tables()
    begin = perf_counter()
    tables = Tables(data, DEFAULT)
    opened_ms = 1000 * (perf_counter() - begin)
    print(f"file            {len(data):>12,} bytes, {SIZES[tables.most_alive]:,} positions")
    print(f"open and check  {opened_ms:>12.1f} ms")
    positions = [random_position(random.Random(seed)) for seed in range(PROBES)]
    print(f"probe, unpacked {median(1e6 * probe_s(tables, p, 1) for p in positions):>12.1f} µs")
    print(f"probe, packed   {median(1e6 * probe_s(tables, p, 0) for p in positions):>12.1f} µs")
    moves, seconds = play_games(tables)
    print(
        f"best move       {1000 * seconds / moves:>12.1f} ms on average over {moves} moves of games"
    )
    print(f"race            {1e6 * race_s():>12.1f} µs once the ways home are known")
    print(f"peak memory     {peak_kb() - before_kb:>12,} KB more than before opening")


def peak_kb() -> int:
    """Peak memory of this process."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def random_position(rng: random.Random) -> Position:
    """Five archers, two of them White's."""
    holes = rng.sample(range(25), 5)
    chosen = mask_of(hole for hole in holes if 5 <= hole < 20 and rng.random() < 0.4)
    return Position(mask_of(holes[:2]), mask_of(holes[2:]), chosen, rng.choice(list(Side)))


def probe_s(tables: Tables, position: Position, before: int) -> float:
    """Seconds of one probe, after as many others of the same position."""
    if not before:
        tables.forget()
    for _ in range(before):
        tables.probe(position)
    begin = perf_counter()
    tables.probe(position)
    return perf_counter() - begin


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
