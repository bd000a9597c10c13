"""uvicorn inside the daemon's own loop: its socket, its limits, its end."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from email.utils import formatdate
from functools import partial
from typing import Any, Final

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from boardpi.web.connections import HERE, Connection, Connections, Listener, most_connections
from boardpi.web.live import LARGEST
from boardpi.web.patience import Bucket

RECEIVE_BYTES, SEND_BYTES = 8_192, 65_536  # kept by the system for each connection


class CannotListen(Exception):
    """The page has no place to be served from; the message says what to do."""


def listen(host: str, port: int) -> socket.socket:
    """A socket for the page."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sends at once (TCP_NODELAY) only where it sees this number; else an answer in two
    # parts waits 40 ms for the browser's delayed acknowledgement.
    line = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BYTES)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BYTES)
    try:
        line.bind((host, port))
    except OSError as error:
        line.close()
        raise CannotListen(
            f"cannot listen on {host}:{port} ({error.strerror}): is boardpi running already? "
            "Else choose another page.port or page.host"
        ) from error
    return line


class PageServer(uvicorn.Server):
    """A server that leaves signals to the daemon, and lets in no more than there is room for.

    It sleeps while nobody asks: uvicorn's own would wake the processor ten times a second.
    """

    def __init__(self, config: uvicorn.Config, tls: ssl.SSLContext | None = None) -> None:
        super().__init__(config)
        self._tls = tls
        self._ended = asyncio.Event()
        self._dated_s = 0  # the second that answers are dated with
        self.guests = Connections(most_connections(has_tls=tls is not None), time.monotonic)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept by ourselves: uvicorn would take whatever comes."""
        await self.lifespan.startup()
        self.servers = [
            Listener(line, self.guests, self._welcome, self._tls)  # type: ignore[misc]
            for line in sockets or ()
        ]
        self.started = True

    def _welcome(self, connection: Connection) -> HttpProtocol:
        return HttpProtocol(
            connection,
            self._date_answers,
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """None: the daemon ends us."""
        yield

    async def main_loop(self) -> None:
        """Until the end."""
        await self._ended.wait()

    def end(self) -> None:
        """Finish what is being answered, and serve no more."""
        self.should_exit = True
        self._ended.set()

    def _date_answers(self) -> None:
        """The header `Date`, which every answer of a server with a clock has (RFC 9110, 6.6.1)."""
        if (now_s := int(time.time())) != self._dated_s:
            self._dated_s = now_s
            dated = (b"date", formatdate(now_s, usegmt=True).encode())
            self.server_state.default_headers = [dated, *self.config.encoded_headers]

    async def wait_started(self) -> None:
        """Until the page can be called."""
        while not self.started:
            await asyncio.sleep(0.005)


def build_server(app: Starlette, tls: ssl.SSLContext | None = None) -> PageServer:
    """A server with limits."""
    return PageServer(
        uvicorn.Config(
            app,
            http="h11",
            ws="websockets-sansio",
            ws_max_size=LARGEST,
            ws_per_message_deflate=False,  # memory and time per spectator, for messages of 2 kB
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=True,
            forwarded_allow_ips=list(HERE),
            limit_concurrency=1000,
            timeout_keep_alive=15,
            timeout_graceful_shutdown=2,
            h11_max_incomplete_event_size=16_384,
        ),
        tls,
    )


HEADER_SECONDS: Final = 10.0  # from the connection to the end of the first header
NEXT_SECONDS: Final = 25.0  # from an answer to the end of the next one
BODY_SECONDS: Final = 15.0  # for each of these parts: a backup may be long, but not slow
BODY_PART: Final = 262_144  # bytes
STALLED_SECONDS: Final = 30.0  # without reading what was sent
CONTROL_PER_SECOND, CONTROL_AT_ONCE = 2.0, 20.0  # pings, pongs and empty continuations
READ_BYTES, LIVE_BYTES = 2_048, 512  # at a time: what one client can make the loop do in a turn
WAITING_BYTES: Final = 16_384  # written and not taken by the system, before the rest waits
INVALID_TEXT: Final = 1007


class Deadline:
    """One timer that is set anew; when it runs out, the connection is cut."""

    def __init__(self, loop: asyncio.AbstractEventLoop, connection: Connection) -> None:
        self._loop, self._connection = loop, connection
        self._timer: asyncio.TimerHandle | None = None
        self._what: object = None

    def expect(self, what: object, seconds: float) -> None:
        """Wait for this; waiting on for the same thing does not give it more time."""
        if what != self._what:
            self.end()
            self._what = what
            self._timer = self._loop.call_later(seconds, self._connection.cut)

    def end(self) -> None:
        """Nothing is waited for."""
        self._what = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def read_little(transport: asyncio.BaseTransport, size: int) -> None:
    """Read small portions: asyncio's own are 256 kB, a tenth of a second of pings on a Pi.

    TLS reads as much as the system has; there `RECEIVE_BYTES` are the limit.
    """
    if hasattr(transport, "max_size"):
        transport.max_size = size


class HttpProtocol(H11Protocol):
    """One connection with a deadline for each part of a request."""

    def __init__(
        self, connection: Connection, date_answers: Callable[[], None], **more: Any
    ) -> None:
        super().__init__(**more)
        self._connection, self._date_answers = connection, date_answers
        self._deadline = Deadline(self.loop, connection)
        self._stalled = Deadline(self.loop, connection)
        self._answered, self._received = 0, 0
        self.ws_protocol_class = partial(LiveProtocol, connection)  # type: ignore[assignment]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The header must come."""
        super().connection_made(transport)
        self._connection.transport = transport
        transport.set_write_buffer_limits(high=WAITING_BYTES)
        read_little(transport, READ_BYTES)
        self._deadline.expect(("header", 0), HEADER_SECONDS)

    def data_received(self, data: bytes) -> None:
        """A part of a request."""
        self._date_answers()
        self._received += len(data)
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """And the next one."""
        self._answered += 1
        super().on_response_complete()
        self._watch()

    def _watch(self) -> None:
        is_asking = bool(self.cycle) and not self.cycle.response_complete
        if self.transport.get_protocol() is not self:
            self._deadline.end()  # a live connection now
        elif not is_asking and self._answered:
            self._deadline.expect(("header", self._answered), NEXT_SECONDS)
        elif is_asking and self.cycle.more_body:
            part = self._received // BODY_PART
            self._deadline.expect(("body", self._answered, part), BODY_SECONDS)
        elif is_asking:
            self._deadline.end()

    def pause_writing(self) -> None:
        """The client does not read."""
        super().pause_writing()
        self._stalled.expect("reading", STALLED_SECONDS)

    def resume_writing(self) -> None:
        """It does."""
        super().resume_writing()
        self._stalled.end()

    def connection_lost(self, exc: Exception | None) -> None:
        """Its room is free."""
        self._deadline.end()
        self._stalled.end()
        self._connection.leave()
        super().connection_lost(exc)


class LiveProtocol(WebSocketsSansIOProtocol):
    """A live connection whose control frames are counted."""

    def __init__(self, connection: Connection, **more: Any) -> None:
        super().__init__(**more)
        self._connection = connection
        self._stalled = Deadline(self.loop, connection)
        self._is_stalled = False
        self._controls = Bucket(
            CONTROL_PER_SECOND, CONTROL_AT_ONCE, CONTROL_AT_ONCE, self.loop.time()
        )

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Messages of hands are short."""
        super().connection_made(transport)
        read_little(transport, LIVE_BYTES)

    def data_received(self, data: bytes) -> None:
        """A request that is none ends here: the library would keep it open without a word."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.transport.is_closing():
            self._connection.cut()

    def _is_allowed(self) -> bool:
        """Count a frame that carries nothing; too many of them end the connection."""
        if self.transport.is_closing():
            return False
        if self._controls.take(self.loop.time()):
            self._connection.drop()
            return False
        return True

    def handle_ping(self) -> None:
        """Answer, if it is one of few."""
        if self._is_allowed():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Ours, or one that nobody asked for."""
        if self._is_allowed():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """A message in pieces; pieces without content would never end."""
        if self._is_allowed():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Broken UTF-8 ends a connection without a word in the log."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                if not self.transport.is_closing() and not self.close_sent:
                    self.conn.send_close(INVALID_TEXT)
                    self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    async def receive(self) -> Any:
        """The next message; nothing more is read of a client that does not read."""
        message = await super().receive()
        if self._is_stalled and not self.transport.is_closing():
            self.transport.pause_reading()
        return message

    def pause_writing(self) -> None:
        """The client does not read: neither do we."""
        super().pause_writing()
        self._is_stalled = True
        if not self.transport.is_closing():
            self.transport.pause_reading()
        self._stalled.expect("reading", STALLED_SECONDS)

    def resume_writing(self) -> None:
        """It reads again."""
        super().resume_writing()
        self._is_stalled = False
        self._stalled.end()
        if not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Its room is free."""
        self._stalled.end()
        self._connection.leave()
        super().connection_lost(exc)
