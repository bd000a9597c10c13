"""What a settled change costs the processor, beside another version of the table.

    git worktree add ../before cb0fc85
    python -m benchmarks.settled [--against ../before] [--games 60] [--rounds 5]

Both versions replay the same sessions by everyday and harsh hands, in processes of their own that
take turns. A change is charged with all that `step` spends until the next one settles: scans,
reading, alarms, lights. Of each change the cheapest round counts, so that a busy machine does not.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from statistics import quantiles
from tempfile import NamedTemporaryFile

from boardpi.rules import RULE_SETS
from boardpi.sim.habits import EVERYDAY, HARSH
from boardpi.sim.sessions import SessionPlan, simulate
from boardpi.table.step import step
from boardpi.table.trace import parse_header, read_events

HERE = Path(__file__).resolve().parent.parent
RULES = [RULE_SETS[name] for name in sorted(RULE_SETS)]


def sessions(games: int) -> list[list[str]]:
    """Traces by everyday and harsh hands in turn, over all rule sets."""
    plans = [SessionPlan(rules, habits) for rules in RULES for habits in (EVERYDAY, HARSH)]
    return [simulate(plans[n % len(plans)], 60_000 + n).lines() for n in range(games)]


def costs(traces: Iterable[list[str]]) -> list[int]:
    """Nanoseconds of processor time for each settled change, in their order."""
    found = []
    for header, *lines in traces:
        table, spent = parse_header(header).table(), 0
        for event in read_events(lines):
            mask, began = table.settling.mask, time.process_time_ns()
            table, _ = step(table, event)
            spent += time.process_time_ns() - began
            if table.settling.mask != mask:
                found.append(spent)
                spent = 0
    return found


def run(tree: Path, traces: str) -> list[int]:
    """The costs in a process that imports the table of this tree."""
    command = [sys.executable, __file__, "--replay", traces]
    env = {**os.environ, "PYTHONPATH": str(tree)}
    done = subprocess.run(command, env=env, cwd=tree, capture_output=True, text=True, check=True)
    numbers: list[int] = json.loads(done.stdout)
    return numbers


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", type=Path, help="a checkout of another version")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--replay", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.replay is not None:
        print(json.dumps(costs(json.loads(args.replay.read_text(encoding="utf-8")))))
        return
    traces = sessions(args.games)
    board_s = sum(json.loads(trace[-1])["ms"] for trace in traces) / 1000
    trees = [HERE] if args.against is None else [args.against.resolve(), HERE]
    rounds: dict[Path, list[list[int]]] = {tree: [] for tree in trees}
    with NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        file.write(json.dumps(traces))
        file.flush()
        for _ in range(args.rounds):
            for tree in trees:
                rounds[tree].append(run(tree, file.name))
    print("| table | settled changes | p50 µs | p90 µs | p99 µs | replay |")
    print("|---|---:|---:|---:|---:|---:|")
    for tree in trees:
        least = [min(column) / 1000 for column in zip(*rounds[tree], strict=True)]
        cuts = quantiles(least, n=100)
        speed = board_s / sum(least) * 1e6
        shown = " | ".join(f"{cuts[at]:.0f}" for at in (49, 89, 98))
        print(f"| {tree.name} | {len(least):,} | {shown} | {speed:,.0f} × |")


if __name__ == "__main__":
    main()
