"""The gestures of one turn: how hands carry out a move, put it back, or change it."""

from __future__ import annotations

from boardpi.rules import Game, Hole, Move, Position, Side, legal_moves
from boardpi.rules.holes import ALL, FIRST_ROW
from boardpi.sim.hands import SimulatedHands


def make(
    hands: SimulatedHands,
    game: Game,
    standing: Position,
    move: Move,
    *,
    is_hasty: bool = False,
    is_shown: bool = False,
) -> None:
    """Carry out this legal move of the side to move in `standing`.

    Hasty hands begin at once. With `is_shown` the reeds see everything.
    """
    if move.origin is None or move.target is None:
        _reenter(hands, move, standing.side)
    elif move.reentry not in (None, move.origin) and hands.does("rebefore"):
        _reenter_and_step(hands, standing, move)
    else:
        if not is_hasty:
            _hesitate(hands, standing, move.origin)
        if move.takes:
            _take(hands, move.origin, move.target, is_shown=is_shown)
        else:
            _step(hands, game, standing, move)
        _bring_back(hands, move, standing.side)


def ends_of(move: Move) -> tuple[Hole, Hole]:
    """Whence and whither, of a move that is a step."""
    assert move.origin is not None
    assert move.target is not None
    return move.origin, move.target


def _reenter(hands: SimulatedHands, move: Move, side: Side) -> None:
    assert move.reentry is not None  # a pass needs no hands
    hands.place(move.reentry, side=side)


def _bring_back(hands: SimulatedHands, move: Move, side: Side) -> None:
    if move.reentry is None:
        return
    is_late = hands.does("late") or (move.takes and move.reentry == move.origin)
    hands.wait((500, 4000) if is_late else (60, 200))
    _reenter(hands, move, side)


def _reenter_and_step(hands: SimulatedHands, standing: Position, move: Move) -> None:
    """The archer stands on the first row before the other one arrives, in either order of hands."""
    origin, target = ends_of(move)
    if hands.random.random() < 0.5:
        _reenter(hands, move, standing.side)
        hands.carry()
        _lift_both(hands, move, origin, target)
    else:
        _lift_both(hands, move, origin, target)
        _reenter(hands, move, standing.side)
        hands.carry()
    hands.place(target, origin)


def _lift_both(hands: SimulatedHands, move: Move, origin: Hole, target: Hole) -> None:
    order = [origin, target] if move.takes else [origin]
    if hands.random.random() < 0.5:
        order.reverse()
    for hole in order:
        hands.lift(hole)
        hands.carry()


def _hesitate(hands: SimulatedHands, standing: Position, origin: Hole) -> None:
    """Lift the archer or another one of the same side, and set it back."""
    if not hands.does("hesitate"):
        return
    other = hands.some_of(standing.archers(standing.side)) or origin
    hands.adjust(hands.random.choice((origin, other)), (60, 1300))
    hands.wait((60, 700))


def _step(hands: SimulatedHands, game: Game, standing: Position, move: Move) -> None:
    source, target = ends_of(move)
    hands.lift(source)
    _on_the_way(hands, game, standing, source)
    if hands.does("slide"):
        source = _slide(hands, source, target)
    elif hands.does("waver"):
        _waver(hands, game, standing, move)
    hands.place(target, source)


def _on_the_way(hands: SimulatedHands, game: Game, standing: Position, origin: Hole) -> None:
    if hands.does("think"):
        hands.wait(hands.habits.think_ms)
    hands.carry()
    if hands.does("brush"):
        hands.brush()
    if hands.does("aside"):
        _adjust_aside(hands, game, standing, origin)


def _adjust_aside(hands: SimulatedHands, game: Game, standing: Position, origin: Hole) -> None:
    """The other hand adjusts an archer that the one in hand cannot take."""
    other = hands.some_of(hands.occupied & ~victims(game, standing, origin))
    if other is not None:
        hands.adjust(other, (60, 800))
        hands.wait((30, 600))


def _slide(hands: SimulatedHands, origin: Hole, target: Hole) -> Hole:
    """Rest on some empty hole for less than the dwell; whence the archer is now in hand."""
    rest = hands.some_of(ALL & ~hands.occupied & ~target.bit)
    assert rest is not None  # ten archers leave fifteen holes empty
    hands.place(rest, origin)
    hands.wait(hands.habits.slide_ms)
    hands.lift(rest)
    hands.wait((30, 300))
    return rest


def _waver(hands: SimulatedHands, game: Game, standing: Position, move: Move) -> None:
    """Lift a victim, set it back, and go elsewhere before the dwell is over.

    Not where the archer set down then could be a re-entry after that capture, by either side.
    """
    origin, target = ends_of(move)
    victim = hands.some_of(victims(game, standing, origin))
    if victim is None or (FIRST_ROW[0] | FIRST_ROW[1]) >> target & 1:
        return
    hands.adjust(victim, (100, 800))
    hands.wait((30, 200))


def victims(game: Game, standing: Position, origin: Hole) -> int:
    """What the archer from this hole may take."""
    mask = 0
    for move in legal_moves(game.rules, standing):
        if move.takes and move.origin == origin and move.target is not None:
            mask |= move.target.bit
    return mask


def _take(hands: SimulatedHands, origin: Hole, target: Hole, *, is_shown: bool) -> None:
    if hands.does("swapfirst"):
        hands.lift(target)
        hands.carry()
        hands.lift(origin)
    else:
        hands.lift(origin)
        if hands.does("think"):
            hands.wait(hands.habits.think_ms)
        hands.carry()
        if hands.does("brush"):
            hands.brush()
        if hands.does("sweep"):
            hands.sweep(target, origin)
            return
        if not is_shown and hands.does("invisible"):
            hands.slip(target, origin)
            return
        hands.lift(target)
    hands.carry()
    hands.place(target, origin)


# ── putting back and changing ────────────────────────────────────────────────────────────────────


def put_back(hands: SimulatedHands, move: Move, mover: Side) -> None:
    """Undo this move by hand: archers home, the victim in its hole again, before or after."""
    if move.origin is None or move.target is None:
        assert move.reentry is not None  # a pass needs no hands
        hands.lift(move.reentry)
        return
    reentry_first = hands.random.random() < 0.5
    if move.reentry is not None and (reentry_first or move.reentry == move.origin):
        hands.lift(move.reentry)
        hands.carry()
    hands.lift(move.target)
    hands.carry()
    _go_home(hands, move.origin, move.target, mover.other if move.takes else None)
    if move.reentry is not None and move.reentry != move.origin and not reentry_first:
        hands.carry()
        hands.lift(move.reentry)


def _go_home(hands: SimulatedHands, home: Hole, left: Hole, victim: Side | None) -> None:
    if victim is not None and hands.random.random() < 0.5:
        hands.place(left, side=victim)
        hands.carry()
        hands.place(home, left)
        return
    hands.place(home, left)
    if victim is not None:
        hands.carry()
        hands.place(left, side=victim)


def change(hands: SimulatedHands, last: Move, other: Move, mover: Side) -> int:
    """Amend the last move to this other one of the same archer; when that was done."""
    if last.reentry is not None and last.reentry != other.reentry:
        assert other.reentry is not None
        hands.lift(last.reentry)
        hands.carry()
        hands.place(other.reentry, last.reentry)
        return hands.ms
    source, target = ends_of(last)[1], ends_of(other)[1]
    hands.lift(source)
    hands.carry()
    if other.takes:
        return _take_instead(hands, source, target)
    _go_home(hands, target, source, mover.other if last.takes else None)
    return hands.ms


def _take_instead(hands: SimulatedHands, origin: Hole, target: Hole) -> int:
    """Take with the archer in hand, then nudge it: it may have looked like a victim."""
    if hands.does("sweep"):
        hands.sweep(target, origin)
    else:
        hands.lift(target)
        hands.carry()
        hands.place(target, origin)
    done_ms = hands.ms
    hands.wait((600, 900))
    hands.adjust(target, (200, 500))
    return done_ms
