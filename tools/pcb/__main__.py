"""`python -m tools.pcb ROOT`: `make pcb-check`, with KiCad in the Debian at ROOT."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tools.pcb.circuit_board import parts
from tools.pcb.kicad_check import FOLDER, REPORT, KicadRoot, check_board, make_fabrication
from tools.wiring.products import project_pins

PROJECT = Path(__file__).parents[2]
WRONG = ("erc", "drc", "not_joined", "unlike_schematic", "unlike_library")


def main(root: Path) -> int:
    """Exit code 1 if anything is wrong; the report is written only when nothing is."""
    kicad = KicadRoot(root, PROJECT)
    report = check_board(kicad, parts(project_pins(PROJECT)))
    for key in WRONG:
        print(f"{key}: {len(report[key])}", *report[key], sep="\n  ")
    if any(report[key] for key in WRONG):
        return 1
    report["files_sha256"] = make_fabrication(kicad)
    (PROJECT / FOLDER / REPORT).write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n")
    print(f"KiCad {report['kicad']} found nothing; {FOLDER / REPORT} says so.")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(
            "usage: python -m tools.pcb ROOT (a Debian with kicad; `make pcb-check` makes one)"
        )
    sys.exit(main(Path(sys.argv[1])))
