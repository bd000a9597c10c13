"""The board in a terminal: lines as a raster of small dots, archers as letters.

White's archers stand in round brackets, Black's in square ones, so that they can be told apart
without colour; a capital is a chosen archer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby, pairwise, zip_longest
from typing import Final

from boardpi.rules.holes import COLUMNS, HOLES, Hole, Side
from boardpi.rules.lines import JASIR_ONLY, Line
from boardpi.rules.paths import Point, bow, spot
from boardpi.rules.position import Position
from boardpi.rules.refusals import name_side as name_in_sentences
from boardpi.rules.rulesets import RuleSet
from boardpi.texts import RULES

ACROSS, DOWN = 13, 5  # characters from hole to hole
MARGIN: Final = 4  # the numbers of the rows
HOLE_WIDTH: Final = 5  # "(w)" with a space at either side
WIDTH: Final = 4 * ACROSS + HOLE_WIDTH
HEIGHT: Final = 4 * DOWN + 1
SAMPLES: Final = 400  # more than the dots of the longest line
BRAILLE: Final = 0x2800
DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # bits by row and column

FAINT, BRIGHT, PLAIN, WHITE, BLACK = "90", "93", "", "1;30;47", "1;97;44"
CHOSEN: Final = {Side.WHITE: "1;30;103", Side.BLACK: "1;93;44"}


@dataclass(frozen=True, slots=True)
class LetterInk:
    """What a terminal can show: Braille dots or ASCII alone, colour or none."""

    braille: bool = True
    colour: bool = False

    def paint(self, text: str, code: str) -> str:
        """The text in a colour, where there is colour."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and code else text


@dataclass(frozen=True, slots=True)
class Letter:
    """One character and its colour."""

    letter: str
    code: str = PLAIN


Canvas = dict[tuple[int, int], Letter]
EMPTY: Final = Letter(" ")


def sketch_table(
    rules: RuleSet,
    position: Position,
    ink: LetterInk,
    bright: Collection[Line] = (),
    turn: str = "",
    language: str = "en",
) -> str:
    """The board and beside it whose turn it is, hands, dead and owed: 80 columns, 22 rows."""
    black, white = (_account(rules, position, side, language) for side in reversed(Side))
    player = name_in_sentences(position.side, language)
    middle = [rules.game, turn or RULES.say(language, "sketch.turn", player=player)]
    room = HEIGHT - len(black) - len(white) - len(middle)
    notes = [*black, *[""] * (room // 2), *middle, *[""] * (room - room // 2), *white]
    rows = zip_longest(sketch_board(rules, position, ink, bright), notes, fillvalue="")
    return "\n".join(f"{row}  {note}".rstrip() for row, note in rows)


def name_side(side: Side) -> str:
    """`White` or `Black`."""
    return side.name.capitalize()


def _account(rules: RuleSet, position: Position, side: Side, language: str) -> list[str]:
    counts = {"sketch.in_hand": position.hand[side]}
    if position.dead(side):
        counts["sketch.dead"] = position.dead(side)
    if rules.keep_owed:
        counts["sketch.owed"] = position.owed[side]
    width = len(RULES.say(language, "sketch.in_hand"))
    rows = [f"  {RULES.say(language, key).ljust(width)} {number}" for key, number in counts.items()]
    shuttle = position.shuttle[side]
    if shuttle is not None and shuttle.count > 1:
        line = f"{shuttle.origin}-{shuttle.archer}"
        rows.append(f"  {line} {shuttle.count}/{rules.shuttle_limit}")
    return [name_in_sentences(side, language), *rows]


def sketch_board(
    rules: RuleSet, position: Position, ink: LetterInk, bright: Collection[Line] = ()
) -> list[str]:
    """The rows of the board, row 5 first, and the names of the columns.

    `bright` lines stand out; without colour they are the only ones drawn.
    """
    draw = _draw_braille if ink.braille else _draw_ascii
    canvas: Canvas = {}
    if ink.colour or not bright:
        draw(canvas, (line for line in rules.lines if line not in bright), FAINT)
    draw(canvas, bright, BRIGHT)
    _draw_archers(canvas, position, ink)
    rows = [_row(canvas, y, ink) for y in range(HEIGHT)]
    names = "".join(name.center(HOLE_WIDTH).ljust(ACROSS) for name in COLUMNS)
    return [*rows, (" " * MARGIN + names)[: MARGIN + WIDTH]]


def _row(canvas: Canvas, y: int, ink: LetterInk) -> str:
    name = "" if y % DOWN else str(5 - y // DOWN)
    cells = [canvas.get((x, y), EMPTY) for x in range(WIDTH)]
    runs = groupby(cells, key=lambda cell: cell.code)
    text = "".join(ink.paint("".join(cell.letter for cell in run), code) for code, run in runs)
    return f" {name}".ljust(MARGIN) + text


def _draw_archers(canvas: Canvas, position: Position, ink: LetterInk) -> None:
    for hole in HOLES:
        left, y = hole.column * ACROSS, (5 - hole.row) * DOWN
        canvas[left, y] = canvas[left + HOLE_WIDTH - 1, y] = EMPTY
        text, code = _archer(position, hole, ink)
        for number, letter in enumerate(text, 1):
            canvas[left + number, y] = Letter(letter, code)


def _archer(position: Position, hole: Hole, ink: LetterInk) -> tuple[str, str]:
    owner, letter = position.owner(hole), position.letter(hole)
    if owner is None:
        return (" ● " if ink.braille else " o "), PLAIN
    text = f"({letter})" if owner is Side.WHITE else f"[{letter}]"
    if position.chosen >> hole & 1:
        return text, CHOSEN[owner]
    return text, WHITE if owner is Side.WHITE else BLACK


def _draw_braille(canvas: Canvas, lines: Iterable[Line], code: str) -> None:
    bits: dict[tuple[int, int], int] = {}
    for line in lines:
        for cell, dots in _dots(line).items():
            bits[cell] = bits.get(cell, 0) | dots
    for cell, dots in bits.items():
        canvas[cell] = Letter(chr(BRAILLE + dots), code)


@cache
def _dots(line: Line) -> dict[tuple[int, int], int]:
    """The Braille dots of one line by the cell in which they stand."""
    dots: dict[tuple[int, int], int] = {}
    for x, y in _points(line):
        cell = int(x), int(y)
        dots[cell] = dots.get(cell, 0) | DOTS[int(y * 4) % 4][int(x * 2) % 2]
    return dots


def _draw_ascii(canvas: Canvas, lines: Iterable[Line], code: str) -> None:
    for line in lines:
        for (x, y), (next_x, next_y) in pairwise(_points(line)):
            letter = _stroke(next_x - x, next_y - y, y % 1)
            if letter:
                cell = int(x), int(y)
                canvas[cell] = Letter(_cross(canvas.get(cell, EMPTY), letter, code), code)


def _stroke(across: float, down: float, height: float) -> str:
    """The sign for a stroke of this slope at this height of its row (0 = top).

    Steep strokes get one sign per row, drawn where they pass its middle.
    """
    if abs(down) < 0.01 * abs(across):
        return "-"
    if abs(down) < 0.5 * abs(across):
        return "'-."[int(3 * height)]
    if abs(height - 0.5) > 0.04:
        return ""
    if abs(across) < 0.01 * abs(down):
        return "|"
    return "\\" if across * down > 0 else "/"


def _cross(old: Letter, letter: str, code: str) -> str:
    """Where two lines meet, the steeper one is easier to follow."""
    if old.code != code or old.letter not in "/\\|X":
        return letter
    return "X" if {old.letter, letter} == {"/", "\\"} else old.letter


def _points(line: Line) -> Iterator[Point]:
    """Points along a line, in characters; the line that only Jasir knows has gaps."""
    bend, dotted = bow(line), str(line) == JASIR_ONLY
    for number in range(SAMPLES + 1):
        if not dotted or number % 66 < 33:
            x, y = spot(line, bend, number / SAMPLES)
            yield x * ACROSS + HOLE_WIDTH / 2, y * DOWN + 0.5
