"""What a story may call a move.

To call something a ply changes the record and leaves every archer where it is. A move is complete
when nothing stands where it should not and the mover's hands are empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from boardpi.rules import Move, holes_in
from boardpi.rules.holes import ALL
from boardpi.table.story import Ground, Story, added, landing, turns_of
from boardpi.table.turns import Turn, legal_turns

ODD: Final = 30
"""A ply is put back while other archers are in hands; one capture replaced by another; an unseen
capture and a re-entry where one archer could have gone.
"""
EARLY: Final = 10
"""The reply was lifted before the move was set down; as much again if before all of its lifts."""
CROSSED: Final = 15
"""Two plies were completed by one placing: hands crossed. More than one excuse, less than two, so
that it is asked beside an archer that was only adjusted meanwhile.
"""
UNSEEN: Final = 10
"""No reed saw the ply completed. As much as an archer in the hand, so that time decides nothing."""
HIDDEN: Final = 12
"""A ply came from or went to a hole whose reed is broken. So much that beside an archer which does
not belong there it is asked, and the next move tells.
"""


def moves_in(ground: Ground, story: Story, *, is_lift: bool) -> Iterator[Story]:
    """The stories in which what stands elsewhere makes a move, or two by hands that crossed."""
    extra, turns = story.extra, turns_of(ground, story)
    may_cross = not is_lift and (extra | story.missing(ground.live)).bit_count() > 2
    may_answer = extra and (any(story.hands) or ground.live != ALL)
    for turn in turns:
        own = story.stands[turn.side]
        if not turn.leaves & own:
            made = None if turn.lands & ground.live & ~own else play(ground, story, turn)
            if made is not None:
                yield made
            elif may_cross:
                yield from _cross(ground, story, turn)
        if may_answer and turn.move.takes:
            yield from _answer_to_unseen(ground, story, turn, turns)


def play(ground: Ground, story: Story, turn: Turn, *, was_seen: bool = True) -> Story | None:
    """The story in which this turn has been made, if the archers stand so."""
    live, own = ground.live, story.stands[turn.side]
    if turn.lands & live & ~own or turn.leaves & own:
        return None
    shown, (white, black) = turn.after, story.stands
    if white & ~shown.white or black & ~shown.black or story.others:
        return None
    made = _relabel(ground, story, turn)
    mover, foe = turn.side, turn.side.other
    absent = shown.archers(mover) & ~made.stands[mover] & live
    early = shown.archers(foe) & ~made.stands[foe] & live
    if absent and not _may_be_victim(ground, turn, absent):
        return None  # who holds another archer has not finished
    if absent and not made.hands[mover]:
        made = made._replace(hands=added(made.hands, mover, 1))  # another came from the tray
    if (made.hands[mover], made.hands[foe]) != (absent.bit_count(), early.bit_count()):
        return None
    if was_seen and not is_in_order(ground, turn.move):
        return None
    cost = made.cost + EARLY // 2 * absent.bit_count() + _early_cost(ground, turn, early)
    return made._replace(cost=cost)


def _may_be_victim(ground: Ground, turn: Turn, held: int) -> bool:
    """Whether the reply may have begun with this archer as its victim, beside a re-entry that was
    set down early, or with that one. (Without a re-entry, hands that cross tell it.)
    """
    back, order = turn.move.reentry, ground.order
    if back is None or turn.move.origin is None or order.placed[back] <= ground.since:
        return False
    if held == back.bit and order.stood_ms(back) < ground.dwell_ms:
        return False  # what rested for less was a slide
    replies = legal_turns(ground.game.rules, turn.after)
    return any(reply.move.takes and reply.lands == held for reply in replies)


def is_in_order(ground: Ground, move: Move) -> bool:
    """Whether the mover was lifted before it was set down: else another archer stands there."""
    if move.origin is None or move.target is None:
        return True
    if not (ground.live >> move.origin & ground.live >> move.target & 1):
        return True
    return ground.order.placed[move.target] > ground.order.lifted[move.origin]


def _early_cost(ground: Ground, turn: Turn, early: int) -> int:
    """What it costs that the opponent has lifted these."""
    lifted, landed = ground.order.lifted, ground.order.placed[landing(turn.move)]
    begun = max((lifted[hole] for hole in holes_in(turn.empties)), default=0)
    back = turn.move.reentry
    least = EARLY // 2 if back is not None and ground.since < ground.order.placed[back] else EARLY
    cost = 0
    for hole in holes_in(early):
        if lifted[hole] < landed:
            cost += 2 * EARLY if lifted[hole] < begun else least
    return cost


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
            cost += 3 * HIDDEN // 2  # or the archer on the broken reed went where it may not stand
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
    move, own, landed = turn.move, story.stands[turn.side], turn.lands
    if turn.leaves & own:
        return
    stays = own & landed or story.hands[turn.side] or not ground.live & landed
    is_kept = bool(stays) and is_in_order(ground, move)  # else the reply has taken it since
    if not is_kept and not _may_be_retaken(ground, story, turn):
        return
    made = _relabel(ground, story, turn)
    if move.takes and made.hands[turn.side.other] < 0:  # its victim was set down again
        made = made._replace(hands=(max(made.hands[0], 0), max(made.hands[1], 0)))
    if min(made.hands) < 0 or made.unseen > story.unseen:
        return
    for reply in turns_of(ground, made):
        if not is_kept and landing(reply.move).bit != landed:
            continue
        if not _met_in_the_air(ground, move, reply.move):
            continue
        both = play(ground, made, reply)
        if both is not None and both.unseen <= story.unseen:
            yield both._replace(cost=both.cost + _crossing(ground, move, reply.move))


def _may_be_retaken(ground: Ground, story: Story, turn: Turn) -> bool:
    """Whether the opponent stands where this turn went, and that hole was empty meanwhile."""
    hole, origin, lifted = landing(turn.move), turn.move.origin, ground.order.lifted
    if not story.stands[turn.side.other] & hole.bit:
        return False
    return origin is None or lifted[hole] > lifted[origin]


def _crossing(ground: Ground, move: Move, reply: Move) -> int:
    """What it costs that hands crossed: twice as much if the reply was even set down first."""
    placed = ground.order.placed
    return 2 * CROSSED if placed[landing(move)] > placed[landing(reply)] else CROSSED


def _met_in_the_air(ground: Ground, move: Move, reply: Move) -> bool:
    """Whether the mover was lifted before the reply had landed (else the reply came first), and
    was seen to land: where the reply retakes it, it has left its hole again since.
    """
    order, hole = ground.order, landing(reply)
    if move.origin is None:
        return True
    if reply.takes and reply.target == move.target:
        return order.landed[hole] > order.lifted[move.origin]
    return order.lifted[move.origin] < order.placed[hole] and is_in_order(ground, move)


def is_hidden(move: Move, live: int) -> bool:
    """Whether the reed of one of its holes is broken."""
    holes = (move.origin, move.target, move.reentry)
    return any(hole is not None and not live >> hole & 1 for hole in holes)


def unseen_captures(ground: Ground, story: Story) -> Iterator[Story]:
    """What the archer in the hand may have taken without a reed that opened."""
    if story.extra or not (story.hands[0] or story.hands[1]):
        return
    for turn in turns_of(ground, story):
        moved = _taken_unseen(story, turn)
        if moved is None or turn.move.reentry is not None:
            continue
        made = play(ground, moved, turn, was_seen=False)
        if made is not None:
            yield made._replace(cost=made.cost + UNSEEN, unseen=made.unseen + 1)


def _taken_unseen(story: Story, turn: Turn, *, held: int = 1) -> Story | None:
    """The taker stands on its victim's hole though no reed saw it; it was in a hand before."""
    move, mover, foe = turn.move, turn.side, turn.side.other
    if not move.takes or move.target is None or move.origin is None:
        return None
    if story.stands[mover] & move.origin.bit or not story.stands[foe] & move.target.bit:
        return None
    stands, hands = list(story.stands), list(story.hands)
    stands[mover] |= move.target.bit
    stands[foe] &= ~move.target.bit
    hands[mover] -= held
    hands[foe] += 1
    return story._replace(stands=(stands[0], stands[1]), hands=(hands[0], hands[1]))


def _answer_to_unseen(
    ground: Ground, story: Story, turn: Turn, turns: list[Turn]
) -> Iterator[Story]:
    """A reply to a capture that no reed saw: from a broken reed, or by an archer in a hand that may
    itself have been set down here.
    """
    origin, live, extra = turn.move.origin, ground.live, story.extra
    is_dark = origin is not None and not live >> origin & 1
    if not is_dark and not (
        story.hands[turn.side]
        and any(t.move.origin == origin and t.lands == extra and not t.move.takes for t in turns)
    ):
        return
    moved = _taken_unseen(story, turn, held=0 if is_dark else 1)
    if moved is None or turn.move.reentry is not None or not landing(turn.move).bit & live:
        return
    made = _relabel(ground, moved, turn)
    cost = UNSEEN if is_dark else 2 * UNSEEN
    for reply in turns_of(ground, made):
        both = play(ground, made, reply)
        if both is not None:
            yield both._replace(cost=both.cost + cost, unseen=both.unseen + 1)
