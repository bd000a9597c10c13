"""A drawing as a file in true size: SVG, DXF or PDF; the name's ending says which."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final
from xml.sax.saxutils import escape

from boardpi.drawings.geometry import (
    DEPTHS,
    INKS,
    WORK,
    Anchor,
    Circle,
    Drawing,
    Label,
    Layer,
    Path,
    Point,
    Shape,
    on_paper,
    ruler,
    with_ruler,
)
from boardpi.drawings.libraries import library
from boardpi.drawings.sheets import EDGE, FOOTER, Sheet, cut, marks

if TYPE_CHECKING:
    from ezdxf.layouts.layout import Modelspace

# ── SVG: one unit is a millimetre ─────────────────────────────────────────────────────────────────

FONT: Final = "DejaVu Sans, Helvetica, Arial, sans-serif"
NAMESPACES: Final = (
    'xmlns="http://www.w3.org/2000/svg" '
    'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
)


def draw_svg(drawing: Drawing) -> str:
    """The SVG text, with a group for each layer that Inkscape takes for a layer, too."""
    width, height = number(drawing.width), number(drawing.height)
    parts = [
        f'<svg {NAMESPACES} width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">',
        f"<title>{escape(drawing.title)}</title>",
    ]
    for layer in Layer:
        shapes = [shape for shape in drawing.shapes if shape.layer is layer]
        if shapes:
            drawn = (_svg_shape(shape, drawing.height) for shape in shapes)
            parts += [_svg_group(layer), *drawn, "</g>"]
    return "\n".join([*parts, "</svg>"]) + "\n"


def number(value: float) -> str:
    """A number with at most three digits after the point."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _svg_group(layer: Layer) -> str:
    ink = INKS[layer]
    ends = ' stroke-linecap="round"' if layer is Layer.GROOVE else ""
    return (
        f'<g id="layer-{layer.value}" inkscape:groupmode="layer" inkscape:label="{layer.value}" '
        f'fill="none" stroke="{ink.colour}" stroke-width="{ink.width_mm}"{ends}>'
        f"<desc>{escape(WORK[layer])}</desc>"
    )


def _svg_shape(shape: Shape, height: float) -> str:
    match shape:
        case Circle(_, (x, y), radius):
            return f'<circle cx="{number(x)}" cy="{number(height - y)}" r="{number(radius)}"/>'
        case Path(_, points, closed):
            way = "L".join(f"{number(x)} {number(height - y)}" for x, y in points)
            return f'<path d="M{way}{"Z" * closed}"/>'
        case Label(layer, (x, y), text, size, anchor):
            return (
                f'<text x="{number(x)}" y="{number(height - y)}" font-size="{number(size)}" '
                f'font-family="{FONT}" fill="{INKS[layer].colour}" stroke="none" '
                f'text-anchor="{anchor.value}">{escape(text)}</text>'
            )


# ── DXF for lasers and routers: millimetres, a layer for each kind of work ────────────────────────

DXF_VERSION: Final = "R2000"  # the oldest that knows its unit; every machine reads it
DXF_ENCODING: Final = ("cp1252", "dxfreplace")  # as R2000 has it
DXF_CAPITALS: Final = 0.72  # DXF measures a text by its capitals
DXF_SIDES: Final = {Anchor.START: "LEFT", Anchor.MIDDLE: "CENTER", Anchor.END: "RIGHT"}


def draw_dxf(drawing: Drawing) -> str:
    """The DXF text; the layers' names count the order of the work."""
    ezdxf = library("ezdxf")
    options = ezdxf.options
    before = options.write_fixed_meta_data_for_testing
    options.write_fixed_meta_data_for_testing = True  # no clock and no chance in the file
    try:
        document = ezdxf.new(DXF_VERSION, units=4)  # millimetres
        for layer in Layer:
            entry = document.layers.add(layer.value, color=INKS[layer].number)
            entry.description = WORK[layer]
        space = document.modelspace()
        for shape in drawing.shapes:
            _add_dxf_shape(space, shape)
        text = io.StringIO()
        document.write(text)
    finally:
        options.write_fixed_meta_data_for_testing = before
    return text.getvalue()


def _add_dxf_shape(space: Modelspace, shape: Shape) -> None:
    on: dict[str, str | float] = {"layer": shape.layer.value}
    low = -DEPTHS.get(shape.layer, 0.0)
    match shape:
        case Circle(_, (x, y), radius):
            space.add_circle((x, y, low), radius, dxfattribs=on)
        case Path(_, points, closed) if low:
            wide = INKS[shape.layer].width_mm if shape.layer is Layer.GROOVE else 0.0
            on |= {"elevation": low, "const_width": wide}
            space.add_lwpolyline(points, close=closed, dxfattribs=on)
        case Path(_, (one, two), False):
            space.add_line(one, two, dxfattribs=on)
        case Path(_, points, closed):
            space.add_lwpolyline(points, close=closed, dxfattribs=on)
        case Label(_, place, text, size, anchor):
            from ezdxf.enums import TextEntityAlignment

            entity = space.add_text(text, height=DXF_CAPITALS * size, dxfattribs=on)
            entity.set_placement(place, align=TextEntityAlignment[DXF_SIDES[anchor]])


# ── PDF, on as many sheets of A4 as it takes ──────────────────────────────────────────────────────

MM: Final = 72 / 25.4  # points
CROSS: Final = 4.0
LEGEND: Final = {
    Layer.ENGRAVE: "black: engrave",
    Layer.GROOVE: "brown: 0.8 mm deep",
    Layer.GROOVE_EDGE: "brown: fill, 0.8 deep",
    Layer.DOTTED: "violet: dots, Jasir only",
    Layer.PITS: "violet: pits, 0.8 deep",
    Layer.DRILL: "red: drill",
    Layer.OUTLINE: "orange: edge, cut last",
    Layer.REED: "blue: reed",
    Layer.PIXEL: "green: light",
}


def draw_pdf(drawing: Drawing) -> bytes:
    """The PDF; every sheet has a label, a ruler and, where sheets overlap, crosses."""
    drawing = on_paper(drawing)
    canvas = library("reportlab.pdfgen.canvas")
    file = io.BytesIO()
    pen = canvas.Canvas(file, invariant=1, pageCompression=0)
    pen.setTitle(drawing.title)
    pen.setCreator("boardpi")
    for sheet in cut(drawing):
        pen.setPageSize((sheet.page[0] * MM, sheet.page[1] * MM))
        pen.scale(MM, MM)
        _draw_window(pen, drawing, sheet)
        _draw_footer(pen, drawing, sheet)
        pen.showPage()
    pen.save()
    return file.getvalue()


def _draw_window(pen: Any, drawing: Drawing, sheet: Sheet) -> None:
    pen.saveState()
    frame = pen.beginPath()
    frame.rect(EDGE, EDGE + FOOTER, *sheet.window)
    pen.clipPath(frame, stroke=0, fill=0)
    pen.translate(*sheet.origin)
    for shape in drawing.shapes:
        _draw_pdf_shape(pen, shape)
    for point in marks(sheet, drawing):
        _draw_cross(pen, point)
    pen.restoreState()
    if sheet.count > 1:
        pen.setLineWidth(0.1)
        pen.setStrokeColor("#aaaaaa")
        pen.setDash(2, 2)
        pen.rect(EDGE, EDGE + FOOTER, *sheet.window)
        pen.setDash()


def _draw_footer(pen: Any, drawing: Drawing, sheet: Sheet) -> None:
    label = f"sheet {sheet.name}, {sheet.number} of {sheet.count}"
    if sheet.count > 1:
        label += ": lay the crosses of neighbours on each other (A1 is below and left)"
    shapes = (
        *ruler((EDGE + 2, EDGE + 6)),
        Label(Layer.NOTES, (EDGE + 2, EDGE + 18), drawing.title, 3.5, Anchor.START),
        Label(Layer.NOTES, (EDGE + 2, EDGE + 13), label, 3.5, Anchor.START),
    )
    for shape in shapes:
        _draw_pdf_shape(pen, shape)
    _draw_legend(pen, drawing)


def _draw_legend(pen: Any, drawing: Drawing) -> None:
    """What each colour is for, two in a row beside the ruler."""
    used = [layer for layer in LEGEND if any(shape.layer is layer for shape in drawing.shapes)]
    if len(used) < 2:
        return
    pen.setFont("Helvetica", 3)
    for place, layer in enumerate(used):
        pen.setFillColor(INKS[layer].colour)
        x = EDGE + 112 + 38 * (place % 2)
        pen.drawString(x, EDGE + 8.5 - 4 * (place // 2), LEGEND[layer])


def _draw_pdf_shape(pen: Any, shape: Shape) -> None:
    ink = INKS[shape.layer]
    pen.setLineWidth(ink.width_mm)
    pen.setStrokeColor(ink.colour)
    pen.setFillColor(ink.colour)
    match shape:
        case Circle(layer, (x, y), radius):
            pen.circle(x, y, radius, stroke=1, fill=int(layer is Layer.DOTTED))
        case Path(Layer.GROOVE, points, closed):
            pen.setLineCap(1)  # round, as a cutter leaves it
            _draw_path(pen, points, closed=closed)
            pen.setLineCap(0)
        case Path(_, points, closed):
            _draw_path(pen, points, closed=closed)
        case Label(_, (x, y), text, size, anchor):
            pen.setFont("Helvetica", size)
            text = text.encode("cp1252", "replace").decode("cp1252")  # all that it has letters for
            writers: dict[Anchor, Callable[[float, float, str], None]] = {
                Anchor.START: pen.drawString,
                Anchor.MIDDLE: pen.drawCentredString,
                Anchor.END: pen.drawRightString,
            }
            writers[anchor](x, y, text)


def _draw_path(pen: Any, points: tuple[Point, ...], *, closed: bool) -> None:
    path = pen.beginPath()
    path.moveTo(*points[0])
    for point in points[1:]:
        path.lineTo(*point)
    if closed:
        path.close()
    pen.drawPath(path, stroke=1, fill=0)


def _draw_cross(pen: Any, point: Point) -> None:
    pen.setLineWidth(0.15)
    pen.setStrokeColor("#000000")
    x, y = point
    pen.line(x - CROSS, y, x + CROSS, y)
    pen.line(x, y - CROSS, x, y + CROSS)
    pen.circle(x, y, CROSS / 2, stroke=1, fill=0)


# ── by the name's ending ──────────────────────────────────────────────────────────────────────────

KINDS: Final[Mapping[str, Callable[[Drawing], bytes]]] = {
    ".svg": lambda drawing: draw_svg(with_ruler(drawing)).encode(),
    ".dxf": lambda drawing: draw_dxf(with_ruler(drawing)).encode(*DXF_ENCODING),
    ".pdf": draw_pdf,
}


class BadEnding(ValueError):
    """A file name that does not say which kind of drawing is wanted."""


def draw_file(drawing: Drawing, name: str) -> bytes:
    """The content of a file of this name."""
    ending = PurePath(name).suffix.lower()
    if ending not in KINDS:
        raise BadEnding(
            f"{name!r} ends in none of {', '.join(KINDS)}: the ending says what to draw"
        )
    return KINDS[ending](drawing)
