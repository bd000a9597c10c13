"""The button of the board, read with the reeds: no thread and no interrupt of its own."""

from __future__ import annotations

from typing import Final

STEADY_MS: Final = 20  # contacts of cheap buttons bounce for up to 10 ms


class Press:
    """Follows a contact; tells how long it was held when it is let go.

    >>> press = Press()
    >>> readings = [(0, False), (10, True), (20, False), (30, True), (60, True), (500, False)]
    >>> [press.feel(is_down, ms) for ms, is_down in readings]  # down since 30, bouncing before
    [None, None, None, None, None, None]
    >>> press.feel(False, 520)
    470
    """

    def __init__(self) -> None:
        self._is_down = False
        self._since_ms = 0  # of the present state
        self._changed_ms: int | None = None  # a change that is not steady yet

    def feel(self, is_down: bool, ms: int) -> int | None:
        """One reading; how long the button was held, once it is surely let go."""
        if is_down == self._is_down:
            self._changed_ms = None
            return None
        if self._changed_ms is None:
            self._changed_ms = ms
        if ms - self._changed_ms < STEADY_MS:
            return None
        held_ms = self._changed_ms - self._since_ms
        self._is_down, self._since_ms, self._changed_ms = is_down, self._changed_ms, None
        return None if is_down else held_ms
