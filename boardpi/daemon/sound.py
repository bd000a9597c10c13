"""What is heard at the table: beeps on a buzzer, sentences by espeak-ng.

`Beeper` and `Voice` listen to the daemon as the page does.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from boardpi.boards.board import Buzzing
from boardpi.config import VoiceConfig
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

log = logging.getLogger("boardpi.voice")
LONGEST: Final = 600  # signs of one sentence
PATIENCE_SECONDS: Final = 30.0  # a sound card that hangs
PLAIN: Final = {
    Asked: "ask",
    NewGame: "new_game",
    Repeated: "repetition",
    Restored: "restored",
    TakenBack: "takeback",
}


@dataclass(frozen=True, slots=True)
class Beeper:
    """An audience that beeps. Good moves are silent."""

    board: Buzzing
    beep_ms: int

    def tell(self, fact: Fact) -> None:
        """Only what the players must mend is heard."""
        if isinstance(fact, Refused | WentAstray):
            self.board.buzz(self.beep_ms)

    def look(self) -> None:
        """Looks make no noise."""


class Voice:
    """Speaks in one language, and nobody ever waits for it.

    One sentence is spoken at a time, one may wait, and a newer one takes its place.
    """

    def __init__(self, config: VoiceConfig, told: Callable[[], Mapping[str, Any]]) -> None:
        self._language = config.language
        self._command = (config.program or "espeak-ng", "-v", config.language, "--stdin")
        self._told_now = told
        self._next: str | None = None
        self._speaking: asyncio.Task[None] | None = None
        self._is_mute = False
        self._told: dict[str, tuple[str, int]] = {}  # what was last said of hint and lesson

    def tell(self, fact: Fact) -> None:
        """Say what happened."""
        words = speak(fact, self._language)
        if words:
            self.say(words)

    def look(self) -> None:
        """Say what the coach or the lesson tells now."""
        seen = self._told_now()
        guest, hint = seen["guest"] or {}, seen["hint"] or {}
        for source, told in (("hint", hint.get("sentences")), ("guest", guest.get("say"))):
            words = (told or {}).get(self._language, "")
            said = words, guest.get("told", 0)  # a lesson may say the same words again
            if words and said != self._told.get(source):
                self.say(words)
            self._told[source] = said

    def say(self, words: str) -> None:
        """Speak, or be the next to be spoken."""
        if self._is_mute:
            return
        self._next = words[:LONGEST]
        if self._speaking is None or self._speaking.done():
            self._speaking = asyncio.create_task(self._speak())

    async def _speak(self) -> None:
        while (words := self._next) is not None:
            self._next = None
            try:
                await self._pronounce(words)
            except OSError as error:
                self._is_mute = True
                log.warning(
                    "No voice: %r cannot be run (%s); install espeak-ng, or set voice.kind to off.",
                    self._command[0],
                    error.strerror,
                )
                return

    async def _pronounce(self, words: str) -> None:
        child = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await child.communicate(words.encode())
        finally:
            with contextlib.suppress(ProcessLookupError):
                child.kill()

    async def close(self) -> None:
        """In the middle of a word."""
        if self._speaking is not None:
            self._speaking.cancel()
            await asyncio.wait([self._speaking])


# ── facts in words ────────────────────────────────────────────────────────────────────────────────


def speak(fact: Fact, language: str) -> str | None:
    """What is worth saying aloud of a fact; None if nothing is."""
    match fact:
        case Moved():
            return speak_move(fact.move, language)
        case Expects():
            return VOICE.say(language, "expect", move=speak_move(fact.move, language))
        case Refused():
            return fact.refusal.sentence(language)
        case WentAstray():
            return speak_astray(fact, language)
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


def speak_astray(fact: WentAstray, language: str) -> str:
    """What somebody tried, what is still to be put back, or that something is wrong."""
    if fact.untaken is not None:
        side, move = fact.untaken
        return VOICE.say(
            language,
            "untaken",
            player=name_side(side, language),
            other=name_side(side.other, language),
            hole=move.target,
            origin=move.origin,
        )
    refusal = fact.refusal
    return VOICE.say(language, "astray") if refusal is None else refusal.sentence(language)


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
