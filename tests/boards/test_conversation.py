"""The host's half of the talk, without a port: bytes and time in, events and bytes out."""

from __future__ import annotations

import struct
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from boardpi.boards.board import DARK
from boardpi.boards.serial.link import conversation as rules
from boardpi.boards.serial.link.board_clock import BoardClock
from boardpi.boards.serial.link.conversation import Conversation
from boardpi.boards.serial.link.frames import Decoder, Frame, wire_of
from boardpi.boards.serial.link.messages import (
    HOLES_MASK,
    Acknowledge,
    AskChatter,
    ButtonReport,
    Chatter,
    Done,
    Greet,
    Hello,
    Lights,
    Message,
    Name,
    Report,
    Settings,
    State,
    WrongProtocolError,
    frame_of,
    parse_message,
)
from boardpi.table.events import Pressed, Sensed

KINDS: tuple[type[Message], ...] = (
    Report,
    State,
    ButtonReport,
    Done,
    Hello,
    Chatter,
    Greet,
    Lights,
    Acknowledge,
    Settings,
)


@st.composite
def spoken(draw: st.DrawFn) -> bytes:
    """A whole frame of a known kind and length, with any content."""
    kind = draw(st.sampled_from(KINDS))
    size = struct.calcsize(kind.LAYOUT)
    content = Random(draw(st.integers())).randbytes(size)  # hypothesis likes zeros too much
    sequence = draw(
        st.one_of(st.integers(0, 3), st.integers(0, 255))
    )  # what is expected first is small
    return wire_of(Frame(kind.TYPE, sequence, content))


HELLO = Hello(1, 0, 1, 0, 7, 1, 10, 1000, 0, 0, 0, 0, 0)
RED = bytes([200, 0, 0]) * 25
BLUE = bytes([0, 0, 200]) * 25


class Story:
    """A conversation with a board that says what the test wants."""

    def __init__(self) -> None:
        self.ms = 1000
        self.talk = Conversation(BoardClock(), Settings(10, 800), DARK)

    def hears(self, message: Message, sequence: int) -> list[object]:
        events = self.talk.take(wire_of(frame_of(message, sequence)), self.ms)
        return [event for event in events if isinstance(event, Sensed | Pressed)]

    def says(self) -> list[tuple[Message, int]]:
        frames = Decoder().take(bytes(self.talk.out))
        self.talk.out.clear()
        return [(parse_message(frame), frame.sequence) for frame in frames]

    def waits(self, ms: int) -> None:
        self.ms += ms
        self.talk.tick(self.ms)

    def meets(self) -> None:
        """Greets, is answered, and has its first orders done."""
        self.waits(0)
        self.hears(HELLO, 1)
        self.hears(State(0, 0x1F, 0x1F, 0, 0), 0)
        while (said := self.says()) and not isinstance(said[-1][0], Greet):
            self.hears(Done(0), said[-1][1])


def test_it_greets_until_it_is_answered() -> None:
    story = Story()
    for _ in range(5):
        story.waits(rules.GREET_EVERY_MS)
    assert [type(message) for message, _ in story.says()] == [Greet] * 5
    story.hears(HELLO, 1)
    (settings, number), *_ = story.says()
    assert settings == Settings(10, 800)
    story.hears(Done(0), number)
    assert story.says()[0][0] == Lights(DARK)


def test_half_a_frame_before_the_greeting_does_no_harm() -> None:
    story = Story()
    story.waits(0)
    assert story.talk.out[0] == 0


def test_reports_are_taken_in_order_and_acknowledged() -> None:
    story = Story()
    story.meets()
    assert story.hears(Report(50, 0x1E, 0), 1)[0].mask == 0x1E  # type: ignore[attr-defined]
    assert story.says() == [(Acknowledge(), 1)]
    assert story.hears(Report(50, 0x1E, 0), 1) == []  # our word was lost
    assert story.hears(Report(90, 0x1C, 0), 3) == []  # its number 2 was lost
    assert story.says() == [(Acknowledge(), 1)] * 2
    story.hears(Report(70, 0x1F, 0), 2)
    assert story.says() == [(Acknowledge(), 2)]


def test_the_button_stands_in_the_same_line() -> None:
    story = Story()
    story.meets()
    (event,) = story.hears(ButtonReport(60, 700, 0), 1)
    assert isinstance(event, Pressed)
    assert event.held_ms == 700


def test_numbers_wrap() -> None:
    story = Story()
    story.meets()
    for i in range(1, 600):
        assert len(story.hears(Report(i, i & 0x1F, 0), i % 256)) == 1


def test_the_state_heals_what_was_missed() -> None:
    story = Story()
    story.meets()
    assert story.hears(State(1000, 0x1F, 0x1F, 0, 0), 0) == []
    assert story.hears(State(2000, 0x0F, 0x0F, 0, 0), 0)[0].mask == 0xF  # type: ignore[attr-defined]
    assert story.hears(State(3000, 0x1F, 0x1F, 0, 0), 1) == []  # report 1 will tell it


def test_orders_are_repeated_until_done_and_the_latest_lights_win() -> None:
    story = Story()
    story.meets()
    for colours in (RED, DARK, BLUE):
        story.talk.show(colours, story.ms)
    (first, overtaken), (second, number) = story.says()
    assert (first, second) == (Lights(RED), Lights(DARK))
    story.hears(Done(0), overtaken)
    story.waits(rules.REPEAT_MS)
    assert story.says() == [(Lights(DARK), number)]
    story.hears(Done(0), number)
    ((third, other),) = story.says()
    assert third == Lights(BLUE)
    story.hears(Done(0), number)  # an old word
    story.waits(rules.REPEAT_MS)
    assert story.says() == [(Lights(BLUE), other)]


def test_the_lights_are_repeated_every_second() -> None:
    story = Story()
    story.meets()
    story.talk.show(RED, story.ms)
    story.hears(Done(0), story.says()[0][1])
    story.waits(rules.REFRESH_MS - 1)
    assert story.says() == []
    story.waits(1)
    assert story.says()[0][0] == Lights(RED)


def test_a_reset_board_gets_settings_and_lights_anew() -> None:
    story = Story()
    story.meets()
    story.talk.show(RED, story.ms)
    story.hears(HELLO, 0)
    said = story.says()
    assert said[-1][0] == Settings(10, 800)
    story.hears(Done(0), said[-1][1])
    assert story.says()[0][0] == Lights(RED)


def test_an_order_outlives_a_greeting_that_is_answered_late() -> None:
    """A busy board answers two greetings, and the second answer follows our first orders."""
    story = Story()
    story.waits(0)
    story.waits(rules.GREET_EVERY_MS)
    story.hears(HELLO, 1)
    story.talk.order(Name(42), story.ms)
    story.talk.order(AskChatter(), story.ms)
    story.hears(HELLO, 2)
    ordered: list[Message] = []
    while said := story.says():
        ordered += [message for message, _ in said]
        story.hears(Done(0), said[-1][1])
    assert ordered[-2:] == [Name(42), AskChatter()]


def test_a_board_that_counts_from_zero_is_greeted_again() -> None:
    story = Story()
    story.meets()
    story.hears(Report(5000, 0x1E, 0), 1)
    story.hears(State(6000, 0x1E, 0x1E, 0, 0), 1)
    story.says()
    assert story.hears(State(900, 0x1F, 0x1F, 0, 0), 0) == []
    assert isinstance(story.says()[-1][0], Greet)


def test_numbers_that_never_fit_start_over() -> None:
    story = Story()
    story.meets()
    for i in range(4):
        story.waits(1000)
        story.hears(State(1000 * (i + 1), 0x1F, 0x1F, 0, 0), 99)
    assert isinstance(story.says()[-1][0], Greet)


def test_a_report_of_a_hole_that_is_none_is_counted_and_skipped() -> None:
    story = Story()
    story.meets()
    assert story.hears(Report(50, 1 << 27, 0), 1) == []
    assert story.hears(State(60, 1 << 27, 0, 0, 0), 0) == []
    assert story.talk.unknown == 2
    assert story.says() == []  # it is not acknowledged, so the board says it again
    assert len(story.hears(Report(50, 0x1E, 0), 1)) == 1


def test_an_echo_of_our_own_words_does_not_count_as_a_board() -> None:
    story = Story()
    story.meets()
    story.ms += 500
    story.talk.take(wire_of(frame_of(Lights(RED), 1)), story.ms)
    assert (story.talk.unknown, story.talk.heard_ms) == (1, 1000)


@given(st.lists(st.one_of(spoken(), st.binary(max_size=40)), min_size=5, max_size=60))
def test_whatever_comes_over_the_line_only_holes_are_sensed(heard: list[bytes]) -> None:
    """Noise, frames with any content and any number, in any order; also two in one gulp."""
    story = Story()
    story.meets()
    for data in heard:
        story.ms += 17
        try:
            events = story.talk.take(data, story.ms)
        except WrongProtocolError:
            continue  # the caller closes the port with this sentence
        assert all(0 <= e.mask <= HOLES_MASK for e in events if isinstance(e, Sensed))
        story.talk.tick(story.ms)
        story.says()
