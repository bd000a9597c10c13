"""WebKit over classic WebDriver, in a window on a screen that nobody sees."""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import httpx

from tests.page.engines.engine import POLL_S, Engine, Json
from tests.patience import PATIENCE_S
from tests.ports import free_port

WINDOW: Final = Path(__file__).with_name("webkit_window.py")
TROUBLE: Final = re.compile("^TROUBLE (.*)$", re.MULTILINE)


class WebKit(Engine):
    """A screen, the driver, and the browser that the driver starts."""

    def __init__(self, folder: Path) -> None:
        self._log = folder / "log"
        self._screen, display = start_screen()
        port = free_port()
        environment = {
            "DISPLAY": f":{display}",
            "HOME": str(folder),
            "LANG": "C.UTF-8",
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "NO_AT_BRIDGE": "1",
            "PATH": "/usr/bin:/bin",
            "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",  # it refuses to run for root else
        }
        with self._log.open("w") as log:
            self._driver = subprocess.Popen(
                ["WebKitWebDriver", f"--port={port}"], stdout=log, stderr=log, env=environment
            )
        self._http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE_S)
        self._session = ""
        try:
            self._await_driver()
            options = {"binary": str(WINDOW), "args": ["--automation"]}
            wishes = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
            self._session = self._ask("POST", "/session", capabilities=wishes)["sessionId"]
            self._ask("POST", "timeouts", script=PATIENCE_S * 1000, pageLoad=PATIENCE_S * 1000)
        except BaseException:
            self.close()
            raise

    def _await_driver(self) -> None:
        end = time.monotonic() + PATIENCE_S
        while True:
            try:
                self._http.get("/status")
                return
            except httpx.ConnectError:
                assert self._driver.poll() is None, self._log.read_text()
                assert time.monotonic() < end, "WebKitWebDriver does not answer"
                time.sleep(POLL_S)

    def _ask(self, method: str, path: str, **body: object) -> Any:
        address = path if path.startswith("/") else f"/session/{self._session}/{path}"
        answer = self._http.request(method, address, json=body if method == "POST" else None)
        value = answer.json()["value"]
        assert answer.status_code == 200, value
        return value

    def goto(self, url: str) -> None:
        """Load a page and wait for it."""
        self._ask("POST", "url", url=url)

    def run(self, body: str) -> Any:
        """What a function of the page returns."""
        script = f"""const done = arguments[arguments.length - 1];
            (async () => {{ {body} }})().then(
                (value) => done(JSON.stringify({{ value: value ?? null }})),
                (error) => done(JSON.stringify({{ error: String(error) }})))"""
        told = json.loads(self._ask("POST", "execute/async", script=script, args=[]))
        assert "error" not in told, told
        return told["value"]

    def size(self, width: int, height: int) -> None:
        """Make the page so large; a window's frame may take some of it."""
        for wide, high in ((width, height), self._with_frame(width, height)):
            self._ask("POST", "window/rect", x=0, y=0, width=wide, height=high)
        self.wait(f"innerWidth === {width}")

    def _with_frame(self, width: int, height: int) -> tuple[int, int]:
        rect = self._ask("GET", "window/rect")
        inner = self.run("return [innerWidth, innerHeight]")
        return width + rect["width"] - inner[0], height + rect["height"] - inner[1]

    def act(self, *sources: Json) -> None:
        """Actions, then let go."""
        self._ask("POST", "actions", actions=list(sources))
        self._ask("DELETE", "actions")

    def open_window(self) -> str:
        """Another window."""
        handle = str(self._ask("POST", "window/new", type="window")["handle"])
        self.use(handle)
        return handle

    def use(self, window: str) -> None:
        """Turn to a window."""
        self._ask("POST", "window", handle=window)

    @property
    def window(self) -> str:
        """The window in use."""
        return str(self._ask("GET", "window"))

    @property
    def troubles(self) -> list[str]:
        """What the window wrote."""
        return TROUBLE.findall(self._log.read_text(errors="replace"))

    def close(self) -> None:
        """End all three."""
        if self._session:
            with suppress(httpx.HTTPError, AssertionError):  # it may have ended by itself
                self._ask("DELETE", f"/session/{self._session}")
        self._http.close()
        for process in (self._driver, self._screen):
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def start_screen() -> tuple[subprocess.Popen[bytes], int]:
    """A screen without glass, and its number: the server itself chooses a free one."""
    reader, writer = os.pipe()
    with os.fdopen(reader) as told:
        screen = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writer), "-screen", "0", "2000x1400x24", "-nolisten", "tcp"],
            pass_fds=[writer],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(writer)
        number = told.readline().strip()
    assert number, "Xvfb did not start"
    return screen, int(number)
