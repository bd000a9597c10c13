"""`boardpi lights`: the themes, and a drawing of what each light means."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from boardpi.commands.terminal.parser import add_command, add_group
from boardpi.commands.terminal.shades import add_theme
from boardpi.table.theme import Colour, Motion, Theme, Tint
from boardpi.table.themes import THEMES, find_theme, name_colour, theme_json

if TYPE_CHECKING:
    from boardpi.commands.terminal.parser import Subparsers

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


# ── the drawing: the same colours and curves as on the board ─────────────────────────────────────

MEANINGS: Final = {
    "origin": ("Lifted from here", "The archer in hand may come back here."),
    "target": ("May go here", "A quiet move of the archer in hand."),
    "capture": ("May be taken", "An enemy that the archer in hand can take."),
    "taker": ("Could take it", "A victim is in hand: who takes it?"),
    "reentry": ("May come back here", "Set an archer from the hand down here."),
    "tentative": ("Understood", "The move is read; a moment of rest makes it count."),
    "last": ("Last move", "Where the last archer came from and went."),
    "ask": ("Was it this?", "Nudge the archer on the hole that is true."),
    "missing": ("One is missing here", "Put the archer back on this hole."),
    "extra": ("One too many here", "Take the archer away from this hole."),
    "refused": ("Not there", "The archer may not rest here; the page says why."),
    "hint": ("The coach", "From here, and to here."),
    "chosen": ("Chosen", "An archer that has captured (full help)."),
    "movable": ("Can move", "An archer that has a move (full help)."),
    "turn": ("To move", "The corners of the side to move, once all is quiet."),
    "passed": ("Had to pass", "This side cannot move: the other one goes on."),
    "winner": ("The winner", "The game is over; these archers won it."),
    "point": ("Points", "The game is over; these archers count as well."),
    "dead": ("Broken reed", "In the check of the board only."),
    "held": ("The button is held", "Two rows: help me. All five: the menu."),
    "menu3": ("A choice of the menu", "Count its blinks; the card says what they mean."),
    "menu0": ("Back", "The choice of the menu that changes nothing."),
}
"""What a light means, for players: in short, and what to do."""

ROW: Final = 58
WIDTH: Final = 760
LAMP_X, NAME_X, MOTION_X = 40, 150, 640
STYLE: Final = """
  text { font-family: Georgia, 'DejaVu Serif', serif; fill: #f4dfb8 }
  .title { font-size: 22px; font-weight: 600 }
  .name { font-size: 17px; font-weight: 600 }
  .says { font-size: 14px; fill: #d9c095 }
  .how { font-size: 13px; font-style: italic; fill: #b3956a }
  .hole { fill: #1c1009; stroke: #7a5a34; stroke-width: 1.5 }
  @media (prefers-reduced-motion: reduce) { .lamp { animation: none !important } }
"""


def draw_legend(theme: Theme) -> str:
    """The SVG text. Motions run as CSS animations, and stand still for people who want that."""
    height = ROW * len(MEANINGS) + 80
    used = {theme.looks[role].motion for role in MEANINGS}
    motions = [(name, motion) for name, motion in theme.motions.items() if name in used]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"'
        f' width="{WIDTH}" height="{height}" role="img">',
        f"<title>The lights of the board, theme {theme.title}</title>",
        f"<style>{STYLE}{''.join(map(_keyframes, motions))}</style>",
        f'<rect width="{WIDTH}" height="{height}" rx="22" fill="#34220f"/>',
        f'<text class="title" x="{LAMP_X - 12}" y="44">The lights: {theme.title}</text>',
    ]
    for number, role in enumerate(MEANINGS):
        parts += _draw_role(theme, role, 90 + ROW * number)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _keyframes(named: tuple[str, Motion]) -> str:
    name, motion = named
    if motion.is_still:
        return ""
    stops, before = [], -1.0
    for part, level in motion.curve:
        at = 100 * part + (0.01 if part == before else 0)  # CSS jumps between two near stops
        stops.append(f"{at:g}% {{ opacity: {level:g} }}")
        before = part
    return f"  @keyframes {name} {{ {' '.join(stops)} }}\n"


def _draw_role(theme: Theme, role: str, y: int) -> Iterator[str]:
    name, says = MEANINGS[role]
    look = theme.looks[role]
    motion = theme.motions[look.motion]
    for number, colour in enumerate(colours_of(theme, role)):
        yield _lamp(colour, look.brightness, look.motion, motion, LAMP_X + 32 * number, y)
    yield f'<text class="name" x="{NAME_X}" y="{y - 3}">{name}</text>'
    yield f'<text class="says" x="{NAME_X}" y="{y + 16}">{says}</text>'
    yield f'<text class="how" x="{MOTION_X}" y="{y + 5}">{look.motion}</text>'


def colours_of(theme: Theme, role: str) -> tuple[Colour, ...]:
    """The colours that a role can have: its own, those of both sides, or those of three kinds."""
    look = theme.looks[role]
    if look.tint in (Tint.OWN, Tint.ROW):
        return theme.own
    if look.tint is Tint.KIND:
        return tuple(theme.looks[kind].colour for kind in ("target", "capture", "reentry"))
    return (look.colour,)


def _lamp(colour: Colour, brightness: float, name: str, motion: Motion, x: int, y: int) -> str:
    run = "" if motion.is_still else f"animation: {name} {motion.period_ms}ms linear infinite"
    glow = name_colour(colour)
    return (
        f'<circle class="hole" cx="{x}" cy="{y}" r="13"/>'
        f'<g opacity="{brightness:g}"><g class="lamp" style="{run}">'
        f'<circle cx="{x}" cy="{y}" r="13" fill="{glow}"/>'
        f'<circle cx="{x}" cy="{y}" r="19" fill="{glow}" opacity=".28"/></g></g>'
    )
