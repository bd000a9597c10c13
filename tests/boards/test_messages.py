"""Messages: what they mean and what is refused."""

from __future__ import annotations

import pytest

from boardpi.boards.serial.link.frames import Frame
from boardpi.boards.serial.link.messages import (
    BUTTON_BIT,
    HOLES_MASK,
    ButtonReport,
    Done,
    Greet,
    Hello,
    LinkError,
    Report,
    State,
    UnknownMessageError,
    WrongProtocolError,
    frame_of,
    parse_message,
    parse_told,
)

HELLO = Hello(1, 0, 1, 0, 7, 0b1010, 10, 1000, 0, 0, 0, 0, 4)


def test_a_hello_tells_its_version_and_why_it_was_reset() -> None:
    hello = parse_message(frame_of(HELLO, 0))
    assert isinstance(hello, Hello)
    assert (hello.version, hello.cause) == ("0.1.0", "external and watchdog")


@pytest.mark.parametrize(
    ("payload", "sentence"),
    [
        ("00 00 00 09", "firmware 0.0.9 speaks protocol 0, boardpi speaks 1: run `boardpi flash`"),
        ("00 00 00 09 ff ff ff ff ff", "firmware 0.0.9 speaks protocol 0"),
        ("02 01 02 03 77", "firmware 1.2.3 speaks protocol 2, boardpi speaks 1: update boardpi"),
    ],
)
def test_another_generation_is_told_what_to_do(payload: str, sentence: str) -> None:
    """Whatever else its HELLO holds: the first four bytes never change their meaning."""
    with pytest.raises(WrongProtocolError, match=sentence):
        parse_message(Frame(Hello.TYPE, 0, bytes.fromhex(payload)))


@pytest.mark.parametrize(
    ("frame", "sentence"),
    [
        (Frame(0x77, 0, b""), "no message has the type 0x77"),
        (Frame(0x05, 0, b"\0\1"), "Done cannot be 2 bytes: 00 01"),
        (Frame(0x01, 0, b"\1\0"), "Hello cannot be 2 bytes: 01 00"),
        (frame_of(Report(5, 1 << 27, 0), 1), "Report.mask cannot be 0x8000000"),
        (frame_of(Report(5, BUTTON_BIT, 0), 1), "Report.mask cannot be 0x2000000"),
        (frame_of(Report(5, 1, 2), 1), "Report.lost_before cannot be 0x2"),
        (frame_of(State(5, 1 << 26, 0, 0, 0), 0), "State.settled cannot be 0x4000000"),
        (frame_of(State(5, 0, 1 << 31, 0, 0), 0), "State.raw cannot be 0x80000000"),
        (frame_of(State(5, 0, 0, BUTTON_BIT, 0), 0), "State.backward cannot be 0x2000000"),
        (frame_of(State(5, 0, 0, 0, 0x20), 0), "State.grounded cannot be 0x20"),
        (frame_of(ButtonReport(5, 700, 3), 0), "ButtonReport.lost_before cannot be 0x3"),
        (frame_of(Done(7), 0), "Done.status cannot be 0x7"),
    ],
)
def test_what_cannot_be_understood_is_quoted(frame: Frame, sentence: str) -> None:
    with pytest.raises(UnknownMessageError, match=sentence) as refusal:
        parse_message(frame)
    assert isinstance(refusal.value, LinkError)
    assert isinstance(refusal.value, ValueError)


def test_the_button_is_a_bit_of_the_state_alone() -> None:
    held = State(5, HOLES_MASK | BUTTON_BIT, HOLES_MASK | BUTTON_BIT, HOLES_MASK, 0x1F)
    assert parse_message(frame_of(held, 0)) == held


def test_an_echo_is_not_the_board() -> None:
    with pytest.raises(UnknownMessageError, match="Greet is an order of the host"):
        parse_told(frame_of(Greet(), 1))
