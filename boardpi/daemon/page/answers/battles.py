"""What the page is told of Archers: the game, the games that are kept, a turn under way."""

from __future__ import annotations

from typing import TypedDict

from boardpi.daemon.page.answers.table import Words


class ArchersEntryJson(TypedDict):
    """A game of Archers without its turns."""

    id: int
    size: int
    kings: bool
    white: str | None
    black: str | None
    day: str
    state: str
    reason: str | None
    winner: str | None
    count: int


class ArchersGameJson(ArchersEntryJson):
    """One with them: a start and turns tell every position."""

    start: str
    turns: list[str]


class ArchersJson(TypedDict):
    """The game on the page; null before the first."""

    game: ArchersGameJson | None


class ArchersGamesJson(TypedDict):
    """Games that are kept, the newest first."""

    games: list[ArchersEntryJson]
    more: bool


class ArchersRefusalJson(TypedDict):
    """Why a part is not allowed, or why a turn is not whole yet."""

    code: str
    say: Words


class ArchersTurnJson(TypedDict):
    """A turn that is being put together: the field with it, and what may follow."""

    game: int
    at: int
    position: str
    made: list[str]
    shots: list[str]
    manoeuvres: list[str]
    attacked: list[str]
    zones: dict[str, list[str]]
    decides: bool
    missing: ArchersRefusalJson | None
    refusal: ArchersRefusalJson | None
