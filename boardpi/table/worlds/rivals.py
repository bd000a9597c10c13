"""What else the same mask may be: turns of other worlds, half made or counted twice."""

from __future__ import annotations

from collections.abc import Iterable

from boardpi.table.worlds.evidence import Sight
from boardpi.table.worlds.turns import Turn
from boardpi.table.worlds.worlds import Candidate, Ground, World, leads_to


def has_rival(ground: Ground, worlds: tuple[World, ...], candidate: Candidate, mask: int) -> bool:
    """Whether the same mask may be a turn of another world, half made, or is too long a story."""
    world = candidate.world
    if world.is_guess or (len(world.moves) > 2 and world.fidgets > 2):
        return True
    if (world.undone or world.unseen) and _is_half_made(ground, worlds[0], mask):
        return True
    if world.undone and ground.has_dead and _has_hidden_turn(ground, worlds[0]):
        return True
    return any(
        _is_half_made(ground, other, mask)
        for other in worlds[1:]
        if not other.is_latent and not leads_to(other, world)
    )


def _has_hidden_turn(ground: Ground, world: World) -> bool:
    """Whether dead reeds can hide a whole turn of the side to move."""
    return any(
        not (turn.after.occupied ^ world.mask) & ground.live
        for standing in world.standings
        for turn in ground.turns(standing)
    )


def _is_half_made(ground: Ground, world: World, mask: int) -> bool:
    """Whether a turn has begun in this world: taker, victim or both in the air, or an archer back
    before its arrival, and no lift beside these.
    """
    missing, extra = world.mask & ~mask & ground.live, mask & ~world.mask & ground.live
    if not missing | extra or Sight(world.evidence).lifted & ground.live != missing:
        return False
    return any(
        not missing & ~turn_holes(turn) and (not extra or _reentry_bit(turn) == extra)
        for standing in world.standings
        for turn in ground.turns(standing)
    )


def _reentry_bit(turn: Turn) -> int:
    return turn.move.reentry.bit if turn.move.reentry is not None else 0


def turn_holes(turn: Turn) -> int:
    """The holes that are empty while this turn is under way: the mover's and the victim's."""
    origin, target = turn.move.origin, turn.move.target
    if origin is None or target is None:
        return 0
    return origin.bit | (target.bit if turn.move.takes else 0)


def follows(candidate: Candidate, leading: Iterable[Candidate]) -> bool:
    """Whether this is what one of the leading candidates would become by the next placing."""
    return any(leads_to(leader.world, candidate.world) for leader in leading)


def is_overtaken(candidate: Candidate, others: Iterable[Candidate], sight: Sight) -> bool:
    """Whether what is in the air here has come down as the next turn elsewhere."""
    return not candidate.is_exact and any(
        other is not candidate
        and other.is_exact
        and leads_to(candidate.world, other.world)
        and not _is_counted_twice(candidate.world, other.world, sight)
        for other in others
    )


def _is_counted_twice(world: World, later: World, sight: Sight) -> bool:
    """Whether the later world needs the same lift of the same victim again.

    One lift and placing on a hole is one capture there, unless the next taker was in the air first.
    """
    last, reply = world.moves[-1], later.moves[len(world.moves)]
    if not (last.takes and reply.takes) or reply.target is None or reply.origin is None:
        return False
    if reply.target != last.target or sight.lift_counts.get(reply.target, 0) > 1:
        return False
    return sight.last_lift[reply.target] < sight.last_lift.get(reply.origin, -1)
