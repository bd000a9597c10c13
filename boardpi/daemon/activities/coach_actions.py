"""The part of the desk for the coach: an opponent, hints, reviews and the classroom."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol

from boardpi.club import BadEntry, BookTrouble
from boardpi.club.names import name_coach
from boardpi.coach.engine.levels import LEVELS
from boardpi.daemon.activities.activity import Guest
from boardpi.daemon.activities.classroom import Classroom
from boardpi.daemon.activities.demonstration import Spots, Stage, spots_of
from boardpi.daemon.activities.review import ReviewGuest
from boardpi.daemon.clock import now_ms
from boardpi.daemon.coach.hinting import Hints
from boardpi.daemon.coach.opponent import Opponent
from boardpi.daemon.coach.reviews import Reviews
from boardpi.daemon.coach.thinker import Thinker
from boardpi.daemon.loop import Daemon
from boardpi.daemon.page.library import Library
from boardpi.daemon.page.snapshot import holes_of
from boardpi.errors import BadRequest, BookRefuses, Lent, NothingToDo
from boardpi.rules import Game, Hole, RulesError, RuleSet, Side, parse_move, parse_position
from boardpi.rules.holes import SIDES
from boardpi.rules.position import check_position
from boardpi.rules.words import SENTENCES
from boardpi.table.events import Frozen, Pointed
from boardpi.web.desk import Hands

Json = dict[str, Any]
Act = Callable[[Json], Awaitable[None]]


class Rulebook(Protocol):
    """Finds rule sets for the page."""

    def __call__(self, name: str | None) -> RuleSet:
        """The rule set of this name; None = the one of the table."""
        ...


class CoachDesk:
    """What the coach does at this table."""

    def __init__(
        self, daemon: Daemon, library: Library, find_rules: Rulebook, thinker: Thinker | None = None
    ) -> None:
        self._daemon = daemon
        self._library = library
        self._find_rules = find_rules
        self.thinker = thinker or Thinker()
        self.opponent = Opponent(daemon, self.thinker)
        self.hints = Hints(daemon, self.thinker, self.opponent)
        self.reviews = Reviews(daemon, self.thinker, self._read_game)
        daemon.audience += [self.opponent, self.hints, self.reviews]
        self.acts: Mapping[str, Act] = {
            "coach": self._seat,
            "hint": lambda v: self.hints.ask(Hole(v["archer"]) if "archer" in v else None),
            "review": self._show_review,
            "class": self._begin_class,
            "step": self._step,
            "freeze": self._freeze,
            "point": self._point,
            "vote": self._open_vote,
            "leave": lambda v: self._in_loop(self._leave),
        }

    async def close(self) -> None:
        """Nobody thinks any more."""
        for part in (self.opponent, self.hints, self.reviews):
            part.close()
        await self.thinker.close()

    def picture(self) -> Json:
        """Its part of the snapshot."""
        guest, table = self._daemon.guest, self._daemon.table
        shown = guest.table if guest is not None and guest.table is not None else table
        return {
            "coach": self.opponent.picture(),
            "expected": _name_expected(shown.guided, shown.expected),
            "hint": self.hints.picture(),
            "is_frozen": shown.is_frozen,
        }

    def told(self) -> Json:
        """What the coach and the guest tell in words now."""
        guest = self._daemon.guest
        return {
            "hint": self.hints.picture(),
            "guest": None if guest is None else guest.picture(),
        }

    def levels(self) -> Json:
        """All opponents."""
        return {
            "levels": [
                {"name": level.name, "titles": {lang: level.title(lang) for lang in SENTENCES}}
                for level in LEVELS
            ]
        }

    # ── the opponent ─────────────────────────────────────────────────────────────────────────────

    async def _seat(self, values: Json) -> None:
        side = None if values["side"] is None else SIDES[values["side"]]
        seat = self.opponent.seat
        level = values.get("level", seat.level if seat is not None else "3")
        entry = self._daemon.keeper.page.entry
        if side is None and seat is None:
            raise NothingToDo("The coach has no seat.")
        names = [entry.white_name, entry.black_name]
        if seat is not None:
            names[seat.side] = None
        if side is not None:
            names[side] = name_coach(check_level(level))
        if names != [entry.white_name, entry.black_name]:
            await self._library.name_game(entry.id, names[0], names[1], whole_match=False)
        if values.get("begin", False):
            await self._in_loop(self._begin)
        self._look()

    async def _begin(self) -> None:
        if self.opponent.seat is None or not self._daemon.table.game.is_open:
            raise NothingToDo("The game has begun already, or the coach has no seat.")
        self.opponent.begin()

    # ── reviews ──────────────────────────────────────────────────────────────────────────────────

    async def _read_game(self, game_id: int) -> Game:
        await self._library.game(game_id)  # says so if there is none
        try:
            return await asyncio.to_thread(self._library.reader.shelf.game, game_id)
        except (BadEntry, BookTrouble) as error:
            raise BookRefuses(str(error)) from None

    async def _show_review(self, values: Json) -> None:
        review = await self.reviews.find(values["game"])
        if not review.points:
            raise NothingToDo("The coach found no turning point in this game.")
        point = values.get("point", 0)

        async def begin() -> None:
            await self._make_room(ReviewGuest)
            await self._daemon.lend(ReviewGuest(self._daemon, values["game"], review, point))

        await self._in_loop(begin)

    # ── the classroom ────────────────────────────────────────────────────────────────────────────

    async def _begin_class(self, values: Json) -> None:
        game = self._read_position(values)

        async def begin() -> None:
            guest = self._daemon.guest
            if isinstance(guest, Classroom) and game is not None:
                await guest.set(game)
                return
            await self._make_room(Classroom)
            await self._daemon.lend(Classroom(self._daemon, game))

        await self._in_loop(begin)
        self._look()

    def _read_position(self, values: Json) -> Game | None:
        rules = self._find_rules(values.get("rules"))
        if "position" not in values:
            return None
        try:
            position = parse_position(values["position"])
            check_position(rules, position)
        except RulesError as error:
            raise BadRequest(f"position: {error}") from None
        return Game(rules, position)

    async def _make_room(self, kind: type[Guest]) -> None:
        if isinstance(self._daemon.guest, kind):
            await self._daemon.take_over()

    async def _step(self, values: Json) -> None:
        async def go() -> None:
            guest = self._daemon.guest
            if not isinstance(guest, Classroom | ReviewGuest):
                raise NothingToDo("There is nothing to step through.")
            await guest.go(values.get("to", guest.step + values.get("by", 1)))

        await self._in_loop(go)
        self._look()

    async def arrange(self, hands: Hands | None) -> None:
        """Let the archers of a board without wood go where a guest wants them."""

        async def go() -> None:
            guest = self._daemon.guest
            if not isinstance(guest, Stage) or not await guest.arrange_by_itself(hands):
                raise NothingToDo("Nothing arranges itself here: follow the lights.")

        await self._in_loop(go)
        self._look()

    async def _freeze(self, values: Json) -> None:
        async def freeze() -> None:
            guest = self._daemon.guest
            if guest is None:
                await self._daemon.take(Frozen(now_ms(), values["is_frozen"]))
            else:
                await _stage(guest).freeze(values["is_frozen"])

        await self._in_loop(freeze)
        self._look()

    async def _point(self, values: Json) -> None:
        spots = _read_spots(values)

        async def point() -> None:
            guest = self._daemon.guest
            if guest is None:
                await self._daemon.take(Pointed(now_ms(), spots))
            else:
                await _stage(guest).point(spots)

        await self._in_loop(point)
        self._look()

    async def _open_vote(self, values: Json) -> None:
        async def vote() -> None:
            guest = self._classroom()
            if values["is_open"]:
                await guest.open_vote(values.get("seconds"))
            else:
                await guest.end_vote()

        await self._in_loop(vote)
        self._look()

    async def cast(self, voter: str, address: str, move: str) -> Json:
        """A pupil votes."""
        if not isinstance(self._daemon.guest, Classroom):
            raise BookRefuses("No vote is open.")
        await self._in_loop(lambda: self._classroom().cast(voter, address, move))
        self._look()
        return {"move": move}

    def _classroom(self) -> Classroom:
        guest = self._daemon.guest
        if not isinstance(guest, Classroom):
            raise NothingToDo("There is no class at the board.")
        return guest

    async def _leave(self) -> None:
        if self._daemon.guest is None:
            raise NothingToDo("The board is the game's.")
        await self._daemon.take_over()

    async def _in_loop(self, work: Callable[[], Awaitable[None]]) -> None:
        await self._daemon.inbox.run(work)

    def _look(self) -> None:
        for listener in self._daemon.audience:
            listener.look()


def check_level(level: str) -> str:
    """A level that there is."""
    names = [known.name for known in LEVELS]
    if level not in names:
        raise BadRequest(f"level: must be one of {', '.join(names)}, not {level[:20]!r}")
    return level


def _stage(guest: Guest) -> Stage:
    if not isinstance(guest, Stage):
        raise Lent(f"the board is lent to a {guest.kind}")
    return guest


def _read_spots(values: Json) -> Spots:
    spots: Spots = tuple((Hole(name), "hint") for name in dict.fromkeys(values.get("holes", ())))
    if "move" in values:
        try:
            spots += spots_of(parse_move(values["move"]))
        except RulesError as error:
            raise BadRequest(f"move: {error}") from None
    return spots


def _name_expected(side: Side | None, move: Any) -> Json | None:
    if side is None or move is None:
        return None
    holes = [str(hole) for hole in dict.fromkeys(holes_of(move))]
    return {"side": side.letter, "move": str(move), "holes": holes}
