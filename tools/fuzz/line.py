"""The board's line: a conversation with a chip that says anything, and the table behind it."""

from __future__ import annotations

import struct
from random import Random
from typing import Final

from boardpi.boards.board import DARK
from boardpi.boards.serial.link.board_clock import BoardClock
from boardpi.boards.serial.link.conversation import Conversation
from boardpi.boards.serial.link.frames import Frame, wire_of
from boardpi.boards.serial.link.messages import (
    ButtonReport,
    Chatter,
    Done,
    Hello,
    LinkError,
    Message,
    Report,
    Settings,
    State,
    frame_of,
)
from boardpi.daemon.tracer import ReedCounter
from boardpi.rules import DEFAULT, START, Game
from boardpi.table.events import Pressed, Sensed, Woke
from boardpi.table.step import next_moment, step
from boardpi.table.table import new_table
from boardpi.table.timing import Timing
from tools.fuzz.mutations import spoil_bytes

HELLO: Final = Hello(1, 0, 1, 0, 7, 1, 10, 1000, 0, 0, 0, 0, 0)
KINDS: Final[tuple[type[Message], ...]] = (Report, State, ButtonReport, Done, Hello, Chatter)


class Line:
    """One board that misbehaves for as long as it is asked to."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._ms = 1000
        self._table = new_table(Game(DEFAULT, any_first=True), Timing(), ms=0)
        self._reeds = ReedCounter()
        self._mask = START.occupied
        self.events = 0  # how many reached the table
        self._meet()

    def _meet(self) -> None:
        self._talk = Conversation(BoardClock(self._ms), Settings(10, 800), DARK)
        self._talk.tick(self._ms)
        self._talk.take(wire_of(frame_of(HELLO, 1)), self._ms)
        self._board_ms = 0

    def say(self) -> None:
        """One frame, good or bad; what it means goes through the table."""
        if self._talk.hello is None and self._random.random() < 0.3:
            self._meet()  # a board that is greeted answers
        self._ms += self._random.choice((0, 1, 17, 400, 3000))
        try:
            heard = self._talk.take(self._frame(), self._ms)
        except LinkError:  # the port would be closed with its sentence
            self._meet()
            return
        self._talk.tick(self._ms)
        self._talk.out.clear()
        for event in heard:
            if isinstance(event, Sensed):
                self._reeds.feel(event)
            if isinstance(event, Sensed | Pressed):
                self.events += 1
                self._table, _ = step(self._table, event)
        due_ms = next_moment(self._table)
        if due_ms is not None and due_ms <= self._ms:
            self._table, _ = step(self._table, Woke(self._ms))

    def _touch(self) -> int:
        """Mostly one archer lifted or placed; sometimes a heap of them."""
        random = self._random
        if random.random() < 0.9:
            self._mask ^= 1 << random.randrange(25)
        else:
            self._mask = random.choice((START.occupied, random.randrange(1 << 25)))
        return self._mask

    def _frame(self) -> bytes:
        random = self._random
        if random.random() < 0.5:
            self._board_ms += random.choice((1, 20, 400))
            good = frame_of(Report(self._board_ms, self._touch(), 0), self._talk._expected)
            return spoil_bytes(wire_of(good), random) if random.random() < 0.5 else wire_of(good)
        kind = random.choice(KINDS)
        content = random.randbytes(struct.calcsize(kind.LAYOUT))
        sequence = random.choice((self._talk._expected, random.randrange(256)))
        if random.random() < 0.1:
            return random.randbytes(random.randint(0, 100))
        return spoil_bytes(wire_of(Frame(kind.TYPE, sequence, content)), random)
