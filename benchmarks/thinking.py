"""Whether lights come later while the coach thinks: both in one run, in turns.

Run it with `make benchmark`, on a machine that does nothing else. `--quick` takes half a minute.
"""

from __future__ import annotations

import argparse
import platform
import sys
import tempfile

from benchmarks.page import Control, mark, other, percentile, spread

ROUNDS = 4
MOST_RATIO = 1.25
METHOD = """\
How it was measured: the whole daemon in a process of its own; an archer of the start position is
lifted and set back at random moments; counted is the time from the raw change to the frame with its
light, the 10 ms that a reed must settle among it (as in benchmarks/page.py). {rounds} rounds of
{samples} changes each with the coach at rest, in turns with {rounds} rounds in which its process
thinks at full strength all the time. Control: a bare sleep of 10 ms in another process
meanwhile."""


def main() -> int:
    """Measure; 1 if the coach makes lights late."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer samples")
    samples = 25 if parser.parse_args().quick else 150
    print(METHOD.format(samples=samples, rounds=ROUNDS))
    print(f"Python {platform.python_version()} on {platform.machine()}, {platform.system()}\n")
    resting: list[float] = []
    thinking: list[float] = []
    controls: tuple[list[float], list[float]] = ([], [])
    memory = 0.0
    with tempfile.TemporaryDirectory() as folder, other("table", folder, "18026") as table:
        for _ in range(ROUNDS):
            control = Control()
            resting += table.ask(do="lights", samples=samples)["waits"]
            controls[0].extend(control.stop())
            control = Control()
            told = table.ask(do="thinking", samples=samples)
            controls[1].extend(control.stop())
            thinking += told["waits"]
            memory = told["coach_mb"]
    return report(resting, thinking, controls, memory)


def report(
    resting: list[float],
    thinking: list[float],
    controls: tuple[list[float], list[float]],
    memory: float,
) -> int:
    """The figures, and whether they are good."""
    for name, waits, control in (
        ("the coach rests", resting, controls[0]),
        ("the coach thinks", thinking, controls[1]),
    ):
        print(f"{'light, ' + name:32} {spread(waits)}")
        print(f"{'  control: a sleep of 10 ms':32} {spread(control)}")
    ratio = percentile(thinking, 0.5) / percentile(resting, 0.5)
    good = ratio <= MOST_RATIO
    print(f"{'ratio of the medians':32} {ratio:.2f}   (target <= {MOST_RATIO:g}) {mark(good)}")
    print(f"{'memory of the coach':32} {memory:.1f} MB at most")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
