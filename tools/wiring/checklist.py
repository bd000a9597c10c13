"""A checklist for the bench: a line for each hole, as a page and as a sheet to print."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from boardpi.drawings.geometry import Anchor, Drawing, Label, Layer, Path, Shape, box
from tools.wiring.notes import PAGE_NOTE
from tools.wiring.pins import HOLE_NAMES, Pins

FACTS: Final = ("hole", "row: Nano, Pi", "column: Nano, Pi", "pixel")
CHECKS: Final = {
    "ring to row": "the diode's ring looks towards the row's wire",
    "reed clicks": "a meter on diode test, red on the column and black on the row, shows about\n"
    "0.6 V when an archer stands in the hole and nothing when it does not. Turn the archer:\n"
    "still the same",
    "quiet": "with the archer in this hole, the meter shows nothing at the holes around",
    "lights": "the pixel of this number lights under this hole, and no other",
    "seen": "`boardpi check` sees the archer in this hole",
}


def _facts(pins: Pins) -> Iterator[tuple[str, str, str, str]]:
    for name, spot in zip(HOLE_NAMES, pins.holes, strict=True):
        row = f"{pins.nano.rows[spot.row]}, GPIO {pins.pi.rows[spot.row]}"
        column = f"{pins.nano.columns[spot.column]}, GPIO {pins.pi.columns[spot.column]}"
        yield name, row, column, str(spot.pixel)


def checklist_page(pins: Pins) -> str:
    """wiring/checklist.md."""
    rows = [f"| {' | '.join((*FACTS, *CHECKS))} |", "|---|---|---|--:|:-:|:-:|:-:|:-:|:-:|"]
    for name, *facts in _facts(pins):
        rows.append(f"| **{name}** | {' | '.join(facts)} |{' ☐ |' * len(CHECKS)}")
    meanings = [f"- **{name}**: {words}.".replace("\n", "\n  ") for name, words in CHECKS.items()]
    return "\n".join([HEAD, *meanings, "", *rows]) + "\n"


HEAD: Final = f"""\
# Bench checklist

{PAGE_NOTE}

Print [checklist.pdf](checklist.pdf), one sheet. Tick from left to right before you close the box.
"""

WIDTH: Final = 184.0
STEP: Final = 7.6
FACT_PLACES: Final = (4.0, 18.0, 54.0, 92.0)
FIRST_TICK: Final = 112.0
TICK_STEP: Final = 16.0
TICK: Final = 4.0
TEXT: Final = 3.6


def draw_checklist(pins: Pins) -> Drawing:
    """The same as one sheet of A4."""
    height = STEP * (len(HOLE_NAMES) + 1)
    shapes: list[Shape] = []
    for words, x in zip(FACTS, FACT_PLACES, strict=True):
        shapes.append(Label(Layer.LETTERS, (x, height - 5), words, 3.2, Anchor.START))
    for number, words in enumerate(CHECKS):
        x = FIRST_TICK + number * TICK_STEP
        shapes.append(Label(Layer.LETTERS, (x, height - 5), words, 2.8))
    for number, facts in enumerate(_facts(pins)):
        shapes += _row(height - STEP * (number + 2), facts)
    return Drawing(
        "Bench checklist: what each tick means stands in wiring/checklist.md",
        WIDTH,
        height,
        tuple(shapes),
    )


def _row(y: float, facts: tuple[str, ...]) -> Iterator[Shape]:
    yield Path(Layer.NOTES, ((0, y + STEP), (WIDTH, y + STEP)))
    for words, x in zip(facts, FACT_PLACES, strict=True):
        yield Label(Layer.LETTERS, (x, y + 2.4), words, TEXT, Anchor.START)
    for number in range(len(CHECKS)):
        centre = FIRST_TICK + number * TICK_STEP, y + STEP / 2
        yield box(Layer.LETTERS, centre, TICK, TICK)
