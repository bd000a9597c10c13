"""The wiring diagrams: whoever follows their lines builds the board of pins.toml."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.wiring.nets import GROUND, Nets
from tools.wiring.budget import FUSE_MA, SUPPLY_MA
from tools.wiring.chips import HEADER, HEADER_POWER, NANO, PICO
from tools.wiring.circuit import Circuit, Symbol
from tools.wiring.diagrams import draw_direct, draw_pico, draw_serial
from tools.wiring.pins import HOLE_NAMES, Pins, read_pins
from tools.wiring.products import SOURCE, project_pins

PROJECT = Path(__file__).parents[2]
PINS = project_pins(PROJECT)
DRAW = {"serial": draw_serial, "pico": draw_pico, "direct": draw_direct}
PLUS = {"serial": "5V", "pico": "3V3  (36)", "direct": "3.3 V  (1)"}
COMMON = {"serial": "GND", "pico": "GND  (38)", "direct": "GND  (6)"}
# What the pixels' supply must never feed.
UNFED = {
    "serial": ("5V",),
    "pico": ("3V3  (36)", "VSYS  (39)"),
    "direct": ("3.3 V  (1)", "5 V  (2)"),
}


def names(pins: Pins, build: str) -> tuple[list[str], list[str], str, str]:
    """How the diagram of a build calls its rows, columns, pixels and button."""
    if build == "serial":
        nano = pins.nano
        rows, columns, (pixels,) = (
            [f"{pin}  ({NANO[pin]})" for pin in group]
            for group in (nano.rows, nano.columns, (nano.pixels,))
        )
        return rows, columns, pixels, nano.button
    if build == "pico":
        pico = pins.pico
        rows, columns, (pixels, button) = (
            [f"{pin}  ({PICO[pin]})" for pin in group]
            for group in (pico.rows, pico.columns, (pico.pixels, pico.button))
        )
        return rows, columns, pixels, button
    pi = pins.pi
    rows, columns, (pixels, button) = (
        [f"GPIO {pin}  ({HEADER[pin]})" for pin in group]
        for group in (pi.rows, pi.columns, (pi.pixels, pi.button))
    )
    return rows, columns, pixels, button


@cache
def drawn(pins: Pins, build: str) -> tuple[Circuit, Nets]:
    circuit = DRAW[build](pins)
    return circuit, Nets(circuit)


def symbols(circuit: Circuit, kind: str) -> list[Symbol]:
    return [symbol for symbol in circuit.symbols if symbol.kind == kind]


builds = pytest.mark.parametrize("build", DRAW)


@builds
def test_every_hole_has_a_diode_from_its_column_and_a_reed_to_its_row(build: str) -> None:
    circuit, nets = drawn(PINS, build)
    rows, columns, _, _ = names(PINS, build)
    reeds = {reed.one: reed for reed in symbols(circuit, "reed")}
    found = set()
    for diode in symbols(circuit, "diode"):
        row_end = reeds[diode.two].two
        (column,) = [name for name in columns if nets.is_one([diode.one, circuit.pins[name]])]
        (row,) = [name for name in rows if nets.is_one([row_end, circuit.pins[name]])]
        found.add((rows.index(row), columns.index(column)))
    assert found == {(spot.row, spot.column) for spot in PINS.holes}


@builds
def test_rows_and_columns_are_joined_with_nothing_else(build: str) -> None:
    circuit, nets = drawn(PINS, build)
    rows, columns, pixels, button = names(PINS, build)
    wires = [circuit.pins[name] for name in (*rows, *columns, pixels, button)]
    for place, one in enumerate(wires):
        assert not any(nets.is_one([one, other]) for other in wires[place + 1 :])
        assert not nets.is_one([one, GROUND])


@builds
def test_every_column_has_a_pull_up_to_the_controller_s_own_plus(build: str) -> None:
    circuit, nets = drawn(PINS, build)
    plus = circuit.pins[PLUS[build]]
    _, columns, _, _ = names(PINS, build)
    for column in columns:
        pulled = [
            resistor
            for resistor in symbols(circuit, "resistor")
            if nets.is_one([resistor.one, circuit.pins[column]])
        ]
        assert [nets.is_one([resistor.two, plus]) for resistor in pulled] == [True]


@builds
def test_the_pixels_have_a_fused_supply_of_their_own(build: str) -> None:
    circuit, nets = drawn(PINS, build)
    pins = circuit.pins
    assert f">fuse {FUSE_MA / 1000:g} A<" in circuit.svg()
    assert f">{SUPPLY_MA / 1000:g} A,<" in circuit.svg()
    (fuse,) = symbols(circuit, "fuse")
    (capacitor,) = symbols(circuit, "capacitor")
    assert nets.is_one([pins["supply +"], fuse.one])
    assert nets.is_one([fuse.two, capacitor.one, pins["pixels +"]])
    assert nets.is_one([pins["supply –"], capacitor.two, pins["pixels –"], pins[COMMON[build]]])
    for name in UNFED[build]:
        assert not nets.is_one([pins["pixels +"], pins[name]]), "it would feed the Pi backwards"
        assert not nets.is_one([pins["supply +"], pins[name]])


@builds
def test_data_reaches_the_first_pixel_through_330_ohms(build: str) -> None:
    circuit, nets = drawn(PINS, build)
    _, _, pixels, _ = names(PINS, build)
    (last,) = [r for r in symbols(circuit, "resistor") if nets.is_one([r.two, circuit.pins["DIN"]])]
    source = circuit.pins[pixels]
    if build != "serial":
        assert nets.is_one([source, circuit.pins["1A"]])
        assert nets.is_one([circuit.pins["VCC"], circuit.pins["pixels +"]])
        assert nets.is_one([circuit.pins["shifter –"], circuit.pins[COMMON[build]]])
        source = circuit.pins["1Y"]
    assert nets.is_one([source, last.one])


@builds
def test_the_button_goes_to_ground(build: str) -> None:
    circuit, nets = drawn(PINS, build)
    (button,) = symbols(circuit, "button")
    assert nets.is_one([button.one, circuit.pins[names(PINS, build)[3]]])
    assert nets.is_one([button.two, GROUND])


def test_the_adapter_s_lines_are_crossed() -> None:
    """What one side sends the other receives."""
    circuit, nets = drawn(PINS, "pico")
    pins = circuit.pins
    assert nets.is_one([pins["GP0  (1)"], pins["adapter RXD"]])
    assert nets.is_one([pins["GP1  (2)"], pins["adapter TXD"]])
    assert nets.is_one([pins["VSYS  (39)"], pins["adapter 5V"]])
    assert nets.is_one([pins["GND  (3)"], pins["adapter GND"]])
    assert not nets.is_one([pins["adapter RXD"], pins["adapter TXD"]])


def test_a_transistor_switches_the_buzzer() -> None:
    circuit, nets = drawn(PINS, "direct")
    pins = circuit.pins
    buzzer = pins[f"GPIO {PINS.pi.buzzer}  ({HEADER[PINS.pi.buzzer]})"]
    (resistor,) = [r for r in symbols(circuit, "resistor") if nets.is_one([r.one, buzzer])]
    assert nets.is_one([resistor.two, pins["base"]])
    assert nets.is_one([pins["collector"], pins["buzzer –"]])
    assert nets.is_one([pins["buzzer +"], pins["5 V  (2)"]])
    assert nets.is_one([pins["emitter"], GROUND])


@pytest.mark.parametrize("draw", DRAW.values())
def test_every_hole_is_named_once(draw: Callable[[Pins], Circuit]) -> None:
    words = re.findall(r">([a-e][1-5])<", draw(PINS).svg())
    assert sorted(words) == sorted(HOLE_NAMES)


def test_other_pins_make_other_diagrams() -> None:
    text = (PROJECT / SOURCE).read_text(encoding="utf-8")
    other = read_pins(text.replace("button = 17", "button = 22").replace('"D8"', '"D9"'))
    assert "GPIO 22  (15)" in draw_direct(other).pins
    assert "D9  (PB1)" in draw_serial(other).pins
    other = read_pins(text.replace('"GP13"', '"GP22"'))
    assert "GP22  (29)" in draw_pico(other).pins


def test_the_pins_of_the_pico_leave_room_for_power() -> None:
    """Forty, and those that are no GPIO: eight grounds, RUN, the reference and four of power."""
    others = [3, 8, 13, 18, 23, 28, 30, 33, 35, 36, 37, 38, 39, 40]
    assert sorted([*PICO.values(), *others]) == list(range(1, 41))


def test_the_header_of_the_pi_has_forty_pins() -> None:
    assert sorted([*HEADER.values(), *HEADER_POWER]) == list(range(1, 41))
    assert sorted(HEADER) == list(range(28))
