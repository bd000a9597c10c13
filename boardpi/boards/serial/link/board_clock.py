"""The board's milliseconds on the host's clock."""

from __future__ import annotations

# A Nano's resonator is good for half a percent; the host's clock counts as exact.
DRIFT = 0.006


class BoardClock:
    """Maps the board's time to the host's: never in the future, never backwards.

    The fastest delivery seen tells the offset, for a message can be late but not early. It may
    creep up with the drift of the board's resonator, so two reports a few milliseconds apart keep
    their distance to a fraction of a millisecond, however late the second one arrived.
    """

    def __init__(self, last_ms: int = 0) -> None:
        self.last_ms = last_ms
        self._offset: float | None = None
        self._board_ms = 0

    def restart(self) -> None:
        """The board counts from zero again."""
        self._offset = None

    def catch_up(self, now_ms: int) -> int:
        """Nothing that is told from now on will be older than this moment."""
        self.last_ms = max(self.last_ms, now_ms)
        return self.last_ms

    def observe(self, board_ms: int, now_ms: int) -> float:
        """A message that the board sent at its `board_ms` is here now."""
        sample = float(now_ms - board_ms)
        if self._offset is not None:
            passed_ms = max(0, board_ms - self._board_ms)
            sample = min(sample, self._offset + DRIFT * passed_ms)
        self._offset, self._board_ms = sample, board_ms
        return sample

    def map(self, board_ms: int, now_ms: int) -> int:
        """The host's millisecond for an event, once it is told."""
        offset = self.observe(board_ms, now_ms)
        self.last_ms = max(self.last_ms, min(now_ms, round(board_ms + offset)))
        return self.last_ms
