"""uvicorn inside the daemon's own loop: its socket, its limits, its end."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
import time
from collections.abc import Iterator

import uvicorn
from starlette.applications import Starlette

from boardpi.web.connections import HERE, Connection, Connections, Listener, most_connections
from boardpi.web.live import LARGEST
from boardpi.web.protocols import HttpProtocol


class CannotListen(Exception):
    """The page has no place to be served from; the message says what to do."""


def listen(host: str, port: int) -> socket.socket:
    """A socket for the page."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    line = socket.socket(family, socket.SOCK_STREAM)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
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
    """A server that leaves signals to the daemon, and lets in no more than there is room for."""

    def __init__(self, config: uvicorn.Config, tls: ssl.SSLContext | None = None) -> None:
        super().__init__(config)
        self._tls = tls
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
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """None: the daemon ends us."""
        yield

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
