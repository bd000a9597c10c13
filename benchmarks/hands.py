"""How the table stands imperfect hands: random games with each habit and each fault, at rates.

    python benchmarks/hands.py [--games 200] [--plies 16] [--write docs]

Every row plays random games over all five rule sets, half of them from the start, by virtual hands
(boardpi/boards), writes the trace of what the reeds saw, replays it, and judges every event.
`at once`: moves told rightly without a question since the move before; `asked`: told rightly after
a question (also those that thinking with an archer in hand raises); `wrong`: games in which the
table told something that never happened (must be 0); `lost`: games in which it missed something;
`unanswered`: games that stop at a question which offers the truth, as the hands do not answer;
`right`: games of which every event came. With a dead reed events may be missing.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from boardpi.rules import HOLES, RULE_SETS
from boardpi.sim.faults import BOUNCING, FAULTS, Faults
from boardpi.sim.habits import CHANCES, CLEAN, EVERYDAY, HARSH, Habits, only
from boardpi.sim.sessions import SessionPlan, simulate
from boardpi.sim.verdict import ReadingVerdict, judge
from boardpi.table.trace import replay

RATES = (0.1, 0.3, 0.6)
RULES = [RULE_SETS[name] for name in sorted(RULE_SETS)]
COLUMNS = (
    "hands",
    "rate",
    "games",
    "moves",
    "at once",
    "asked",
    "wrong",
    "lost",
    "unanswered",
    "right",
)


@dataclass(frozen=True, slots=True)
class Row:
    """One habit or fault at one rate."""

    name: str
    rate: str
    habits: Habits = CLEAN
    faults: Faults = BOUNCING
    is_dead: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """What came of it."""

    row: Row
    verdicts: tuple[ReadingVerdict, ...]

    def cells(self) -> tuple[str, ...]:
        """The row of the table."""
        all_of, games = self.verdicts, len(self.verdicts)
        moves, asked = sum(v.moves for v in all_of), sum(v.asked for v in all_of)
        return (
            self.row.name,
            self.row.rate,
            str(games),
            str(moves),
            f"{100 * (moves - asked) / max(moves, 1):.2f} %",
            str(asked),
            str(sum(bool(v.wrong) for v in all_of)),
            str(sum(bool(v.lost) for v in all_of)),
            str(sum(bool(v.unanswered) for v in all_of)),
            f"{100 * sum(v.is_right for v in all_of) / max(games, 1):.1f} %",
        )


def rows() -> Iterator[Row]:
    """Each habit and fault by itself, then together."""
    yield Row("clean", "–")
    for habit in CHANCES:
        for rate in RATES:
            yield Row(habit, str(rate), only(habit, rate if habit != "abandon" else rate / 6))
    for name, faults in FAULTS.items():
        yield Row(f"{name} reeds", "–", CLEAN, faults)
        yield Row(f"{name} reeds, everyday hands", "–", EVERYDAY, faults)
    yield Row("one dead reed, clean hands", "–", CLEAN, is_dead=True)
    yield Row("one dead reed, everyday hands", "–", EVERYDAY, is_dead=True)
    yield Row("everyday hands", "–", EVERYDAY)
    yield Row("harsh hands", "–", HARSH)


def measure(row: Row, games: int, plies: int, first: int) -> Result:
    """Play and judge so many games."""
    verdicts = []
    for seed in range(first, first + games):
        dead = HOLES[seed % 25].bit if row.is_dead else 0
        session = simulate(SessionPlan(RULES[seed % 5], row.habits, row.faults, plies, dead), seed)
        got = replay(session.lines())
        verdicts.append(judge(session.told, got, is_lenient=session.is_lenient))
    return Result(row, tuple(verdicts))


def show_faults(result: Result, first: int) -> None:
    """The first faults with their seeds, so that they can be played again."""
    faults = [(n, v) for n, v in enumerate(result.verdicts) if v.wrong or v.lost]
    for number, verdict in faults[:3]:
        print(f"      seed {first + number}: {verdict.wrong or verdict.lost}"[:160])


def write(results: list[Result], folder: Path, title: str) -> None:
    """The table as CSV and Markdown, and the picture."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "table-robustness.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        writer.writerows(result.cells() for result in results)
    lines = [f"{title}\n", f"| {' | '.join(COLUMNS)} |", "|---|---|" + "---:|" * 8]
    lines += [f"| {' | '.join(result.cells())} |" for result in results]
    (folder / "table-robustness-results.md").write_text("\n".join(lines) + "\n")
    draw(results, folder / "pictures")


def draw(results: list[Result], folder: Path) -> None:
    """Moves right at once and moves asked, per habit and rate."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "boardpi"  # the same picture from the same numbers
    from matplotlib import pyplot as plt

    folder.mkdir(parents=True, exist_ok=True)
    figure, axes = plt.subplots(figsize=(8, 9))
    shown = [result for result in results if result.row.rate != "–"]
    names = list(dict.fromkeys(result.row.name for result in shown))
    for offset, rate in enumerate(RATES):
        some = [result for result in shown if result.row.rate == str(rate)]
        places = [names.index(result.row.name) + 0.27 * (offset - 1) for result in some]
        asked = [
            100 * sum(v.asked for v in r.verdicts) / max(1, sum(v.moves for v in r.verdicts))
            for r in some
        ]
        axes.barh(places, asked, height=0.25, label=f"rate {rate}")
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set_xlabel("moves that came after a question, in % (the rest was right at once)")
    axes.legend()
    figure.tight_layout()
    figure.savefig(folder / "table-robustness.svg", metadata={"Date": None})


def main() -> None:
    """Measure every row and print it."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=200, help="games per row")
    options.add_argument("--plies", type=int, default=16, help="turns per game")
    options.add_argument("--first", type=int, default=10_000, help="first seed")
    options.add_argument("--only", default="", help="only rows whose name has this in it")
    options.add_argument("--write", type=Path, help="folder for the summary and the picture")
    chosen = options.parse_args()
    began = time.perf_counter()
    results = []
    print(" | ".join(COLUMNS))
    for row in rows():
        if chosen.only in row.name:
            results.append(measure(row, chosen.games, chosen.plies, chosen.first))
            print(" | ".join(results[-1].cells()), flush=True)
            show_faults(results[-1], chosen.first)
    games = sum(len(result.verdicts) for result in results)
    moves = sum(v.moves for result in results for v in result.verdicts)
    title = f"{games:,} games, {moves:,} moves, seeds from {chosen.first}."
    print(f"{title} {time.perf_counter() - began:.0f} s on one core.")
    if chosen.write:
        write(results, chosen.write, title)


if __name__ == "__main__":
    main()
