"""How strong, how fast and how small the coach is: `python -m benchmarks.coach`.

Measures what is missing and writes docs/coach-results.md. Every game and every answer is written
down as it is found (build/coach/results.jsonl), so a run can be ended at any time: begin again, and
it goes on. With other settings or weights of the levels it begins anew. --only takes up some of the
work, --page writes the page of what is known.

Levels are limited by turns that they look at, so what they play does not depend on the machine.
Where the judgement has weights they search in C (tools/core), which plays the same moves; speed and
memory are those of Python.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from benchmarks.coaching.matches import Pairing, Results, play_all
from benchmarks.coaching.page import (
    FIRST_OPENING,
    JASIR,
    MATCHES,
    NAMES,
    PROOF_TURNS,
    TURNS,
    write_page,
)
from benchmarks.coaching.speed import measure_memory, measure_speed
from benchmarks.coaching.truth import Answer, ask_all, by_player, by_turns, check_proofs, sample

ROOT = Path(__file__).parents[1]
Work = tuple[str, Callable[[], Iterator[int]]]


def tell(text: str) -> None:
    """Progress, one line that is written over."""
    print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def all_work(results: Results, truth: Path, games: int, positions: int) -> Iterator[Work]:
    """Everything there is to measure, in the order of its worth."""
    questions = partial(sample, truth, positions, 20, choices=True)
    every = partial(sample, truth, 2_000, 21, choices=False)

    def ask(key: str, answer: Answer) -> Work:
        return key, lambda: ask_all(key, questions(), answer, results)

    def match(one: str, two: str, rules: str, share: float) -> Work:
        pairing = Pairing(one, two, rules, max(2, round(games * share)))
        return pairing.key, partial(play_all, pairing, FIRST_OPENING, results)

    yield from (ask(f"truth: {nodes} turns", partial(by_turns, nodes)) for nodes in TURNS)
    yield from (match(*told) for told in MATCHES if told[2] == JASIR)
    yield "proofs", lambda: check_proofs("proofs", every(), PROOF_TURNS, results)
    yield from (ask(f"truth: {name}", partial(by_player, name)) for name in NAMES)
    yield "memory", partial(measure_memory, results)
    yield "speed", partial(measure_speed, results)
    yield from (match(*told) for told in MATCHES if told[2] != JASIR)


def main() -> int:
    """Measure what is missing, and write the page."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.coach",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--games", type=int, default=200, metavar="N", help="per pairing (200)")
    parser.add_argument(
        "--positions", type=int, default=300, metavar="N", help="of the truth (300)"
    )
    parser.add_argument("--only", metavar="WORD", help="work whose name has this word in it")
    parser.add_argument("--page", action="store_true", help="measure nothing, write the page")
    parser.add_argument("--quick", action="store_true", help="ten games, thirty positions, no page")
    parser.add_argument("--truth", type=Path, default=ROOT / "../shared/solution/moves.tsv.gz")
    parser.add_argument("--results", type=Path, default=ROOT / "build/coach/results.jsonl")
    parser.add_argument("--output", type=Path, default=ROOT / "docs/coach-results.md")
    args = parser.parse_args()
    if args.quick:
        args.games, args.positions = 10, 30
        args.results = args.results.with_name("quick.jsonl")
        args.output = args.results.with_name("quick.md")
    if not args.truth.exists():
        parser.error(f"{args.truth}: no such file; --truth names moves.tsv.gz of the solution")
    results = Results(args.results)
    if not args.page:
        for name, work in all_work(results, args.truth, args.games, args.positions):
            if args.only is None or args.only in name:
                for done in work():
                    tell(f"{name}: {done}")
                tell("")
    args.output.write_text(write_page(results), encoding="utf-8")
    print(f"written: {args.output}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
