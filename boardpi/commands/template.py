"""`boardpi template`: drawings for wood and archers, in true size."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from boardpi.boards.pins import PIXELS
from boardpi.commands.terminal.files import CommandError
from boardpi.commands.terminal.parser import add_command, add_rules, asked_rules
from boardpi.drawings.archer import draw_archer
from boardpi.drawings.formats import BadEnding, draw_file
from boardpi.drawings.geometry import Drawing, on_paper
from boardpi.drawings.grooves import TOOLS
from boardpi.drawings.libraries import MissingLibrary
from boardpi.drawings.measures import GROOVE, PLATES, BadMeasure, Measures, read_magnet
from boardpi.drawings.sheets import cut
from boardpi.drawings.wood import draw_plate, top_plate, underside

if TYPE_CHECKING:
    from boardpi.commands.terminal.parser import Subparsers

DESCRIPTION: Final = """\
Draw the plates of the board in true size, each with what is cut in it: the top with its lines,
the rim, the floor, and the two carriers of reeds and pixels.

The ending of FILE says for what: .svg for Inkscape and lasers, .dxf for routers and lasers (a
layer for each kind of work, in its order), .pdf to print on A4, to tape together and to prick
through. Each has a ruler of 100 mm: measure it before you drill."""
EXAMPLES: Final = """
examples:
  boardpi template -o board.pdf                     the board of Jasir and Jarmo, holes 50 mm apart
  boardpi template --pitch 60 --magnet 10x3 -o board.dxf
  boardpi template --grooves router -o board.dxf    lines that a finger follows, for blind players
  boardpi template --plate rim -o rim.dxf           the plate below the top
  boardpi template --underside -o below.pdf         from below: reeds, pixels, and their numbers
  boardpi template --archer -o archer.pdf           an archer and its magnet
  boardpi template --rules-file mine.toml -o board.svg      with lines of your own
"""


def add_parsers(subparsers: Subparsers) -> None:
    """Add the command to the command line."""
    template = add_command(
        subparsers,
        "template",
        run_template,
        "draw the board for the workshop: SVG, DXF, PDF",
        description=DESCRIPTION,
        epilog=EXAMPLES,
    )
    template.add_argument(
        "-o", "--output", metavar="FILE", required=True, help="where to: .svg, .dxf or .pdf"
    )
    views = template.add_mutually_exclusive_group()
    views.add_argument(
        "--plate",
        choices=list(PLATES),
        default="top",
        help="which plate, from the top (default: top)",
    )
    views.add_argument("--underside", action="store_true", help="the board from below, to wire it")
    views.add_argument("--archer", action="store_true", help="an archer and its magnet instead")
    template.add_argument(
        "--grooves",
        choices=TOOLS,
        help="lines as grooves for fingers, on the top plate: their middle for a router with a "
        f"ball cutter of {GROOVE.width:g} mm, their edge to fill for a laser",
    )
    _add_measures(template)
    add_rules(template)


def _add_measures(template: argparse.ArgumentParser) -> None:
    default = Measures()
    template.add_argument(
        "--pitch",
        metavar="MM",
        type=millimetres,
        default=default.pitch,
        help=f"from hole to hole (default: {default.pitch:g})",
    )
    template.add_argument(
        "--hole",
        metavar="MM",
        type=millimetres,
        help=f"diameter of the holes (default: {default.hole:g}, more for a wider magnet)",
    )
    template.add_argument(
        "--magnet",
        metavar="DxH",
        default=str(default.magnet),
        help=f"diameter and height of the magnets (default: {default.magnet})",
    )
    template.add_argument(
        "--closing",
        metavar="MM",
        type=millimetres,
        help="how far away your magnet closes your reed, measured; otherwise estimated",
    )


def millimetres(text: str) -> float:
    """A length, for argparse."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a number of millimetres, not {text!r}") from None


def run_template(args: argparse.Namespace) -> int:
    """Write one drawing."""
    try:
        measures = asked_measures(args)
        drawing = asked_drawing(args, measures)
        content = draw_file(drawing, args.output)
    except (BadMeasure, BadEnding, MissingLibrary) as error:
        raise CommandError(str(error)) from None
    Path(args.output).write_bytes(content)
    if not args.archer:
        for warning in measures.warnings():
            print(f"boardpi: careful: {warning}", file=sys.stderr)
    print(f"{args.output}: {drawing.title}{_sheets(args.output, drawing)}")
    return 0


def asked_measures(args: argparse.Namespace) -> Measures:
    """The measures of the options; a wide magnet widens the holes unless told otherwise."""
    magnet = read_magnet(args.magnet)
    hole = args.hole
    if hole is None:
        hole = max(Measures().hole, magnet.diameter + Measures().hole - Measures().magnet.diameter)
    return Measures(args.pitch, hole, magnet, args.closing)


def asked_drawing(args: argparse.Namespace, measures: Measures) -> Drawing:
    """The view of the options."""
    rules = asked_rules(args)
    if args.grooves:
        if args.archer or args.underside or args.plate != "top":
            raise CommandError("--grooves is for the top plate: leave the other view out")
        return top_plate(measures, rules, args.grooves)
    if args.archer:
        return draw_archer(measures)
    return (
        underside(measures, PIXELS) if args.underside else draw_plate(measures, args.plate, rules)
    )


def _sheets(name: str, drawing: Drawing) -> str:
    if not name.lower().endswith(".pdf"):
        return ""
    count = len(cut(on_paper(drawing)))
    return f"; {count} sheet{'s' if count > 1 else ''} of A4. Print without scaling."
