"""Hands of somebody who sees only pixels, and has the printed card beside the board."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from random import Random
from xml.etree import ElementTree

from boardpi.boards.board import Frame
from boardpi.drawings.card import card_svg
from boardpi.rules import HOLES, START, Hole, Side
from boardpi.table.effects import Lights
from boardpi.table.theme import FRAME_MS, paint_frame
from boardpi.table.themes import DEFAULT_THEME
from tests.daemon.coaching import Bench, Json

BUDGET_MA = 10_000
WATCH_MS = 8000
MOST_TURNS = 200
KNOWN = ("target", "capture", "reentry", "ask", "missing", "extra")
"""The six looks that a player knows by heart."""
ENDS = ("winner", "point")
SVG = "{http://www.w3.org/2000/svg}"


def watch(at: Bench) -> list[Frame]:
    """What the pixels show for some seconds: what the painter sends, in time that costs nothing."""
    painter = at.daemon.painter
    lights, _ = painter._shown
    return [
        paint_frame(painter.theme, lights, painter._position, ms, BUDGET_MA)
        for ms in range(0, WATCH_MS, FRAME_MS)
    ]


def pixel(frame: Frame, hole: Hole) -> tuple[int, ...]:
    return tuple(frame[3 * hole : 3 * hole + 3])


def count_blinks(frames: list[Frame], hole: Hole) -> int | None:
    """How often a hole blinks between two pauses; 0 for one long light, None for a dark hole."""
    lit = "".join("#" if any(pixel(frame, hole)) else "." for frame in frames)
    if "#" not in lit or "." not in lit:
        return None
    pause = max(map(len, re.findall(r"\.+", lit.strip("."))), default=0)
    groups = lit.split("." * pause)
    flashes = re.findall("#+", groups[0])
    return 0 if len(flashes[0]) * FRAME_MS > 1000 else len(flashes)


def see(at: Bench, name: str) -> list[str]:
    """The holes that shine in one of the looks that are known by heart."""
    painter = at.daemon.painter
    lights, _ = painter._shown
    frame = paint_frame(painter.theme, lights, painter._position, 0, BUDGET_MA)
    return [str(hole) for hole in HOLES if pixel(frame, hole) == by_heart(name)]


@cache
def by_heart(name: str, hole: str = "a1") -> tuple[int, ...]:
    lights: Lights = tuple(name if str(one) == hole else None for one in HOLES)
    return pixel(paint_frame(DEFAULT_THEME, lights, START, 0, BUDGET_MA), Hole(hole))


def is_over(at: Bench) -> bool:
    """The winner's archers shine in their own colour, or all that make points."""
    painter = at.daemon.painter
    lights, _ = painter._shown
    frame = paint_frame(painter.theme, lights, painter._position, 0, BUDGET_MA)
    shown = {pixel(frame, hole) for hole in HOLES}
    return any(by_heart(look, hole) in shown for look in ENDS for hole in ("a1", "a5"))


@cache
def read_card() -> tuple[dict[str, int], dict[str, str]]:
    """From the English card: how often each choice blinks, and what comes then."""
    root = ElementTree.fromstring(card_svg(("en",)))
    dots = [
        float(dot.attrib["cy"])
        for dot in root.iter(f"{SVG}circle")
        if float(dot.attrib["r"]) > 1 and dot.attrib["fill"] == "#000"
    ]
    counts, below, choice = dict[str, int](), dict[str, str](), ""
    for text in root.iter(f"{SVG}text"):
        words, y = text.text or "", float(text.attrib["y"])
        if text.attrib.get("font-weight") == "bold" and (
            n := sum(abs(y - d - 1) < 0.5 for d in dots)
        ):
            counts[words], choice = n, words
        elif choice:
            below[choice] = f"{below.get(choice, '')} {words}".strip()
    return counts, below


class CardReader:
    """One of the players."""

    def __init__(self, at: Bench) -> None:
        self.at = at

    def menu(self) -> dict[int, str]:
        """Which hole blinks how often."""
        frames = watch(self.at)
        seen = {count_blinks(frames, hole): str(hole) for hole in HOLES}
        return {count: hole for count, hole in seen.items() if count is not None}

    async def changes(self, act: Callable[[], object]) -> None:
        """Do something, and wait until the lights answer."""
        before = self.at.daemon.painter._shown[0]
        act()
        await self.at.until(partial(self._differs, before))

    def _differs(self, before: Lights, seen: Json) -> bool:
        return self.at.daemon.painter._shown[0] != before

    async def choose(self, *counts: int) -> None:
        """With an archer in hand: set it on the light, lift it; go on by the button."""
        for count in counts:
            while count not in self.menu():
                await self.changes(lambda: self.at.board.press(100))
            hole = self.menu()[count]
            await self.changes(partial(self.at.touch, hole))
            await self.changes(partial(self.at.touch, hole))

    def find(self, choice: str, *then: str) -> list[int]:
        """The counts of a choice and of what is chosen below it, from the card."""
        counts, below = read_card()
        found, rest = [counts[choice]], below.get(choice, "")
        for word in then:
            match = re.search(rf"(\d) {word}", rest)
            assert match is not None, (word, rest)
            found.append(int(match[1]))
            rest = rest[match.end() :]
        return found


class LightPlayers:
    """Two players who know their own archers, and see what shines for the one in their hand."""

    def __init__(self, at: Bench, hand: CardReader) -> None:
        self.at, self.hand = at, hand
        self.wood = {str(hole): side for hole in HOLES if (side := START.owner(hole)) is not None}
        self.beside = {Side.WHITE: 0, Side.BLACK: 0}
        self.random = Random(16)
        self.taken = self.returned = 0

    async def play_a_game(self) -> int:
        """Until the lights count the points; how many turns that took."""
        side = Side.WHITE
        for turn in range(1, MOST_TURNS):
            await self.take_turn(side)
            if is_over(self.at):
                return turn
            side = side.other
        raise AssertionError("it never ends")

    async def take_turn(self, side: Side) -> None:
        """Take, or go ahead with whoever is nearest; else go wherever it shines."""
        own = [hole for hole, owner in self.wood.items() if owner is side]
        own = [hole for hole in own if _way_done(hole, side) < 5]  # who has arrived stays
        self.random.shuffle(own)
        own.sort(key=lambda hole: -_way_done(hole, side))
        for least, hole in [*((1, hole) for hole in own), *((-5, hole) for hole in own)]:
            await self.hand.changes(partial(self.at.touch, hole))
            takes, quiet = see(self.at, "capture"), see(self.at, "target")
            done = _way_done(hole, side)
            ways = takes or [one for one in quiet if _way_done(one, side) - done >= least]
            if ways:
                await self.go(side, hole, self.random.choice(ways), is_capture=bool(takes))
                return
            await self.hand.changes(partial(self.at.touch, hole))
        raise AssertionError(f"no light for {side.name}")

    async def go(self, side: Side, origin: str, target: str, *, is_capture: bool) -> None:
        before = len(self.at.moves)
        if is_capture:
            self.taken += 1
            self.beside[self.wood[target]] += 1
        self.at.touch(*([target, target] if is_capture else [target]))
        self.wood[target] = self.wood.pop(origin)
        await self.at.until(
            lambda seen: (
                len(seen["moves"]) > before or (seen["open_turn"] and see(self.at, "reentry"))
            )
        )
        if len(self.at.moves) == before:
            back = see(self.at, "reentry")[0]
            self.beside[side] -= 1
            self.returned += 1
            self.wood[back] = side
            self.at.touch(back)
            await self.at.until(lambda seen: len(seen["moves"]) > before)


def _way_done(hole: str, side: Side) -> int:
    return int(hole[1]) if side is Side.WHITE else 6 - int(hole[1])
