"""The live connection: snapshots out, hands and wishes in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from boardpi.documents import read_json
from boardpi.errors import BadRequest, NotDone, NothingToDo, TooMany
from boardpi.rules import Position, RulesError, parse_position
from boardpi.sim.archers import NAMES, PLACES
from boardpi.sim.faults import KINDS, parse_faults
from boardpi.web.connections import HERE, place_of
from boardpi.web.crowd import Crowd, Spectator, pack
from boardpi.web.errors import PinNeeded, code_of
from boardpi.web.guards import address_of
from boardpi.web.patience import Bucket, Turns
from boardpi.web.service import Service
from boardpi.web.shapes import (
    FLAG,
    HOLE,
    Shape,
    check,
    choice,
    is_unicode,
    many,
    number,
    quote,
    record,
    text,
)

MOST: Final = 400
MOST_PER_ADDRESS: Final = 32  # a program at this machine (a proxy, a benchmark) may have more
PATIENCE_SECONDS: Final = 30.0
PER_SECOND, AT_ONCE = 60.0, 120.0
LARGEST: Final = 4096  # bytes of one message
TOO_FAST: Final = 1008
WATCH: Final = record({"health": FLAG})
HANDS: Final[dict[str, Shape]] = {
    "hands": record({"mask": number(0, 2**25 - 1)}),
    "archers": record(
        {"moves": many(record({"archer": choice(*NAMES), "to": choice(*PLACES)}), len(NAMES))}
    ),
    "set-up": record({"position": text(100)}),
    "plug": record({"is_plugged": FLAG}),
    "press": record({"held_ms": number(0, 60_000)}),
    "hold": record({"is_down": FLAG}),
    "faults": record({kind: many(HOLE, 25) for kind in KINDS}),
}


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who connects, and what they may do: asked anew each time, for a session can end."""

    session: str | None
    is_here: bool
    may_change: Callable[[], bool]
    may_read: Callable[[], bool]
    may_play: Callable[[], bool]


async def hang_up(socket: WebSocket, why: str) -> None:
    """Close a connection that may be gone already."""
    with suppress(RuntimeError, WebSocketDisconnect, OSError):
        await socket.close(TOO_FAST, why)


class Live:
    """One connection after the other is given a place in the crowd."""

    def __init__(self, service: Service, crowd: Crowd, turns: Turns) -> None:
        self._service, self._crowd, self._turns = service, crowd, turns

    async def serve(self, socket: WebSocket, visitor: Visitor) -> None:
        """Until the client goes, or goes wrong."""
        spectator = Spectator(place_of(address_of(socket.scope)), visitor.session)
        if not self._has_room(spectator.address):
            await socket.close(TOO_FAST, "too many connections")
            return
        await socket.accept()
        if not visitor.may_read():
            await self._send_away(socket)
            return
        spectator.hang_up = partial(hang_up, socket, "the session has ended")
        self._crowd.join(spectator)
        sender = asyncio.create_task(self._send(socket, spectator))
        try:
            await Talk(self._service, spectator, visitor).listen(socket, self._turns)
        except WebSocketDisconnect:
            pass
        except TooMany:
            with suppress(RuntimeError):  # it may have gone by itself
                await socket.close(TOO_FAST, "too fast")
        finally:
            self._crowd.leave(spectator)
            sender.cancel()

    async def _send_away(self, socket: WebSocket) -> None:
        """Reading needs the PIN here: the page asks for it."""
        refused = PinNeeded("This table can be seen with its PIN only.")
        told = {"type": "error", "code": code_of(refused), "message": refused.message}
        with suppress(RuntimeError, WebSocketDisconnect):
            await socket.send_text(pack(told))
        await hang_up(socket, "pin_needed")

    def _has_room(self, place: str) -> bool:
        if len(self._crowd) >= MOST:
            return False
        return place in HERE or self._crowd.count(place) < MOST_PER_ADDRESS

    async def _send(self, socket: WebSocket, spectator: Spectator) -> None:
        try:
            while True:
                for text in await spectator.next():
                    async with asyncio.timeout(PATIENCE_SECONDS):
                        await socket.send_text(text)
        except TimeoutError:
            with suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(TOO_FAST, "too slow")
        except (RuntimeError, WebSocketDisconnect, OSError):
            pass  # gone; the listening side ends the connection


class Talk:
    """What one client says."""

    def __init__(self, service: Service, spectator: Spectator, visitor: Visitor) -> None:
        self._service, self._spectator, self._visitor = service, spectator, visitor
        now = asyncio.get_running_loop().time()
        self._bucket = Bucket(PER_SECOND, AT_ONCE, AT_ONCE, now)

    async def listen(self, socket: WebSocket, turns: Turns) -> None:
        """Message by message, each in its turn."""
        while True:
            message = await socket.receive()
            await turns.wait()
            if message["type"] == "websocket.disconnect":
                return
            if self._bucket.take(asyncio.get_running_loop().time()):
                raise TooMany("too fast")
            await self._hear(message.get("text"))

    async def _hear(self, text: str | None) -> None:
        mark = None
        try:
            values = read_message(text)
            mark = values.pop("id", None)
            await self._obey(values.pop("type"), values)
        except NotDone as refused:
            self._answer("error", mark, code=code_of(refused), message=refused.message)
        else:
            if mark is not None:
                self._answer("done", mark)

    def _answer(self, kind: str, mark: object, **more: str) -> None:
        told = {"type": kind} if mark is None else {"type": kind, "id": mark}
        self._spectator.offer(None, pack({**told, **more}))

    async def _obey(self, kind: str, values: dict[str, Any]) -> None:
        if kind == "watch":
            check(WATCH, values, "")
            self._spectator.watches_health = values["health"]
        elif kind in HANDS:
            check(HANDS[kind], values, "")
            self._move(kind, values)
        elif (action := self._service.api.actions.get(kind)) is not None:
            check(action.shape, values, "")
            if not (action.is_for_players and self._visitor.may_play()):
                self._need_pin()
            await action.run(values)
        else:
            raise BadRequest(f"type: {quote(kind)} is no message of this version")

    def _move(self, kind: str, values: dict[str, Any]) -> None:
        hands = self._service.hands
        if hands is None:
            raise NothingToDo("This table has a real board: move its archers.")
        if not self._visitor.is_here:
            self._need_pin()
        if kind == "hands":
            hands.sense(values["mask"])
        elif kind == "archers":
            hands.bring({move["archer"]: move["to"] for move in values["moves"]})
        elif kind == "set-up":
            hands.set_up(read_position(values["position"]))
        elif kind == "plug":
            hands.plug(values["is_plugged"])
        elif kind == "hold":
            hands.hold(values["is_down"])
        elif kind == "faults":
            hands.misbehave(parse_faults(values))
        else:
            hands.press(values["held_ms"])

    def _need_pin(self) -> None:
        if not self._visitor.may_change():
            raise PinNeeded("Changing the table needs its PIN.")


def read_position(line: str) -> Position:
    """Where archers are to stand."""
    try:
        return parse_position(line)
    except RulesError as error:
        raise BadRequest(f"position: {error}") from None


def read_message(text: str | None) -> dict[str, Any]:
    """A JSON object with a type."""
    values = read_json(text or "", BadRequest)
    if not isinstance(values, dict) or not isinstance(values.get("type"), str):
        raise BadRequest("a message is an object with a 'type'")
    mark = values.get("id")
    if isinstance(mark, str) and not is_unicode(mark):
        raise BadRequest(f"id: {quote(mark)} is no text")
    if not (mark is None or (isinstance(mark, str | int) and len(str(mark)[:100]) < 100)):
        raise BadRequest("id: must be a text or a whole number of at most 99 signs")
    return values
