"""A check on a terminal: the board with the state of each hole, a sentence, what was found."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Final, TextIO

from boardpi.check.check import Check
from boardpi.check.diagnosis import suspect
from boardpi.check.notes import states
from boardpi.check.prompts import say, sentence
from boardpi.commands.terminal.terminal import wrap
from boardpi.rules import Hole
from boardpi.rules.holes import COLUMNS
from boardpi.rules.sketch import LetterInk
from boardpi.texts import CHECK

SIGNS: Final = {"right": "o", "wrong": "x", "silent": "?", "stuck": "#"}
PAINTS: Final = {"right": "32", "wrong": "31", "silent": "33", "stuck": "35"}
MOST_FINDINGS: Final = 5


def draw_check(check: Check, ink: LetterInk) -> list[str]:
    """The board, a1 at the lower left."""
    told = states(check.notes)
    now = None if check.is_over else check.task.hole
    rows = [
        f"  {row}  " + "".join(_cell(Hole(f"{column}{row}"), told, now, ink) for column in COLUMNS)
        for row in range(5, 0, -1)
    ]
    return [*rows, "     " + "".join(f" {column} " for column in COLUMNS)]


def _cell(hole: Hole, told: Mapping[Hole, str], now: Hole | None, ink: LetterInk) -> str:
    state = told.get(hole, "")
    sign = SIGNS.get(state, "·" if ink.braille else ".")
    left, right = "[]" if hole == now else "  "
    return left + ink.paint(sign, PAINTS.get(state, "")) + right


class CheckScreen:
    """Draws in place on a terminal, and writes lines elsewhere."""

    def __init__(
        self, ink: LetterInk, out: TextIO = sys.stdout, *, hint: str = "", language: str = "en"
    ) -> None:
        self._ink, self._out, self._hint, self._language = ink, out, hint, language
        self._is_live = out.isatty()
        self._height = 0
        self._said = ""
        self._found: set[str] = set()

    def show(self, check: Check) -> None:
        """Draw what has changed."""
        if self._is_live:
            self._draw(check)
        else:
            self._write(check)

    def _draw(self, check: Check) -> None:
        legend = CHECK.say(self._language, "legend")
        lines = ["", *draw_check(check, self._ink), f"     {legend}", ""]
        lines += wrap(self._say(check)).split("\n")
        for text in self._findings(check)[:MOST_FINDINGS]:
            lines += wrap(text, "  ").split("\n")
        lines += [self._hint] if self._hint else []
        up = f"\x1b[{self._height}A" if self._height else ""
        self._out.write(up + "".join(f"\r{line}\x1b[K\n" for line in lines) + "\x1b[J")
        self._out.flush()
        self._height = len(lines)

    def _write(self, check: Check) -> None:
        said = self._say(check)
        if said != self._said:
            self._said = said
            self._out.write(f"{said}\n")
        for text in self._findings(check):
            if text not in self._found:
                self._found.add(text)
                self._out.write(f"  {text}\n")

    def _say(self, check: Check) -> str:
        said = say(check, self._language)
        done, of = check.progress
        return f"{done:2}/{of}  {said}"

    def _findings(self, check: Check) -> list[str]:
        found = check.findings if check.is_done else suspect(check.notes, check.plan.wires)
        return [sentence(finding, self._language) for finding in found]
