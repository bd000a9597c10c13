"""`make bodies`: make the files in bodies/. Needs CadQuery (docs/decisions/0172)."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import cadquery as cq

from tools.bodies.dimensions import archers, assembly, printed_assembly
from tools.bodies.exploded import draw
from tools.bodies.mesh import Mesh, read_stl, write_stl
from tools.bodies.products import DRAWINGS, FOLDER, NOTE, note
from tools.bodies.shapes import COVERS, PRINTED_BOARD, SHAPES, Solid

TOLERANCE_MM = 0.05
TOLERANCE_RAD = 0.2
DIGITS = 9


def main() -> int:
    """Solids first, then the drawings of their triangles, then the note."""
    FOLDER.mkdir(exist_ok=True)
    bodies = {name: _write(name, shape()) for name, shape in SHAPES.items()}
    with TemporaryDirectory() as folder:
        plates = {
            name: _triangles(make(), Path(folder) / name) for name, make in PRINTED_BOARD.items()
        }
    covers = {name: plates[name] for name in COVERS}
    by_hand, printed = DRAWINGS
    by_hand.write_text(draw(bodies, covers, assembly()), "utf-8")
    printed.write_text(draw(bodies, plates, [*printed_assembly(), *archers()]), "utf-8")
    NOTE.write_text(note(f"CadQuery {cq.__version__}"), "utf-8")
    return 0


def _write(name: str, solid: Solid) -> Mesh:
    step = FOLDER / f"{name}.step"
    cq.exporters.export(solid, str(step))
    step.write_text(_plain(step.read_text("utf-8"), name), "utf-8")
    print(f"wrote  bodies/{name}.stl, .step")
    return _triangles(solid, FOLDER / f"{name}.stl")


def _triangles(solid: Solid, file: Path) -> Mesh:
    """The solid as a binary STL file, without triangles that are only a line, and read back."""
    solid.val().exportStl(str(file), TOLERANCE_MM, TOLERANCE_RAD, False)
    file.write_bytes(write_stl(read_stl(file.read_bytes()).without_lines()))
    return read_stl(file.read_bytes())


def _plain(step: str, name: str) -> str:
    """Without the moment, the machine, the number of the file and the last digits, which differ
    from run to run: the same measures make the same file.
    """
    head = f"FILE_NAME('{name}','',(''),(''),'','','');"
    step = re.sub(r"FILE_NAME\(.*?\);", head, step, count=1, flags=re.S)
    step = re.sub(r"'Open CASCADE STEP translator [^']*'", f"'{name}'", step)
    return re.sub(r"-?\d+\.\d*(?:E[+-]?\d+)?", _rounded, step)


def _rounded(number: re.Match[str]) -> str:
    """A nanometre is enough."""
    value = round(float(number[0]), DIGITS) + 0.0  # no minus before nothing
    return f"{value:.{DIGITS}f}".rstrip("0")


if __name__ == "__main__":
    sys.exit(main())
