"""From "this hole answers as that one" to the wires that were swapped.

Only a map that fits a family of mistakes as a whole gets its name; everything else is told hole by
hole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from boardpi.check.finding import Finding, found
from boardpi.check.layout import (
    SIDE,
    chains,
    column_mask,
    column_of,
    hole_at,
    name_column,
    name_row,
    row_mask,
    row_of,
)
from boardpi.rules import HOLES, Hole, mask_of

Answers = Mapping[Hole, Hole]
"""Which hole answered when the archer stood where this one was lit."""
Order = Mapping[int, int]
"""Which line answers for which."""

ENOUGH: Final = 2
"""Holes on a moved line that must agree before the line is named."""
ENOUGH_PIXELS: Final = 10


@dataclass(frozen=True, slots=True)
class Lines:
    """All columns and rows that were seen, and what they answer as.

    With `is_exchanged` a column answers as a row, and a row as a column.
    """

    columns: Order
    rows: Order
    is_exchanged: bool = False

    def apply(self, hole: Hole) -> Hole | None:
        """What this hole answers as, if its lines are known."""
        across, up = self.columns.get(column_of(hole)), self.rows.get(row_of(hole))
        if across is None or up is None:
            return None
        return hole_at(up, across) if self.is_exchanged else hole_at(across, up)

    def undo(self, hole: Hole) -> Hole | None:
        """The hole that answers as this one, if its lines are known."""
        column, row = column_of(hole), row_of(hole)
        if self.is_exchanged:
            column, row = row, column
        across, up = _turned(self.columns).get(column), _turned(self.rows).get(row)
        return None if across is None or up is None else hole_at(across, up)


def moved(answers: Answers) -> dict[Hole, Hole]:
    """Only what answers as another hole."""
    return {hole: seen for hole, seen in answers.items() if hole != seen}


def read_lines(answers: Answers, enough: int = ENOUGH) -> Lines | None:
    """The lines that explain every answer; None if they do not, or on too little evidence."""
    for is_exchanged in (False, True):
        lines = _read(answers, is_exchanged)
        if lines is not None and _is_proven(lines, answers, enough):
            return lines
    return None


def _read(answers: Answers, is_exchanged: bool) -> Lines | None:
    columns: dict[int, int] = {}
    rows: dict[int, int] = {}
    for hole, seen in answers.items():
        across, up = column_of(seen), row_of(seen)
        if is_exchanged:
            across, up = up, across
        if columns.setdefault(column_of(hole), across) != across:
            return None
        if rows.setdefault(row_of(hole), up) != up:
            return None
    if len(set(columns.values())) < len(columns) or len(set(rows.values())) < len(rows):
        return None
    return Lines(columns, rows, is_exchanged)


def _is_proven(lines: Lines, answers: Answers, enough: int) -> bool:
    counts = [sum(column_of(h) == line for h in answers) for line in range(SIDE)]
    heights = [sum(row_of(h) == line for h in answers) for line in range(SIDE)]
    suspects = [
        count
        for order, amounts in ((lines.columns, counts), (lines.rows, heights))
        for line, count in enumerate(amounts)
        if line in order and (lines.is_exchanged or order[line] != line)
    ]
    return all(count >= enough for count in suspects)


def _turned(order: Order) -> dict[int, int]:
    return {seen: line for line, seen in order.items()}


# ── reeds ────────────────────────────────────────────────────────────────────────────────────────


def name_reeds(answers: Answers) -> list[Finding]:
    """What is wrong with the wires of the reeds."""
    if not moved(answers):
        return []
    lines = read_lines(answers)
    return name_holes_exchanged(answers) if lines is None else name_lines(lines, answers)


def name_lines(lines: Lines, answers: Answers) -> list[Finding]:
    """Rows and columns that answer as others."""
    parts = (("columns", lines.columns, name_column), ("rows", lines.rows, name_row))
    named = [_name_order(what, order, name, answers) for what, order, name in parts]
    findings = [finding for part in named for finding in part]
    if lines.is_exchanged:
        return [found("lines_exchanged", mask_of(moved(answers))), *findings]
    return findings


def _name_order(
    what: str, order: Order, name: Callable[[int], str], answers: Answers
) -> list[Finding]:
    changed = {line: seen for line, seen in order.items() if line != seen}
    if not changed:
        return []
    holes = mask_of(h for h in answers if (column_of(h), row_of(h))[what == "rows"] in changed)
    told = ", ".join(f"{name(line)}→{name(seen)}" for line, seen in sorted(changed.items()))
    if len(changed) > 2 and all(seen == SIDE - 1 - line for line, seen in order.items()):
        return [found(f"{what}_reversed", holes, told=told)]
    if set(changed) != set(changed.values()):
        return [found(f"{what}_astray", holes, told=told)]
    if all(order[seen] == line for line, seen in changed.items()):
        return [
            _name_swap(what, pair, name, answers) for pair in changed.items() if _is_first(pair)
        ]
    shifts = {(seen - line) % SIDE for line, seen in order.items()}
    if len(order) == SIDE and len(shifts) == 1:
        return [found(f"{what}_shifted", holes, told=told)]
    return [found(f"{what}_mixed", holes, told=told)]


def _is_first(pair: tuple[int, int]) -> bool:
    return pair[0] < pair[1]


def _name_swap(
    what: str, pair: tuple[int, int], name: Callable[[int], str], answers: Answers
) -> Finding:
    mask_line = column_mask if what == "columns" else row_mask
    holes = mask_line(pair[0]) | mask_line(pair[1])
    example, seen = next((h, s) for h, s in answers.items() if holes >> h & 1)
    one, two = map(name, pair)
    return found(f"{what}_swapped", holes, hole=example, seen=seen, one=one, two=two)


def name_holes_exchanged(answers: Answers, what: str = "hole") -> list[Finding]:
    """Hole by hole, for `hole` or `pixel`: pairs that answer as each other, and all the rest."""
    findings = []
    for hole, seen in moved(answers).items():
        if answers.get(seen) != hole:
            findings.append(found(f"{what}_as", hole.bit, hole=hole, seen=seen))
        elif hole < seen:
            mask = hole.bit | seen.bit
            findings.append(found(f"{what}s_exchanged", mask, one=hole, two=seen))
    return findings


def suspect_lines(answers: Answers) -> list[Finding]:
    """What one swapped answer makes likely before there is enough evidence."""
    findings = []
    for hole, seen in moved(answers).items():
        columns = sorted((column_of(hole), column_of(seen)))
        rows = sorted((row_of(hole), row_of(seen)))
        if rows[0] == rows[1]:
            one, two = map(name_column, columns)
            findings.append(found("maybe_columns", 0, hole=hole, seen=seen, one=one, two=two))
        elif columns[0] == columns[1]:
            one, two = map(name_row, rows)
            findings.append(found("maybe_rows", 0, hole=hole, seen=seen, one=one, two=two))
    return findings[:1]


# ── pixels ───────────────────────────────────────────────────────────────────────────────────────


def name_pixels(answers: Answers, chain: tuple[Hole, ...]) -> list[Finding]:
    """What is wrong with the order of the pixels, where reeds are right."""
    if not moved(answers):
        return []
    if len(answers) >= ENOUGH_PIXELS:
        for finding, laid in _ways(chain):
            place = dict(zip(chain, laid, strict=True))
            if all(place[hole] == seen for hole, seen in answers.items()):
                return [finding]
    return name_holes_exchanged(answers, "pixel")


def _ways(chain: tuple[Hole, ...]) -> Iterator[tuple[Finding, tuple[Hole | None, ...]]]:
    everything = mask_of(HOLES)
    for name, start, laid in chains():
        yield found(f"chain_{name}", everything, start=start, right=chain[0]), laid
    for by in (1, 2, -1, -2):
        laid_later = tuple(
            chain[place + by] if 0 <= place + by < len(chain) else None
            for place in range(len(chain))
        )
        code = "chain_late" if by > 0 else "chain_early"
        yield found(code, everything, by=abs(by)), laid_later


# ── reeds or pixels? ─────────────────────────────────────────────────────────────────────────────

FIRST_ANCHORS: Final = tuple(map(Hole, ("a1", "b1", "c1", "d1", "e1", "a2", "a3", "a4", "a5")))
"""Set by the wood and not by the lights: along the first row, then up the left edge."""


def choose_anchors(answers: Answers) -> tuple[Hole, ...]:
    """Which holes the maker finds by the wood, to know whether reeds or pixels are wrong."""
    changed = moved(answers)
    if not changed:
        return ()
    others = () if any(h in changed for h in FIRST_ANCHORS) else tuple(sorted(changed))[:2]
    return FIRST_ANCHORS + others


def name_map(answers: Answers, anchors: Answers, chain: tuple[Hole, ...]) -> list[Finding]:
    """Whose fault it is that holes answer as others.

    `anchors` were set by the wood, so they tell of the reeds alone.
    """
    changed = moved(answers)
    lines = read_lines(answers)
    if lines is not None and changed:
        answers = {**_foretell(lines, anchors), **answers}
    known = {hole: seen for hole, seen in anchors.items() if hole in answers}
    if not changed:
        return _name_both(answers, anchors, chain) if moved(anchors) else []
    if known and all(answers[hole] == seen for hole, seen in known.items()):
        if moved(known):
            return name_reeds(answers)
    elif known and not moved(anchors):
        named = name_pixels(answers, chain)
        is_chain = all(finding.code.startswith("chain") for finding in named)
        return named if is_chain else [*named, found("unproven")]
    elif known:
        return _name_both(answers, anchors, chain)
    return [*name_reeds(answers), found("unproven")]


def _foretell(lines: Lines, anchors: Answers) -> dict[Hole, Hole]:
    """What anchors would answer as that no light asked for, if the lines are the whole truth."""
    told = {hole: lines.apply(hole) for hole in anchors}
    return {hole: seen for hole, seen in told.items() if seen is not None}


def _name_both(answers: Answers, anchors: Answers, chain: tuple[Hole, ...]) -> list[Finding]:
    """Both are wrong: the anchors tell of the reeds, and what is left over of the pixels."""
    lines = read_lines(anchors, enough=1)
    pixels = {} if lines is None else {h: lines.undo(seen) for h, seen in answers.items()}
    if lines is None or None in pixels.values():
        return [*name_holes_exchanged(anchors), found("unproven")]
    places = {hole: place for hole, place in pixels.items() if place is not None}
    return name_lines(lines, anchors) + name_pixels(places, chain)
