"""wiring/pins.toml, read strictly: every mistake is a sentence that names its key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final, NamedTuple, TypeVar

from boardpi.config.header_pins import PIXEL_PINS
from boardpi.documents import read_toml
from boardpi.rules import HOLES
from tools.wiring.chips import HEADER, NANO, NANO_TAKEN, PI_TAKEN, PICO, PICO_TAKEN

SIDE: Final = 5
SERIAL_KEYS: Final = ("rows", "columns", "pixels", "button")
DIRECT_KEYS: Final = (*SERIAL_KEYS, "buzzer")
HOLE_KEYS: Final = ("row", "column", "pixel")
HOLE_NAMES: Final = tuple(map(str, HOLES))
SECTIONS: Final = {
    "serial": SERIAL_KEYS,
    "pico": SERIAL_KEYS,
    "direct": DIRECT_KEYS,
    "holes": HOLE_NAMES,
}
COLUMN_NAMES: Final = "abcde"

P = TypeVar("P", str, int)
Problems = list[str]


class BadPins(ValueError):
    """A pins.toml that nobody can wire; `problems` has a sentence for each wrong key."""

    def __init__(self, problems: Problems) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(problems))


class Spot(NamedTuple):
    """Where one hole is wired to, all counted from 0."""

    row: int
    column: int
    pixel: int


@dataclass(frozen=True, slots=True)
class SerialPins:
    """The serial build, by the names printed on a Nano or on a Pico."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    pixels: str
    button: str


@dataclass(frozen=True, slots=True)
class PiPins:
    """The direct build, in GPIO numbers."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    pixels: int
    button: int
    buzzer: int


@dataclass(frozen=True, slots=True)
class Pins:
    """All of it; `holes` has a1 first, in the order of a mask."""

    nano: SerialPins
    pico: SerialPins
    pi: PiPins
    holes: tuple[Spot, ...]


def read_pins(text: str) -> Pins:
    """The pins of a TOML text; all that is wrong with it comes in one BadPins."""
    document = read_toml(text, lambda problem: BadPins([problem]))
    problems = list(_wrong_keys("", document, tuple(SECTIONS)))
    sections = {
        name: _section(name, document.get(name, {}), keys, problems)
        for name, keys in SECTIONS.items()
    }
    nano = _build("serial", sections["serial"], _nano_pin, problems)
    pico = _build("pico", sections["pico"], _pico_pin, problems)
    pi = _build("direct", sections["direct"], _gpio, problems)
    holes = tuple(_spot(name, sections["holes"].get(name), problems) for name in HOLE_NAMES)
    if problems:
        raise BadPins(problems)
    pins = Pins(SerialPins(**nano), SerialPins(**pico), PiPins(**pi), holes)
    _check(pins)
    return pins


def _check(pins: Pins) -> None:
    """What can only be wrong between keys that are right by themselves."""
    problems = [
        *_twice("serial", pins.nano),
        *_twice("pico", pins.pico),
        *_twice("direct", pins.pi),
        *_side_by_side("serial", pins.nano, lambda pin: NANO[pin].bit),
        *_side_by_side("pico", pins.pico, gpio_of),
        *_matrix(pins.holes),
        *_chain(pins.holes),
    ]
    if problems:
        raise BadPins(problems)


# -- keys and values by themselves ---------------------------------------------------------------


def _wrong_keys(place: str, table: Mapping[str, object], keys: tuple[str, ...]) -> Iterator[str]:
    for name in table:
        if name not in keys:
            near = get_close_matches(name, keys, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"known: {_list(keys)}"
            yield f"{place}{name}: there is no such key {name!r}; {hint}"
    for name in keys:
        if name not in table:
            yield f"{place}{name}: is missing"


def _list(keys: tuple[str, ...]) -> str:
    return ", ".join(keys) if len(keys) < len(HOLE_NAMES) else "a1 to e5"


def _section(
    name: str, table: object, keys: tuple[str, ...], problems: Problems
) -> Mapping[str, object]:
    if not isinstance(table, dict):
        problems.append(f"{name}: must be a section [{name}], not {table!r}")
        return {}
    if table:
        problems += _wrong_keys(f"{name}.", table, keys)
    return table


def _build(
    name: str, table: Mapping[str, object], read: Callable[[str, object], P], problems: Problems
) -> dict[str, Any]:
    """The pins of one build; what cannot be read becomes a problem."""
    values: dict[str, Any] = {}
    for key in SECTIONS[name]:
        if key not in table:
            continue
        try:
            if key in ("rows", "columns"):
                values[key] = _five(f"{name}.{key}", table[key], read)
            else:
                values[key] = read(f"{name}.{key}", table[key])
        except BadPins as error:
            problems += error.problems
    return values


def _five(place: str, value: object, read: Callable[[str, object], P]) -> tuple[P, ...]:
    if not isinstance(value, list) or len(value) != SIDE:
        raise BadPins([f"{place}: must be a list of {SIDE} pins, not {value!r}"])
    return tuple(read(place, item) for item in value)


PORTS: Final = {
    "rows": ("C", "rows must be on A0 to A5 (PORTC), where the firmware pulls them"),
    "columns": ("D", "columns must be on D2 to D7 (PORTD), where the firmware reads them"),
    "pixels": ("B", "the pixels must be on D8 to D12 (PORTB), where the firmware sends"),
    "button": ("D", "the button must be on D2 to D7 (PORTD), where the firmware reads it"),
}


def _nano_pin(place: str, value: object) -> str:
    if not isinstance(value, str) or value not in NANO | NANO_TAKEN:
        raise BadPins([f'{place}: {value!r} is no pin of a Nano; write "D3" or "A0"'])
    if value in NANO_TAKEN:
        raise BadPins([f"{place}: {value!r} cannot be used: {NANO_TAKEN[value]}"])
    port, why = PORTS[place.removeprefix("serial.")]
    if NANO[value].port != port:
        raise BadPins([f"{place}: {value!r} is {NANO[value]}, but {why}"])
    return value


def _pico_pin(place: str, value: object) -> str:
    if not isinstance(value, str) or value not in PICO | PICO_TAKEN:
        raise BadPins([f'{place}: {value!r} is no pin of a Pico; write "GP2"'])
    if value in PICO_TAKEN:
        raise BadPins([f"{place}: {value!r} cannot be used: {PICO_TAKEN[value]}"])
    return value


def gpio_of(pin: str) -> int:
    """The number of a Pico's pin.

    >>> gpio_of("GP13")
    13
    """
    return int(pin.removeprefix("GP"))


def _gpio(place: str, value: object) -> int:
    if type(value) is not int or value not in HEADER:
        raise BadPins([f"{place}: {value!r} is no GPIO of the Pi's header; there are 0 to 27"])
    if value in PI_TAKEN:
        raise BadPins([f"{place}: GPIO {value!r} cannot be used: {PI_TAKEN[value]}"])
    if place == "direct.pixels" and value not in PIXEL_PINS:
        can = ", ".join(f"{pin} ({how})" for pin, how in PIXEL_PINS.items())
        raise BadPins([f"{place}: GPIO {value!r} cannot drive pixels; these can: {can}"])
    return value


def _spot(name: str, value: object, problems: Problems) -> Spot:
    """One hole; a wrong one is told and stands in as 0."""
    place = f"holes.{name}"
    if value is None:
        return Spot(0, 0, 0)  # told already, as a key that is missing
    if not isinstance(value, dict):
        problems.append(f"{place}: must be {{ row, column, pixel }}, not {value!r}")
        return Spot(0, 0, 0)
    wrong = list(_wrong_keys(f"{place}.", value, HOLE_KEYS))
    row, column, pixel = (value.get(key) for key in HOLE_KEYS)
    if "row" in value and (type(row) is not int or not 1 <= row <= SIDE):
        wrong.append(f"{place}.row: {row!r} is no row; there are 1 to 5")
    if "column" in value and (not isinstance(column, str) or column not in [*COLUMN_NAMES]):
        wrong.append(f'{place}.column: {column!r} is no column; there are "a" to "e"')
    if "pixel" in value and (type(pixel) is not int or not 0 <= pixel < len(HOLES)):
        wrong.append(f"{place}.pixel: {pixel!r} is no place in the chain; there are 0 to 24")
    problems += wrong
    if wrong:
        return Spot(0, 0, 0)
    assert isinstance(row, int)
    assert isinstance(column, str)
    assert isinstance(pixel, int)
    return Spot(row - 1, COLUMN_NAMES.index(column), pixel)


# -- between keys --------------------------------------------------------------------------------


def named_pins(build: SerialPins | PiPins) -> Iterator[tuple[str, str | int]]:
    """Every pin of a build with the key where it stands."""
    for key in DIRECT_KEYS if isinstance(build, PiPins) else SERIAL_KEYS:
        value = getattr(build, key)
        yield from ((key, pin) for pin in (value if isinstance(value, tuple) else (value,)))


def _twice(section: str, build: SerialPins | PiPins) -> Iterator[str]:
    seen: dict[str | int, str] = {}
    for key, pin in named_pins(build):
        if pin in seen:
            yield f"{section}.{key}: {pin!r} stands in {section}.{seen[pin]} already"
        seen[pin] = key


def _side_by_side(section: str, build: SerialPins, bit_of: Callable[[str], int]) -> Iterator[str]:
    """The firmware shifts a whole port, so pins stand side by side and in order."""
    for key, pins in (("rows", build.rows), ("columns", build.columns)):
        bits = [bit_of(pin) for pin in pins]
        if bits != list(range(bits[0], bits[0] + SIDE)):
            yield (
                f"{section}.{key}: {', '.join(pins)} do not stand side by side, lowest first, "
                "as the firmware reads them"
            )


def _matrix(holes: Iterable[Spot]) -> Iterator[str]:
    for name, spot in zip(HOLE_NAMES, holes, strict=True):
        column = COLUMN_NAMES[spot.column]
        if f"{column}{spot.row + 1}" != name:
            yield (
                f"holes.{name}: row {spot.row + 1}, column {column!r} is the crossing of "
                f"{column}{spot.row + 1}; the firmware reads the matrix straight"
            )


def _chain(holes: Iterable[Spot]) -> Iterator[str]:
    seen: dict[int, str] = {}
    for name, spot in zip(HOLE_NAMES, holes, strict=True):
        if spot.pixel in seen:
            yield f"holes.{name}.pixel: {spot.pixel} is the pixel of {seen[spot.pixel]} already"
        seen[spot.pixel] = name
