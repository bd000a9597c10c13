"""A host in emulated time: the real conversation against the real firmware, no wall clock."""

from __future__ import annotations

from boardpi.boards.board import DARK
from boardpi.boards.serial.link.board_clock import BoardClock
from boardpi.boards.serial.link.conversation import Conversation
from boardpi.boards.serial.link.messages import Settings
from boardpi.table.events import Pressed, Sensed
from tests.hardware.bench import Bench

STEP_MS = 0.5


class Host:
    """Reads and writes every half millisecond, as a loop on a real port would."""

    def __init__(self, bench: Bench, settings: Settings | None = None) -> None:
        self.events: list[Sensed | Pressed] = []
        self._bench = bench
        self.talk = Conversation(BoardClock(), settings or Settings(), DARK)

    @property
    def now_ms(self) -> int:
        return int(self._bench.us // 1000)

    @property
    def masks(self) -> list[int]:
        return [event.mask for event in self.events if isinstance(event, Sensed)]

    def show(self, colours: bytes) -> None:
        self.talk.show(colours, self.now_ms)

    def run(self, ms: float) -> None:
        until_us = self._bench.us + ms * 1000
        while self._bench.us < until_us:
            self.talk.tick(self.now_ms)
            if self.talk.out:
                self._bench.send(bytes(self.talk.out))
                self.talk.out.clear()
            self._bench.run(STEP_MS)
            data, self._bench.sent = self._bench.sent, b""
            heard = self.talk.take(data, self.now_ms)
            self.events += [each for each in heard if isinstance(each, Sensed | Pressed)]
