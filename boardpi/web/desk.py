"""What the page asks of the house: the daemon answers with plain JSON values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from boardpi.sim.faults import Faults

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Found:
    """Which games of the book, as a request gives it."""

    text: str = ""
    player: int | None = None
    rules: str | None = None
    period: str | None = None
    state: str | None = None
    bin: bool = False
    limit: int = 50
    offset: int = 0


class PageHands(Protocol):
    """What the page does to a board without wood: of `boards.board.Hands` as much as it needs.

    Boards and web lie on one level and do not know each other, so each says its own side.
    """

    def sense(self, mask: int) -> None:
        """These holes have an archer now."""
        ...

    def plug(self, is_plugged: bool) -> None:
        """Pull the cable, or put it back."""
        ...

    def press(self, held_ms: int) -> None:
        """The button was held so long."""
        ...

    def misbehave(self, faults: Faults) -> None:
        """The reeds have these faults from now on."""
        ...


class Memory(Protocol):
    """Small texts that outlive a restart."""

    def get(self, name: str) -> str | None:
        """What is remembered under this name."""
        ...

    def put(self, name: str, value: str) -> None:
        """Remember it."""
        ...


class Desk(Protocol):
    """Where organisers ask. Everything raises `Refused` where it cannot be."""

    @property
    def hands(self) -> PageHands | None:
        """A board without wood; None where real hands move real archers."""
        ...

    def table(self) -> Json:
        """The snapshot."""
        ...

    def health(self, spectators: int) -> Json:
        """How the reeds, the book and the lights are."""
        ...

    def rules(self) -> Json:
        """All rule sets."""
        ...

    def themes(self) -> Json:
        """All themes."""
        ...

    async def games(self, found: Found) -> Json:
        """Entries, newest first."""
        ...

    async def game(self, game_id: int) -> Json:
        """One game with its moves and history."""
        ...

    async def game_file(self, game_id: int, kind: str) -> str:
        """`jas` or `json`."""
        ...

    async def games_file(self, found: Found, kind: str) -> str:
        """`csv` or `json` of all that is found."""
        ...

    def levels(self) -> Json:
        """The coach as an opponent."""
        ...

    def review(self, game_id: int) -> Json:
        """The turning points of a game, as far as they are known."""
        ...

    async def start_review(self, game_id: int) -> Json:
        """Look for them."""
        ...

    async def vote(self, voter: str, address: str, move: str) -> Json:
        """A pupil's vote in a class."""
        ...

    async def trace(self, game_id: int) -> str:
        """What the board saw."""
        ...

    async def check_report(self) -> Json:
        """The last check of this board."""
        ...

    async def check_file(self, kind: str) -> str:
        """The same as a file, `json` or `txt`."""
        ...

    async def players(self) -> Json:
        """Everybody."""
        ...

    async def player(self, player_id: int) -> Json:
        """One of them, with what was played."""
        ...

    async def player_lessons(self, player_id: int) -> Json:
        """The lessons that a player has done."""
        ...

    def lessons(self) -> Json:
        """All lessons, and files that are none."""
        ...

    def lesson(self, name: str) -> Json:
        """One of them, with its steps."""
        ...

    def puzzles(self) -> Json:
        """All puzzles."""
        ...

    async def read_lessons(self) -> Json:
        """Read the teacher's own lessons again."""
        ...

    async def standings(
        self, period: str | None, rules: str | None, players: frozenset[int] | None
    ) -> Json:
        """Who stands where."""
        ...

    async def head_to_head(self, one: int, two: int, period: str | None, rules: str | None) -> Json:
        """Two players alone."""
        ...

    async def act(self, action: str, values: Json) -> Json:
        """One of `table_actions.ACTIONS`; the snapshot after it."""
        ...

    async def add_player(self, name: str, club: str, prefers: str | None) -> Json:
        """A new player."""
        ...

    async def change_player(self, player_id: int, changes: Json) -> Json:
        """Name, club, preferred colour."""
        ...

    async def merge_players(self, player_id: int, into: int) -> Json:
        """Two entries are one person."""
        ...

    async def name_game(
        self, game_id: int, white: str | None, black: str | None, whole_match: bool
    ) -> Json:
        """Names given afterwards."""
        ...

    async def correct_game(self, game_id: int, outcome: Json | None) -> Json:
        """The result that counts."""
        ...

    async def delete_game(self, game_id: int) -> Json:
        """Into the bin."""
        ...

    async def restore_game(self, game_id: int) -> Json:
        """Out of the bin."""
        ...
