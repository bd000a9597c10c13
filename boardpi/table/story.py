"""A story: one game that may be the true one, and where every archer is if it is.

The reeds show which holes are filled. A story says with whose archers, and how many of each side
are in a hand; the rest of the five lies beside the board. It always agrees with the sound reeds: a
lift takes an archer from its hole into a hand, a placing sets one down, from a hand or from beside
the board. A hole whose reed is broken counts as beside the board: nobody sees what comes and goes.

Costs are in tenths of one touch that a story cannot explain. What a story paid for stays paid
(`cost`); what is wrong only at this moment (an archer in a hand, one where it may not stand) is
`deviation`, and vanishes when the archer is where it belongs.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from boardpi.rules import PASS, Game, Hole, Move, Position, Side, holes_in
from boardpi.rules.holes import FIRST_ROW
from boardpi.rules.position import ARCHERS
from boardpi.rules.turns import after
from boardpi.table.turns import Turn, is_stuck, legal_turns

FIDGET: Final = 10
"""An archer set back where it stood."""
RESTED: Final = 6
"""An archer leaves a hole that was not its goal: a slide, a change of mind, a passing magnet."""
STRAY: Final = 30
"""Something from beside the board came and went: as bad as if it still stood there."""
HANGING: Final = 10
"""An archer is in a hand."""
HALF: Final = 3
"""A take-back of a capture, half done; a re-entry set down before its arrival."""
DISPLACED: Final = 30
"""An archer stands where nothing explains it: somebody tries what is forbidden."""
SLOW: Final = 30
"""A reed opened late."""

BOTH_FIRST_ROWS: Final = FIRST_ROW[Side.WHITE] | FIRST_ROW[Side.BLACK]

Stands = tuple[int, int]
"""White's and Black's archers on the sound holes."""


TICKS: Final = 64
"""More than changes in one millisecond."""


class Order(NamedTuple):
    """When each hole was last emptied and filled: later is higher, and of the same millisecond one
    after the other.
    """

    lifted: tuple[int, ...]
    placed: tuple[int, ...]
    landed: tuple[int, ...]  # when what was last lifted here had been set down
    last: int = 0

    def note(self, hole: Hole, ms: int, *, is_lift: bool) -> Order:
        """The order with one more change."""
        last = max(self.last + 1, ms * TICKS)
        if not is_lift:
            return self._replace(placed=_put(self.placed, hole, last), last=last)
        landed = _put(self.landed, hole, self.placed[hole])
        return Order(_put(self.lifted, hole, last), self.placed, landed, last)

    def stood_ms(self, hole: Hole) -> int:
        """How long stood what was last lifted from this hole."""
        return (self.lifted[hole] - self.landed[hole]) // TICKS


def _put(numbers: tuple[int, ...], hole: Hole, number: int) -> tuple[int, ...]:
    return (*numbers[:hole], number, *numbers[hole + 1 :])


NEVER: Final = Order((0,) * 25, (0,) * 25, (0,) * 25)


class Ground(NamedTuple):
    """What all stories share."""

    game: Game  # the committed one, from which each story tells what differs
    live: int  # holes whose reeds are sound
    may_amend: bool = True
    fixed: Move | None = None  # the last move of `game` stands but for its re-entry
    guided: Side | None = None  # of this side's turns only the expected one counts
    expected: Move | None = None
    order: Order = NEVER  # when each hole was last emptied and filled
    since: int = 0  # … and when the board last agreed with the committed game
    dwell_ms: int = 250


class Story(NamedTuple):
    """The record as far as it differs from the committed game, and where the archers are."""

    position: Position  # where the game stands
    stands: Stands
    hands: tuple[int, int] = (0, 0)
    others: int = 0  # filled holes of which nobody knows by what
    undone: int = 0  # plies of the committed game that were taken back
    moves: tuple[Move, ...] = ()  # … and what was played instead
    path: tuple[Position, ...] = ()  # the position before each of these
    zone: int = 0  # where the last ply may still bring an archer back
    is_closed: bool = False  # the opponent has begun: the last ply is not amended any more
    cost: int = 0
    unseen: int = 0  # plies that no reed saw completed

    @property
    def record(self) -> tuple[int, tuple[Move, ...]]:
        """What happened, as a difference from the committed game."""
        return self.undone, self.moves

    @property
    def is_answered(self) -> bool:
        """Whether something was played, and the opponent has begun."""
        return bool(self.is_closed and self.moves and not self.undone)

    @property
    def key(self) -> tuple[object, ...]:
        """Stories with the same key have the same future."""
        return self.undone, self.moves, self.stands, self.hands, self.others, self.is_closed

    @property
    def extra(self) -> int:
        """Holes with an archer that does not belong there."""
        white, black = self.stands
        return white & ~self.position.white | black & ~self.position.black | self.others

    def missing(self, live: int) -> int:
        """Holes whose archer is not there."""
        white, black = self.stands
        return (self.position.white & ~white | self.position.black & ~black) & live

    def surplus(self, side: Side, live: int) -> int:
        """How many archers came from beside the board that the record does not bring back.

        Below nothing: so many lie beside the board that should stand on it.
        """
        belong = (self.position.archers(side) & live).bit_count()
        return self.hands[side] + self.stands[side].bit_count() - belong

    def rests(self, live: int) -> bool:
        """Nobody holds an archer, and all stand where they belong."""
        return not (self.hands[0] or self.hands[1] or self.extra or self.missing(live))

    @property
    def text(self) -> str:
        """What happened, as a question names it."""
        return " ".join(map(str, self.moves)) or f"takeback {self.undone}"


def stand(position: Position, mask: int, live: int, *, in_hand: bool = False) -> Story:
    """The story of a board that nobody has watched: what stands where an archer belongs is that
    archer; what is missing lies beside the board, or is in a hand.
    """
    shown = mask & live
    stands = (shown & position.white, shown & position.black)
    others = shown & ~position.occupied
    absent = tuple(((position.archers(s) & live) & ~shown).bit_count() for s in Side)
    return Story(position, stands, (absent[0], absent[1]) if in_hand else (0, 0), others)


def standings(ground: Ground, story: Story) -> tuple[Position, ...]:
    """The position, once per side that may move now."""
    is_begun = story.moves or len(ground.game.moves) > story.undone
    if ground.game.any_first and not is_begun:
        return story.position, story.position.with_side(story.position.side.other)
    return (story.position,)


def turns_of(ground: Ground, story: Story) -> list[Turn]:
    """The turns that count now. An expected one with a re-entry may also be half made."""
    found: list[Turn] = []
    for standing in standings(ground, story):
        turns = legal_turns(ground.game.rules, standing)
        found += turns if ground.guided is None else _guided(ground, story, standing, turns)
    return found


def _guided(
    ground: Ground, story: Story, standing: Position, turns: tuple[Turn, ...]
) -> list[Turn]:
    expected = ground.expected
    if is_half_expected(ground, story):
        return []
    if standing.side is not ground.guided:
        return list(turns)
    if expected is None or story.undone or story.moves:
        return []
    return [turn for turn in turns if turn.move in (expected, expected.plain)]


def is_half_expected(ground: Ground, story: Story) -> bool:
    """Whether the expected turn was made but for its re-entry."""
    if ground.expected is None or ground.expected.reentry is None or not story.moves:
        return False
    return story.moves[0] == ground.expected.plain


def is_fixed(ground: Ground, story: Story) -> bool:
    """Whether the last ply stands but for its re-entry: nobody changes his mind about it."""
    return ground.fixed is not None and story.record == (0, (ground.fixed,))


def previous(ground: Ground, story: Story) -> tuple[Move, Position] | None:
    """The last ply of this story and the position in which it was played, its mover to move."""
    if story.moves:
        return story.moves[-1], story.path[-1]
    last = len(ground.game.moves) - story.undone - 1
    if last < 0:
        return None
    mover = ground.game.positions[last + 1].side.other
    return ground.game.moves[last], ground.game.positions[last].with_side(mover)


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


# ── what hands do ────────────────────────────────────────────────────────────────────────────────


def lift(ground: Ground, story: Story, hole: Hole) -> Story:
    """Somebody takes up what stands on this hole."""
    bit = hole.bit
    for side in Side:
        if story.stands[side] & bit:
            break
    else:
        return story._replace(others=story.others & ~bit, cost=story.cost + STRAY)
    stands = _changed(story.stands, side, story.stands[side] & ~bit)
    if story.position.archers(side) & bit:
        return story._replace(stands=stands, hands=added(story.hands, side, 1))
    if story.surplus(side, ground.live) > 0:  # back beside the board
        cost = RESTED if _came_early(ground, story, hole) else STRAY
        return story._replace(stands=stands, cost=story.cost + cost)
    hands = added(story.hands, side, 1)
    return story._replace(stands=stands, hands=hands, cost=story.cost + RESTED)


def grab(ground: Ground, story: Story, hole: Hole) -> list[Story]:
    """Somebody takes up as his victim what came back before its arrival: the mover is in a hand."""
    mover = story.position.side
    if not _came_early(ground, story, hole) or ground.order.stood_ms(hole) < ground.dwell_ms:
        return []  # what rested for less was no re-entry but a slide
    is_known = story.surplus(mover, ground.live) > 0  # else it was read as the mover, set down
    hands = added(story.hands, mover, 1 if is_known else 2)
    stands = _changed(story.stands, mover, story.stands[mover] & ~hole.bit)
    if hands[mover] + stands[mover].bit_count() > ARCHERS:
        return []
    return [story._replace(stands=stands, hands=hands)]


def _came_early(ground: Ground, story: Story, hole: Hole) -> bool:
    """Whether what stands here may be a re-entry that was set down before its arrival."""
    mover = story.position.side
    is_there = story.stands[mover] & story.extra & FIRST_ROW[mover] & hole.bit
    return bool(is_there) and deviation(ground, story)[1]


def place(story: Story, hole: Hole) -> list[Story]:
    """Somebody sets an archer on this hole: one story for each side it may be of."""
    found = []
    for side in Side:
        held, on_board = story.hands[side], story.stands[side]
        if held + on_board.bit_count() >= ARCHERS and not held:
            continue
        hands = added(story.hands, side, -1) if held else story.hands
        is_home = story.position.archers(side) & hole.bit
        cost = story.cost + (FIDGET if is_home else 0)
        stands = _changed(story.stands, side, on_board | hole.bit)
        found.append(story._replace(stands=stands, hands=hands, cost=cost))
    return found or [story._replace(others=story.others | hole.bit)]


def release(story: Story, hole: Hole, landed: Hole) -> Story | None:
    """A slow reed: what was lifted here has already landed there, and came from nowhere else."""
    side = next((s for s in Side if story.stands[s] & hole.bit), None)
    if side is None:
        return None
    cost = story.cost + SLOW
    if story.others & landed.bit:
        cost = story.cost + FIDGET  # nothing else can have landed there
    elif not story.stands[side] & landed.bit & ~story.position.archers(side):
        return None
    left = story.stands[side] & ~hole.bit | landed.bit
    stands, others = _changed(story.stands, side, left), story.others & ~landed.bit
    return story._replace(stands=stands, others=others, cost=cost)


def _changed(pair: tuple[int, int], side: Side, value: int) -> tuple[int, int]:
    return (pair[0], value) if side else (value, pair[1])


def added(pair: tuple[int, int], side: Side, more: int) -> tuple[int, int]:
    return _changed(pair, side, pair[side] + more)


# ── what a story leaves unexplained ──────────────────────────────────────────────────────────────


def deviation(ground: Ground, story: Story) -> tuple[int, bool]:
    """What is wrong right now if this story is true, and whether it explains the board."""
    white, black = story.surplus(Side.WHITE, ground.live), story.surplus(Side.BLACK, ground.live)
    held = story.hands[0] + story.hands[1]
    hanging = HANGING * (held - min(white, 0) - min(black, 0))
    extra = story.extra
    if not extra:
        return (hanging, True) if white <= 0 >= black else (hanging + DISPLACED, False)
    half = _half_done(ground, story, hanging)
    if half is not None:
        return half, True
    return hanging + DISPLACED * extra.bit_count(), False


def _half_done(ground: Ground, story: Story, hanging: int) -> int | None:
    """What it costs if a take-back or a turn with re-entry is under way; None if neither is."""
    if story.others:
        return None
    costs = []
    if is_half_back(ground, story):
        costs.append(max(hanging, HANGING) + HALF)
    extra, missing = story.extra, story.missing(ground.live)
    may_be_back = extra.bit_count() == 1 and extra & BOTH_FIRST_ROWS
    for turn in turns_of(ground, story) if may_be_back else ():
        back = turn.move.reentry
        if back is None or back.bit != extra or turn.move.origin is None:
            continue
        absent = missing & turn.before.archers(turn.side) & ~turn.empties  # the reply's victim
        if story.stands[turn.side] & extra and absent.bit_count() <= 1:
            held = HANGING * (story.hands[turn.side.other] + absent.bit_count())
            costs.append(held + (HANGING // 2 if missing & turn.move.origin.bit else HANGING - 1))
    return min(costs, default=None)


def landing(move: Move) -> Hole:
    """Where this ply went: its mover's hole, or that of an archer from beside the board."""
    hole = move.target if move.target is not None else move.reentry
    assert hole is not None  # a pass goes nowhere
    return hole


def landings(move: Move) -> int:
    """The holes where this ply set archers down."""
    return sum(hole.bit for hole in (move.target, move.reentry) if hole is not None)


def is_half_back(ground: Ground, story: Story) -> bool:
    """Whether the last ply, a capture or one with a re-entry, is being put back, or its taker was
    set elsewhere and the victim is still to come.
    """
    last = previous(ground, story)
    if last is None or last[0].origin is None or not story.extra or story.others:
        return False
    move, before = last
    came = move.target is not None and not ground.live >> move.target & 1  # from a broken reed
    strange = [story.stands[side] & ~before.archers(side) & story.extra for side in Side]
    is_filled = move.target is not None and sum(story.stands) >> move.target & 1
    if move.takes and ground.may_amend and not (is_filled or story.is_closed):
        for turn in legal_turns(ground.game.rules, before):
            if turn.move.origin == move.origin and not turn.move.takes:
                strange[before.side] &= ~turn.lands
    return (
        not any(strange)
        and story.surplus(before.side, ground.live) <= came  # the mover's own, none from the tray
        and not story.missing(ground.live) & ~landings(move)
        and (move.takes or move.reentry is not None)
    )


def untaken(story: Story, missing: int) -> tuple[Side, Move] | None:
    """The capture that stands on the board though it was taken back, and whose it was."""
    extra = story.extra
    if extra.bit_count() != 1 or not missing & extra or missing.bit_count() != 2:
        return None
    target, origin = next(holes_in(extra)), next(holes_in(missing & ~extra))
    taker = story.position.owner(origin)
    if taker is None or not story.stands[taker] & extra:
        return None
    return taker, Move(origin, target, takes=True)
