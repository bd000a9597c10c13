"""`python -m tools.house`: the figures of the house, or the tables of its modules."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.house.decisions import FOLDER, write_index
from tools.house.marks import replace_between
from tools.house.modules import read_modules
from tools.house.report import measure, write_report
from tools.house.tables import write_tables

PROJECT = Path(__file__).parents[2]


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0, or 1 if a figure exceeds its limit."""
    parser = argparse.ArgumentParser(prog="python -m tools.house", description=__doc__)
    parser.add_argument("checkout", nargs="?", type=Path, default=PROJECT, help="what to measure")
    parser.add_argument("--before", type=Path, metavar="CHECKOUT", help="what to compare with")
    parser.add_argument("--table", action="store_true", help="print the tables of all modules")
    parser.add_argument(
        "--write", action="store_true", help="put them, and the list of decisions, into docs/"
    )
    args = parser.parse_args(arguments)
    if args.table:
        print(write_tables(read_modules(args.checkout)), end="")
        return 0
    if args.write:
        for file, text in make_documents(args.checkout).items():
            file.write_text(text, "utf-8")
        return 0
    figures = measure(args.checkout)
    print(write_report(figures, measure(args.before) if args.before else None), end="")
    return 0 if all(figure.is_kept for figure in figures) else 1


def make_documents(root: Path) -> dict[Path, str]:
    """The documents of a checkout that are made in part, as they should be."""
    notes = (root / FOLDER).glob("0*.md")
    made = {
        root / "docs" / "architecture.md": write_tables(read_modules(root)),
        root / FOLDER / "README.md": write_index(notes),
    }
    return {file: replace_between(file.read_text("utf-8"), part) for file, part in made.items()}


if __name__ == "__main__":
    sys.exit(main())
