"""Overlaps: the opponent's hand begins before the mover's hand is done."""

from __future__ import annotations

from boardpi.rules import Game, Move
from tests.table.strangers.table import Table
from tests.table.strangers.turns import ends
from tests.table.strangers.unseen import opens_right


def overlap(table: Table, move: Move) -> bool:
    """Perhaps make this move and its reply at the same time; False if nothing was made."""
    if not table.has("early_reply"):
        return False
    replies = clear_replies(table, move)
    if not replies:
        return False
    reply = table.rng.choice(replies)
    origin, target = ends(move)
    start, end = ends(reply)
    table.lift(origin)
    table.wait(80, 600)
    table.lift(start)
    table.wait(60, 500)
    if move.takes:
        table.blink(target, 80, 500)
    else:
        table.place(target)
    table.story.play(table.now_ms, move)
    table.wait(30, 700)
    if reply.takes:
        table.blink(end, 80, 500)
    else:
        table.place(end)
    table.story.play(table.now_ms, reply)
    table.note("early_reply")
    return True


def clear_replies(table: Table, move: Move) -> list[Move]:
    """Replies that have one honest reading when both archers are in the air together.

    Left out: a reply by an archer that the mover's could take (touched, taken); a reply to a
    hole that the mover's archer reaches or has left; a retake of the archer just moved, which
    looks as if it rocked; two retreats that look like taking back two plies.
    """
    game = table.story.game
    if move.origin is None or move.reentry is not None or game.is_open or table.has_right(move):
        return []
    after = game.play(move)
    if after.outcome is not None:
        return []
    could_take, reached = table.takeable(move.origin), table.targets(move.origin)
    return [
        reply
        for reply in after.legal_moves()
        if reply.origin is not None
        and reply.target is not None
        and reply.reentry is None
        and reply.origin not in could_take
        and reply.target not in reached
        and reply.target not in (move.origin, move.target)
        and not opens_right(after, reply)
        and not retreats(game, move, reply)
        and not table.touches_dead(reply)
    ]


def retreats(game: Game, move: Move, reply: Move) -> bool:
    """Whether both archers only go back to where the last plies brought them from."""
    recent = {(m.target, m.origin) for m in game.moves[-4:]}
    return (move.origin, move.target) in recent or (reply.origin, reply.target) in recent
