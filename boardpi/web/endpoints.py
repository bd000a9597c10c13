"""All addresses of the API: what each takes and how it is answered (docs/api.md)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

from boardpi.errors import BadRequest
from boardpi.web.actions import ACTIONS, NAME
from boardpi.web.desk import Desk, Found, Json
from boardpi.web.shapes import FLAG, ID, SIDE, Shape, choice, many, maybe, number, record, text


@dataclass(frozen=True, slots=True)
class Ask:
    """A request whose shape is right: `values` come from its query or its body."""

    desk: Desk
    values: Json
    id: int = 0
    name: str = ""
    spectators: int = 0


@dataclass(frozen=True, slots=True)
class File:
    """An answer that browsers save."""

    text: str
    name: str
    media: str


Answer = Callable[[Ask], Awaitable[Json | File]]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One address and method. Everything but GET needs the PIN."""

    method: str
    path: str
    summary: str
    answer: Answer
    shape: Shape = field(default_factory=record)
    media: str = "application/json"

    @property
    def changes(self) -> bool:
        """Whether a session is needed."""
        return self.method != "GET"

    @property
    def has_body(self) -> bool:
        """Whether the values come as JSON."""
        return self.method in ("POST", "PATCH")


PERIOD: Final = text(40)
RULES: Final = text(60)
CLUB: Final = text(200)
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
OUTCOME: Final = record(
    {
        "reason": choice("arrived", "eliminated", "blocked", "agreed", "resigned"),
        "winner": maybe(SIDE),
        "points": many(number(0, 10), 2, 2),
    }
)


async def get_table(ask: Ask) -> Json:
    return ask.desk.table()


async def get_health(ask: Ask) -> Json:
    return ask.desk.health(ask.spectators)


async def get_rules(ask: Ask) -> Json:
    return ask.desk.rules()


async def get_themes(ask: Ask) -> Json:
    return ask.desk.themes()


async def get_games(ask: Ask) -> Json:
    return await ask.desk.games(Found(**ask.values))


async def get_games_csv(ask: Ask) -> File:
    return File(await ask.desk.games_file(Found(**ask.values), "csv"), "games.csv", "text/csv")


async def get_games_json(ask: Ask) -> File:
    found = await ask.desk.games_file(Found(**ask.values), "json")
    return File(found, "games.json", "application/json")


async def get_game(ask: Ask) -> Json:
    return await ask.desk.game(ask.id)


async def get_game_jas(ask: Ask) -> File:
    return File(await ask.desk.game_file(ask.id, "jas"), f"game-{ask.id}.jas", "text/plain")


async def get_game_json(ask: Ask) -> File:
    found = await ask.desk.game_file(ask.id, "json")
    return File(found, f"game-{ask.id}.json", "application/json")


async def get_coach(ask: Ask) -> Json:
    return ask.desk.levels()


async def get_review(ask: Ask) -> Json:
    return ask.desk.review(ask.id)


async def start_review(ask: Ask) -> Json:
    return await ask.desk.start_review(ask.id)


async def get_trace(ask: Ask) -> File:
    name = f"game-{ask.id}.trace.jsonl"
    return File(await ask.desk.trace(ask.id), name, "application/x-ndjson")


async def get_check(ask: Ask) -> Json:
    return await ask.desk.check_report()


async def get_check_json(ask: Ask) -> File:
    return File(await ask.desk.check_file("json"), "boardpi-check.json", "application/json")


async def get_check_text(ask: Ask) -> File:
    return File(await ask.desk.check_file("txt"), "boardpi-check.txt", "text/plain")


async def get_players(ask: Ask) -> Json:
    return await ask.desk.players()


async def get_player(ask: Ask) -> Json:
    return await ask.desk.player(ask.id)


async def get_player_lessons(ask: Ask) -> Json:
    return await ask.desk.player_lessons(ask.id)


async def get_lessons(ask: Ask) -> Json:
    return ask.desk.lessons()


async def get_lesson(ask: Ask) -> Json:
    return ask.desk.lesson(ask.name)


async def get_puzzles(ask: Ask) -> Json:
    return ask.desk.puzzles()


async def read_lessons(ask: Ask) -> Json:
    return await ask.desk.read_lessons()


async def get_standings(ask: Ask) -> Json:
    values = ask.values
    players = read_numbers(values["players"]) if values.get("players") else None
    return await ask.desk.standings(values.get("period"), values.get("rules"), players)


def read_numbers(raw: str) -> frozenset[int]:
    """`1,2,5`; the shape has looked at the signs already."""
    numbers = frozenset(int(part) for part in raw.split(","))
    if len(numbers) > 100 or max(numbers) >= 2**53:
        raise BadRequest(f"players: {raw[:40]!r} are no numbers of players")
    return numbers


async def get_head_to_head(ask: Ask) -> Json:
    values = ask.values
    return await ask.desk.head_to_head(
        values["one"], values["two"], values.get("period"), values.get("rules")
    )


async def add_player(ask: Ask) -> Json:
    values = ask.values
    return await ask.desk.add_player(values["name"], values.get("club", ""), values.get("prefers"))


async def change_player(ask: Ask) -> Json:
    return await ask.desk.change_player(ask.id, ask.values)


async def merge_players(ask: Ask) -> Json:
    return await ask.desk.merge_players(ask.id, ask.values["into"])


async def name_game(ask: Ask) -> Json:
    values = ask.values
    return await ask.desk.name_game(
        ask.id, values["white"], values["black"], values.get("whole_match", True)
    )


async def correct_game(ask: Ask) -> Json:
    return await ask.desk.correct_game(ask.id, ask.values["outcome"])


async def delete_game(ask: Ask) -> Json:
    return await ask.desk.delete_game(ask.id)


async def restore_game(ask: Ask) -> Json:
    return await ask.desk.restore_game(ask.id)


def acting(action: str) -> Answer:
    """The answer to one action on the table."""

    async def act(ask: Ask) -> Json:
        return await ask.desk.act(action, ask.values)

    return act


NUMBERS: Final = text(500, pattern="^[0-9]{1,16}(,[0-9]{1,16})*$")
PLAYER: Final = record({"name": NAME}, club=CLUB, prefers=maybe(SIDE))
CHANGES: Final = record(name=NAME, club=CLUB, prefers=maybe(SIDE))
NAMES: Final = record({"white": maybe(NAME), "black": maybe(NAME)}, whole_match=FLAG)
MEETING: Final = record({"one": ID, "two": ID}, period=PERIOD, rules=RULES)

ENDPOINTS: Final = (
    Endpoint("GET", "/table", "the table as it stands", get_table),
    Endpoint("GET", "/health", "reeds, book and lights", get_health),
    Endpoint("GET", "/rules", "all rule sets", get_rules),
    Endpoint("GET", "/themes", "all themes of the lights", get_themes),
    Endpoint("GET", "/games", "games, newest first", get_games, SEARCH),
    Endpoint("GET", "/games.csv", "games for a spreadsheet", get_games_csv, SEARCH, "text/csv"),
    Endpoint("GET", "/games.json", "games as a file", get_games_json, SEARCH),
    Endpoint("GET", "/games/{id}", "one game with its moves", get_game),
    Endpoint("GET", "/games/{id}.jas", "its record", get_game_jas, media="text/plain"),
    Endpoint("GET", "/games/{id}.json", "the same as a file", get_game_json),
    Endpoint(
        "GET", "/games/{id}/trace", "what the board saw", get_trace, media="application/x-ndjson"
    ),
    Endpoint("GET", "/check", "the last check of this board", get_check),
    Endpoint("GET", "/check.json", "its report as a file", get_check_json),
    Endpoint("GET", "/check.txt", "the same for people", get_check_text, media="text/plain"),
    Endpoint("GET", "/games/{id}/review", "its turning points", get_review),
    Endpoint("POST", "/games/{id}/review", "look for its turning points", start_review),
    Endpoint("GET", "/coach", "the coach's levels", get_coach),
    Endpoint("GET", "/players", "everybody", get_players),
    Endpoint("GET", "/players/{id}", "one player", get_player),
    Endpoint("GET", "/players/{id}/lessons", "what a player has learnt", get_player_lessons),
    Endpoint("GET", "/lessons", "all lessons", get_lessons),
    Endpoint("GET", "/lessons/{name}", "one lesson with its steps", get_lesson),
    Endpoint("GET", "/puzzles", "all puzzles, easy ones first", get_puzzles),
    Endpoint("POST", "/lessons", "read the teacher's own lessons again", read_lessons),
    Endpoint(
        "GET",
        "/standings",
        "who stands where",
        get_standings,
        record(period=PERIOD, rules=RULES, players=NUMBERS),
    ),
    Endpoint("GET", "/head-to-head", "two players alone", get_head_to_head, MEETING),
    *(
        Endpoint("POST", f"/table/{name}", summary, acting(name), shape)
        for name, (summary, shape) in ACTIONS.items()
    ),
    Endpoint("POST", "/players", "write down a player", add_player, PLAYER),
    Endpoint("PATCH", "/players/{id}", "change a player", change_player, CHANGES),
    Endpoint(
        "POST", "/players/{id}/merge", "two are one person", merge_players, record({"into": ID})
    ),
    Endpoint("POST", "/games/{id}/names", "say who played", name_game, NAMES),
    Endpoint(
        "POST",
        "/games/{id}/result",
        "set the result that counts",
        correct_game,
        record({"outcome": maybe(OUTCOME)}),
    ),
    Endpoint("DELETE", "/games/{id}", "put a game into the bin", delete_game),
    Endpoint("POST", "/games/{id}/restore", "take it out of the bin", restore_game),
)
