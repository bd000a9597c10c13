"""What the page is told of the score book."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from boardpi.daemon.page.answers.table import OutcomeJson, PlayedJson


class PlayerJson(TypedDict):
    """Somebody who plays."""

    id: int
    name: str
    club: str
    prefers: str | None


class PlayersJson(TypedDict):
    """Everybody, by name."""

    players: list[PlayerJson]


class EntryJson(TypedDict):
    """A game of the book, without its moves."""

    id: int
    uid: str
    match: str
    number: int
    rules: str
    white: str | None
    black: str | None
    table: str
    day: str
    started: str | None
    ended: str | None
    state: str
    outcome: OutcomeJson | None
    corrected: bool
    plies: int
    deleted: str | None
    is_day_sure: bool


class ResultsJson(TypedDict):
    """A match that was written down by hand: its uid and its games."""

    match: str
    games: list[EntryJson]


class ImportedJson(TypedDict):
    """Numbers of the games that a file brought, and of those that were in the book already."""

    new: list[int]
    known: list[int]


class GamesJson(TypedDict):
    """Entries, newest first; `more` says whether others follow."""

    games: list[EntryJson]
    limit: int
    offset: int
    more: bool


class RecordedGameJson(EntryJson):
    """A game as its file has it."""

    start: str
    any_first: bool
    ended_by_players: str | None
    resigned: str | None
    rule_set: NotRequired[str]
    moves: list[PlayedJson]


class ChangeJson(TypedDict):
    """One line of a game's history."""

    at: str
    who: str
    what: str
    before: Any
    after: Any


class GameJson(RecordedGameJson):
    """One game with its history."""

    lines: list[str]
    history: list[ChangeJson]
    has_trace: bool


class GamesFileJson(TypedDict):
    """A file of games, which `boardpi games import` reads."""

    boardpi: int
    games: list[RecordedGameJson]


class StandingJson(TypedDict):
    """What one player has."""

    rank: int
    player_id: int
    name: str
    club: str
    games: int
    won: int
    drawn: int
    lost: int
    points: int
    against: int
    matches: int
    matches_won: int
    matches_lost: int


class GameStandingsJson(TypedDict):
    """Who stands where in one game, `jasir` or `jarmo`."""

    game: str
    standings: list[StandingJson]


class StandingsJson(TypedDict):
    """Who stands where: all games together, and each alone. `nameless` games count for nobody."""

    standings: list[StandingJson]
    by_game: list[GameStandingsJson]
    nameless: int


class HeadToHeadJson(TypedDict):
    """What `one` has against `two`."""

    one: PlayerJson
    two: PlayerJson
    standing: StandingJson | None


class PlayerGameJson(TypedDict):
    """What a player has in one game, `jasir` or `jarmo`."""

    game: str
    total: StandingJson
    opponents: list[StandingJson]


class PlayerPageJson(TypedDict):
    """A player, with what was played; `merged` entries have become this one."""

    player: PlayerJson
    total: StandingJson | None
    by_game: list[PlayerGameJson]
    opponents: list[StandingJson]
    games: list[EntryJson]
    merged: list[PlayerJson]
