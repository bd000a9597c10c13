"""What a wrong move allows the opponent to do, found by looking one move ahead, and in words."""

from __future__ import annotations

from typing import Final

from boardpi.coach.lessons.lesson import LANGUAGES, NOTHING, Text, pass_on
from boardpi.rules import Game, Move, Side
from boardpi.rules.words import SENTENCES

TAKEN: Final[Text] = {
    "en": "Then {player} takes it from {origin}.",
    "it": "Poi {player} lo cattura da {origin}.",
    "pl": "Wtedy {player} zbijają go z {origin}.",
    "fr": "Alors {player} le prennent depuis {origin}.",
}
ROBBED: Final[Text] = {
    "en": "Then {player} takes your archer on {target}.",
    "it": "Poi {player} cattura il tuo arciere in {target}.",
    "pl": "Wtedy {player} zbijają twojego łucznika na {target}.",
    "fr": "Alors {player} prennent votre archer en {target}.",
}
BEATEN: Final[Text] = {
    "en": "Then {player} goes to {target} and wins.",
    "it": "Poi {player} va in {target} e vince.",
    "pl": "Wtedy {player} idą na {target} i wygrywają.",
    "fr": "Alors {player} vont en {target} et gagnent.",
}


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
    for found, words in ((winning, BEATEN), (taking, TAKEN), (robbing, ROBBED)):
        if found:
            return found[0], tell(words, found[0], foe)
    return None, NOTHING


def _wins(game: Game, reply: Move, side: Side) -> bool:
    ended = game.play(reply).outcome
    return ended is not None and ended.winner is side


def _could_take(game: Game, reply: Move) -> bool:
    """Whether the opponent could have taken it anyway, whatever was answered."""
    position = game.position.with_side(game.position.side.other)
    return reply in Game(game.rules, position).legal_moves()


def tell(words: Text, move: Move, side: Side) -> Text:
    """A sentence about a move of this side, in every language."""
    name = "white" if side is Side.WHITE else "black"
    return {
        language: words[language].format(
            player=SENTENCES[language][name], origin=move.origin, target=move.target
        )
        for language in LANGUAGES
    }
