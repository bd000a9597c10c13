"""Blows to a hall while its tables play, and the count of what arrived.

`python -m tests.hub.chaos` strikes, settles and tells as JSON what it counted; it must run in a
network of its own (`in_own_network`), because it cuts cables.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, Final

from aiomqtt import Client, ProtocolVersion

from boardpi.club import back_up, read_book
from tests.hub.cables import Cable, open_loopback
from tests.hub.hall import Hall, hall, wait_until
from tests.hub.table_process import GO_ON
from tests.patience import PATIENCE_S

PAUSE_S: Final = 1.0  # between two games at most: tables play during all blows
KINDS: Final = ("random", "cut", "backup", "echo", "random", "slow", "forget", "random", "restore")


class Chaos:
    """Tables that play while everything around them, and they themselves, are struck."""

    def __init__(
        self, club: Hall, tables: list[str], games: int, random: Random, cables: list[Cable]
    ) -> None:
        self.strikes: Counter[str] = Counter()
        self._club, self._tables, self._games, self._random = club, tables, games, random
        self._backup, self._cables = club.folder / "yesterday.sqlite", cables
        self._slow: set[Cable] = set()
        self._go_on = club.folder / GO_ON
        self._go_on.touch()
        for name in tables:
            club.add_table(name, self._cable_of(name).here)
            self._start(name)

    def _cable_of(self, name: str) -> Cable:
        return self._cables[self._tables.index(name) % len(self._cables)]

    def _start(self, name: str) -> None:
        told = (name, self._games, self.strikes.total(), PAUSE_S)
        self._club.start_table(*told, self._cable_of(name).within)

    def strike(self, what: str) -> None:
        """One blow: a kill of anything, a cut cable, a broker that forgets, an old backup …"""
        wait_until(lambda: bool(self._club.kept()), "the first result")
        if what == "random":
            what = self._random.choice([*self._tables, "hub", "broker"])
        self.strikes["table" if what in self._tables else what] += 1
        blows = {
            "backup": self._back_up,
            "forget": self._club.forget_everything,
            "restore": self._restore,
            "cut": self._cut,
            "slow": self._slow_down,
            "echo": self._echo,
        }
        if what in blows:
            blows[what]()
        else:
            self._kill(what)

    def _kill(self, name: str) -> None:
        self._club.kill(name)
        if name == "hub":
            self._club.start_hub()
        elif name == "broker":
            self._club.start_broker()
        else:
            self._start(name)

    def _back_up(self) -> None:
        with read_book(self._club.book) as book:
            back_up(book.store, self._backup, replace=True)

    def _restore(self) -> None:
        """What came after the copy was made is gone, and there is something."""
        old = len(self._club.kept(self._backup))
        wait_until(lambda: len(self._club.kept()) > old, "a result after the backup")
        self._club.kill("hub")
        for file in self._club.folder.glob("hub.sqlite-*"):
            file.unlink()
        shutil.copy(self._backup, self._club.book)
        self._club.start_hub()

    def _cut(self) -> None:
        """Until a table behind the cable has something new to tell."""
        name = self._random.choice(self._tables)
        cable, told = self._cable_of(name), self._last(name)
        cable.cut()
        wait_until(lambda: self._last(name) > told, f"a letter of {name}")
        cable.mend()

    def _slow_down(self) -> None:
        """From now on, until all settles."""
        cable = self._random.choice(self._cables)
        cable.slow_down()
        self._slow.add(cable)

    def _last(self, name: str) -> int:
        with read_book(self._club.table_book(name)) as book:
            return book.outbox.last()

    def _echo(self) -> None:
        """Everything that a table ever had to tell comes twice more, in any order."""
        name = self._random.choice(self._tables)
        with read_book(self._club.table_book(name)) as book:
            letters = 2 * book.outbox.after(0, 10_000)
        self._random.shuffle(letters)
        told = [(f"boardpi/{self._club.club}/{name}/out/{row.seq}", row.payload) for row in letters]
        asyncio.run(send_as(self._club, name, told))

    def settle(self) -> None:
        """All games are played and all letters have arrived, by lines that are good again."""
        self._go_on.unlink()
        for cable in self._slow:
            cable.speed_up()
        self._slow.clear()
        for name in self._tables:
            wait_until(lambda name=name: self._club.has_played(name), name)  # type: ignore[misc]
        wait_until(lambda: self._club.is_complete(self._tables), "the last letter")

    def count(self) -> dict[str, Any]:
        """What must be equal, and what must be nothing."""
        kept, expected = self._club.kept(), self._club.expected(self._tables)
        return {
            "strikes": dict(sorted(self.strikes.items())),
            "games": len(expected),
            "kept": len(kept),
            "twice": len(kept) - len(dict(kept)),
            "otherwise": sum(dict(kept).get(uid) != told for uid, told in expected.items()),
        }


async def send_as(club: Hall, name: str, told: list[tuple[str, str]]) -> None:
    """Publish with the login of a table, by a second connection."""
    link = club.link(name)
    async with Client(
        link.host,
        link.port,
        username=link.user,
        password=link.password,
        protocol=ProtocolVersion.V5,
        timeout=PATIENCE_S,
    ) as client:
        for topic, payload in told:
            await client.publish(topic, payload, qos=1)


def main() -> None:
    """Strike, settle, count."""
    parser = argparse.ArgumentParser(prog="python -m tests.hub.chaos", description=__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--blows", type=int, default=len(KINDS))
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    open_loopback()
    names = [f"t{number:02}" for number in range(1, args.tables + 1)]
    cables = [Cable(number) for number in (1, 2)]
    try:
        with (
            tempfile.TemporaryDirectory() as folder,
            hall(Path(folder), listens="0.0.0.0") as club,
        ):
            chaos = Chaos(club, names, args.games, Random(args.seed), cables)
            for number in range(args.blows):
                chaos.strike(KINDS[number % len(KINDS)])
            chaos.settle()
            print(json.dumps(chaos.count()))
    finally:
        for cable in cables:
            cable.close()


if __name__ == "__main__":
    main()
