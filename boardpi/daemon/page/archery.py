"""Archers on the page: the game that is being played, turns put together, games that are kept.

The game belongs to the daemon and is in the book before anybody sees a turn. The rules are asked in
another thread, like everything that the page reads in the book: the board never waits for them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import reduce
from typing import Final, TypeVar

from boardpi.archers import (
    DEFAULT_SIZE,
    SIZES,
    Battle,
    BattleRecord,
    OpenTurn,
    TurnRefused,
    controlled,
    new_battle,
    open_turn,
    parse_part,
    parse_parts,
    squares_in,
    start_formation,
    write_battle,
)
from boardpi.club import OVER, PLAYING, BadEntry, BookTrouble
from boardpi.club.archery import KeptBattle
from boardpi.daemon.loop import Daemon
from boardpi.daemon.page.answers.battles import (
    ArchersEntryJson,
    ArchersGameJson,
    ArchersGamesJson,
    ArchersJson,
    ArchersRefusalJson,
    ArchersTurnJson,
)
from boardpi.daemon.page.answers.snapshot import ArchersNewsJson
from boardpi.daemon.page.book import BookReader
from boardpi.errors import BadRequest, BookAway, BookRefuses, NoSuch, NothingToDo
from boardpi.rules import RulesError, Side
from boardpi.rules.holes import SIDES
from boardpi.web.service import Action, ApiRequest, Endpoint, File
from boardpi.web.shapes import FLAG, ID, SIDE, maybe, number, record, text

Answer = TypeVar("Answer")
MOST_SHOWN: Final = 50
TURN: Final = text(100)
NAME: Final = maybe(text(200))
NO_GAME: Final[ArchersNewsJson] = {"game": None, "turns": 0, "is_over": False}


class ArcheryPage:
    """One game at a time, as one board; whoever may move archers plays both sides."""

    actions: tuple[Action, ...] = ()

    def __init__(self, daemon: Daemon, reader: BookReader) -> None:
        self._daemon, self._reader = daemon, reader
        self._changing = asyncio.Lock()
        self._battle: tuple[int, Battle] | None = None  # of this number, once somebody asked
        self.news = self._find_news()

    def _find_news(self) -> ArchersNewsJson:
        try:
            kept = self._current()
        except BookTrouble:
            return NO_GAME
        return NO_GAME if kept is None else tell_news(kept)

    def _current(self) -> KeptBattle | None:
        """The game being played, or else the last one."""
        archery = self._reader.book.archery
        return archery.playing() or next(iter(archery.newest(1)), None)

    # ── reading ──────────────────────────────────────────────────────────────────────────────────

    async def tell(self, request: ApiRequest) -> ArchersJson:
        """The game on the page."""
        number = self.news["game"]
        return {"game": None if number is None else await self._read(lambda: self._game(number))}

    async def tell_games(self, request: ApiRequest) -> ArchersGamesJson:
        """What is kept."""
        limit, offset = request.values.get("limit", MOST_SHOWN), request.values.get("offset", 0)
        found = await self._read(lambda: self._reader.book.archery.newest(limit + 1, offset))
        return {"games": [tell_entry(one) for one in found[:limit]], "more": len(found) > limit}

    async def tell_game(self, request: ApiRequest) -> ArchersGameJson:
        """One game, to be looked at turn by turn."""
        return await self._read(lambda: self._game(request.id))

    async def save_game(self, request: ApiRequest) -> File:
        """Its record."""

        def write() -> str:
            kept = self._kept(request.id)
            names = {"white": kept.white or "?", "black": kept.black or "?", "date": kept.day}
            return write_battle(BattleRecord(self._replay(kept), **names))

        found = await self._read(write)
        return File.of(found, f"game-{request.id}.archers", "text/plain")

    async def _read(self, question: Callable[[], Answer]) -> Answer:
        try:
            return await self._reader.read(question)
        except RulesError as error:  # turns that nobody can have played
            raise BookAway(str(error)) from None

    def _kept(self, game_id: int) -> KeptBattle:
        try:
            return self._reader.book.archery.get(game_id)
        except BadEntry as error:
            raise NoSuch(str(error)) from None

    def _game(self, game_id: int) -> ArchersGameJson:
        kept = self._kept(game_id)
        turns = self._reader.book.archery.turns(game_id)
        start = str(start_formation(kept.size, kings=kept.kings))
        return {**tell_entry(kept), "start": start, "turns": turns}

    def _replay(self, kept: KeptBattle) -> Battle:
        start = new_battle(kept.size, kings=kept.kings)
        battle = reduce(Battle.play, self._reader.book.archery.turns(kept.id), start)
        if kept.state != OVER or battle.ending is not None:
            return battle
        return battle.agree_draw() if kept.winner is None else battle.resign(kept.winner.other)

    # ── a turn that is being put together ────────────────────────────────────────────────────────

    async def tell_turn(self, request: ApiRequest) -> ArchersTurnJson:
        """What stands with the parts that are made, what may follow, and what the rules say."""
        values = request.values
        battle = await self._open(values["game"], values["at"])
        made, wish = values.get("made", ""), values.get("wish")
        return await self._reader.read(lambda: self._turn(values["game"], battle, made, wish))

    def _turn(self, game: int, battle: Battle, made: str, wish: str | None) -> ArchersTurnJson:
        try:
            turn, refusal = open_turn(battle.now, parse_parts(made)), None
        except RulesError as error:
            raise BadRequest(f"made: {error}") from None
        if battle.ending is not None:
            refusal = TurnRefused("game_over")
        elif wish:
            turn, refusal = add_wish(turn, wish)
        return tell_open_turn(game, len(battle.turns), battle, turn, refusal)

    async def _open(self, game_id: int, at: int) -> Battle:
        """The game on the page, if it still stands where somebody saw it."""
        if self.news["game"] != game_id:
            raise NoSuch(f"game {game_id} is not on the page", reason="archers_moved")
        if self._battle is None or self._battle[0] != game_id:
            battle = await self._read(lambda: self._replay(self._kept(game_id)))
            if self._battle is None or self._battle[0] != game_id:
                self._battle = game_id, battle
        battle = self._battle[1]
        if len(battle.turns) != at:
            raise NoSuch(
                f"game {game_id} has {len(battle.turns)} turns, not {at}", reason="archers_moved"
            )
        return battle

    # ── changing ─────────────────────────────────────────────────────────────────────────────────

    async def begin(self, request: ApiRequest) -> ArchersJson:
        """A new game."""
        values = request.values
        size, kings = int(values.get("size", DEFAULT_SIZE)), values.get("kings", False)
        if size not in SIZES:
            raise BadRequest(f"size: must be one of {', '.join(map(str, SIZES))}, not {size}")

        def write() -> KeptBattle:
            names = {"white": values.get("white"), "black": values.get("black")}
            return self._daemon.keeper.book.archery.begin(size, kings=kings, **names)

        async with self._changing:
            kept = await self._write(write)
            self._show(kept, new_battle(size, kings=kings))
        return await self.tell(request)

    async def play(self, request: ApiRequest) -> ArchersJson:
        """A finished turn; the same one told twice is played once."""
        values = request.values
        async with self._changing:
            if not await self._is_told_again(request.id, values["at"], values["turn"]):
                battle = await self._open(request.id, values["at"])
                after = await self._reader.read(lambda: play_told(battle, values["turn"]))
                await self._keep(request.id, after)
        return await self.tell(request)

    async def _is_told_again(self, game_id: int, at: int, turn: str) -> bool:
        """A device that got no answer tells its turn once more."""
        if self.news["game"] != game_id or self.news["turns"] != at + 1:
            return False
        battle = await self._open(game_id, at + 1)
        return str(battle.turns[-1]) == turn

    async def _keep(self, game_id: int, after: Battle) -> None:
        """On disk first; the end goes with the turn that makes it."""

        def write() -> KeptBattle:
            book = self._daemon.keeper.book
            with book.store.writing():
                kept = book.archery.get(game_id)
                if len(after.turns) > kept.turns:
                    book.archery.record(game_id, kept.turns + 1, str(after.turns[-1]))
                if after.ending is not None:
                    book.archery.finish(game_id, *after.ending)
                return book.archery.get(game_id)

        kept = await self._write(write)
        self._show(kept, after)

    async def end(self, request: ApiRequest) -> ArchersJson:
        """Somebody resigns, or both agree on a draw."""
        side = request.values.get("resigns")
        async with self._changing:
            battle = await self._open(request.id, request.values["at"])
            if battle.ending is not None:
                raise NothingToDo("This game of Archers is over.")
            after = battle.agree_draw() if side is None else battle.resign(SIDES[side])
            await self._keep(request.id, after)
        return await self.tell(request)

    async def delete(self, request: ApiRequest) -> ArchersGamesJson:
        """A game that is not wanted any more."""

        def write() -> None:
            self._kept(request.id)
            self._daemon.keeper.book.archery.delete(request.id)

        async with self._changing:
            await self._write(write)
            if self.news["game"] == request.id:
                self.news = await self._reader.read(self._find_news)
                self._daemon.look()
        return await self.tell_games(request)

    def _show(self, kept: KeptBattle, battle: Battle) -> None:
        self._battle = kept.id, battle
        self.news = tell_news(kept)
        self._daemon.look()

    async def _write(self, change: Callable[[], Answer]) -> Answer:
        try:
            return await self._daemon.keeper.writer.run(change)
        except BadEntry as error:
            raise BookRefuses(str(error), reason=error.reason) from None
        except BookTrouble as trouble:
            raise BookAway(str(trouble)) from None

    endpoints = (
        Endpoint("GET", "/archers", "the game of Archers on the page", tell),
        Endpoint(
            "GET",
            "/archers/turn",
            "a turn that is being put together",
            tell_turn,
            record({"game": ID, "at": number(0, 400)}, made=TURN, wish=text(20)),
        ),
        Endpoint(
            "GET",
            "/archers/games",
            "games of Archers, newest first",
            tell_games,
            record(limit=number(1, 200), offset=number(0, 10**9)),
        ),
        Endpoint("GET", "/archers/games/{id}", "one of them with its turns", tell_game),
        Endpoint("GET", "/archers/games/{id}.archers", "its record", save_game, media="text/plain"),
        Endpoint(
            "POST",
            "/archers/games",
            "begin a game of Archers",
            begin,
            record(size=number(SIZES[0], SIZES[-1]), kings=FLAG, white=NAME, black=NAME),
            is_for_hands=True,
        ),
        Endpoint(
            "POST",
            "/archers/games/{id}/turn",
            "play a turn",
            play,
            record({"at": number(0, 400), "turn": TURN}),
            is_for_hands=True,
        ),
        Endpoint(
            "POST",
            "/archers/games/{id}/end",
            "resign, or agree on a draw",
            end,
            record({"at": number(0, 400)}, resigns=SIDE),
            is_for_hands=True,
        ),
        Endpoint("DELETE", "/archers/games/{id}", "delete a game of Archers", delete),
    )


def play_told(battle: Battle, turn: str) -> Battle:
    """The game with a turn that somebody told."""
    try:
        return battle.play(turn)
    except RulesError as error:
        raise BookRefuses(str(error), reason="archers_refused") from None


def add_wish(turn: OpenTurn, wish: str) -> tuple[OpenTurn, TurnRefused | None]:
    """The turn with one more part, or as it was and why not."""
    try:
        return turn.add(parse_part(wish)), None
    except TurnRefused as refused:
        return turn, refused
    except RulesError as error:
        raise BadRequest(f"wish: {error}") from None


def tell_open_turn(
    game: int, at: int, battle: Battle, turn: OpenTurn, refused: TurnRefused | None
) -> ArchersTurnJson:
    """All that the page shows of it."""
    now, name = turn.now, turn.now.field.name
    is_over = battle.ending is not None
    zones = {side: controlled(now, side) for side in Side}
    attacked = [zones[side.other] & now.squares_of(side) for side in Side]
    shots = {} if is_over else turn.possible_shots()
    missing = "game_over" if is_over else turn.missing
    return {
        "game": game,
        "at": at,
        "position": str(now),
        "made": [str(part) for part in (*turn.shots, *turn.manoeuvres)],
        "shots": [f"{name(shooter)}x{name(target)}" for shooter, target in shots.items()],
        "manoeuvres": [] if is_over else [str(made) for made in turn.possible_manoeuvres()],
        "attacked": [name(square) for mask in attacked for square in squares_in(mask)],
        "zones": {
            side.letter: [name(square) for square in squares_in(mask)]
            for side, mask in zones.items()
        },
        "decides": not is_over and now.ending() is not None,
        "missing": None if missing is None else tell_refusal(TurnRefused(missing)),
        "refusal": None if refused is None else tell_refusal(refused),
    }


def tell_refusal(refused: TurnRefused) -> ArchersRefusalJson:
    """In every language."""
    return {"code": refused.code, "say": refused.sentences()}


def tell_news(kept: KeptBattle) -> ArchersNewsJson:
    """What makes a page ask again."""
    return {"game": kept.id, "turns": kept.turns, "is_over": kept.state != PLAYING}


def tell_entry(kept: KeptBattle) -> ArchersEntryJson:
    """A game without its turns."""
    return {
        "id": kept.id,
        "size": kept.size,
        "kings": kept.kings,
        "white": kept.white,
        "black": kept.black,
        "day": kept.day,
        "state": kept.state,
        "reason": kept.reason,
        "winner": None if kept.winner is None else kept.winner.letter,
        "count": kept.turns,
    }
