"""Solve Jasir, check what was found, and pack it: `make solve`.

python -m tools.solve 6                        at most six alive, into build/solve (a minute)
python -m tools.solve 6 --pack jasir6.tables   and a file for `boardpi tables use`
python -m tools.solve 5 --rules jasir-oca      the other rule set
python -m tools.solve 10                       everything: 26 thousand million states

Memory and disk are looked at first, and nothing begins that would not fit. A class that is solved
stays solved: begin again after a stop, and it goes on with the next class.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from boardpi.rules import rule_set
from tools.solve.pack import QUICK, SMALL, Extent, write_tables
from tools.solve.positions import compare_positions
from tools.solve.solution import Solution, Unsolvable

ROOT = Path(__file__).parents[2]
SOLVER = ROOT / "build" / "solve" / "solve"
RULE_SETS = ("jasir-pergioco", "jasir-oca")


def compare(solution: Solution, most_alive: int, lines: Iterable[str]) -> int:
    """How many files are those of this list of SHA-256; Unsolvable if one is not."""
    pairs = (line.split() for line in lines)
    expected = {name: digest for digest, name in pairs}
    same = 0
    for digest, name in solution.digests(most_alive):
        if expected.get(name, digest) != digest:
            raise Unsolvable(f"{solution.folder / name} is another file than the list says")
        same += name in expected
    return same


def main() -> int:
    """Solve, compare, pack."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("alive", type=int, choices=range(2, 11), help="most archers alive")
    parser.add_argument("--rules", choices=RULE_SETS, default=RULE_SETS[0], help="the rule set")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "solve", help="where to")
    parser.add_argument("--jobs", type=int, default=2, help="classes side by side (2)")
    parser.add_argument("--solved", action="store_true", help="solve nothing that is missing")
    parser.add_argument("--portable", action="store_true", help="do without AVX-512")
    parser.add_argument("--sums", type=Path, help="compare with a list of SHA-256 (sha256sum)")
    parser.add_argument(
        "--positions",
        type=Path,
        nargs="+",
        default=[],
        metavar="FILE",
        help="compare with positions and their values (.tsv.gz)",
    )
    parser.add_argument("--pack", type=Path, metavar="FILE", help="write a file of tables")
    parser.add_argument(
        "--quick", action="store_true", help="pack six times as fast, a sixth larger"
    )
    args = parser.parse_args()
    solution = Solution(SOLVER, rule_set(args.rules), args.folder / args.rules)
    try:
        if args.solved and (missing := solution.missing(args.alive)):
            raise Unsolvable(f"{len(missing)} classes are not solved in {solution.folder}")
        solution.solve(args.alive, args.jobs, portable=args.portable)
        if args.sums is not None:
            same = compare(solution, args.alive, args.sums.read_text("utf-8").splitlines())
            print(f"{same} files are those of {args.sums}", file=sys.stderr)
        for file in args.positions:
            count = compare_positions(file, solution, args.alive)
            print(f"{count:,} values are those of {file}", file=sys.stderr, flush=True)
        if args.pack is not None:
            preset = QUICK if args.quick else SMALL
            extent = Extent([solution], args.alive, preset=preset)
            length = write_tables(args.pack, extent, args.jobs)
            print(f"{args.pack}: {length:,} bytes", file=sys.stderr)
    except Unsolvable as error:
        print(f"solve: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
