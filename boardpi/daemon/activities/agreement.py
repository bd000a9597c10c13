"""One game at two tables: what follows at one of them from what both say of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple


class Ask(NamedTuple):
    """Somebody wants the game back where it had so many plies."""

    id: int
    to: int


class FarView(NamedTuple):
    """The game as one of the two tables has it."""

    game: int = 1
    moves: tuple[str, ...] = ()
    ask: Ask | None = None
    refuses: int = 0  # the number of the other's request that was refused
    draw: int | None = None  # offered after so many plies
    resigned: bool = False


Deed = Literal["play", "wait", "expect", "back", "asked", "pending", "draw", "resigned", "begin"]


class NextDeed(NamedTuple):
    """What a table does now."""

    what: Deed
    move: str = ""
    plies: int = 0


def decide(mine: FarView, theirs: FarView, owns: Callable[[int], bool]) -> NextDeed:
    """What is to be done here; `owns` tells of a ply whether it is for the hands of this table."""
    if mine.game != theirs.game:
        return NextDeed("begin" if theirs.game > mine.game else "wait")
    here, there, same = len(mine.moves), len(theirs.moves), shared_plies(mine.moves, theirs.moves)
    if theirs.ask and here > theirs.ask.to and theirs.ask.id != mine.refuses:
        return NextDeed("asked", plies=here - theirs.ask.to)
    if mine.ask and there > mine.ask.to:
        if theirs.refuses != mine.ask.id:
            return NextDeed("pending", plies=there - mine.ask.to)
        if here > same:
            return NextDeed("back", plies=here - same)
    if same < min(here, there):  # two different turns at once: that of its owner counts
        return NextDeed("wait") if owns(same) else NextDeed("back", plies=here - same)
    if there > here:
        return NextDeed("expect", theirs.moves[here])
    return _close(mine, theirs) if here == there else NextDeed("play")


def _close(mine: FarView, theirs: FarView) -> NextDeed:
    if theirs.resigned:
        return NextDeed("resigned")
    is_drawn = mine.draw is not None and mine.draw == theirs.draw == len(mine.moves)
    return NextDeed("draw" if is_drawn else "play")


def shared_plies(one: tuple[str, ...], two: tuple[str, ...]) -> int:
    for ply, (here, there) in enumerate(zip(one, two, strict=False)):
        if here != there:
            return ply
    return min(len(one), len(two))
