"""How fast the rules are: perft and the public engine against python-chess, and queries.

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
from functools import partial
from pathlib import Path

import chess

from boardpi.commands.rules.command import answer_all
from boardpi.rules import DEFAULT, RULE_SETS, START, Position, RuleSet, legal_moves, perft, play

CHESS = "python-chess"
ROUNDS = 5
DEPTH, CHESS_DEPTH, ENGINE_DEPTH = 6, 4, 4
QUERIES = 20_000
TARGET_RATIO, TARGET_QUERIES = 5.0, 3000
VECTORS = Path(__file__).parents[1] / "tests" / "rules" / "vectors" / "positions.jsonl"
METHOD = f"""\
How it was measured: one process, one core, {ROUNDS} rounds; in each round all rows count in turn,
so that all see the same machine; the median of the rounds is shown. Everything is pure Python.
What is counted: a node is a legal sequence of turns of the full depth, a leaf of the tree.
Positions on the way are not counted, and nobody plays the last turn: it is counted.
  python-chess  the tree of chess from its start, depth {CHESS_DEPTH}: push and pop on a board, and
                legal_moves.count() for the leaves (its own way of perft). Chess has longer rules
                and more moves a position, so the ratio compares two libraries, not two games.
  perft         boardpi's fast generator, which the coach thinks with: perft(rules, START, {DEPTH})
  engine        boardpi's public engine: position values by play(), which checks its move, and
                len(legal_moves()) for the leaves, depth {ENGINE_DEPTH}"""
Count = Callable[[], int]


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


def engine_perft(rules: RuleSet, position: Position, depth: int) -> int:
    """The same count through what everybody calls."""
    moves = legal_moves(rules, position)
    if depth == 1:
        return len(moves)
    return sum(engine_perft(rules, play(rules, position, move), depth - 1) for move in moves)


def nodes_per_second(count: Count) -> float:
    """One measurement."""
    begin = time.perf_counter()
    nodes = count()
    return nodes / (time.perf_counter() - begin)


def rows() -> dict[str, Count]:
    """What is measured, by the name of its row."""
    found: dict[str, Count] = {CHESS: lambda: chess_perft(CHESS_DEPTH, chess.Board())}
    for name, rules in RULE_SETS.items():
        found[f"perft {name}"] = partial(perft, rules, START, DEPTH)
    for name, rules in RULE_SETS.items():
        found[f"engine {name}"] = partial(engine_perft, rules, START, ENGINE_DEPTH)
    return found


def measure() -> dict[str, float]:
    """Median nodes per second of every row."""
    counts = rows()
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
    base = speeds[CHESS]
    for name, speed in speeds.items():
        print(f"{name:23} {speed / 1e6:6.3f} million nodes/s  {speed / base:5.2f} x python-chess")
    worst = min(speed for name, speed in speeds.items() if name.startswith("perft")) / base
    queries = queries_per_second()
    print(f"{'rules query':23} {queries:6.0f} positions/s, each with its moves, end and next")
    print(f"\nLowest ratio of perft {worst:.1f} (target {TARGET_RATIO:g}); ", end="")
    print(f"queries target {TARGET_QUERIES}.")
    return 0 if worst >= TARGET_RATIO and queries >= TARGET_QUERIES else 1


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


if __name__ == "__main__":
    sys.exit(main())
