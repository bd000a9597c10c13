"""A small picture of the board for a log: six rows, the holes of a move in brackets."""

from __future__ import annotations

from dataclasses import dataclass

from boardpi.commands.terminal.shades import Depth, paint
from boardpi.rules import HOLES, Hole, Move, Position, Side
from boardpi.rules.holes import COLUMNS
from boardpi.rules.sketch import BLACK, CHOSEN, WHITE, LetterInk, name_side
from boardpi.table.effects import Lights
from boardpi.table.theme import Colour, glow
from boardpi.table.themes import DEFAULT_THEME


@dataclass(frozen=True, slots=True)
class Pencil:
    """What the output can show: signs, and how many colours."""

    ink: LetterInk
    depth: Depth


def draw_move(pencil: Pencil, position: Position, move: Move | None = None) -> list[str]:
    """The position after a move; where it came from and went to stands in brackets."""
    marked = {hole for hole in _holes_of(move) if hole is not None}
    cells = [_cell(pencil, position, hole, is_marked=hole in marked) for hole in HOLES]
    return _rows(cells, position)


def _holes_of(move: Move | None) -> tuple[Hole | None, ...]:
    return () if move is None else (move.origin, move.target, move.reentry)


def draw_lights(pencil: Pencil, position: Position, mask: int, lights: Lights) -> list[str]:
    """What the reeds show and what glows: lit holes stand between bars, `?` is a stranger."""
    colours = glow(DEFAULT_THEME, lights, position, 0)
    cells = []
    for hole in HOLES:
        cell = _cell(pencil, position, hole, is_filled=bool(mask >> hole & 1))
        if lights[hole] is not None:
            cell = _lit(pencil, cell, colours[hole])
        cells.append(cell)
    return _rows(cells, position)


def _cell(
    pencil: Pencil,
    position: Position,
    hole: Hole,
    *,
    is_marked: bool = False,
    is_filled: bool | None = None,
) -> str:
    owner = position.owner(hole)
    empty = "·" if pencil.ink.braille else "."
    if is_filled is False or (owner is None and not is_filled):
        text, code = empty, ""
    elif owner is None:
        text, code = "?", ""
    else:
        text, code = position.letter(hole), _code(position, hole, owner)
    left, right = "()" if is_marked else "  "
    return left + pencil.ink.paint(text, code) + right


def _code(position: Position, hole: Hole, owner: Side) -> str:
    if position.chosen >> hole & 1:
        return CHOSEN[owner]
    return WHITE if owner is Side.WHITE else BLACK


def _lit(pencil: Pencil, cell: str, colour: Colour) -> str:
    bar = paint(pencil.depth, "|", colour, bold=True)
    return bar + cell[1:-1] + bar


def _rows(cells: list[str], position: Position) -> list[str]:
    rows = [f"{row} {''.join(cells[5 * row - 5 : 5 * row])}" for row in range(5, 0, -1)]
    rows[0] += _beside(position, Side.BLACK)
    rows[4] += _beside(position, Side.WHITE)
    return [*rows, "   " + "  ".join(COLUMNS)]


def _beside(position: Position, side: Side) -> str:
    parts = []
    if position.hand[side]:
        parts.append(f"{position.hand[side]} in hand")
    if position.dead(side):
        parts.append(f"{position.dead(side)} dead")
    return f"   {name_side(side)}: {', '.join(parts)}" if parts else ""
