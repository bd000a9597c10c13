"""What a lift settles by itself: a reply commits, an open re-entry is declined."""

from __future__ import annotations

from boardpi.rules import PASS, Hole
from boardpi.rules.holes import GOAL_ROW
from boardpi.table.commitment import before_last
from boardpi.table.table import Table
from boardpi.table.worlds import Candidate, World


def answered_world(table: Table, hole: Hole) -> World | None:
    only = table.reading.only
    if table.open_turn is not None and only is None:
        return table.base if _declines(table, hole) else None
    if only is None or not only.is_exact or not only.world.moves:
        return None
    if _is_asked_beside(table, only) or (only.is_slow and table.dead):
        return None
    if table.ground.is_half_expected(only.world):
        return None
    world, last = only.world, only.world.moves[-1]
    moved = last.target if last.target is not None else last.reentry
    assert moved is not None  # a pass is no candidate
    standing = world.standings[0]
    mover = standing.owner(moved)
    if mover is None or standing.owner(hole) is not mover.other:
        return None
    return None if _may_be_victim(table, world, hole) else world


def _is_asked_beside(table: Table, only: Candidate) -> bool:
    """Whether an open question names other turns that look the same: the reply itself will tell."""
    asked = {world.key for world in table.question} - {only.world.key}
    return any(world.key in asked for world in table.worlds)


def _may_be_victim(table: Table, world: World, hole: Hole) -> bool:
    """Whether the archer may still be in the air, with this one as its true victim."""
    last = world.moves[-1]
    return any(
        turn.move.takes
        and turn.move.origin == last.origin
        and turn.move.target == hole
        and (last.takes or (last.target is not None and turn.move.reentry == last.target))
        for turn in table.ground.turns(before_last(table, world))
    )


def _declines(table: Table, hole: Hole) -> bool:
    """Whether this lift shows that the open re-entry is not wanted."""
    game, turn = table.standing, table.open_turn
    assert turn is not None
    if table.expected is not None:
        return False  # an archer is expected back
    opponent = game.position.side
    if any(world.moves and world.moves[0].plain == turn for world in table.worlds):
        return False  # an archer did come back, if only for a moment: what follows will tell
    if game.position.owner(hole) is opponent:
        return True
    has_arrived = hole == turn.target and GOAL_ROW[opponent.other] >> hole & 1
    return game.legal_moves() == [PASS] and not has_arrived


def begins_reply(table: Table, hole: Hole) -> bool:
    game = table.standing
    if not game.moves or game.position.owner(hole) is not game.position.side:
        return False
    target = game.moves[-1].target
    return target is None or not table.missing >> target & 1
