"""`python -m tools.wiring`: makes everything that follows from wiring/pins.toml."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from boardpi.drawings.libraries import MissingLibrary
from tools.wiring.pins import BadPins
from tools.wiring.products import SOURCE, make_all, project_pins, stale, write

PROJECT = Path(__file__).parents[2]


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0, 1 if `--check` found something out of date, 2 if the pins cannot be."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.wiring",
        description=f"Makes everything that follows from {SOURCE}: the firmware's header, the "
        "package's pins, the diagrams, tables and templates. Works in a checkout of boardpi.",
    )
    parser.add_argument("--check", action="store_true", help="write nothing, tell what is stale")
    parser.add_argument(
        "--project", type=Path, default=PROJECT, metavar="FOLDER", help="the checkout"
    )
    args = parser.parse_args(arguments)
    try:
        products = make_all(project_pins(args.project))
    except BadPins as error:
        for problem in error.problems:
            print(f"{SOURCE}: {problem}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    except MissingLibrary as error:
        print(error, file=sys.stderr)
        return 2
    return _tell(args.project, products, check=args.check)


def _tell(project: Path, products: dict[str, bytes], *, check: bool) -> int:
    changed = stale(project, products) if check else write(project, products)
    for path in changed:
        print(f"{'stale' if check else 'wrote'}  {path}")
    print(f"{len(products) - len(changed)} of {len(products)} files were up to date.")
    return 1 if check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
