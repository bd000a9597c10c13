"""The board shows the position again, or answers a question."""

from __future__ import annotations

from dataclasses import replace

from boardpi.table.lights import ask_hole
from boardpi.table.table import Table
from boardpi.table.worlds import Candidate, Reading, World


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
