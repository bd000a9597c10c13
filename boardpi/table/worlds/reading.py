"""Hypotheses: every way to read the evidence is followed until only one is left.

A `World` is a game that may be the true one: the committed game, some of its plies taken back, some
turns more. Each world keeps the evidence since the board last agreed with it. When the mask shows
one more turn completed in a world, a new world branches off; nothing is dropped because another
came first. What explains the mask now is a `Candidate`; the best one is shown and, if nothing
rivals it, committed by the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from boardpi.rules import Move, Position, mask_of
from boardpi.rules.holes import FIRST_ROW
from boardpi.table.worlds.evidence import Sight
from boardpi.table.worlds.rivals import follows, has_rival, is_overtaken
from boardpi.table.worlds.turns import Fit, Turn, fit_amendment, fit_turn, fit_undo, legal_turns
from boardpi.table.worlds.worlds import Candidate, Ground, Reading, World, branch_off, leads_to

MOST_WORLDS: Final = 48


def read(ground: Ground, worlds: tuple[World, ...], mask: int) -> tuple[Reading, tuple[World, ...]]:
    """The best explanations of this mask, and the worlds to go on with."""
    found: list[Candidate] = []
    for world in worlds:
        found += (c for c in _explain(ground, world, mask) if not _is_redone(ground, c.world))
    proven = [candidate for candidate in found if not candidate.world.is_latent]
    best = _best(ground, proven, Sight(worlds[0].evidence)) if proven else ()
    if len(best) == 1 and has_rival(ground, worlds, best[0], mask):
        best = (replace(best[0], is_doubtful=True),)
    return Reading(best), _branch(worlds, found)


def _is_redone(ground: Ground, world: World) -> bool:
    """Whether what was taken back was just played again: that is the committed game itself."""
    return bool(world.undone and world.moves) and (
        world.moves[0] == ground.game.moves[-world.undone]
    )


def _best(ground: Ground, candidates: list[Candidate], sight: Sight) -> tuple[Candidate, ...]:
    best: dict[tuple[int, tuple[Move, ...]], Candidate] = {}
    for candidate in candidates:
        key = candidate.world.key
        if key not in best or candidate.rank < best[key].rank:
            best[key] = candidate
    kept = [c for c in best.values() if not is_overtaken(c, best.values(), sight)]
    kept = [c for c in kept if not c.world.undone_together] or kept  # the last thing to think of
    first = min((_weigh(ground, candidate) for candidate in kept), default=None)
    leading = [candidate for candidate in kept if _weigh(ground, candidate) == first]
    if not all(candidate.is_exact for candidate in leading):
        # An archer in the air here may have come down as a turn elsewhere: that is a question.
        leading += [c for c in kept if c.is_exact and not follows(c, leading)]
    leading += [c for c in kept if c not in leading and _is_asked(ground, c)]
    return tuple(leading)


def _weigh(ground: Ground, candidate: Candidate) -> tuple[int, int]:
    """The rank; where a reed is dead, unseen is no argument against a turn."""
    unseen, fidgets = candidate.rank
    return (0 if ground.has_dead else unseen, fidgets)


def _is_asked(ground: Ground, candidate: Candidate) -> bool:
    """Whether the open question names this, its beginning or what it led to.

    Then no preference outranks it: only what cannot be explained drops out.
    """
    if candidate.is_waiting or (candidate.world.unseen and not candidate.is_exact):
        return False
    return any(
        leads_to(world, candidate.world) or leads_to(candidate.world, world)
        for world in ground.asked
    )


def _branch(worlds: tuple[World, ...], found: list[Candidate]) -> tuple[World, ...]:
    base, *others = worlds
    branches = {world.key: world for world in others}
    for candidate in found:
        world = candidate.world
        known = branches.get(world.key)
        if known is None or (world.unseen, world.fidgets) < (known.unseen, known.fidgets):
            branches[world.key] = world
    ranked = sorted(branches.values(), key=lambda w: (w.unseen, w.fidgets, -len(w.moves)))
    return (base, *ranked[: MOST_WORLDS - 1])


def _explain(ground: Ground, world: World, mask: int) -> Iterator[Candidate]:
    """What this world says of the mask: it is at rest, or one turn or undoing more was made."""
    is_at_rest = not world.evidence and not (world.mask ^ mask) & ground.live
    if is_at_rest and (world.moves or world.undone):
        yield Candidate(world)
    if not world.evidence or _is_same_mover(world) or ground.is_half_expected(world):
        return
    sight = Sight(world.evidence)
    for standing in world.standings:
        for turn in ground.turns(standing):
            yield from _explain_turn(ground, world, sight, turn, mask)
    if not world.moves and ground.may_undo:
        yield from explain_undo(ground, world, sight, mask)


def _is_same_mover(world: World) -> bool:
    """Whether the opponent had to pass: until the dwell is over the mover may change his mind."""
    if not world.moves:
        return False
    last, standing = world.moves[-1], world.standings[0]
    moved = last.target if last.target is not None else last.reentry
    return moved is not None and standing.owner(moved) is standing.side


def _explain_turn(
    ground: Ground, world: World, sight: Sight, turn: Turn, mask: int
) -> Iterator[Candidate]:
    shown = turn.after.occupied
    lifted = shown & ~mask & ground.live
    if mask & ~shown & ground.live or (lifted and not _begins_reply(ground, turn, sight, lifted)):
        return
    fit = fit_turn(sight, turn, ground.live)
    if fit is None or (fit.unseen and (lifted or not ground.has_dead)):
        return
    branch = branch_off(world, turn, fit, sight, lifted)
    if fit.unseen and turn.move.target is not None and ground.live >> turn.move.target & 1:
        branch = replace(branch, is_guess=True)
    yield Candidate(
        branch,
        is_exact=not lifted,
        is_slow=_may_be_reentry(ground, turn),
        is_waiting=bool(lifted & turn.after.archers(turn.before.side)),
    )


def _may_be_reentry(ground: Ground, turn: Turn) -> bool:
    """Whether a retreat to the first row may be a re-entry before the arrival, archer in hand."""
    move = turn.move
    if move.takes or move.target is None or not FIRST_ROW[turn.before.side] >> move.target & 1:
        return False
    return any(
        other.move.origin == move.origin and other.move.reentry == move.target
        for other in ground.turns(turn.before)
    )


def _begins_reply(ground: Ground, turn: Turn, sight: Sight, lifted: int) -> bool:
    """Whether what is in the air can be the reply: a taker, its victim, or both, seen to leave.

    Where a reed is dead, too much else could look like that.
    """
    if ground.has_dead or lifted & ~sight.lifted:
        return False
    takers = lifted & turn.after.archers(turn.before.side.other)
    if turn.move.origin is None and lifted & ~takers & ~_lifted_after_landing(turn, sight):
        return False  # an own archer went to the first row: that is no re-entry
    landed = sum(hole.bit for hole in (turn.move.target, turn.move.reentry) if hole is not None)
    return takers.bit_count() < 2 and (lifted & ~takers).bit_count() < 2 and not lifted & landed


def _lifted_after_landing(turn: Turn, sight: Sight) -> int:
    """The holes whose last lift came after the archer had come back."""
    landing = sight.last_place.get(turn.move.reentry if turn.move.reentry is not None else -1, -1)
    return mask_of(hole for hole, lift in sight.last_lift.items() if lift > landing)


def unseen_turns(ground: Ground, base: World, mask: int) -> list[World]:
    """Turns of the archer in hand that would look just like this: victims that were never seen.

    Nothing shows them, so they are latent: only a nudge, the page or a reply can prove them.
    """
    sight = Sight(base.evidence)
    found = []
    for standing in base.standings:
        for turn in ground.turns(standing):
            if not (turn.after.occupied ^ mask) & ground.live:
                fit = fit_turn(sight, turn, ground.live)
                if fit is not None and fit.unseen:
                    found.append(branch_off(base, turn, fit, sight))
    return found


MOST_TOGETHER: Final = 3
"""More plies than hands put back together are a new set-up, not a take-back."""


def explain_undo(ground: Ground, world: World, sight: Sight, mask: int) -> Iterator[Candidate]:
    game = ground.game
    left = len(game.moves) - world.undone
    if left == 0 or game.moves[left - 1].is_pass:
        return
    last = game.moves[left - 1]
    earlier = game.take_back(world.undone + 1)
    if not (earlier.position.occupied ^ mask) & ground.live:
        fit = fit_undo(sight, last, ground.live)
        if fit is not None:
            yield Candidate(_undone(world, earlier.standings(), (), fit, sight))
    if not world.undone:
        yield from _explain_long_undo(ground, world, sight, mask)
        if ground.may_amend:
            yield from _explain_amendment(ground, world, sight, mask)


def _explain_long_undo(
    ground: Ground, world: World, sight: Sight, mask: int
) -> Iterator[Candidate]:
    """Several plies put back together, in any order of hands, with the hands of each of them."""
    game = ground.game
    for undone in range(2, min(len(game.moves), MOST_TOGETHER) + 1):
        last = game.moves[-undone]
        if last.is_pass or not _has_hands_of_undo(sight, last, ground.live):
            return
        earlier = game.positions[-undone - 1]
        if not (earlier.occupied ^ mask) & ground.live and _has_hands_of_undo(
            sight, game.moves[-1], ground.live
        ):
            yield Candidate(World(game.take_back(undone).standings(), undone, unseen=1))
            return


def _has_hands_of_undo(sight: Sight, last: Move, live: int) -> bool:
    """Whether archers were lifted and placed as taking this move back needs it."""
    placed = last.origin.bit if last.origin is not None else 0
    lifted = last.reentry.bit if last.reentry is not None else 0
    if last.target is not None:
        lifted |= last.target.bit
    return not (placed & ~sight.placed | lifted & ~sight.lifted) & live


def _undone(
    world: World,
    standings: tuple[Position, ...],
    moves: tuple[Move, ...],
    fit: Fit,
    sight: Sight,
) -> World:
    return World(
        standings,
        world.undone + 1,
        moves,
        (),
        world.unseen + bool(fit.hidden or fit.unseen),
        world.fidgets + max(sight.lifts_from(world.mask) - fit.explained, 0),
        fit.unseen,
    )


def _explain_amendment(
    ground: Ground, world: World, sight: Sight, mask: int
) -> Iterator[Candidate]:
    game = ground.game
    last, mover = game.moves[-1], game.positions[-1].side.other
    before = game.positions[-2].with_side(mover)
    for turn in legal_turns(ground.rules, before):
        if (turn.after.occupied ^ mask) & ground.live:
            continue
        if ground.only_reentry and turn.move.plain != last:
            continue
        if mover is ground.guided and turn.move != ground.expected:
            continue
        fit = fit_amendment(sight, last, turn, ground.live)
        if fit is None:
            continue
        branch = _undone(world, (turn.after,), (turn.move,), fit, sight)
        yield Candidate(branch, is_doubtful=_may_be_reply(ground, world, last, turn))


def _may_be_reply(ground: Ground, world: World, last: Move, turn: Turn) -> bool:
    """Whether the lifted archer may be the opponent's victim, in hand, and not an amendment.

    An amendment to a capture leaves the same mask as the archer just moved, lifted by an opponent
    who could take it and who then adjusts one of his own.
    """
    return (turn.move.takes and turn.move.target != last.target) and any(
        reply.move.takes and reply.move.target == last.target
        for standing in world.standings
        for reply in ground.turns(standing)
    )
