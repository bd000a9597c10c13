"""The copper between the pads: along rows above, along columns below, and a crossbar between them.

Every net of the front part has a line of its own there, so that any choice of pins can be routed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from boardpi.drawings.geometry import Point
from boardpi.drawings.wood import REED_OFFSET, hole_point
from boardpi.rules import HOLES, Hole
from tools.pcb import circuit_board as board
from tools.pcb.circuit_board import BOARD, GROUND, PLUS, Part
from tools.pcb.footprints import PIXEL_UP, REED_REACH
from tools.wiring.pins import COLUMN_NAMES, SIDE, BadPins, Pins

FRONT, BACK = "F.Cu", "B.Cu"
THIN, SIGNAL, WIDE, BUS, MAIN = 0.2, 0.25, 0.5, 1.5, 2.0
VIA: Final = (0.6, 0.3)
PLUS_Y, GROUND_Y = 24.2, 22.0  # of the power's lines in front
PLUS_TOP, GROUND_TOP = 258.0, 255.6
PULL_UP_Y: Final = 10.5  # above row 5
LINES: Final = tuple(round(7.7 + 0.6 * n, 2) for n in range(19))  # of the crossbar
ESCAPE_Y: Final = 7.0  # where pads of the surface go below, in front of the crossbar
APART: Final = 1.0  # between nets that share a line
JOG: Final = 1.27


@dataclass(frozen=True, slots=True)
class Track:
    """Copper from point to point on one side."""

    net: str
    layer: str
    width: float
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Via:
    """Copper through the board."""

    net: str
    at: Point


Copper = Track | Via


@dataclass(frozen=True, slots=True)
class Tap:
    """A net comes to the crossbar at this x, on the back, from a point above or below it."""

    net: str
    x: float
    y: float


def copper(pins: Pins, parts: Iterable[Part]) -> list[Copper]:
    """All of it."""
    by_ref = {part.ref: part for part in parts}
    taps: list[Tap] = []
    made = [
        *_cells(pins, by_ref),
        *_links(pins),
        *_rows_and_columns(taps),
        *_pull_ups(taps),
        *_power(by_ref, taps),
        *_entries(pins, taps),
        *_controllers(by_ref, taps),
        *_surface(by_ref, taps),
    ]
    return [*made, *_crossbar(taps)]


def _track(net: str, layer: str, width: float, *points: Point) -> Track:
    return Track(net, layer, width, points)


# ── the holes ────────────────────────────────────────────────────────────────────────────────────


def _cells(pins: Pins, by_ref: dict[str, Part]) -> Iterator[Copper]:
    order = board.chain(pins)
    for hole in HOLES:
        x, y = hole_point(BOARD, hole)
        spot = pins.holes[hole]
        reed, diode = by_ref[f"S{hole}"], by_ref[f"D{hole}"]
        column = board.column_net(spot.column)
        anode, cathode = diode.place("2"), diode.place("1")
        turn = x + board.COLUMN_ASIDE, anode[1]
        yield _track(column, FRONT, SIGNAL, anode, turn)
        yield Via(column, turn)
        yield from _through_pixel(f"HOLE_{hole}", cathode, (x, y), reed.place("1"))
        row = reed.place("2")
        yield _track(board.row_net(spot.row), FRONT, SIGNAL, row, (row[0], y + board.ROW_BELOW))
        yield from _feed_pixel((x, y), PLUS, GROUND, right=board.runs_right(order, spot.pixel))


def _through_pixel(net: str, cathode: Point, centre: Point, reed: Point) -> Iterator[Copper]:
    """From the diode to the reed, below the pixel."""
    x, y = centre[0] + 3.5, centre[1]
    yield _track(net, FRONT, SIGNAL, cathode, (x, cathode[1]))
    yield Via(net, (x, cathode[1]))
    way = [(x, cathode[1]), (x, y - 2.0), (reed[0], y - 2.0), reed]
    yield _track(net, BACK, SIGNAL, *([way[0], way[-1]] if abs(reed[0] - x) < 0.01 else way))


def _feed_pixel(centre: Point, plus: str, ground: str, *, right: bool) -> Iterator[Copper]:
    """The pixel and its capacitor; a pixel that is turned round has its power on the other side."""
    x, y = centre
    aside = {plus: board.PLUS_ASIDE, ground: board.GROUND_ASIDE}
    upper, lower = (ground, plus) if right else (plus, ground)
    lane = y + 6.45
    yield _track(
        upper, FRONT, WIDE, (x - 2.45, y + PIXEL_UP), (x - 2.45, lane), (x + aside[upper], lane)
    )
    yield _track(upper, FRONT, WIDE, (x - 0.95, y + 5.0), (x - 2.45, y + 5.0))
    yield Via(upper, (x + aside[upper], lane))
    for start, height in ((2.45, -PIXEL_UP), (0.95, 5.0)):
        end = x + aside[lower], y + height
        yield _track(lower, FRONT, WIDE, (x + start, y + height), end)
        yield Via(lower, end)


def _links(pins: Pins) -> Iterator[Copper]:
    """Data from pixel to pixel."""
    order = board.chain(pins)
    for place, (one, two) in enumerate(pairwise(order)):
        net = board.pixel_net(place + 1)
        if one.row == two.row:
            left = min(one, two, key=lambda hole: hole.column)
            x, y = hole_point(BOARD, left)
            way = [
                (2.45, PIXEL_UP),
                (22.0, PIXEL_UP),
                (22.0, -PIXEL_UP),
                (BOARD.pitch - 2.45, -PIXEL_UP),
            ]
            yield _track(net, FRONT, SIGNAL, *((x + across, y + up) for across, up in way))
            continue
        right = board.runs_right(order, place)
        if right == board.runs_right(order, place + 1):
            raise BadPins([f"holes.{two}.pixel: on the printed board a row runs back from {two}"])
        (x, y), (_, y2) = hole_point(BOARD, one), hole_point(BOARD, two)
        side, height = (1, PIXEL_UP) if right else (-1, -PIXEL_UP)
        lane = x + board.LINK_ASIDE[right]
        for end in (y + height, y2 + height):
            yield _track(net, FRONT, SIGNAL, (x + side * 2.45, end), (lane, end))
            yield Via(net, (lane, end))
        yield _track(net, BACK, SIGNAL, (lane, y + height), (lane, y2 + height))


def _entries(pins: Pins, taps: list[Tap]) -> Iterator[Copper]:
    """Data comes to the first pixel and leaves the last one, to be measured."""
    order = board.chain(pins)
    for place, net, is_first in ((0, 0, True), (len(order) - 1, len(order), False)):
        x, y = hole_point(BOARD, order[place])
        right = board.runs_right(order, place) != is_first
        side, height = (1, PIXEL_UP) if right else (-1, -PIXEL_UP)
        lane = x + board.LINK_ASIDE[right]
        end, name = (lane, y + height), board.pixel_net(net)
        yield _track(name, FRONT, SIGNAL, (x + side * 2.45, y + height), end)
        yield Via(name, end)
        if is_first:
            taps.append(Tap(name, lane, end[1]))
        else:
            yield _track(name, BACK, SIGNAL, end, (lane, end[1] + 3.0))


# ── rows, columns, power ─────────────────────────────────────────────────────────────────────────


def _rows_and_columns(taps: list[Tap]) -> Iterator[Copper]:
    last, _ = hole_point(BOARD, Hole("e1"))
    for row in range(SIDE):
        _, y = hole_point(BOARD, Hole(f"a{row + 1}"))
        net, x, lane = board.row_net(row), board.FEEDS[row], y + board.ROW_BELOW
        yield _track(net, FRONT, SIGNAL, (x, lane), (last - REED_OFFSET[0] - REED_REACH, lane))
        yield Via(net, (x, lane))
        taps.append(Tap(net, x, lane + 3.0))
    for column in range(SIDE):
        x, _ = hole_point(BOARD, Hole(f"{COLUMN_NAMES[column]}1"))
        taps.append(Tap(board.column_net(column), x + board.COLUMN_ASIDE, board.POINT_Y))


def _pull_ups(taps: list[Tap]) -> Iterator[Copper]:
    ends = []
    for column in range(SIDE):
        x, y = hole_point(BOARD, Hole(f"{COLUMN_NAMES[column]}5"))
        at = x + board.PULL_UP_AT[0], y + board.PULL_UP_AT[1]
        foot, head = (at[0], at[1] - 0.9125), (at[0], at[1] + 0.9125)
        net = board.column_net(column)
        yield _track(net, FRONT, SIGNAL, foot, (x + board.COLUMN_ASIDE, foot[1]))
        yield Via(net, (x + board.COLUMN_ASIDE, foot[1]))
        yield _track(board.PULL_UP, FRONT, SIGNAL, head, (at[0], y + PULL_UP_Y))
        ends.append((at[0], y + PULL_UP_Y))
    feed = board.PULL_UP_FEED, ends[0][1]
    yield _track(board.PULL_UP, FRONT, SIGNAL, feed, ends[-1])
    yield Via(board.PULL_UP, feed)
    taps.append(Tap(board.PULL_UP, feed[0], board.POINT_Y))


def _power(by_ref: dict[str, Part], taps: list[Tap]) -> Iterator[Copper]:
    """A grid: lines in front and behind, a track along each column."""
    first, last = hole_point(BOARD, Hole("a1"))[0], hole_point(BOARD, Hole("e1"))[0]
    for net, aside, ys in (
        (PLUS, board.PLUS_ASIDE, (PLUS_Y, PLUS_TOP)),
        (GROUND, board.GROUND_ASIDE, (GROUND_Y, GROUND_TOP)),
    ):
        for y in ys:
            yield _track(net, FRONT, BUS, (first + aside, y), (last + aside, y))
        for column in range(SIDE):
            x = first + BOARD.pitch * column + aside
            top = board.POWER_Y if column == 2 else ys[1]  # a point to measure at
            yield _track(net, BACK, BUS, (x, ys[0]), (x, top))
            for y in ys:
                yield from _vias(net, (x, y))
    for ref, number, y in (("J2", "1", GROUND_Y), ("F1", "2", PLUS_Y)):
        yield from _riser(by_ref[ref], number, y, MAIN)
    for ref, number, y in (("C1", "1", PLUS_Y), ("C1", "2", GROUND_Y), ("J4", "2", PLUS_Y)):
        yield from _riser(by_ref[ref], number, y, BUS)
    yield _track(board.SUPPLY, FRONT, MAIN, by_ref["J2"].place("2"), by_ref["F1"].place("1"))
    for net, x, y in ((GROUND, 84.0, GROUND_Y), (GROUND, 181.0, GROUND_Y), (PLUS, 160.4, PLUS_Y)):
        yield Via(net, (x, y))
        taps.append(Tap(net, x, y))


def _riser(part: Part, number: str, y: float, width: float) -> Iterator[Copper]:
    x, start = part.place(number)
    net = part.nets[number]
    yield _track(net, BACK, width, (x, start), (x, y))
    yield from _vias(net, (x, y))


def _vias(net: str, at: Point) -> Iterator[Copper]:
    for up in (-0.4, 0.4):
        yield Via(net, (at[0], at[1] + up))


# ── the front part ───────────────────────────────────────────────────────────────────────────────


def _controllers(by_ref: dict[str, Part], taps: list[Tap]) -> Iterator[Copper]:
    """Pads of a second row pass between those of the first."""
    for ref in ("A1", "J1", "JP1", "JP2", "J3", "J4"):
        part = by_ref[ref]
        for number, net in part.nets.items():
            if (ref, number) == ("J4", "2"):
                continue
            x, y = part.place(number)
            if ref in ("A1", "J1") and y == part.at[1]:
                yield _track(net, BACK, THIN, (x, y), (x + JOG, y + JOG))
                x, y = x + JOG, y + JOG
            taps.append(Tap(net, x, y))


ESCAPES: Final[dict[tuple[str, str], float]] = {
    ("U1", "4"): -1.15,
    ("U1", "5"): 1.15,
    ("Q1", "3"): 2.2,
}
"""Pads with others in their way go aside first, so far."""


def _surface(by_ref: dict[str, Part], taps: list[Tap]) -> Iterator[Copper]:
    for ref in ("R6", "U1", "C2", "R7", "Q1"):
        part = by_ref[ref]
        for number, net in part.nets.items():
            x, y = part.place(number)
            away = x + ESCAPES.get((ref, number), 0.0)
            way = [(x, y), (away, y), (away, ESCAPE_Y)] if away != x else [(x, y), (x, ESCAPE_Y)]
            yield _track(net, FRONT, SIGNAL, *way)
            yield Via(net, (away, ESCAPE_Y))
            taps.append(Tap(net, away, ESCAPE_Y))


def _crossbar(taps: list[Tap]) -> Iterator[Copper]:
    """Nets share a line where they do not meet on it; the first free one is taken."""
    spans: dict[str, tuple[float, float]] = {}
    for tap in taps:
        left, right = spans.get(tap.net, (tap.x, tap.x))
        spans[tap.net] = min(left, tap.x), max(right, tap.x)
    ends = dict.fromkeys(LINES, -APART)
    lines: dict[str, float] = {}
    for net, (left, right) in sorted(spans.items(), key=lambda item: item[1]):
        free = [y for y in LINES if ends[y] + APART <= left]
        if not free:
            raise BadPins([f"the printed board has no line left for {net}: choose other pins"])
        lines[net] = free[0]
        ends[free[0]] = right
        yield _track(net, FRONT, THIN, (left, free[0]), (right, free[0]))
    for tap in taps:
        yield _track(tap.net, BACK, THIN, (tap.x, tap.y), (tap.x, lines[tap.net]))
        yield Via(tap.net, (tap.x, lines[tap.net]))
