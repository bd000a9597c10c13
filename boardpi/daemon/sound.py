"""What is heard at the table: patterns on a buzzer, sentences by espeak-ng or piper.

`Beeper` and `Voice` listen to the daemon as the page does. Nobody ever waits for them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import shlex
import signal
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from boardpi.boards.board import Buzzing
from boardpi.config import VoiceConfig
from boardpi.rules.holes import SIDES
from boardpi.rules.refusals import name_side
from boardpi.speech.sentences import TROUBLE, speak, speak_move, spell, split_sentences
from boardpi.speech.spoken_table import (
    read_hands,
    read_repair,
)
from boardpi.table.facts import (
    Asked,
    Ended,
    Expects,
    Fact,
    FlagFell,
    MenuChosen,
    Passed,
    Refused,
    RepeatWanted,
    TimeLow,
    WentAstray,
)
from boardpi.table.table import Table
from boardpi.texts import VOICE

log = logging.getLogger("boardpi.voice")
LONGEST: Final = 600  # signs of one sentence
PATIENCE_SECONDS: Final = 30.0  # a sound card that hangs
TOGETHER_SECONDS: Final = 0.15  # what is told so soon after the last belongs to it
NORMAL_SPEED: Final = 175
"""Words a minute: what espeak-ng calls normal."""

PATTERNS: Final[Mapping[type[Fact], str]] = {
    Refused: "..",
    WentAstray: "...",
    Asked: ".-",
    Passed: "-",
    Ended: "--",
    TimeLow: "-.",
    FlagFell: "---",
}
"""One for each thing that calls for a hand, and for what a player without eyes must know."""


class Beeper:
    """An audience that beeps. Good moves are silent."""

    def __init__(self, board: Buzzing, beep_ms: int) -> None:
        self._board, self._beep_ms = board, beep_ms
        self._playing: asyncio.Task[None] | None = None

    def tell(self, fact: Fact) -> None:
        """Only what calls for a hand is heard; a newer pattern takes the place of an older one."""
        pattern = PATTERNS.get(type(fact))
        if pattern is None:
            return
        if self._playing is not None:
            self._playing.cancel()
        self._playing = asyncio.create_task(self._play(pattern))

    async def _play(self, pattern: str) -> None:
        for sign in pattern:
            ms = self._beep_ms * (3 if sign == "-" else 1)
            self._board.buzz(ms)
            await asyncio.sleep((ms + self._beep_ms) / 1000)

    def look(self) -> None:
        """Looks make no noise."""

    def close(self) -> None:
        """In the middle of a pattern."""
        if self._playing is not None:
            self._playing.cancel()


class Scene(NamedTuple):
    """What can be told at this moment."""

    table: Table | None  # of whoever has the board
    hint: Mapping[str, Any] | None = None
    guest: Mapping[str, Any] | None = None
    club: Mapping[str, Any] | None = None
    is_far: bool = False  # the side without hands plays at another table


class Voice:
    """Speaks in one language, the newest first: whatever is new cuts short what is old."""

    def __init__(self, config: VoiceConfig, scene: Callable[[], Scene]) -> None:
        self._config = config
        self._language = config.language
        self._command = command_of(config)
        self._scene = scene
        self._queue: list[str] = []
        self._said_at = -1.0
        self._last = ""
        self._speaking: asyncio.Task[None] | None = None
        self._child: asyncio.subprocess.Process | None = None
        self._is_mute = False
        self._told: dict[str, tuple[str, int]] = {}  # what was last said of each source

    def tell(self, fact: Fact) -> None:
        """Say what happened."""
        if isinstance(fact, RepeatWanted):
            self.say(self._last)
        elif isinstance(fact, MenuChosen):
            self.say(self._translated(fact.words) or self._last)
        elif isinstance(fact, Expects) and self._scene().is_far:
            move = speak_move(fact.move, self._language)
            self.say(VOICE.say(self._language, "far", move=move))
        elif self._config.verbosity != "little" or isinstance(fact, TROUBLE):
            self.say(speak(fact, self._language) or "")

    def look(self) -> None:
        """Say what coach, lesson, menu and club tell now, what to mend, who is in a hand."""
        scene = self._scene()
        guest, club = scene.guest or {}, scene.club or {}
        told = {"guest": guest.get("told", 0), "club": club.get("told", 0)}
        sources = {
            "hint": self._translated((scene.hint or {}).get("sentences")),
            "guest": self._translated(guest.get("say")),
            "club": self._translated(club.get("say")),
            "arrange": self._arrange(guest.get("arrange")),
            "hands": self._hands(scene.table, guest),
        }
        for source, words in sources.items():
            said = words, told.get(source, 0)  # a lesson and a hub may say the same words again
            if words and said != self._told.get(source):
                self.say(words)
            self._told[source] = said

    def _translated(self, words: Mapping[str, str] | None) -> str:
        return (words or {}).get(self._language, "")

    def _arrange(self, arrange: Mapping[str, Any] | None) -> str:
        """One archer after the other, while a position is being set up."""
        if not arrange:
            return ""
        if arrange["extra"]:
            return VOICE.say(self._language, "extra", hole=arrange["extra"][0])
        if not arrange["missing"]:
            return ""
        player = name_side(SIDES[arrange["side"]], self._language)
        return VOICE.say(self._language, "missing", player=player, hole=arrange["missing"][0])

    def _hands(self, table: Table | None, guest: Mapping[str, Any]) -> str:
        if table is None or guest.get("kind") in ("menu", "check") or guest.get("arrange"):
            return ""
        reader = read_hands if self._config.verbosity == "full" else read_repair
        return reader(table, self._language)

    # ── speaking ─────────────────────────────────────────────────────────────────────────────────

    def say(self, words: str) -> None:
        """Speak at once; only what comes at the same moment waits for its turn."""
        if self._is_mute or not words:
            return
        now = asyncio.get_running_loop().time()
        if now - self._said_at > TOGETHER_SECONDS:
            self._queue.clear()
            self._last = ""
            self._hush()
        self._said_at = now
        self._last = f"{self._last} {words}".strip()
        self._queue += split_sentences(words)
        if self._speaking is None or self._speaking.done():
            self._speaking = asyncio.create_task(self._speak())

    async def _speak(self) -> None:
        while self._queue:
            words = self._queue.pop(0)[:LONGEST]
            try:
                await self._pronounce(spell(words, by_name=self._config.holes == "names"))
            except OSError as error:
                self._is_mute = True
                log.warning(
                    "No voice: %r cannot be run (%s); install %s, or set voice.kind to off.",
                    self._command[0],
                    error.strerror,
                    self._config.kind,
                )
                return

    async def _pronounce(self, words: str) -> None:
        self._child = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self._child.communicate(words.encode())
        except (TimeoutError, BrokenPipeError, ConnectionResetError):
            pass  # hushed, or a sound card that hangs
        finally:
            self._hush()
            await self._child.wait()
            self._child = None

    def _hush(self) -> None:
        """In the middle of a word."""
        if self._child is not None and self._child.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._child.pid, signal.SIGKILL)

    async def close(self) -> None:
        """In the middle of a word."""
        if self._speaking is not None:
            self._speaking.cancel()
            await asyncio.wait([self._speaking])


def command_of(config: VoiceConfig) -> tuple[str, ...]:
    """What speaks its standard input."""
    if config.kind != "piper":
        program = config.program or "espeak-ng"
        return (program, "-v", config.language, "-s", str(config.speed), "--stdin")
    pace = f"{NORMAL_SPEED / config.speed:.2f}"
    piper = (config.program or "piper", "--model", config.model, "--length-scale", pace)
    player = "aplay -q -r 22050 -f S16_LE -t raw -"
    return ("/bin/sh", "-c", f"{shlex.join((*piper, '--output-raw'))} | {player}")
