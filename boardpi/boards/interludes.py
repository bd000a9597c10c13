"""What people do between two turns: adjust, put back, change, try what is forbidden, set up."""

from __future__ import annotations

from boardpi.boards.gestures import change, put_back
from boardpi.boards.hands import Hands
from boardpi.boards.truth import Truth, mover_standing, open_zone
from boardpi.rules import PASS, START, Game, Hole, Move, Side, holes_in, legal_moves
from boardpi.rules.holes import ALL


def adjust(hands: Hands, truth: Truth) -> None:
    """Lift any archer and set it back; an opponent's lift declines an open re-entry."""
    hole = hands.some_of(hands.occupied)
    if hole is None or (truth.is_undecided and _is_passed(truth)):
        return
    if truth.game.position.owner(hole) is truth.game.position.side:
        truth.decide()
    hands.adjust(hole)
    hands.wait((60, 900))


def _is_passed(truth: Truth) -> bool:
    return bool(truth.game.moves) and truth.game.moves[-1] == PASS


def take_back(hands: Hands, truth: Truth) -> bool:
    """Put back one ply or several, move by move. A pass or the end closes what was before."""
    plies = hands.random.randint(1, hands.habits.takeback_most)
    done = 0
    while done < plies and _can_put_back(truth):
        last = truth.game.moves[-1]
        if truth.is_undecided and done:
            break
        hands.wait((450, 1200))
        put_back(hands, last, _last_mover(truth.game))
        truth.take_back()
        done += 1
        if last.origin is None:
            return _prove_lifted_reentry(hands, truth, last)
    hands.wait((450, 1200) if done else (0, 0))
    return bool(done)


def _can_put_back(truth: Truth) -> bool:
    return bool(truth.game.moves) and not _is_passed(truth) and truth.game.outcome is None


def _last_mover(game: Game) -> Side:
    return game.positions[-2].side if len(game.moves) > 1 else game.positions[1].side.other


def _prove_lifted_reentry(hands: Hands, truth: Truth, undone: Move) -> bool:
    """A lift alone never takes back a re-entry: a move that nothing else allows must follow."""
    proofs = [m for m in truth.game.legal_moves() if m.origin is not None and not m.takes]
    if not proofs:
        assert undone.reentry is not None
        hands.carry()
        hands.place(undone.reentry, undone.reentry)
        truth.told.pop()
        truth.game = truth.game.play(undone)
        return True
    move = hands.random.choice(proofs)
    assert move.origin is not None and move.target is not None
    hands.wait((450, 1200))
    hands.lift(move.origin)
    hands.carry()
    hands.place(move.target, move.origin)
    truth.play(move)
    hands.wait((450, 1200))
    return True


def amend(hands: Hands, truth: Truth) -> None:
    """Set the archer just moved on another hole that was legal for it."""
    if not _can_put_back(truth) or truth.is_undecided:
        return
    game, last = truth.game, truth.game.moves[-1]
    others = [move for move in _alternatives(game, last) if _can_change(game, last, move)]
    if not others:
        return
    other = hands.random.choice(others)
    mover = _last_mover(game)
    hands.wait((450, 1200))
    change(hands, last, other, mover)
    truth.amend(other)


def _alternatives(game: Game, last: Move) -> list[Move]:
    before = game.take_back()
    standing = mover_standing(before, last)
    return [
        m for m in legal_moves(game.rules, standing) if m.origin == last.origin and m != last
    ]


def _can_change(game: Game, last: Move, other: Move) -> bool:
    """Whether reeds could show it: some changes leave the mask of another story."""
    if other.reentry != last.reentry:
        return None not in (last.reentry, other.reentry) and other.plain == last.plain
    if last.takes and other.takes:
        return False  # the victims come back and go: the mask is the same again
    reply = Move(reentry=other.target)
    return not (last.takes and reply in legal_moves(game.rules, game.position))


def try_forbidden(hands: Hands, truth: Truth) -> None:
    """Set an archer where it may not stand, let it rest, and bring it home."""
    pairs = [
        (origin, target)
        for origin in holes_in(hands.occupied)
        for target in holes_in(ALL & ~hands.occupied)
        if is_plainly_forbidden(truth, origin, target)
    ]
    if not pairs:
        return
    origin, target = hands.random.choice(_spread(hands, truth, pairs))
    if truth.game.position.owner(origin) is truth.game.position.side:
        truth.decide()
    hands.lift(origin)
    hands.carry()
    hands.place(target, origin)
    hands.wait(hands.habits.rest_ms)
    truth.refuse(origin, target)
    hands.lift(target)
    hands.carry()
    hands.place(origin, target)
    hands.wait((60, 900))


def _spread(
    hands: Hands, truth: Truth, pairs: list[tuple[Hole, Hole]]
) -> list[tuple[Hole, Hole]]:
    """The tries of one reason: the rare ones as often as the common."""
    by_reason: dict[str, list[tuple[Hole, Hole]]] = {}
    for pair in pairs:
        refusal = truth.game.explain(*pair)
        assert refusal is not None
        by_reason.setdefault(refusal.code, []).append(pair)
    return by_reason[hands.random.choice(sorted(by_reason))]


def is_plainly_forbidden(truth: Truth, origin: Hole, target: Hole) -> bool:
    """No move, amendment or take-back looks like this archer on that hole, not even half done."""
    game = truth.game
    if game.explain(origin, target) is None:
        return False
    if truth.is_undecided and (
        _is_passed(truth) or game.position.owner(origin) is not game.position.side
    ):
        return False
    mask = game.position.occupied & ~origin.bit | target.bit
    if any(position.occupied == mask for position in game.positions):
        return False
    last = game.moves[-1] if game.moves else None
    if last is None or last == PASS:
        return True
    return not _looks_like_change(game, last, origin, target, mask)


def _looks_like_change(game: Game, last: Move, origin: Hole, target: Hole, mask: int) -> bool:
    if origin in (last.target, last.reentry) and last.takes:
        return True
    before = game.take_back()
    return any(
        before.play(move).position.occupied == mask for move in _alternatives(game, last)
    )


def regret(hands: Hands, truth: Truth) -> None:
    """Make a quiet move and put it back before its dwell is over: nothing happened."""
    moves = [m for m in truth.game.legal_moves() if m.origin is not None and not m.takes]
    moves = [m for m in moves if m.reentry is None]
    if not moves:
        return
    move = hands.random.choice(moves)
    assert move.origin is not None and move.target is not None
    truth.decide()
    hands.lift(move.origin)
    hands.carry()
    hands.place(move.target, move.origin)
    hands.wait((30, 200))
    hands.lift(move.target)
    hands.wait((100, 900))
    hands.place(move.origin, move.target)
    hands.wait((60, 900))


def stray(hands: Hands, truth: Truth) -> None:
    """Set an archer from beside the board into a hole where none may come, and take it off again."""
    position = truth.game.position
    taken = {side: 5 - position.archers(side).bit_count() for side in Side}
    side = next((side for side in Side if taken[side]), None)
    if side is None or truth.is_undecided:
        return
    middle = ALL & ~hands.occupied & ~START.occupied
    last = truth.game.moves[-1] if truth.game.moves else PASS
    for hole in (last.origin, *(m.target for m in _other_steps(truth.game, last))):
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


def set_up(hands: Hands, truth: Truth, *, is_abandoned: bool = False) -> None:
    """Bring all archers home for another game: first off the board, then into their rows."""
    game = truth.game
    side_of = {hole: game.position.owner(hole) for hole in holes_in(hands.occupied)}
    for hole, side in _shuffled(hands, side_of):
        if START.owner(hole) is not side:
            hands.lift(hole)
            hands.wait((80, 600))
    for hole in _shuffled(hands, {hole: None for hole in holes_in(START.occupied)}):
        if not hands.occupied >> hole[0] & 1:
            hands.place(hole[0], side=START.owner(hole[0]))
            hands.wait((80, 600))
    hands.wait((5300, 6000) if is_abandoned else (450, 1200))
    truth.begin(is_abandoned=is_abandoned)


def _shuffled(
    hands: Hands, table: dict[Hole, Side | None]
) -> list[tuple[Hole, Side | None]]:
    items = list(table.items())
    hands.random.shuffle(items)
    return items


def can_be_declined(truth: Truth, move: Move) -> bool:
    """Whether this plain move leaves a right to re-enter open."""
    return bool(open_zone(truth.game, move))
