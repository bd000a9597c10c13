"""A game from another start: the lights lead the archers there, and then it begins.

Nothing begins before all archers stand: whoever leaves, or loses the power, is where they were.
In a match the help stays with the player, so every game of it needs a start of its own; that holds
also when hands set up the usual one.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Literal

from boardpi.clock import now_ms
from boardpi.club import BookError
from boardpi.coach.handicaps import begin_with, handicap_after, handicap_of
from boardpi.daemon.activities.practice import PracticeTable
from boardpi.daemon.bookkeeper import Seats
from boardpi.daemon.inbox import Wish
from boardpi.daemon.loop import Daemon
from boardpi.daemon.page.answers.snapshot import HandicapGuestJson
from boardpi.menu.choices import handicap_words
from boardpi.rules import START, Game
from boardpi.rules.refusals import name_side
from boardpi.table.events import Began, BoardFound, Event, Pressed, Sensed
from boardpi.table.facts import Fact, NewGame
from boardpi.table.table import Table
from boardpi.texts import MENU
from boardpi.texts.languages import LANGUAGES
from boardpi.timekeeping.control import TimeControl

log = logging.getLogger("boardpi.table")
Begin = Callable[[], Awaitable[None]]


class HandicapActivity:
    """Has the board until the start stands."""

    kind: Literal["handicap"] = "handicap"

    def __init__(self, daemon: Daemon, game: Game, begin: Begin) -> None:
        self._daemon = daemon
        self._begin = begin
        self._handicap = handicap_of(game) or 0
        self.practice = PracticeTable(daemon, game)

    @property
    def table(self) -> Table:
        """The start that is being set up."""
        return self.practice.table

    async def arrive(self, mask: int) -> None:
        """Begin; this is what the reeds show."""
        if await self.practice.arrive(mask):
            await self._stand()

    async def take(self, event: Event) -> None:
        """What hands do; the button says nothing here but the menu."""
        if isinstance(event, Pressed):
            return
        if (await self.practice.take(event)).is_set_up:
            await self._stand()

    async def _stand(self) -> None:
        """Give the board back, and let the game begin before anybody touches it."""
        daemon, ms = self._daemon, now_ms()
        await self.leave()
        if daemon.lost is None:
            await daemon.take(BoardFound(ms, daemon.what))
            await daemon.take(Sensed(ms, self.practice.raw))
        await self._begin()
        daemon.activity = None
        daemon.look()

    def picture(self) -> HandicapGuestJson:
        """What the page shows, and the voice says."""
        side = self.practice.game.position.side
        title = handicap_words(self._handicap)
        return {
            "kind": self.kind,
            "handicap": self._handicap,
            "title": dict(title),
            "say": {
                code: MENU.say(
                    code, "handicap.set_up", words=title[code], player=name_side(side, code)
                )
                for code in LANGUAGES
            },
            "told": 1,
            "arrange": self.practice.arrange_json(),
        }

    async def leave(self) -> None:
        """Nothing of it shines on."""
        await self.practice.darken()


class Handicaps:
    """Begins games, wherever their archers belong. Listens to hands that set up the usual start."""

    def __init__(self, daemon: Daemon) -> None:
        self._daemon = daemon
        self._wanted = self._left_over()
        self._game = daemon.table.game
        self._errands: set[asyncio.Future[None]] = set()

    def _left_over(self) -> int | None:
        """The power went while the second start of a match was being set up."""
        page, game = self._daemon.keeper.page, self._daemon.table.game
        if page.entry.number != 2 or game.moves or game.start != START:
            return None
        archive = self._daemon.keeper.book.archive
        try:
            firsts = [archive.game(entry.id) for entry in page.score.games if entry.number == 1]
        except BookError as error:  # a table starts whatever its book is
            log.warning("The handicap of the match is not gone on with: %s", error)
            return None
        return handicap_after(firsts[-1]) if firsts else None

    # ── wishes ───────────────────────────────────────────────────────────────────────────────────

    async def begin(
        self, game: Game, seats: Seats | None = None, control: TimeControl | None = None
    ) -> None:
        """Put a new game on the table, at once or when its archers stand."""
        daemon = self._daemon
        event = Began(now_ms(), game)
        if game.start == START or daemon.own_hands.may_act:
            timekeeper = daemon.timekeeper
            before, timekeeper.control = timekeeper.control, control
            try:
                await daemon.inbox.ask(event, seats)
            except BaseException:
                timekeeper.control = before  # the game goes on as it was
                raise
        else:
            await daemon.do(lambda: self._set_up(game, seats, control))

    async def begin_next(self) -> None:
        """The next game; one that is not over is left unfinished, and played again."""
        await self.begin(self._next_game(), control=self._daemon.timekeeper.control)

    def _next_game(self) -> Game:
        game = self._daemon.table.game
        handicap = handicap_after(game)
        if handicap is None:
            return Game(game.rules, START, any_first=True)
        return begin_with(handicap, game.rules)

    async def _set_up(self, game: Game, seats: Seats | None, control: TimeControl | None) -> None:
        """Lend the board to the set-up. In the loop."""
        daemon = self._daemon

        async def begin() -> None:
            daemon.timekeeper.control = control
            event = Began(now_ms(), game)
            done = asyncio.get_running_loop().create_future()
            await daemon.take(event, Wish(event, done, seats))

        if isinstance(daemon.activity, HandicapActivity):
            await daemon.take_over()  # another one is wanted
        await daemon.lend(HandicapActivity(daemon, game, begin))

    # ── the audience ─────────────────────────────────────────────────────────────────────────────

    def tell(self, fact: Fact) -> None:
        """Hands set up the usual start in a match with a handicap: the lights lead on."""
        if isinstance(fact, NewGame):
            self._wanted = handicap_after(self._game) if fact.is_by_hands else None

    def look(self) -> None:
        """Lead on as soon as nobody else has the board."""
        daemon = self._daemon
        self._game = daemon.table.game
        if self._wanted is None or daemon.activity is not None or daemon.lost is not None:
            return
        game, self._wanted = begin_with(self._wanted, self._game.rules), None
        errand = asyncio.ensure_future(daemon.inbox.run(lambda: self._lead_on(game)))
        self._errands.add(errand)
        errand.add_done_callback(self._errands.discard)
        errand.add_done_callback(daemon.fail_with)

    async def _lead_on(self, game: Game) -> None:
        daemon, control = self._daemon, self._daemon.timekeeper.control
        if daemon.table.game.moves or daemon.activity is not None:
            return  # somebody plays from the usual start
        if daemon.own_hands.may_act:
            await daemon.take(Began(now_ms(), game))
        else:
            await self._set_up(game, None, control)
