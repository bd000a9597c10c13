"""`python -m tools.house`: the figures of the house, or the tables of its modules."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.house.modules import read_modules
from tools.house.report import measure, write_report
from tools.house.tables import DOCUMENT, update_document, write_tables

PROJECT = Path(__file__).parents[2]


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0, or 1 if a figure exceeds its limit."""
    parser = argparse.ArgumentParser(prog="python -m tools.house", description=__doc__)
    parser.add_argument("checkout", nargs="?", type=Path, default=PROJECT, help="what to measure")
    parser.add_argument("--before", type=Path, metavar="CHECKOUT", help="what to compare with")
    parser.add_argument("--table", action="store_true", help="print the tables of all modules")
    parser.add_argument("--write", action="store_true", help=f"put them into {DOCUMENT}")
    args = parser.parse_args(arguments)
    if args.table:
        print(write_tables(read_modules(args.checkout)), end="")
        return 0
    if args.write:
        changed = update_document(args.checkout, read_modules(args.checkout))
        print(f"{'wrote' if changed else 'up to date'}  {DOCUMENT}")
        return 0
    figures = measure(args.checkout)
    print(write_report(figures, measure(args.before) if args.before else None), end="")
    return 0 if all(figure.is_kept for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
