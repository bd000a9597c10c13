"""Breaks: games that are broken off or over, and what people do with the archers then."""

from __future__ import annotations

from boardpi.rules import HOLES, START, holes_in
from tests.table.strangers.carrying import refuse
from tests.table.strangers.table import FIRST_ROWS, Table


def break_off(table: Table) -> bool:
    """Perhaps sweep all archers away in mid-game and set up anew.

    Only where enough has happened that setting up cannot be read as taking back a few plies.
    """
    on_first_rows = sum(START.occupied & hole.bit > 0 for hole in table.archers())
    far = len(table.archers()) - on_first_rows
    if len(table.story.game.moves) < 8 or far < 3 or not table.has("break_off"):
        return False
    table.note("break_off")
    set_up(table)
    return True


def set_up(table: Table) -> None:
    """The archers leave in handfuls; after a while the start position is built and stands."""
    away = list(holes_in(table.reeds.present))
    table.rng.shuffle(away)
    for hole in away:
        table.lift(hole)
        table.wait(12, 110)
    table.wait(1000, 20000)
    row_first = [*FIRST_ROWS[table.position.side], *FIRST_ROWS[table.position.side.other]]
    if table.rng.random() < 0.3:
        table.rng.shuffle(row_first)
    for hole in row_first:
        table.place(hole)
        table.wait(60, 600)
    table.wait(6000, 9000)
    table.story.start_again(table.now_ms)


def after_end(table: Table) -> None:
    """Somebody has not noticed the end: an archer moves on, is refused, and goes back."""
    if not table.has("after_end"):
        return
    recent = {m.origin for m in table.story.game.moves}
    free = [h for h in HOLES if not table.reeds.present & h.bit and h not in recent]
    free = [hole for hole in free if hole != table.dead]
    if not free or not table.archers():
        return
    hole = table.rng.choice(table.archers())
    table.wait(500, 2000)
    table.lift(hole)
    table.wait(100, 900)
    refuse(table, hole, table.rng.choice(free))
    table.wait(100, 900)
    table.place(hole)
    table.note("after_end")


def next_game(table: Table) -> bool:
    """Perhaps the start is set up after the end."""
    if not table.has("next_game"):
        return False
    table.note("next_game")
    table.wait(1500, 6000)
    set_up(table)
    return True
