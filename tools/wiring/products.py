"""Everything that is made from pins.toml, by its place in the project."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from boardpi.drawings.archer import draw_archer
from boardpi.drawings.formats import KINDS, draw_file, draw_pdf
from boardpi.drawings.measures import PLATES, Measures
from boardpi.drawings.wood import draw_plate, top_plate, underside
from boardpi.rules import DEFAULT
from tools.pcb.circuit_board import assembly_list
from tools.pcb.kicad_board import board_file
from tools.pcb.kicad_schematic import project_file, schematic_file
from tools.wiring.budget import budget_page
from tools.wiring.checklist import checklist_page, draw_checklist
from tools.wiring.diagrams import draw_direct, draw_pico, draw_serial
from tools.wiring.figures import draw_diode, draw_parking, draw_power, draw_reeds
from tools.wiring.lists import cables_page, cutting_page
from tools.wiring.parts import parts_csv, parts_page
from tools.wiring.pins import BadPins, Pins, read_pins
from tools.wiring.sections import draw_fingers, draw_printed_section, draw_section
from tools.wiring.sources import pico_header, pin_header, pin_module
from tools.wiring.tables import pin_page

SOURCE: Final = "wiring/pins.toml"
MAKERS: Final[Mapping[str, Callable[[Pins], str | bytes]]] = {
    "firmware/source/pins.h": pin_header,
    "firmware/pico/pins_pico.h": pico_header,
    "boardpi/boards/pins.py": pin_module,
    "wiring/serial.svg": lambda pins: draw_serial(pins).svg(),
    "wiring/pico.svg": lambda pins: draw_pico(pins).svg(),
    "wiring/direct.svg": lambda pins: draw_direct(pins).svg(),
    "wiring/pins.md": pin_page,
    "wiring/checklist.md": checklist_page,
    "wiring/checklist.pdf": lambda pins: draw_pdf(draw_checklist(pins)),
    "wiring/parts.csv": lambda _: parts_csv(),
    "wiring/parts.md": lambda _: parts_page(),
    "wiring/budget.md": lambda _: budget_page(),
    "wiring/cutting.md": lambda _: cutting_page(),
    "wiring/cables.md": cables_page,
    "wiring/pictures/section.svg": lambda _: draw_section(),
    "wiring/pictures/section-printed.svg": lambda _: draw_printed_section(),
    "wiring/pictures/fingers.svg": lambda _: draw_fingers(),
    "wiring/pictures/reeds.svg": lambda _: draw_reeds(),
    "wiring/pictures/diode.svg": lambda _: draw_diode(),
    "wiring/pictures/power.svg": lambda _: draw_power(),
    "wiring/pictures/parking.svg": lambda _: draw_parking(),
    "wiring/pcb/parts.csv": assembly_list,
    "wiring/pcb/boardpi.kicad_pcb": board_file,
    "wiring/pcb/boardpi.kicad_sch": schematic_file,
    "wiring/pcb/boardpi.kicad_pro": lambda _: project_file(),
}


def make_all(pins: Pins) -> dict[str, bytes]:
    """The bytes of every product, by its path in the project. The same pins make the same bytes."""
    made = {}
    for path, make in MAKERS.items():
        product = make(pins)
        made[path] = product.encode() if isinstance(product, str) else product
    return made | _templates(pins)


def _templates(pins: Pins) -> dict[str, bytes]:
    """The drawings of `boardpi template` with the default measures."""
    measures = Measures()
    drawings = {
        **{
            f"{number}-{name}": draw_plate(measures, name, DEFAULT)
            for number, name in enumerate(PLATES, 1)
        },
        "1-top-grooves": top_plate(measures, DEFAULT, "router"),
        "1-top-grooves-laser": top_plate(measures, DEFAULT, "laser"),
        "archer": draw_archer(measures),
        "underside": underside(measures, [spot.pixel for spot in pins.holes]),
    }
    return {
        f"wiring/templates/{name}{ending}": draw_file(drawing, name + ending)
        for name, drawing in drawings.items()
        for ending in KINDS
        if (name, ending) != ("underside", ".dxf")  # nothing is cut by it
    }


def project_pins(project: Path) -> Pins:
    """The pins of a checkout."""
    try:
        text = (project / SOURCE).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadPins([f"not a text in UTF-8: {error.reason}"]) from None
    return read_pins(text)


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
