"""Taking moves back and amending the last one, held against the evidence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from boardpi.rules import Move, Position
from boardpi.table.evidence import Sight
from boardpi.table.turns import Fit, Turn, fit_amendment, fit_undo, legal_turns
from boardpi.table.worlds import Candidate, Ground, World

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
