"""Turns: one legal move, made by hand in one of the ways in which people make it."""

from __future__ import annotations

from boardpi.rules import Hole, Move
from tests.table.strangers.carrying import carry
from tests.table.strangers.habits import HABITS, TAKING
from tests.table.strangers.table import Table


def take_turn(table: Table, move: Move, *, hurried: bool = False) -> None:
    """Make this move and tell the story. `hurried`: nothing else happens on the way."""
    if move.origin is None:
        set_from_hand(table, move)
    elif move.reentry is not None:
        arrive_and_reenter(table, move, hurried=hurried)
    else:
        make_plain(table, move, hurried=hurried)


def set_from_hand(table: Table, move: Move) -> None:
    """Jasir's re-entry: an archer comes back as a move of its own."""
    if move.reentry is None:
        raise AssertionError(f"{move} is not made by hand")
    table.place(move.reentry)
    rock(table, move.reentry)
    table.story.play(table.now_ms, move)


def make_plain(table: Table, move: Move, *, hurried: bool) -> None:
    """A move without re-entry; if it opens a right, that right is not used."""
    keeps_right = table.has_right(move)
    make_board_part(table, move, hurried=hurried)
    table.story.play(table.now_ms, move, keeps_right=keeps_right)
    if keeps_right and table.story.is_over:
        table.wait(9000, 11000)  # decline_ms = 8000 where declining ends the game
        table.story.undecided = None


def make_board_part(table: Table, move: Move, *, hurried: bool = False) -> None:
    """The archer on the board does its part."""
    origin, target = ends(move)
    if move.takes:
        take(table, move, hurried=hurried)
        return
    table.lift(origin)
    if hurried:
        table.wait(80, 500)
    else:
        carry(table, move)
    table.place(target)
    if not hurried:
        rock(table, target)


def take(table: Table, move: Move, *, hurried: bool) -> None:
    """A capture that the reeds see, in one of its orders."""
    ways = [name for name in TAKING if name in table.habits] or ["taker_first"]
    way = table.rng.choices(ways, [HABITS[name] for name in ways])[0]
    table.note(way)
    origin, target = ends(move)
    if way == "victim_first":
        table.lift(target)
        table.wait(60, 900)
        table.lift(origin)
        table.wait(80, 900)
        table.place(target)
        return
    table.lift(origin)
    if hurried:
        table.wait(60, 500)
    else:
        carry(table, move)
    if way == "swept":
        table.blink(target, 15, 70)
    else:
        table.blink(target, 80, 900)
    if not hurried and way == "taker_first":
        rock(table, target)


def rock(table: Table, hole: Hole) -> None:
    """The archer rocks for a moment after it was set down."""
    if hole != table.dead and table.has("wobble"):
        table.note("wobble")
        table.wait(20, 90)
        table.blink(hole, 20, 90)


def arrive_and_reenter(table: Table, move: Move, *, hurried: bool) -> None:
    """Jarmo's move with its re-entry, in any order of hands.

    The archer from the hand goes down early only where that can not be mistaken for a retreat
    of the archer in the air.
    """
    origin, target = ends(move)
    zone = move.reentry
    if zone is None:
        raise AssertionError(f"{move} brings nobody back")
    may_be_early = not hurried and zone not in table.targets(origin)
    if may_be_early and table.has("reentry_before"):
        table.note("reentry_before")
        table.place(zone)
        table.wait(60, 900)
        make_board_part(table, move, hurried=True)
    elif may_be_early and not move.takes and table.has("reentry_between"):
        table.note("reentry_between")
        table.lift(origin)
        table.wait(100, 600)
        table.place(zone)
        table.wait(60, 600)
        table.place(target)
    else:
        make_board_part(table, move, hurried=hurried)
        table.wait(120, 5000)
        table.place(zone)
    table.story.play(table.now_ms, move)


def ends(move: Move) -> tuple[Hole, Hole]:
    """Where a move on the board begins and ends."""
    if move.origin is None or move.target is None:
        raise AssertionError(f"{move} does not move on the board")
    return move.origin, move.target
