"""`boardpi replay` and `boardpi trace show`: what a board saw, for programs and for people."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from heapq import merge
from typing import TYPE_CHECKING, Final

from boardpi.commands.terminal.files import CommandError
from boardpi.commands.terminal.parser import (
    add_command,
    add_group,
    add_rules_file,
    count,
    known_rule_sets,
)
from boardpi.commands.terminal.picture import Pencil, draw_lights, draw_move
from boardpi.commands.terminal.shades import find_depth
from boardpi.commands.terminal.telling import tell_fact
from boardpi.commands.terminal.terminal import add_ascii, asked_ink, wrap
from boardpi.rules import HOLES, Hole, holes_in
from boardpi.table.effects import Effect, Publish, Show
from boardpi.table.events import Sensed, Woke
from boardpi.table.facts import Fact, Moved, NewGame, TakenBack
from boardpi.table.step import next_moment, step
from boardpi.table.table import Table
from boardpi.table.trace import BadTrace, Header, name_lights, parse_header, read_events, replay

if TYPE_CHECKING:
    from typing import TextIO

    from boardpi.commands.terminal.parser import Parser, Subparsers

STDIN: Final = "-"
PICTURES: Final = ("none", "moves", "all")
INDENT: Final = " " * 14
EXAMPLES: Final = """
examples:
  boardpi trace show game.trace                        hands, readings, a picture per move
  boardpi trace show game.trace --pictures none        words alone
  boardpi trace show game.trace --from 60000 --to 90000 --pictures all
"""
REPLAY_EXAMPLES: Final = """
examples:
  boardpi replay game.trace                 moves, take-backs, questions, refusals, the result
  boardpi replay game.trace --lights        also every change of the lights
  zcat game.trace.gz | boardpi replay -     from standard input
  boardpi trace show game.trace             the same for people
"""


@dataclass(frozen=True, slots=True)
class Note:
    """A line of the story, with a picture where one helps."""

    ms: int
    text: str
    picture: tuple[str, ...] = ()


def add_parsers(subparsers: Subparsers) -> None:
    """Add `replay` and `trace` to the command line."""
    _add_replay(subparsers)
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


def _add_replay(subparsers: Subparsers) -> None:
    command = add_command(
        subparsers,
        "replay",
        run_replay,
        summary="what a trace leads to, as JSON lines for programs",
        description="Lets the table decide again on everything that a board saw.",
        epilog=REPLAY_EXAMPLES,
    )
    add_file(command)
    command.add_argument("--lights", action="store_true", help="also print the lights")
    add_rules_file(command)


def add_file(parser: Parser) -> None:
    """`FILE`."""
    parser.add_argument("file", metavar="FILE", help="a trace; - is standard input")


@contextmanager
def open_trace(file: str) -> Iterator[TextIO]:
    """The lines of a trace. What is wrong with it is told with its name and line.

    Bytes that are no UTF-8 become signs that no trace has, so that their line is named as well.
    """
    is_stdin = file == STDIN
    try:
        with open(
            0 if is_stdin else file, encoding="utf-8-sig", errors="replace", closefd=not is_stdin
        ) as lines:
            yield lines
    except BadTrace as error:
        name = "standard input" if is_stdin else file
        raise CommandError(f"{name}: {error}") from None


def run_replay(args: argparse.Namespace) -> int:
    """Print one JSON line per event, as the trace is read."""
    known = known_rule_sets(args)
    with open_trace(args.file) as lines:
        for event in replay(lines, lights=args.lights, known=known):
            print(json.dumps(event))
    return 0


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


# ── what hands did, found in raw changes: lifts and placings, bounces, chatter ────────────────────

SHORT_MS: Final = 150
"""A reed that falls back so soon is told in one line: a swept victim, a passing magnet."""


@dataclass(frozen=True, slots=True)
class Burst:
    """Changes of one reed without a rest between them. An odd number of them is a real change."""

    ms: int
    closes: bool  # what the first of them does
    changes: int
    lasts_ms: int

    @property
    def is_change(self) -> bool:
        """The reed settles in another state than before."""
        return self.changes % 2 == 1


@dataclass(frozen=True, slots=True)
class TouchedHole:
    """Something that happened to one hole, in words."""

    ms: int
    hole: Hole
    text: str

    def __str__(self) -> str:
        return f"{self.hole} {self.text}"


def read_touches(events: Iterable[Sensed | Woke], mask: int, settle_ms: int) -> list[TouchedHole]:
    """All touches of a trace that begins with this mask, by their time."""
    changes, raw = {hole: list[int]() for hole in HOLES}, mask
    for event in events:
        if isinstance(event, Sensed):
            for hole in holes_in(raw ^ event.mask):
                changes[hole].append(event.ms)
            raw = event.mask
    found = [
        touch
        for hole in HOLES
        for touch in _touches(hole, _bursts(changes[hole], bool(mask >> hole & 1), settle_ms))
    ]
    return sorted(found, key=lambda touch: (touch.ms, touch.hole))


def _bursts(moments: list[int], is_closed: bool, settle_ms: int) -> list[Burst]:
    bursts = []
    for burst in _split(moments, settle_ms):
        bursts.append(Burst(burst[0], not is_closed, len(burst), burst[-1] - burst[0]))
        is_closed ^= bursts[-1].is_change
    return bursts


def _split(moments: list[int], settle_ms: int) -> list[list[int]]:
    """Moments with less than the settling time between them stay together."""
    groups: list[list[int]] = []
    for ms in moments:
        if groups and ms - groups[-1][-1] < settle_ms:
            groups[-1].append(ms)
        else:
            groups.append([ms])
    return groups


def _touches(hole: Hole, bursts: list[Burst]) -> Iterator[TouchedHole]:
    rest = iter([*bursts, None])
    burst = next(rest)
    while burst is not None:
        following = next(rest)
        if following is not None and _is_short(burst, following):
            yield TouchedHole(burst.ms, hole, _tell_short(burst, following.ms - burst.ms))
            following = next(rest)
        else:
            yield TouchedHole(burst.ms, hole, _tell(burst))
        burst = following


def _is_short(one: Burst, two: Burst) -> bool:
    return one.is_change and two.is_change and two.ms - one.ms <= SHORT_MS


def _tell_short(burst: Burst, ms: int) -> str:
    first, then = ("closed", "opened") if burst.closes else ("opened", "closed")
    return f"{first} for {ms} ms and {then}"


def _tell(burst: Burst) -> str:
    if burst.is_change:
        text = "filled" if burst.closes else "lifted"
        bounces = burst.changes // 2
        return text + (f" ({bounces} bounce{'s' * (bounces > 1)})" if bounces else "")
    if burst.changes > 2:
        return f"chattered: {burst.changes} changes in {burst.lasts_ms} ms, nothing that counts"
    state = "closed" if burst.closes else "opened"
    return f"{state} for {burst.lasts_ms} ms, too short to count"
