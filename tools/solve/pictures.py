"""The pictures of docs/solved.md: `python -m tools.solve.pictures docs/pictures`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import cos, radians, sin
from pathlib import Path

from boardpi.coach.endgames.perfect import Perfect, known_values
from boardpi.daemon.coach.endgames import perfect_play
from boardpi.rules import DEFAULT, START, Game, Move, Side
from boardpi.rules.drawing import PITCH, draw_board
from boardpi.rules.paths import Point, bow, place

COLOURS = {2: "#1f6f3f", 1: "#3fa35f", 0: "#b9b2a6", -1: "#c8553d", -2: "#8e2a1d"}
"""By White's points less Black's; two points and more are the same."""
WORDS = {
    2: "White wins by two or more",
    1: "White wins by one",
    0: "a draw",
    -1: "Black wins by one",
    -2: "Black wins by two or more",
}
RINGS = (0, 70, 150, 260, 330)  # the radii between which a ply lies
TREE = 3  # plies
LABEL_AT = 0.84  # of the way to the target: there no two labels touch
LABEL_RADIUS = 15


def signed(value: int) -> str:
    """`+1`, `0`, `−1`."""
    return f"+{value}" if value > 0 else str(value).replace("-", "−")


def ink(value: int) -> str:
    """What can be read on the colour of a value."""
    return "#fff" if value else "#2b2118"


def values_of(game: Game, perfect: Perfect) -> list[tuple[Move, int]]:
    """All moves with White's points less Black's, White's best first."""
    known = known_values(game, perfect)
    assert known is not None, game.position
    sign = 1 if game.position.side is Side.WHITE else -1
    return sorted(((move, sign * value) for move, value in known), key=lambda pair: -pair[1])


# ── the first moves on the board ─────────────────────────────────────────────────────────────────


def along(move: Move, part: float) -> Point:
    """A point on the line of a move."""
    assert move.origin is not None
    assert move.target is not None
    one, two = place(move.origin), place(move.target)
    line = next(
        line for line in DEFAULT.lines if {line.one, line.two} == {move.origin, move.target}
    )
    bend = bow(line) or ((one[0] + two[0]) / 2, (one[1] + two[1]) / 2)
    rest = 1 - part
    weights = rest * rest, 2 * rest * part, part * part
    return (
        sum(w * p[0] for w, p in zip(weights, (one, bend, two), strict=True)),
        sum(w * p[1] for w, p in zip(weights, (one, bend, two), strict=True)),
    )


def draw_first_moves() -> str:
    """The board at the start, each first move of White's in the colour of its value."""
    moves = values_of(Game(DEFAULT, START), perfect_play(DEFAULT))
    parts = []
    for move, value in reversed(moves):  # the best on top
        points = [along(move, step / 20) for step in range(3, 20)]
        way = " ".join(f"{x * PITCH:.0f},{y * PITCH:.0f}" for x, y in points)
        colour = COLOURS[value]
        parts.append(
            f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="11"'
            ' stroke-linecap="round" opacity=".9"/>'
        )
    for move, value in moves:
        x, y = along(move, LABEL_AT)
        spot = f'cx="{x * PITCH:.0f}" cy="{y * PITCH:.0f}"'
        parts.append(f'<circle {spot} r="{LABEL_RADIUS}" fill="{COLOURS[value]}" stroke="#fff"/>')
        parts.append(
            f'<text x="{x * PITCH:.0f}" y="{y * PITCH + 5:.0f}" text-anchor="middle"'
            f' fill="{ink(value)}" font-family="sans-serif" font-size="15" font-weight="bold">'
            f"{signed(value)}</text>"
        )
    return draw_board(DEFAULT, START).replace("</svg>", "\n".join([*parts, "</svg>"]))


# ── the tree ─────────────────────────────────────────────────────────────────────────────────────


def arc(ring: int, begin: float, end: float, value: int) -> str:
    """A piece of a ring between two angles, in the colour of a value."""
    inner, outer = RINGS[ring], RINGS[ring + 1]
    shade = COLOURS[max(-2, min(2, value))]
    points = [spot(outer, begin), spot(outer, end), spot(inner, end), spot(inner, begin)]
    large = int(end - begin > 180)
    return (
        f'<path fill="{shade}" stroke="#fff" stroke-width=".7" d="M{points[0]}'
        f"A{outer} {outer} 0 {large} 1 {points[1]}L{points[2]}"
        f'A{inner} {inner} 0 {large} 0 {points[3]}Z"/>'
    )


def spot(radius: float, angle: float) -> str:
    """A point on a circle; 0 degrees is at the top."""
    return f"{radius * sin(radians(angle)):.1f} {-radius * cos(radians(angle)):.1f}"


def branches(game: Game, ring: int, begin: float, end: float) -> Iterator[str]:
    """The moves of a position as pieces of a ring, then what follows each of them."""
    moves = values_of(game, perfect_play(DEFAULT))
    if ring == TREE:
        yield from leaves(moves, ring, begin, end)
        return
    step = (end - begin) / len(moves)
    for number, (move, value) in enumerate(moves):
        left, right = begin + number * step, begin + (number + 1) * step
        yield arc(ring, left, right, value)
        yield from branches(game.play(move), ring + 1, left, right)
        if ring == 1:
            yield named(move, value, (left + right) / 2, (RINGS[1] + RINGS[2]) / 2)


def leaves(moves: list[tuple[Move, int]], ring: int, begin: float, end: float) -> Iterator[str]:
    """Moves of one value side by side are one piece."""
    step, at = (end - begin) / len(moves), 0
    for value in sorted({value for _, value in moves}, reverse=True):
        count = sum(found == value for _, found in moves)
        yield arc(ring, begin + at * step, begin + (at + count) * step, value)
        at += count


def named(move: Move, value: int, angle: float, radius: float) -> str:
    """The name of a move, upright or turned."""
    turn = angle - 90 if angle < 180 else angle + 90
    return (
        f'<text transform="translate({spot(radius, angle).replace(" ", ",")})'
        f' rotate({turn:.0f})" y="5" text-anchor="middle" fill="{ink(value)}"'
        f' font-family="sans-serif" font-size="15" font-weight="bold">{move}</text>'
    )


def draw_opening_tree() -> str:
    """The first three plies, White to begin, from the middle outwards."""
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-345 -345 690 826" width="690"'
        ' height="826" role="img">',
        "<title>The first three plies of Jasir, each move in the colour of its value</title>",
        '<rect x="-345" y="-345" width="690" height="826" fill="#fff"/>',
        *branches(Game(DEFAULT, START), 1, 0, 360),
        f'<circle r="{RINGS[1] - 2}" fill="{COLOURS[1]}"/>',
        '<text y="-2" text-anchor="middle" fill="#fff" font-family="sans-serif" font-size="19"'
        ' font-weight="bold">start</text>',
        '<text y="24" text-anchor="middle" fill="#fff" font-family="sans-serif" font-size="19"'
        ' font-weight="bold">+1</text>',
    ]
    for number, (value, words) in enumerate(WORDS.items()):
        x, y = -300 + 320 * (number % 2), 375 + 36 * (number // 2)
        parts.append(f'<rect x="{x}" y="{y}" width="24" height="24" fill="{COLOURS[value]}"/>')
        parts.append(
            f'<text x="{x + 34}" y="{y + 18}" font-family="sans-serif" font-size="18">'
            f"{words}</text>"
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


PICTURES = {"first-moves.svg": draw_first_moves, "opening-tree.svg": draw_opening_tree}


def main() -> None:
    """Write them into a folder."""
    folder = Path(sys.argv[1])
    for name, draw in PICTURES.items():
        (folder / name).write_text(draw(), encoding="utf-8")


if __name__ == "__main__":
    main()
