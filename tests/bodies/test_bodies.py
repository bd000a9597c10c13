"""The printed bodies, from their files: closed, printable, the same hole as in the templates."""

from __future__ import annotations

import base64
import hashlib
import itertools
import pathlib
import re
import struct
import zlib
from collections import Counter
from functools import cache

import numpy as np
import pytest

from boardpi.drawings.archer import GLUE, NOTCH, SUNK, archer_height, pocket_depth
from boardpi.drawings.geometry import Circle, Layer, Path
from boardpi.drawings.measures import PLATES
from boardpi.drawings.wood import SCREW, draw_plate, hole_point, reed_turn
from boardpi.rules import DEFAULT, HOLES, Hole
from tests.bodies.step import read_step
from tools.bodies import dimensions as d
from tools.bodies.exploded import LOOKS
from tools.bodies.mesh import BadMesh, Mesh, Points, read_stl
from tools.bodies.products import DRAWINGS, FOLDER, files, read_note, source_hash
from tools.wiring.parts import VARIANTS

AGAIN = "run `make bodies`, look at the drawing and check the result in"
BED = 200.0  # of a small printer
bodies = pytest.mark.parametrize("name", d.NAMES)


@cache
def mesh(name: str) -> Mesh:
    return read_stl((FOLDER / f"{name}.stl").read_bytes())


def inside(name: str, *points: tuple[float, float, float]) -> list[bool]:
    return [bool(found) for found in mesh(name).contains(np.array(points, dtype=float))]


# -- the files ------------------------------------------------------------------------------------


def test_they_were_made_from_the_measures_of_today() -> None:
    assert read_note()["sources"] == source_hash(), AGAIN


def test_nobody_changed_them_by_hand() -> None:
    here = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files()}
    assert read_note()["files"] == here, AGAIN


@pytest.mark.parametrize("data", [b"", b"solid archer\n" * 9, bytes(83), bytes(84) + b"x"])
def test_what_is_no_stl_file_is_refused(data: bytes) -> None:
    with pytest.raises(BadMesh, match=f"{len(data)} bytes are no binary STL file"):
        read_stl(data)


@bodies
def test_a_body_holds_water_and_is_upright_on_the_bed(name: str) -> None:
    body = mesh(name)
    low, high = body.box
    assert body.open_edges() == 0
    assert body.volume > 100
    assert low[2] == pytest.approx(0, abs=1e-4)
    assert max(high - low) < BED


def test_a_hole_in_the_surface_would_be_seen() -> None:
    whole = mesh("ring")
    assert Mesh(whole.corners[1:]).open_edges() == 3
    assert Mesh(whole.corners[:, ::-1]).volume < 0


@bodies
def test_no_wall_is_too_thin_to_print(name: str) -> None:
    assert mesh(name).thinnest(2000, np.random.default_rng(1)) >= d.THINNEST


def test_a_thin_wall_would_be_seen() -> None:
    flat = mesh("lid").corners * np.array([1, 1, 0.3])
    assert Mesh(flat).thinnest(500, np.random.default_rng(1)) < d.THINNEST


@bodies
def test_the_step_file_is_the_same_solid(name: str) -> None:
    text = (FOLDER / f"{name}.step").read_text("utf-8")
    assert not re.search(r"\.\d{10}|\.\d*E-", text), "digits that differ from run to run"
    step = read_step(text)
    assert step.dangling() == set()
    assert len(step.of("MANIFOLD_SOLID_BREP")) == len(step.of("CLOSED_SHELL")) == 1
    assert len(step.of("ADVANCED_FACE")) > 4
    assert any("SI_UNIT(.MILLI.,.METRE.)" in record for record in step.records.values())
    low, high = mesh(name).box
    points = np.array(step.corners())
    assert np.allclose(points[:, 2].max(), high[2], atol=1e-3)
    assert np.allclose(points[:, 2].min(), low[2], atol=1e-3)
    assert (points <= high + 0.06).all()
    assert (points >= low - 0.06).all()


# -- the same hole as in the templates ------------------------------------------------------------


@cache
def cuts(plate: str) -> list[tuple[Hole, Points]]:
    """Every cut of a plate of the templates as a ring of points around its hole's middle."""
    found = []
    for shape in draw_plate(d.MEASURES, plate, DEFAULT).shapes:
        if shape.layer in (Layer.SCREWS, Layer.OUTLINE, Layer.NOTES):
            continue
        if isinstance(shape, Circle):
            turns = np.linspace(0, 2 * np.pi, 24, endpoint=False)
            ring = np.stack([np.cos(turns), np.sin(turns)], axis=1) * shape.radius + shape.centre
        else:
            assert isinstance(shape, Path)
            corners = np.array(shape.points)
            ring = np.concatenate([corners, (corners + np.roll(corners, 1, axis=0)) / 2])
        if np.ptp(ring, axis=0).max() > d.MEASURES.pitch:
            continue  # the window for the joints of the printed circuit board: of no hole
        middle = ring.mean(axis=0)
        places = np.array([hole_point(d.MEASURES, hole) for hole in HOLES])
        nearest = int(np.linalg.norm(places - middle, axis=1).argmin())
        found.append((HOLES[nearest], ring - places[nearest]))
    return found


@pytest.mark.parametrize(("plate", "height"), [("reeds", d.LOWER + 1.5), ("pixels", 1.5)])
def test_a_carrier_has_the_cuts_of_its_hole_and_no_others(plate: str, height: float) -> None:
    """Just inside of each cut of the template there is nothing; just outside there is, unless
    another cut is there.
    """
    for hole in HOLES:
        rings = [ring for name, ring in cuts(plate) if name == hole]
        body = mesh("carrier-e" if reed_turn(hole) < 0 else "carrier")
        for ring in rings:
            middle = ring.mean(axis=0)
            way = (ring - middle) / np.linalg.norm(ring - middle, axis=1, keepdims=True)
            within, beyond = (np.insert(ring + far * way, 2, height, axis=1) for far in (-0.3, 0.3))
            assert not body.contains(within).any(), hole
            others = [other for other in rings if other is not ring]
            alone = [not any(_is_within(point, other) for other in others) for point in beyond]
            assert any(alone)
            assert body.contains(beyond[alone]).all(), hole


def _is_within(point: Points, ring: Points) -> bool:
    """Whether a convex ring has the point, with a little to spare for its straight pieces."""
    middle = ring.mean(axis=0)
    order = np.argsort(np.arctan2(*(ring - middle).T[::-1]))
    ring = ring[order]
    sides = np.roll(ring, -1, axis=0) - ring
    offset = point[:2] - ring
    across = sides[:, 0] * offset[:, 1] - sides[:, 1] * offset[:, 0]
    return bool((across > -0.5 * np.linalg.norm(sides, axis=1)).all())


def test_the_templates_have_a_chamber_a_slot_a_window_and_two_wires_for_each_hole() -> None:
    assert len(cuts("reeds")) == 2 * 25
    assert len(cuts("pixels")) == 3 * 25


def test_a_carrier_is_as_thick_as_its_two_plates_and_a_little_smaller_than_the_pitch() -> None:
    low, high = mesh("carrier").box
    assert high[2] == pytest.approx(PLATES["reeds"] + PLATES["pixels"])
    assert d.MEASURES.pitch - 0.3 < high[0] - low[0] < d.MEASURES.pitch


def test_the_reed_lies_where_the_magnets_are_computed() -> None:
    """Open from the floor through the upper plate and no deeper: the glass keeps its depth."""
    x, y = 15.0, -5.0  # in the slot, beyond the chamber
    heights = [d.CARRIER - 0.1, d.LOWER + 0.1, d.LOWER - 0.1, 0.1]
    assert inside("carrier", *((x, y, z) for z in heights)) == [False, False, True, True]
    assert inside("carrier-e", *((-x, y, z) for z in heights)) == [False, False, True, True]


@pytest.mark.parametrize("name", ["archer", "archer-black"])
def test_an_archer_takes_its_magnet_as_drawn(name: str) -> None:
    magnet, foot = d.MEASURES.magnet, d.MEASURES.foot
    low, high = mesh(name).box
    assert high[2] == pytest.approx(archer_height(d.MEASURES), abs=0.2)
    assert high[0] - low[0] == pytest.approx(foot, abs=0.1)
    assert foot + 2 * 2 == d.MEASURES.hole
    edge = (magnet.diameter + GLUE) / 2
    depth = SUNK + magnet.height
    assert depth == pocket_depth(d.MEASURES)
    points = [(0, 0, 0.1), (0, 0, depth - 0.1), (edge - 0.1, 0, SUNK), (0, 0, depth + 0.1)]
    assert inside(name, *points, (edge + 0.1, 0, SUNK)) == [False, False, False, True, True]


def test_fingers_tell_black_from_white() -> None:
    """A notch across the head, from side to side; all else is the same."""
    (wide, deep), top = NOTCH, archer_height(d.MEASURES)
    across = [(0.0, y, top - deep + 0.1) for y in np.linspace(-4, 4, 9)]
    assert inside("archer", *across) == [True] * 9
    assert inside("archer-black", *across) == [False] * 9
    beside = [(x, 0.0, top - deep + 0.1) for x in (-wide / 2 - 0.2, wide / 2 + 0.2)]
    below = [(0.0, y, top - deep - 0.1) for y in (-3.0, 0.0, 3.0)]
    assert inside("archer-black", *beside, *below) == [True] * 5
    missing = mesh("archer").volume - mesh("archer-black").volume
    assert 0 < missing < wide * deep * d.MEASURES.foot, "nothing else is cut away"


def test_a_finger_finds_the_notch_inside_a_ring() -> None:
    """The ring leaves the top of the head open, wider than the notch; its floor lies deeper."""
    ring = mesh("ring").placed(next(p for p in d.archers() if p.name == "ring"))
    top = d.FLOOR + archer_height(d.MEASURES)
    x, y = hole_point(d.MEASURES, HOLES[2])
    turns = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    free = [(x + 3.5 * np.cos(turn), y + 3.5 * np.sin(turn)) for turn in turns]
    assert not ring.contains(np.array([(*point, top - 0.3) for point in free])).any()
    assert NOTCH[0] < 3.5
    assert ring.box[1][2] - (top - NOTCH[1]) > 2
    assert ring.box[1][0] - ring.box[0][0] >= d.MEASURES.foot + 3, "felt beside a bare head"


# -- together --------------------------------------------------------------------------------------


def test_no_body_is_where_another_is() -> None:
    chance = np.random.default_rng(2)
    placed = [(place, mesh(place.name).placed(place)) for place in d.assembly()]
    for (one, first), (two, second) in itertools.combinations(placed, 2):
        if _are_apart(first, second):
            continue
        for body, other in ((first, second), (second, first)):
            points = body.samples(150, 0.02, chance)
            assert not other.contains(points).any(), f"{one} and {two}"


def _are_apart(one: Mesh, two: Mesh) -> bool:
    (low, high), (other_low, other_high) = one.box, two.box
    return bool((low >= other_high - 1e-3).any() or (high <= other_low + 1e-3).any())


def test_bodies_in_each_other_would_be_seen() -> None:
    one = mesh("case")
    two = Mesh(one.corners + np.array([1.0, 1.0, 0.0]))
    assert one.contains(two.samples(150, 0.02, np.random.default_rng(2))).any()


def test_the_frame_holds_plates_and_carriers() -> None:
    """The plates have a little play; outer carriers lie on the ledge; posts hold the corners."""
    frames = [mesh(p.name).placed(p) for p in d.assembly() if p.name == "frame"]
    low, high = (
        np.min([f.box[0] for f in frames], axis=0),
        np.max([f.box[1] for f in frames], axis=0),
    )
    assert np.allclose(low, [-3.5, -3.5, -d.HEIGHT], atol=1e-3)
    assert np.allclose(high, [d.MEASURES.side + 3.5, d.MEASURES.side + 3.5, 0], atol=1e-3)

    def is_solid(x: float, y: float, z: float) -> bool:
        return any(frame.contains(np.array([[x, y, z]], dtype=float))[0] for frame in frames)

    ledge = -d.COVER - d.CARRIER
    assert is_solid(-0.4, 100, -1)
    assert not is_solid(-0.2, 100, -1)
    assert is_solid(12, 100, ledge - 0.1)
    assert not is_solid(12, 100, ledge + 0.1)
    assert not is_solid(16.2, 100, ledge - 0.1)
    assert is_solid(4, 4, -d.COVER - 0.1)
    assert not is_solid(4, 4, -d.COVER + 0.1)


def test_the_plates_screws_go_through_the_frame() -> None:
    x = y = SCREW[1]
    frame = next(mesh(p.name).placed(p) for p in d.assembly() if p.name == "frame")
    axis = np.array([[x, y, z] for z in np.linspace(-d.HEIGHT + 0.1, -0.1, 40)])
    assert not frame.contains(axis).any()
    beside = np.array([[x + 2.2, y, -d.COVER - 3], [x - 2.2, y, -d.COVER - 3]])
    assert frame.contains(beside).all()


def test_the_ring_sits_on_a_head_and_stays_there() -> None:
    """Wider than the head below, narrower above: it cannot fall through."""
    low, high = mesh("ring").box
    head = d.MEASURES.foot / 2
    assert high[0] - low[0] > 2 * head
    assert inside("ring", (head + 0.05, 0, 0.1), (head - 0.8, 0, d.RING_HEIGHT - 0.1)) == [
        False,
        True,
    ]


def test_the_case_takes_its_board_and_its_lid() -> None:
    rail = d.CASE_WALL + d.RAIL[1]
    x, y = (side / 2 - 0.4 for side in d.BOARD)
    assert inside("case", (x, y, rail + 0.5), (x, y, rail - 0.5)) == [False, True]
    assert d.CASE_HEIGHT + d.LID < d.ROOM - 6, "pixels and wires hang below the carriers"
    high = mesh("case").box[1]
    assert high[2] == pytest.approx(d.CASE_HEIGHT)
    assert inside("case", (-high[0] + 1, 0, rail + 4), (high[0] - 1, 0, rail + 9)) == [False, False]


def test_the_page_tells_how_many_of_each_are_printed() -> None:
    counts = Counter(place.name for place in (*d.assembly(), *d.printed_assembly()))
    page = (FOLDER / "README.md").read_text("utf-8")
    for name in d.NAMES:
        low, high = mesh(name).box
        size = " × ".join(f"{side:.0f}" for side in high - low)
        volume = mesh(name).volume / 1000
        is_small = name.startswith("archer") or name == "ring"
        many = f"{counts[name]}{' and spares' if is_small else ''}"
        assert (
            f"| [{name}]({name}.stl) ([step]({name}.step)) | {many} | {size} | {volume:.1f} |"
            in page
        )


def test_the_list_of_parts_has_plastic_enough() -> None:
    """And not twice as much."""
    parts = itertools.chain(*VARIANTS.values())
    told = sorted(int(found[1]) for part in parts if (found := re.search(r"(\d+) cm³", part.name)))
    board = sum(mesh(place.name).volume for place in d.printed_assembly()) / 1000
    small = {place.name for place in d.archers()}
    bodies = [place.name for place in d.assembly() if place.name not in small]
    carriers = sum(mesh(name).volume for name in bodies) / 1000
    for need, buy in zip((board, carriers), told, strict=True):
        assert need <= buy <= 2 * need


# -- the drawing -----------------------------------------------------------------------------------


PLATES_SHOWN = {
    "exploded": {"top", "rim", "floor"},
    "exploded-pcb": {"top", "rim", "floor", "plate 4", "board"},
}


@pytest.mark.parametrize("file", DRAWINGS, ids=lambda file: str(file.stem))
def test_a_drawing_shows_and_names_every_part(file: pathlib.Path) -> None:
    text = file.read_text("utf-8")
    is_printed = file.stem == "exploded-pcb"
    places = [*d.printed_assembly(), *d.archers()] if is_printed else [*d.assembly()]
    shown = {place.name.removesuffix("-e") for place in places} | PLATES_SHOWN[file.stem]
    assert {name for name, look in LOOKS.items() if f">{look.words}<" in text} == shown
    found = re.search(r"base64,([^\"]+)", text)
    assert found
    png = base64.b64decode(found[1])
    width, height = struct.unpack(">2I", png[16:24])
    size = int.from_bytes(png[33:37], "big")
    rows = np.frombuffer(zlib.decompress(png[41 : 41 + size]), np.uint8).reshape(height, -1)
    dots = rows[:, 1:].reshape(height, width, 3)
    share = (dots < 250).any(axis=2).mean()
    assert 0.2 < share < 0.8
