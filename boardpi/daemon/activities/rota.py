"""A rota for the board: one pupil after the other, and what all of them have learnt."""

from __future__ import annotations

import json
import logging
from typing import Final

from boardpi.club import BookError
from boardpi.daemon.loop import Daemon
from boardpi.daemon.page.answers.learning import AllStarsJson
from boardpi.daemon.page.answers.scores import PlayerJson
from boardpi.daemon.page.answers.snapshot import RotaJson
from boardpi.daemon.page.book import BookReader
from boardpi.daemon.page.settings import BookMemory
from boardpi.errors import BookAway, NoSuch, NothingToDo
from boardpi.web.service import Action, ApiRequest, Endpoint, Values
from boardpi.web.shapes import ID, many, number, record

log = logging.getLogger("boardpi.lessons")
MOST_PUPILS: Final = 60
KEPT: Final = "class.rota"


class Rota:
    """Whose turn it is. It outlives a restart; a book in trouble keeps none."""

    def __init__(self, daemon: Daemon, reader: BookReader) -> None:
        self._daemon = daemon
        self._reader = reader
        self._players: list[PlayerJson] = []
        self._at = 0
        self._recall()

    def _recall(self) -> None:
        try:
            kept = json.loads(BookMemory(self._daemon.keeper.book).get(KEPT) or "[[], 0]")
            self._players = [self._reader.player(number) for number in kept[0]]
            self._at = kept[1] % max(1, len(self._players))
        except (BookAway, BookError, NoSuch, ValueError):
            self._players = []  # somebody was merged or the book is another one: begin anew

    def picture(self) -> RotaJson | None:
        """For the page; None without pupils."""
        return {"players": self._players, "at": self._at} if self._players else None

    def pupil(self, values: Values) -> Values:
        """Who does a lesson at the board, where nobody is named."""
        if not self._players or values.get("player") is not None:
            return {}
        return {"player": self._players[self._at]["id"]}

    async def after(self, player: int) -> None:
        """The next one, if this was the pupil whose turn it was."""
        if self._players and self._players[self._at]["id"] == player:
            await self._go(self._at + 1)

    async def plan(self, values: Values) -> None:
        """These pupils in this order; nobody ends the rota."""
        wanted = list(dict.fromkeys(values["players"]))
        reader = self._reader
        self._players = await reader.read(lambda: [reader.player(number) for number in wanted])
        await self._go(values.get("at", 0))

    async def go_on(self, values: Values) -> None:
        """It is the next pupil's turn."""
        if not self._players:
            raise NothingToDo("There is no rota.")
        await self._go(self._at + 1)

    async def _go(self, at: int) -> None:
        self._at = at % max(1, len(self._players))
        numbers = [player["id"] for player in self._players]
        memory = BookMemory(self._daemon.keeper.book)
        try:
            await self._daemon.keeper.writer.run(memory.put, KEPT, json.dumps([numbers, self._at]))
        except BookAway as error:  # the lesson goes on, and so do the turns
            log.warning("The rota is not kept: %s", error)
        self._daemon.look()

    async def tell_stars(self, request: ApiRequest) -> AllStarsJson:
        """All pupils with their stars."""
        reader = self._reader

        def read() -> AllStarsJson:
            best = reader.book.lessons.best()
            numbers = dict.fromkeys(player for player, _, _ in best)
            return {
                "players": [reader.player(number) for number in numbers],
                "stars": [{"player": p, "lesson": name, "stars": n} for p, name, n in best],
            }

        return await reader.read(read)

    endpoints = (Endpoint("GET", "/stars", "what all pupils have learnt", tell_stars),)
    actions = (
        Action(
            "rota",
            "let these pupils come to the board one after the other; nobody ends it",
            record({"players": many(ID, MOST_PUPILS)}, at=number(0, MOST_PUPILS)),
            plan,
        ),
        Action("rota-next", "it is the next pupil's turn at the board", record(), go_on),
    )
