"""How often somebody may try: buckets for requests, growing pauses for wrong PINs, and turns."""

from __future__ import annotations

import asyncio
import math
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from boardpi.errors import TooMany

Clock = Callable[[], float]
MOST_ADDRESSES: Final = 2_000  # remembered at a time; the ones unseen for longest are forgotten
FREE_TRIES: Final = 3
LONGEST_PAUSE: Final = 300.0  # seconds
WRONG_PER_HOUR: Final = 100  # from all strangers together: a PIN of six digits lasts a year
GUESSING: Final = 10  # wrong ones in an hour are no slips any more
A_TURN: Final = 4  # requests and live messages that begin in one turn of the loop


@dataclass(slots=True)
class Bucket:
    """Fills with `rate` drops a second up to `room`; every request takes one."""

    rate: float
    room: float
    level: float
    at: float

    def take(self, now: float) -> float:
        """0 if there was a drop; else how many seconds until there is one."""
        self.level = min(self.room, self.level + (now - self.at) * self.rate)
        self.at = now
        if self.level >= 1:
            self.level -= 1
            return 0.0
        return (1 - self.level) / self.rate


class Buckets:
    """One bucket per address."""

    def __init__(self, rate: float, room: float, clock: Clock = time.monotonic) -> None:
        self._rate, self._room, self._clock = rate, room, clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> None:
        """Refuse who comes too fast."""
        now = self._clock()
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._room, self._room, now)
            while len(self._buckets) > MOST_ADDRESSES:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        wait = bucket.take(now)
        if wait:
            raise TooMany("Too many requests: wait a little.", retry_after=math.ceil(wait))


class Turns:
    """In one turn of the loop a few begin, the others in the next ones, in their order.

    A request may come from memory, behind others of its connection; so counting what is read from
    sockets is not enough.
    """

    def __init__(self, most: int = A_TURN) -> None:
        self._most, self._begun = most, 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def wait(self) -> None:
        """Until it is your turn: at once, where little goes on."""
        loop = asyncio.get_running_loop()
        if not self._begun:
            loop.call_soon(self._turn)
        if self._begun < self._most and not self._waiting:
            self._begun += 1
            return
        turn = loop.create_future()
        self._waiting.append(turn)
        await turn

    def _turn(self) -> None:
        self._begun = 0
        while self._waiting and self._begun < self._most:
            turn = self._waiting.popleft()
            if not turn.done():  # who waited may have gone
                turn.set_result(None)
                self._begun += 1
        if self._begun:
            asyncio.get_running_loop().call_soon(self._turn)


class Tries:
    """Wrong PINs: three are free, then every one doubles the pause of whoever tries.

    Strangers together have a common limit. Who was let in before is not under it: a class of
    pupils with wrong PINs cannot lock the organiser out.
    """

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._strangers: deque[float] = deque(maxlen=WRONG_PER_HOUR)
        self._all: deque[float] = deque(maxlen=WRONG_PER_HOUR)

    def begin(self, who: str, *, is_stranger: bool) -> None:
        """Count a try as wrong before it is checked: many at once are no way around."""
        now = self._clock()
        count, until = self._wrong.get(who, (0, now))
        wait = max(until - now, self._common_wait(now) if is_stranger else 0.0)
        if wait > 0:
            seconds = math.ceil(wait)
            raise TooMany(f"Too many wrong PINs: wait {seconds} s.", retry_after=seconds)
        pause = (
            0.0 if count + 1 < FREE_TRIES else min(LONGEST_PAUSE, 2.0 ** (count + 1 - FREE_TRIES))
        )
        self._wrong[who] = (count + 1, now + pause)
        self._wrong.move_to_end(who)
        while len(self._wrong) > MOST_ADDRESSES:
            self._wrong.popitem(last=False)
        self._all.append(now)
        if is_stranger:
            self._strangers.append(now)

    def _common_wait(self, now: float) -> float:
        if len(self._strangers) < WRONG_PER_HOUR:
            return 0.0
        return self._strangers[0] + 3600 - now

    def forgive(self, who: str, *, is_stranger: bool) -> None:
        """It was the right one."""
        self._wrong.pop(who, None)
        if self._all:
            self._all.pop()
        if self._strangers and is_stranger:
            self._strangers.pop()

    @property
    def guesses(self) -> int:
        """How many wrong ones there were in the last hour, if that looks like guessing."""
        now = self._clock()
        found = sum(now - when < 3600 for when in self._all)
        return found if found >= GUESSING else 0
