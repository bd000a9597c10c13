"""`boardpi lights`: the themes, and a drawing of what each light means."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from boardpi.commands.lights.legend import draw_legend
from boardpi.commands.terminal.parser import add_command, add_group
from boardpi.table.themes import DEFAULT_THEME, THEMES, find_theme, theme_json

if TYPE_CHECKING:
    from boardpi.commands.terminal.parser import Parser, Subparsers

EXAMPLES: Final = """
examples:
  boardpi lights list                       the themes
  boardpi lights draw -o lights.svg         what each light means, to hang beside the board
  boardpi lights json --theme night-calm    a theme as data, as the page gets it
"""


def add_parsers(subparsers: Subparsers) -> None:
    """Add the group to the command line."""
    group = add_group(
        subparsers,
        "lights",
        summary="the lights: themes, and what they mean",
        description="A theme gives every light its colour and its motion.",
        epilog=EXAMPLES,
    )
    add_command(group, "list", run_list, "the themes")
    draw = add_command(group, "draw", run_draw, "draw what each light means, as SVG")
    draw.add_argument("-o", "--output", metavar="FILE", help="where to (default: standard output)")
    add_theme(draw)
    add_theme(add_command(group, "json", run_json, "a theme as data, for programs"))


def add_theme(parser: Parser) -> None:
    """`--theme`."""
    parser.add_argument(
        "--theme",
        metavar="NAME",
        default=DEFAULT_THEME.name,
        help=f"the theme (default: {DEFAULT_THEME.name}; see 'boardpi lights list')",
    )


def run_list(_: argparse.Namespace) -> int:
    """Print the themes."""
    for theme in THEMES.values():
        print(f"{theme.name:10} {theme.title:15} {theme.about}")
    print("\nNAME-calm is the same with reduced motion (not for mono).")
    return 0


def run_draw(args: argparse.Namespace) -> int:
    """Draw the legend of a theme."""
    drawing = draw_legend(find_theme(args.theme))
    if args.output in (None, "-"):
        sys.stdout.write(drawing)
    else:
        Path(args.output).write_text(drawing, encoding="utf-8")
    return 0


def run_json(args: argparse.Namespace) -> int:
    """Print a theme as JSON."""
    print(json.dumps(theme_json(args.theme), indent=2))
    return 0
