"""What the page changes in the score book: players, results by hand, names, the bin, files."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Final, TypeVar, cast

from boardpi.club import BadEntry, Book, BookTrouble, Entry, open_book, read_games
from boardpi.club.corrections import LONGEST_NOTE, HandResult
from boardpi.club.names import LONGEST_NAME
from boardpi.club.store import MEMORY
from boardpi.daemon.loop import Daemon
from boardpi.daemon.page.answers.scores import EntryJson, ImportedJson, PlayerJson, ResultsJson
from boardpi.daemon.page.book import BookReader, tell_entry
from boardpi.errors import BadRequest, BookAway, BookRefuses
from boardpi.rules import Outcome, RulesError, RuleSet, Side, rule_set
from boardpi.rules.holes import SIDES
from boardpi.web.service import Action, ApiRequest, Endpoint, Values
from boardpi.web.shapes import FLAG, ID, SIDE, choice, many, maybe, number, record, text

Answer = TypeVar("Answer")
NAME: Final = text(200)  # the book says what a name is, with a better sentence
CLUB: Final = text(200)
PLAYER: Final = record({"name": NAME}, club=CLUB, prefers=maybe(SIDE))
CHANGES: Final = record(name=NAME, club=CLUB, prefers=maybe(SIDE))
NAMES: Final = record({"white": maybe(NAME), "black": maybe(NAME)}, whole_match=FLAG)
OUTCOME: Final = record(
    {
        "reason": choice("arrived", "eliminated", "blocked", "agreed", "resigned"),
        "winner": maybe(SIDE),
        "points": many(number(0, 10), 2, 2),
    }
)
DAY: Final = text(10, pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")
RESULTS: Final = record(
    {"white": NAME, "black": NAME, "games": many(OUTCOME, 2, 1)},
    rules=text(60),
    day=DAY,
    table=text(LONGEST_NAME),
    note=text(LONGEST_NOTE),
    uid=text(64, pattern="^[0-9a-f]{16,64}$"),
)
LARGEST_FILE: Final = 1_000_000  # bytes; some 250 games


class BookEditor:
    """Writes into the book of the table; names and scores on the table follow at once."""

    actions: tuple[Action, ...] = ()

    def __init__(
        self, daemon: Daemon, reader: BookReader, known: Mapping[str, RuleSet] | None = None
    ) -> None:
        self._daemon = daemon
        self._reader = reader
        self._known = known or {}

    @property
    def book(self) -> Book:
        """The book that is written."""
        return self._daemon.keeper.book

    async def change(self, change: Callable[[], Answer]) -> Answer:
        """Change the book in another thread."""
        try:
            answer = await self._daemon.keeper.writer.run(change)
        except BadEntry as error:
            raise BookRefuses(str(error), reason=error.reason) from None
        except BookTrouble as trouble:
            raise BookAway(str(trouble)) from None
        await self._daemon.keeper.refresh()
        self._daemon.look()
        return answer

    # ── players ──────────────────────────────────────────────────────────────────────────────────

    async def add_player(self, request: ApiRequest) -> PlayerJson:
        """A new player."""
        values = request.values

        def add() -> PlayerJson:
            prefers = _side(values.get("prefers"))
            player = self.book.players.add(values["name"], values.get("club", ""), prefers)
            return cast("PlayerJson", player.to_json())

        return await self.change(add)

    async def change_player(self, request: ApiRequest) -> PlayerJson:
        """Name, club, preferred colour."""
        return await self.change(lambda: self._change_player(request.id, request.values))

    def _change_player(self, player_id: int, changes: Values) -> PlayerJson:
        players = self.book.players
        self._reader.player(player_id)
        with self.book.store.writing():
            player = players.get(player_id)
            if "name" in changes:
                player = players.rename(player_id, changes["name"])
            if "club" in changes or "prefers" in changes:
                prefers = _side(changes["prefers"]) if "prefers" in changes else player.prefers
                player = players.describe(player_id, changes.get("club", player.club), prefers)
        return cast("PlayerJson", player.to_json())

    async def merge_players(self, request: ApiRequest) -> PlayerJson:
        """Two entries are one person."""

        def merge() -> PlayerJson:
            into = request.values["into"]
            self._reader.player(request.id)
            self._reader.player(into)
            return cast("PlayerJson", self.book.players.merge(request.id, into).to_json())

        return await self.change(merge)

    async def split_player(self, request: ApiRequest) -> PlayerJson:
        """A merge undone."""

        def split() -> PlayerJson:
            self._reader.player(request.id)
            return cast("PlayerJson", self.book.players.split(request.id).to_json())

        return await self.change(split)

    async def seat(self, white: str | None, black: str | None) -> None:
        """Write players down: a name that is none is refused before anything happens."""
        if white is None and black is None:
            return  # needs no book, so it can be played without one

        def seat() -> None:
            with self.book.store.writing():
                seats = [self.book.players.seat(name) for name in (white, black)]
                if seats[0] is not None and seats[0] == seats[1]:
                    raise BadRequest("white and black are the same player", reason="both_sides")

        await self.change(seat)

    # ── results by hand, and files ───────────────────────────────────────────────────────────────

    async def add_results(self, request: ApiRequest) -> ResultsJson:
        """A match of a board that tells nothing; the same uid again writes nothing."""
        values = request.values
        result = HandResult(
            self._rules(values.get("rules")),
            values["white"],
            values["black"],
            tuple(_read_outcome(told) for told in values["games"]),
            values.get("note", ""),
            values.get("day"),
            values.get("table", ""),
            values.get("uid"),
        )
        games = await self.change(lambda: self.book.corrections.add(result))
        return {"match": games[0].match_uid, "games": [tell_entry(game) for game in games]}

    def _rules(self, name: str | None) -> RuleSet:
        """None = those of the game on the table."""
        if name is None:
            return self._daemon.table.game.rules
        try:
            return rule_set(name, self._known)
        except RulesError as error:
            raise BadRequest(f"rules: {error}") from None

    async def import_games(self, request: ApiRequest) -> ImportedJson:
        """The games of a file, in a thread of their own: the table writes its moves between."""
        if self.book.store.path == MEMORY:
            raise BookAway("The score book cannot be written just now.")
        try:
            arrived = await asyncio.to_thread(self._bring, request.values["text"])
        except BadEntry as error:
            raise BookRefuses(str(error), reason=error.reason or "bad_file") from None
        except BookTrouble as trouble:
            raise BookAway(str(trouble)) from None
        self._daemon.look()
        return arrived

    def _bring(self, file: str) -> ImportedJson:
        with open_book(self.book.store.path, check=False) as book:
            known = {**book.rulebook.known(), **self._known}
            arrived = book.arrivals.add(read_games(file, known))
        return {
            "new": [game.game_id for game in arrived if game.is_new],
            "known": [game.game_id for game in arrived if not game.is_new],
        }

    # ── games ────────────────────────────────────────────────────────────────────────────────────

    async def _correct(self, game_id: int, correct: Callable[[], Entry]) -> EntryJson:
        def change() -> Entry:
            self._reader.entry(game_id)
            return correct()

        return tell_entry(await self.change(change))

    async def name_seats(
        self, game_id: int, white: str | None, black: str | None, *, whole_match: bool
    ) -> EntryJson:
        """Say who plays, or played."""
        name = self.book.corrections.name
        return await self._correct(
            game_id, lambda: name(game_id, white, black, whole_match=whole_match)
        )

    async def name_game(self, request: ApiRequest) -> EntryJson:
        """Names given afterwards."""
        values = request.values
        return await self.name_seats(
            request.id,
            values["white"],
            values["black"],
            whole_match=values.get("whole_match", True),
        )

    async def correct_game(self, request: ApiRequest) -> EntryJson:
        """The result that counts."""
        told = request.values["outcome"]
        outcome = None if told is None else _read_outcome(told)
        result = self.book.corrections.result
        return await self._correct(request.id, lambda: result(request.id, outcome))

    async def date_game(self, request: ApiRequest) -> EntryJson:
        """The day that counts, where the clock was wrong."""
        date = self.book.days.set
        return await self._correct(request.id, lambda: date(request.id, request.values["day"]))

    async def delete_game(self, request: ApiRequest) -> EntryJson:
        """Into the bin."""
        if request.id == self._daemon.keeper.page.entry.id:
            raise BookRefuses(
                f"game {request.id} is on the table: begin the next one first", reason="on_table"
            )
        delete = self.book.corrections.delete
        return await self._correct(request.id, lambda: delete(request.id))

    async def restore_game(self, request: ApiRequest) -> EntryJson:
        """Out of the bin."""
        restore = self.book.corrections.restore
        return await self._correct(request.id, lambda: restore(request.id))

    endpoints = (
        Endpoint("POST", "/players", "write down a player", add_player, PLAYER),
        Endpoint("PATCH", "/players/{id}", "change a player", change_player, CHANGES),
        Endpoint(
            "POST", "/players/{id}/merge", "two are one person", merge_players, record({"into": ID})
        ),
        Endpoint("POST", "/players/{id}/split", "undo a merge", split_player),
        Endpoint("POST", "/results", "write down results by hand", add_results, RESULTS),
        Endpoint(
            "POST",
            "/games/import",
            "bring in the games of a .jas or JSON file",
            import_games,
            record({"text": text(LARGEST_FILE)}),
            most_bytes=2 * LARGEST_FILE,
        ),
        Endpoint("POST", "/games/{id}/names", "say who played", name_game, NAMES),
        Endpoint(
            "POST",
            "/games/{id}/result",
            "set the result that counts",
            correct_game,
            record({"outcome": maybe(OUTCOME)}),
        ),
        Endpoint(
            "POST",
            "/games/{id}/day",
            "say on which day it was played",
            date_game,
            record({"day": DAY}),
        ),
        Endpoint("DELETE", "/games/{id}", "put a game into the bin", delete_game),
        Endpoint("POST", "/games/{id}/restore", "take it out of the bin", restore_game),
    )


def _side(letter: str | None) -> Side | None:
    return None if letter is None else SIDES[letter]


def _read_outcome(told: Values) -> Outcome:
    white, black = told["points"]
    return Outcome(told["reason"], _side(told["winner"]), (white, black))
