"""Whether an unexplained mask is a turn on its way, so that there is no need to call it astray."""

from __future__ import annotations

from boardpi.rules import Hole, Refusal, holes_in
from boardpi.table.table import Table
from boardpi.table.worlds.evidence import Sight
from boardpi.table.worlds.rivals import turn_holes
from boardpi.table.worlds.worlds import Ground, World


def is_in_progress(table: Table) -> bool:
    """Some world may still become a legal turn or an undoing, and every gap was seen to open."""
    if tried_capture(table) is not None:
        return False
    return any(_is_under_way(table.ground, world, table) for world in table.worlds)


def archer_in_hand(table: Table) -> Hole | None:
    """The one archer in the air, if somebody who is to move holds it."""
    missing = table.missing & Sight(table.base.evidence).lifted
    if table.is_over or table.extra or missing.bit_count() != 1 or missing != table.missing:
        return None
    hole = next(holes_in(missing))
    is_own = any(
        standing.owner(hole) is standing.side is not table.guided
        for standing in table.base.standings
    )
    return hole if is_own else None


def _is_under_way(ground: Ground, world: World, table: Table) -> bool:
    live = ground.live
    missing = world.mask & ~table.settling.mask & live
    extra = table.settling.mask & ~world.mask & live
    if missing & ~Sight(world.evidence).lifted:
        return False
    return _may_become_turn(ground, world, missing, extra) or _may_become_undo(
        ground, world, missing, extra
    )


def _may_become_turn(ground: Ground, world: World, missing: int, extra: int) -> bool:
    if extra or not missing:
        return False
    return any(
        not missing & ~turn_holes(turn)
        for standing in world.standings
        for turn in ground.turns(standing)
    )


def _may_become_undo(ground: Ground, world: World, missing: int, extra: int) -> bool:
    left = len(ground.game.moves) - world.undone
    if world.moves or left == 0:
        return False
    last = ground.game.moves[left - 1]
    if last.origin is None or last.target is None:
        return last.reentry is not None and not extra and missing == last.reentry.bit
    moved = last.target.bit | (last.reentry.bit if last.reentry is not None else 0)
    return bool(missing) and not missing & ~moved and not extra & ~last.origin.bit


def tried_capture(table: Table) -> Refusal | None:
    """Why the archer in hand may not take an enemy that was lifted and set down meanwhile.

    The mask cannot show such a try: it looks like an archer in hand beside an adjusted enemy.
    """
    missing = table.missing
    if table.extra or missing.bit_count() != 1:
        return None
    origin = next(holes_in(missing))
    tried = _set_down_after_lift(table, origin)
    for target in holes_in(tried):
        refusal = table.standing.explain(origin, target)
        if refusal is None:
            return None
        if table.standing.position.owner(origin) is not table.standing.position.owner(target):
            return refusal
    return None


def _set_down_after_lift(table: Table, origin: Hole) -> int:
    sight = Sight(table.base.evidence)
    lift = sight.last_lift.get(origin)
    if lift is None:
        return 0
    mask = 0
    for hole, place in sight.last_place.items():
        if place > lift:
            mask |= 1 << hole
    return mask & table.base.mask
