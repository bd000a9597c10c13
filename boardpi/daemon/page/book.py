"""What the page reads in the score book, in other threads beside the table's writing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeVar, cast

from boardpi.club import (
    ALWAYS,
    BadEntry,
    Book,
    BookTrouble,
    Entry,
    LoggedChange,
    Period,
    Search,
    Selection,
    parse_period,
)
from boardpi.club.archive import Archive
from boardpi.club.transfer.exports import (
    Pieces,
    csv_pieces,
    game_json,
    json_pieces,
    to_jas,
    to_json,
)
from boardpi.daemon.page.answers.learning import PlayerLessonsJson, ProgressJson
from boardpi.daemon.page.answers.scores import (
    ChangeJson,
    EntryJson,
    GameJson,
    GamesFileJson,
    GamesJson,
    HeadToHeadJson,
    PlayerJson,
    PlayerPageJson,
    PlayersJson,
    StandingJson,
    StandingsJson,
)
from boardpi.daemon.tracer import Tracer
from boardpi.daemon.worker import Worker
from boardpi.errors import BadRequest, BookAway, BookRefuses, NoSuch
from boardpi.rules import Game
from boardpi.web.service import Action, ApiRequest, Endpoint, File, Values
from boardpi.web.shapes import FLAG, ID, choice, number, record, text

Answer = TypeVar("Answer")
Export = Callable[[Archive, list[Entry], Pieces], Iterator[bytes]]
MOST_IN_A_FILE: Final = 1000
WORK_SECONDS, REST_SECONDS = 0.002, 0.004  # by turns, while an export is made
REST: Final = 4.0  # times as long as a question took
MOST_QUESTIONS, MOST_EXPORTS = 24, 6  # under way and waiting; more are told to come again
MOST_SHOWN: Final = 50  # unless a request says how many
PERIOD: Final = text(40)
RULES: Final = text(60)
NUMBERS: Final = text(500, pattern="^[0-9]{1,16}(,[0-9]{1,16})*$")
SEARCH: Final = record(
    text=text(100),
    player=ID,
    rules=RULES,
    period=PERIOD,
    state=choice("playing", "over", "unfinished"),
    bin=FLAG,
    limit=number(1, 200),
    offset=number(0, 10**9),
)
MEETING: Final = record({"one": ID, "two": ID}, period=PERIOD, rules=RULES)


class BookReader:
    """Games, players and standings."""

    actions: tuple[Action, ...] = ()

    def __init__(self, book: Book, tracer: Tracer) -> None:
        self.book = book  # a connection of its own: a long question delays no record
        self._tracer = tracer
        self._readers = Worker("readers", 2, MOST_QUESTIONS, rest=REST)
        self._exporter = Worker("exports", 1, MOST_EXPORTS, rest=REST)
        self._pieces = Pieces()
        self._exports: dict[object, tuple[tuple[int, int] | None, list[bytes]]] = {}

    def close(self) -> None:
        """Nobody reads any more."""
        self._readers.close()
        self._exporter.close()

    async def read(self, question: Callable[[], Answer], worker: Worker | None = None) -> Answer:
        """Ask the book in another thread."""
        try:
            return await (worker or self._readers).run(question)
        except BadEntry as error:
            raise BadRequest(str(error), reason=error.reason) from None
        except BookTrouble as trouble:
            raise BookAway(str(trouble)) from None

    def entry(self, game_id: int) -> Entry:
        """A game that there is."""
        try:
            return self.book.archive.entry(game_id)
        except BadEntry as error:
            raise NoSuch(str(error)) from None

    def player(self, player_id: int) -> PlayerJson:
        """A player that there is."""
        try:
            return cast("PlayerJson", self.book.players.get(player_id).to_json())
        except BadEntry as error:
            raise NoSuch(str(error)) from None

    async def replay(self, game_id: int) -> Game:
        """A game to be looked at move by move."""
        await self.read(lambda: self._game(game_id))  # says so if there is none
        try:
            return await self._readers.run(self.book.archive.game, game_id)
        except (BadEntry, BookTrouble) as error:
            raise BookRefuses(str(error)) from None

    def _period(self, told: str | None) -> Period:
        return parse_period(told, self.book.store.clock().date()) if told else ALWAYS

    # ── games ────────────────────────────────────────────────────────────────────────────────────

    def _search(self, values: Values, limit: int) -> list[Entry]:
        return self.book.archive.search(
            Search(
                values.get("text", ""),
                values.get("player"),
                values.get("rules"),
                self._period(values.get("period")),
                values.get("state"),
                values.get("bin", False),
                limit,
                values.get("offset", 0),
            )
        )

    async def tell_games(self, request: ApiRequest) -> GamesJson:
        """Entries, newest first."""
        limit = request.values.get("limit", MOST_SHOWN)
        entries = await self.read(lambda: self._search(request.values, limit + 1))
        return {
            "games": [tell_entry(entry) for entry in entries[:limit]],
            "limit": limit,
            "offset": request.values.get("offset", 0),
            "more": len(entries) > limit,
        }

    async def save_games_csv(self, request: ApiRequest) -> File:
        """All that is found, for a spreadsheet."""
        return await self._save(request, csv_pieces, "games.csv", "text/csv")

    async def save_games_json(self, request: ApiRequest) -> File:
        """The same for programs."""
        return await self._save(request, json_pieces, "games.json", "application/json")

    async def _save(self, request: ApiRequest, write: Export, name: str, media: str) -> File:
        """One export at a time; its pieces are shared with all others, also while they are sent."""
        pieces = await self.read(lambda: self._export(request.values, write), self._exporter)
        return File(pieces, name, media)

    def _export(self, values: Values, write: Export) -> list[bytes]:
        """Made anew only if the book was written since, or another question is asked."""
        key = (write, self.book.store.today(), *sorted(values.items()))
        version, pieces = self._exports.get(key, (None, []))
        if version != self.book.store.version():
            version = self.book.store.version()
            found = self._search(values, MOST_IN_A_FILE)
            pieces = politely(write(self.book.archive, found, self._pieces))
        self._exports = {**dict(list(self._exports.items())[-3:]), key: (version, pieces)}
        return pieces

    async def tell_game(self, request: ApiRequest) -> GameJson:
        """One game with its moves and history."""
        return await self.read(lambda: self._game(request.id))

    def _game(self, game_id: int) -> GameJson:
        entry = self.entry(game_id)
        game = self.book.archive.game(game_id)
        told = game_json(self.book.archive, entry)
        told["lines"] = [str(line) for line in game.rules.lines]
        told["history"] = [_change(change) for change in self.book.history.of_game(game_id)]
        told["has_trace"] = self.book.traces.read(game_id) != ""
        return cast("GameJson", told)

    async def save_game_jas(self, request: ApiRequest) -> File:
        """Its record."""
        found = await self.read(lambda: to_jas(self.book.archive, self.entry(request.id)))
        return File.of(found, f"game-{request.id}.jas", "text/plain")

    async def save_game_json(self, request: ApiRequest) -> File:
        """All that the book knows of it."""
        found = await self.read(lambda: to_json(self.book.archive, [self.entry(request.id)]))
        return File.of(found, f"game-{request.id}.json", "application/json")

    async def save_trace(self, request: ApiRequest) -> File:
        """What the board saw; of the game on the table up to this moment."""
        await self._tracer.write()
        await self.read(lambda: self.entry(request.id))
        found = await self.read(lambda: self.book.traces.read(request.id))
        if not found:
            raise NoSuch(f"no trace of game {request.id} is kept")
        end = self._tracer.end_line(request.id)
        return File.of(found + end, f"game-{request.id}.trace.jsonl", "application/x-ndjson")

    # ── players ──────────────────────────────────────────────────────────────────────────────────

    async def tell_players(self, request: ApiRequest) -> PlayersJson:
        """Everybody, by name."""
        players = await self.read(self.book.players.all)
        return {"players": [cast("PlayerJson", player.to_json()) for player in players]}

    async def tell_player(self, request: ApiRequest) -> PlayerPageJson:
        """One of them, with what was played."""
        return await self.read(lambda: self._player(request.id))

    def _player(self, player_id: int) -> PlayerPageJson:
        player, standings = self.player(player_id), self.book.standings
        total = next((row for row in standings.table() if row.player_id == player["id"]), None)
        games = self.book.archive.search(Search(player_id=player["id"], limit=200))
        return {
            "player": player,
            "total": _standing(total) if total else None,
            "opponents": [_standing(row) for row in standings.opponents(player["id"])],
            "games": [tell_entry(entry) for entry in games],
        }

    async def tell_player_lessons(self, request: ApiRequest) -> PlayerLessonsJson:
        """The lessons that a player has done."""
        told = await self.read(lambda: self._player_lessons(request.id))
        if not request.is_trusted:
            for lesson in told["lessons"]:
                lesson["mistakes"] = None  # a pupil's mistakes are never public
        return told

    def _player_lessons(self, player_id: int) -> PlayerLessonsJson:
        player = self.player(player_id)
        done = self.book.lessons.of_player(player["id"])
        return {
            "player": player,
            "lessons": [cast("ProgressJson", one.to_json()) for one in done],
        }

    # ── standings ────────────────────────────────────────────────────────────────────────────────

    async def tell_standings(self, request: ApiRequest) -> StandingsJson:
        """Who stands where."""
        values = request.values
        players = read_numbers(values["players"]) if values.get("players") else None

        def read() -> StandingsJson:
            selection = Selection(self._period(values.get("period")), values.get("rules"), players)
            rows = self.book.standings.table(selection)
            nameless = self.book.standings.nameless(selection)
            return {"standings": [_standing(row) for row in rows], "nameless": nameless}

        return await self.read(read)

    async def tell_head_to_head(self, request: ApiRequest) -> HeadToHeadJson:
        """Two players alone."""
        return await self.read(lambda: self._head_to_head(request.values))

    def _head_to_head(self, values: Values) -> HeadToHeadJson:
        one, two = self.player(values["one"]), self.player(values["two"])
        selection = Selection(self._period(values.get("period")), values.get("rules"))
        found = self.book.standings.head_to_head(one["id"], two["id"], selection)
        return {"one": one, "two": two, "standing": _standing(found) if found else None}

    endpoints = (
        Endpoint("GET", "/games", "games, newest first", tell_games, SEARCH),
        Endpoint(
            "GET", "/games.csv", "games for a spreadsheet", save_games_csv, SEARCH, "text/csv"
        ),
        Endpoint(
            "GET", "/games.json", "games as a file", save_games_json, SEARCH, body=GamesFileJson
        ),
        Endpoint("GET", "/games/{id}", "one game with its moves", tell_game),
        Endpoint("GET", "/games/{id}.jas", "its record", save_game_jas, media="text/plain"),
        Endpoint(
            "GET", "/games/{id}.json", "the same as a file", save_game_json, body=GamesFileJson
        ),
        Endpoint(
            "GET",
            "/games/{id}/trace",
            "what the board saw",
            save_trace,
            media="application/x-ndjson",
        ),
        Endpoint("GET", "/players", "everybody", tell_players),
        Endpoint("GET", "/players/{id}", "one player", tell_player),
        Endpoint("GET", "/players/{id}/lessons", "what a player has learnt", tell_player_lessons),
        Endpoint(
            "GET",
            "/standings",
            "who stands where",
            tell_standings,
            record(period=PERIOD, rules=RULES, players=NUMBERS),
        ),
        Endpoint("GET", "/head-to-head", "two players alone", tell_head_to_head, MEETING),
    )


def politely(pieces: Iterator[bytes]) -> list[bytes]:
    """All of them, resting longer than working: an export is never what the board waits for."""
    made, since = list[bytes](), time.perf_counter()
    for piece in pieces:
        made.append(piece)
        if time.perf_counter() - since > WORK_SECONDS:
            time.sleep(REST_SECONDS)
            since = time.perf_counter()
    return made


def tell_entry(entry: Entry) -> EntryJson:
    """A game without its moves."""
    return cast("EntryJson", entry.to_json())


def _standing(standing: Any) -> StandingJson:
    return cast("StandingJson", standing.to_json())


def _change(change: LoggedChange) -> ChangeJson:
    return {
        "at": change.at,
        "who": change.who,
        "what": change.what,
        "before": change.before,
        "after": change.after,
    }


def read_numbers(raw: str) -> frozenset[int]:
    """`1,2,5`; the shape has looked at the signs already."""
    numbers = frozenset(int(part) for part in raw.split(","))
    if len(numbers) > 100 or max(numbers) >= 2**53:
        raise BadRequest(f"players: {raw[:40]!r} are no numbers of players")
    return numbers
