"""Faults of the wiring by name, for the demonstration of the check and for its tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Final

from boardpi.check.layout import SIDE, chains, column_of, hole_at, row_of
from boardpi.check.matrix import Circuit
from boardpi.check.plan import ARCHERS
from boardpi.rules import HOLES, Hole, RulesError, mask_of
from boardpi.rules.holes import COLUMNS, ROWS
from boardpi.sim.miswired_board import CHAIN, SOUND, Wiring

Change = Callable[[Wiring, list[str]], Wiring]


class BadFault(ValueError):
    """No such fault; the message says which there are."""


@dataclass(frozen=True, slots=True)
class WiringFault:
    """One kind of fault."""

    example: str
    meaning: str
    change: Change


def miswire(text: str, wiring: Wiring = SOUND) -> Wiring:
    """This wiring with one fault more, such as `swap-columns:c,d`.

    >>> miswire("dead:c3").dead == Hole("c3").bit
    True
    """
    name, _, rest = text.partition(":")
    fault = FAULTS.get(name)
    if fault is None:
        near = get_close_matches(name, FAULTS, 1)
        hint = f"did you mean {near[0]!r}?" if near else "'--list-faults' shows them all"
        raise BadFault(f"there is no fault {name!r}: {hint}")
    try:
        return fault.change(wiring, rest.split(",") if rest else [])
    except (ValueError, IndexError, KeyError, RulesError):
        raise BadFault(f"{text!r} is not written like {fault.example!r}") from None


def _columns(names: list[str], count: int) -> list[int]:
    if len(names) != count:
        raise ValueError(names)
    return [COLUMNS.index(name) for name in names]


def _rows(names: list[str], count: int) -> list[int]:
    if len(names) != count:
        raise ValueError(names)
    return [ROWS.index(name) for name in names]


def _mask(names: list[str]) -> int:
    if not names:
        raise ValueError(names)
    return mask_of(Hole(name) for name in names)


def _rewire(wiring: Wiring, place: Callable[[Hole], Hole]) -> Wiring:
    return replace(wiring, reeds=tuple(place(hole) for hole in wiring.reeds))


def _swapped(pair: list[int], line: int) -> int:
    return sum(pair) - line if line in pair else line


def swap_columns(wiring: Wiring, names: list[str]) -> Wiring:
    pair = _columns(names, 2)
    return _rewire(wiring, lambda h: hole_at(_swapped(pair, column_of(h)), row_of(h)))


def swap_rows(wiring: Wiring, names: list[str]) -> Wiring:
    pair = _rows(names, 2)
    return _rewire(wiring, lambda h: hole_at(column_of(h), _swapped(pair, row_of(h))))


def swap_holes(wiring: Wiring, names: list[str]) -> Wiring:
    one, two = (Hole(name) for name in names)
    return _rewire(wiring, lambda h: two if h == one else one if h == two else h)


def mirror_columns(wiring: Wiring, names: list[str]) -> Wiring:
    return _rewire(wiring, lambda h: hole_at(SIDE - 1 - column_of(h), row_of(h)))


def mirror_rows(wiring: Wiring, names: list[str]) -> Wiring:
    return _rewire(wiring, lambda h: hole_at(column_of(h), SIDE - 1 - row_of(h)))


def shift_columns(wiring: Wiring, names: list[str]) -> Wiring:
    return _rewire(wiring, lambda h: hole_at((column_of(h) + 1) % SIDE, row_of(h)))


def shift_rows(wiring: Wiring, names: list[str]) -> Wiring:
    return _rewire(wiring, lambda h: hole_at(column_of(h), (row_of(h) + 1) % SIDE))


def exchange_lines(wiring: Wiring, names: list[str]) -> Wiring:
    return _rewire(wiring, lambda h: hole_at(row_of(h), column_of(h)))


def _solder(**of_circuit: Callable[[list[str]], int]) -> Change:
    """A fault of the circuit: a mask is added to one of its fields."""
    ((name, read),) = of_circuit.items()

    def change(wiring: Wiring, names: list[str]) -> Wiring:
        circuit: Circuit = wiring.circuit
        mask = getattr(circuit, name) | read(names)
        return replace(wiring, circuit=replace(circuit, **{name: mask}))

    return change


def _spoil(name: str) -> Change:
    """A fault of single holes."""

    def change(wiring: Wiring, names: list[str]) -> Wiring:
        return replace(wiring, **{name: getattr(wiring, name) | _mask(names)})

    return change


def _lines(read: Callable[[list[str], int], list[int]], count: int) -> Callable[[list[str]], int]:
    return lambda names: mask_of(read(names, count))


def lay_chain(wiring: Wiring, names: list[str]) -> Wiring:
    way, corner = names
    laid = next(chain for name, start, chain in chains() if (name, start) == (way, corner))
    return replace(wiring, pixels=tuple(laid[CHAIN.index(hole)] for hole in HOLES))


def forget_pixel(wiring: Wiring, names: list[str]) -> Wiring:
    later = dict(zip(CHAIN, [*CHAIN[1:], None], strict=True))
    return replace(wiring, pixels=tuple(later[hole] for hole in HOLES))


def add_pixel(wiring: Wiring, names: list[str]) -> Wiring:
    earlier = dict(zip(CHAIN, [None, *CHAIN[:-1]], strict=True))
    return replace(wiring, pixels=tuple(earlier[hole] for hole in HOLES))


def break_chain(wiring: Wiring, names: list[str]) -> Wiring:
    (first,) = names
    return replace(wiring, dark=mask_of(CHAIN[CHAIN.index(Hole(first)) :]))


def order_colours(wiring: Wiring, names: list[str]) -> Wiring:
    (order,) = names
    if sorted(order) != sorted("RGB"):
        raise ValueError(order)
    return replace(wiring, order=order)


def brown_out(wiring: Wiring, names: list[str]) -> Wiring:
    return replace(wiring, browns_out=True)


def weaken(wiring: Wiring, names: list[str]) -> Wiring:
    archer, percent = (int(name) for name in names)
    if not (1 <= archer <= ARCHERS and 0 <= percent <= 100):
        raise ValueError(names)
    return replace(wiring, weak=(*wiring.weak, (archer, percent)))


FAULTS: Final[dict[str, WiringFault]] = {
    "swap-columns": WiringFault("swap-columns:c,d", "two column wires are swapped", swap_columns),
    "swap-rows": WiringFault("swap-rows:2,4", "two row wires are swapped", swap_rows),
    "swap-holes": WiringFault("swap-holes:c3,d3", "the wires of two reeds are swapped", swap_holes),
    "mirror-columns": WiringFault("mirror-columns", "the columns run from e to a", mirror_columns),
    "mirror-rows": WiringFault("mirror-rows", "the rows run from 5 to 1", mirror_rows),
    "shift-columns": WiringFault("shift-columns", "every column is one pin too far", shift_columns),
    "shift-rows": WiringFault("shift-rows", "every row is one pin too far", shift_rows),
    "exchange-lines": WiringFault(
        "exchange-lines", "rows are where columns belong", exchange_lines
    ),
    "dead": WiringFault("dead:c3", "a reed never closes", _spoil("dead")),
    "stuck": WiringFault("stuck:c3", "a reed is always closed", _spoil("stuck")),
    "sticky": WiringFault("sticky:c3", "a reed does not open again", _spoil("sticky")),
    "chatter": WiringFault("chatter:c3", "a reed flickers", _spoil("chatter")),
    "strong": WiringFault("strong:c3", "a magnet also closes the reed beside", _spoil("strong")),
    "weak": WiringFault(
        "weak:3,50", "the magnet of an archer has so much of its strength, in percent", weaken
    ),
    "cut-column": WiringFault(
        "cut-column:c", "a column wire is off", _solder(columns_cut=_lines(_columns, 1))
    ),
    "cut-row": WiringFault("cut-row:3", "a row wire is off", _solder(rows_cut=_lines(_rows, 1))),
    "join-columns": WiringFault(
        "join-columns:c,d",
        "solder between two columns",
        _solder(columns_joined=_lines(_columns, 2)),
    ),
    "join-rows": WiringFault(
        "join-rows:2,3", "solder between two rows", _solder(rows_joined=_lines(_rows, 2))
    ),
    "ground-column": WiringFault(
        "ground-column:c", "a column touches ground", _solder(columns_grounded=_lines(_columns, 1))
    ),
    "ground-row": WiringFault(
        "ground-row:3", "a row touches ground", _solder(rows_grounded=_lines(_rows, 1))
    ),
    "no-diode": WiringFault("no-diode:c3", "a diode is missing", _solder(bare=_mask)),
    "turned-diode": WiringFault(
        "turned-diode:c3", "a diode is the wrong way round", _solder(turned=_mask)
    ),
    "dark": WiringFault("dark:c3", "a pixel does not shine", _spoil("dark")),
    "broken-chain": WiringFault("broken-chain:d3", "all pixels from here on are dark", break_chain),
    "chain": WiringFault(
        "chain:rows_same,a1",
        "the chain is laid in another way: rows_snake, rows_same,"
        " columns_snake or columns_same, and its corner",
        lay_chain,
    ),
    "pixel-less": WiringFault("pixel-less", "the first hole has no pixel", forget_pixel),
    "pixel-more": WiringFault(
        "pixel-more", "there is a pixel too many before the first", add_pixel
    ),
    "colours": WiringFault(
        "colours:RGB", "the strip wants its colours in another order", order_colours
    ),
    "brown-out": WiringFault("brown-out", "the supply is too weak for white", brown_out),
}
"""By the names that `boardpi check --fault` takes."""
