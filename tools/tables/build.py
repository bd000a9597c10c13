"""Build the exact tables of Jasir: `make tables`. Solves in C, packs in Python.

python -m tools.tables.build build/tables/tables boardpi/coach/endgames/data/jasir.tables
"""

from __future__ import annotations

import argparse
import struct
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from boardpi.coach.endgames.tables_file import (
    CHUNK_POSITIONS,
    PLANE_BYTES,
    Planes,
    pack_chunk,
    pack_file,
)
from boardpi.coach.endgames.tables_index import MOST_ALIVE, SIZES
from boardpi.rules import RuleSet, rule_set
from boardpi.rules.holes import FIRST_ROW, HOLES, Side, holes_in
from boardpi.rules.rulesets import switches

RULE_SETS = ("jasir-pergioco", "jasir-oca")
SOLVED = {
    "backward": False,
    "captured_simple": "dies",
    "captured_chosen": "hand",
    "reentry": "move",
    "protect_first_row": True,
    "shuttle_limit": 0,
    "ends_with": "living",
}
"""The switches that the solver takes for granted."""


@dataclass(frozen=True, slots=True)
class Raw:
    """What the solver found for one rule set."""

    longest_win: int
    values: bytes  # half a byte each, plus 4
    choices: dict[int, int]  # of the positions where habit goes in circles


def describe(rules: RuleSet, most_alive: int) -> str:
    """A rule set in the numbers that the solver reads; refuses what it cannot solve."""
    played = switches(rules)
    for key, value in SOLVED.items():
        if played[key] != value:
            raise SystemExit(f"{rules.name}: the solver needs {key} = {value}, not {played[key]}")
    if rules.points not in ("board", "living"):
        raise SystemExit(f"{rules.name}: the solver cannot count points by {rules.points}")
    for side in Side:
        for hole in holes_in(FIRST_ROW[side]):
            if rules.reach[side][hole] & FIRST_ROW[side]:
                raise SystemExit(f"{rules.name}: {hole} has a line within the first row")
    reach = (str(rules.reach[side][hole]) for side in Side for hole in HOLES)
    return f"{most_alive} {int(rules.points == 'living')} {' '.join(reach)}\n"


def solve(solver: Path, rules: RuleSet, most_alive: int) -> Raw:
    """Run the solver; it tells its progress on standard error."""
    print(f"{rules.name}: solving", file=sys.stderr, flush=True)
    asked = describe(rules, most_alive).encode()
    run = subprocess.run([solver, "solve"], input=asked, stdout=subprocess.PIPE, check=True)
    return read_raw(run.stdout, most_alive)


def read_raw(output: bytes, most_alive: int) -> Raw:
    """The solver's output."""
    positions, exceptions, longest_win = struct.unpack_from("<QQQ", output)
    if positions != SIZES[most_alive]:
        raise SystemExit(f"the solver has {positions} positions, we have {SIZES[most_alive]}")
    at = 24 + (positions + 1) // 2
    indices = struct.unpack_from(f"<{exceptions}I", output, at)
    choices = output[at + 4 * exceptions :]
    return Raw(longest_win, output[24:at], dict(zip(indices, choices, strict=True)))


def chunks(raws: Sequence[Raw]) -> list[bytes]:
    """The chunks of the file, with a line of progress."""
    plenty = [_choice_planes(raw) for raw in raws]
    count = len(plenty[0])
    packed = []
    for number in range(count):
        cut = slice(number * PLANE_BYTES, (number + 1) * PLANE_BYTES)
        planes = [
            Planes(raw.values[cut].ljust(PLANE_BYTES, b"\0"), bytes(choices[number]))
            for raw, choices in zip(raws, plenty, strict=True)
        ]
        packed.append(pack_chunk(planes))
        print(f"\rpacking: chunk {number + 1} of {count}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return packed


def _choice_planes(raw: Raw) -> list[bytearray]:
    count = -(-len(raw.values) // PLANE_BYTES)
    planes = [bytearray(PLANE_BYTES) for _ in range(count)]
    for index, choice in raw.choices.items():
        if not 0 < choice < 16:
            raise SystemExit(f"the choice {choice} of position {index} needs more than half a byte")
        planes[index // CHUNK_POSITIONS][index % CHUNK_POSITIONS >> 1] |= choice << 4 * (index & 1)
    return planes


def main() -> None:
    """Build and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("solver", type=Path, help="the compiled solver")
    parser.add_argument("output", type=Path, help="the file of tables to write")
    parser.add_argument("--alive", type=int, default=MOST_ALIVE, choices=range(2, MOST_ALIVE + 1))
    args = parser.parse_args()
    sets = [rule_set(name) for name in RULE_SETS]
    raws = [solve(args.solver, rules, args.alive) for rules in sets]
    longest = max(raw.longest_win for raw in raws)
    data = pack_file(sets, args.alive, longest, chunks(raws))
    args.output.write_bytes(data)
    print(f"{args.output}: {len(data)} bytes, {SIZES[args.alive]} positions", file=sys.stderr)


if __name__ == "__main__":
    main()
