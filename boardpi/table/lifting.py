"""What a lift settles by itself: a reply commits, an open re-entry is declined."""

from __future__ import annotations

from dataclasses import replace

from boardpi.rules import PASS, Hole
from boardpi.rules.holes import GOAL_ROW
from boardpi.table.commitment import before_last
from boardpi.table.lights import ask_hole
from boardpi.table.table import Table
from boardpi.table.worlds.worlds import Candidate, Reading, World


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


def agree(table: Table) -> Table:
    """The board shows the position: fidgeting leaves no trace.

    What leaves the same mask as nothing at all (a taker's hole filled again by a re-entry, a dead
    reed's archer that took) stays as a doubt; so does a re-entry whose archer was lifted at once,
    perhaps by the opponent who takes it.
    """
    others = [world for world in table.worlds[1:] if len(world.moves) == 1]
    doubts = tuple(
        replace(world, is_latent=True, evidence=())
        for world in others
        if not (world.mask ^ table.mask) & table.live
    )
    victims = tuple(w for w in others if w.mask ^ table.mask == _reentered(w))
    candidates = tuple(Candidate(world, is_doubtful=True) for world in doubts)
    base = replace(table.base, evidence=())
    question = table.question if doubts else ()
    return table._replace(
        worlds=(base, *doubts, *victims), reading=Reading(candidates), question=question
    )


def _reentered(world: World) -> int:
    """The archer that came back with the last move; lifted again, it may be a victim."""
    last = world.moves[-1]
    return last.reentry.bit if last.reentry is not None else 0


def heed_nudge(table: Table) -> Table:
    """Lifting and setting back the archer on one glowing hole answers the question."""
    if not table.question or not table.reading.is_open:
        return table
    asked = {world.key for world in table.question}
    named = [c for c in table.reading.best if ask_hole(c.world, table.base).bit == table.nudged]
    if len(named) != 1 or named[0].world.key not in asked or named[0].world.evidence:
        return table  # a nudge is a lift and a setting back, and nothing else in the air
    return table._replace(reading=Reading((replace(named[0], is_doubtful=False),)))
