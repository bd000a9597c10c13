"""How quick the table is: when it shows and commits, what an event costs, how much it keeps.

    python benchmarks/table.py [--games 100] [--write docs]

Latency in simulated time: from the raw change of a reed to the `Show` that answers it, and from the
raw change that completes a move to its `Record`, over sittings of everyday hands. Cost: processor
time of one `step` per raw change, and replay speed as seconds at the board per second of one core.
Memory: tracemalloc's peak during an hour of fidgeting and a very long game.
"""

from __future__ import annotations

import argparse
import pickle
import time
import tracemalloc
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from statistics import quantiles

from boardpi.boards.habits import CLEAN, EVERYDAY, Habits
from boardpi.boards.sitting import Plan, sit
from boardpi.rules import RULE_SETS, START, Game, Hole
from boardpi.table.effects import Record, Show
from boardpi.table.events import Sensed, Woke
from boardpi.table.facts import Moved
from boardpi.table.step import step
from boardpi.table.table import Table, new_table
from boardpi.table.timing import Timing
from boardpi.table.trace import parse_header, read_events, replay

RULES = [RULE_SETS[name] for name in sorted(RULE_SETS)]


@dataclass(slots=True)
class Latencies:
    """Milliseconds of simulated time, seconds of processor time."""

    show_ms: list[int] = field(default_factory=list)
    commit_ms: list[int] = field(default_factory=list)
    cost_s: list[float] = field(default_factory=list)


def measure(games: int, habits: Habits) -> Latencies:
    """Step through sittings event by event, waking the table when it wishes."""
    found = Latencies()
    for seed in range(games):
        header, *lines = sit(Plan(RULES[seed % 5], habits), 30_000 + seed).lines()
        follow(parse_header(header).table(), read_events(lines), found)
    return found


def follow(table: Table, events: Iterable[Sensed | Woke], found: Latencies) -> None:
    """Each effect belongs to the last raw change before it."""
    changed: list[int] = []
    for event in events:
        began = time.process_time()
        table, effects = step(table, event)
        found.cost_s.append(time.process_time() - began)
        if isinstance(event, Sensed):
            changed.append(event.ms)
        for effect in effects:
            if isinstance(effect, Show):
                found.show_ms.append(effect.ms - latest(changed, effect.ms))
            elif isinstance(effect, Record) and isinstance(effect.fact, Moved):
                found.commit_ms.append(effect.fact.ms - latest(changed, effect.fact.ms))


def latest(changed: list[int], ms: int) -> int:
    """The last raw change before this moment."""
    return next((c for c in reversed(changed) if c < ms), ms)


def line(name: str, values: list[float], unit: str) -> str:
    """p50, p99 and the longest."""
    cuts = quantiles(values, n=100)
    numbers = f"{cuts[49]:.4g} | {cuts[98]:.4g} | {max(values):.4g}"
    return f"| {name} | {len(values):,} | {numbers} | {unit} |"


def replay_speed(games: int, habits: Habits) -> tuple[float, float, float]:
    """Seconds at the board, processor seconds, raw changes per processor second."""
    traces = [sit(Plan(RULES[s % 5], habits), 40_000 + s).lines() for s in range(games)]
    seconds = sum(list(read_events(trace[1:]))[-1].ms for trace in traces) / 1000
    began = time.process_time()
    for trace in traces:
        for _ in replay(trace):
            pass
    spent = time.process_time() - began
    return seconds, spent, sum(map(len, traces)) / spent


def fidget(minutes: int) -> Iterator[Sensed]:
    """Somebody lifts and sets back archers all the time, and now and then lets one slide."""
    random = Random(1)
    ms, mask = 0, START.occupied
    yield Sensed(ms, mask)
    while ms < minutes * 60_000:
        holes = random.sample(range(25), random.randint(1, 3))
        for hole in (*holes, *reversed(holes)):
            ms += random.randint(20, 240)
            mask ^= Hole(hole).bit
            yield Sensed(ms, mask)


def long_game(plies: int) -> Iterator[Sensed]:
    """Clean moves without an end: both sides go forth and back."""
    ms, mask = 0, START.occupied
    yield Sensed(ms, mask)
    for ply in range(plies):
        circle = (("c1", "e2"), ("c5", "e4"), ("e2", "c1"), ("e4", "c5"))
        for hole in circle[ply % 4]:
            ms += 600
            mask ^= Hole(hole).bit
            yield Sensed(ms, mask)


def memory(name: str, events: Iterable[Sensed], table: Table) -> str:
    """The peak of what Python keeps while these events are taken in, and the saved table's size."""
    tracemalloc.start()
    count = 0
    peaks = []
    for event in events:
        table, _ = step(table, event)
        count += 1
        if count % 2000 == 0:
            peaks.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.reset_peak()
    tracemalloc.stop()
    first, last = peaks[0] / 1e6, peaks[-1] / 1e6
    saved = len(pickle.dumps(table)) / 1000
    moves = len(table.game.moves)
    return f"| {name} | {count:,} | {moves} | {first:.1f} | {last:.1f} | {saved:.1f} |"


def report(games: int) -> Iterator[str]:
    """The whole page, line by line."""
    found = measure(games, EVERYDAY)
    yield f"{games} sittings of everyday hands, seeds from 30000.\n"
    yield "| from the raw change to | events | p50 | p99 | longest | |"
    yield "|---|---:|---:|---:|---:|---|"
    dwell_ms = Timing().dwell_ms
    answers = [float(ms) for ms in found.show_ms if ms < dwell_ms]
    waits = [float(ms) for ms in found.show_ms if ms >= dwell_ms]
    yield line("the `Show` that answers it (simulated time)", answers, "ms")
    yield line("a `Show` after a wait by design (simulated time)", waits, "ms")
    yield line("the commit (simulated time)", list(map(float, found.commit_ms)), "ms")
    yield line("the end of `step` (one core)", [1000 * s for s in found.cost_s], "ms")
    yield "\n| replay of | seconds at the board | on one core | times real time | raw changes/s |"
    yield "|---|---:|---:|---:|---:|"
    for name, habits in (("clean hands", CLEAN), ("everyday hands", EVERYDAY)):
        at_board, spent, rate = replay_speed(games, habits)
        speed = at_board / spent
        yield f"| {name} | {at_board:,.0f} | {spent:.2f} s | {speed:,.0f} × | {rate:,.0f} |"
    yield "\n| memory | raw changes | plies | first peak (MB) | last peak (MB) | saved table (kB) |"
    yield "|---|---:|---:|---:|---:|---:|"
    endless = replace(RULE_SETS["jarmo-oca"], shuttle_limit=0)
    yield memory("an hour of fidgeting", fidget(60), new_table(Game(any_first=True)))
    yield memory("a game of 2,000 plies", long_game(2000), new_table(Game(endless, any_first=True)))


def main() -> None:
    """Measure and print; with --write also into the docs."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=100)
    options.add_argument("--write", type=Path, help="folder for table-latency-results.md")
    chosen = options.parse_args()
    lines = []
    for text in report(chosen.games):
        print(text, flush=True)
        lines.append(text)
    if chosen.write:
        chosen.write.mkdir(parents=True, exist_ok=True)
        (chosen.write / "table-latency-results.md").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
