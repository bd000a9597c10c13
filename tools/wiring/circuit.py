"""Circuit drawings on a plain grid: schemdraw's symbols, each put where we want it."""

from __future__ import annotations

import itertools
from typing import Any, Final, NamedTuple

from boardpi.drawings.geometry import Point
from boardpi.drawings.libraries import library

COLUMN: Final = "#0050d0"
ROW: Final = "#b00060"
DATA: Final = "#00803c"
PLUS: Final = "#d00000"
GROUND: Final = "#000000"
INK: Final = "#222222"
SMALL: Final = 11
PLAIN: Final = 13
LARGE: Final = 17


class Symbol(NamedTuple):
    """A part with two ends, as it was drawn."""

    kind: str
    one: Point
    two: Point


class Circuit:
    """A drawing; y grows upward, one unit is about a centimetre. It remembers what is joined."""

    def __init__(self) -> None:
        self.wires: list[tuple[Point, Point]] = []
        self.dots: list[Point] = []
        self.symbols: list[Symbol] = []
        self.pins: dict[str, Point] = {}
        self.grounds: list[Point] = []
        schemdraw = library("schemdraw")
        self._elements = library("schemdraw.elements")
        schemdraw.use("svg")
        library("schemdraw.backends.svg").config.text = "text"
        self._drawing = schemdraw.Drawing(show=False)
        self._drawing.config(fontsize=PLAIN, lw=1.6, margin=0.4, bgcolor="white")

    def svg(self) -> str:
        """The picture as text."""
        data: bytes = self._drawing.get_imagedata("svg")
        return data.decode().rstrip() + "\n"

    def wire(self, colour: str, *points: Point) -> None:
        """A wire with corners at these points."""
        for one, two in itertools.pairwise(points):
            self.wires.append((one, two))
            self._add(self._elements.Line(), one, two, colour)

    def dot(self, place: Point, colour: str = INK) -> None:
        """Where wires join; crossing wires without one do not."""
        self.dots.append(place)
        self._drawing.add(self._elements.Dot(radius=0.1).at(place).color(colour))

    def pin(self, place: Point, name: str) -> None:
        """The end of a block's inner wire; its words are written where there is room."""
        self.pins[name] = place

    def text(
        self,
        place: Point,
        words: str,
        *,
        size: int = PLAIN,
        side: str = "left",
        colour: str = INK,
    ) -> None:
        """Words, `side` telling which end of them stands here: left, center, right."""
        label = self._elements.Label().at(place).right()
        look = {"fontsize": size, "halign": side, "valign": "center", "color": colour}
        self._drawing.add(label.label(words, loc="center", ofst=(0, 0), **look))

    def box(self, corner: Point, size: Point, fill: str = "#f4f1ea") -> None:
        """A block from its lower left corner."""
        rectangle = self._elements.Rect(corner1=(0, 0), corner2=size, fill=fill, lw=1.6)
        self._drawing.add(rectangle.at(corner).right())

    def diode(self, anode: Point, cathode: Point) -> None:
        """Current goes from anode to cathode, where the ring is."""
        self._symbol("diode", self._elements.Diode(fill=True), anode, cathode)

    def reed(self, one: Point, two: Point) -> None:
        """A reed in its glass."""
        self._symbol("reed", self._elements.SwitchReed(), one, two)

    def resistor(self, one: Point, two: Point) -> None:
        """A resistor."""
        self._symbol("resistor", self._elements.ResistorIEC(), one, two)

    def fuse(self, one: Point, two: Point) -> None:
        """A fuse."""
        self._symbol("fuse", self._elements.FuseIEC(), one, two)

    def capacitor(self, plus: Point, minus: Point) -> None:
        """A capacitor with a plus side."""
        self._symbol("capacitor", self._elements.Capacitor2(polar=True), plus, minus)

    def button(self, one: Point, two: Point) -> None:
        """A push button."""
        self._symbol("button", self._elements.Button(), one, two)

    def ground(self, place: Point) -> None:
        """The common ground."""
        self.grounds.append(place)
        self._drawing.add(self._elements.Ground().at(place).color(GROUND))

    def npn(self, base: Point) -> tuple[Point, Point]:
        """A transistor by its base; gives back where its collector and its emitter are."""
        part = self._drawing.add(self._elements.BjtNpn(circle=True).at(base).anchor("base").right())
        collector, emitter = part.absanchors["collector"], part.absanchors["emitter"]
        return (collector.x, collector.y), (emitter.x, emitter.y)

    def _symbol(self, kind: str, element: Any, one: Point, two: Point) -> None:
        self.symbols.append(Symbol(kind, one, two))
        self._add(element, one, two, INK)

    def _add(self, element: Any, one: Point, two: Point, colour: str) -> None:
        self._drawing.add(element.at(one).to(two).color(colour))
