"""What a player may do, the position after it, and whether the game has ended there."""

from __future__ import annotations

from functools import lru_cache

from boardpi.rules.holes import FIRST_ROW, GOAL_ROW, Hole, Side, holes_in
from boardpi.rules.moves import PASS, Move, move
from boardpi.rules.outcome import BLOCKED, Outcome, ending, settle
from boardpi.rules.position import Position, Shuttle
from boardpi.rules.rulesets import RuleSet


def legal_moves(rules: RuleSet, position: Position) -> list[Move]:
    """All legal moves: `pass` alone where nothing else is legal, none when the game is over."""
    return survey(rules, position)[0]


def outcome(rules: RuleSet, position: Position) -> Outcome | None:
    """The result of the game if it ended with this position."""
    return survey(rules, position)[1]


def survey(rules: RuleSet, position: Position) -> tuple[list[Move], Outcome | None]:
    """The legal moves and the outcome, which are found together."""
    moves, ended = _survey(rules, position)
    return list(moves), ended


@lru_cache(maxsize=512)  # a table asks several times about each position of its last few turns
def _survey(rules: RuleSet, position: Position) -> tuple[tuple[Move, ...], Outcome | None]:
    ended = ending(rules, position)
    if ended is not None:
        return (), ended
    moves = possible_moves(rules, position)
    if moves:
        return tuple(moves), None
    if possible_moves(rules, position.with_side(position.side.other)):
        return (PASS,), None
    return (), settle(rules, position, BLOCKED, None)


def possible_moves(rules: RuleSet, position: Position) -> list[Move]:
    """The moves of archers, whoever may have won; empty for a player who must pass."""
    found: list[Move] = []
    for origin in holes_in(position.archers(position.side)):
        for target in holes_in(targets(rules, position, origin)):
            _add_with_reentries(rules, position, origin, target, found)
    if rules.reentry == "move" and position.hand[position.side]:
        found += [move(reentry=hole) for hole in holes_in(free_first_row(position))]
    if not found and rules.protect_first_row:
        for origin in holes_in(position.archers(position.side)):
            for target in holes_in(protected_targets(rules, position, origin)):
                _add_with_reentries(rules, position, origin, target, found)
    return found


def targets(rules: RuleSet, position: Position, origin: Hole) -> int:
    """Where the archer on `origin` may go without taking a protected archer."""
    side = position.side
    mask = rules.reach[side][origin] & ~position.archers(side)
    if rules.protect_first_row:
        mask &= ~(position.archers(side.other) & GOAL_ROW[side])
    shuttle = position.shuttle[side]
    if shuttle and shuttle.archer == origin and shuttle.count >= rules.shuttle_limit:
        mask &= ~(shuttle.origin.bit & ~position.archers(side.other))
    return mask


def protected_targets(rules: RuleSet, position: Position, origin: Hole) -> int:
    """The enemies on their own first row that this archer reaches: its captures of last resort."""
    side = position.side
    return rules.reach[side][origin] & position.archers(side.other) & GOAL_ROW[side]


def free_first_row(position: Position) -> int:
    """Where an archer of the side to move could come back."""
    return FIRST_ROW[position.side] & ~position.occupied


def _add_with_reentries(
    rules: RuleSet, position: Position, origin: Hole, target: Hole, found: list[Move]
) -> None:
    takes = bool(position.archers(position.side.other) >> target & 1)
    found.append(move(origin, target, takes))
    zone = reentry_zone(rules, position, origin, target)
    found += [move(origin, target, takes, hole) for hole in holes_in(zone)]


def reentry_zone(rules: RuleSet, position: Position, origin: Hole, target: Hole) -> int:
    """Where this move may bring an archer back in the same turn (Jarmo); 0 if it may not."""
    side = position.side
    if rules.reentry != "arrival" or not position.hand[side]:
        return 0
    if not position.owed[side] and not earns(rules, position, origin, target):
        return 0
    return FIRST_ROW[side] & ~((position.occupied & ~origin.bit) | target.bit)


def earns(rules: RuleSet, position: Position, origin: Hole, target: Hole) -> bool:
    """Whether this arrival earns the right to re-enter: a chosen archer, also one chosen by it."""
    side = position.side
    if rules.reentry != "arrival" or not position.hand[side] or not GOAL_ROW[side] >> target & 1:
        return False
    return bool((position.chosen >> origin | position.archers(side.other) >> target) & 1)


def after(rules: RuleSet, position: Position, played: Move) -> Position:
    """The position after a legal move. `play` checks legality; this trusts its caller."""
    side, other = position.side, position.side.other
    own, foe, chosen = position.archers(side), position.archers(other), position.chosen
    hand, owed = list(position.hand), list(position.owed)
    if played.target is not None and played.origin is not None:
        origin, target = played.origin, played.target
        if played.takes:
            hand[other] += _returns_to_hand(rules, chosen, target)
        own = own & ~origin.bit | target.bit
        is_chosen = played.takes or chosen >> origin & 1
        earned = earns(rules, position, origin, target)
        if earned and played.reentry is not None and rules.demote_on_return:
            is_chosen = False
        chosen = chosen & ~(origin.bit | target.bit) | (target.bit if is_chosen else 0)
        owed[side] += _owed_change(rules, position, played, earned)
        foe &= ~target.bit
    if played.reentry is not None:
        own |= played.reentry.bit
        hand[side] -= 1
    return Position(
        *((own, foe) if side is Side.WHITE else (foe, own)),
        chosen,
        other,
        (hand[0], hand[1]),
        (owed[0], owed[1]),
        _next_shuttles(rules, position, played),
    )


def _returns_to_hand(rules: RuleSet, chosen: int, target: Hole) -> bool:
    fate = rules.captured_chosen if chosen >> target & 1 else rules.captured_simple
    return fate == "hand"


def _owed_change(rules: RuleSet, position: Position, played: Move, earned: bool) -> int:
    """An arrival's own right goes before an owed one; without a free hole it becomes owed."""
    if not rules.keep_owed or played.origin is None or played.target is None:
        return 0
    if not earned:
        return -1 if played.reentry is not None else 0
    return 0 if reentry_zone(rules, position, played.origin, played.target) else 1


def _next_shuttles(
    rules: RuleSet, position: Position, played: Move
) -> tuple[Shuttle | None, Shuttle | None]:
    if not rules.shuttle_limit:
        return None, None
    side = position.side
    mine, theirs = position.shuttle[side], position.shuttle[side.other]
    if theirs is not None and theirs.archer == played.target:
        theirs = None
    if played.target is None or played.origin is None or played.takes:
        mine = None
    else:
        back = mine is not None and (played.origin, played.target) == (mine.archer, mine.origin)
        mine = Shuttle(played.target, played.origin, mine.count + 1 if mine and back else 1)
    return (mine, theirs) if side is Side.WHITE else (theirs, mine)
