"""Messages: what each frame means. The numbers are those of firmware/source/message.h.

>>> parse_message(frame_of(Settings(debounce_ms=10, limit_ma=1000), sequence=3))
Settings(debounce_ms=10, limit_ma=1000)
"""

from __future__ import annotations

import struct
from dataclasses import astuple, dataclass
from typing import ClassVar, TypeAlias

from boardpi.boards.serial.link.frames import Frame

PROTOCOL = 1
HOLES_MASK = (1 << 25) - 1
BUTTON_BIT = 1 << 25
COLUMNS_MASK = 0b11111
DEBOUNCE_MS_MOST = 100
RESET_CAUSES = ("power", "external", "brown-out", "watchdog")


class LinkError(ValueError):
    """The board says something that cannot be understood."""


class UnknownMessageError(LinkError):
    """A frame that is whole, but of no type, length or content that this protocol knows."""


class WrongProtocolError(LinkError):
    """The firmware and this program are of different generations."""


UNNAMED = 0xFFFFFFFF  # what an EEPROM holds that was never written


@dataclass(frozen=True, slots=True)
class Hello:
    """Board to host: who I am, and what went wrong since my reset."""

    TYPE: ClassVar[int] = 0x01
    LAYOUT: ClassVar[str] = "<BBBBIBBHHHHHI"
    protocol: int
    major: int
    minor: int
    patch: int
    board_id: int
    reset_cause: int
    debounce_ms: int
    limit_ma: int
    overruns: int
    bad_frames: int
    missed_scans: int
    lost_reports: int
    ms: int

    @property
    def version(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}"

    @property
    def who(self) -> str:
        """The board by its number, if it was given one."""
        return "unnamed board" if self.board_id == UNNAMED else f"board {self.board_id}"

    @property
    def cause(self) -> str:
        names = [name for i, name in enumerate(RESET_CAUSES) if self.reset_cause >> i & 1]
        return " and ".join(names) or "unknown"


@dataclass(frozen=True, slots=True)
class Report:
    """Board to host: the settled mask changed. Repeated until acknowledged, numbered from 1."""

    TYPE: ClassVar[int] = 0x02
    LAYOUT: ClassVar[str] = "<IIB"
    ms: int
    mask: int
    lost_before: int


@dataclass(frozen=True, slots=True)
class State:
    """Board to host, every second: everything, numbered like the newest report."""

    TYPE: ClassVar[int] = 0x03
    LAYOUT: ClassVar[str] = "<IIIIB"
    ms: int
    settled: int  # holes, and the button as bit 25
    raw: int
    backward: int  # holes that conduct from row to column: no diode, or turned round
    grounded: int  # columns that are low with no row pulled


@dataclass(frozen=True, slots=True)
class ButtonReport:
    """Board to host: the button was let go. Numbered and repeated together with the reports."""

    TYPE: ClassVar[int] = 0x04
    LAYOUT: ClassVar[str] = "<IHB"
    ms: int
    held_ms: int
    lost_before: int


@dataclass(frozen=True, slots=True)
class Done:
    """Board to host: the message of this sequence was followed (0) or refused."""

    TYPE: ClassVar[int] = 0x05
    LAYOUT: ClassVar[str] = "<B"
    status: int


@dataclass(frozen=True, slots=True)
class Chatter:
    """Board to host: for each hole how many changes did not last."""

    TYPE: ClassVar[int] = 0x06
    LAYOUT: ClassVar[str] = "<50s"
    counters: bytes

    @property
    def counts(self) -> tuple[int, ...]:
        return struct.unpack("<25H", self.counters)


@dataclass(frozen=True, slots=True)
class Greet:
    """Host to board: a conversation begins. Answered by `Hello` and `State`."""

    TYPE: ClassVar[int] = 0x81
    LAYOUT: ClassVar[str] = "<B"
    protocol: int = PROTOCOL


@dataclass(frozen=True, slots=True)
class Lights:
    """Host to board: red, green, blue of each hole, a1 first."""

    TYPE: ClassVar[int] = 0x82
    LAYOUT: ClassVar[str] = "<75s"
    colours: bytes


@dataclass(frozen=True, slots=True)
class Acknowledge:
    """Host to board: the report of this sequence and all before it have arrived."""

    TYPE: ClassVar[int] = 0x83
    LAYOUT: ClassVar[str] = "<"


@dataclass(frozen=True, slots=True)
class Settings:
    """Host to board: how long a change must last, and the most current for the pixels."""

    TYPE: ClassVar[int] = 0x84
    LAYOUT: ClassVar[str] = "<BH"
    debounce_ms: int = 10
    limit_ma: int = 1000


@dataclass(frozen=True, slots=True)
class AskChatter:
    """Host to board: answered by `Chatter`."""

    TYPE: ClassVar[int] = 0x85
    LAYOUT: ClassVar[str] = "<"


@dataclass(frozen=True, slots=True)
class Name:
    """Host to board: keep this board id in the EEPROM."""

    TYPE: ClassVar[int] = 0x86
    LAYOUT: ClassVar[str] = "<I"
    board_id: int


Message: TypeAlias = (
    Hello
    | Report
    | State
    | ButtonReport
    | Done
    | Chatter
    | Greet
    | Lights
    | Acknowledge
    | Settings
    | AskChatter
    | Name
)

Told: TypeAlias = Hello | Report | State | ButtonReport | Done | Chatter
"""What a board says; the rest are orders to it."""

_KINDS: dict[int, type[Message]] = {
    kind.TYPE: kind
    for kind in (
        *(Hello, Report, State, ButtonReport, Done, Chatter),
        *(Greet, Lights, Acknowledge, Settings, AskChatter, Name),
    )
}


def frame_of(message: Message, sequence: int) -> Frame:
    return Frame(message.TYPE, sequence, struct.pack(message.LAYOUT, *astuple(message)))


def parse_message(frame: Frame) -> Message:
    _check_protocol(frame)
    kind = _KINDS.get(frame.type)
    if kind is None:
        raise UnknownMessageError(f"no message has the type 0x{frame.type:02x}")
    try:
        message = kind(*struct.unpack(kind.LAYOUT, frame.payload))
    except struct.error:
        text = f"{kind.__name__} cannot be {len(frame.payload)} bytes: {frame.payload.hex(' ')}"
        raise UnknownMessageError(text) from None
    _check_content(message)
    return message


def parse_told(frame: Frame) -> Told:
    """What a board may say; an order of ours that comes back is an echo."""
    message = parse_message(frame)
    if not isinstance(message, Told):
        raise UnknownMessageError(f"{type(message).__name__} is an order of the host: an echo")
    return message


_ALLOWED: dict[str, int] = {
    "mask": HOLES_MASK,
    "settled": HOLES_MASK | BUTTON_BIT,
    "raw": HOLES_MASK | BUTTON_BIT,
    "backward": HOLES_MASK,
    "grounded": COLUMNS_MASK,
    "lost_before": 1,
    "status": 1,
}
"""The bits that a field may have. A field of another name may hold every number that fits in it."""


def _check_content(message: Message) -> None:
    """A CRC of 16 bits lets one damaged frame of 65,536 pass: bits that mean nothing give it away.

    Counters and times are not looked at: whatever they hold, a later message puts right.
    """
    for name, allowed in _ALLOWED.items():
        value = getattr(message, name, 0)
        if value & ~allowed:
            kind = type(message).__name__
            raise UnknownMessageError(f"{kind}.{name} cannot be 0x{value:x}")


def _check_protocol(frame: Frame) -> None:
    """The first four bytes of a HELLO mean the same in every protocol, for ever."""
    if frame.type != Hello.TYPE or len(frame.payload) < 4 or frame.payload[0] == PROTOCOL:
        return
    protocol, *version = frame.payload[:4]
    advice = "run `boardpi flash` to update the board"
    if protocol > PROTOCOL:
        advice = "update boardpi, or run `boardpi flash` to go back to its firmware"
    raise WrongProtocolError(
        f"the board's firmware {'.'.join(map(str, version))} speaks protocol {protocol}, "
        f"boardpi speaks {PROTOCOL}: {advice}"
    )
