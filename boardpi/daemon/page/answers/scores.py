"""What the page is told of the score book."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from boardpi.daemon.page.answers.table import OutcomeJson, PlayedJson, RulesJson


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


class UsedTimeJson(TypedDict):
    """Clocks of a game: `600+5 loses`, the time of each ply, and whose flag fell, White's first."""

    control: str
    used_ms: list[int]
    flagged: list[bool]


class RecordedGameJson(EntryJson):
    """A game as its file has it."""

    start: str
    any_first: bool
    ended_by_players: str | None
    resigned: str | None
    rule_set: NotRequired[str]
    clock: NotRequired[UsedTimeJson]
    analysis: NotRequired[AnalysisJson]
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


class LegalMoveJson(TypedDict):
    """A move that may be played, and where it leads."""

    move: str
    position: str


class StandingPositionJson(TypedDict):
    """A position to be looked at: what may be played in it, or how it has ended."""

    position: str
    rules: RulesJson
    moves: list[LegalMoveJson]
    outcome: OutcomeJson | None


class LineJson(TypedDict):
    """How the coach would go on; `score` is White's, in hundredths of a point."""

    moves: list[str]
    score: int
    is_exact: bool


class LinesJson(TypedDict):
    """The best three lines, and what each move is worth: `[move, score]`, best first.

    `is_exact` says that the worth of every move is proven.
    """

    position: str
    depth: int
    lines: list[LineJson]
    ranked: list[list[str | int]]
    is_exact: bool


class OpeningMoveJson(TypedDict):
    """A move of the club's own games: how often, who won, and all points of both sides."""

    move: str
    games: int
    white: int
    black: int
    white_points: int
    black_points: int


class OpeningsJson(TypedDict):
    """What was played in a position."""

    position: str
    moves: list[OpeningMoveJson]


class ValuesJson(TypedDict):
    """What is proven of a position and of its moves: White's points less Black's with the best play
    of both; null is not known. Nothing is told of where the game on the table stands.
    """

    position: str
    value: int | None
    moves: dict[str, int | None]
    is_withheld: bool


class CommentJson(TypedDict):
    """A comment on the position after a ply of the game."""

    ply: int
    comment: str


class VariationJson(TypedDict):
    """A move beside the game: after a ply of it, or after another node."""

    ply: NotRequired[int]
    parent: NotRequired[int]
    move: str
    position: str
    comment: NotRequired[str]


class AnalysisJson(TypedDict):
    """What was found out about a game."""

    notes: list[CommentJson]
    nodes: list[VariationJson]


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


class CopyJson(TypedDict):
    """A copy that lies at the table."""

    name: str
    at: str
    bytes: int


class BackupsJson(TypedDict):
    """When the book was last copied elsewhere, what has come since, and which copies there are."""

    last: str | None
    games_since: int
    is_kept: bool
    path: str
    copies: list[CopyJson]


class ContentsJson(TypedDict):
    """How much a book holds."""

    games: int
    players: int
    last_day: str | None


class ComparisonJson(TypedDict):
    """What going back to a copy would change; `id` is asked for when it is done."""

    id: str
    name: str
    backup: ContentsJson
    present: ContentsJson | None
    lost_games: int
    games: list[EntryJson]
    lost_players: int
    players: list[str]
    changed_games: int
    playing: EntryJson | None


class RestoredJson(TypedDict):
    """It is done: the table starts again, and the book until now lies there."""

    aside: str | None
