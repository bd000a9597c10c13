"""`python -m tools.weights`: learn the weights of the coach's judgement, and write their module."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path

from boardpi.coach.engine.judgement import LEARNED_ON
from boardpi.coach.engine.weights import Learned
from tools.weights.learning import Epoch, Unlearnable, build, learn, write_examples
from tools.weights.module import write_module
from tools.weights.positions import BadTruth, Example, read_names, read_truth, ways_home

DESCRIPTION = """\
Learns the weights of the coach's judgement.

    python -m tools.weights ../shared/solution/sample.tsv.gz --but ../shared/solution/moves.tsv.gz

learns Jasir from positions with exact values, and leaves those of another file out, by which the
coach is measured. One position in twenty is held out; the error on them is told.
Nothing that ships is changed unless it is named with --output."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tools.weights",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("truth", type=Path, nargs="+", help="files of positions and exact values")
    parser.add_argument("--but", type=Path, action="append", default=[], metavar="FILE")
    parser.add_argument("--epochs", type=int, default=30, help="(default: %(default)s)")
    parser.add_argument("--folder", type=Path, default=Path("build/weights"), help="to work in")
    parser.add_argument(
        "--output", type=Path, help="the module to write (default: weights.py in the folder)"
    )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Find the weights."""
    args = _parser().parse_args(arguments)
    try:
        but = set[str]().union(*(read_names(path) for path in args.but))
        examples = chain.from_iterable(read_truth(path, but) for path in args.truth)
        learned = find(examples, args.folder, args.epochs)
    except (OSError, BadTruth, Unlearnable) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    output = args.output or args.folder / "weights.py"
    output.write_text(write_module("JASIR", learned), encoding="utf-8")
    print(f"written: {output}")
    return 0


def find(examples: Iterable[Example], folder: Path, epochs: int) -> Learned:
    """Learn from these positions, and tell how it goes."""
    program, records = build(folder), folder / "positions"
    print("reading", flush=True)
    count = write_examples(examples, ways_home(LEARNED_ON), records)
    print(f"{count} positions, one in twenty held out; error: mean square, in points", flush=True)
    for told in learn(program, records, epochs):
        if isinstance(told, Epoch):
            print(
                f"{told.number} of {epochs}: error {told.error:.4f}, held out"
                f" {told.held_out_error:.4f}, winner named in {told.named:.1%}",
                flush=True,
            )
        else:
            return told
    raise Unlearnable("no positions")


if __name__ == "__main__":
    sys.exit(main())
