"""The menu has the board for a while: hands choose by light or by ear what the page offers, too."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, Literal

from boardpi.clock import now_ms
from boardpi.coach.engine.levels import LEVELS
from boardpi.coach.handicaps import handicaps_in
from boardpi.coach.lessons.lesson import in_all_languages
from boardpi.daemon.activities.activity import Activity
from boardpi.daemon.activities.catalogue import CataloguePage
from boardpi.daemon.activities.game import GameActions
from boardpi.daemon.activities.lesson import LessonActions
from boardpi.daemon.coach.opponent import Opponent
from boardpi.daemon.loop import Daemon
from boardpi.daemon.page.answers.snapshot import MenuGuestJson
from boardpi.daemon.page.book import BookReader
from boardpi.daemon.page.snapshot import name_match
from boardpi.errors import NotDone, NothingToDo
from boardpi.menu.choices import Choice, Deed, Offer, Words, offer
from boardpi.menu.menu import Chose, Closed, Menu, MenuEffect, open_menu, say, stay, step
from boardpi.rules import RuleSet, Side
from boardpi.speech.sentences import say_of, speak_time
from boardpi.speech.spoken_table import read_wish
from boardpi.table.effects import Show, WakeAt
from boardpi.table.events import BoardFound, Event, Sensed
from boardpi.table.facts import MenuChosen
from boardpi.table.table import Table
from boardpi.table.themes import THEMES
from boardpi.texts import MENU
from boardpi.texts.languages import LANGUAGES
from boardpi.web.service import Action, Endpoint, Values
from boardpi.web.shapes import FLAG, record

log = logging.getLogger("boardpi.menu")
STAYS: Final = frozenset({"hear"})
"""Deeds after which the menu stays open."""
REMAINS: Final = frozenset({"help", "theme"})
"""What is chosen without leaving an activity that lies below."""
NAMES_SECONDS: Final = 0.2
"""The board waits for the names of the players no longer than this; then they are left out."""
QUIET: Final = frozenset({"help", "theme", "coach", "leave"})
"""Deeds that nobody would hear: the voice says that they are done."""
Doing = Callable[[str], Awaitable[None]]


class MenuActivity:
    """Lies over whoever had the board, and gives it back."""

    kind: Literal["menu"] = "menu"

    def __init__(
        self,
        daemon: Daemon,
        choices: tuple[Choice, ...],
        do: Callable[[Deed, Words], None],
        *,
        before: Activity | None = None,
        is_offered: bool = False,
    ) -> None:
        self._daemon = daemon
        self._choices = choices
        self._do = do
        self.before = before
        self._is_offered = is_offered
        self._menu: Menu | None = None
        self._words: Words = {}  # of the choice on which an archer stands or stood
        self._heard: list[Sensed] = []  # since it was opened: a move is evidence for the game

    @property
    def menu(self) -> Menu:
        """Where the hand is."""
        assert self._menu is not None
        return self._menu

    @property
    def table(self) -> Table:
        """The table that waits below, in the lights of the menu."""
        below = None if self.before is None else self.before.table
        table = below or self._daemon.table
        if self._menu is None:
            return table
        return table._replace(lights=self.menu.lights, settling=self.menu.settling)

    async def arrive(self, mask: int) -> None:
        """Begin; this is what the reeds show."""
        table, ms = self._daemon.table, max(now_ms(), self._daemon.table.ms)
        self._heard = [Sensed(ms, mask)]
        game = table.game if self._is_offered else None
        settle_ms = table.timing.settle_ms
        self._menu, effects = open_menu(self._choices, mask, ms, settle_ms=settle_ms, game=game)
        await self._perform(effects)

    async def take(self, event: Event) -> None:
        """What hands and the button do."""
        if isinstance(event, Sensed):
            self._heard.append(event)
        if isinstance(event, BoardFound):
            await self._show()
        if self.menu.touched is not None:
            self._words = self.menu.shown[self.menu.touched].words
        self._menu, effects = step(self.menu, event)
        await self._perform(effects)

    async def _perform(self, effects: list[MenuEffect]) -> None:
        for effect in effects:
            match effect:
                case Show():
                    await self._show()
                case WakeAt():
                    self._daemon.inbox.wake_at(effect.ms)
                case Closed():
                    if not effect.by_move:
                        self._daemon.tell(MenuChosen(now_ms(), "closed", in_every("closed")))
                    await self._daemon.close_menu(self._heard if effect.by_move else None)
                case Chose():
                    await self._choose(effect.deed)

    async def _show(self) -> None:
        await self._daemon.painter.show(self.menu.lights, self._daemon.table.game.position)

    async def _choose(self, deed: Deed) -> None:
        if deed.name in STAYS:
            self._menu, effects = stay(self.menu)
            await self._perform(effects)
        else:
            await self._daemon.close_menu(leaves=deed.name not in REMAINS)
        self._do(deed, self._words)

    def picture(self) -> MenuGuestJson:
        """What the page shows, and the voice says."""
        menu = self.menu
        return {
            "kind": self.kind,
            "choices": [
                {"hole": str(hole), "count": choice.blinks, "words": dict(choice.words)}
                for hole, choice in menu.shown.items()
            ],
            "touched": None if menu.touched is None else str(menu.touched),
            "say": {language: say(menu, language) for language in LANGUAGES},
            "told": menu.told,
        }

    async def leave(self) -> None:
        """The game's own lights come at once."""


class MenuActions:
    """Opens the menu when the button or the table asks for it, and does what is chosen.

    What is chosen is what the page's buttons do: the same actions, in their own turn of the loop.
    """

    endpoints: tuple[Endpoint, ...] = ()

    def __init__(
        self,
        daemon: Daemon,
        known: Mapping[str, RuleSet],
        opponent: Opponent,
        catalogue: CataloguePage,
        game: GameActions,
        lessons: LessonActions,
        reader: BookReader,
    ) -> None:
        self._daemon, self._known = daemon, known
        self._opponent, self._catalogue, self._reader = opponent, catalogue, reader
        self._doing: set[asyncio.Task[None]] = set()
        self._deeds: Mapping[str, Doing] = {
            "new_game": lambda _: game.begin_next({}),
            "leave": lambda _: asyncio.sleep(0),
            "draw": lambda _: game.draw({}),
            "resign": lambda side: game.resign({"side": side}),
            "rules": lambda name: game.begin_match({"rules": name, **self._seats()}),
            "clock": lambda text: game.begin_match({**self._seats(), "clock": read_clock(text)}),
            "handicap": lambda text: game.begin_match(
                {**self._seats(), "handicap": int(text) if text else None}
            ),
            "coach": lambda seat: game.seat_coach(read_seat(seat)),
            "lesson": lambda name: lessons.begin_lesson({"id": name}),
            "help": lambda level: game.choose_help({"help": level}),
            "theme": lambda name: game.choose_theme({"theme": name}),
            "seat_w": lambda name: game.begin_match(self._seats() | self._sit("white", name)),
            "seat_b": lambda name: game.begin_match(self._seats() | self._sit("black", name)),
            "hear": self._hear,
        }
        daemon.open_menu = self.open

    def _seats(self) -> Values:
        """The same players go on, also at other rules."""
        entry = self._daemon.keeper.page.entry
        return {"white": entry.white_name, "black": entry.black_name}

    def _sit(self, seat: str, name: str) -> Values:
        """Somebody takes a seat, and leaves the other one if it was theirs."""
        other = "black" if seat == "white" else "white"
        return {seat: name} | ({other: None} if self._seats()[other] == name else {})

    async def open(self, is_offered: bool) -> None:
        """Give the board to a menu. In the loop."""
        daemon = self._daemon
        if is_offered and (daemon.own_hands.may_act or daemon.activity is not None):
            return  # on a board that sets itself up the page is at hand
        before = daemon.activity
        choices = offer(await self._standing(before))
        menu = MenuActivity(daemon, choices, self._start, before=before, is_offered=is_offered)
        await daemon.put_on(menu)

    async def _standing(self, before: Activity | None) -> Offer:
        game = self._daemon.table.game
        players = await self._names()
        lessons = self._catalogue.now.lessons.values()
        return Offer(
            is_playing=bool(game.moves) and game.outcome is None,
            guest="" if before is None else before.kind,
            has_coach=self._opponent.seat is not None,
            rules=tuple(self._known.values()),
            levels=tuple((level.name, titles(level.title)) for level in LEVELS),
            lessons=tuple(
                (lesson.id, in_all_languages(lesson.title))
                for lesson in lessons
                if lesson.rules.game == game.rules.game
            ),
            players=players,
            themes=tuple(THEMES),
            handicaps=handicaps_in(game.rules),
        )

    async def _names(self) -> tuple[str, ...]:
        """Everybody in the book, as the page lists them."""
        try:
            async with asyncio.timeout(NAMES_SECONDS):
                found = await self._reader.read(self._reader.book.players.all)
        except (TimeoutError, NotDone):
            return ()
        return tuple(player.name for player in found)

    def _start(self, deed: Deed, words: Words) -> None:
        log.info("chosen at the board: %s %s", deed.name, deed.value)
        task = asyncio.create_task(self._run(deed, words))
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)
        task.add_done_callback(self._daemon.fail_with)

    async def _run(self, deed: Deed, words: Words) -> None:
        """Who does not see hears whether it is done."""
        try:
            await self._deeds[deed.name](deed.value)
        except NotDone as refused:
            log.warning("The choice %s is not done: %s", deed.name, refused.message)
            self._daemon.tell(MenuChosen(now_ms(), "refused", in_every("not_done")))
            return
        if deed.name in QUIET and words:
            self._daemon.tell(MenuChosen(now_ms(), deed.name, in_every("done", words)))

    async def _hear(self, what: str) -> None:
        words = None if what == "repeat" else self._read(what)
        self._daemon.tell(MenuChosen(now_ms(), what, words))

    def _read(self, what: str) -> dict[str, str]:
        keeper = self._daemon.keeper
        table = self._daemon.table
        white, black = name_match(keeper.page, table.game)["score"]
        played_ms = keeper.clock.played_ms(now_ms())
        read = {code: read_wish(what, table, (white, black), played_ms, code) for code in LANGUAGES}
        clocks, ms = self._daemon.timekeeper.clocks, now_ms()
        if what != "score" or clocks is None:
            return read
        left = {side: max(0, clocks.left(side, ms)) for side in Side}
        return {
            code: " ".join([words, *(say_of(s, speak_time(left[s], code), code) for s in Side)])
            for code, words in read.items()
        }

    async def toggle(self, values: Values) -> None:
        """Open the menu at the board, or close it."""

        async def go() -> None:
            is_open = isinstance(self._daemon.activity, MenuActivity)
            if is_open == values["is_open"]:
                raise NothingToDo("The menu is so already.")
            await (self._daemon.close_menu() if is_open else self.open(is_offered=False))
            self._daemon.look()

        await self._daemon.inbox.run(go)

    actions = (
        Action(
            "menu",
            "open the menu at the board, or close it",
            record({"is_open": FLAG}),
            toggle,
        ),
    )


def in_every(key: str, words: Words | None = None) -> dict[str, str]:
    """A sentence about the menu in every language, with what a choice is called."""
    named = words or dict.fromkeys(LANGUAGES, "")
    return {language: MENU.say(language, key, words=named[language]) for language in LANGUAGES}


def titles(title: Callable[[str], str]) -> dict[str, str]:
    """What a level is called, by language."""
    return {language: title(language) for language in LANGUAGES}


def read_clock(text: str) -> Values | None:
    """`600+5`: ten minutes each, five seconds more after each turn; nothing: no clocks."""
    main, _, more = text.partition("+")
    return {"main_s": int(main), "increment_s": int(more or 0)} if main else None


def read_seat(seat: str) -> Values:
    """`w2`: the coach plays White at level 2; nothing: it leaves."""
    return {"side": seat[0], "level": seat[1:]} if seat else {"side": None}
