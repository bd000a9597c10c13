"""Firefox over WebDriver BiDi, which it speaks by itself."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from websockets.sync.client import connect

from tests.page.engines.engine import POLL_S, Engine, Json
from tests.patience import PATIENCE_S

COMMAND: Final = ("firefox-esr", "--headless", "--no-remote", "--remote-debugging-port=0")
LEFT: Final = "status=2152398850"  # letters were still coming when their page was left
PREFERENCES: Final[dict[str, object]] = {
    "app.update.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.w3c_touch_events.enabled": 1,
    "intl.accept_languages": "en-GB",
    "intl.locale.requested": "en-US",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.enabled": False,
}


class Firefox(Engine):
    """One browser with a profile of its own."""

    def __init__(self, folder: Path) -> None:
        (folder / "user.js").write_text(
            "".join(
                f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
                for name, value in PREFERENCES.items()
            )
        )
        self._said = folder / "said"
        with self._said.open("w") as said:
            self._process = subprocess.Popen(
                [*COMMAND, "--profile", str(folder), "about:blank"],
                stdout=subprocess.DEVNULL,
                stderr=said,
                env={"HOME": str(folder), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
            )
        self._open = ExitStack()
        self._ids = itertools.count(1)
        self._log: list[Json] = []
        try:
            address = f"{self._address()}/session"
            line = connect(address, max_size=None, ping_interval=None, open_timeout=PATIENCE_S)
            self._line = self._open.enter_context(line)
            self._ask("session.new", capabilities={})
            self._ask("session.subscribe", events=["log.entryAdded"])
            self.open_window()  # the first one never has the focus
        except BaseException:
            self._process.kill()
            raise

    def _address(self) -> str:
        end = time.monotonic() + PATIENCE_S
        while True:
            said = self._said.read_text(errors="replace")
            if found := re.search(r"(ws://\S+)\n", said):
                return found[1]
            assert self._process.poll() is None, said
            assert time.monotonic() < end, said
            time.sleep(POLL_S)

    def _ask(self, method: str, **params: object) -> Json:
        number = next(self._ids)
        self._line.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer: Json = json.loads(self._line.recv(timeout=PATIENCE_S))
            if answer.get("method") == "log.entryAdded":
                self._log.append(answer["params"])
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                result: Json = answer["result"]
                return result

    def goto(self, url: str) -> None:
        """Load a page and wait for it."""
        self._ask("browsingContext.navigate", context=self._window, url=url, wait="complete")

    def run(self, body: str) -> Any:
        """What a function of the page returns."""
        whole = f"(async () => {{ {body} }})().then((value) => JSON.stringify(value ?? null))"
        answer = self._ask(
            "script.evaluate",
            expression=whole,
            target={"context": self._window},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def size(self, width: int, height: int) -> None:
        """Make the page so large."""
        view = {"width": width, "height": height}
        self._ask("browsingContext.setViewport", context=self._window, viewport=view)

    def act(self, *sources: Json) -> None:
        """Actions, then let go."""
        self._ask("input.performActions", context=self._window, actions=list(sources))
        self._ask("input.releaseActions", context=self._window)

    def open_window(self) -> str:
        """Another window."""
        self._window = str(self._ask("browsingContext.create", type="window")["context"])
        self.use(self._window)
        return self._window

    def use(self, window: str) -> None:
        """Turn to a window."""
        self._window = window
        self._ask("browsingContext.activate", context=window)

    @property
    def window(self) -> str:
        """The window in use."""
        return self._window

    @property
    def troubles(self) -> list[str]:
        """Errors and warnings of the console."""
        self._ask("session.status")  # what was said before comes before this answer
        lines = [str(one["text"]) for one in self._log if one["level"] in ("error", "warn")]
        return [line for line in lines if LEFT not in line]

    def close(self) -> None:
        """End it."""
        try:
            self._ask("browser.close")
            self._open.close()
            self._process.wait(PATIENCE_S)
        finally:
            self._process.kill()
            self._process.wait()
