"""Build the exact tables that ship with boardpi: `make tables`.

python -m tools.tables.build build/tables/tables boardpi/coach/endgames/data/jasir.tables

The values are those of tools/solve. The prover here finds values of its own, by another way, plays
every won position out against every defence, and notes where the winner's habit needs a choice;
both must agree on every value.
"""

from __future__ import annotations

import argparse
import struct
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from boardpi.coach.endgames.places import place_of
from boardpi.coach.endgames.tables_file import number_of
from boardpi.rules import RuleSet, rule_set
from tools.solve.__main__ import RULE_SETS, SOLVER
from tools.solve.pack import shipped_extent, write_tables
from tools.solve.solution import Solution, board_text
from tools.tables.proof_index import MOST_ALIVE, SIZES, position_at


@dataclass(frozen=True, slots=True)
class Raw:
    """What the prover found for one rule set."""

    longest_win: int
    values: bytes  # half a byte each, plus 4
    choices: dict[int, int]  # of the positions where habit goes in circles


def describe(rules: RuleSet, most_alive: int) -> str:
    """A rule set in the numbers that the prover reads; refuses what it cannot solve."""
    return f"{most_alive} {board_text(rules)}"


def solve(prover: Path, rules: RuleSet, most_alive: int) -> Raw:
    """Run the prover; it tells its progress on standard error."""
    print(f"{rules.name}: proving", file=sys.stderr, flush=True)
    asked = describe(rules, most_alive).encode()
    run = subprocess.run([prover, "solve"], input=asked, stdout=subprocess.PIPE, check=True)
    return read_raw(run.stdout, most_alive)


def read_raw(output: bytes, most_alive: int) -> Raw:
    """The prover's output."""
    positions, exceptions, longest_win = struct.unpack_from("<QQQ", output)
    if positions != SIZES[most_alive]:
        raise SystemExit(f"the prover has {positions} positions, we have {SIZES[most_alive]}")
    at = 24 + (positions + 1) // 2
    indices = struct.unpack_from(f"<{exceptions}I", output, at)
    choices = output[at + 4 * exceptions :]
    return Raw(longest_win, output[24:at], dict(zip(indices, choices, strict=True)))


def by_place(choices: dict[int, int]) -> dict[int, int]:
    """The choices by the numbers of the file of tables."""
    found = {}
    for index, choice in choices.items():
        position = position_at(index)
        place = place_of(position)
        assert place is not None  # the prover visits what play can reach
        found[number_of(place, position.side)] = choice
    return found


def main() -> None:
    """Build and write the file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("prover", type=Path, help="the compiled prover")
    parser.add_argument("output", type=Path, help="the file of tables to write")
    parser.add_argument("--alive", type=int, default=MOST_ALIVE, choices=range(2, MOST_ALIVE + 1))
    args = parser.parse_args()
    sets = [rule_set(name) for name in RULE_SETS]
    solutions = [Solution(SOLVER, rules, SOLVER.parent / rules.name) for rules in sets]
    for solution in solutions:
        solution.solve(args.alive, jobs=2)
    raws = [solve(args.prover, rules, args.alive) for rules in sets]
    choices = [by_place(raw.choices) for raw in raws]
    longest_win = max(raw.longest_win for raw in raws)
    extent = shipped_extent(solutions, args.alive, choices, longest_win)
    length = write_tables(args.output, extent)
    print(f"{args.output}: {length:,} bytes", file=sys.stderr)


if __name__ == "__main__":
    main()
