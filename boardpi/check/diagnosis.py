"""From what was seen to what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Final

from boardpi.check.finding import Finding, found, listed
from boardpi.check.layout import (
    COLOURS,
    SIDE,
    Wires,
    column_mask,
    column_of,
    name_column,
    name_row,
    neighbours,
    row_mask,
    row_of,
)
from boardpi.check.maps import moved, name_map, suspect_lines
from boardpi.check.notes import Notes
from boardpi.rules import Hole, holes_in, mask_of
from boardpi.rules.holes import ALL

STRONG_EVERYWHERE: Final = 4
"""So many holes that wake their neighbours are one fault: the magnets."""


def diagnose(notes: Notes, wires: Wires, parts: frozenset[str]) -> tuple[Finding, ...]:
    """Everything that can be said, what is wrong first."""
    findings = [
        *_stuck(notes, wires),
        *_map(notes, wires),
        *_several(notes, wires),
        *_silent(notes, wires),
        *_diodes(notes, parts),
        *_pixels(notes, wires, parts),
    ]
    if notes.ended:
        findings.append(found(notes.ended))
    return tuple(sorted(findings, key=lambda finding: not finding.is_fault))


def suspect(notes: Notes, wires: Wires) -> tuple[Finding, ...]:
    """What is likely while the check still runs: lines are named when there is enough evidence."""
    named = [f for f in _map(notes, wires) if f.code != "unproven"]
    is_pair = all(f.code in ("hole_as", "holes_exchanged") for f in named)
    guesses = suspect_lines(notes.singles) if is_pair else []
    early = [*_stuck(notes, wires), *(guesses or named), *_several(notes, wires)]
    return (*early, *_lone_silent(notes, notes.silent))


# ── stuck ────────────────────────────────────────────────────────────────────────────────────────


def _stuck(notes: Notes, wires: Wires) -> Iterator[Finding]:
    stuck = notes.stuck
    for column in range(SIDE):
        mask = column_mask(column)
        if notes.grounded >> column & 1 or stuck & mask == mask:
            stuck &= ~mask
            name, pin = name_column(column), wires.columns[column]
            yield found("column_grounded", mask, line=name, pin=pin)
    for hole in holes_in(stuck):
        yield found("stuck", hole.bit, hole=hole)
    for hole in holes_in(notes.sticky & ~notes.stuck):
        yield found("sticky", hole.bit, hole=hole)
    for hole in holes_in(notes.chatter & ~notes.stuck & ~notes.sticky):
        yield found("chatter", hole.bit, hole=hole)


# ── one answer, but another's ────────────────────────────────────────────────────────────────────


def _map(notes: Notes, wires: Wires) -> list[Finding]:
    return name_map(notes.singles, notes.by_wood, wires.chain)


# ── several answers ──────────────────────────────────────────────────────────────────────────────


def _several(notes: Notes, wires: Wires) -> Iterator[Finding]:
    left = dict(notes.several)
    for finding in [*_joined(notes), *_grounded_rows(notes, wires)]:
        yield finding
        left = {hole: seen for hole, seen in left.items() if not finding.holes >> hole & 1}
    strong = {h: seen for h, seen in left.items() if not seen & ~(neighbours(h) | h.bit)}
    if len(strong) >= STRONG_EVERYWHERE:
        yield found("magnets_strong", mask_of(strong), holes=listed(mask_of(strong)))
        left = {hole: seen for hole, seen in left.items() if hole not in strong}
    for hole, seen in left.items():
        code = "magnet_strong" if hole in strong and seen & hole.bit else "together"
        others = listed(seen & ~hole.bit)
        yield found(code, hole.bit, hole=hole, others=others)


def _joined(notes: Notes) -> Iterator[Finding]:
    """Two lines that always answer together."""
    answers = {hole: seen for hole, seen in notes.answers if seen}
    for one, two in combinations(range(SIDE), 2):
        mask = column_mask(one) | column_mask(two)
        if _answer_together(answers, mask, lambda hole: row_mask(row_of(hole))):
            yield found("columns_joined", mask, one=name_column(one), two=name_column(two))
        mask = row_mask(one) | row_mask(two)
        if _answer_together(answers, mask, lambda hole: column_mask(column_of(hole))):
            yield found("rows_joined", mask, one=name_row(one), two=name_row(two))


def _answer_together(answers: dict[Hole, int], lines: int, across: Callable[[Hole], int]) -> bool:
    """Whether every archer on two lines answers on both, at its own place along them."""
    on_lines = {hole: seen for hole, seen in answers.items() if lines >> hole & 1}
    return len(on_lines) >= 3 and all(
        seen == lines & across(hole) for hole, seen in on_lines.items()
    )


def _grounded_rows(notes: Notes, wires: Wires) -> Iterator[Finding]:
    """A row that is always low: its archers answer in every row of their column."""
    for row in range(SIDE):
        mask = row_mask(row)
        on_row = {hole: seen for hole, seen in notes.answers if mask >> hole & 1 and seen}
        if len(on_row) >= 2 and all(s == column_mask(column_of(h)) for h, s in on_row.items()):
            yield found("row_grounded", mask, line=name_row(row), pin=wires.rows[row])


# ── no answer ────────────────────────────────────────────────────────────────────────────────────


def _silent(notes: Notes, wires: Wires) -> Iterator[Finding]:
    backward = _at_holes(notes, notes.backward)
    silent = notes.silent & ~backward
    unseen = silent & (notes.unlit | notes.dim | _beyond_chain(notes, wires))
    silent &= ~unseen
    if silent == notes.asked == ALL:
        yield found("all_silent", silent)
        return
    for finding in _silent_lines(silent, wires):
        yield finding
        silent &= ~finding.holes
    yield from _lone_silent(notes, silent)
    for hole in holes_in(notes.silent & backward):
        yield found("diode_turned", hole.bit, hole=hole)
    if unseen:
        yield found("not_tested", unseen, holes=listed(unseen))


def _silent_lines(silent: int, wires: Wires) -> Iterator[Finding]:
    for line in range(SIDE):
        if silent & row_mask(line) == row_mask(line):
            name, pin = name_row(line), wires.rows[line]
            yield found("row_silent", row_mask(line), line=name, pin=pin)
    for line in range(SIDE):
        if silent & column_mask(line) == column_mask(line):
            name, pin = name_column(line), wires.columns[line]
            yield found("column_silent", column_mask(line), line=name, pin=pin)


def _lone_silent(notes: Notes, silent: int) -> Iterator[Finding]:
    for hole in holes_in(silent & ~_at_holes(notes, notes.backward)):
        yield found("silent", hole.bit, hole=hole)


def _beyond_chain(notes: Notes, wires: Wires) -> int:
    """Holes without a light because the chain begins too early or too late."""
    for finding in _map(notes, wires):
        if finding.code in ("chain_late", "chain_early"):
            by = int(finding.params["by"])
            ends = wires.chain[-by:] if finding.code == "chain_late" else wires.chain[:by]
            return mask_of(ends)
    return 0


def _at_holes(notes: Notes, crossings: int) -> int:
    """The holes whose reeds are soldered at these crossings of the matrix."""
    if not moved(notes.by_wood):
        return crossings
    places = {seen: hole for hole, seen in notes.singles.items()}
    return mask_of(places.get(crossing, crossing) for crossing in holes_in(crossings))


# ── diodes ───────────────────────────────────────────────────────────────────────────────────────


def _diodes(notes: Notes, parts: frozenset[str]) -> Iterator[Finding]:
    backward = _at_holes(notes, notes.backward) & ~notes.silent
    for hole in holes_in(backward | notes.bare):
        yield found("diode_missing", hole.bit, hole=hole)
    for mask in notes.doubtful:
        if not mask & notes.bare:
            yield found("diode_among", mask, holes=listed(mask))
    live = notes.asked & ~notes.silent & ~notes.ignored
    untested = live & ~notes.probed & ~notes.filled & ~notes.bare & ~mask_of_all(notes.doubtful)
    if "diodes" in parts and untested and not notes.ended:
        named = "a1–e5" if untested == ALL else listed(untested)
        yield found("diodes_untested", 0, holes=named)


def mask_of_all(masks: tuple[int, ...]) -> int:
    """All of them together."""
    together = 0
    for mask in masks:
        together |= mask
    return together


# ── pixels ───────────────────────────────────────────────────────────────────────────────────────


def _pixels(notes: Notes, wires: Wires, parts: frozenset[str]) -> Iterator[Finding]:
    yield from _dark(notes.unlit | notes.dim, wires)
    if notes.has_browned_out:
        yield found("browned_out")
    if "pixels" in parts:
        yield from _colours(notes, wires)
        if notes.is_white is False:
            yield found("white_unclear")


def _dark(dark: int, wires: Wires) -> Iterator[Finding]:
    ends = [hole for hole in wires.chain if dark >> hole & 1]
    if len(ends) > 1 and tuple(ends) == wires.chain[-len(ends) :]:
        if len(ends) == len(wires.chain):
            yield found("chain_dark", dark, pin=wires.pixels)
            return
        before = wires.chain[-len(ends) - 1]
        yield found("chain_broken", dark, before=before, first=ends[0])
        return
    for hole in holes_in(dark):
        yield found("pixel_dark", hole.bit, hole=hole)


def _colours(notes: Notes, wires: Wires) -> Iterator[Finding]:
    seen = dict(zip(COLOURS, notes.colours, strict=False))
    if seen == {colour: colour for colour in COLOURS}:
        return
    if sorted(seen.values()) != sorted(COLOURS):
        if not notes.ended:
            yield found("colours_unclear")
        return
    order = "".join(seen[_NAMES[letter]][0].upper() for letter in wires.order)
    yield found("colour_order", 0, order=order, sent=wires.order, key=order.lower())


_NAMES: Final = {colour[0].upper(): colour for colour in COLOURS}
