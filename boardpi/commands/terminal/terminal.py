"""What the terminal can show, and texts that fit into it."""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, TextIO

from boardpi.rules.sketch import LetterInk

if TYPE_CHECKING:
    import argparse

    from boardpi.commands.terminal.parser import Parser

WIDTH: Final = 78


def add_ascii(parser: Parser) -> None:
    """`--ascii`."""
    parser.add_argument("--ascii", action="store_true", help="draw without Braille dots")


def asked_ink(args: argparse.Namespace) -> LetterInk:
    """The ink of standard output, or plainer if `--ascii` asks for it."""
    ink = find_ink(sys.stdout, os.environ)
    return LetterInk(braille=False, colour=ink.colour) if args.ascii else ink


def find_ink(out: TextIO, environment: Mapping[str, str]) -> LetterInk:
    """Colour on terminals unless NO_COLOR is set; Braille where the encoding and font have it."""
    kind = environment.get("TERM", "")
    braille = (out.encoding or "").lower().replace("-", "") == "utf8" and kind != "linux"
    colour = out.isatty() and kind != "dumb" and not environment.get("NO_COLOR")
    return LetterInk(braille, colour)


def wrap(text: str, indent: str = "") -> str:
    """The text in lines of a terminal; words such as `b1-d2` stay whole."""
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_on_hyphens=False,
        break_long_words=False,
    )
