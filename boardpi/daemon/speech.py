"""What is worth saying aloud of what the table finds out."""

from __future__ import annotations

from boardpi.daemon.phrases import say
from boardpi.rules import Move, Outcome, Side
from boardpi.rules.words import SENTENCES
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
            return say(language, "expect", speak_move(fact.move, language))
        case Refused():
            return fact.refusal.sentence(language)
        case WentAstray():
            return speak_astray(fact, language)
        case Passed():
            return say(language, "pass", speak_side(fact.side, language))
        case Ended():
            return speak_end(fact.outcome, language)
    name = PLAIN.get(type(fact))
    return None if name is None else say(language, name)


def speak_astray(fact: WentAstray, language: str) -> str:
    """What somebody tried, what is still to be put back, or that something is wrong."""
    if fact.untaken is not None:
        side, move = fact.untaken
        names = (speak_side(side, language), speak_side(side.other, language))
        return say(language, "untaken", *names, move.target, move.origin)
    return say(language, "astray") if fact.refusal is None else fact.refusal.sentence(language)


def speak_move(move: Move, language: str) -> str:
    """`c1 takes d3. Back on a1.`"""
    words = []
    if move.origin is not None:
        words.append(say(language, "take" if move.takes else "move", move.origin, move.target))
    if move.reentry is not None:
        words.append(say(language, "reentry", move.reentry))
    return " ".join(words)


def speak_end(outcome: Outcome, language: str) -> str:
    """Who won, and how high."""
    if outcome.winner is None:
        return say(language, "drawn")
    points = outcome.points[outcome.winner], outcome.points[outcome.winner.other]
    return say(language, "won", speak_side(outcome.winner, language), *points)


def speak_side(side: Side, language: str) -> str:
    """White or Black."""
    return SENTENCES[language]["white" if side is Side.WHITE else "black"]
