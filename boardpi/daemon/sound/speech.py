"""What is worth saying aloud of what the table finds out."""

from __future__ import annotations

from boardpi.rules import Move, Outcome
from boardpi.rules.refusals import name_side
from boardpi.table.facts import (
    Asked,
    Ended,
    Expects,
    Fact,
    Moved,
    NewGame,
    Passed,
    Refused,
    Repeated,
    Restored,
    TakenBack,
    WentAstray,
)
from boardpi.texts import VOICE

PLAIN = {
    Asked: "ask",
    NewGame: "new_game",
    Repeated: "repetition",
    Restored: "restored",
    TakenBack: "takeback",
}


def speak(fact: Fact, language: str) -> str | None:
    """A fact in words; None if it is not worth any."""
    match fact:
        case Moved():
            return speak_move(fact.move, language)
        case Expects():
            return VOICE.say(language, "expect", move=speak_move(fact.move, language))
        case Refused():
            return fact.refusal.sentence(language)
        case WentAstray():
            guess = fact.refusal
            return VOICE.say(language, "astray") if guess is None else guess.sentence(language)
        case Passed():
            return VOICE.say(language, "pass", player=name_side(fact.side, language))
        case Ended():
            return speak_end(fact.outcome, language)
    name = PLAIN.get(type(fact))
    return None if name is None else VOICE.say(language, name)


def speak_move(move: Move, language: str) -> str:
    """`c1 takes d3. Back on a1.`"""
    words = []
    if move.origin is not None:
        key = "take" if move.takes else "move"
        words.append(VOICE.say(language, key, origin=move.origin, target=move.target))
    if move.reentry is not None:
        words.append(VOICE.say(language, "reentry", hole=move.reentry))
    return " ".join(words)


def speak_end(outcome: Outcome, language: str) -> str:
    """Who won, and how high."""
    if outcome.winner is None:
        return VOICE.say(language, "drawn")
    return VOICE.say(
        language,
        "won",
        player=name_side(outcome.winner, language),
        points=outcome.points[outcome.winner],
        against=outcome.points[outcome.winner.other],
    )
