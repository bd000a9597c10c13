"""The board as an SVG drawing, made from the lines of a rule set alone.

One unit is the distance between two holes, 100 in the drawing; y grows downward.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Final

from boardpi.rules.holes import COLUMNS, HOLES, ROWS, Hole, Side
from boardpi.rules.lines import JASIR_ONLY, Line
from boardpi.rules.paths import Point, bow, place
from boardpi.rules.position import Position
from boardpi.rules.rulesets import RuleSet

PITCH: Final = 100
BOARD: Final = (-62, -62, 524, 524)  # x, y, width, height: the wood around the holes
TRAY: Final = (474, -62, 84, 524)  # where archers in hand wait


class DrawingStyle(Enum):
    """What a drawing is for."""

    WOOD = "wood"  # a picture: wood, ink, coordinates on the rim
    LABELS = "labels"  # the same with every hole's name beside it, to learn the notation
    PLAIN = "plain"  # lines and holes alone, black on nothing: to print, cut or engrave


STYLE: Final = """
  .line { fill: none; stroke: #3a2416; stroke-width: 4.5; stroke-linecap: round }
  .dotted { stroke-dasharray: 0.1 11; stroke-width: 6 }
  .hole { fill: #24150c; stroke: #e9c994; stroke-width: 2.5 }
  .rim { fill: none; stroke: #3a2416; stroke-width: 2; opacity: .55 }
  .grain { fill: none; stroke: #8a5a2b; stroke-width: 1.6; opacity: .22 }
  .name { font: 600 19px Georgia, 'DejaVu Serif', serif; fill: #3a2416; text-anchor: middle }
  .inside { font-size: 16px; fill: #f4dfb8 }
  .onwhite { fill: #3a2416 }
  .white { fill: url(#ivory); stroke: #6b5638; stroke-width: 2 }
  .black { fill: url(#ebony); stroke: #0d0b0a; stroke-width: 2 }
  .chosen { fill: none; stroke: #e0a100; stroke-width: 5 }
  .star { fill: #e0a100 }
"""
PLAIN_STYLE: Final = """
  .line { fill: none; stroke: #000; stroke-width: 3; stroke-linecap: round }
  .dotted { stroke-dasharray: 0.1 10; stroke-width: 4 }
  .hole { fill: #fff; stroke: #000; stroke-width: 2.5 }
  .white { fill: #fff; stroke: #000; stroke-width: 3 }
  .black { fill: #000; stroke: #000; stroke-width: 3 }
  .chosen { fill: none; stroke: #888; stroke-width: 4 }
  .star { fill: #888 }
"""
PAINTS: Final = """
  <linearGradient id="wood" x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" stop-color="#e3bb80"/><stop offset=".5" stop-color="#d6a767"/>
    <stop offset="1" stop-color="#c8944f"/>
  </linearGradient>
  <radialGradient id="ivory" cx=".38" cy=".32" r=".8">
    <stop offset="0" stop-color="#fffdf6"/><stop offset="1" stop-color="#d8c9a6"/>
  </radialGradient>
  <radialGradient id="ebony" cx=".38" cy=".32" r=".8">
    <stop offset="0" stop-color="#5d5650"/><stop offset="1" stop-color="#14110f"/>
  </radialGradient>
"""
STAR: Final = "M0-10 2.6-3.2 9.5-3.1 4 1.2 5.9 8 0 4 -5.9 8 -4 1.2 -9.5-3.1 -2.6-3.2Z"


def draw_board(
    rules: RuleSet,
    position: Position | None = None,
    look: DrawingStyle = DrawingStyle.WOOD,
    pitch_mm: float | None = None,
) -> str:
    """The SVG text of the board, with the archers of a position where one is given.

    With `pitch_mm`, the distance between two holes, it prints in true size.
    """
    x, y, width, height = BOARD
    hands = position is not None and any(position.hand)
    if hands:
        width = TRAY[0] + TRAY[2] - x
    scale, unit = (1.0, "") if pitch_mm is None else (pitch_mm / PITCH, "mm")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {width} {height}"'
        f' width="{width * scale:g}{unit}" height="{height * scale:g}{unit}" role="img">',
        f"<title>{_describe(rules, position)}</title>",
        f"<style>{PLAIN_STYLE if look is DrawingStyle.PLAIN else STYLE}</style>",
    ]
    if look is not DrawingStyle.PLAIN:
        parts += _wood(tray=hands)
    parts += map(_line, rules.lines)
    parts += (_hole(hole, look) for hole in HOLES)
    if look is DrawingStyle.WOOD:
        parts += _rim_names()
    if position is not None:
        parts += [*_archers(position, look), *_hands(position)]
    if look is DrawingStyle.LABELS:
        parts += _hole_names(position)
    return "\n".join([*parts, "</svg>"]) + "\n"


def animate_board(rules: RuleSet, positions: Sequence[Position], step_s: float = 1.5) -> str:
    """The SVG text of a board that shows one position after the other, again and again.

    Each position is a layer that its own moment makes visible. Who wants no motion sees the last.
    """
    x, y, _, height = BOARD
    width = TRAY[0] + TRAY[2] - x
    count = len(positions)
    whole = step_s * (count + 2)  # the last one stays for a while
    share = 100 / (count + 2)
    motion = (
        f".layer {{ visibility: hidden; animation: show {whole:g}s step-end infinite }}"
        f" @keyframes show {{ 0% {{ visibility: visible }} {share:.3f}% {{ visibility: hidden }} }}"
        f" .layer:last-of-type {{ animation-name: stay }} @keyframes stay"
        f" {{ 0% {{ visibility: visible }} {3 * share:.3f}% {{ visibility: hidden }} }}"
        " @media (prefers-reduced-motion: reduce) { .layer { animation: none }"
        " .layer:last-of-type { visibility: visible } }"
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {width} {height}"'
        f' width="{width}" height="{height}" role="img">',
        f"<title>{_describe(rules, positions[-1])}</title>",
        f"<style>{STYLE}{motion}</style>",
        *_wood(tray=True),
        *map(_line, rules.lines),
        *(_hole(hole, DrawingStyle.WOOD) for hole in HOLES),
        *_rim_names(),
    ]
    for number, position in enumerate(positions):
        layer = [*_archers(position, DrawingStyle.WOOD), *_hands(position)]
        delay = f"animation-delay: {number * step_s:g}s"
        parts += [f'<g class="layer" style="{delay}">', *layer, "</g>"]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _describe(rules: RuleSet, position: Position | None) -> str:
    title = rules.title.replace("&", "&amp;").replace("<", "&lt;")
    return f"The board of {title}" + ("" if position is None else f": {position}")


def _wood(*, tray: bool) -> Iterator[str]:
    x, y, width, height = BOARD
    yield f"<defs>{PAINTS}</defs>"
    yield f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="26" fill="url(#wood)"/>'
    for number in range(1, 11):
        start, sway = y + height * number / 11, 14 * (-1) ** number + 3 * number
        yield (
            f'<path class="grain" d="M{x} {start:.0f}C{x + 170} {start + sway:.0f}'
            f' {x + 350} {start - sway:.0f} {x + width} {start + sway / 2:.0f}"/>'
        )
    if tray:
        x1, y1, width1, height1 = TRAY
        size = f'x="{x1}" y="{y1}" width="{width1}" height="{height1}"'
        yield f'<rect {size} rx="26" fill="url(#wood)"/>'
    yield (
        f'<rect class="rim" x="{x + 9}" y="{y + 9}" width="{width - 18}" height="{height - 18}"'
        ' rx="18"/>'
    )


def _spot(point: Point) -> str:
    return f"{point[0] * PITCH:g} {point[1] * PITCH:g}"


def _line(line: Line) -> str:
    bend = bow(line)
    curve = "L" if bend is None else f"Q{_spot(bend)} "
    kind = "line dotted" if str(line) == JASIR_ONLY else "line"
    return f'<path class="{kind}" d="M{_spot(place(line.one))}{curve}{_spot(place(line.two))}"/>'


def _hole(hole: Hole, look: DrawingStyle) -> str:
    x, y = place(hole)
    radius = 18 if look is DrawingStyle.LABELS else 11
    return f'<circle class="hole" cx="{x * PITCH:g}" cy="{y * PITCH:g}" r="{radius}"/>'


def _rim_names() -> Iterator[str]:
    for number, column in enumerate(COLUMNS):
        yield f'<text class="name" x="{number * PITCH}" y="445">{column}</text>'
    for number, row in enumerate(ROWS):
        yield f'<text class="name" x="-39" y="{(4 - number) * PITCH + 7}">{row}</text>'


def _hole_names(position: Position | None) -> Iterator[str]:
    for hole in HOLES:
        x, y = place(hole)
        white = position is not None and position.owner(hole) is Side.WHITE
        kind = "name inside onwhite" if white else "name inside"
        yield f'<text class="{kind}" x="{x * PITCH:g}" y="{y * PITCH + 5:g}">{hole}</text>'


def _archers(position: Position, look: DrawingStyle) -> Iterator[str]:
    for hole in HOLES:
        owner = position.owner(hole)
        if owner is None:
            continue
        x, y = place(hole)
        yield _archer(owner, x * PITCH, y * PITCH)
        if position.chosen >> hole & 1:
            yield _mark(x * PITCH, y * PITCH, star=look is not DrawingStyle.LABELS)


def _hands(position: Position) -> Iterator[str]:
    """Archers in hand wait in a tray beside the board, each at its owner's end."""
    for side, start, step in ((Side.BLACK, 0, 56), (Side.WHITE, 4 * PITCH, -56)):
        for number in range(position.hand[side]):
            yield _archer(side, TRAY[0] + TRAY[2] / 2, start + step * number)


def _archer(side: Side, x: float, y: float) -> str:
    return f'<circle class="{side.name.lower()}" cx="{x:g}" cy="{y:g}" r="25"/>'


def _mark(x: float, y: float, *, star: bool) -> str:
    """What tells a chosen archer: a ring of gold, and a star where no name stands."""
    ring = f'<circle class="chosen" cx="{x:g}" cy="{y:g}" r="20"/>'
    return ring + (f'<path class="star" transform="translate({x:g} {y:g})" d="{STAR}"/>' * star)
