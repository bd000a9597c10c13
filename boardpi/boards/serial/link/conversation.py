"""The host's half of the talk with a board: bytes and time go in, events and bytes come out.

Reports are taken in order and acknowledged; orders to the board go one at a time and are repeated
until they are done; the lights are sent again every second, which also tells the board that
somebody is there.
"""

from __future__ import annotations

from typing import TypeAlias

from boardpi.boards.serial.link.board_clock import BoardClock
from boardpi.boards.serial.link.frames import Decoder, wire_of
from boardpi.boards.serial.link.messages import (
    BUTTON_BIT,
    HOLES_MASK,
    Acknowledge,
    ButtonReport,
    Chatter,
    Done,
    Greet,
    Hello,
    Lights,
    Message,
    Report,
    Settings,
    State,
    Told,
    UnknownMessageError,
    frame_of,
    parse_told,
)
from boardpi.table.events import Held, Pressed, Sensed

GREET_EVERY_MS = 200
REPEAT_MS = 60
REFRESH_MS = 1000
OUT_OF_STEP_MS = 2500

Heard: TypeAlias = Sensed | Held | Pressed | Message


class Conversation:
    """One talk over one open port; `out` holds the bytes that want to be written."""

    def __init__(self, clock: BoardClock, settings: Settings, colours: bytes) -> None:
        self.out = bytearray()
        self.hello: Hello | None = None
        self.met_ms = 0
        self.state: State | None = None
        self.heard_ms: int | None = None  # when the last good frame came, once we have met
        self.lost_reports = 0
        self.unknown = 0
        self._clock = clock
        self._decoder = Decoder()
        self._settings = settings
        self._colours = colours
        self._wanted: list[Message] = []
        self._order: Message | None = None  # under way
        self._order_number = 0
        self._has_overtaken = False  # once until DONE: the board's buffer is not endless
        self._order_ms = 0
        self._sequence = 0
        self._greeted_ms: int | None = None
        self._lit_ms = 0
        self._expected = 1
        self._mask: int | None = None
        self._is_down = False  # the button, as far as a state told
        self._reported_ms = 0
        self._stated_ms = 0
        self._in_step_ms = 0

    @property
    def bad_frames(self) -> int:
        return self._decoder.bad

    def show(self, colours: bytes, now_ms: int) -> None:
        """The latest wins: a frame that waits is replaced, one that is under way is overtaken."""
        self._colours = colours
        self._wanted = [order for order in self._wanted if not isinstance(order, Lights)]
        if isinstance(self._order, Lights) and not self._has_overtaken:
            self._order, self._has_overtaken = None, True
        self.order(Lights(colours), now_ms)

    def order(self, message: Message, now_ms: int) -> None:
        self._wanted.append(message)
        self._send_next(now_ms)

    def tick(self, now_ms: int) -> int:
        """Sends what is due at this moment; returns when it wants to be called again."""
        if self.hello is None:
            return self._greet_again(now_ms)
        if self._order is None and now_ms - self._lit_ms >= REFRESH_MS:
            self.show(self._colours, now_ms)
        if self._order is not None and now_ms - self._order_ms >= REPEAT_MS:
            self._send_order(now_ms)
        if now_ms - self._in_step_ms >= OUT_OF_STEP_MS:
            self._start_over(now_ms)
        due_ms = self._lit_ms + REFRESH_MS if self._order is None else self._order_ms + REPEAT_MS
        return min(due_ms, self._in_step_ms + OUT_OF_STEP_MS)

    def take(self, data: bytes, now_ms: int) -> list[Heard]:
        """What the bytes mean: events of the board, and every message other than reports."""
        heard: list[Heard] = []
        for frame in self._decoder.take(data):
            try:
                heard += self._hear(parse_told(frame), frame.sequence, now_ms)
                self.heard_ms = now_ms if self.hello or self.heard_ms else None
            except UnknownMessageError:
                self.unknown += 1
        return heard

    def _hear(self, message: Told, sequence: int, now_ms: int) -> list[Heard]:
        match message:
            case Hello():
                self._meet(message, now_ms)
            case Report() | ButtonReport():
                return self._hear_report(message, sequence, now_ms)
            case State():
                return [*self._hear_state(message, sequence, now_ms), message]
            case Done() | Chatter():
                self._hear_done(sequence, now_ms)
        return [message]

    # -- meeting ---------------------------------------------------------------------------------

    def _greet_again(self, now_ms: int) -> int:
        if self._greeted_ms is None or now_ms - self._greeted_ms >= GREET_EVERY_MS:
            self._greeted_ms = now_ms
            # The zero first ends whatever half a frame the board may have heard before.
            self.out += b"\0" + wire_of(frame_of(Greet(), self._number()))
        return self._greeted_ms + GREET_EVERY_MS

    def _meet(self, hello: Hello, now_ms: int) -> None:
        """Also when the board was reset behind our back: settings and lights go out anew.

        So does what else was not answered yet: a slow board may answer two greetings, and the
        second answer comes after the first orders.
        """
        self.hello = hello
        self.met_ms = self._clock.catch_up(now_ms)
        self.state = None
        self._expected = 1
        self._reported_ms = 0
        self._stated_ms = hello.ms
        self._in_step_ms = now_ms
        self._clock.restart()
        self._clock.observe(hello.ms, now_ms)
        unanswered = self._wanted if self._order is None else [self._order, *self._wanted]
        others = [order for order in unanswered if not isinstance(order, Settings | Lights)]
        self._order, self._has_overtaken = None, False
        self._wanted = [self._settings, Lights(self._colours), *dict.fromkeys(others)]
        self._send_next(now_ms)

    def _start_over(self, now_ms: int) -> None:
        """Numbers do not fit any more (a reset whose HELLO was lost): greet again."""
        self.hello = None
        self._greeted_ms = None
        self._greet_again(now_ms)

    # -- reports ---------------------------------------------------------------------------------

    def _hear_report(
        self, report: Report | ButtonReport, sequence: int, now_ms: int
    ) -> list[Heard]:
        if self.hello is None:
            return []
        is_new = sequence == self._expected
        if is_new and report.ms < self._reported_ms:
            self._start_over(now_ms)  # a board that counts from zero was reset unheard
            return []
        if is_new:
            self._expected = (self._expected + 1) % 256
            self._reported_ms = report.ms
            self.lost_reports += report.lost_before
        self.out += wire_of(frame_of(Acknowledge(), (self._expected - 1) % 256))
        return [self._event_of(report, now_ms)] if is_new else []

    def _event_of(self, report: Report | ButtonReport, now_ms: int) -> Sensed | Pressed:
        ms = self._clock.map(report.ms, now_ms)
        if isinstance(report, ButtonReport):
            self._is_down = False
            return Pressed(ms, report.held_ms)
        self._mask = report.mask
        return Sensed(ms, report.mask)

    def _hear_state(self, state: State, sequence: int, now_ms: int) -> list[Heard]:
        if self.hello is None:
            return []
        if state.ms < self._stated_ms:
            self._start_over(now_ms)
            return []
        self._stated_ms = state.ms
        self.state = state
        self._clock.observe(state.ms, now_ms)
        if sequence != (self._expected - 1) % 256:
            return []  # a report is on its way and will tell better
        self._in_step_ms = now_ms
        ms, heard = self._clock.map(state.ms, now_ms), list[Heard]()
        was_down, self._is_down = self._is_down, bool(state.settled & BUTTON_BIT)
        if self._is_down and not was_down:
            heard.append(Held(ms))
        mask = state.settled & HOLES_MASK
        if mask != self._mask:
            self._mask = mask
            heard.append(Sensed(ms, mask))
        return heard

    # -- orders ----------------------------------------------------------------------------------

    def _number(self) -> int:
        self._sequence = self._sequence % 255 + 1  # 0 is a HELLO that nobody asked for
        return self._sequence

    def _send_next(self, now_ms: int) -> None:
        if self._order is None and self._wanted and self.hello is not None:
            self._order, self._order_number = self._wanted.pop(0), self._number()
            if isinstance(self._order, Lights):
                self._lit_ms = now_ms
            self._send_order(now_ms)

    def _send_order(self, now_ms: int) -> None:
        assert self._order is not None
        self._order_ms = now_ms
        self.out += wire_of(frame_of(self._order, self._order_number))

    def _hear_done(self, sequence: int, now_ms: int) -> None:
        if self._order is not None and self._order_number == sequence:
            self._order, self._has_overtaken = None, False
            self._send_next(now_ms)
