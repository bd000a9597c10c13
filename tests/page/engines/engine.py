"""What every engine can do, and hands that play with it as people do."""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from typing import Any, Final

from tests.patience import PATIENCE_S

POLL_S: Final = 0.05
ENTER: Final = "\ue007"
Json = dict[str, Any]


class Engine(ABC):
    """A browser: windows onto a page, a mouse, a finger, keys, and what its console says."""

    @abstractmethod
    def goto(self, url: str) -> None:
        """Load a page and wait for it."""

    @abstractmethod
    def run(self, body: str) -> Any:
        """What the body of a function in the page returns; it may await."""

    @abstractmethod
    def size(self, width: int, height: int) -> None:
        """Make the page so large."""

    @abstractmethod
    def act(self, *sources: Json) -> None:
        """Carry out actions as WebDriver describes them, and let go of everything."""

    @abstractmethod
    def open_window(self) -> str:
        """Another window, which is now the one in use."""

    @abstractmethod
    def use(self, window: str) -> None:
        """Turn to a window."""

    @property
    @abstractmethod
    def window(self) -> str:
        """The window in use."""

    @property
    @abstractmethod
    def troubles(self) -> list[str]:
        """Errors and warnings of the console so far."""

    @abstractmethod
    def close(self) -> None:
        """End it."""

    def wait(self, condition: str) -> None:
        """Until an expression is true in the page."""
        end = time.monotonic() + PATIENCE_S
        while not self.run(f"return Boolean({condition})"):
            assert time.monotonic() < end, f"never came: {condition}\n{self.run(SEEN)}"
            time.sleep(POLL_S)

    def see(self, selector: str, text: str = "") -> None:
        """Wait for an element that is seen and contains a text."""
        self.wait(f"({FIND})({json.dumps(selector)}, {json.dumps(text)})")

    def spot(self, selector: str, text: str = "") -> tuple[int, int]:
        """The middle of an element, which is scrolled into view."""
        self.see(selector, text)
        x, y = self.run(
            f"""const one = ({FIND})({json.dumps(selector)}, {json.dumps(text)});
            one.scrollIntoView({{ block: "nearest", behavior: "instant" }});
            await new Promise((resolve) => requestAnimationFrame(resolve));
            const box = one.getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2];"""
        )
        return round(x), round(y)

    def press(self, selector: str, text: str = "", kind: str = "mouse") -> None:
        """Click or tap."""
        x, y = self.spot(selector, text)
        self.act(pointer(kind, move(x, y), DOWN, UP))

    def drag(self, origin: str, target: str) -> None:
        """Carry an archer with the mouse."""
        (x1, y1), (x2, y2) = self.spot(hole(origin)), self.spot(hole(target))
        middle = move((x1 + x2) // 2, (y1 + y2) // 2)
        self.act(pointer("mouse", move(x1, y1), DOWN, middle, move(x2, y2), UP))

    def tap(self, *holes: str) -> None:
        """Touch holes with a finger, one after the other."""
        for one in holes:
            self.press(hole(one), kind="touch")

    def type(self, text: str) -> None:
        """Press keys."""
        presses = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self.act({"type": "key", "id": "keys", "actions": presses})


FIND: Final = """(selector, text) => [...document.querySelectorAll(selector)].find((one) =>
  one.getBoundingClientRect().width > 0 && one.textContent.includes(text))"""
SEEN: Final = "return document.querySelector('main')?.textContent.slice(0, 400)"
DOWN: Final[Json] = {"type": "pointerDown", "button": 0}
UP: Final[Json] = {"type": "pointerUp", "button": 0}


def move(x: int, y: int) -> Json:
    """A step of a pointer."""
    return {"type": "pointerMove", "x": x, "y": y, "duration": 60, "origin": "viewport"}


def pointer(kind: str, *steps: Json) -> Json:
    """What a mouse or a finger does."""
    parameters = {"pointerType": kind}
    return {"type": "pointer", "id": kind, "parameters": parameters, "actions": list(steps)}


def hole(name: str) -> str:
    """The place of the board that hands touch."""
    return f".zone[data-place={name}] .touch"
