"""What the page needs of a running table: its actions, its answers, its hands, its snapshot.

Actions and endpoints are declared by whoever carries them out. Routes, the live connection and the
OpenAPI description follow from those declarations; nothing lists them a second time.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol, get_type_hints
from weakref import finalize

from boardpi.rules import Position
from boardpi.sim.faults import Faults
from boardpi.web.shapes import Shape, record

Values = dict[str, Any]
"""Of a query or a body whose shape is right."""
UNPACKED_BYTES: Final = 16_384  # at a time


@dataclass(frozen=True, slots=True)
class Action:
    """Something to do at the table: by `POST /table/NAME` and by a live message of that type."""

    name: str
    summary: str
    shape: Shape
    run: Callable[..., Awaitable[None]]  # of an owner and values; bound to its owner: of values
    is_for_players: bool = False  # whoever may move archers may do it, unless that is locked


@dataclass(frozen=True, slots=True)
class ApiRequest:
    """A request whose shape is right."""

    values: Values
    id: int = 0
    name: str = ""
    spectators: int = 0
    is_trusted: bool = False  # whether the PIN was given
    device: str = ""  # which one asks, and from where: told of what is for pupils
    address: str = ""
    file: AsyncIterator[bytes] | None = None  # the body, where it is a file


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class File:
    """An answer that browsers save."""

    pieces: Sequence[bytes]  # sent one after the other, as fast as they are read
    name: str
    media: str
    packed: Sequence[bytes] = ()  # come first, each packed by zlib: unpacked as they are sent
    unpacked_size: int = 0
    stored: int | None = None  # instead of both: a descriptor, read as it is sent

    @staticmethod
    def of(text: str, name: str, media: str) -> File:
        """A short one."""
        return File((text.encode(),), name, media)

    @staticmethod
    def on_disk(path: Path, name: str, media: str) -> File:
        """One that is too long for the memory; it is closed with its last reader."""
        number = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        file = File((), name, media, stored=number)
        finalize(file, os.close, number)
        return file

    @property
    def held_bytes(self) -> int:
        """What it takes in memory while it is sent."""
        return sum(map(len, self.pieces)) + sum(map(len, self.packed))

    @property
    def size(self) -> int:
        """Bytes that are sent."""
        if self.stored is not None:
            return os.fstat(self.stored).st_size
        return sum(map(len, self.pieces)) + self.unpacked_size

    def contents(self) -> Iterator[bytes]:
        """All of it, a little at a time."""
        if self.stored is not None:
            place = 0
            while piece := os.pread(self.stored, UNPACKED_BYTES, place):
                place += len(piece)
                yield piece
        for packed in self.packed:
            unpack, left = zlib.decompressobj(), packed
            while piece := unpack.decompress(left, UNPACKED_BYTES):
                yield piece
                left = unpack.unconsumed_tail
        yield from self.pieces


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One address and method. Everything but GET needs the PIN, unless it is for pupils: then
    the part that answers knows whether the teacher allows it. What is for hands is played on the
    page, and needs what moving the archers of a board without wood needs: this machine's own
    screen, or the PIN. What is private needs the PIN always.
    """

    method: str
    path: str
    summary: str
    answer: Callable[..., Awaitable[Any]]  # of an owner and a request; bound: of a request
    shape: Shape = field(default_factory=record)
    media: str = "application/json"
    is_public: bool = False  # tells nothing of people: read without the PIN at every table
    body: Any = None  # the type of a JSON file; other answers have it in their signature
    is_for_pupils: bool = False
    most_bytes: int = 16_384  # of a body
    is_for_hands: bool = False
    is_private: bool = False  # read with the PIN alone, at every table
    takes_file: bool = False  # the body is a file, and the values come as parameters

    @property
    def changes(self) -> bool:
        """Whether something is done, not only told."""
        return self.method != "GET"

    @property
    def needs_pin(self) -> bool:
        """Whether a session is needed."""
        return (self.changes or self.is_private) and not self.is_for_pupils

    @property
    def has_body(self) -> bool:
        """Whether the values come as JSON."""
        return self.method in ("POST", "PATCH") and not self.takes_file

    @property
    def answers(self) -> Any:
        """The type of the answer; `File` where it is none of JSON."""
        return self.body or returned_by(self.answer)


def returned_by(function: Callable[..., object]) -> Any:
    """The type in a signature."""
    inner = function.func if isinstance(function, partial) else function
    return get_type_hints(inner)["return"]


class Part(Protocol):
    """A part of the house with something to do or to tell."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """What it does."""
        ...

    @property
    def endpoints(self) -> tuple[Endpoint, ...]:
        """What it tells."""
        ...


@dataclass(frozen=True, slots=True)
class Api:
    """All that can be asked of a table.

    `snapshot` is the type that every action answers with and the live connection sends, `health`
    the type that it sends to those who watch the reeds.
    """

    actions: Mapping[str, Action]
    endpoints: tuple[Endpoint, ...]
    snapshot: Any
    health: Any


def api_of(parts: Iterable[Part | type[Part]], snapshot: Any, health: Any) -> Api:
    """The API of these parts: served where they are alive, described where they are classes."""
    actions, endpoints = list[Action](), list[Endpoint]()
    for part in parts:
        if isinstance(part, type):
            kind: Any = part
            actions += kind.actions
            endpoints += kind.endpoints
        else:
            actions += [replace(one, run=partial(one.run, part)) for one in part.actions]
            endpoints += [replace(one, answer=partial(one.answer, part)) for one in part.endpoints]
    named = {action.name: action for action in actions}
    return Api(named, tuple(endpoints), snapshot, health)


class PageHands(Protocol):
    """What the page does to a board without wood: of `boards.board.Hands` as much as it needs.

    Boards and web lie on one level and do not know each other, so each says its own side.
    """

    def sense(self, mask: int) -> None:
        """These holes have an archer now."""
        ...

    def bring(self, moves: Mapping[str, str]) -> None:
        """These archers go to these places, all at once."""
        ...

    def set_up(self, position: Position) -> None:
        """All archers go where the position has them."""
        ...

    def plug(self, is_plugged: bool) -> None:
        """Pull the cable, or put it back."""
        ...

    def press(self, held_ms: int) -> None:
        """The button was held so long."""
        ...

    def hold(self, is_down: bool) -> None:
        """The button goes down, or is let go."""
        ...

    def misbehave(self, faults: Faults) -> None:
        """The reeds have these faults from now on."""
        ...


class Memory(Protocol):
    """Small texts that outlive a restart."""

    def get(self, name: str) -> str | None:
        """What is remembered under this name."""
        ...

    def put(self, name: str, value: str) -> None:
        """Remember it."""
        ...

    def forget(self, name: str) -> None:
        """Remember it no more, and leave no trace of it."""
        ...


class Service(Protocol):
    """A running table, as the page asks it. Whatever cannot be done raises a `NotDone`."""

    @property
    def api(self) -> Api:
        """What it does and tells."""
        ...

    @property
    def hands(self) -> PageHands | None:
        """A board without wood; None where real hands move real archers."""
        ...

    def snapshot(self) -> Mapping[str, object]:
        """The table as it stands."""
        ...

    def health(self, spectators: int) -> Mapping[str, object]:
        """How the reeds, the book and the lights are."""
        ...
