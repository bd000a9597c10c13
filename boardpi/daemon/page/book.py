"""What the page reads in the score book, in other threads beside the table's writing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
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
    Standing,
    parse_period,
)
from boardpi.club.archive import Archive
from boardpi.club.rulebook import GAMES
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
from boardpi.errors import BadRequest, BookAway, BookRefuses, NoSuch
from boardpi.rules import Game, RulesError, RuleSet, rule_set
from boardpi.web.service import Action, ApiRequest, Endpoint, File, Values
from boardpi.web.shapes import FLAG, ID, choice, number, record, text
from boardpi.web.worker import REST, Exports, Worker, politely

Answer = TypeVar("Answer")
Export = Callable[[Archive, list[Entry], Pieces], Iterator[bytes]]
MOST_IN_A_FILE: Final = 1000
MOST_QUESTIONS: Final = 24  # under way and waiting; more are told to come again
MOST_SHOWN: Final = 50  # unless a request says how many
PERIOD: Final = text(40)
RULES: Final = text(60)
GAME: Final = choice(*GAMES)
NUMBERS: Final = text(500, pattern="^[0-9]{1,16}(,[0-9]{1,16})*$")
SEARCH: Final = record(
    text=text(100),
    player=ID,
    rules=RULES,
    game=GAME,
    period=PERIOD,
    state=choice("playing", "over", "unfinished"),
    bin=FLAG,
    limit=number(1, 200),
    offset=number(0, 10**9),
)
MEETING: Final = record({"one": ID, "two": ID}, period=PERIOD, rules=RULES, game=GAME)


class BookReader:
    """Games, players and standings."""

    actions: tuple[Action, ...] = ()

    def __init__(self, book: Book, tracer: Tracer, known: Mapping[str, RuleSet]) -> None:
        self.book = book  # a connection of its own: a long question delays no record
        self._known = known
        self._tracer = tracer
        self._readers = Worker("readers", 1, MOST_QUESTIONS, rest=REST)
        self._exports = Exports(book.store.version)
        self._pieces = Pieces()

    def close(self) -> None:
        """Nobody reads any more."""
        self._readers.close()
        self._exports.close()

    async def read(self, question: Callable[[], Answer]) -> Answer:
        """Ask the book in another thread."""
        with told_refusals():
            return await self._readers.run(question)

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

    def _rules(self, told: str | None) -> str | None:
        """A rule set that can be played here, or was; any other would find nothing, silently."""
        if told is not None and told not in self._known:
            try:
                rule_set(told, {**self._known, **self.book.rulebook.known()})
            except RulesError as error:
                raise BadRequest(f"rules: {error}", reason="unknown_rules") from None
        return told

    # ── games ────────────────────────────────────────────────────────────────────────────────────

    def _search(self, values: Values, limit: int) -> list[Entry]:
        return self.book.archive.search(
            Search(
                values.get("text", ""),
                values.get("player"),
                self._rules(values.get("rules")),
                self._period(values.get("period")),
                values.get("state"),
                values.get("bin", False),
                limit,
                values.get("offset", 0),
                values.get("game"),
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
        values = request.values
        key = (write, self.book.store.today(), *sorted(values.items()))

        def make() -> File:
            found = self._search(values, MOST_IN_A_FILE)
            return File(politely(write(self.book.archive, found, self._pieces)), name, media)

        with told_refusals():
            return await self._exports.find(key, make)

    async def tell_game(self, request: ApiRequest) -> GameJson:
        """One game with its moves and history."""
        return await self.read(lambda: self._game(request.id))

    def _game(self, game_id: int) -> GameJson:
        entry = self.entry(game_id)
        game = self.book.archive.game(game_id)
        told = game_json(self.book.archive, entry)
        told["lines"] = [str(line) for line in game.rules.lines]
        told["history"] = [_change(change) for change in self.book.history.of_game(game_id)]
        told["has_trace"] = self.book.traces.has(game_id)
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
        await self._tracer.flush()
        end = self._tracer.end_line(request.id)

        def make() -> File:
            self.entry(request.id)
            parts, size = self.book.traces.packed(request.id)
            if not parts:
                raise NoSuch(f"no trace of game {request.id} is kept")
            name = f"game-{request.id}.trace.jsonl"
            return File((), name, "application/x-ndjson", parts, size)

        with told_refusals():
            kept = await self._exports.find(("trace", request.id), make)
        return replace(kept, pieces=(end.encode(),)) if end else kept

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
        number = player["id"]
        games = self.book.archive.search(Search(player_id=number, limit=200))
        merged = self.book.players.merged(number)
        return {
            "player": player,
            "total": _own(standings.table(), number),
            "by_game": [
                {"game": game, "total": own, "opponents": self._opponents(number, game)}
                for game, rows in standings.by_game(Selection())
                if (own := _own(rows, number))
            ],
            "opponents": self._opponents(number),
            "games": [tell_entry(entry) for entry in games],
            "merged": [cast("PlayerJson", one.to_json()) for one in merged],
        }

    def _opponents(self, player_id: int, game: str | None = None) -> list[StandingJson]:
        rows = self.book.standings.opponents(player_id, Selection(game=game))
        return [_standing(row) for row in rows]

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

        return await self.read(lambda: self._standings(self._selection(values, players)))

    def _standings(self, selection: Selection) -> StandingsJson:
        standings = self.book.standings
        return {
            "standings": [_standing(row) for row in standings.table(selection)],
            "by_game": [
                {"game": game, "standings": [_standing(row) for row in rows]}
                for game, rows in standings.by_game(selection)
            ],
            "nameless": standings.nameless(selection),
        }

    def _selection(self, values: Values, players: frozenset[int] | None = None) -> Selection:
        period, rules = self._period(values.get("period")), self._rules(values.get("rules"))
        return Selection(period, rules, players, values.get("game"))

    async def tell_head_to_head(self, request: ApiRequest) -> HeadToHeadJson:
        """Two players alone."""
        return await self.read(lambda: self._head_to_head(request.values))

    def _head_to_head(self, values: Values) -> HeadToHeadJson:
        one, two = self.player(values["one"]), self.player(values["two"])
        selection = self._selection(values)
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
            record(period=PERIOD, rules=RULES, game=GAME, players=NUMBERS),
        ),
        Endpoint("GET", "/head-to-head", "two players alone", tell_head_to_head, MEETING),
    )


@contextmanager
def told_refusals() -> Iterator[None]:
    """What the book refuses, in the words of the API."""
    try:
        yield
    except BadEntry as error:
        raise BadRequest(str(error), reason=error.reason) from None
    except BookTrouble as trouble:
        raise BookAway(str(trouble)) from None


def tell_entry(entry: Entry) -> EntryJson:
    """A game without its moves."""
    return cast("EntryJson", entry.to_json())


def _standing(standing: Any) -> StandingJson:
    return cast("StandingJson", standing.to_json())


def _own(rows: list[Standing], player_id: int) -> StandingJson | None:
    found = next((row for row in rows if row.player_id == player_id), None)
    return None if found is None else _standing(found)


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
