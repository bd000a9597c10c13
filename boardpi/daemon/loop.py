"""The one loop: board, page and clock → step → record, lights, page."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, Protocol, runtime_checkable

from boardpi.boards.board import Board
from boardpi.clock import now_ms
from boardpi.daemon.activities.activity import Activity
from boardpi.daemon.bookkeeper import Bookkeeper
from boardpi.daemon.game_clock import Timekeeper
from boardpi.daemon.inbox import Errand, Inbox, Wish
from boardpi.daemon.own_hands import OwnHands
from boardpi.daemon.painter import Painter
from boardpi.daemon.tracer import ReedCounter, Tracer
from boardpi.errors import Lent, NothingToDo
from boardpi.rules import Refusal
from boardpi.table.effects import Effect, Publish, Record, Show, WakeAt
from boardpi.table.events import (
    AskedBack,
    Began,
    BoardFound,
    BoardLost,
    DrawAgreed,
    Event,
    Frozen,
    GaveUp,
    Held,
    HelpChosen,
    MarkedDead,
    Pointed,
    Pressed,
    Sensed,
)
from boardpi.table.facts import (
    Fact,
    FlagFell,
    MenuWanted,
    NewGame,
    RepeatWanted,
    Suspected,
    WentAstray,
)
from boardpi.table.lights import held_changes_at, held_lights
from boardpi.table.step import step
from boardpi.table.table import Table
from boardpi.timekeeping.control import ENDS, LOSES

log = logging.getLogger("boardpi.table")
MENU: Final = "menu"
SILENT: Final = frozenset({"class", "review", "check", "handicap"})
"""Activities that cannot say their sentence again by themselves: the voice does."""
LONGEST_HOLD_MS: Final = 10_000


class Audience(Protocol):
    """Whoever is told: the page, later other tables."""

    def tell(self, fact: Fact) -> None:
        """Something happened; it is on disk."""
        ...

    def look(self) -> None:
        """The table may look different now."""
        ...


@runtime_checkable
class Lying(Activity, Protocol):
    """An activity that lies over another one, or over the game, and gives the board back."""

    before: Activity | None


class Daemon:
    """A table with a board, a book and an audience."""

    def __init__(
        self,
        table: Table,
        board: Board,
        keeper: Bookkeeper,
        painter: Painter,
        tracer: Tracer,
        timekeeper: Timekeeper | None = None,
    ) -> None:
        self.table = table
        self.board = board
        self.keeper = keeper
        self.painter = painter
        self.tracer = tracer
        self.timekeeper = timekeeper or Timekeeper()
        self._rings_ms: int | None = None  # when a clock is judged
        self.inbox = Inbox()
        self.own_hands = OwnHands(board)
        self.reeds = ReedCounter()
        self.audience: list[Audience] = []
        self.guess: Refusal | None = None  # what somebody seems to have tried
        self.lost: str | None = None  # why the board is away
        self.what = ""  # how the board calls itself
        self.suspects: dict[str, str] = {}  # holes whose reeds seem broken, and why
        self.activity: Activity | None = None  # has the board instead of the game
        self.open_menu: Callable[[bool], Awaitable[None]] | None = None
        self._down_ms: int | None = None  # since when the button is held
        self._is_menu_wanted = False
        self.touched_ms = 0  # when they last changed
        self.starts_again = False  # with another book or configuration, once it has ended
        self._raw = table.settling.raw  # what the reeds showed last

    async def run(self) -> None:
        """Play until the inbox is closed."""
        async for event in self.inbox.events():
            if isinstance(event, Wish):
                await self._grant(event)
            elif isinstance(event, Errand):
                await self._do(event)
            else:
                await self.hear(event)
            if self.starts_again:
                return

    async def start_again(self) -> None:
        """End after this, and begin anew with book and configuration as they are. In the loop."""
        self.starts_again = True

    def stop(self) -> None:
        """End for good, also while it ends to begin anew."""
        self.starts_again = False
        self.inbox.close()

    def fail_with(self, task: asyncio.Task[Any]) -> None:
        """A bug in any part ends the daemon; systemd starts it again and the record replays."""
        if not task.cancelled() and (error := task.exception()) is not None:
            self.inbox.fail(error)

    async def hear(self, event: Event) -> None:
        """The board or the clock tells something, to whoever has the board."""
        self._notice(event)
        await self._follow_button(event)
        if self.activity is None:
            await self.take(event)
        elif isinstance(event, Pressed) and self.activity.kind != MENU and not self._press(event):
            pass
        elif not isinstance(event, Held):
            await self.activity.take(event)
            self.look()
        if self._is_menu_wanted and self.open_menu is not None:
            self._is_menu_wanted = False
            await self.open_menu(not isinstance(event, Pressed))

    def _press(self, pressed: Pressed) -> bool:
        """The button while an activity has the board; whether the activity hears of it."""
        assert self.activity is not None
        if pressed.asks_menu:
            self._is_menu_wanted = True
        elif pressed.asks_help and self.activity.kind in SILENT:
            self._publish(RepeatWanted(pressed.ms))
        return not pressed.asks_menu

    async def _follow_button(self, event: Event) -> None:
        """While the button is held the rows light up, whoever has the board."""
        if isinstance(event, Held):
            self._down_ms = event.ms
        elif isinstance(event, Pressed | BoardLost):
            self._down_ms = None
        if self._down_ms is None:
            await self.painter.cover(None)
            return
        held_ms = event.ms - self._down_ms
        if held_ms > LONGEST_HOLD_MS:  # nobody holds it: its letting go was lost
            self._down_ms = None
        await self.painter.cover(None if self._down_ms is None else held_lights(held_ms))
        due = held_changes_at(held_ms) or LONGEST_HOLD_MS + 1
        if self._down_ms is not None:
            self.inbox.wake_at(self._down_ms + due, "button")
        self.look()

    async def do(self, work: Callable[[], Awaitable[None]]) -> None:
        """Let the loop do this in its turn, and everybody look; its error is the caller's."""

        async def do() -> None:
            await self.close_menu()
            await work()

        await self.inbox.run(do)
        self.look()

    async def lend(self, activity: Activity) -> None:
        """Put the game aside and give the board to an activity. In the loop: see `do`."""
        await self.close_menu()
        if self.activity is not None:
            raise Lent(f"the board is lent to a {self.activity.kind}: end it first")
        await self.take(BoardLost(now_ms(), f"the board is lent to a {activity.kind}"))
        self.activity = activity
        await activity.arrive(self._raw)
        self.look()

    async def put_on(self, menu: Lying) -> None:
        """Lay a menu over whoever has the board, who waits as if the cable were pulled."""
        pulled = BoardLost(now_ms(), "the menu has the board")
        if menu.before is None:
            await self.take(pulled)
        else:
            await menu.before.take(pulled)
        self.activity = menu
        await menu.arrive(self._raw)
        self.look()

    async def close_menu(self, heard: Sequence[Sensed] | None = None, leaves: bool = False) -> None:
        """Give the board back to whoever lies under the menu, if one is open. In the loop.

        What was `heard` since the menu opened is evidence for the game; with `leaves` an activity
        under it ends, too.
        """
        menu = self.activity
        if not isinstance(menu, Lying):
            return
        below, self.activity = menu.before, menu.before
        if below is None or leaves:
            await self._give_back(below, heard)
        elif self.lost is None:
            await below.take(BoardFound(now_ms(), self.what))
            await below.take(Sensed(now_ms(), self._raw))
        self.look()

    async def take_over(self) -> None:
        """The activity ends; the lights guide the archers back to the game. In the loop."""
        await self.close_menu()
        if self.activity is not None:
            await self._give_back(self.activity, None)
            self.look()

    async def _give_back(self, activity: Activity | None, heard: Sequence[Sensed] | None) -> None:
        self.activity = None
        if activity is not None:
            await activity.leave()
        if heard is None:
            self.own_hands.set_up(self.table.standing.position)
        if self.lost is None:
            heard = heard or (Sensed(now_ms(), self._raw),)
            await self.take(BoardFound(heard[0].ms, self.what))
            for sensed in heard:
                await self.take(sensed)

    async def take(self, event: Event, wish: Wish | None = None) -> None:
        """One event: decide, write it down, and only then let anybody see it."""
        before = self.table
        table, effects = step(before, event)
        facts = [effect.fact for effect in effects if isinstance(effect, Record)]
        self.timekeeper.follow(table, facts)
        if facts:
            seats, clocks = wish.seats if wish else None, self.timekeeper.told()
            await self.keeper.write(facts, table.game, seats, clocks)
        self.table = table
        for fact in facts:
            self.keeper.clock.heed(fact)
        for effect in effects:
            await self.perform(effect)
        await self.tracer.heed(event, facts, table)
        if moves_no_archer(event) and differs(before, table):
            self.own_hands.set_up(table.standing.position)
        await self.watch_clocks()
        self.look()

    async def watch_clocks(self) -> None:
        """Warn or judge whoever runs out of time, and wake up when somebody will. In the loop."""
        if (found := self.timekeeper.judge(self.table)) is not None:
            self._publish(found)
        moment = self.timekeeper.moment
        if moment is not None and moment != self._rings_ms:
            self.inbox.wake_at(moment, "clock")
        self._rings_ms = moment
        if isinstance(found, FlagFell) and found.means == LOSES:
            await self.take(GaveUp(found.ms, found.side))
        elif isinstance(found, FlagFell) and found.means == ENDS:
            await self.take(DrawAgreed(found.ms))

    def look(self) -> None:
        """The table, or what is told of it, may look different now."""
        shown = self.table if self.activity is None else self.activity.table
        if shown is not None:
            self.own_hands.agree(shown)
        for listener in self.audience:
            listener.look()

    async def perform(self, effect: Effect) -> None:
        """Do what the table wants done."""
        match effect:
            case Show():
                await self.painter.show(effect.lights, self.table.game.position)
            case Publish():
                self._publish(effect.fact)
            case WakeAt():
                self.inbox.wake_at(effect.ms)
            case Record():
                pass  # on disk already, with all others of this step

    async def _do(self, errand: Errand) -> None:
        try:
            await errand.work()
        except Exception as error:
            if errand.done.done():
                raise
            errand.done.set_exception(error)
        else:
            if not errand.done.done():
                errand.done.set_result(None)

    async def _grant(self, wish: Wish) -> None:
        await self.close_menu()
        if self.activity is not None:
            if not wish.done.done():
                wish.done.set_exception(Lent(f"the board is lent to a {self.activity.kind}"))
            return
        before = self.table
        self._notice(wish.event)
        try:
            await self.take(wish.event, wish)
        except BaseException as error:
            if not wish.done.done():
                wish.done.set_exception(error)
            raise
        if wish.done.done():
            return
        if has_effect(wish.event, before, self.table):
            wish.done.set_result(self.table)
        else:
            wish.done.set_exception(NothingToDo("The table has nothing to do for this."))

    def _notice(self, event: Event) -> None:
        """What the daemon keeps besides the table."""
        match event:
            case Sensed():
                self._raw = event.mask
                self.touched_ms = now_ms()
                self.reeds.feel(event)
            case MarkedDead():
                self.suspects.clear()
            case BoardLost():
                self.lost = event.why
                log.warning("The board is away: %s", event.why)
            case BoardFound():
                self.lost, self.what = None, event.what
                self.painter.forget()
                log.info("The board is there: %s.", event.what)

    def tell(self, fact: Fact) -> None:
        """Something that decides nothing, for whoever listens."""
        self._publish(fact)

    def _publish(self, fact: Fact) -> None:
        if isinstance(fact, MenuWanted):  # told to the loop alone: others see the menu open
            self._is_menu_wanted = True
            return
        if isinstance(fact, WentAstray):
            self.guess = fact.refusal
        if isinstance(fact, NewGame):
            self.guess = None
        if isinstance(fact, Suspected):
            details = fact.details()
            self.suspects[details["hole"]] = details["why"]
        log.info("%s", tell(fact), extra={"fact": fact.to_json()})
        for listener in self.audience:
            listener.tell(fact)


def has_effect(event: Event, before: Table, after: Table) -> bool:
    """Whether a wish did anything; choosing what is chosen already is as good as done."""
    if isinstance(event, HelpChosen | MarkedDead | Began | Pointed | Frozen):
        return True
    return differs(before, after)


def moves_no_archer(event: Event) -> bool:
    """Whether the game may change by this while the archers stay where they are."""
    return isinstance(event, Began | AskedBack | Pressed)


def differs(before: Table, after: Table) -> bool:
    """Whether another position stands."""
    return (before.game, before.open_turn) != (after.game, after.open_turn)


def tell(fact: Fact) -> str:
    """A fact in one line for the log."""
    details = (f"{key}={_text(value)}" for key, value in fact.details().items())
    return " ".join([fact.event, *details])


def _text(value: Any) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ",".join(map(str, value)) or "none"
    return f'"{value}"' if " " in str(value) else str(value)
