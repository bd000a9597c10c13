"""A drawing as a file; the name's ending says which kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import Final

from boardpi.drawings.dxf import draw_dxf
from boardpi.drawings.geometry import Drawing, with_ruler
from boardpi.drawings.pdf import draw_pdf
from boardpi.drawings.svg import draw_svg

KINDS: Final[Mapping[str, Callable[[Drawing], bytes]]] = {
    ".svg": lambda drawing: draw_svg(with_ruler(drawing)).encode(),
    ".dxf": lambda drawing: draw_dxf(with_ruler(drawing)).encode(),
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
