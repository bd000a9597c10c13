"""The demonstration on a terminal of 80 by 24: the wooden board, its lamps, and what happens."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Final, NamedTuple

from boardpi.commands.demo.demo_session import DemoSession
from boardpi.commands.terminal.picture import Pencil
from boardpi.commands.terminal.shades import RESET, Depth, style
from boardpi.rules import HOLES, Hole, Position, Side
from boardpi.rules.sketch import (
    ACROSS,
    DOWN,
    HEIGHT,
    HOLE_WIDTH,
    MARGIN,
    LetterInk,
    name_side,
    sketch_board,
)
from boardpi.table.lights import ROLES
from boardpi.table.theme import OFF, Colour, Theme, glow, resolve

COLUMNS, ROWS = 80, 24
BOARD_WIDTH: Final = 62
NOTE_WIDTH: Final = COLUMNS - BOARD_WIDTH - 1
LEGEND_ROWS: Final = 6
FAINTEST: Final = 130

WOOD: Final[Colour] = (52, 34, 20)
GROOVE: Final[Colour] = (152, 112, 46)
NAME: Final[Colour] = (190, 150, 100)
PIT: Final[Colour] = (24, 15, 9)
IVORY: Final[Colour] = (240, 232, 190)
EBONY: Final[Colour] = (14, 12, 12)
INK: Final[Colour] = (40, 28, 18)
GILT: Final[Colour] = (255, 196, 40)
PALE: Final[Colour] = (150, 140, 130)
TEXT: Final[Colour] = (232, 222, 205)

LEGEND: Final = {
    "refused": ("not there", "#"),
    "extra": ("take it away", "#"),
    "missing": ("belongs here", "!"),
    "ask": ("was it this?", "?"),
    "tentative": ("understood", "*"),
    "capture": ("may take", "x"),
    "target": ("may go here", "+"),
    "origin": ("was lifted here", "o"),
    "reentry": ("may come back", "@"),
    "taker": ("could take it", "^"),
    "hint": ("the coach", "%"),
    "point": ("points", "$"),
    "winner": ("the winner", "&"),
    "last": ("last move", "'"),
    "chosen": ("chosen", "~"),
    "movable": ("can move", "-"),
    "turn": ("to move", "."),
    "passed": ("had to pass", "/"),
}
"""The meaning of a light in a word or two, and its sign where there is no colour."""


class ScreenCell(NamedTuple):
    """One character, its ink and its ground."""

    letter: str = " "
    ink: Colour | None = None
    ground: Colour | None = None
    bold: bool = False


Canvas = list[list[ScreenCell]]


class Screen:
    """Draws the session. The lines of the board never change: they are drawn once."""

    def __init__(self, session: DemoSession, theme: Theme, pencil: Pencil) -> None:
        self.session = session
        self.theme = theme
        self.pencil = pencil
        nobody = Position(0, 0, 0, Side.WHITE)
        rules = session.plan.game.rules
        self._lines = sketch_board(rules, nobody, LetterInk(pencil.ink.braille, colour=False))

    @property
    def has_colour(self) -> bool:
        """Otherwise signs stand for lights."""
        return self.pencil.depth is not Depth.NONE

    def draw(self) -> list[str]:
        """The rows of the screen."""
        canvas = [self._wood_row(y) for y in range(HEIGHT + 1)]
        colours = self._colours()
        for hole in HOLES:
            self._draw_hole(canvas, hole, colours[hole])
        notes = self._notes()
        rows = [
            [*row, ScreenCell(), *note, *[ScreenCell()] * (NOTE_WIDTH - len(note))]
            for row, note in zip(canvas, notes, strict=True)
        ]
        rows.append(self._say("Hands", self.session.hands, PALE))
        rows.append(self._say("Table", self.session.said, GILT))
        return [self._ink(row) for row in rows]

    def _colours(self) -> tuple[Colour, ...]:
        session, table = self.session, self.session.table
        colours = glow(self.theme, table.lights, table.game.position, session.ms - session.shown_ms)
        shine = _raise if self.pencil.depth is Depth.BASIC else _on_wood
        return tuple(map(shine, colours))

    def _ink(self, row: Iterable[ScreenCell]) -> str:
        text = ""
        for (ink, ground, bold), run in groupby(row, key=lambda cell: cell[1:]):
            letters = "".join(cell.letter for cell in run)
            text += style(self.pencil.depth, ink, ground, bold) + letters
        return (text + RESET) if self.has_colour else text.rstrip()

    # ── the board ────────────────────────────────────────────────────────────────────────────────

    @property
    def _ground(self) -> Colour | None:
        """Sixteen colours have no wood."""
        return WOOD if self.pencil.depth >= Depth.MANY else None

    def _wood_row(self, y: int) -> list[ScreenCell]:
        text = self._lines[y].ljust(BOARD_WIDTH)
        ground = self._ground
        is_names = y == HEIGHT
        return [
            ScreenCell(letter, NAME if is_names or x < MARGIN else GROOVE, ground)
            for x, letter in enumerate(text)
        ]

    def _draw_hole(self, canvas: Canvas, hole: Hole, colour: Colour) -> None:
        left, y = MARGIN + hole.column * ACROSS, (5 - hole.row) * DOWN
        role = self.session.table.lights[hole]
        is_lit = role is not None and max(colour) > 0
        if is_lit and self.has_colour:
            self._draw_halo(canvas, left, y, colour)
        ring = colour if is_lit and self.has_colour else self._ground
        sign = LEGEND[role][1] if role is not None and is_lit and not self.has_colour else " "
        archer = self._archer(hole, ring)
        for x, cell in enumerate(
            (ScreenCell(sign, None, ring), *archer, ScreenCell(sign, None, ring))
        ):
            canvas[y][left + x] = cell

    def _draw_halo(self, canvas: Canvas, left: int, y: int, colour: Colour) -> None:
        """A lamp shines a little above and below its hole."""
        if not self.pencil.ink.braille:
            return
        for row, letter in ((y - 1, "▄"), (y + 1, "▀")):
            if 0 <= row < HEIGHT:
                for x in range(left + 1, left + HOLE_WIDTH - 1):
                    canvas[row][x] = ScreenCell(letter, colour, self._ground)

    def _archer(self, hole: Hole, ring: Colour | None) -> tuple[ScreenCell, ScreenCell, ScreenCell]:
        """What really stands there, whatever the table believes."""
        archer = self.session.board.archers.get(hole)
        if archer is None:
            dot = "●" if self.pencil.ink.braille else "o"
            pit = PALE if ring is None else PIT
            return (
                ScreenCell(" ", None, ring),
                ScreenCell(dot, pit, ring),
                ScreenCell(" ", None, ring),
            )
        letter = self._letter(hole, archer.side)
        is_white = archer.side is Side.WHITE
        ground = IVORY if is_white else EBONY
        ink = INK if is_white else IVORY
        if letter.isupper():
            ink = (150, 90, 0) if is_white else GILT
        left, right = "()" if is_white else "[]"
        if self.has_colour:
            left = right = " "
        return (
            ScreenCell(left, ink, ground),
            ScreenCell(letter, ink, ground, True),
            ScreenCell(right, ink, ground),
        )

    def _letter(self, hole: Hole, side: Side) -> str:
        position = self.session.table.standing.position
        if position.owner(hole) is side:
            return position.letter(hole)
        return side.letter

    # ── beside the board ─────────────────────────────────────────────────────────────────────────

    def _notes(self) -> list[list[ScreenCell]]:
        """One row of notes beside every row of the board."""
        title = [_text("boardpi demo", GILT, bold=True), _text(self._game_name, PALE), []]
        above = [*title, *self._account(Side.BLACK), [], *self._legend(), []]
        below = self._account(Side.WHITE)
        room = HEIGHT + 1 - len(above) - len(below)
        moves = self._moves(room - 2)
        return [*above, *moves, *[[]] * (room - len(moves)), *below]

    @property
    def _game_name(self) -> str:
        return self.session.plan.game.rules.name[:NOTE_WIDTH]

    def _account(self, side: Side) -> list[list[ScreenCell]]:
        table = self.session.table
        position = table.standing.position
        is_turn = position.side is side and not table.is_over
        mark = ("▸" if self.pencil.ink.braille else ">") if is_turn else " "
        counts = f"  hand {position.hand[side]}  dead {position.dead(side)}"
        name = _text(f"{mark} {name_side(side)}", TEXT if is_turn else PALE, bold=is_turn)
        return [name, _text(counts, PALE)]

    def _legend(self) -> list[list[ScreenCell]]:
        """The roles that are lit now, the most important first."""
        lights = self.session.table.lights
        rows = [_text("Lights", PALE)]
        for role in (role for role in ROLES if role in lights):
            words, sign = LEGEND[role]
            dot = ("●" if self.pencil.ink.braille else "*") if self.has_colour else sign
            rows.append([ScreenCell(dot, self._colour_of(role)), *_text(f" {words}", TEXT)])
        return (rows + [[]] * LEGEND_ROWS)[:LEGEND_ROWS]

    def _colour_of(self, role: str) -> Colour | None:
        """The colour of the first hole with this role, at full light."""
        lights, position = self.session.table.lights, self.session.table.game.position
        look = resolve(self.theme, lights, position)[lights.index(role)]
        return None if look is None else look.colour

    def _moves(self, most: int) -> list[list[ScreenCell]]:
        game = self.session.table.game
        played = list(zip(game.positions[1:], game.moves, strict=True))[-most:]
        return [
            _text("Moves", PALE),
            *(_text(f"{p.side.other.letter} {move}", TEXT) for p, move in played),
        ]

    def _say(self, who: str, text: str, colour: Colour) -> list[ScreenCell]:
        label = _text(f" {who}  ", colour, bold=True)
        room = COLUMNS - len(label) - 1
        words = text if len(text) <= room else text[: room - 1] + "…"
        return [*label, *_text(words, TEXT)]


def _on_wood(colour: Colour) -> Colour:
    """Light is added to the wood on which it falls."""
    if colour == OFF:
        return OFF
    red, green, blue = (
        wood + value * (255 - wood) // 255 for wood, value in zip(WOOD, colour, strict=True)
    )
    return red, green, blue


def _raise(colour: Colour) -> Colour:
    """Sixteen colours know no faint light: what glows at all is raised until it can be seen."""
    brightest = max(colour)
    if not 0 < brightest < FAINTEST:
        return colour
    red, green, blue = (value * FAINTEST // brightest for value in colour)
    return red, green, blue


def _text(text: str, colour: Colour, *, bold: bool = False) -> list[ScreenCell]:
    return [ScreenCell(letter, colour, None, bold) for letter in text]
