"""Who follows the copper from pin to pin finds what pins.toml says."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from math import dist

import pytest

from tests.pcb.reader import PROJECT, Point, PrintedBoard, printed_board
from tools.pcb.kicad_board import board_file
from tools.wiring.pins import BadPins, read_pins

TEXT = (PROJECT / "wiring" / "pins.toml").read_text(encoding="utf-8")
PINS = tomllib.loads(TEXT)
HOLES = [f"{column}{row}" for row in "12345" for column in "abcde"]
# As the makers of both number them, told again: pads of a Nano, pins of the Pi's header.
NANO = {
    **{f"D{n}": n + 3 for n in range(2, 13)},
    **{f"A{n}": 19 + n for n in range(8)},
    **{"5V": 27, "GND": 4},
}
PI = {
    **{5: 29, 6: 31, 13: 33, 19: 35, 26: 37, 16: 36, 20: 38, 21: 40, 12: 32, 25: 22},
    **{10: 19, 17: 11, 27: 13, 22: 15, 23: 16, 24: 18},
}


@pytest.fixture(scope="module")
def board() -> PrintedBoard:
    return printed_board()


def check_matrix(board: PrintedBoard, pins: dict[str, dict[str, list[str]]]) -> None:
    for name in HOLES:
        spot = PINS["holes"][name]
        row, column = spot["row"] - 1, "abcde".index(spot["column"])
        anode, cathode = board.net(f"D{name}", 2), board.net(f"D{name}", 1)
        assert anode == board.net("A1", NANO[pins["serial"]["columns"][column]])
        assert anode == board.net("J1", PI[int(pins["direct"]["columns"][column])])
        assert cathode == board.net(f"S{name}", 1)
        far = board.net(f"S{name}", 2)
        assert far == board.net("A1", NANO[pins["serial"]["rows"][row]])
        assert far == board.net("J1", PI[int(pins["direct"]["rows"][row])])


def test_every_hole_has_a_diode_from_its_column_and_a_reed_to_its_row(board: PrintedBoard) -> None:
    check_matrix(board, PINS)


def test_a_pico_finds_all_its_wires_at_the_header_for_a_pi(board: PrintedBoard) -> None:
    """Its table in pins.md, followed through the copper: docs/decisions/0169."""
    page = (PROJECT / "wiring" / "pins.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([^|]+) \| (\d+) \| (\w+) \(\d+\) \|$", page, re.MULTILINE)
    told = {wire: (board.net("J1", pin), name) for wire, pin, name in rows}
    pico = PINS["pico"]
    wanted = {
        **{f"row {n + 1}": (board.net(f"Sa{n + 1}", 2), pico["rows"][n]) for n in range(5)},
        **{
            f"column {name}": (board.net(f"D{name}1", 2), pico["columns"][n])
            for n, name in enumerate("abcde")
        },
        "pixels": (board.net("U1", 2), pico["pixels"]),
        "button": (board.net("J3", 1), pico["button"]),
        "3.3 V, for the pull-ups": (board.net("JP1", 3), "3V3"),
        "ground": (board.net("C1", 2), "GND"),
    }
    assert told == wanted
    assert len({net for net, _ in told.values()}) == len(told) == 14


def test_rows_columns_and_holes_are_joined_with_nothing_else(board: PrintedBoard) -> None:
    nets = [board.net(f"S{name}", 1) for name in HOLES]
    nets += [board.net(f"D{column}1", 2) for column in "abcde"]
    nets += [board.net(f"Sa{row}", 2) for row in "12345"]
    nets += [board.net("C1", 1), board.net("C1", 2), board.net("J3", 1)]
    assert len(set(nets)) == len(nets) == 38


def test_the_chain_goes_from_hole_to_hole_as_it_is_written(board: PrintedBoard) -> None:
    order = sorted(HOLES, key=lambda name: int(PINS["holes"][name]["pixel"]))
    wire = board.net("R6", 1)
    for name in order:
        assert board.net(f"LED{name}", 4) == wire, f"data comes to {name}"
        wire = board.net(f"LED{name}", 2)
        assert board.net(f"LED{name}", 1) == board.net("F1", 2), "behind the fuse"
        assert board.net(f"LED{name}", 3) == board.net("J2", 1)
        assert {board.net(f"C{name}", 1), board.net(f"C{name}", 2)} == {
            board.net(f"LED{name}", 1),
            board.net(f"LED{name}", 3),
        }
    assert wire == board.net("TP_DOUT", 1)


def test_data_comes_from_the_nano_or_through_the_shifter_from_the_pi(board: PrintedBoard) -> None:
    assert board.net("JP2", 1) == board.net("A1", NANO[PINS["serial"]["pixels"]])
    assert board.net("JP2", 2) == board.net("R6", 2)
    assert board.net("JP2", 3) == board.net("U1", 4)
    assert board.net("U1", 2) == board.net("J1", PI[PINS["direct"]["pixels"]])
    assert board.net("U1", 1) == board.net("U1", 3) == board.net("J2", 1)
    assert board.net("U1", 5) == board.net("F1", 2)


def test_pull_ups_have_the_voltage_of_who_reads(board: PrintedBoard) -> None:
    for number, column in enumerate("abcde", 1):
        assert board.net(f"R{number}", 1) == board.net(f"D{column}1", 2)
        assert board.net(f"R{number}", 2) == board.net("JP1", 2)
    assert board.net("JP1", 1) == board.net("A1", NANO["5V"])
    assert board.net("JP1", 3) == board.net("J1", 1) == board.net("J1", 17)


def test_no_supply_can_feed_the_pi_or_the_nano(board: PrintedBoard) -> None:
    supplies = {board.net("J2", 2), board.net("F1", 2)}
    for ref in ("J1", "A1"):
        assert not supplies & {pad.net for pad in board.parts[ref].pads.values()}
    for pin in (2, 4):
        assert board.net("J1", pin).startswith("unconnected"), "5 V of the Pi"


def test_button_buzzer_fuse_and_ground(board: PrintedBoard) -> None:
    assert board.net("J3", 1) == board.net("A1", NANO[PINS["serial"]["button"]])
    assert board.net("J3", 1) == board.net("J1", PI[PINS["direct"]["button"]])
    assert board.net("R7", 1) == board.net("J1", PI[PINS["direct"]["buzzer"]])
    assert board.net("R7", 2) == board.net("Q1", 1)
    assert board.net("Q1", 3) == board.net("J4", 1)
    assert board.net("J4", 2) == board.net("F1", 2) == board.net("C1", 1)
    assert board.net("J2", 2) == board.net("F1", 1) != board.net("F1", 2)
    grounds = [("A1", 4), ("A1", 29), ("J3", 2), ("Q1", 2), ("C1", 2)]
    grounds += [("J1", pin) for pin in (6, 9, 14, 20, 25, 30, 34, 39)]
    assert {board.net(*pad) for pad in grounds} == {board.net("J2", 1)}


def test_every_row_column_and_supply_can_be_measured(board: PrintedBoard) -> None:
    points = {ref: part.pads["1"].net for ref, part in board.parts.items() if ref[:3] == "TP_"}
    assert len(points) == len(set(points.values())) == 15
    assert points["TP_c"] == board.net("Dc1", 2)
    assert points["TP_4"] == board.net("Sa4", 2)
    assert all(board.parts[ref].layer == "B.Cu" for ref in points)


@dataclass(frozen=True)
class Piece:
    """Copper from end to end, on one side or on both (`*`)."""

    start: Point
    end: Point
    layer: str
    half: float  # of its width

    def touches(self, other: Piece) -> bool:
        if self.layer != other.layer and "*" not in (self.layer, other.layer):
            return False
        reach = max(self.half, other.half)
        ways = ((self.start, other), (self.end, other), (other.start, self), (other.end, self))
        return any(_away(point, there.start, there.end) <= reach for point, there in ways)


def _away(point: Point, start: Point, end: Point) -> float:
    """From a point to a straight track."""
    (x, y), (ax, ay), (bx, by) = point, start, end
    length = (bx - ax) ** 2 + (by - ay) ** 2
    part = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length if length else 0.0
    part = min(1.0, max(0.0, part))
    return dist(point, (ax + part * (bx - ax), ay + part * (by - ay)))


def copper(board: PrintedBoard) -> dict[str, list[Piece]]:
    """All of it, by its net."""
    found: dict[str, list[Piece]] = {}
    for net, layer, start, end, width in board.tracks:
        found.setdefault(net, []).append(Piece(start, end, layer, width / 2))
    for net, at in board.vias:
        found.setdefault(net, []).append(Piece(at, at, "*", 0.1))
    for part in board.parts.values():
        for pad in part.pads.values():
            layer = "*" if pad.is_both else part.layer
            found.setdefault(pad.net, []).append(Piece(pad.at, pad.at, layer, 0.1))
    return {net: found[net] for net in found if net and not net.startswith("unconnected")}


def count(pieces: list[Piece]) -> int:
    """How many islands these make."""
    islands = 0
    left = set(range(len(pieces)))
    while left:
        islands += 1
        reached = [left.pop()]
        while reached:
            here = pieces[reached.pop()]
            near = {number for number in left if pieces[number].touches(here)}
            left -= near
            reached += near
    return islands


def test_the_copper_of_every_net_hangs_together(board: PrintedBoard) -> None:
    islands = {net: count(pieces) for net, pieces in copper(board).items()}
    assert len(islands) == 75
    assert {net: number for net, number in islands.items() if number > 1} == {}


def test_a_track_that_is_missing_is_noticed(board: PrintedBoard) -> None:
    row = copper(board)["ROW_3"]
    for piece in row:
        if piece.start != piece.end:
            assert count([other for other in row if other is not piece]) > 1


def test_other_pins_make_another_board() -> None:
    moves = {
        '["A0", "A1", "A2", "A3", "A4"]': '["A1", "A2", "A3", "A4", "A5"]',
        '["D3", "D4", "D5", "D6", "D7"]': '["D2", "D3", "D4", "D5", "D6"]',
        'button = "D2"': 'button = "D7"',
        'pixels = "D8"': 'pixels = "D11"',
        "[5, 6, 13, 19, 26]": "[22, 23, 24, 19, 26]",
    }
    text = TEXT
    for old, new in moves.items():
        text = text.replace(old, new)
    other = PrintedBoard(board_file(read_pins(text)))
    check_matrix(other, tomllib.loads(text))
    assert other.net("JP2", 1) == other.net("A1", NANO["D11"])
    assert all(count(pieces) == 1 for pieces in copper(other).values())


def test_a_chain_that_jumps_is_refused_by_its_name() -> None:
    text = TEXT.replace(
        'b1 = { row = 1, column = "b", pixel = 1 }', 'b1 = { row = 1, column = "b", pixel = 24 }'
    )
    text = text.replace(
        'e5 = { row = 5, column = "e", pixel = 24 }', 'e5 = { row = 5, column = "e", pixel = 1 }'
    )
    with pytest.raises(BadPins, match=r"holes\.e5\.pixel.*e5 follows a1"):
        board_file(read_pins(text))
