"""A drawing as PDF, in true size, on as many sheets of A4 as it takes."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any, Final

from boardpi.drawings.geometry import (
    INKS,
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
)
from boardpi.drawings.libraries import library
from boardpi.drawings.sheets import EDGE, FOOTER, Sheet, cut, marks

MM: Final = 72 / 25.4  # points
CROSS: Final = 4.0
LEGEND: Final = {
    Layer.ENGRAVE: "black: engrave",
    Layer.DOTTED: "violet: dots, Jasir only",
    Layer.DRILL: "red: drill",
    Layer.OUTLINE: "orange: edge, cut last",
    Layer.REED: "blue: reed, below",
    Layer.PIXEL: "green: pixel, below",
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
        _draw(pen, shape)
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
        _draw(pen, shape)
    _draw_legend(pen, drawing)


def _draw_legend(pen: Any, drawing: Drawing) -> None:
    """What each colour is for, two in a row beside the ruler."""
    used = [layer for layer in LEGEND if any(shape.layer is layer for shape in drawing.shapes)]
    if Layer.REED not in used:
        return
    pen.setFont("Helvetica", 3)
    for number, layer in enumerate(used):
        pen.setFillColor(INKS[layer].colour)
        x = EDGE + 112 + 38 * (number % 2)
        pen.drawString(x, EDGE + 8.5 - 4 * (number // 2), LEGEND[layer])


def _draw(pen: Any, shape: Shape) -> None:
    ink = INKS[shape.layer]
    pen.setLineWidth(ink.width_mm)
    pen.setStrokeColor(ink.colour)
    pen.setFillColor(ink.colour)
    match shape:
        case Circle(layer, (x, y), radius):
            pen.circle(x, y, radius, stroke=1, fill=int(layer is Layer.DOTTED))
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
