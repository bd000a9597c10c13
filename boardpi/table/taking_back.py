"""What a story may call a take-back, or another move in place of the last one.

A take-back is the same board seen from one ply earlier: complete when the archers stand so, and the
victim again. An amendment is that and a move.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from boardpi.rules import Hole, Move, Position, Side
from boardpi.rules.holes import ALL
from boardpi.table.plies import EARLY, ODD, UNSEEN, is_hidden, play
from boardpi.table.story import (
    FIDGET,
    HANGING,
    Ground,
    Story,
    is_fixed,
    landing,
    previous,
    turns_of,
)
from boardpi.table.turns import legal_turns

BACK: Final = 3
"""A ply taken back, or replaced."""
MOST_TOGETHER: Final = 3
"""More plies than hands put back together are a new set-up, not a take-back."""


def earlier(ground: Ground, story: Story) -> Iterator[Story]:
    """One ply earlier, with another move instead of it, or several plies earlier."""
    prior, needed, cost = story, 0, story.cost
    gone = [0, 0]
    for depth in range(MOST_TOGETHER):
        last = previous(ground, prior)
        if last is None or last[0].is_pass:
            return
        move, before = last
        prior = _unplay(ground, prior, before)
        if depth == 0:
            yield from _amend(ground, story, prior, move, before)
        gone[before.side] += _goes_beside(move, ground.live)
        needed |= sum(h.bit for h in _filled_again(move) if h is not None)
        is_plain = move.origin is not None and ground.live >> move.origin & 1
        if depth and (is_hidden(move, ground.live) or not _was_touched(ground, move)):
            return
        cost += (BACK if is_plain else UNSEEN) + (2 * FIDGET if depth else 0)
        back = _put_back(ground, prior, needed, (gone[0], gone[1]))
        if back is not None:
            odd = ODD * (back.hands[0] + back.hands[1])
            yield back._replace(cost=cost + odd, unseen=story.unseen + (not is_plain))


def _unplay(ground: Ground, story: Story, before: Position) -> Story:
    """The same board one ply earlier."""
    if story.moves:
        moves, path, undone = story.moves[:-1], story.path[:-1], story.undone
    else:
        moves, path, undone = (), (), story.undone + 1
    if undone == len(ground.game.moves) and not moves:
        before = ground.game.start  # either side may begin again
    return story._replace(
        position=before, moves=moves, path=path, undone=undone, zone=0, is_closed=True
    )


def _goes_beside(move: Move, live: int) -> int:
    """How many archers leave the hands when this is taken back: to the tray, to a dead hole."""
    count = 0
    if move.reentry is not None:
        count += live >> move.reentry & 1
    if move.origin is not None and move.target is not None and not live >> move.origin & 1:
        count += live >> move.target & 1
    return count


def _was_touched(ground: Ground, move: Move) -> bool:
    """Whether hands were where this ply has to be put back, since the board last agreed."""
    order, since = ground.order, ground.since
    if order.lifted[landing(move)] <= since:
        return False
    return move.origin is None or order.placed[move.origin] > since


def _filled_again(move: Move) -> tuple[Hole | None, ...]:
    return (move.origin, move.target if move.takes else None)


def _put_back(ground: Ground, prior: Story, needed: int, gone: tuple[int, int]) -> Story | None:
    """The earlier story, if the archers stand so."""
    missing = prior.missing(ground.live)
    if prior.extra or missing & needed:
        return None
    hands = (prior.hands[0] - gone[0], prior.hands[1] - gone[1])
    for side in Side:
        if hands[side] != (missing & prior.position.archers(side)).bit_count():
            return None
    return prior._replace(hands=hands)


def _amend(
    ground: Ground, story: Story, prior: Story, last: Move, before: Position
) -> Iterator[Story]:
    """Another turn instead of the last one, or the re-entry that was still open."""
    may_change = not (story.is_closed or is_fixed(ground, story))
    may_change = may_change and (ground.may_amend or bool(story.moves))
    if not (may_change or story.zone) or not (story.extra or ground.live != ALL):
        return
    for turn in legal_turns(ground.game.rules, before):
        move = turn.move
        extends = move.plain == last
        if move == last or (not story.zone if extends else not may_change):
            continue
        if before.side is ground.guided and move != ground.expected:
            continue
        is_same_victim = last.takes and move.takes and move.target == last.target
        made = play(ground, _with_victim(prior) if is_same_victim else prior, turn)
        if made is not None:
            cost = 0 if extends else _change_cost(ground, story, last, move)
            cost += EARLY * made.hands[turn.side.other]  # the opponent's lift ends amendments
            yield made._replace(cost=made.cost + cost)


def _with_victim(prior: Story) -> Story:
    """The victim of the ply that was undone is off the board still."""
    hands, foe = list(prior.hands), prior.position.side.other
    hands[foe] += 1
    return prior._replace(hands=(hands[0], hands[1]))


def _change_cost(ground: Ground, story: Story, last: Move, move: Move) -> int:
    cost = BACK if move.origin == last.origin else FIDGET
    if last.takes and move.target != last.target:
        return 2 * ODD if move.takes else 2 * FIDGET
    if (
        move.target != last.target
        and move.takes
        and any(t.move.takes and t.move.target == last.target for t in turns_of(ground, story))
    ):
        return cost + HANGING  # the opponent may hold it as his victim, and adjust one of his own
    return cost
