"""Reads drawings back: what was drilled, engraved and printed, in millimetres, y upward."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from ezdxf import units
from ezdxf.entities.circle import Circle
from ezdxf.entities.line import Line
from ezdxf.entities.lwpolyline import LWPolyline
from ezdxf.entities.text import Text
from ezdxf.filemanagement import readfile
from pypdf import PageObject, PdfReader

Point = tuple[float, float]
SVG = "{http://www.w3.org/2000/svg}"
POINT_MM = 25.4 / 72


@dataclass
class Layer:
    """What lies on one layer."""

    circles: list[tuple[Point, float]] = field(default_factory=list)
    paths: list[list[Point]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    places: dict[str, Point] = field(default_factory=dict)  # of the texts, where they are read
    cuts: set[tuple[float, float]] = field(default_factory=set)  # how wide and how deep


Layers = dict[str, Layer]


def read_svg(text: str) -> Layers:
    """The layers of an SVG in true size."""
    svg = ElementTree.fromstring(text)
    width, height = svg.get("width", ""), svg.get("height", "")
    assert svg.get("viewBox") == f"0 0 {width.removesuffix('mm')} {height.removesuffix('mm')}"
    assert width.endswith("mm")
    top = float(height.removesuffix("mm"))
    layers: Layers = {}
    for group in svg.iter(f"{SVG}g"):
        layer = layers[group.get("id", "").removeprefix("layer-")] = Layer()
        layer.cuts.add((float(group.get("stroke-width", "")), 0.0))
        for shape in group:
            if shape.tag == f"{SVG}circle":
                x, y, radius = (float(shape.get(key, "")) for key in ("cx", "cy", "r"))
                layer.circles.append(((x, top - y), radius))
            elif shape.tag == f"{SVG}path":
                numbers = [float(word) for word in re.findall(r"[-.\d]+", shape.get("d", ""))]
                points = zip(numbers[::2], numbers[1::2], strict=True)
                layer.paths.append([(x, top - y) for x, y in points])
            elif shape.tag == f"{SVG}text":
                layer.texts.append(shape.text or "")
                x, y = float(shape.get("x", "")), float(shape.get("y", ""))
                layer.places[layer.texts[-1]] = x, top - y
    return layers


def read_dxf(file: Path) -> Layers:
    """The layers of a DXF whose unit is the millimetre."""
    document = readfile(file)
    assert document.units == units.MM
    layers: Layers = {layer.dxf.name: Layer() for layer in document.layers}
    for entity in document.modelspace():
        layer = layers[entity.dxf.layer]
        if isinstance(entity, Circle):
            layer.circles.append(((entity.dxf.center.x, entity.dxf.center.y), entity.dxf.radius))
            layer.cuts.add((2 * entity.dxf.radius, -entity.dxf.center.z))
        elif isinstance(entity, Line):
            layer.paths.append([(end.x, end.y) for end in (entity.dxf.start, entity.dxf.end)])
        elif isinstance(entity, LWPolyline):
            layer.paths.append([(x, y) for x, y in entity.get_points("xy")])
            layer.cuts.add((entity.dxf.const_width, -entity.dxf.elevation))
        elif isinstance(entity, Text):
            layer.texts.append(entity.dxf.text)
    return layers


@dataclass
class Page:
    """A printed sheet: straight lines and circles of each colour, from its lower left corner."""

    width: float
    height: float
    lines: dict[str, list[list[Point]]]
    circles: dict[str, list[tuple[Point, float]]]
    text: str


def read_pdf(file: Path) -> list[Page]:
    """The pages, drawn by pypdf's reading of them: a library that knows nothing of ours."""
    return [_page(page) for page in PdfReader(file).pages]


def _page(source: PageObject) -> Page:
    width, height = (float(size) * POINT_MM for size in source.mediabox[2:])
    page = Page(width, height, {}, {}, source.extract_text())
    pen = Pen(page)
    contents = source.get_contents()
    assert contents is not None
    for values, operator in contents.operations:
        pen.obey(operator.decode(), [float(v) for v in values if isinstance(v, (float, int))])
    return page


Matrix = tuple[float, float, float, float, float, float]


class Pen:
    """Follows the operators of a page that move, draw and scale."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.matrix: Matrix = (1, 0, 0, 1, 0, 0)
        self.kept: list[Matrix] = []
        self.colour = "#000000"
        self.path: list[Point] = []
        self.is_round = False

    def obey(self, operator: str, values: list[float]) -> None:
        match operator:
            case "q":
                self.kept.append(self.matrix)
            case "Q":
                self.matrix = self.kept.pop()
            case "cm":
                self.matrix = _times(values, self.matrix)
            case "RG":
                self.colour = "#" + "".join(f"{round(255 * part):02x}" for part in values)
            case "m" | "l" | "c":
                self.path += [
                    self.at(*pair) for pair in zip(values[::2], values[1::2], strict=True)
                ]
                self.is_round |= operator == "c"
            case "S" | "B" | "s" | "b" | "n":
                self.stroke(is_drawn=operator != "n")

    def at(self, x: float, y: float) -> Point:
        a, b, c, d, e, f = self.matrix
        return (a * x + c * y + e) * POINT_MM, (b * x + d * y + f) * POINT_MM

    def stroke(self, *, is_drawn: bool) -> None:
        if is_drawn and self.is_round:
            xs, ys = zip(*self.path, strict=True)
            centre = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
            self.page.circles.setdefault(self.colour, []).append((centre, (max(xs) - min(xs)) / 2))
        elif is_drawn and self.path:
            self.page.lines.setdefault(self.colour, []).append(self.path)
        self.path, self.is_round = [], False


def _times(one: list[float], two: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = two
    return (
        a * g + b * i,
        a * h + b * j,
        c * g + d * i,
        c * h + d * j,
        e * g + f * i + k,
        e * h + f * j + m,
    )
