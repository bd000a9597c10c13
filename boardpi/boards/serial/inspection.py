"""A look at a serial board: who it is, what it has counted, and whether it is wired right."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from dataclasses import dataclass
from typing import Any, TypeVar

from boardpi.boards.board import DARK
from boardpi.boards.serial.link.board_clock import BoardClock
from boardpi.boards.serial.link.conversation import Conversation
from boardpi.boards.serial.link.messages import (
    HOLES_MASK,
    UNNAMED,
    AskChatter,
    Chatter,
    Hello,
    LinkError,
    Message,
    Name,
    Settings,
    State,
)
from boardpi.boards.serial.ports import Port, PortError, candidates
from boardpi.clock import now_ms

PATIENCE_S = 6.0  # a Nano needs 1.6 s for its bootloader alone
CHATTERS = 20  # a good contact bounces once or twice per move

M = TypeVar("M", bound=Message)


@dataclass(frozen=True, slots=True)
class Inspection:
    """Everything that a board tells of itself."""

    path: str
    hello: Hello
    state: State
    chatter: Chatter

    @property
    def is_sound(self) -> bool:
        return not (self.state.backward or self.state.grounded)


class _Talk:
    """A short conversation on an open port."""

    def __init__(self, port: Port) -> None:
        self._port = port
        self._talk = Conversation(BoardClock(), Settings(), DARK)
        self._heard: deque[object] = deque()  # not asked for yet

    def order(self, message: Message) -> None:
        self._talk.order(message, now_ms())

    async def hear(self, kind: type[M]) -> M:
        """Waits for a message of this kind."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                while True:
                    while self._heard:
                        if isinstance(heard := self._heard.popleft(), kind):
                            return heard
                    await self._listen()
        except TimeoutError:
            raise PortError(f"nothing on {self._port.path} answers like a board") from None

    async def _listen(self) -> None:
        due_ms = self._talk.tick(now_ms())
        self._port.write(bytes(self._talk.out))
        self._talk.out.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(max(0, due_ms - now_ms()) / 1000):
                await self._port.arrived.wait()
        self._heard += self._talk.take(self._port.take(), now_ms())


async def inspect(path: str | None) -> Inspection:
    """Asks the board on this port, or on the first that answers."""
    why: OSError | ValueError = PortError("no board found: no USB serial port is plugged in")
    for candidate in [path] if path else candidates():
        try:
            return await _inspect_on(candidate)
        except (PortError, LinkError) as error:
            why = error
    raise why


async def _inspect_on(path: str) -> Inspection:
    port = Port(path)
    try:
        talk = _Talk(port)
        hello = await talk.hear(Hello)
        state = await talk.hear(State)
        talk.order(AskChatter())
        return Inspection(path, hello, state, await talk.hear(Chatter))
    finally:
        port.close()


async def name_board(path: str, board_id: int) -> Hello:
    """Gives the board an id, kept in its EEPROM; returns how it introduces itself then."""
    port = Port(path)
    try:
        talk = _Talk(port)
        await talk.hear(State)
        talk.order(Name(board_id))
        talk.order(AskChatter())  # answered only after the name has been written
        await talk.hear(Chatter)
    finally:
        port.close()
    return (await _inspect_on(path)).hello


def hole_names(mask: int) -> str:
    """The holes of a mask.

    >>> hole_names(0b100001)
    'a1 a2'
    """
    holes = [hole for hole in range(25) if mask >> hole & 1]
    return " ".join(f"{'abcde'[hole % 5]}{hole // 5 + 1}" for hole in holes) or "none"


def describe(board: Inspection) -> str:
    """What `boardpi board info` prints."""
    hello = board.hello
    lines = [
        f"{hello.who} on {board.path}",
        f"  firmware    {hello.version}, protocol {hello.protocol}",
        f"  last reset  {hello.cause}, {hello.ms / 1000:.1f} s ago",
        f"  settings    debounce {hello.debounce_ms} ms, pixels at most {hello.limit_ma} mA",
        f"  counted     {hello.overruns} overruns, {hello.bad_frames} bad frames, "
        f"{hello.missed_scans} missed scans, {hello.lost_reports} lost reports",
        f"  archers on  {hole_names(board.state.settled & HOLES_MASK)}",
        f"  chatter     {_describe_chatter(board.chatter)}",
        *_describe_wiring(board.state),
    ]
    return "\n".join(lines)


def to_json(board: Inspection) -> dict[str, Any]:
    """The same for programs."""
    hello, state = board.hello, board.state
    return {
        "port": board.path,
        "board_id": None if hello.board_id == UNNAMED else hello.board_id,
        "firmware": hello.version,
        "protocol": hello.protocol,
        "reset": {"cause": hello.cause, "ms_ago": hello.ms},
        "settings": {"debounce_ms": hello.debounce_ms, "limit_ma": hello.limit_ma},
        "counted": {
            "overruns": hello.overruns,
            "bad_frames": hello.bad_frames,
            "missed_scans": hello.missed_scans,
            "lost_reports": hello.lost_reports,
        },
        "archers": _holes(state.settled & HOLES_MASK),
        "chatter": {
            hole_names(1 << hole): count
            for hole, count in enumerate(board.chatter.counts)
            if count >= CHATTERS
        },
        "backward": _holes(state.backward),
        "grounded": ["abcde"[column] for column in range(5) if state.grounded >> column & 1],
        "is_sound": board.is_sound,
    }


def _holes(mask: int) -> list[str]:
    return hole_names(mask).split() if mask else []


def _describe_chatter(chatter: Chatter) -> str:
    holes = [hole for hole, count in enumerate(chatter.counts) if count >= CHATTERS]
    return ", ".join(f"{hole_names(1 << hole)} {chatter.counts[hole]} times" for hole in holes) or (
        "none"
    )


def _describe_wiring(state: State) -> list[str]:
    wrong = []
    if state.backward:
        wrong += [
            f"  WIRING      no diode, or one turned round, at {hole_names(state.backward)}:",
            "              the board may see archers that are not there (docs/firmware.md)",
        ]
    for column in range(5):
        if state.grounded >> column & 1:
            wrong.append(f"  WIRING      column {'abcde'[column]} is shorted to ground")
    if not wrong and not state.settled & HOLES_MASK:
        return ["  wiring      not tested: put an archer on each hole whose diode is to be checked"]
    return wrong or [f"  wiring      good at {hole_names(state.settled & HOLES_MASK)}"]
