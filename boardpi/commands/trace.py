"""`boardpi trace show`: a game as the board saw it, for people."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import merge
from typing import TYPE_CHECKING, Final

from boardpi.commands.parser import (
    add_command,
    add_group,
    add_rules_file,
    count,
    known_rule_sets,
)
from boardpi.commands.picture import Pencil, draw_lights, draw_move
from boardpi.commands.shades import find_depth
from boardpi.commands.telling import tell_fact
from boardpi.commands.terminal import add_ascii, asked_ink, wrap
from boardpi.commands.touches import read_touches
from boardpi.commands.traces import add_file, open_trace
from boardpi.table.effects import Effect, Publish, Show
from boardpi.table.events import Sensed, Woke
from boardpi.table.facts import Fact, Moved, NewGame, TakenBack
from boardpi.table.step import next_moment, step
from boardpi.table.table import Table
from boardpi.table.trace import Header, name_lights, parse_header, read_events

if TYPE_CHECKING:
    from boardpi.commands.parser import Subparsers

PICTURES: Final = ("none", "moves", "all")
INDENT: Final = " " * 14
EXAMPLES: Final = """
examples:
  boardpi trace show game.trace                        hands, readings, a picture per move
  boardpi trace show game.trace --pictures none        words alone
  boardpi trace show game.trace --from 60000 --to 90000 --pictures all
"""


@dataclass(frozen=True, slots=True)
class Note:
    """A line of the story, with a picture where one helps."""

    ms: int
    text: str
    picture: tuple[str, ...] = ()


def add_parsers(subparsers: Subparsers) -> None:
    """Add the group to the command line."""
    group = add_group(
        subparsers,
        "trace",
        summary="what a board saw: show it to people",
        description="Traces: every change of the reeds, with its millisecond.",
        epilog=EXAMPLES,
    )
    show = add_command(group, "show", run_show, "a game as the board saw it", epilog=EXAMPLES)
    add_file(show)
    show.add_argument(
        "--from", metavar="MS", dest="start", type=count, default=0, help="begin here"
    )
    show.add_argument("--to", metavar="MS", dest="end", type=count, help="end here")
    show.add_argument(
        "--pictures",
        metavar="WHEN",
        choices=PICTURES,
        default="moves",
        help="none, moves (default), or all: at every change of the lights",
    )
    add_ascii(show)
    add_rules_file(show)


def run_show(args: argparse.Namespace) -> int:
    """Print the story of a trace."""
    pencil = Pencil(asked_ink(args), find_depth(sys.stdout, os.environ))
    with open_trace(args.file) as lines:
        header = parse_header(next(lines, ""), known_rule_sets(args))
        print(_tell_header(header))
        events = list(read_events(lines))
    for note in tell_story(header, events, pencil, args.pictures):
        if args.start <= note.ms and (args.end is None or note.ms <= args.end):
            print_note(note)
    return 0


def _tell_header(header: Header) -> str:
    parts = [header.rules.title]
    if header.any_first:
        parts.append("either side may begin")
    line = header.to_json()
    parts += [f"{key} {line[key]}" for key in line if key.endswith("_ms")]
    if "dead" in line:
        parts.append(f"dead reeds: {' '.join(line['dead'])}")
    return f"{', '.join(parts)}\n{header.position}\n"


def print_note(note: Note) -> None:
    """The time, the words, the picture."""
    time = f"{note.ms / 1000:10.3f} s  "
    print(time + wrap(note.text, INDENT).lstrip())
    for row in note.picture:
        print(f"{INDENT}    {row}".rstrip())


def tell_story(
    header: Header, events: list[Sensed | Woke], pencil: Pencil, pictures: str
) -> Iterator[Note]:
    """Hands and table in order of time; at the same moment the hands come first."""
    mark = "▸" if pencil.ink.braille else ">"
    touches = read_touches(events, header.position.occupied, header.timing.settle_ms)
    hands = (Note(touch.ms, str(touch)) for touch in touches)
    said = (
        Note(note.ms, f"{mark} {note.text}", note.picture)
        for note in _tell_table(header, events, pencil, pictures)
    )
    return merge(hands, said, key=lambda note: note.ms)


def _tell_table(
    header: Header, events: Iterable[Sensed | Woke], pencil: Pencil, pictures: str
) -> Iterator[Note]:
    for table, effects in watch(header.table(), events):
        for effect in effects:
            if isinstance(effect, Publish):
                picture = () if pictures == "none" else _picture(pencil, effect.fact)
                yield Note(effect.fact.ms, tell_fact(effect.fact), picture)
            elif isinstance(effect, Show) and pictures == "all":
                yield _tell_lights(pencil, table, effect)


def watch(table: Table, events: Iterable[Sensed | Woke]) -> Iterator[tuple[Table, list[Effect]]]:
    """The table after each moment at which something may happen."""
    for event in events:
        while (moment := next_moment(table)) is not None and moment < event.ms:
            table, effects = step(table, Woke(moment))
            yield table, effects
        table, effects = step(table, event)
        yield table, effects


def _picture(pencil: Pencil, fact: Fact) -> tuple[str, ...]:
    if isinstance(fact, Moved):
        return tuple(draw_move(pencil, fact.position, fact.move))
    if isinstance(fact, (TakenBack, NewGame)):
        return tuple(draw_move(pencil, fact.position))
    return ()


def _tell_lights(pencil: Pencil, table: Table, show: Show) -> Note:
    holes: dict[str, list[str]] = {}
    for hole, role in name_lights(show.lights).items():
        holes.setdefault(role, []).append(hole)
    text = ", ".join(f"{role} {' '.join(names)}" for role, names in holes.items())
    position = table.standing.position
    picture = draw_lights(pencil, position, table.settling.mask, show.lights)
    return Note(show.ms, f"lights: {text or 'all dark'}", tuple(picture))
