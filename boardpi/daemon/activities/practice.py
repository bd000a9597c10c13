"""A table beside the game's: positions are set up by light, hands play on, holes are pointed at.

Lessons, classes and reviews each have one. Nothing of it is written down.
"""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol, runtime_checkable

from boardpi.clock import now_ms
from boardpi.daemon.activities.activity import Activity
from boardpi.daemon.inbox import Inbox
from boardpi.daemon.loop import Daemon
from boardpi.daemon.page.answers.snapshot import ArrangeJson
from boardpi.daemon.painter import Painter
from boardpi.errors import BadRequest, Lent, NothingToDo
from boardpi.rules import Game, Hole, Move, Position, RulesError, Side, name_holes, parse_move
from boardpi.table.arranging import (
    Arranging,
    arrange,
    done_by_itself,
    let_settle,
    settles_at,
    take_scan,
)
from boardpi.table.effects import Publish, Show, WakeAt
from boardpi.table.events import (
    Began,
    BoardFound,
    BoardLost,
    Event,
    Frozen,
    Pointed,
    Sensed,
    Woke,
)
from boardpi.table.facts import Fact
from boardpi.table.settle import settled
from boardpi.table.step import step
from boardpi.table.table import DARK, Table, new_table
from boardpi.web.service import Action, Endpoint, PageHands, Values
from boardpi.web.shapes import FLAG, HOLE, many, number, record, text

Spots = tuple[tuple[Hole, str], ...]
MOVE: Final = text(20)


class Seen(NamedTuple):
    """What came of an event."""

    facts: list[Fact]
    lifted: int = 0  # holes whose archers are in somebody's hand now
    has_played: bool = False  # moves were made or taken back
    is_set_up: bool = False  # the position that was being set up stands


class PracticeTable:
    """Shows one game after the other on the board."""

    def __init__(
        self, daemon: Daemon, game: Game, spots: Spots = (), *, help_level: str | None = None
    ) -> None:
        self._daemon = daemon
        self._help = help_level
        self._raw = 0
        self._is_frozen = False
        self._arranging: Arranging | None = None
        self.played = self._fresh(daemon.table.game)
        self.game = game
        self.spots = spots

    def _fresh(self, game: Game) -> Table:
        played = self._daemon.table
        return new_table(
            game, played.timing, help=self._help or played.help, dead=played.dead, ms=now_ms()
        )

    @property
    def table(self) -> Table:
        """Where it stands; while a position is set up, that position."""
        if self._arranging is None:
            return self.played
        return self.played._replace(
            game=self.game,
            open_turn=None,
            settling=settled(self._arranging.settling.mask),
            lights=self._arranging.lights,
            question=(),
            astray=None,
            is_lost=True,  # nothing is read meanwhile
            is_over=self.game.outcome is not None,
        )

    @property
    def raw(self) -> int:
        """What the reeds showed last."""
        return self._raw

    @property
    def is_arranging(self) -> bool:
        """Whether archers are still being set up."""
        return self._arranging is not None

    async def arrive(self, mask: int) -> bool:
        """The archers stand as the game has them, as far as nobody lifted them."""
        self._raw = mask
        return await self._set_up(self._daemon.table.standing.position)

    async def stand(self, game: Game, spots: Spots = ()) -> bool:
        """Show this game, and then point at these holes; whether it stands already."""
        known = self._known()
        self.game, self.spots = game, spots
        return await self._set_up(known)

    def _known(self) -> Position:
        """Who stands where, as far as it was followed."""
        if self._arranging is None:
            return self.played.standing.position
        white, black = self._arranging.archers
        return Position(white, black, 0, Side.WHITE)

    async def begin(self, game: Game, ms: int) -> None:
        """Another game, whose archers need not be set up: the lights guide them back."""
        self.game = game
        await self.decide(Began(ms, game))

    async def point(self, spots: Spots) -> None:
        """Light these holes."""
        self.spots = spots
        if self._arranging is None:
            await self.decide(Pointed(now_ms(), spots))

    async def freeze(self, is_frozen: bool) -> None:
        """Let hands do what they like, or not."""
        self._is_frozen = is_frozen
        if self._arranging is None:
            await self.decide(Frozen(now_ms(), is_frozen))

    async def darken(self) -> None:
        """Nothing of it shines on."""
        await self._daemon.painter.show(DARK, self.game.position)

    async def take(self, event: Event) -> Seen:
        """What hands do."""
        if isinstance(event, Sensed):
            self._raw = event.mask
        if self._arranging is not None:
            return Seen([], is_set_up=await self._arrange(self._arranging, event))
        before = self.played.settling.mask
        facts = await self.decide(event)
        has_played = self.played.game is not self.game
        if has_played:
            self.game, self.spots = self.played.game, ()
        return Seen(facts, before & ~self.played.settling.mask, has_played)

    async def decide(self, event: Event) -> list[Fact]:
        """One event of the game that is shown."""
        daemon = self._daemon
        self.played, facts = await step_unwritten(self.played, event, daemon.painter, daemon.inbox)
        return facts

    # ── setting up ───────────────────────────────────────────────────────────────────────────────

    async def _set_up(self, known: Position) -> bool:
        wanted, dead = self.game.position, self._daemon.table.dead
        if self._daemon.own_hands.set_up(wanted):
            self._raw = wanted.occupied
            self._arranging = done_by_itself(wanted, dead)
        else:
            self._arranging = arrange(wanted, self._raw, known, dead)
        return await self._look_at(self._arranging, now_ms())

    async def give_up(self) -> None:
        """Nothing need be set up any more: hands do what they like."""
        self._arranging, self.spots = None, ()
        self.played = self._fresh(self.game)._replace(lights=DARK)
        await self.darken()
        await self.freeze(True)

    def arrange_by_itself(self, hands: PageHands | None) -> bool:
        """On a board without wood the archers go to their places; the next event finds them."""
        if self._arranging is None or hands is None:
            return False
        wanted = self._arranging.wanted
        hands.set_up(wanted)
        self._raw = wanted.occupied
        self._arranging = done_by_itself(wanted, self._arranging.dead)
        return True

    async def _arrange(self, arranging: Arranging, event: Event) -> bool:
        if isinstance(event, BoardLost | BoardFound):
            self._daemon.painter.forget()
        if isinstance(event, Sensed):
            arranging = take_scan(arranging, event.ms, event.mask)
        settle_ms = self.played.timing.settle_ms
        self._arranging = let_settle(arranging, event.ms, settle_ms)
        if (due := settles_at(self._arranging, settle_ms)) is not None:
            self._daemon.inbox.wake_at(due)
        return await self._look_at(self._arranging, event.ms)

    async def _look_at(self, arranging: Arranging, ms: int) -> bool:
        await self._daemon.painter.show(arranging.lights, arranging.wanted)
        if not arranging.is_done:
            return False
        self._arranging = None
        self.played = self._fresh(self.game)._replace(lights=arranging.lights)
        await self.decide(Sensed(ms, arranging.settling.raw))
        await self.freeze(self._is_frozen)
        await self.point(self.spots)
        return True

    def arrange_json(self) -> ArrangeJson | None:
        """What is still to be set up."""
        arranging = self._arranging
        if arranging is None:
            return None
        side = arranging.side
        return {
            "side": None if side is None else side.letter,
            "missing": [] if side is None else name_holes(arranging.missing(side)),
            "extra": name_holes(arranging.extra),
        }


async def step_unwritten(
    table: Table, event: Event, painter: Painter, inbox: Inbox
) -> tuple[Table, list[Fact]]:
    """Decide and light; what was found out is the caller's to tell."""
    table, effects = step(table, event)
    facts = []
    for effect in effects:
        match effect:
            case Show():
                await painter.show(effect.lights, table.game.position)
            case WakeAt():
                inbox.wake_at(effect.ms)
            case Publish():
                facts.append(effect.fact)
    return table, facts


def spots_of(*moves: Move, role: str = "hint") -> Spots:
    """Where these moves begin and end."""
    holes = (hole for move in moves for hole in (move.origin, move.target, move.reentry))
    return tuple((hole, role) for hole in dict.fromkeys(holes) if hole is not None)


# ── actions ──────────────────────────────────────────────────────────────────────────────────────


@runtime_checkable
class Practising(Activity, Protocol):
    """An activity with a practice table."""

    practice: PracticeTable


@runtime_checkable
class Stepping(Practising, Protocol):
    """One that can be stepped through."""

    @property
    def step(self) -> int:
        """Where it is."""
        ...

    async def go(self, step: int) -> None:
        """Go there; beyond the ends is the end."""
        ...


class PracticeActions:
    """What can be done to every activity that shows positions, some of it also to the game."""

    endpoints: tuple[Endpoint, ...] = ()

    def __init__(self, daemon: Daemon, hands: PageHands | None) -> None:
        self._daemon = daemon
        self._hands = hands

    def _practice(self) -> PracticeTable | None:
        """Of whoever has the board; None while the game has it."""
        activity = self._daemon.activity
        if activity is None:
            return None
        if not isinstance(activity, Practising):
            raise Lent(f"the board is lent to a {activity.kind}")
        return activity.practice

    async def step(self, values: Values) -> None:
        """Another step of the class or the review."""

        async def go() -> None:
            activity = self._daemon.activity
            if not isinstance(activity, Stepping):
                raise NothingToDo("There is nothing to step through.")
            await activity.go(values.get("to", activity.step + values.get("by", 1)))

        await self._daemon.do(go)

    async def freeze(self, values: Values) -> None:
        """Let hands do what they like, or not."""

        async def freeze() -> None:
            practice = self._practice()
            if practice is None:
                await self._daemon.take(Frozen(now_ms(), values["is_frozen"]))
            else:
                await practice.freeze(values["is_frozen"])

        await self._daemon.do(freeze)

    async def point(self, values: Values) -> None:
        """Light holes as a hint."""
        spots = _read_spots(values)

        async def point() -> None:
            practice = self._practice()
            if practice is None:
                await self._daemon.take(Pointed(now_ms(), spots))
            else:
                await practice.point(spots)

        await self._daemon.do(point)

    async def arrange(self, values: Values) -> None:
        """Let the archers of a board without wood go to their places."""

        async def go() -> None:
            activity = self._daemon.activity
            if not isinstance(activity, Practising) or not activity.practice.arrange_by_itself(
                self._hands
            ):
                raise NothingToDo("Nothing arranges itself here: follow the lights.")
            await activity.take(Woke(now_ms()))

        await self._daemon.do(go)

    async def leave(self, values: Values) -> None:
        """Give the board back to the game."""

        async def leave() -> None:
            if self._daemon.activity is None:
                raise NothingToDo("The board is the game's.")
            await self._daemon.take_over()

        await self._daemon.do(leave)

    actions = (
        Action(
            "step",
            "another step of the class or the review",
            record(by=number(-999, 999), to=number(0, 999)),
            step,
        ),
        Action(
            "freeze", "let hands do what they like, or not", record({"is_frozen": FLAG}), freeze
        ),
        Action("point", "light holes as a hint", record(move=MOVE, holes=many(HOLE, 25)), point),
        Action(
            "arrange",
            "let the archers of a board without wood go to their places",
            record(),
            arrange,
            is_for_players=True,
        ),
        Action("leave", "give the board back to the game", record(), leave),
    )


def _read_spots(values: Values) -> Spots:
    spots: Spots = tuple((Hole(name), "hint") for name in dict.fromkeys(values.get("holes", ())))
    if "move" in values:
        try:
            spots += spots_of(parse_move(values["move"]))
        except RulesError as error:
            raise BadRequest(f"move: {error}") from None
    return spots
