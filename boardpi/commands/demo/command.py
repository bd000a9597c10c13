"""`boardpi demo`: virtual hands play a game, the table reads them, the board lights up."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TextIO

from boardpi.commands.demo.demo_session import DemoSession, StoryLine
from boardpi.commands.demo.planned_game import plan_game
from boardpi.commands.demo.screen import COLUMNS, ROWS, Screen
from boardpi.commands.terminal.files import CommandError
from boardpi.commands.terminal.headings import tell_outcome
from boardpi.commands.terminal.parser import add_command, add_rules, asked_rules, count
from boardpi.commands.terminal.picture import Pencil, draw_move
from boardpi.commands.terminal.shades import add_theme, find_depth
from boardpi.commands.terminal.terminal import add_ascii, asked_ink
from boardpi.table.facts import Moved
from boardpi.table.theme import next_frame_ms
from boardpi.table.themes import find_theme

if TYPE_CHECKING:
    from boardpi.commands.terminal.parser import Subparsers

FRAME_S: Final = 1 / 30
SLOWEST, FASTEST = 0.1, 100.0
ENTER: Final = "\x1b[?1049h\x1b[?25l\x1b[2J"  # another screen, no cursor, all clear
LEAVE: Final = "\x1b[0m\x1b[?25h\x1b[?1049l"
HOLD, RELEASE = "\x1b[?2026h", "\x1b[?2026l"  # show the frame when it is whole, if you can
EXAMPLES: Final = """
examples:
  boardpi demo                              a game of Jasir in about a minute
  boardpi demo --rules jarmo-oca --speed 2  Jarmo, twice as fast
  boardpi demo | less                       the story as text
"""


def add_parsers(subparsers: Subparsers) -> None:
    """Add the command to the command line."""
    demo = add_command(
        subparsers,
        "demo",
        run_demo,
        summary="watch a game: hands, lights, and what the table reads",
        description="Virtual hands play a game on a virtual board; the real table reads it.",
        epilog=EXAMPLES,
    )
    add_rules(demo)
    demo.add_argument("--speed", metavar="X", type=pace, default=1.0, help="2 is twice as fast")
    demo.add_argument(
        "--seed", metavar="N", type=count, default=1, help="another game (default: 1)"
    )
    add_theme(demo)
    add_ascii(demo)


def pace(text: str) -> float:
    """A speed, for argparse."""
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not SLOWEST <= speed <= FASTEST:
        raise argparse.ArgumentTypeError(f"a speed is {SLOWEST:g} to {FASTEST:g}, not {text!r}")
    return speed


def run_demo(args: argparse.Namespace) -> int:
    """Play the demonstration, in place on a terminal or as lines of text."""
    pencil = Pencil(asked_ink(args), find_depth(sys.stdout, os.environ))
    theme = find_theme(args.theme)
    session = DemoSession(plan_game(asked_rules(args), args.seed), args.seed)
    if _has_room(sys.stdout):
        with own_screen(sys.stdout):
            play_in_place(Screen(session, theme, pencil), args.speed, sys.stdout)
    else:
        play_as_lines(session, pencil, sys.stdout)
    print(tell_end(session))
    return 0


def _has_room(out: TextIO) -> bool:
    """A terminal that can be drawn on, large enough for the board."""
    if not out.isatty() or os.environ.get("TERM", "dumb") == "dumb":
        return False
    size = shutil.get_terminal_size()
    if size.columns < COLUMNS or size.lines < ROWS:
        raise CommandError(
            f"the demonstration needs {COLUMNS} columns and {ROWS} rows, this terminal has"
            f" {size.columns} and {size.lines}; make it larger, or read: boardpi demo | less"
        )
    return True


@contextmanager
def own_screen(out: TextIO) -> Iterator[None]:
    """Another screen, which is left as it was found, whatever happens."""
    out.write(ENTER)
    try:
        yield
    finally:
        out.write(LEAVE)
        out.flush()


def play_in_place(screen: Screen, speed: float, out: TextIO) -> None:
    """Draw whenever hands, table or lights change; sleep in between."""
    session, begun = screen.session, time.monotonic()
    while not session.is_over:
        session.advance(max(session.ms, int((time.monotonic() - begun) * 1000 * speed)))
        out.write(f"{HOLD}\x1b[H" + "\x1b[K\r\n".join(screen.draw()) + f"\x1b[K{RELEASE}")
        out.flush()
        wait_s = (_next_ms(screen) / 1000 / speed) - (time.monotonic() - begun)
        time.sleep(max(FRAME_S, wait_s))


def _next_ms(screen: Screen) -> int:
    """When the picture changes next."""
    session = screen.session
    frame = next_frame_ms(screen.theme, session.table.lights, session.ms - session.shown_ms)
    moment = session.next_ms()
    return moment if frame is None else min(moment, frame + session.shown_ms)


def play_as_lines(session: DemoSession, pencil: Pencil, out: TextIO) -> None:
    """The whole story as text, as fast as it can be written."""
    mark = "▸" if pencil.ink.braille else ">"
    while not session.is_over:
        for line in session.advance(session.next_ms()):
            out.write("\n".join(_tell(line, pencil, mark)) + "\n")


def _tell(line: StoryLine, pencil: Pencil, mark: str) -> Iterator[str]:
    time_s = f"{line.ms / 1000:10.3f} s  "
    yield time_s + (line.text if line.fact is None else f"{mark} {line.text}")
    if isinstance(line.fact, Moved):
        for row in draw_move(pencil, line.fact.position, line.fact.move):
            yield f"{'':18}{row}".rstrip()


def tell_end(session: DemoSession) -> str:
    """What was played, and whether the table read it rightly."""
    played, read = session.plan.game.moves, session.table.game.moves
    verdict = (
        f"The table read all {len(played)} moves from the reeds alone, as they were played."
        if played == read
        else f"The table read {' '.join(map(str, read))}; played was {' '.join(map(str, played))}."
    )
    ended = session.table.game.outcome
    return verdict if ended is None else f"{tell_outcome(ended)}\n{verdict}"
