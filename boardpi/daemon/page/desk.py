"""The organiser's desk: what the page asks and wishes, answered by the running table."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from boardpi import __version__
from boardpi.club import Book, BookTrouble
from boardpi.club.names import name_coach
from boardpi.config import Config, lessons_folder
from boardpi.daemon.activities.check_actions import CheckDesk
from boardpi.daemon.activities.coach_actions import CoachDesk, check_level
from boardpi.daemon.activities.lesson_actions import LessonDesk
from boardpi.daemon.clock import now_ms
from boardpi.daemon.loop import Daemon
from boardpi.daemon.match import Plan
from boardpi.daemon.page.choices import BookMemory, remember
from boardpi.daemon.page.library import Library
from boardpi.daemon.page.snapshot import name_match, name_rules, picture
from boardpi.errors import BadRequest, BookAway, NoSuch
from boardpi.rules import START, Game, Hole, RulesError, RuleSet, mask_of, name_holes, rule_set
from boardpi.rules.holes import SIDES
from boardpi.rules.rulesets import switches
from boardpi.table.events import (
    Answered,
    AskedBack,
    Began,
    DrawAgreed,
    Event,
    GaveUp,
    HelpChosen,
    MarkedDead,
)
from boardpi.table.table import Table
from boardpi.table.themes import THEMES, find_theme, theme_json
from boardpi.web.desk import Hands

Json = dict[str, Any]
log = logging.getLogger("boardpi.desk")
WARNINGS: Final[Mapping[str, str]] = {
    "BookFull": "book_full",
    "BookReadOnly": "book_read_only",
    "BookDamaged": "book_damaged",
    "NotABook": "book_not_ours",
    "BookTooNew": "book_too_new",
    "BookBusy": "book_busy",
    "DiskFailing": "book_disk",
}


class Desk(Library):
    """Stands beside the loop and asks it for everything that changes the table."""

    def __init__(
        self, daemon: Daemon, reader: Book, config: Config, known: Mapping[str, RuleSet]
    ) -> None:
        super().__init__(daemon.keeper, reader)
        self._daemon = daemon
        self._config = config
        self._known_rules = known
        self._began = time.monotonic()
        self.coach = CoachDesk(daemon, self, self._find_rules)
        self._lessons = LessonDesk(daemon, self, lessons_folder(config), known)
        self.checks = CheckDesk(daemon, config)
        self._acts: dict[str, Callable[[Json], Awaitable[None]]] = {
            "answer": self._answer,
            "take-back": lambda v: self._ask(AskedBack(now_ms(), v.get("plies", 1))),
            "draw": lambda v: self._ask(DrawAgreed(now_ms())),
            "resign": lambda v: self._ask(GaveUp(now_ms(), SIDES[v["side"]])),
            "abandon": lambda v: self._next(),
            "next": lambda v: self._next(),
            "match": self._begin_match,
            "help": self._choose_help,
            "theme": self._choose_theme,
            "dead": self._mark_dead,
            "lesson": lambda v: self._lessons.start(v["id"], v.get("player")),
            "puzzle": lambda v: self._lessons.puzzle(v["name"], v.get("player")),
            "arrange": lambda v: self.coach.arrange(self.hands),
            "lesson-step": lambda v: self._lessons.go_on(v["do"]),
            "lesson-end": lambda v: self._lessons.end(),
            **self.coach.acts,
            "check": self.checks.start,
            "check-answer": self.checks.answer,
        }

    @property
    def hands(self) -> Hands | None:
        """The board, if the page's hands can move its archers."""
        board = self._daemon.board
        return board if isinstance(board, Hands) else None

    def look(self) -> None:
        """Names and scores changed."""
        for listener in self._daemon.audience:
            listener.look()

    # ── looking ──────────────────────────────────────────────────────────────────────────────────

    def table(self) -> Json:
        """The snapshot."""
        daemon, now = self._daemon, now_ms()
        table, clock, guest = daemon.table, daemon.keeper.clock, daemon.guest
        shown = guest.table if guest is not None and guest.table is not None else table
        return {
            "type": "table",
            "v": 1,
            "ms": now,
            "table": self._config.table.name,
            **picture(shown, daemon.guess),
            "moves": self._moves(shown),
            **self.coach.picture(),
            "guest": None if guest is None else {"kind": guest.kind, **guest.picture()},
            "match": name_match(daemon.keeper.page),
            "clock_ms": clock.played_ms(now),
            "is_running": clock.is_running and not table.is_over and guest is None,
            "theme": daemon.painter.theme.name,
            "board": self._board(),
            "warnings": self.warnings(),
        }

    def _moves(self, shown: Table) -> list[Json]:
        """With their times, which only the game of the book has."""
        game = shown.game
        is_booked = shown is self._daemon.table
        stamps = self._daemon.keeper.clock.stamps if is_booked else [None] * len(game.moves)
        return [
            {"move": str(move), "position": str(position), "ms": ms}
            for move, position, ms in zip(game.moves, game.positions[1:], stamps, strict=True)
        ]

    def _board(self) -> Json:
        daemon = self._daemon
        return {
            "kind": daemon.board.name,
            "has_hands": self.hands is not None,
            "what": daemon.what,
            "is_lost": daemon.lost is not None,
            "why": daemon.lost,
        }

    def warnings(self) -> list[Json]:
        """What an organiser should know."""
        keeper = self.keeper
        found = [] if keeper.trouble is None else [self._book_warning(keeper.trouble)]
        return [*found, *self.checks.warnings()] + [
            {"code": "reed_suspect", "message": f"The reed of {hole} {why}.", "params": params}
            for hole, why in self._daemon.suspects.items()
            for params in ({"hole": hole, "why": why},)
        ]

    def _book_warning(self, trouble: BookTrouble) -> Json:
        keeper = self.keeper
        params = {
            "path": str(trouble.path),
            "waiting": keeper.waiting,
            "is_kept": keeper.is_kept,
        }
        code = WARNINGS.get(type(trouble).__name__, "book_unreachable")
        return {"code": code, "message": str(trouble), "params": params}

    def health(self, spectators: int) -> Json:
        """How the reeds, the book and the lights are."""
        daemon, now = self._daemon, now_ms()
        painted = daemon.painter.last_ms
        return {
            "holes": daemon.pulse.holes(daemon.table, now),
            "board": self._board(),
            "book": {
                "path": str(self.keeper.book.store.path),
                "is_kept": self.keeper.is_kept,
                "waiting": self.keeper.waiting,
            },
            "uptime_s": int(time.monotonic() - self._began),
            "version": __version__,
            "spectators": spectators,
            "lights": {
                "frames": daemon.painter.frames,
                "last_ms_ago": None if painted is None else now - painted,
            },
        }

    def rules(self) -> Json:
        """All rule sets."""
        told = [
            {**name_rules(rules), "sources": rules.sources, "switches": _switches(rules)}
            for rules in self._known_rules.values()
        ]
        return {"default": self._config.table.rules, "rules": told}

    def themes(self) -> Json:
        """All themes."""
        told = {name: theme_json(name) for name in THEMES}
        return {"default": self._config.table.theme, "themes": told}

    def lessons(self) -> Json:
        """All lessons, and files that are none."""
        return self._lessons.all()

    def lesson(self, name: str) -> Json:
        """One of them, with its steps."""
        return self._lessons.one(name)

    def puzzles(self) -> Json:
        """All puzzles."""
        return self._lessons.puzzles()

    async def read_lessons(self) -> Json:
        """Read the teacher's own lessons again."""
        return await self._lessons.read()

    def levels(self) -> Json:
        """The coach as an opponent."""
        return self.coach.levels()

    def review(self, game_id: int) -> Json:
        """The turning points of a game, as far as they are known."""
        return self.coach.reviews.picture(game_id)

    async def start_review(self, game_id: int) -> Json:
        """Look for them."""
        return await self.coach.reviews.start(game_id)

    async def vote(self, voter: str, address: str, move: str) -> Json:
        """A pupil's vote in a class."""
        return await self.coach.cast(voter, address, move)

    async def check_report(self) -> Json:
        """The last check of this board."""
        return await self.checks.report()

    async def check_file(self, kind: str) -> str:
        """The same as a file."""
        return await self.checks.report_text(kind)

    async def trace(self, game_id: int) -> str:
        """What the board saw; of the game on the table up to this moment."""
        await self._daemon.tracer.write()
        await self._read(lambda: self._entry(game_id))
        text = await self._read(lambda: self.reader.traces.read(game_id))
        if not text:
            raise NoSuch(f"no trace of game {game_id} is kept")
        is_playing = game_id == self.keeper.page.entry.id
        return text + self._daemon.tracer.end_line() if is_playing else text

    # ── wishes ───────────────────────────────────────────────────────────────────────────────────

    async def act(self, action: str, values: Json) -> Json:
        """Do it; the snapshot after it."""
        await self._acts[action](values)
        return self.table()

    async def _ask(self, event: Event, plan: Plan | None = None) -> None:
        await self._daemon.inbox.ask(event, plan)

    async def _answer(self, values: Json) -> None:
        """Whoever has the board has the question."""
        answered = Answered(now_ms(), values["choice"])
        if not await self._lessons.answer(answered):
            await self._ask(answered)

    async def _next(self) -> None:
        rules = self._daemon.table.game.rules
        await self._ask(Began(now_ms(), Game(rules, START, any_first=True)))

    async def _begin_match(self, values: Json) -> None:
        rules = self._find_rules(values.get("rules"))
        plan = await self._plan(*self._seats(values))
        if "theme" in values:
            await self._choose_theme(values)
        if "help" in values:
            await self._choose_help(values)
        await self._ask(Began(now_ms(), Game(rules, START, any_first=True)), plan)

    def _seats(self, values: Json) -> tuple[str | None, str | None]:
        """Who sits where; the coach has its seat by its name."""
        seats = {"w": values.get("white"), "b": values.get("black")}
        coach = values.get("coach")
        if coach is not None:
            if seats[coach["side"]] is not None:
                raise BadRequest(f"coach: {seats[coach['side']]!r} has that seat already")
            seats[coach["side"]] = name_coach(check_level(coach["level"]))
        return seats["w"], seats["b"]

    def _find_rules(self, name: str | None) -> RuleSet:
        if name is None:
            return self._daemon.table.game.rules
        try:
            return rule_set(name, self._known_rules)
        except RulesError as error:
            raise BadRequest(f"rules: {error}") from None

    async def _plan(self, white: str | None, black: str | None) -> Plan:
        """Write the players down first: a name that is none is refused before anything happens."""
        book = self.keeper.book
        if white is None and black is None:
            return Plan()  # needs no book, so it can be played without one

        def seat() -> None:
            seats = [book.players.seat(name) for name in (white, black)]
            if seats[0] is not None and seats[0] == seats[1]:
                raise BadRequest("white and black are the same player")

        await self._change(lambda: self._in_one(book, seat))
        return Plan(white, black)

    def _in_one(self, book: Book, change: Callable[[], None]) -> None:
        with book.store.writing():
            change()

    async def _choose_help(self, values: Json) -> None:
        await self._ask(HelpChosen(now_ms(), values["help"]))
        await self._remember("help", self._config.table.help, values["help"])

    async def _choose_theme(self, values: Json) -> None:
        try:
            theme = find_theme(values["theme"])
        except RulesError as error:
            raise BadRequest(f"theme: {error}") from None
        await self._daemon.painter.use(theme)
        await self._remember("theme", self._config.table.theme, theme.name)
        self.look()

    async def _mark_dead(self, values: Json) -> None:
        mask = mask_of(Hole(name) for name in values["holes"])
        await self._ask(MarkedDead(now_ms(), mask))
        configured = " ".join(map(str, self._config.table.dead))
        await self._remember("dead", configured, " ".join(name_holes(mask)))

    async def _remember(self, name: str, configured: str, chosen: str) -> None:
        """A choice that cannot be kept still holds until the next start."""
        try:
            memory = BookMemory(self.keeper.book)
            await asyncio.to_thread(remember, memory, name, configured, chosen)
        except BookAway as error:
            log.warning("The choice of %s is not kept: %s", name, error)


def _switches(rules: RuleSet) -> Json:
    told = switches(rules)
    for key in ("title", "sources", "lines"):
        told.pop(key, None)
    return told
