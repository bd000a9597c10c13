"""Who may connect: so many from one place, so many in all, counted before anything is read.

A place is an address of IPv4 or a /64 of IPv6: what one person can take without effort. When all
room is taken, whoever has the most gives way to who has fewer; so nobody can keep others out.
And whose turn it is: the board's first, then that of a few connections.
"""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import logging
import resource
import select
import selectors
import socket
import ssl
from collections import ChainMap, OrderedDict
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar

from boardpi.web.patience import MOST_ADDRESSES, Bucket

Answer = TypeVar("Answer")

log = logging.getLogger("boardpi.page")
MOST: Final = 448
MOST_WITH_TLS: Final = 160  # asyncio keeps 256 kB for each
MOST_PER_PLACE: Final = 96  # a class behind one router
MOST_HERE: Final = 320  # from this machine: a proxy, the big screen, a benchmark
RESERVED_FILES: Final = 160  # for the book, the board, the coach, and what waits at accept
AT_ONCE: Final = 4  # accepted in one turn of the loop; then the board has its turn
HEARD_AT_ONCE: Final = 8  # connections that are read or written in one turn of the loop
PER_SECOND, ROOM = 16.0, 192.0  # new connections of one place
FINE: Final = 24.0  # connections that a place loses for bad manners
PAUSE_SECONDS: Final = 0.5  # where the system has no descriptor left
HANDSHAKE_SECONDS: Final = 10.0
HERE: Final = ("127.0.0.1", "::1", "::ffff:127.0.0.1")


def place_of(address: str) -> str:
    """Where an address is.

    >>> place_of("192.0.2.7"), place_of("2001:db8::1:2:3:4"), place_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::/64', '192.0.2.7')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    if found.is_loopback:
        return str(found)
    return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))


def most_connections(*, has_tls: bool = False) -> int:
    """As many as the limit of file descriptors leaves room for."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_WITH_TLS if has_tls else MOST
    return most if soft == resource.RLIM_INFINITY else max(8, min(most, soft - RESERVED_FILES))


class Closable(Protocol):
    """A transport, as far as it can be cut off."""

    def abort(self) -> None:
        """At once."""
        ...


@dataclass(eq=False, slots=True)
class Connection:
    """One of them."""

    place: str
    all: Connections
    transport: Closable | None = None

    def leave(self) -> None:
        """It has ended."""
        self.all.forget(self)

    def drop(self) -> None:
        """For bad manners: its place pays for it."""
        self.all.fine(self.place)
        self.cut()

    def cut(self) -> None:
        """End it now; its room is free."""
        self.leave()
        if self.transport is not None:
            self.transport.abort()


class Connections:
    """All that are open."""

    def __init__(self, most: int, clock: Callable[[], float]) -> None:
        self._most, self._clock = most, clock
        self._places: dict[str, dict[Connection, None]] = {}
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def admit(self, address: str) -> Connection | None:
        """A connection from there; None if there is no room for it."""
        place = place_of(address)
        is_here = address in HERE
        if not is_here and self._bucket(place).take(self._clock()):
            return None
        mine = self._places.get(place, {})
        if len(mine) >= min(self._most, MOST_HERE if is_here else MOST_PER_PLACE):
            return None
        if self._count >= self._most and not self._make_room(len(mine)):
            return None
        connection = Connection(place, self)
        self._places.setdefault(place, mine)[connection] = None
        self._count += 1
        return connection

    def _make_room(self, mine: int) -> bool:
        """The oldest connection of the place with the most ends, if that is fairer."""
        most = max(self._places.values(), key=len)
        if len(most) <= mine + 1:
            return False
        next(iter(most)).cut()
        return True

    def forget(self, connection: Connection) -> None:
        """It is open no more."""
        mine = self._places.get(connection.place)
        if mine is None or connection not in mine:
            return
        del mine[connection]
        self._count -= 1
        if not mine:
            del self._places[connection.place]

    def fine(self, place: str) -> None:
        """Let this place wait before it comes again."""
        bucket = self._bucket(place)
        bucket.level = max(-ROOM, bucket.level - FINE)

    def _bucket(self, place: str) -> Bucket:
        found = self._buckets.get(place)
        if found is None:
            found = self._buckets[place] = Bucket(PER_SECOND, ROOM, ROOM, self._clock())
            while len(self._buckets) > MOST_ADDRESSES:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(place)
        return found


Welcome = Callable[[Connection], asyncio.Protocol]


class Listener:
    """Accepts on one socket; to uvicorn it is one of its servers."""

    def __init__(
        self,
        line: socket.socket,
        connections: Connections,
        welcome: Welcome,
        tls: ssl.SSLContext | None,
    ) -> None:
        self._line, self._connections, self._welcome, self._tls = line, connections, welcome, tls
        self._loop = asyncio.get_running_loop()
        self._arriving: set[asyncio.Task[None]] = set()
        self._pause: asyncio.TimerHandle | None = None
        line.setblocking(False)
        line.listen(128)
        self._resume()

    def _resume(self) -> None:
        self._pause = None
        self._loop.add_reader(self._line.fileno(), self._accept)

    def _accept(self) -> None:
        for _ in range(AT_ONCE):
            try:
                line, address = self._line.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                self._wait(error)
                return
            connection = self._connections.admit(str(address[0]))
            if connection is None:
                line.close()
            else:
                self._serve(line, connection)

    def _wait(self, error: OSError) -> None:
        """The system has nothing left to give: the page waits, the board does not."""
        name = errno.errorcode.get(error.errno or 0, "?")
        log.warning("Nobody new can connect for a moment: %s (%s)", error.strerror, name)
        self._loop.remove_reader(self._line.fileno())
        self._pause = self._loop.call_later(PAUSE_SECONDS, self._resume)

    def _serve(self, line: socket.socket, connection: Connection) -> None:
        task = self._loop.create_task(self._meet(line, connection))
        self._arriving.add(task)
        task.add_done_callback(self._arriving.discard)

    async def _meet(self, line: socket.socket, connection: Connection) -> None:
        line.setblocking(False)
        patience = HANDSHAKE_SECONDS if self._tls else None
        try:
            await self._loop.connect_accepted_socket(
                lambda: self._welcome(connection),
                line,
                ssl=self._tls,
                ssl_handshake_timeout=patience,
            )
        except (OSError, ssl.SSLError, TimeoutError):
            connection.leave()
            line.close()
        except BaseException:
            connection.leave()
            line.close()
            raise

    def close(self) -> None:
        """Accept nobody any more."""
        if self._pause is not None:
            self._pause.cancel()
        with suppress(ValueError, OSError):
            self._loop.remove_reader(self._line.fileno())
        self._line.close()

    async def wait_closed(self) -> None:
        """Those who were arriving."""
        await asyncio.gather(*self._arriving, return_exceptions=True)


# ── whose turn it is ─────────────────────────────────────────────────────────────────────────────


def is_network(file: Any) -> bool:
    """Whether strangers can be at the other end: pipes, serial lines and local sockets are ours."""
    try:
        line = socket.socket(fileno=file if isinstance(file, int) else file.fileno())
    except OSError:
        return False  # no socket at all
    family = line.family
    line.detach()
    return family in (socket.AF_INET, socket.AF_INET6)


class BoardFirst(selectors.EpollSelector):
    """Tells asyncio of the board's line and of threads at once, of the network a few at a time.

    asyncio does all that it was told of before it looks at the clock again: four hundred
    connections that send something would keep a light waiting for all of them. The system tells of
    the others next time, those first that have waited longest.
    """

    def __init__(self) -> None:
        super().__init__()
        self._network = select.epoll()
        self._keys: dict[int, selectors.SelectorKey] = {}
        super().register(self._network.fileno(), selectors.EVENT_READ)

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        """Watch a file."""
        if not is_network(fileobj):
            return super().register(fileobj, events, data)
        number = fileobj if isinstance(fileobj, int) else fileobj.fileno()
        self._network.register(number, _as_poll(events))
        self._keys[number] = selectors.SelectorKey(fileobj, number, events, data)
        return self._keys[number]

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        """Watch it no more."""
        number = fileobj if isinstance(fileobj, int) else fileobj.fileno()
        key = self._keys.pop(number, None)
        if key is None:
            return super().unregister(fileobj)
        with suppress(OSError):  # closed already
            self._network.unregister(number)
        return key

    def modify(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        """Watch it for something else."""
        number = fileobj if isinstance(fileobj, int) else fileobj.fileno()
        if number not in self._keys:
            return super().modify(fileobj, events, data)
        self._network.modify(number, _as_poll(events))
        self._keys[number] = selectors.SelectorKey(fileobj, number, events, data)
        return self._keys[number]

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        """All that is watched."""
        return ChainMap(self._keys, super().get_map())  # type: ignore[arg-type]

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What has something to tell: all of ours, and few of the others."""
        ready = [pair for pair in super().select(timeout) if pair[0].fd != self._network.fileno()]
        for number, told in self._network.poll(0, HEARD_AT_ONCE):
            if (key := self._keys.get(number)) is not None:
                ready.append((key, _as_events(told) & key.events))
        return ready

    def close(self) -> None:
        """Watch nothing."""
        self._network.close()
        self._keys.clear()
        super().close()


def _as_poll(events: int) -> int:
    reads = select.EPOLLIN if events & selectors.EVENT_READ else 0
    return reads | (select.EPOLLOUT if events & selectors.EVENT_WRITE else 0)


def _as_events(told: int) -> int:
    """An error is told to who reads and to who writes."""
    reads = selectors.EVENT_READ if told & ~select.EPOLLOUT else 0
    return reads | (selectors.EVENT_WRITE if told & ~select.EPOLLIN else 0)


def make_loop() -> asyncio.AbstractEventLoop:
    """The loop of a table; where the system has no epoll, that of Python."""
    return asyncio.SelectorEventLoop(BoardFirst() if hasattr(select, "epoll") else None)


async def wait_a_while(event: asyncio.Event, seconds: float) -> None:
    """Until it is set, but no longer than that."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()


def end_if_cancelled() -> None:
    """After `asyncio.wait_for`, also a library's: in Python 3.11 it forgets that we are cancelled
    if that comes together with its answer, and whoever waits for our end would wait for ever.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


async def to_the_end(work: Coroutine[Any, Any, Answer]) -> Answer:
    """What this comes to. Who is cancelled meanwhile is so, whatever goes wrong in parting.

    A connection that breaks while it is closed raises its own error in place of the cancellation;
    whoever passes over such errors and connects again would then never end.
    """
    task = asyncio.ensure_future(work)
    try:
        await asyncio.wait([task])
    except asyncio.CancelledError:
        task.cancel()
        await asyncio.wait([task])
        if not task.cancelled():
            task.exception()  # looked at: nobody asks for it any more
        raise
    return task.result()
