"""Everything that is made from pins.toml, by its place in the project."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from boardpi.workshop.pins import Pins, read_pins
from boardpi.workshop.sources import pin_header, pin_module

SOURCE: Final = "wiring/pins.toml"
MAKERS: Final[Mapping[str, Callable[[Pins], str | bytes]]] = {
    "firmware/source/pins.h": pin_header,
    "boardpi/boards/pins.py": pin_module,
}


def make_all(pins: Pins) -> dict[str, bytes]:
    """The bytes of every product, by its path in the project. The same pins make the same bytes."""
    made = {}
    for path, make in MAKERS.items():
        product = make(pins)
        made[path] = product.encode() if isinstance(product, str) else product
    return made


def project_pins(project: Path) -> Pins:
    """The pins of a checkout."""
    return read_pins((project / SOURCE).read_text(encoding="utf-8"))


def stale(project: Path, products: Mapping[str, bytes]) -> list[str]:
    """The products that are not on disk as they should be."""
    return [
        path
        for path, content in products.items()
        if not (project / path).is_file() or (project / path).read_bytes() != content
    ]


def write(project: Path, products: Mapping[str, bytes]) -> list[str]:
    """Writes what is stale; tells which that was."""
    changed = stale(project, products)
    for path in changed:
        (project / path).parent.mkdir(parents=True, exist_ok=True)
        (project / path).write_bytes(products[path])
    return changed
