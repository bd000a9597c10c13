"""Has KiCad check the board and make what a factory wants. KiCad lives in a Debian of its own.

What it found is kept in wiring/pcb/report.json with a hash of what it looked at: a test holds that
hash against today's files, so that nobody needs KiCad to know whether the report still counts.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import dist
from pathlib import Path
from typing import Any, Final

from tools.pcb.circuit_board import Part
from tools.pcb.footprints import Footprint, Pad

FOLDER: Final = Path("wiring/pcb")
SOURCES: Final = ("boardpi.kicad_pcb", "boardpi.kicad_sch", "boardpi.kicad_pro")
REPORT: Final = "report.json"
LAYERS: Final = "F.Cu,B.Cu,F.Mask,B.Mask,F.Paste,B.SilkS,Edge.Cuts"
LIBRARY: Final = "usr/share/kicad/footprints"
PICTURE_PX: Final = 1000
ENTER: Final = """
set -e
root=$1; mount -t proc proc "$root/proc"
mkdir -p "$root/srv/pcb" && mount --bind "$2" "$root/srv/pcb"
shift 2
exec chroot "$root" env HOME=/root LANG=C.UTF-8 PATH=/usr/bin:/bin "$@"
"""
NEAR_MM: Final = 0.06  # between a pad here and in KiCad's library
LIKE_MM: Final = 0.25  # of their sizes


@dataclass(frozen=True, slots=True)
class KicadRoot:
    """A Debian with KiCad in a folder."""

    root: Path
    project: Path

    def run(self, *words: str) -> str:
        """Run kicad-cli there; `/srv/pcb` is the folder of the board."""
        space = [
            "unshare",
            "--mount",
            "--pid",
            "--fork",
            "--kill-child",
            "sh",
            "-c",
            ENTER,
            "enter",
        ]
        folder = str((self.project / FOLDER).resolve())
        done = subprocess.run(
            [*space, str(self.root.resolve()), folder, "kicad-cli", *words],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"kicad-cli {' '.join(words)}:\n{done.stdout}{done.stderr}")
        return done.stdout.strip()

    def ask(self, *words: str) -> dict[str, Any]:
        """What a check reports."""
        self.run(*words, "--format", "json", "--severity-all", "-o", "/tmp/report.json")
        told: dict[str, Any] = json.loads((self.root / "tmp/report.json").read_text())
        return told


def digest(project: Path) -> str:
    """A hash of what KiCad looks at."""
    together = hashlib.sha256()
    for name in SOURCES:
        together.update((project / FOLDER / name).read_bytes())
    return together.hexdigest()


def check_board(kicad: KicadRoot, parts: Iterable[Part]) -> dict[str, Any]:
    """Rules of circuit and copper, both against each other, pads against the library."""
    circuit = kicad.ask("sch", "erc", "/srv/pcb/boardpi.kicad_sch")
    copper = kicad.ask("pcb", "drc", "--schematic-parity", "/srv/pcb/boardpi.kicad_pcb")
    shapes = {part.footprint.name: part.footprint for part in parts}
    return {
        "kicad": kicad.run("version"),
        "checked_sha256": digest(kicad.project),
        "erc": [_tell(found) for sheet in circuit["sheets"] for found in sheet["violations"]],
        "drc": [_tell(found) for found in copper["violations"]],
        "not_joined": [_tell(found) for found in copper["unconnected_items"]],
        "unlike_schematic": [_tell(found) for found in copper["schematic_parity"]],
        "unlike_library": [line for shape in shapes.values() for line in compare(kicad, shape)],
        "like_library": {s.name: s.library for s in shapes.values() if s.library},
        "in_no_library": sorted(s.name for s in shapes.values() if not s.library),
    }


def _tell(found: dict[str, Any]) -> str:
    return f"{found['description']}: {'; '.join(item['description'] for item in found['items'])}"


# ── pads against KiCad's library ─────────────────────────────────────────────────────────────────

PAD: Final = re.compile(
    r'\(pad "(\w+)" \w+ \w+\s*\(at ([-\d. ]+)\)\s*\(size ([\d.]+) ([\d.]+)\)'
    r"(?:\s*\(drill ([\d.]+)\))?"
)


def library_pads(text: str) -> dict[str, Pad]:
    """The pads of a footprint's file, y upward."""
    pads = {}
    for name, at, wide, high, drill in PAD.findall(text):
        x, y, *_ = map(float, at.split())
        pads[name] = Pad(name, (x, -y), (float(wide), float(high)), float(drill or 0))
    return pads


def compare(kicad: KicadRoot, shape: Footprint) -> Iterator[str]:
    """Distances of all pads, sizes, drills, and which way round they are numbered."""
    if not shape.library:
        return
    folder, name = shape.library.split(":")
    file = kicad.root / LIBRARY / f"{folder}.pretty" / f"{name}.kicad_mod"
    theirs = library_pads(file.read_text()) if file.exists() else {}
    ours = {pad.number: pad for pad in shape.pads}
    if set(ours) != set(theirs):
        yield f"{shape.name}: {shape.library} has other pads: {', '.join(sorted(theirs))}"
        return
    for one, two in combinations(ours, 2):
        here, there = (dist(pads[one].at, pads[two].at) for pads in (ours, theirs))
        if abs(here - there) > NEAR_MM:
            yield f"{shape.name}: pads {one} and {two} are {here:.2f} mm apart, there {there:.2f}"
    for number, pad in ours.items():
        other = theirs[number]
        if any(abs(a - b) > LIKE_MM for a, b in zip(pad.size, other.size, strict=True)):
            yield f"{shape.name}: pad {number} has the size {pad.size}, there {other.size}"
        if abs(pad.drill - other.drill) > LIKE_MM:
            yield f"{shape.name}: pad {number} is drilled {pad.drill}, there {other.drill}"
    if _turn(ours) * _turn(theirs) * (-1 if shape.on_back else 1) < 0:
        yield f"{shape.name}: its pads are numbered the other way round"


def _turn(pads: dict[str, Pad]) -> float:
    """Above 0 if the first three pads that make a corner go against the clock."""
    for one, two, three in combinations(sorted(pads, key=int), 3):
        (ax, ay), (bx, by), (cx, cy) = (pads[name].at for name in (one, two, three))
        if abs(area := (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) > 1e-6:
            return area
    return 0.0


# ── for a factory ────────────────────────────────────────────────────────────────────────────────

DATED: Final = re.compile(r"(?i)CreationDate|^; DRILL file|^G04 Created by")


def make_fabrication(kicad: KicadRoot) -> dict[str, str]:
    """Gerbers, drills, places and pictures; a hash of each."""
    board = "/srv/pcb/boardpi.kicad_pcb"
    folder = kicad.project / FOLDER / "fabrication"
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    out = "/srv/pcb/fabrication"
    gerbers = ("--no-x2", "--subtract-soldermask", "--layers", LAYERS)
    kicad.run("pcb", "export", "gerbers", *gerbers, "-o", f"{out}/", board)
    kicad.run("pcb", "export", "drill", "--excellon-separate-th", "-o", f"{out}/", board)
    places = ("--format", "csv", "--units", "mm", "--side", "front", "--smd-only")
    kicad.run("pcb", "export", "pos", *places, "-o", f"{out}/placement.csv", board)
    for job in folder.glob("*.gbrjob"):
        job.unlink()  # it has nothing but a date and the list of the others
    for file in folder.iterdir():
        lines = [line for line in file.read_text().splitlines() if not DATED.search(line)]
        file.write_text("\n".join(lines) + "\n")
    for side in ("top", "bottom"):
        size = ("-w", str(PICTURE_PX), "--height", str(PICTURE_PX))
        kicad.run("pcb", "render", "--side", side, *size, "-o", f"/srv/pcb/{side}.png", board)
    return {
        f"fabrication/{file.name}": hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.iterdir())
    }
