"""The turns of one side on plain integers: the one fast generator, for `perft` and the coach.

A state is seen by the side to move: its archers, the enemy's, the chosen ones of both, and then
for either side (own first) hand, owed rights and shuttle. A shuttle is
`count << 50 | archer's bit << 25 | origin's bit`, 0 for none. A code names a move:
`reentry's bit << 50 | origin's bit << 25 | target's bit`, 0 for a pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from boardpi.rules.errors import RulesError
from boardpi.rules.holes import ALL, FIRST_ROW, GOAL_ROW, HOLES, Hole, Side
from boardpi.rules.moves import Move, move
from boardpi.rules.position import Position, Shuttle
from boardpi.rules.rulesets import RuleSet

State = tuple[int, int, int, int, int, int, int, int, int]
Turn = tuple[int, State]
"""A code and the state after it, seen by the opponent."""

_PAIR: Final = (1 << 50) - 1
_ONCE: Final = 1 << 50
RUNS_KEPT: Final = 12_000


class _Runs(dict[int, tuple[tuple[int, int], ...]]):
    """The archers of a set who may run, each with its reach: found once, as the sets return.

    A side has 68,406 sets of at most five archers; after RUNS_KEPT it begins anew.
    """

    def __init__(self, reach: Sequence[int], runners: int) -> None:
        super().__init__()
        self._runs = tuple((1 << h, mask) for h, mask in enumerate(reach) if runners >> h & 1)

    def __missing__(self, archers: int) -> tuple[tuple[int, int], ...]:
        if len(self) >= RUNS_KEPT:
            self.clear()
        found = self[archers] = tuple([way for way in self._runs if way[0] & archers])
        return found


class Army:
    """The tables of one rule set for one side: its moves, and how games end for it."""

    opponent: Army

    def __init__(self, rules: RuleSet, side: Side) -> None:
        self.rules = rules
        self.side = side
        self.reach = {1 << hole: mask for hole, mask in enumerate(rules.reach[side])}
        self.first = FIRST_ROW[side]
        self.goal = GOAL_ROW[side]
        self.runners = ALL & ~self.goal
        self.foe_runners = ALL & ~self.first
        self.runs = _Runs(rules.reach[side], self.runners)
        self.protected = self.goal if rules.protect_first_row else 0
        self.limit = rules.shuttle_limit << 50
        self.hand_lives = rules.ends_with == "living"
        self.simple_returns = int(rules.captured_simple == "hand")
        self.chosen_returns = int(rules.captured_chosen == "hand")
        self.by_move = rules.reentry == "move"
        self.counts_rows = rules.points == "rows"
        self.counts_hand = rules.points == "living"

    def turns(self, state: State) -> list[Turn]:
        """All legal turns; a pass alone where nothing else is legal, none in a blocked game."""
        found = self.own_turns(state)
        if found:
            return found
        own, foe, chosen, hand, foe_hand, owed, foe_owed, _, foe_shuttle = state
        passed = (foe, own, chosen, foe_hand, hand, foe_owed, owed, foe_shuttle, 0)
        return [(0, passed)] if self.opponent.own_turns(passed) else []

    def own_turns(self, state: State) -> list[Turn]:
        """The turns in which an archer moves or comes back."""
        own, foe = state[0], state[1]
        protected = foe & self.protected
        found: list[Turn] = []
        self._add_steps(~(own | protected), state, found)
        if self.by_move and state[3]:
            self._add_reentries(state, found)
        if protected and not found:
            self._add_steps(protected, state, found)
        return found

    def count_turns(self, state: State) -> int:
        """How many turns are legal, counted from the masks; none where the game is over."""
        own, foe, _, hand, foe_hand, _, _, shuttle, _ = state
        if not own & self.runners and not (hand and self.hand_lives):
            return 0
        if not foe & self.foe_runners and not (foe_hand and self.hand_lives):
            return 0
        open_holes, total = ~(own | foe & self.protected), 0
        for _, reach in self.runs[own]:
            total += (reach & open_holes).bit_count()
        if shuttle >= self.limit > 0:
            total -= (self.reach[shuttle >> 25 & ALL] & open_holes & shuttle & ~foe).bit_count()
        if hand:
            if self.by_move:
                total += (self.first & ~(own | foe)).bit_count()
            else:
                total += self._count_returns(open_holes, state)
        return total or len(self.turns(state))

    def _count_returns(self, open_holes: int, state: State) -> int:
        """How many re-entries go with the steps to the open holes (Jarmo)."""
        own, foe, chosen, _, _, owed, _, shuttle, _ = state
        total = 0
        free = self.first & ~(own | foe)
        for archer, reach in self.runs[own]:
            targets = reach & open_holes
            if not owed:
                targets &= self.goal if chosen & archer else self.goal & foe
            elif shuttle >= self.limit > 0 and shuttle >> 25 & ALL == archer:
                targets &= ~(shuttle & ALL & ~foe)
            zone = free | archer & self.first
            total += targets.bit_count() * zone.bit_count() - (targets & zone).bit_count()
        return total

    def _add_steps(self, open_holes: int, state: State, found: list[Turn]) -> None:
        own, foe, chosen, hand, foe_hand, owed, foe_owed, shuttle, foe_shuttle = state
        limit, brings_back = self.limit, hand and not self.by_move
        for archer, reach in self.runs[own]:
            targets = reach & open_holes
            while targets:
                target = targets & -targets
                targets ^= target
                mine = own ^ archer ^ target
                theirs, now_chosen, now_hand = foe, chosen, foe_hand
                mine_shuttle, theirs_shuttle = 0, foe_shuttle
                if target & foe:
                    theirs ^= target
                    now_hand += self.chosen_returns if chosen & target else self.simple_returns
                    now_chosen = chosen & ~archer | target
                    if foe_shuttle >> 25 & ALL == target:
                        theirs_shuttle = 0
                else:
                    if chosen & archer:
                        now_chosen ^= archer | target
                    if limit:
                        mine_shuttle = target << 25 | archer | _ONCE
                        if archer << 25 | target == shuttle & _PAIR:
                            if shuttle >= limit:
                                continue
                            mine_shuttle += shuttle & ~_PAIR
                code = archer << 25 | target
                after = (
                    theirs, mine, now_chosen, now_hand, hand,
                    foe_owed, owed, theirs_shuttle, mine_shuttle,
                )  # fmt: skip
                if brings_back and (owed or target & self.goal & now_chosen):
                    self._add_returns(code, after, found)
                else:
                    found.append((code, after))

    def _add_returns(self, code: int, after: State, found: list[Turn]) -> None:
        """A step that may bring an archer back (Jarmo): with each return, and without."""
        theirs, mine, chosen, foe_hand, hand, foe_owed, owed, foe_shuttle, shuttle = after
        target = code & ALL
        earned = target & self.goal & chosen
        zone = self.first & ~(mine | theirs)
        kept = owed
        if earned and not zone and self.rules.keep_owed:
            kept += 1
        found.append(
            (code, (theirs, mine, chosen, foe_hand, hand, foe_owed, kept, foe_shuttle, shuttle))
        )
        if earned and self.rules.demote_on_return:
            chosen &= ~target
        left = owed if earned else owed - 1
        while zone:
            hole = zone & -zone
            zone ^= hole
            state = (
                theirs, mine | hole, chosen, foe_hand, hand - 1,
                foe_owed, left, foe_shuttle, shuttle,
            )  # fmt: skip
            found.append((code | hole << 50, state))

    def _add_reentries(self, state: State, found: list[Turn]) -> None:
        own, foe, chosen, hand, foe_hand, owed, foe_owed, _, foe_shuttle = state
        free = self.first & ~(own | foe)
        while free:
            hole = free & -free
            free ^= hole
            after = (foe, own | hole, chosen, foe_hand, hand - 1, foe_owed, owed, foe_shuttle, 0)
            found.append((hole << 50, after))

    def is_over(self, state: State) -> bool:
        """Whether a player has nobody left to run with. A blocked game is found by its turns."""
        if not state[0] & self.runners and not (self.hand_lives and state[3]):
            return True
        return not state[1] & self.foe_runners and not (self.hand_lives and state[4])

    def final_points(self, state: State) -> int:
        """The points of a game that is over here, the enemy's taken off."""
        own, foe = state[0], state[1]
        if self.counts_rows:
            return self.counted_points(state)
        if self._is_won(state):
            return own.bit_count() + (state[3] if self.counts_hand else 0)
        return -foe.bit_count() - (state[4] if self.counts_hand else 0)

    def _is_won(self, state: State) -> bool:
        """The enemy moved last, so it is eliminated first, and it arrives first."""
        own, foe, hand, foe_hand = state[0], state[1], state[3], state[4]
        if not foe and not (self.hand_lives and foe_hand):
            return True
        if not own and not (self.hand_lives and hand):
            return False
        return bool(foe & self.foe_runners or (self.hand_lives and foe_hand))

    def most_points(self, state: State) -> int:
        """What the side to move can win at best: everybody home, the enemy gone."""
        return (state[0].bit_count() + state[3]) * (2 if self.counts_rows else 1)

    def counted_points(self, state: State) -> int:
        """What a draw or a blocked game is worth: in Jarmo the board is counted."""
        if not self.counts_rows:
            return 0
        own, foe = state[0], state[1]
        mine = own.bit_count() + (own & self.goal).bit_count()
        return mine - foe.bit_count() - (foe & self.opponent.goal).bit_count()


def muster(rules: RuleSet) -> tuple[Army, Army]:
    """Both armies of a rule set, White's first."""
    armies = (Army(rules, Side.WHITE), Army(rules, Side.BLACK))
    armies[0].opponent, armies[1].opponent = armies[1], armies[0]
    return armies


def state_of(position: Position) -> State:
    """A position as the search sees it."""
    side, other = position.side, position.side.other
    return (
        position.archers(side),
        position.archers(other),
        position.chosen,
        position.hand[side],
        position.hand[other],
        position.owed[side],
        position.owed[other],
        _pack(position.shuttle[side]),
        _pack(position.shuttle[other]),
    )


def position_of(state: State, side: Side) -> Position:
    """The position of a state in which this side is to move."""
    own, foe, chosen, hand, foe_hand, owed, foe_owed, shuttle, foe_shuttle = state
    pairs = ((own, foe), (hand, foe_hand), (owed, foe_owed))
    (white, black), hands, rights = pairs if side is Side.WHITE else tuple(p[::-1] for p in pairs)
    shuttles = (_unpack(shuttle), _unpack(foe_shuttle))
    return Position(
        white, black, chosen, side, hands, rights,
        shuttles if side is Side.WHITE else shuttles[::-1],
    )  # fmt: skip


def _pack(shuttle: Shuttle | None) -> int:
    if shuttle is None:
        return 0
    return shuttle.count << 50 | shuttle.archer.bit << 25 | shuttle.origin.bit


def _unpack(shuttle: int) -> Shuttle | None:
    if not shuttle:
        return None
    return Shuttle(_hole(shuttle >> 25 & ALL), _hole(shuttle & ALL), shuttle >> 50)


def _hole(bit: int) -> Hole:
    return HOLES[bit.bit_length() - 1]


def move_of(code: int, state: State) -> Move:
    """The move that this code names in this state."""
    origin, target, reentry = code >> 25 & ALL, code & ALL, code >> 50
    back = _hole(reentry) if reentry else None
    if not target:
        return move(reentry=back)
    return move(_hole(origin), _hole(target), bool(target & state[1]), back)


# ── counting legal sequences: the proof and the speed test of the rules ───────────────────────────

DEEPEST: Final = 100  # far beyond what can be counted, well within the stack


def perft(rules: RuleSet, position: Position, depth: int) -> int:
    """How many legal sequences of `depth` turns start here; a pass is a turn.

    A leaf is not played out: the turns of the last position are counted from its masks.
    """
    if not 0 <= depth <= DEEPEST:
        raise RulesError(f"depth {depth}: must be 0 to {DEEPEST}")
    if depth == 0:
        return 1
    return _count(muster(rules)[position.side], state_of(position), depth)


def _count(army: Army, state: State, depth: int) -> int:
    if depth == 1:
        return army.count_turns(state)
    if army.is_over(state):
        return 0
    opponent = army.opponent
    if depth == 2:  # most of the tree: a call less for each leaf
        count = opponent.count_turns
        return sum([count(after) for _, after in army.turns(state)])
    return sum([_count(opponent, after, depth - 1) for _, after in army.turns(state)])
