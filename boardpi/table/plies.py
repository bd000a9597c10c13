"""What a story may call a ply: a move, a take-back, another move in place of the last one.

To call something a ply changes the record and leaves every archer where it is. A ply is complete
when nothing stands where it should not, the mover's hands are empty, and (taken back) its victim
stands again. So a take-back is the same board seen from one ply earlier, and an amendment is that
and a move.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from boardpi.rules import PASS, Hole, Move, Position, Side, holes_in
from boardpi.rules.holes import ALL
from boardpi.rules.turns import after
from boardpi.table.story import (
    FIDGET,
    HANGING,
    Ground,
    Story,
    previous,
    turns_of,
)
from boardpi.table.turns import Turn, is_stuck, legal_turns

BACK: Final = 3
"""A ply taken back, or replaced."""
ODD: Final = 30
"""A ply is put back while other archers are in hands; one capture replaced by another."""
EARLY: Final = 10
"""The reply was lifted before the move was set down; as much again if before all of its lifts."""
CROSSED: Final = 30
"""Two plies were completed by one placing: hands crossed."""
UNSEEN: Final = 10
"""No reed saw the ply completed. As much as an archer in the hand, so that time decides nothing."""
HIDDEN: Final = 9
"""A ply came from or went to a hole whose reed is broken. Never the only thing that tells."""
MOST_TOGETHER: Final = 3
"""More plies than hands put back together are a new set-up, not a take-back."""


def calls(
    ground: Ground, story: Story, *, is_lift: bool = False, may_cross: bool = True
) -> Iterator[Story]:
    """What this story becomes where all that stands elsewhere makes plies.

    A lift completes nothing but the take-back of a re-entry, and what a broken reed hides.
    """
    is_hiding = ground.live != ALL
    if is_lift and not is_hiding:
        if _has_reentry(ground, story):
            yield from _go_back(ground, story)
        return
    if not story.extra and not is_hiding:
        return
    touched = (story.extra | story.missing(ground.live)).bit_count()
    may_cross = may_cross and not is_lift and touched > 2
    for turn in turns_of(ground, story):
        made = play(ground, story, turn)
        if made is not None:
            yield made
        elif may_cross:
            yield from _cross(ground, story, turn)
    yield from _go_back(ground, story)


def _has_reentry(ground: Ground, story: Story) -> bool:
    last = previous(ground, story)
    return last is not None and last[0].reentry is not None


# ── moves ────────────────────────────────────────────────────────────────────────────────────────


def play(ground: Ground, story: Story, turn: Turn, *, was_seen: bool = True) -> Story | None:
    """The story in which this turn has been made, if the archers stand so."""
    live, shown = ground.live, turn.after
    white, black = story.stands
    if white & ~shown.white or black & ~shown.black or story.others:
        return None
    made = _relabel(ground, story, turn)
    mover, foe = turn.side, turn.side.other
    if made.hands[mover] or shown.archers(mover) & ~made.stands[mover] & live:
        return None  # who holds another archer has not finished
    early = shown.archers(foe) & ~made.stands[foe] & live
    if made.hands[foe] != early.bit_count():
        return None
    if was_seen and not _is_in_order(ground, turn.move):
        return None
    if early and _was_a_slide(ground, story, early):
        return None
    if turn.move.origin is None and story.unseen and _looks_like_one_move(ground, story, turn.move):
        made = made._replace(cost=made.cost + ODD)
    return made._replace(cost=made.cost + _early_cost(ground, turn, early)) if early else made


def _was_a_slide(ground: Ground, story: Story, early: int) -> bool:
    """Whether the ply before was lifted again within its dwell, and is in the air: no move."""
    last = previous(ground, story)
    if last is None or last[0].target is None or not early & last[0].target.bit:
        return False
    return ground.order.stood_ms(last[0].target) < ground.dwell_ms


def _looks_like_one_move(ground: Ground, story: Story, back: Move) -> bool:
    """An unseen capture and a re-entry: a lift and a placing, as if the taker had gone there."""
    last = previous(ground, story)
    if last is None or not last[0].takes:
        return False
    turns = legal_turns(ground.game.rules, last[1])
    return any(t.move.origin == last[0].origin and t.move.target == back.reentry for t in turns)


def _is_in_order(ground: Ground, move: Move) -> bool:
    """Whether the mover was lifted before it was set down: else another archer stands there."""
    if move.origin is None or move.target is None:
        return True
    if not (ground.live >> move.origin & ground.live >> move.target & 1):
        return True
    return ground.order.placed[move.target] > ground.order.lifted[move.origin]


def _early_cost(ground: Ground, turn: Turn, early: int) -> int:
    lifted, move = ground.order.lifted, turn.move
    landing = move.target if move.target is not None else move.reentry
    landed = ground.order.placed[landing] if landing is not None else 0
    begun = max((lifted[hole] for hole in holes_in(turn.empties)), default=0)
    before = [hole for hole in holes_in(early) if lifted[hole] < landed]
    return sum(EARLY if lifted[hole] > begun else 2 * EARLY for hole in before)


def _relabel(ground: Ground, story: Story, turn: Turn) -> Story:
    """The same board one ply later: a victim in a hand, or a mover on a dead hole, is gone."""
    move, hands, live = turn.move, list(story.hands), ground.live
    is_hidden, cost = False, story.cost
    if move.target is not None and move.origin is not None:
        if not live >> move.target & 1:
            hands[turn.side] -= live >> move.origin & 1 and hands[turn.side] > 0
            is_hidden = True
        elif move.takes:
            hands[turn.side.other] -= 1
        if not live >> move.origin & 1:
            cost += HIDDEN
    elif move.reentry is not None:
        is_hidden = not live >> move.reentry & 1
        if turn.before.archers(turn.side) & ~live:
            cost += 2 * HIDDEN  # or the archer on the broken reed went where it may not stand
    undone, moves, path = story.undone, (*story.moves, move), (*story.path, turn.before)
    if undone and len(moves) == 1 and move == ground.game.moves[-undone]:
        undone, moves, path = undone - 1, (), ()  # played again: nothing was taken back
    return story._replace(
        position=turn.after,
        hands=(hands[0], hands[1]),
        undone=undone,
        moves=moves,
        path=path,
        zone=0 if move == ground.expected else turn.zone,
        is_closed=False,
        cost=cost + HIDDEN * is_hidden,
        unseen=story.unseen + is_hidden,
    )


def _cross(ground: Ground, story: Story, turn: Turn) -> Iterator[Story]:
    """Two plies that only the last placing completes together."""
    origin, move = turn.move.origin, turn.move
    if origin is not None and story.stands[turn.side] & origin.bit and move.reentry != origin:
        return
    made = _relabel(ground, story, turn)
    if min(made.hands) < 0 or made.unseen > story.unseen:
        return
    for reply in turns_of(ground, made):
        both = play(ground, made, reply)
        if both is None or both.unseen > story.unseen:
            continue
        is_retaken = reply.move.takes and reply.move.target == move.target
        if _met_in_the_air(ground, move, reply.move) and (is_retaken or _is_in_order(ground, move)):
            yield both._replace(cost=both.cost + CROSSED)


def _met_in_the_air(ground: Ground, move: Move, reply: Move) -> bool:
    """Whether the mover was lifted before the reply had landed: else the reply came first."""
    landing = reply.target if reply.target is not None else reply.reentry
    if move.origin is None or landing is None:
        return True
    return ground.order.lifted[move.origin] < ground.order.placed[landing]


def unseen_captures(ground: Ground, story: Story) -> Iterator[Story]:
    """What the archer in the hand may have taken without a reed that opened."""
    if story.extra or not (story.hands[0] or story.hands[1]):
        return
    for turn in turns_of(ground, story):
        move, mover, foe = turn.move, turn.side, turn.side.other
        if not move.takes or move.target is None or move.origin is None or move.reentry is not None:
            continue
        if story.stands[mover] & move.origin.bit or not story.stands[foe] & move.target.bit:
            continue
        stands, hands = list(story.stands), list(story.hands)
        stands[mover] |= move.target.bit
        stands[foe] &= ~move.target.bit
        hands[mover] -= 1
        hands[foe] += 1
        moved = story._replace(stands=(stands[0], stands[1]), hands=(hands[0], hands[1]))
        made = play(ground, moved, turn, was_seen=False)
        if made is not None:
            yield made._replace(cost=made.cost + UNSEEN, unseen=made.unseen + 1)


def close(ground: Ground, story: Story) -> Story:
    """The last ply is decided: its right is lost, and who is stuck then passes by himself."""
    story = story._replace(zone=0, is_closed=True)
    return pass_on(ground, story)


def pass_on(ground: Ground, story: Story) -> Story:
    """The pass that follows a decided ply by itself."""
    is_begun = story.moves or len(ground.game.moves) > story.undone
    if story.zone or not is_begun or not is_stuck(ground.game.rules, story.position):
        return story
    return story._replace(
        position=after(ground.game.rules, story.position, PASS),
        moves=(*story.moves, PASS),
        path=(*story.path, story.position),
        is_closed=True,
    )


# ── taking back ──────────────────────────────────────────────────────────────────────────────────


def _go_back(ground: Ground, story: Story) -> Iterator[Story]:
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
        cost += (BACK if is_plain else UNSEEN) + (FIDGET if depth else 0)
        cost += 0 if depth or _went_home(ground, move) else ODD
        back = _put_back(ground, prior, needed, (gone[0], gone[1]))
        if back is not None:
            odd = ODD * (back.hands[0] + back.hands[1])
            yield back._replace(cost=cost + odd, unseen=story.unseen + (not is_plain))


def _went_home(ground: Ground, move: Move) -> bool:
    """Whether the mover was lifted before its old hole was filled: else another archer did that."""
    if move.origin is None or move.target is None or is_hidden(move.plain, ground.live):
        return True
    return ground.order.placed[move.origin] > ground.order.lifted[move.target] or (
        move.takes and ground.order.placed[move.target] > ground.order.lifted[move.target]
    )


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
    left = move.target if move.target is not None else move.reentry
    if left is not None and order.lifted[left] <= since:
        return False
    return move.origin is None or order.placed[move.origin] > since


def is_hidden(move: Move, live: int) -> bool:
    """Whether the reed of one of its holes is broken."""
    holes = (move.origin, move.target, move.reentry)
    return any(hole is not None and not live >> hole & 1 for hole in holes)


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
    is_fixed = ground.fixed == last and story.record == (0, (last,))
    may_change = not story.is_closed and not is_fixed and (ground.may_amend or bool(story.moves))
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
