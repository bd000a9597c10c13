"""From what was seen to what is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from boardpi.check.finding import Finding, found, listed
from boardpi.check.layout import (
    COLOURS,
    SIDE,
    Wires,
    column_mask,
    name_column,
    name_row,
    neighbours,
    row_mask,
    row_of,
)
from boardpi.check.maps import name_map, suspect_lines
from boardpi.check.notes import Notes
from boardpi.check.plan import ARCHERS, DISC_MM, DISCS
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
        *_diodes(notes, wires, parts),
        *_pixels(notes, wires, parts),
        *_reach(notes),
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
    for hole in holes_in(notes.holes_at(stuck)):
        yield found("stuck", hole.bit, hole=hole)
    for hole in holes_in(notes.holes_at(notes.sticky & ~notes.stuck)):
        yield found("sticky", hole.bit, hole=hole)
    for hole in holes_in(notes.holes_at(notes.chatter & ~notes.stuck & ~notes.sticky)):
        yield found("chatter", hole.bit, hole=hole)


# ── one answer, but another's ────────────────────────────────────────────────────────────────────


def _map(notes: Notes, wires: Wires) -> list[Finding]:
    return name_map(notes.singles, notes.by_wood, wires.chain)


# ── several answers ──────────────────────────────────────────────────────────────────────────────


def _several(notes: Notes, wires: Wires) -> Iterator[Finding]:
    lines = [*_joined(notes), *_grounded_rows(notes, wires)]
    yield from lines
    left = {hole: seen for hole, seen in notes.several.items() if not _explains(lines, hole, seen)}
    strong = {h: seen for h, seen in left.items() if not seen & ~(neighbours(h) | h.bit)}
    if len(strong) >= STRONG_EVERYWHERE:
        yield found("magnets_strong", mask_of(strong), holes=listed(mask_of(strong)))
        left = {hole: seen for hole, seen in left.items() if hole not in strong}
    for hole, seen in left.items():
        code = "magnet_strong" if hole in strong and seen & hole.bit else "together"
        others = listed(seen & ~hole.bit)
        yield found(code, hole.bit, hole=hole, others=others)


def _explains(lines: list[Finding], hole: Hole, seen: int) -> bool:
    """Whether lines that touch something are reason enough for what this hole shows."""
    return any(
        finding.holes >> hole & 1 or (finding.code.endswith("joined") and not seen & ~finding.holes)
        for finding in lines
    )


def _joined(notes: Notes) -> Iterator[Finding]:
    """Two lines that always answer together, whatever hole is touched."""
    answers = [seen for _, seen in notes.answers if seen]
    for one, two in combinations(range(SIDE), 2):
        columns = column_mask(one) | column_mask(two)
        if _answer_together(answers, columns, [row_mask(n) for n in range(SIDE)], notes.ignored):
            yield found("columns_joined", columns, one=name_column(one), two=name_column(two))
        rows = row_mask(one) | row_mask(two)
        if _answer_together(answers, rows, [column_mask(n) for n in range(SIDE)], notes.ignored):
            yield found("rows_joined", rows, one=name_row(one), two=name_row(two))


def _answer_together(answers: list[int], lines: int, across: list[int], ignored: int) -> bool:
    """Whether every answer on one of two lines is also one on the other, at the same place."""
    lines &= ~ignored
    on_lines = [seen & lines for seen in answers if seen & lines]
    pairs = [seen for seen in on_lines if seen.bit_count() > 1]
    places = [lines & line for line in across]
    return len(pairs) >= 3 and all(_is_made_of(seen, places) for seen in on_lines)


def _is_made_of(seen: int, parts: list[int]) -> bool:
    """Whether each part is there as a whole or not at all."""
    return all(seen & part in (0, part) for part in parts)


def _grounded_rows(notes: Notes, wires: Wires) -> Iterator[Finding]:
    """A row that is always low: its archers answer in every row of their column."""
    columns = [column_mask(column) & ~notes.ignored for column in range(SIDE)]
    wide = {hole: seen for hole, seen in notes.several.items() if seen.bit_count() >= 3}
    for row in range(SIDE):
        on_row = [seen for hole, seen in wide.items() if row_of(hole) == row]
        fitting = [seen for seen in on_row if _is_made_of(seen, columns)]
        if len(fitting) >= max(2, len(on_row) - 1):
            yield found("row_grounded", row_mask(row), line=name_row(row), pin=wires.rows[row])


# ── no answer ────────────────────────────────────────────────────────────────────────────────────


def _silent(notes: Notes, wires: Wires) -> Iterator[Finding]:
    silent = notes.silent & ~notes.holes_at(notes.ignored)
    dark = notes.unlit | notes.dim
    unlit = {*_dark_end(notes, wires), *_beyond_chain(notes, wires)}
    unseen = silent & (dark | mask_of(unlit))
    silent &= ~unseen
    if silent == notes.asked == ALL:
        yield found("all_silent", silent)
        return
    for finding in _silent_lines(silent, notes.ignored, wires):
        yield finding
        silent &= ~finding.holes
    yield from _lone_silent(notes, silent)
    for hole in holes_in(silent & notes.holes_at(notes.backward)):
        yield found("diode_turned", hole.bit, hole=hole)
    if unseen:
        yield found("not_tested", unseen, holes=listed(unseen))


def _silent_lines(silent: int, ignored: int, wires: Wires) -> Iterator[Finding]:
    for line in range(SIDE):
        if _is_silent(row_mask(line), silent, ignored):
            name, pin = name_row(line), wires.rows[line]
            yield found("row_silent", row_mask(line), line=name, pin=pin)
    for line in range(SIDE):
        if _is_silent(column_mask(line), silent, ignored):
            name, pin = name_column(line), wires.columns[line]
            yield found("column_silent", column_mask(line), line=name, pin=pin)


def _is_silent(line: int, silent: int, ignored: int) -> bool:
    """Every hole of a line that could answer is silent, and there are enough of them."""
    return not line & ~silent & ~ignored and (line & silent).bit_count() >= 3


def _lone_silent(notes: Notes, silent: int) -> Iterator[Finding]:
    for hole in holes_in(silent & ~notes.holes_at(notes.backward)):
        yield found("silent", hole.bit, hole=hole)


def _shift(notes: Notes, wires: Wires) -> int:
    """By how many holes the chain begins too late (or too early, below 0)."""
    for finding in _map(notes, wires):
        if finding.code in ("chain_late", "chain_early"):
            by = int(finding.params["by"])
            return by if finding.code == "chain_late" else -by
    return 0


def _beyond_chain(notes: Notes, wires: Wires) -> tuple[Hole, ...]:
    """Holes whose light shines nowhere because the chain is shifted."""
    by = _shift(notes, wires)
    return wires.chain[-by:] if by > 0 else wires.chain[:-by]


def _without_pixel(notes: Notes, wires: Wires) -> tuple[Hole, ...]:
    """Holes at which nothing shines because the chain is shifted."""
    by = _shift(notes, wires)
    return wires.chain[:by] if by >= 0 else wires.chain[by:]


# ── diodes ───────────────────────────────────────────────────────────────────────────────────────


def _diodes(notes: Notes, wires: Wires, parts: frozenset[str]) -> Iterator[Finding]:
    turned = sum(f.holes for f in _silent(notes, wires) if f.code == "diode_turned")
    backward = notes.holes_at(notes.backward) & ~turned
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


# ── reach ────────────────────────────────────────────────────────────────────────────────────────


def _reach(notes: Notes) -> Iterator[Finding]:
    """Archers that let go nearer than a sound one; if most do, it is the hole."""
    far = {tried.archer: tried.holds for tried in notes.reach if tried.discs == DISCS}
    near = {tried.archer: tried.holds for tried in notes.reach if tried.discs < DISCS}
    weak = [archer for archer, holds in far.items() if not holds]
    if len(weak) > len(far) // 2 and len(far) == ARCHERS:
        yield found("reach_short", mm=DISCS * DISC_MM, many=len(weak))
    for archer in weak:
        code = "magnet_weak" if near.get(archer, True) else "magnet_weaker"
        yield found(code, archer=archer, mm=DISCS * DISC_MM, near=DISC_MM)


# ── pixels ───────────────────────────────────────────────────────────────────────────────────────


def _pixels(notes: Notes, wires: Wires, parts: frozenset[str]) -> Iterator[Finding]:
    yield from _dark(notes, wires)
    if notes.has_browned_out:
        yield found("browned_out")
    if "pixels" in parts:
        yield from _colours(notes, wires)
        if notes.is_white is False:
            yield found("white_unclear")


def _dark(notes: Notes, wires: Wires) -> Iterator[Finding]:
    dark = (notes.unlit | notes.dim) & ~mask_of(_without_pixel(notes, wires))
    end = _dark_end(notes, wires)
    if len(end) == len(wires.chain):
        yield found("chain_dark", dark, pin=wires.pixels)
    elif end:
        before = wires.chain[-len(end) - 1]
        yield found("chain_broken", mask_of(end), before=before, first=end[0])
    for hole in holes_in(dark & ~mask_of(end)):
        yield found("pixel_dark", hole.bit, hole=hole)


def _dark_end(notes: Notes, wires: Wires) -> tuple[Hole, ...]:
    """The end of the chain from which on nothing shines, as far as reeds could tell."""
    dark = notes.unlit | notes.dim
    places = [place for place, hole in enumerate(wires.chain) if dark >> hole & 1]
    for place in places[:-1]:
        end = wires.chain[place:]
        if not mask_of(end) & ~dark & ~notes.silent & ~notes.ignored:
            return end
    return ()


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
