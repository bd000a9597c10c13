"""The running table as the page asks it: the snapshot, and all that its parts do and tell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Final

from boardpi import __version__
from boardpi.boards.board import Hands
from boardpi.clock import now_ms
from boardpi.club import Book, BookRotten, BookTrouble
from boardpi.club.safety.seals import summarise
from boardpi.coach.handicaps import handicaps_in
from boardpi.config import Config, lessons_folder
from boardpi.daemon.activities.catalogue import CataloguePage
from boardpi.daemon.activities.check import CheckActions
from boardpi.daemon.activities.classroom import ClassActions
from boardpi.daemon.activities.club_seat import ClubActions
from boardpi.daemon.activities.far_game import FarGame
from boardpi.daemon.activities.far_match import FarActions
from boardpi.daemon.activities.game import GameActions
from boardpi.daemon.activities.lesson import LessonActions
from boardpi.daemon.activities.menu import MenuActions
from boardpi.daemon.activities.phones import Phones
from boardpi.daemon.activities.practice import PracticeActions
from boardpi.daemon.activities.review import ReviewActions
from boardpi.daemon.activities.rota import Rota
from boardpi.daemon.coach.hinting import Hints
from boardpi.daemon.coach.opponent import Opponent
from boardpi.daemon.coach.reviews import AnalysisActions, Reviews
from boardpi.daemon.coach.thinker import Thinker
from boardpi.daemon.loop import Daemon
from boardpi.daemon.page.answers.snapshot import (
    HealthJson,
    RuleSetsJson,
    SnapshotJson,
    ThemesJson,
)
from boardpi.daemon.page.answers.table import BoardJson, PlayedJson, RuleSetJson, WarningJson
from boardpi.daemon.page.archery import ArcheryPage
from boardpi.daemon.page.book import BookReader
from boardpi.daemon.page.care import Care
from boardpi.daemon.page.copies import BookCopies
from boardpi.daemon.page.corrections import BookEditor
from boardpi.daemon.page.setup import TableSetup
from boardpi.daemon.page.snapshot import (
    name_expected,
    name_match,
    name_rules,
    name_touch,
    picture,
)
from boardpi.daemon.sound import Scene
from boardpi.daemon.table_update import TableUpdates
from boardpi.daemon.uplink import Uplink
from boardpi.rules import RuleSet
from boardpi.rules.rulesets import switches
from boardpi.sim.faults import tell_faults
from boardpi.table.table import Table
from boardpi.table.themes import THEMES, theme_json
from boardpi.web.secret_file import SecretFile
from boardpi.web.service import Action, ApiRequest, Endpoint, api_of

WARNINGS: Final[Mapping[str, str]] = {
    "BookFull": "book_full",
    "BookReadOnly": "book_read_only",
    "BookDamaged": "book_damaged",
    "NotABook": "book_not_ours",
    "BookTooNew": "book_too_new",
    "BookBusy": "book_busy",
    "DiskFailing": "book_disk",
    "BookRotten": "book_rotten",
}


class TableService:
    """Stands beside the loop; its parts ask the loop for everything that changes the table."""

    actions: tuple[Action, ...] = ()

    def __init__(
        self,
        daemon: Daemon,
        reader: Book,
        config: Config,
        known: Mapping[str, RuleSet],
        uplink: Uplink | None = None,
        copies: BookCopies | None = None,
        source: Path | None = None,
    ) -> None:
        self._daemon = daemon
        self._config = config
        self._known = known
        self._began_ms = now_ms()
        book = BookReader(reader, daemon.tracer, known)
        editor = BookEditor(daemon, book, known)
        self.thinker = Thinker()
        self.opponent = Opponent(daemon, self.thinker)
        self.hints = Hints(daemon, self.thinker, self.opponent)
        self.reviews = Reviews(daemon, self.thinker, book.replay)
        self.checks = CheckActions(daemon, config)
        self.copies = copies or BookCopies(daemon, config)
        self.setup = TableSetup(daemon, config, source)
        self.uplink = uplink or Uplink(daemon.keeper.book, SecretFile(), lambda: daemon.keeper.book)
        far = self._join_club(daemon, known, config.table.name)
        daemon.audience += [self.far, self.opponent, self.hints, self.reviews, self.checks]
        catalogue = CataloguePage(lessons_folder(config), known)
        self.rota = Rota(daemon, book)
        self.archery = ArcheryPage(daemon, book)
        lessons = LessonActions(daemon, book, catalogue, self.thinker, self.rota)
        self.phones = Phones(daemon, lessons, self.thinker)
        game = GameActions(daemon, config, known, editor, self.opponent, self.hints, self.far)
        menu = MenuActions(daemon, known, self.opponent, catalogue, game, lessons, book)
        parts = (
            *(self, game, lessons, menu),
            PracticeActions(daemon, self.hands),
            *(self.phones, self.rota, ClassActions(daemon, known)),
            ReviewActions(daemon, self.reviews),
            *(self.checks, Care(daemon), catalogue, book, editor, self.copies, self.setup),
            AnalysisActions(book, editor, self.thinker, known, daemon),
            *(self.archery, self.club, far),
        )
        self.api = api_of(parts, SnapshotJson, HealthJson)
        self._book = book
        self.page_warnings: Callable[[], list[WarningJson]] = list  # of who guards the page

    def _join_club(self, daemon: Daemon, known: Mapping[str, RuleSet], title: str) -> FarActions:
        """The table among others; who plays at another one has no hands here, like the coach."""
        self.uplink.snapshot = self.snapshot
        self.far = FarGame(daemon, self.uplink, known)
        self.opponent.is_kept_out = lambda: self.far.is_on
        daemon.timekeeper.is_kept_out = lambda: self.far.is_on
        far = FarActions(daemon, self.uplink, known, title, self.far)
        self.club = ClubActions(daemon, self.uplink, known, title, far)
        self.updates = TableUpdates(daemon, self.uplink, self._config.hub.updates)
        daemon.audience.append(self.uplink)
        return far

    async def close(self) -> None:
        """Nobody thinks any more."""
        for part in (self.updates, self.far, self.opponent, self.hints, self.reviews):
            part.close()
        await self.thinker.close()
        await self.uplink.close()
        self._book.close()
        self.copies.close()

    @property
    def hands(self) -> Hands | None:
        """The board, if the page's hands can move its archers."""
        board = self._daemon.board
        return board if isinstance(board, Hands) else None

    # ── the snapshot ─────────────────────────────────────────────────────────────────────────────

    def snapshot(self) -> SnapshotJson:
        """The table as it stands."""
        daemon, now = self._daemon, now_ms()
        clock, activity = daemon.keeper.clock, daemon.activity
        beside = None if activity is None else activity.table
        shown = daemon.table if beside is None else beside
        is_game = activity is None and not daemon.table.is_over
        return {
            "type": "table",
            "v": 1,
            "ms": now,
            "table": self._config.table.name,
            **picture(shown, daemon.guess, daemon.painter.covering),
            "moves": self._moves(shown),
            "coach": self.opponent.picture(),
            "expected": name_expected(shown),
            "hint": self.hints.picture(),
            "touched": name_touch(shown),
            "is_frozen": shown.is_frozen,
            "guest": None if activity is None else activity.picture(),
            "match": name_match(daemon.keeper.page, daemon.table.game),
            "club": self.club.picture(),
            "classroom": {"phones": self.phones.is_open, "rota": self.rota.picture()},
            "clock_ms": clock.played_ms(now),
            "is_running": clock.is_running and is_game,
            "clocks": daemon.timekeeper.picture(daemon.table.game),
            "next_clock": daemon.timekeeper.next_picture(),
            "theme": daemon.painter.theme.name,
            "is_new": self.setup.is_new,
            "board": self._board(),
            "archers": self.archery.news,
            "warnings": self._warnings(),
        }

    def scene(self) -> Scene:
        """What the voice can tell now."""
        daemon = self._daemon
        activity = daemon.activity
        return Scene(
            daemon.table if activity is None else activity.table,
            self.hints.picture(),
            None if activity is None else activity.picture(),
            self.club.told(),
            self.far.is_on,
        )

    def _moves(self, shown: Table) -> list[PlayedJson]:
        """With their times, which only the game of the book has."""
        game, clock = shown.game, self._daemon.keeper.clock
        stamps: list[int | None] = [None] * len(game.moves)
        if shown is self._daemon.table:
            stamps = list(clock.stamps)
        return [
            {"move": str(move), "position": str(position), "ms": ms}
            for move, position, ms in zip(game.moves, game.positions[1:], stamps, strict=True)
        ]

    def _board(self) -> BoardJson:
        daemon = self._daemon
        return {
            "kind": daemon.board.name,
            "has_hands": self.hands is not None,
            "standing": None if self.hands is None else self.hands.standing,
            "archers": None if self.hands is None else dict(self.hands.archers.places),
            "by_hand": not daemon.own_hands.may_act,
            "faults": None if self.hands is None else tell_faults(self.hands.faults),
            "what": daemon.what,
            "is_lost": daemon.lost is not None,
            "why": daemon.lost,
        }

    def _warnings(self) -> list[WarningJson]:
        """What an organiser should know."""
        trouble = self._daemon.keeper.trouble
        found = [] if trouble is None else [self._book_warning(trouble)]
        if (rot := self._daemon.keeper.book.store.rot) and trouble is None:
            path = self._daemon.keeper.book.store.path
            found.append(self._book_warning(BookRotten(path, summarise(rot))))
        found += self.checks.warnings()
        found += self.copies.warnings()
        found += self.page_warnings()
        for hole, why in self._daemon.suspects.items():
            message, params = f"The reed of {hole} {why}.", {"hole": hole, "why": why}
            found.append({"code": "reed_suspect", "message": message, "params": params})
        return found

    def _book_warning(self, trouble: BookTrouble) -> WarningJson:
        keeper = self._daemon.keeper
        params = {
            "path": str(trouble.path),
            "waiting": keeper.waiting,
            "is_kept": keeper.is_kept,
        }
        code = WARNINGS.get(type(trouble).__name__, "book_unreachable")
        return {"code": code, "message": str(trouble), "params": params}

    def health(self, spectators: int) -> HealthJson:
        """How the reeds, the book and the lights are."""
        daemon, now = self._daemon, now_ms()
        painted, keeper = daemon.painter.last_ms, daemon.keeper
        return {
            "holes": daemon.reeds.holes(daemon.table, now),
            "board": self._board(),
            "book": {
                "path": str(keeper.book.store.path),
                "is_kept": keeper.is_kept,
                "waiting": keeper.waiting,
            },
            "uptime_s": (now - self._began_ms) // 1000,
            "version": __version__,
            "spectators": spectators,
            "lights": {
                "frames": daemon.painter.frames,
                "last_ms_ago": None if painted is None else now - painted,
            },
        }

    # ── what is asked for by itself ──────────────────────────────────────────────────────────────

    async def tell_table(self, request: ApiRequest) -> SnapshotJson:
        """The snapshot."""
        return self.snapshot()

    async def tell_health(self, request: ApiRequest) -> HealthJson:
        """How it all is."""
        return self.health(request.spectators)

    async def tell_rules(self, request: ApiRequest) -> RuleSetsJson:
        """All rule sets."""
        return self._rules

    @cached_property
    def _rules(self) -> RuleSetsJson:
        """Put together once: strangers may ask again and again."""
        told = [_rule_set(rules) for rules in self._known.values()]
        return {"default": self._config.table.rules, "rules": told}

    async def tell_themes(self, request: ApiRequest) -> ThemesJson:
        """All themes."""
        return self._themes

    @cached_property
    def _themes(self) -> ThemesJson:
        told = {name: theme_json(name) for name in THEMES}
        return {"default": self._config.table.theme, "themes": told}

    endpoints = (
        Endpoint("GET", "/table", "the table as it stands", tell_table),
        Endpoint("GET", "/health", "reeds, book and lights", tell_health),
        Endpoint("GET", "/rules", "all rule sets", tell_rules, is_public=True),
        Endpoint("GET", "/themes", "all themes of the lights", tell_themes, is_public=True),
    )


def _rule_set(rules: RuleSet) -> RuleSetJson:
    told = switches(rules)
    for key in ("title", "sources", "lines"):
        told.pop(key, None)
    handicaps = list(handicaps_in(rules))
    return {**name_rules(rules), "sources": rules.sources, "switches": told, "handicaps": handicaps}
