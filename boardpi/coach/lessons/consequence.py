"""What a wrong move allows the opponent to do, found by looking one move ahead, and in words."""

from __future__ import annotations

from boardpi.coach.lessons.lesson import NOTHING, Text, pass_on
from boardpi.rules import Game, Move, Side
from boardpi.rules.refusals import name_side
from boardpi.texts import LESSONS
from boardpi.texts.languages import LANGUAGES


def consequence(game: Game, move: Move) -> tuple[Move | None, Text]:
    """The reply that hurts most at once, with a sentence about it; None if nothing hurts."""
    after = pass_on(game.play(move))
    foe = game.position.side.other
    if after.outcome is not None or after.position.side is not foe:
        return None, NOTHING
    replies = [reply for reply in after.legal_moves() if reply.origin is not None]
    winning = [reply for reply in replies if _wins(after, reply, foe)]
    taking = [reply for reply in replies if reply.takes and reply.target == move.target]
    robbing = [reply for reply in replies if reply.takes and not _could_take(game, reply)]
    for found, name in ((winning, "beaten"), (taking, "taken"), (robbing, "robbed")):
        if found:
            return found[0], tell(f"then.{name}", found[0], foe)
    return None, NOTHING


def _wins(game: Game, reply: Move, side: Side) -> bool:
    ended = game.play(reply).outcome
    return ended is not None and ended.winner is side


def _could_take(game: Game, reply: Move) -> bool:
    """Whether the opponent could have taken it anyway, whatever was answered."""
    position = game.position.with_side(game.position.side.other)
    return reply in Game(game.rules, position).legal_moves()


def tell(key: str, move: Move, side: Side) -> Text:
    """A sentence about a move of this side, in every language."""
    return {
        language: LESSONS.say(
            language,
            key,
            player=name_side(side, language),
            origin=move.origin,
            target=move.target,
        )
        for language in LANGUAGES
    }
