"""The desk's answers about the score book, read in other threads beside the table's writing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from boardpi.club import (
    ALWAYS,
    BadEntry,
    Book,
    BookTrouble,
    Change,
    Entry,
    Period,
    Search,
    Selection,
    parse_period,
)
from boardpi.club.exports import game_json, to_csv, to_jas, to_json
from boardpi.daemon.bookkeeper import Bookkeeper
from boardpi.errors import BadRequest, BookAway, BookRefuses, NoSuch
from boardpi.rules import Outcome, Side
from boardpi.rules.holes import SIDES
from boardpi.web.desk import Found

Json = dict[str, Any]
Answer = TypeVar("Answer")
MOST_IN_A_FILE = 1000


class Library:
    """Games, players and standings."""

    def __init__(self, keeper: Bookkeeper, reader: Book) -> None:
        self.keeper = keeper
        self.reader = reader  # a connection of its own: a long question delays no record

    async def _read(self, question: Callable[[], Answer]) -> Answer:
        try:
            return await asyncio.to_thread(question)
        except BadEntry as error:
            raise BadRequest(str(error)) from None
        except BookTrouble as trouble:
            raise BookAway(str(trouble)) from None

    async def _change(self, change: Callable[[], Answer]) -> Answer:
        try:
            answer = await asyncio.to_thread(change)
        except BadEntry as error:
            raise BookRefuses(str(error)) from None
        except BookTrouble as trouble:
            raise BookAway(str(trouble)) from None
        await self.keeper.refresh()
        self.look()
        return answer

    def look(self) -> None:
        """The table may look different now: names and scores are part of it."""

    # ── reading ──────────────────────────────────────────────────────────────────────────────────

    async def games(self, found: Found) -> Json:
        """Entries, newest first."""
        entries = await self._read(lambda: self._search(found, found.limit + 1))
        return {
            "games": [entry.to_json() for entry in entries[: found.limit]],
            "limit": found.limit,
            "offset": found.offset,
            "more": len(entries) > found.limit,
        }

    def _search(self, found: Found, limit: int) -> list[Entry]:
        return self.reader.shelf.search(
            Search(
                found.text,
                found.player,
                found.rules,
                self._period(found.period),
                found.state,
                found.bin,
                limit,
                found.offset,
            )
        )

    def _period(self, text: str | None) -> Period:
        return parse_period(text, self.reader.store.clock().date()) if text else ALWAYS

    async def game(self, game_id: int) -> Json:
        """One game with its moves and history."""
        return await self._read(lambda: self._game(game_id))

    def _game(self, game_id: int) -> Json:
        entry = self._entry(game_id)
        game = self.reader.shelf.game(game_id)
        told = game_json(self.reader.shelf, entry)
        told["lines"] = [str(line) for line in game.rules.lines]
        told["history"] = [_change(change) for change in self.reader.history.of_game(game_id)]
        told["has_trace"] = self.reader.traces.read(game_id) != ""
        return told

    def _entry(self, game_id: int) -> Entry:
        try:
            return self.reader.shelf.entry(game_id)
        except BadEntry as error:
            raise NoSuch(str(error)) from None

    async def game_file(self, game_id: int, kind: str) -> str:
        """`jas` or `json`."""
        write = to_jas if kind == "jas" else _one_json
        return await self._read(lambda: write(self.reader.shelf, self._entry(game_id)))

    async def games_file(self, found: Found, kind: str) -> str:
        """All that is found."""
        write = to_csv if kind == "csv" else to_json
        return await self._read(
            lambda: write(self.reader.shelf, self._search(found, MOST_IN_A_FILE))
        )

    async def players(self) -> Json:
        """Everybody, by name."""
        players = await self._read(self.reader.players.all)
        return {"players": [player.to_json() for player in players]}

    async def player(self, player_id: int) -> Json:
        """One of them, with what was played."""
        return await self._read(lambda: self._player(player_id))

    def _player(self, player_id: int) -> Json:
        player = self._known(player_id)
        table = self.reader.standings.table()
        total = next((row for row in table if row.player_id == player["id"]), None)
        games = self.reader.shelf.search(Search(player_id=player["id"], limit=200))
        return {
            "player": player,
            "total": total.to_json() if total else None,
            "opponents": [row.to_json() for row in self.reader.standings.opponents(player["id"])],
            "games": [entry.to_json() for entry in games],
        }

    def _known(self, player_id: int) -> Json:
        try:
            return self.reader.players.get(player_id).to_json()
        except BadEntry as error:
            raise NoSuch(str(error)) from None

    async def player_lessons(self, player_id: int) -> Json:
        """The lessons that a player has done."""

        def read() -> Json:
            player = self._known(player_id)
            done = self.reader.lessons.of_player(player["id"])
            return {"player": player, "lessons": [one.to_json() for one in done]}

        return await self._read(read)

    async def standings(
        self, period: str | None, rules: str | None, players: frozenset[int] | None
    ) -> Json:
        """Who stands where."""

        def read() -> Json:
            selection = Selection(self._period(period), rules, players)
            rows = self.reader.standings.table(selection)
            nameless = self.reader.standings.nameless(selection)
            return {"standings": [row.to_json() for row in rows], "nameless": nameless}

        return await self._read(read)

    async def head_to_head(self, one: int, two: int, period: str | None, rules: str | None) -> Json:
        """Two players alone."""

        def read() -> Json:
            names = {"one": self._known(one), "two": self._known(two)}
            selection = Selection(self._period(period), rules)
            found = self.reader.standings.head_to_head(
                names["one"]["id"], names["two"]["id"], selection
            )
            return {**names, "standing": found.to_json() if found else None}

        return await self._read(read)

    # ── changing ─────────────────────────────────────────────────────────────────────────────────

    async def add_player(self, name: str, club: str, prefers: str | None) -> Json:
        """A new player."""
        book = self.keeper.book
        return (await self._change(lambda: book.players.add(name, club, _side(prefers)))).to_json()

    async def change_player(self, player_id: int, changes: Json) -> Json:
        """Name, club, preferred colour."""
        return await self._change(lambda: self._change_player(player_id, changes))

    def _change_player(self, player_id: int, changes: Json) -> Json:
        players = self.keeper.book.players
        self._known(player_id)
        with self.keeper.book.store.writing():
            player = players.get(player_id)
            if "name" in changes:
                player = players.rename(player_id, changes["name"])
            if "club" in changes or "prefers" in changes:
                prefers = _side(changes["prefers"]) if "prefers" in changes else player.prefers
                player = players.describe(player_id, changes.get("club", player.club), prefers)
        return player.to_json()

    async def merge_players(self, player_id: int, into: int) -> Json:
        """Two entries are one person."""

        def merge() -> Json:
            self._known(player_id)
            self._known(into)
            return self.keeper.book.players.merge(player_id, into).to_json()

        return await self._change(merge)

    async def name_game(
        self, game_id: int, white: str | None, black: str | None, whole_match: bool
    ) -> Json:
        """Names given afterwards."""

        def name() -> Entry:
            self._entry(game_id)
            return self.keeper.book.corrections.name(game_id, white, black, whole_match=whole_match)

        return (await self._change(name)).to_json()

    async def correct_game(self, game_id: int, outcome: Json | None) -> Json:
        """The result that counts."""

        def correct() -> Entry:
            self._entry(game_id)
            return self.keeper.book.corrections.result(game_id, _outcome(outcome))

        return (await self._change(correct)).to_json()

    async def delete_game(self, game_id: int) -> Json:
        """Into the bin."""
        if game_id == self.keeper.page.entry.id:
            raise BookRefuses(f"game {game_id} stands on the table: begin the next one first")

        def delete() -> Entry:
            self._entry(game_id)
            return self.keeper.book.corrections.delete(game_id)

        return (await self._change(delete)).to_json()

    async def restore_game(self, game_id: int) -> Json:
        """Out of the bin."""

        def restore() -> Entry:
            self._entry(game_id)
            return self.keeper.book.corrections.restore(game_id)

        return (await self._change(restore)).to_json()


def _one_json(shelf: Any, entry: Entry) -> str:
    return to_json(shelf, [entry])


def _change(change: Change) -> Json:
    return {key: getattr(change, key) for key in ("at", "who", "what", "before", "after")}


def _side(letter: str | None) -> Side | None:
    return None if letter is None else SIDES[letter]


def _outcome(told: Json | None) -> Outcome | None:
    if told is None:
        return None
    white, black = told["points"]
    return Outcome(told["reason"], _side(told["winner"]), (white, black))
