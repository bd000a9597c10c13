"""The reading: all stories side by side, and what they have in common.

A settled change moves one archer in every story; then each story may, or may not yet, call what
stands a ply. Equal stories merge. What is committed is only what all *near* stories tell: those
within a gap of the cheapest one. So a ply is never committed while another explanation is about as
good.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from boardpi.rules import Game, Hole, Move, Position
from boardpi.rules.holes import ALL
from boardpi.table.plies import is_hidden, moves_in, unseen_captures
from boardpi.table.settle import Change
from boardpi.table.story import (
    DISPLACED,
    Ground,
    Story,
    close,
    deviation,
    grab,
    is_fixed,
    is_half_expected,
    lift,
    place,
    previous,
    release,
)
from boardpi.table.taking_back import MOST_TOGETHER, earlier
from boardpi.table.turns import is_stuck

GAP: Final = 9
"""Less than one touch apart is as good as equal."""
OPEN_GAP: Final = 19
"""While a question is open one touch more or less settles nothing."""
DARK_GAP: Final = 39
"""What uses a broken reed is neither told nor ruled out before it is three touches better."""
TRUSTED: Final = 30
"""What leaves more than three touches unexplained is not told, however well the board fits."""
BEAM: Final = 60
MOST: Final = 32
"""So many stories are followed, none of them much worse than the best."""
HOME: Final = 30
"""What it costs to say that a board which shows the position again is at rest after all."""
NUDGED: Final = 30
"""What a nudge on another hole costs: it answers the question."""
SLOW_RELEASE_MS: Final = 100
"""A reed may open so late after its archer has left for another hole."""


class Reading(NamedTuple):
    """The stories that are about as good as the best, the best first; none while none explains."""

    near: tuple[Story, ...] = ()
    is_sure: bool = False  # they all tell the same
    leader: Story | None = None  # the best, whether it explains the board or not

    @property
    def tentative(self) -> tuple[Move, ...]:
        """The plies that will be committed if nothing more happens."""
        return self.near[0].moves if self.is_sure else ()


def follow(
    ground: Ground, stories: Iterable[Story], change: Change, landed: Change | None
) -> tuple[Story, ...]:
    """The stories after this settled change. `landed`: the placing just before, if it was that."""
    is_slow = (
        landed is not None
        and landed.hole != change.hole
        and change.ms - landed.ms < SLOW_RELEASE_MS
    )
    found: list[Story] = []
    for story in stories:
        touched = [] if change.is_lift else place(story, change.hole)
        if change.is_lift:
            touched = [*_lifted(ground, story, change.hole), *grab(ground, story, change.hole)]
            if is_slow and landed is not None:
                found += _released(ground, story, change.hole, landed.hole)
        found += touched
        for after in touched:
            found += calls(ground, after, is_lift=change.is_lift)
    return keep(ground, found)


def calls(ground: Ground, story: Story, *, is_lift: bool = False) -> Iterator[Story]:
    """What this story becomes where all that stands elsewhere makes plies.

    A lift completes nothing but the take-back of a re-entry, and what a broken reed hides.
    """
    is_hiding, extra = ground.live != ALL, story.extra.bit_count()
    if is_lift and not is_hiding:
        last = previous(ground, story)
        if last is not None and last[0].reentry is not None:
            yield from earlier(ground, story)
        return
    # More are a set-up: a ply sets down two archers at most, two that crossed four.
    if (extra or is_hiding) and extra <= 4:
        yield from moves_in(ground, story, is_lift=is_lift)
    if (extra or is_hiding) and extra <= 2 * MOST_TOGETHER:
        yield from earlier(ground, story)


def _released(ground: Ground, story: Story, hole: Hole, landed: Hole) -> list[Story]:
    slow = release(story, hole, landed)
    return [] if slow is None else [slow, *calls(ground, slow)]


def _lifted(ground: Ground, story: Story, hole: Hole) -> list[Story]:
    """A lift by the opponent closes the last ply; where he cannot move, the mover's next one."""
    after = lift(ground, story, hole)
    last = previous(ground, story)
    if last is None or story.is_closed or is_half_expected(ground, story):
        return [after]
    target, side = last[0].target, story.position.side
    in_air = target is not None and story.missing(ground.live) & target.bit
    if in_air and not is_fixed(ground, story):
        return [after]  # perhaps it is set elsewhere
    if story.position.archers(side) & hole.bit:
        return [close(ground, after)]
    if not story.position.archers(side.other) & hole.bit:
        return [after]
    if not is_stuck(ground.game.rules, story.position):
        return [after]
    if hole != target:
        return [close(ground, after)]
    if ground.fixed is None:
        return [after]  # before its dwell the mover may change his mind: nobody has passed yet
    return [after, close(ground, after)]


def keep(ground: Ground, stories: Iterable[Story]) -> tuple[Story, ...]:
    """The cheapest telling of each story, as far as they are worth following."""
    best: dict[object, Story] = {}
    for story in stories:
        key = story.key
        known = best.get(key)
        if known is None or story.cost < known.cost:
            best[key] = story
    least = min(best.values(), key=lambda s: s.cost)
    kept = [s for s in best.values() if s.cost <= least.cost + BEAM]
    if len(kept) > MOST:
        kept.sort(key=lambda s: 2 * s.cost + deviation(ground, s)[0])
        kept[MOST - 1 :] = [] if least in kept[: MOST - 1] else [least]  # the measure of all others
    return forgive(tuple(kept))


def forgive(stories: tuple[Story, ...]) -> tuple[Story, ...]:
    """The same stories; what all of them paid tells nothing."""
    least = min(story.cost for story in stories)
    return tuple(s._replace(cost=s.cost - least) for s in stories) if least else stories


def weigh(ground: Ground, stories: Iterable[Story]) -> list[tuple[int, bool, Story]]:
    """What each story costs by now and whether it explains the board, the best first."""
    weighed = []
    for story in stories:
        wrong, explains = deviation(ground, story)
        weighed.append((story.cost + wrong, explains, story))
    weighed.sort(key=lambda entry: entry[0])
    return weighed


def read(
    ground: Ground, stories: Iterable[Story], *, is_open: bool = False, is_lost: bool = False
) -> Reading:
    """What is about as good as the best; nothing while the best does not explain the board."""
    weighed = weigh(ground, stories)
    best = weighed[0][2]
    if not weighed[0][1]:
        return Reading(leader=best)
    trusted = -1 if is_lost and ground.live != ALL else TRUSTED  # -1: only the way back
    if best.cost > trusted and (best.moves or (is_lost and best.undone)):
        game = ground.game if ground.fixed is None else ground.game.play(ground.fixed)
        return Reading(leader=Story(game.position, best.stands, best.hands, best.others))
    most = weighed[0][0] + (OPEN_GAP if is_open else GAP)
    if is_open and not best.rests(ground.live):
        most += DISPLACED  # no proof against what somebody may only have tried
    near = tuple(story for cost, _, story in weighed if cost <= most)
    if ground.live != ALL:
        near = _with_dim(ground, weighed, most, is_open=is_open)
    return Reading(near, len({story.record for story in near}) == 1, best)


def _with_dim(
    ground: Ground, weighed: list[tuple[int, bool, Story]], most: int, *, is_open: bool
) -> tuple[Story, ...]:
    """Beside a broken reed: also what tells otherwise of what it may have hidden."""
    least, _, best = weighed[0]
    told, held = _hidden_plies(ground, best), sum(best.hands)
    near = []
    for cost, explains, story in weighed:
        gap = OPEN_GAP if told else 0
        if (explains or is_open or held) and sum(story.hands) <= held:
            gap = DARK_GAP  # no archer in a hand is proof against a try
        if cost <= most or (cost <= least + gap and _hidden_plies(ground, story) != told):
            near.append(story)
    return tuple(near)


def _hidden_plies(ground: Ground, story: Story) -> tuple[Move, ...]:
    """What is told of the broken reed, or taken back, that is not decided yet."""
    told = ground.game.moves
    undone = told[len(told) - story.undone :]
    return tuple(move for move in (*undone, *story.moves) if is_hidden(move, ground.live))


def doubt(ground: Ground, stories: tuple[Story, ...]) -> tuple[Story, ...]:
    """The stories, and those in which the archer in the hand took what no reed saw leave."""
    more = [new for story in stories for new in unseen_captures(ground, story)]
    return keep(ground, [*stories, *more]) if more else stories


# ── records ──────────────────────────────────────────────────────────────────────────────────────


def settled_moves(story: Story) -> tuple[Move, ...]:
    """What was played, without a last ply whose re-entry is still open."""
    return story.moves[:-1] if story.zone and story.moves else story.moves


def common(records: list[tuple[Move, ...]]) -> tuple[Move, ...]:
    """The beginning that all of them share."""
    for count, moves in enumerate(zip(*records, strict=False)):
        if moves.count(moves[0]) < len(moves):
            return records[0][:count]
    return min(records, key=len)


def rebase(stories: Iterable[Story], old: Game, new: Game) -> tuple[Story, ...]:
    """The same stories, told as differences from another game."""
    return tuple(_rebased(story, old, new) for story in stories)


def _rebased(story: Story, old: Game, new: Game) -> Story:
    kept = len(old.moves) - story.undone
    if new.moves[:kept] == old.moves[:kept]:
        shared = len(common([story.moves, new.moves[kept:]]))
        undone = len(new.moves) - kept - shared
        return story._replace(undone=undone, moves=story.moves[shared:], path=story.path[shared:])
    moves = old.moves[:kept] + story.moves
    path = tuple(_mover_to_move(old, ply) for ply in range(kept)) + story.path
    shared = len(common([moves, new.moves]))
    return story._replace(undone=len(new.moves) - shared, moves=moves[shared:], path=path[shared:])


def _mover_to_move(game: Game, ply: int) -> Position:
    return game.positions[ply].with_side(game.positions[ply + 1].side.other)
