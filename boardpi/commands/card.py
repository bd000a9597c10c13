"""`boardpi card`: the card of the menu, to lie beside the board."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from boardpi.commands.terminal.files import CommandError
from boardpi.commands.terminal.parser import add_command
from boardpi.drawings.card import NoFont, card_pdf, card_svg
from boardpi.drawings.libraries import MissingLibrary
from boardpi.texts.languages import LANGUAGES

if TYPE_CHECKING:
    from boardpi.commands.terminal.parser import Subparsers

EXAMPLES: Final = """
examples:
  boardpi card -o card.pdf                              one page of A4, in every language
  boardpi card --language it --language de -o card.svg  in two languages, with larger columns
"""


def add_parsers(subparsers: Subparsers) -> None:
    """Add the command to the command line."""
    card = add_command(
        subparsers,
        "card",
        run_card,
        "draw the card of the menu, to lie beside the board",
        description="What the button does and what the blinks of the menu mean, on one page.",
        epilog=EXAMPLES,
    )
    card.add_argument(
        "-o", "--output", metavar="FILE", required=True, help="where to: .pdf or .svg"
    )
    card.add_argument(
        "--language",
        metavar="CODE",
        action="append",
        choices=LANGUAGES,
        help=f"one of {', '.join(LANGUAGES)}; may be given again (default: all)",
    )


def run_card(args: argparse.Namespace) -> int:
    """Write the card."""
    languages = tuple(dict.fromkeys(args.language or LANGUAGES))
    ending = Path(args.output).suffix.lower()
    if ending not in (".pdf", ".svg"):
        raise CommandError(f"{args.output!r} must end with .pdf or .svg")
    try:
        content = card_pdf(languages) if ending == ".pdf" else card_svg(languages).encode()
    except (MissingLibrary, NoFont) as error:
        raise CommandError(str(error)) from None
    try:
        Path(args.output).write_bytes(content)
    except OSError as error:
        raise CommandError(f"{args.output}: {error.strerror}") from None
    print(f"{args.output}: one page of A4. Print without scaling.")
    return 0
