"""Facts in words: whose move it was, what is asked, what must be mended, how it ended."""

from __future__ import annotations

import re
from typing import Final

from boardpi.rules import Move, Outcome, Side, parse_move
from boardpi.rules.refusals import name_side
from boardpi.table.facts import (
    Asked,
    Ended,
    Expects,
    Fact,
    FlagFell,
    Moved,
    NewGame,
    Passed,
    Refused,
    Repeated,
    Restored,
    TakenBack,
    TimeLow,
    WentAstray,
)
from boardpi.texts import RULES, VOICE

PLAIN: Final = {
    NewGame: "new_game",
    Repeated: "repetition",
    Restored: "restored",
    TakenBack: "takeback",
}
TROUBLE: Final = (Asked, Refused, WentAstray, Passed, Ended, Expects, TimeLow, FlagFell)
"""What is said to whoever wants to hear little."""
NAMES: Final = {"a": "Anna", "b": "Bella", "c": "Cesar", "d": "David", "e": "Eva"}
"""The international alphabet of blind chess players, as far as the board goes."""
HOLE: Final = re.compile(r"\b([a-e])([1-5])\b")
SENTENCE: Final = re.compile(r"(?<=[.?!…])\s+")


def speak(fact: Fact, language: str) -> str | None:
    """What is worth saying aloud of a fact; None if nothing is."""
    match fact:
        case Moved():
            side = fact.position.side.other
            return say_of(side, speak_move(fact.move, language), language)
        case Expects():
            return VOICE.say(language, "expect", move=speak_move(fact.move, language))
        case Asked():
            return speak_question(fact, language)
        case Refused():
            return fact.refusal.sentence(language)
        case WentAstray():
            return speak_astray(fact, language)
        case Passed():
            return VOICE.say(language, "pass", player=name_side(fact.side, language))
        case TimeLow():
            return say_of(fact.side, speak_time(fact.left_ms, language), language)
        case FlagFell():
            return VOICE.say(language, "flag", player=name_side(fact.side, language))
        case Ended():
            return speak_end(fact.outcome, language)
    name = PLAIN.get(type(fact))
    return None if name is None else VOICE.say(language, name)


def say_of(side: Side, words: str, language: str) -> str:
    """`White: b1 to d2.`"""
    return VOICE.say(language, "by", player=name_side(side, language), words=words)


def speak_move(move: Move, language: str) -> str:
    """`c1 takes d3. Back on a1.`"""
    words = []
    if move.origin is not None:
        key = "take" if move.takes else "move"
        words.append(VOICE.say(language, key, origin=move.origin, target=move.target))
    if move.reentry is not None:
        words.append(VOICE.say(language, "reentry", hole=move.reentry))
    return " ".join(words)


def speak_time(ms: int, language: str) -> str:
    """What is left on a clock, in whole seconds as it shows them."""
    minutes, seconds = divmod(max(0, ms) // 1000, 60)
    return VOICE.say(language, "time_left", minutes=minutes, seconds=seconds)


def speak_question(asked: Asked, language: str) -> str:
    """The candidates, then how to answer."""
    moves = [speak_text(text, language) for text in asked.candidates]
    either = f" {RULES.say(language, 'or')} ".join(moves)
    return f"{VOICE.say(language, 'which', moves=either)} {VOICE.say(language, 'ask')}"


def speak_text(text: str, language: str) -> str:
    """A candidate as a question names it, without its full stops: `b3 takes b2`."""
    if text.startswith("takeback"):
        return VOICE.say(language, "takeback").rstrip(".")
    moves = [parse_move(word) for word in text.split()]
    return ", ".join(speak_move(move, language).rstrip(".").replace(". ", ", ") for move in moves)


def speak_astray(fact: WentAstray, language: str) -> str:
    """What somebody tried, what is still to be put back, or that something is wrong."""
    if fact.untaken is not None:
        return speak_untaken(*fact.untaken, language)
    refusal = fact.refusal
    return VOICE.say(language, "astray") if refusal is None else refusal.sentence(language)


def speak_untaken(side: Side, move: Move, language: str) -> str:
    """`White: the archer from d3 back to e1. Black: the archer back on d3.`"""
    return VOICE.say(
        language,
        "untaken",
        player=name_side(side, language),
        other=name_side(side.other, language),
        hole=move.target,
        origin=move.origin,
    )


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


# ── how it is pronounced ─────────────────────────────────────────────────────────────────────────


def spell(text: str, *, by_name: bool = False) -> str:
    """A hole is no word in any language.

    >>> spell("White: e5 takes d3.")
    'White: E 5 takes D 3.'
    >>> spell("White: e5 takes d3.", by_name=True)
    'White: Eva 5 takes David 3.'
    """
    return HOLE.sub(lambda hole: f"{_column(hole[1], by_name=by_name)} {hole[2]}", text)


def _column(letter: str, *, by_name: bool) -> str:
    return NAMES[letter] if by_name else letter.upper()


def split_sentences(text: str) -> list[str]:
    """Sentence by sentence, so that a voice can stop between two.

    >>> split_sentences("Which move was it? Lift the archer.")
    ['Which move was it?', 'Lift the archer.']
    """
    return [part for part in SENTENCE.split(text.strip()) if part]
