"""The card of the menu, one page of A4: what the button does, what counts of blinks mean."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

from boardpi.drawings.formats import FONT, MM, number
from boardpi.drawings.libraries import library
from boardpi.menu.choices import (
    BACK,
    COACH,
    DRAW,
    HEAR,
    LESSON,
    LIGHTS,
    NEW_GAME,
    PLAYERS,
    RESIGN,
    RULES,
)
from boardpi.texts import MENU
from boardpi.texts.languages import NAMES

WIDTH, HEIGHT = 297.0, 210.0
EDGE: Final = 10.0
SIGNS: Final = 32.0  # the first column: what is seen
BOARD: Final = 9.0  # how high a small board is
LINE: Final = 1.3  # of the size of the letters
GLYPH: Final = 0.55  # how wide a letter is, of its size, on average
CHOICES: Final = (
    (NEW_GAME, "new_game", "card.sure"),
    (COACH, "coach", "card.levels"),
    (LESSON, "lesson", "card.lessons"),
    (RULES, "rules", "card.games"),
    (DRAW, "draw", "card.sure"),
    (RESIGN, "resign", "card.sides"),
    (HEAR, "hear", "card.hear"),
    (LIGHTS, "lights", "card.lights"),
    (PLAYERS, "players", "card.players"),
    (BACK, "back", ""),
)
BUTTON: Final = (("card.short", 1), ("card.help", 2), ("card.menu", 5))
"""What letting go does, and how many rows are lit then."""
FONTS: Final = (
    "/usr/share/fonts/truetype/dejavu/DejaVuSans{}.ttf",
    "/usr/share/fonts/truetype/liberation/LiberationSans{}.ttf",
    "/usr/share/fonts/truetype/freefont/FreeSans{}.ttf",
)
BOLD: Final = {"DejaVuSans": "-Bold", "LiberationSans": "-Bold", "FreeSans": "Bold"}


class NoFont(RuntimeError):
    """No font with the letters of all languages is installed."""


class Text(NamedTuple):
    """Letters; y runs down from the top of the page."""

    x: float
    y: float
    words: str
    size: float
    is_bold: bool = False


class Dot(NamedTuple):
    """A hole, dark or lit."""

    x: float
    y: float
    radius: float
    is_lit: bool = True


class Rule(NamedTuple):
    """A line across the page."""

    y: float


Mark = Text | Dot | Rule


def lay_out(languages: Sequence[str]) -> list[Mark]:
    """The whole page: a column for each language, a row for each thing to know."""
    marks: list[Mark] = []
    width = (WIDTH - 2 * EDGE - SIGNS) / len(languages)
    lefts = [EDGE + SIGNS + width * place for place in range(len(languages))]
    y = EDGE + 5
    for code, left in zip(languages, lefts, strict=True):
        marks.append(Text(left, y, NAMES[code], 3.2, is_bold=True))
        marks += _write(left, y + 6, MENU.say(code, "card.title"), 4.0, width, is_bold=True)[0]
    y += 16.5
    for key, rows in BUTTON:
        marks += _rows(EDGE + 4, y - 2.4, rows)
        y += max(BOARD, _across(marks, languages, lefts, y, key, width)) + 2.0
    marks.append(Rule(y - 2))
    y += 2.2
    for key in ("card.how", "card.offered"):
        y += _across(marks, languages, lefts, y, key, width) + 1.0
    y += 1.1
    for blinks, name, below in CHOICES:
        marks.append(Rule(y - 1))
        marks += _blinks(EDGE + 2, y + 2.6, blinks)
        bottoms = [
            _choice(marks, left, y + 3.6, code, name, below, width)
            for code, left in zip(languages, lefts, strict=True)
        ]
        y = max(bottoms) + 0.7
    marks.append(Rule(y - 1))
    return marks


def _across(
    marks: list[Mark],
    languages: Sequence[str],
    lefts: Sequence[float],
    y: float,
    key: str,
    width: float,
) -> float:
    """One sentence in every language; how high it is."""
    heights = []
    for code, left in zip(languages, lefts, strict=True):
        written, height = _write(left, y, MENU.say(code, key), 2.7, width)
        marks += written
        heights.append(height)
    return max(heights)


def _choice(
    marks: list[Mark], x: float, y: float, code: str, name: str, below: str, width: float
) -> float:
    words = MENU.say(code, name)
    marks.append(Text(x, y, words[:1].upper() + words[1:], 3.4, is_bold=True))
    if not below:
        return y + 1.5
    told = MENU.say(code, "card.below", list=MENU.say(code, below))
    written, height = _write(x, y + 3.7, told, 2.5, width)
    marks += written
    return y + 1.2 + height


def _write(
    x: float, y: float, words: str, size: float, width: float, *, is_bold: bool = False
) -> tuple[list[Mark], float]:
    most = int((width - 2) / (GLYPH * size * (1.08 if is_bold else 1)))
    lines = textwrap.wrap(words, most)
    step = LINE * size
    return [
        Text(x, y + step * place, line, size, is_bold) for place, line in enumerate(lines)
    ], step * len(lines)


def _rows(x: float, y: float, lit: int) -> list[Mark]:
    """A small board with its lowest rows lit."""
    return [
        Dot(x + 2.0 * column, y + 2.0 * row, 0.8, is_lit=row >= 5 - lit)
        for row in range(5)
        for column in range(5)
    ]


def _blinks(x: float, y: float, count: int) -> list[Mark]:
    """A dot for each blink; one wide light leads back."""
    if count == BACK:
        return [Dot(x + 0.4 * place, y, 1.3) for place in range(20)]
    return [Dot(x + 3.3 * place, y, 1.3) for place in range(count)]


# ── as a file ────────────────────────────────────────────────────────────────────────────────────


def card_svg(languages: Sequence[str]) -> str:
    """The page as SVG, in millimetres."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(WIDTH)}mm" '
        f'height="{number(HEIGHT)}mm" viewBox="0 0 {number(WIDTH)} {number(HEIGHT)}">',
        "<title>boardpi</title>",
        f'<rect width="{number(WIDTH)}" height="{number(HEIGHT)}" fill="#fff"/>',
        *map(_svg, lay_out(languages)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _svg(mark: Mark) -> str:
    match mark:
        case Text(x, y, words, size, is_bold):
            weight = ' font-weight="bold"' if is_bold else ""
            return (
                f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" '
                f'font-family="{FONT}"{weight}>{escape(words)}</text>'
            )
        case Dot(x, y, radius, is_lit):
            fill = "#000" if is_lit else "#fff"
            return (
                f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{fill}" '
                'stroke="#000" stroke-width="0.15"/>'
            )
        case Rule(y):
            return (
                f'<path d="M{number(EDGE)} {number(y)}H{number(WIDTH - EDGE)}" '
                'stroke="#999" stroke-width="0.2"/>'
            )


def card_pdf(languages: Sequence[str]) -> bytes:
    """The page as PDF, with its letters inside."""
    canvas = library("reportlab.pdfgen.canvas")
    metrics, fonts = library("reportlab.pdfbase.pdfmetrics"), library("reportlab.pdfbase.ttfonts")
    for name, font in zip(("plain", "bold"), find_fonts(), strict=True):
        metrics.registerFont(fonts.TTFont(name, str(font)))
    file = io.BytesIO()
    pen = canvas.Canvas(file, pagesize=(WIDTH * MM, HEIGHT * MM), invariant=1)
    pen.setTitle("boardpi")
    pen.scale(MM, MM)
    for mark in lay_out(languages):
        match mark:
            case Text(x, y, words, size, is_bold):
                pen.setFillGray(0)
                pen.setFont("bold" if is_bold else "plain", size)
                pen.drawString(x, HEIGHT - y, words)
            case Dot(x, y, radius, is_lit):
                pen.setLineWidth(0.15)
                pen.setFillGray(0 if is_lit else 1)
                pen.circle(x, HEIGHT - y, radius, stroke=1, fill=1)
            case Rule(y):
                pen.setLineWidth(0.2)
                pen.setStrokeGray(0.6)
                pen.line(EDGE, HEIGHT - y, WIDTH - EDGE, HEIGHT - y)
                pen.setStrokeGray(0)
    pen.save()
    return file.getvalue()


def find_fonts() -> tuple[Path, Path]:
    """A font that has the letters of every language, plain and bold."""
    for pattern in FONTS:
        family = Path(pattern.format("")).stem
        plain = "-Regular" if family == "LiberationSans" else ""
        found = Path(pattern.format(plain)), Path(pattern.format(BOLD[family]))
        if all(file.exists() for file in found):
            return found
    raise NoFont(
        "a PDF needs a font with the letters of all languages: sudo apt install fonts-dejavu-core, "
        "or draw an .svg"
    )
