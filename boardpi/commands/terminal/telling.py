"""What the table found out, in sentences for people."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

from boardpi.commands.terminal.headings import tell_outcome
from boardpi.rules import HOLES, Move, Side, name_holes
from boardpi.rules.sketch import name_side
from boardpi.table.facts import (
    Amended,
    Asked,
    Ended,
    Fact,
    Moved,
    NewGame,
    Passed,
    Refused,
    Repeated,
    Restored,
    TakenBack,
    WentAstray,
)
from boardpi.table.table import Table


@singledispatch
def tell_fact(fact: Fact) -> str:
    """One sentence, or two."""
    details = ", ".join(f"{key} {value}" for key, value in fact.details().items())
    return f"{fact.event.capitalize()}: {details}." if details else f"{fact.event.capitalize()}."


@tell_fact.register
def _(fact: Moved) -> str:
    return f"{name_side(mover(fact))} {tell_move(fact.move)}."


@tell_fact.register
def _(fact: Amended) -> str:
    return f"{name_side(mover(fact))} thinks again and {tell_move(fact.move)}."


def mover(fact: Moved) -> Side:
    """Who made the move; a forced pass is a fact of its own."""
    return fact.position.side.other


def tell_move(move: Move) -> str:
    """What a move does, and its text: `takes on d3 (c1xd3)`."""
    if move.target is None:
        return f"brings an archer back on {move.reentry} ({move})"
    verb = f"takes on {move.target}" if move.takes else f"goes from {move.origin} to {move.target}"
    if move.reentry is not None:
        verb += f" and brings an archer back on {move.reentry}"
    return f"{verb} ({move})"


@tell_fact.register
def _(fact: TakenBack) -> str:
    return "One move is taken back." if fact.moves == 1 else f"{fact.moves} moves are taken back."


@tell_fact.register
def _(fact: Asked) -> str:
    names = [text or "a take-back" for text in fact.candidates]
    if len(names) == 1:
        return f"Was it {names[0]}? Nudge the archer on the glowing hole if so."
    return f"Which was it: {join(names)}? Nudge the archer on the true hole."


@tell_fact.register
def _(fact: WentAstray) -> str:
    parts = []
    if fact.missing:
        parts.append(f"an archer belongs on {join(name_holes(fact.missing), 'and')}")
    if fact.extra:
        parts.append(f"nobody belongs on {join(name_holes(fact.extra), 'and')}")
    why = "" if fact.refusal is None else f" {fact.refusal.sentence()}"
    return f"This is not how it stood: {', '.join(parts)}.{why}"


@tell_fact.register
def _(_: Restored) -> str:
    return "All archers stand right again."


@tell_fact.register
def _(fact: Refused) -> str:
    return f"Not there: {fact.refusal.sentence()}"


@tell_fact.register
def _(fact: Passed) -> str:
    return f"{name_side(fact.side)} cannot move and passes."


@tell_fact.register
def _(fact: Repeated) -> str:
    count = "third" if fact.count == 3 else f"{fact.count}th"
    return f"This position stands for the {count} time: a draw may be claimed."


@tell_fact.register
def _(fact: Ended) -> str:
    return tell_outcome(fact.outcome)


@tell_fact.register
def _(fact: NewGame) -> str:
    previous = " The game before stays unfinished." if fact.previous == "unfinished" else ""
    return f"A new game begins.{previous}"


def tell_reading(table: Table) -> str | None:
    """What the table makes of the hands at this moment, if anything."""
    text = " ".join(map(str, table.reading.tentative))
    if text and table.open_turn is None:
        return f"I read {text}. It counts after {table.timing.dwell_ms} ms of rest."
    holes: dict[str | None, list[str]] = {}
    for hole, role in zip(HOLES, table.lights, strict=True):
        holes.setdefault(role, []).append(str(hole))
    if "taker" in holes:
        return f"{join(holes['taker'])} could take on {join(holes.get('capture', ['there']))}."
    ways = [f"go to {join(holes['target'])}"] if "target" in holes else []
    ways += [f"take on {join(holes['capture'])}"] if "capture" in holes else []
    if ways and "origin" in holes:
        return f"The archer from {join(holes['origin'])} may {' or '.join(ways)}."
    return None


def join(words: Sequence[str], joiner: str = "or") -> str:
    """`a2, d3 or e2`."""
    *head, last = words
    return f"{', '.join(head)} {joiner} {last}" if head else last
