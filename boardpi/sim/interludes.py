"""What people do between two turns: adjust, put back, change, try what is forbidden, set up."""

from __future__ import annotations

from collections.abc import Iterator

from boardpi.rules import PASS, START, Game, Hole, Move, Side, holes_in, legal_moves
from boardpi.rules.holes import ALL, FIRST_ROW
from boardpi.sim.expectations import Expectation, mover_standing
from boardpi.sim.gestures import change, ends_of, put_back
from boardpi.sim.hands import SimulatedHands


def adjust(hands: SimulatedHands, expected: Expectation) -> None:
    """Lift any archer and set it back; an opponent's lift declines an open re-entry."""
    hole = hands.some_of(hands.occupied)
    if hole is None or (expected.is_undecided and _is_passed(expected)):
        return
    if expected.game.position.owner(hole) is expected.game.position.side:
        expected.decide()
    hands.adjust(hole)
    hands.wait((60, 900))


def _is_passed(expected: Expectation) -> bool:
    return bool(expected.game.moves) and expected.game.moves[-1] == PASS


def take_back(hands: SimulatedHands, expected: Expectation) -> bool:
    """Put back one ply or several, move by move. A pass or the end closes what was before."""
    plies = hands.random.randint(1, hands.habits.takeback_most)
    done = 0
    while done < plies and _can_put_back(expected):
        last = expected.game.moves[-1]
        if expected.is_undecided and done:
            break
        hands.wait((450, 1200))
        put_back(hands, last, _last_mover(expected.game))
        expected.take_back()
        done += 1
        if last.origin is None:
            return _prove_lifted_reentry(hands, expected, last)
    hands.wait((450, 1200) if done else (0, 0))
    return bool(done)


def _can_put_back(expected: Expectation) -> bool:
    return bool(expected.game.moves) and not _is_passed(expected) and expected.game.outcome is None


def _last_mover(game: Game) -> Side:
    return game.positions[-2].side if len(game.moves) > 1 else game.positions[1].side.other


def _prove_lifted_reentry(hands: SimulatedHands, expected: Expectation, undone: Move) -> bool:
    """A lift alone never takes back a re-entry: a move that nothing else allows must follow."""
    proofs = [m for m in expected.game.legal_moves() if m.origin is not None and not m.takes]
    if not proofs:
        assert undone.reentry is not None
        hands.carry()
        hands.place(undone.reentry, undone.reentry)
        expected.told.pop()
        expected.game = expected.game.play(undone)
        return True
    move = hands.random.choice(proofs)
    origin, target = ends_of(move)
    hands.wait((450, 1200))
    hands.lift(origin)
    hands.carry()
    hands.place(target, origin)
    expected.play(move)
    hands.wait((450, 1200))
    return True


def amend(hands: SimulatedHands, expected: Expectation) -> None:
    """Set the archer just moved on another hole that was legal for it."""
    if not _can_put_back(expected) or expected.is_undecided:
        return
    game, last = expected.game, expected.game.moves[-1]
    others = [move for move in _alternatives(game, last) if _can_change(game, last, move)]
    if not others:
        return
    other = hands.random.choice(others)
    mover = _last_mover(game)
    hands.wait((450, 1200))
    expected.amend(other, change(hands, last, other, mover))


def _alternatives(game: Game, last: Move) -> list[Move]:
    before = game.take_back()
    standing = mover_standing(before, last)
    return [m for m in legal_moves(game.rules, standing) if m.origin == last.origin and m != last]


def _can_change(game: Game, last: Move, other: Move) -> bool:
    """Whether reeds could show it: some changes leave the mask of another story."""
    if other.reentry != last.reentry:
        return None not in (last.reentry, other.reentry) and other.plain == last.plain
    if last.takes and other.takes:
        return False  # the victims come back and go: the mask is the same again
    reply = Move(reentry=other.target)
    return not (last.takes and reply in legal_moves(game.rules, game.position))


def try_forbidden(hands: SimulatedHands, expected: Expectation) -> None:
    """Set an archer where it may not stand, let it rest, and bring it home."""
    by_reason = forbidden_rests(expected)
    if not by_reason:
        return
    reason = hands.random.choice(sorted(by_reason))  # the rare ones as often as the common
    origin, target = hands.random.choice(by_reason[reason])
    if expected.game.position.owner(origin) is expected.game.position.side:
        expected.decide()
    hands.lift(origin)
    hands.carry()
    hands.place(target, origin)
    hands.wait(hands.habits.rest_ms)
    expected.refuse(origin, target)
    hands.lift(target)
    hands.carry()
    hands.place(origin, target)
    hands.wait((60, 900))


def forbidden_rests(expected: Expectation) -> dict[str, list[tuple[Hole, Hole]]]:
    """By reason: what is no move, amendment or take-back, not even one half done."""
    by_reason: dict[str, list[tuple[Hole, Hole]]] = {}
    for origin, target in _unexplained_rests(expected):
        refusal = expected.game.explain(origin, target)
        if refusal is not None:
            by_reason.setdefault(refusal.code, []).append((origin, target))
    return by_reason


def _unexplained_rests(expected: Expectation) -> Iterator[tuple[Hole, Hole]]:
    game = expected.game
    occupied = game.position.occupied
    if expected.is_undecided and _is_passed(expected):
        return
    allowed = _masks_of_change(game) | {position.occupied for position in game.positions}
    for origin in holes_in(occupied):
        if not _may_be_tried(expected, origin):
            continue
        for target in holes_in(ALL & ~occupied):
            mask = occupied & ~origin.bit | target.bit
            if mask not in allowed and not _is_reply_begun(game, origin, target):
                yield origin, target


def _may_be_tried(expected: Expectation, origin: Hole) -> bool:
    """Not an archer that may be half taken back, nor a mover's who may still bring one back."""
    game = expected.game
    last = game.moves[-1] if game.moves else PASS
    if origin == last.reentry or (
        origin == last.target and (last.takes or last.reentry is not None)
    ):
        return False
    return not expected.is_undecided or game.position.owner(origin) is game.position.side


def _masks_of_change(game: Game) -> set[int]:
    """What the board shows after an amendment of the last move."""
    if not game.moves or game.moves[-1] == PASS:
        return set()
    before = game.take_back()
    return {before.play(m).position.occupied for m in _alternatives(game, game.moves[-1])}


def _is_reply_begun(game: Game, origin: Hole, target: Hole) -> bool:
    """A re-entry, while the opponent has lifted an archer for his reply, looks the same."""
    position = game.position
    if position.owner(origin) is position.side or game.rules.reentry != "move":
        return False
    return bool(position.hand[position.side] and FIRST_ROW[position.side] >> target & 1)


def regret(hands: SimulatedHands, expected: Expectation) -> None:
    """Make a quiet move and put it back before its dwell is over: nothing happened."""
    moves = [m for m in expected.game.legal_moves() if m.origin is not None and not m.takes]
    moves = [m for m in moves if m.reentry is None]
    if not moves:
        return
    move = hands.random.choice(moves)
    origin, target = ends_of(move)
    expected.decide()
    hands.lift(origin)
    hands.carry()
    hands.place(target, origin)
    hands.wait((30, 200))
    hands.lift(target)
    hands.wait((100, 900))
    hands.place(origin, target)
    hands.wait((60, 900))


def stray(hands: SimulatedHands, expected: Expectation) -> None:
    """Set an archer from beside the board where none may come, and take it off again."""
    position = expected.game.position
    taken = {side: 5 - position.archers(side).bit_count() for side in Side}
    side = next((side for side in Side if taken[side]), None)
    if side is None or expected.is_undecided:
        return
    middle = ALL & ~hands.occupied & ~START.occupied
    last = expected.game.moves[-1] if expected.game.moves else PASS
    for hole in (last.origin, *(m.target for m in _other_steps(expected.game, last))):
        middle &= ~hole.bit if hole is not None else ALL
    hole = hands.some_of(middle)
    if hole is None:
        return
    hands.place(hole, side=side)
    hands.wait((300, 3000))
    hands.lift(hole)
    hands.wait((300, 900))


def _other_steps(game: Game, last: Move) -> list[Move]:
    return [] if last == PASS else _alternatives(game, last)


def set_up(hands: SimulatedHands, expected: Expectation, *, is_abandoned: bool = False) -> None:
    """Bring all archers home for another game: first off the board, then into their rows."""
    for hole in _shuffled(hands, hands.occupied):
        if START.owner(hole) is not expected.game.position.owner(hole):
            hands.lift(hole)
            hands.wait((80, 600))
    for hole in _shuffled(hands, START.occupied & ~hands.occupied):
        hands.place(hole, side=START.owner(hole))
        hands.wait((80, 600))
    hands.wait((5300, 6000) if is_abandoned else (450, 1200))
    expected.begin(is_abandoned=is_abandoned)


def _shuffled(hands: SimulatedHands, mask: int) -> list[Hole]:
    holes = list(holes_in(mask))
    hands.random.shuffle(holes)
    return holes


def can_abandon(expected: Expectation) -> bool:
    """Whether the set-up differs from a take-back of the few moves since the start."""
    return len(expected.game.moves) >= 6 or expected.game.start.occupied != START.occupied
