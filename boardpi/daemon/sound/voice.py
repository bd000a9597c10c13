"""A voice on the Pi: espeak-ng says what happens. Nobody ever waits for it.

One sentence is spoken at a time, one may wait, and a newer one takes its place.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Mapping
from typing import Any, Final

from boardpi.config import VoiceConfig
from boardpi.daemon.sound.speech import speak
from boardpi.table.facts import Fact

log = logging.getLogger("boardpi.voice")
LONGEST: Final = 600  # signs of one sentence
PATIENCE_SECONDS: Final = 30.0  # a sound card that hangs


class Voice:
    """Listens to the table and speaks in one language."""

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
