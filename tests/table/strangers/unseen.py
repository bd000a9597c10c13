"""Unseen captures: the taker pushes the victim out, and the victim's reed never opens."""

from __future__ import annotations

from boardpi.rules import Game, Hole, Move
from tests.table.strangers.carrying import LONG_MS
from tests.table.strangers.table import FIRST_ROWS, Table
from tests.table.strangers.turns import ends


def take_unseen(table: Table, move: Move) -> bool:
    """Perhaps make this capture unseen, and answer the question; False if it was not made."""
    if not move.takes or move.reentry is not None or table.has_right(move):
        return False
    if any(table.has_right(m) for m in table.legal() if m.origin == move.origin):
        return False
    if table.has("unseen_nudge"):
        nudge(table, move)
    elif table.has("unseen_reply"):
        return answer_by_reply(table, move)
    elif table.has("unseen_late"):
        return answer_late(table, move)
    else:
        return False
    return True


def nudge(table: Table, move: Move) -> None:
    """Somebody nudges the taker: at once, which is evidence, or after the question."""
    origin, target = ends(move)
    table.lift(origin)
    if table.rng.random() < 0.5:
        table.wait(300, 2200)
    else:
        table.wait(*LONG_MS)
        table.story.ask(table.now_ms, move)
    table.blink(target, 40, 900)
    table.story.play(table.now_ms, move)
    table.note("unseen_nudge")


def answer_by_reply(table: Table, move: Move) -> bool:
    """The opponent goes on, with a move that is legal after this capture only."""
    replies = [reply for reply, count in possible_replies(table, move) if count == 1]
    if not replies:
        return False
    make_with_reply(table, move, table.rng.choice(replies))
    table.note("unseen_reply")
    return True


def answer_late(table: Table, move: Move) -> bool:
    """The opponent's move leaves several captures possible; a nudge of the taker decides."""
    replies = [
        reply for reply, count in possible_replies(table, move) if count > 1 and not reply.takes
    ]
    if not replies:
        return False
    make_with_reply(table, move, table.rng.choice(replies))
    table.wait(1000, 4000)
    table.blink(ends(move)[1], 60, 900)
    table.note("unseen_late")
    return True


def make_with_reply(table: Table, move: Move, reply: Move) -> None:
    """The capture, the question, and the reply by which the opponent takes it as made."""
    table.lift(ends(move)[0])
    table.wait(*LONG_MS)
    table.story.ask(table.now_ms, move)
    table.story.play(table.now_ms, move)
    origin, target = ends(reply)
    table.lift(origin)
    table.wait(100, 1200)
    if reply.takes:
        table.blink(target, 80, 900)
    else:
        table.place(target)
    table.story.play(table.now_ms, reply)


def possible_replies(table: Table, move: Move) -> list[tuple[Move, int]]:
    """Replies on the board, each with the number of unseen captures after which it is legal.

    Left out is all that has another honest reading: a reply by an archer that the taker could
    have taken; a reply to a hole that the taker reaches; an archer set on a first row, which
    may have come from the hand.
    """
    game = table.story.game
    taker, _ = ends(move)
    could_take, reached = table.takeable(taker), table.targets(taker)
    candidates = [m for m in game.legal_moves() if m.origin == taker and m.takes]
    after = game.play(move)
    if after.outcome is not None or game.is_open:
        return []
    found: list[tuple[Move, int]] = []
    for reply in after.legal_moves():
        if reply.origin is None or reply.target is None or reply.reentry is not None:
            continue
        if reply.origin in could_take or reply.origin == table.dead:
            continue
        if not reply.takes and (reply.target in reached or is_first_row(reply.target)):
            continue
        if reply.target == taker or opens_right(after, reply):
            continue
        found.append((reply, sum(allows(game, m, reply) for m in candidates)))
    return found


def allows(game: Game, capture: Move, reply: Move) -> bool:
    """Whether this reply is legal after this capture, so far as presence can tell."""
    after = game.play(capture)
    return any(
        (m.origin, m.target) == (reply.origin, reply.target) and m.takes == reply.takes
        for m in after.legal_moves()
    )


def opens_right(game: Game, reply: Move) -> bool:
    """Whether the reply brings a right to re-enter."""
    return any(
        m.origin == reply.origin and m.target == reply.target and m.reentry is not None
        for m in game.legal_moves()
        if m.origin is not None
    )


def is_first_row(hole: Hole) -> bool:
    """Whether archers start on this hole."""
    return any(hole in row for row in FIRST_ROWS.values())


def leave_open(table: Table) -> bool:
    """The last gesture of a trace: an unseen capture which nobody explains."""
    captures = [m for m in table.legal() if m.takes and m.reentry is None]
    captures = [m for m in captures if not table.touches_dead(m) and not table.has_right(m)]
    if not captures or not table.has("unseen_open"):
        return False
    move = table.rng.choice(captures)
    table.lift(ends(move)[0])
    table.wait(*LONG_MS)
    table.story.ask(table.now_ms, move)
    table.note("unseen_open")
    return True
