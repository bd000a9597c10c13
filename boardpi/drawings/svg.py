"""A drawing as SVG in true size: one unit is a millimetre."""

from __future__ import annotations

from xml.sax.saxutils import escape

from boardpi.drawings.geometry import INKS, WORK, Circle, Drawing, Label, Layer, Path, Shape

FONT = "DejaVu Sans, Helvetica, Arial, sans-serif"
NAMESPACES = (
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
            parts += [_group(layer), *(_draw(shape, drawing.height) for shape in shapes), "</g>"]
    return "\n".join([*parts, "</svg>"]) + "\n"


def number(value: float) -> str:
    """A number with at most three digits after the point."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _group(layer: Layer) -> str:
    ink = INKS[layer]
    return (
        f'<g id="layer-{layer.value}" inkscape:groupmode="layer" inkscape:label="{layer.value}" '
        f'fill="none" stroke="{ink.colour}" stroke-width="{ink.width_mm}">'
        f"<desc>{escape(WORK[layer])}</desc>"
    )


def _draw(shape: Shape, height: float) -> str:
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
