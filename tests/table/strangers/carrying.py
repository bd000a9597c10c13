"""Carrying: what happens while an archer is in the hand, between its lift and its hole."""

from __future__ import annotations

from collections.abc import Callable

from boardpi.rules import Hole, Move, holes_in
from tests.table.strangers.table import FIRST_ROWS, Table

# A rest shorter than dwell_ms = 250 is no move. The reader's clock starts when the hole has
# settled, so 200 leaves room for bounce.
SHORT_MS = (25, 200)
# Longer than the dwell, shorter than astray_ms = 1500: nobody complains about an illegal hole.
UNNOTICED_MS = (300, 1300)
# Longer than astray_ms: refused.
REFUSED_MS = (1750, 4000)
# Longer than inhand_ms = 2500.
LONG_MS = (2900, 9000)


def carry(table: Table, move: Move) -> None:
    """The archer of this move has just been lifted; perhaps something happens on its way."""
    ways: dict[str, Callable[[Table, Move], bool]] = {
        "slide": slide,
        "misplace": misplace,
        "wrong_hole": rest_on_wrong_hole,
        "think": think,
        "both_hands": lift_another,
        "brush": brush,
    }
    names = list(ways)
    table.rng.shuffle(names)
    table.wait(80, 900)
    for name in names:
        if table.has(name) and ways[name](table, move):
            table.note(name)
            table.wait(60, 600)
            return


def slide(table: Table, move: Move) -> bool:
    """Dragged over one to four free holes, resting on none for long; also how a drop looks."""
    holes = [hole for hole in table.resting_holes() if hole not in (move.origin, move.target)]
    if not holes:
        return False
    for hole in table.rng.sample(holes, min(len(holes), table.rng.randint(1, 4))):
        table.place(hole)
        table.wait(*SHORT_MS)
        table.lift(hole)
        table.wait(20, 200)
    return True


def wrong_holes(table: Table, origin: Hole) -> list[Hole]:
    """Free holes where this archer may not stand."""
    legal = table.targets(origin)
    return [hole for hole in table.resting_holes() if hole != origin and hole not in legal]


def misplace(table: Table, move: Move) -> bool:
    """Set on an illegal hole, and taken up again before the table complains."""
    origin = move.origin
    holes = [] if origin is None else wrong_holes(table, origin)
    if not holes:
        return False
    hole = table.rng.choice(holes)
    table.place(hole)
    table.wait(*UNNOTICED_MS)
    table.lift(hole)
    return True


def rest_on_wrong_hole(table: Table, move: Move) -> bool:
    """Set on an illegal hole until the table refuses it, then taken up again."""
    origin = move.origin
    holes = [] if origin is None else wrong_holes(table, origin)
    if origin is None or not holes:
        return False
    refuse(table, origin, table.rng.choice(holes))
    return True


def refuse(table: Table, origin: Hole, hole: Hole) -> None:
    """The archer from `origin`, in the air, rests on `hole` until it is refused; lifted again."""
    table.place(hole)
    table.wait(*REFUSED_MS)
    if table.dead is None:
        table.story.refuse(table.now_ms, origin, hole)
    table.lift(hole)


def think(table: Table, move: Move) -> bool:
    """The archer is held for many seconds. Where it could take, the table asks.

    After the question an archer set on a first row could also be a re-entry that follows the
    unseen capture: such moves are left out.
    """
    if move.origin is None or move.target is None:
        return False
    could_take = table.takeable(move.origin)
    first_row = any(move.target in row for row in FIRST_ROWS.values())
    if could_take and first_row and not move.takes:
        return False
    table.wait(*LONG_MS)
    if could_take and table.dead is None:
        table.story.ask(table.now_ms, None)
    return True


def lift_another(table: Table, move: Move) -> bool:
    """The other hand lifts an archer of the same side and sets it back."""
    if move.origin is None:
        return False
    side = table.position.owner(move.origin)
    others = [h for h in table.archers() if table.position.owner(h) is side and h != move.origin]
    if not others:
        return False
    table.blink(table.rng.choice(others), 60, 1500)
    return True


def brush(table: Table, move: Move) -> bool:
    """One to three neighbours are touched: never an enemy that the archer in hand could take."""
    origin = move.origin
    if origin is None:
        return False
    barred = table.takeable(origin) | {origin}
    near = [hole for hole in table.archers() if hole not in barred and is_near(hole, move)]
    for hole in table.rng.sample(near, min(len(near), table.rng.randint(1, 3))):
        table.blink(hole, 15, 90)
        table.wait(20, 150)
    return bool(near)


def is_near(hole: Hole, move: Move) -> bool:
    """Whether a hole lies within two steps of where this move begins or ends."""
    ends = [end for end in (move.origin, move.target) if end is not None]
    return any(abs(int(hole) % 5 - e % 5) + abs(int(hole) // 5 - e // 5) <= 2 for e in ends)


def capture_pairs(table: Table, holes: list[Hole]) -> bool:
    """Whether one of these archers could take another of them now."""
    mask = sum(hole.bit for hole in holes)
    return any(
        move.takes and move.origin in holes and move.target in list(holes_in(mask))
        for move in table.legal()
    )
