"""How fast the rules are: perft of all rule sets against python-chess, and queries per second.

Run it with `make benchmark`, on a machine that does nothing else.
"""

from __future__ import annotations

import io
import json
import platform
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import chess

from boardpi.commands.rules.query import answer_all
from boardpi.rules import DEFAULT, RULE_SETS, START, perft, rule_set

ROUNDS = 5
DEPTH, CHESS_DEPTH = 6, 4
QUERIES = 20_000
TARGET_RATIO, TARGET_QUERIES = 5.0, 3000
VECTORS = Path(__file__).parents[1] / "tests" / "rules" / "vectors" / "positions.jsonl"
METHOD = f"""\
How it was measured: one process, one core, {ROUNDS} rounds; in each round python-chess and every
rule set count in turn, so that all see the same machine; the median of the rounds is shown.
A node is a leaf of the tree. Both sides count leaves in bulk, without playing the last move:
python-chess by legal_moves.count() at depth 1 and push/pop above (its own way of perft), to
depth {CHESS_DEPTH} from its start; boardpi by perft(rules, START, {DEPTH}). Both are pure
Python."""


def chess_perft(depth: int, board: chess.Board) -> int:
    """As python-chess counts in its own examples and tests."""
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += chess_perft(depth - 1, board)
        board.pop()
    return nodes


def nodes_per_second(count: Callable[[], int]) -> float:
    """One measurement."""
    begin = time.perf_counter()
    nodes = count()
    return nodes / (time.perf_counter() - begin)


def measure() -> dict[str, float]:
    """Median nodes per second of python-chess and all rule sets."""
    counts: dict[str, Callable[[], int]] = {
        "python-chess": lambda: chess_perft(CHESS_DEPTH, chess.Board())
    }
    for name in RULE_SETS:
        counts[name] = lambda name=name: perft(rule_set(name), START, DEPTH)  # type: ignore[misc]
    speeds: dict[str, list[float]] = {name: [] for name in counts}
    for _ in range(ROUNDS):
        for name, count in counts.items():
            speeds[name].append(nodes_per_second(count))
    return {name: statistics.median(values) for name, values in speeds.items()}


def queries_per_second() -> float:
    """Lines that `boardpi rules query` answers per second, each with moves, end and a move."""
    vectors = VECTORS.read_bytes().splitlines()
    lines = b"\n".join(vectors[number % len(vectors)] for number in range(QUERIES))
    out = io.StringIO()
    begin = time.perf_counter()
    answer_all(io.BytesIO(lines), out, RULE_SETS, DEFAULT)
    seconds = time.perf_counter() - begin
    assert json.loads(out.getvalue().splitlines()[-1])["moves"] is not None
    return QUERIES / seconds


def main() -> int:
    """Print the table; exit code 1 if a target is missed."""
    print(f"Python {platform.python_version()}, python-chess {chess.__version__}, {_processor()}")
    print(METHOD, end="\n\n")
    speeds = measure()
    base = speeds.pop("python-chess")
    print(f"{'python-chess':16} {base / 1e6:6.2f} million nodes/s")
    for name, speed in speeds.items():
        print(f"{name:16} {speed / 1e6:6.2f} million nodes/s  {speed / base:5.1f} x python-chess")
    worst = min(speeds.values()) / base
    queries = queries_per_second()
    print(f"{'rules query':16} {queries:6.0f} positions/s, each with its moves, end and next")
    print(f"\nLowest ratio {worst:.1f} (target {TARGET_RATIO:g}); queries target {TARGET_QUERIES}.")
    return 0 if worst >= TARGET_RATIO and queries >= TARGET_QUERIES else 1


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


if __name__ == "__main__":
    sys.exit(main())
