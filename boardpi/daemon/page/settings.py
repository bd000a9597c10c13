"""What was chosen on the page outlives a restart, until the configuration says something new."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from boardpi.club import Book, BookError
from boardpi.config import ClocksConfig
from boardpi.daemon.game_clock import Timekeeper
from boardpi.errors import BookAway
from boardpi.rules import Game
from boardpi.timekeeping.control import BadControl, TimeControl, parse_control
from boardpi.web.service import Memory

YES_OR_NO = ("no", "yes")
"""How a switch is remembered."""
NO_CLOCK: Final = "none"


@dataclass(frozen=True, slots=True)
class BookMemory:
    """The settings of the book; trouble with them is told like all trouble on the page."""

    book: Book

    def get(self, name: str) -> str | None:
        """What is remembered."""
        try:
            return self.book.settings.get(name)
        except BookError as error:
            raise BookAway(str(error)) from None

    def put(self, name: str, value: str) -> None:
        """Remember it."""
        try:
            self.book.settings.put(name, value)
        except BookError as error:
            raise BookAway(str(error)) from None

    def forget(self, name: str) -> None:
        """Remember it no more."""
        try:
            self.book.settings.forget(name)
        except BookError as error:
            raise BookAway(str(error)) from None


def configured_control(clocks: ClocksConfig) -> TimeControl | None:
    """The clock of new matches that the configuration names."""
    if clocks.main_s == 0:
        return None
    return TimeControl(clocks.main_s, clocks.increment_s, clocks.delay_s, clocks.flag)


def clock_word(control: TimeControl | None) -> str:
    """How a clock is remembered.

    >>> clock_word(None), clock_word(TimeControl(600, increment_s=5))
    ('none', '600+5 told')
    """
    return NO_CLOCK if control is None else str(control)


def read_clock_word(word: str) -> TimeControl | None:
    """The same clock; what nobody can read is none."""
    try:
        return None if word == NO_CLOCK else parse_control(word)
    except BadControl:
        return None


def clock_choice(clocks: ClocksConfig, chosen: TimeControl | None) -> tuple[str, str]:
    """What is configured, and what somebody wants instead, to be remembered."""
    return clock_word(configured_control(clocks)), clock_word(chosen)


def choose_clocks(
    timekeeper: Timekeeper, game: Game, configured: TimeControl | None, memory: Memory
) -> None:
    """Clocks of games that begin from now on, and of one in which nobody has moved yet: those of
    the game on the table, else what was chosen last, unless the configuration says something new.
    """
    said, own = clock_word(configured), timekeeper.control
    is_new = own is None
    if memory.get("table.clock") is not None:
        is_new = _read(memory, "clock")[0] != said
    if is_new:
        timekeeper.control = configured
    elif own is None:
        timekeeper.control = read_clock_word(recall(memory, "clock", said))
    with suppress(BookAway):
        remember(memory, "clock", said, clock_word(timekeeper.control))
    if not game.moves and game.outcome is None:
        timekeeper.begin_anew()


def recall(memory: Memory, name: str, configured: str) -> str:
    """The choice made on the page, if the configured value is still the one it replaced."""
    instead_of, chosen = _read(memory, name)
    return chosen if instead_of == configured else configured


def _read(memory: Memory, name: str) -> tuple[str | None, str]:
    """What the last choice was made instead of, and the choice."""
    try:
        instead_of, chosen = json.loads(memory.get(f"table.{name}") or "[]")
    except ValueError:
        return None, ""
    return str(instead_of), str(chosen)


def remember(memory: Memory, name: str, configured: str, chosen: str) -> None:
    """Keep a choice."""
    text = json.dumps([configured, chosen])
    if memory.get(f"table.{name}") != text:
        memory.put(f"table.{name}", text)
