"""A drawing as DXF for lasers and routers: millimetres, a layer for each kind of work."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Final

from boardpi.drawings.geometry import INKS, WORK, Anchor, Circle, Drawing, Label, Layer, Path, Shape
from boardpi.drawings.libraries import library

if TYPE_CHECKING:
    from ezdxf.layouts.layout import Modelspace

VERSION: Final = "R2000"  # the oldest that knows its unit; every machine reads it
CAPITALS: Final = 0.72  # DXF measures a text by its capitals
SIDES: Final = {Anchor.START: "LEFT", Anchor.MIDDLE: "CENTER", Anchor.END: "RIGHT"}


def draw_dxf(drawing: Drawing) -> str:
    """The DXF text; the layers' names count the order of the work."""
    ezdxf = library("ezdxf")
    options = ezdxf.options
    before = options.write_fixed_meta_data_for_testing
    options.write_fixed_meta_data_for_testing = True  # no clock and no chance in the file
    try:
        document = ezdxf.new(VERSION, units=4)  # millimetres
        for layer in Layer:
            entry = document.layers.add(layer.value, color=INKS[layer].number)
            entry.description = WORK[layer]
        space = document.modelspace()
        for shape in drawing.shapes:
            _draw(space, shape)
        text = io.StringIO()
        document.write(text)
    finally:
        options.write_fixed_meta_data_for_testing = before
    return text.getvalue()


def _draw(space: Modelspace, shape: Shape) -> None:
    on = {"layer": shape.layer.value}
    match shape:
        case Circle(_, centre, radius):
            space.add_circle(centre, radius, dxfattribs=on)
        case Path(_, (one, two), False):
            space.add_line(one, two, dxfattribs=on)
        case Path(_, points, closed):
            space.add_lwpolyline(points, close=closed, dxfattribs=on)
        case Label(_, place, text, size, anchor):
            from ezdxf.enums import TextEntityAlignment

            entity = space.add_text(text, height=CAPITALS * size, dxfattribs=on)
            entity.set_placement(place, align=TextEntityAlignment[SIDES[anchor]])
