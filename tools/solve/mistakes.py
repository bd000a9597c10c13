"""What players are tempted by, counted in a list of positions with the value of every move:

`python -m tools.solve.mistakes moves.tsv.gz` prints the numbers of docs/solved.md.
"""

from __future__ import annotations

import gzip
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path


def read_positions(path: Path) -> Iterator[tuple[int, dict[str, int]]]:
    """Of every line: what each move is worth to the side that makes it, and the best of that."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            position, _, pairs = line.rstrip("\n").split("\t")
            sign = 1 if position.split()[1] == "w" else -1
            told = (pair.split("=") for pair in pairs.split())
            values = {move: sign * int(value) for move, value in told}
            if values:
                yield max(values.values()), values


def count_mistakes(positions: Iterable[tuple[int, dict[str, int]]]) -> Counter[str]:
    """How often a capture is possible, is best, and costs something; how often little is right."""
    found: Counter[str] = Counter()
    for best, values in positions:
        taking = [value for move, value in values.items() if "x" in move]
        found["positions"] += 1
        found["capture possible"] += bool(taking)
        found["choice between taking and not"] += 0 < len(taking) < len(values)
        if 0 < len(taking) < len(values):
            found["best capture costs something"] += max(taking) < best
            found["best capture loses the win or the draw"] += max(taking) < best and (
                max(taking) < 0 <= best or max(taking) <= 0 < best
            )
        found["one good move only"] += sum(value == best for value in values.values()) == 1
    return found


def main() -> None:
    """Print the counts, and what they are of a hundred."""
    found = count_mistakes(read_positions(Path(sys.argv[1])))
    for what, count in found.items():
        print(f"{count:8,}  {100 * count / found['positions']:5.1f} %  {what}")


if __name__ == "__main__":
    main()
