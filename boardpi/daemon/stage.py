"""A guest that sets positions up by light, lets hands play on, and points at holes."""

from __future__ import annotations

from typing import Any

from boardpi.daemon.clock import now_ms
from boardpi.daemon.guests import SideTable
from boardpi.daemon.loop import Daemon
from boardpi.rules import Game, Hole, Move, Position, Side, name_holes
from boardpi.table.arranging import (
    Arranging,
    arrange,
    done_by_itself,
    let_settle,
    settles_at,
    take_scan,
)
from boardpi.table.events import BoardFound, BoardLost, Event, Frozen, Pointed, Pressed, Sensed
from boardpi.table.settle import settled
from boardpi.table.step import HINT_HOLD_MS, LONG_HOLD_MS
from boardpi.table.table import DARK, Table, new_table
from boardpi.web.desk import Hands

Json = dict[str, Any]
Spots = tuple[tuple[Hole, str], ...]


class Stage:
    """Has the board: shows one game after the other on it."""

    kind = "stage"

    def __init__(self, daemon: Daemon) -> None:
        self._daemon = daemon
        self._raw = 0
        self._spots: Spots = ()
        self._is_frozen = False
        self._game = daemon.table.game
        self._arranging: Arranging | None = None
        self.side = SideTable(self._fresh_table(), daemon.painter, daemon.inbox)

    def _fresh_table(self) -> Table:
        played = self._daemon.table
        return new_table(self._game, played.timing, help=played.help, dead=played.dead, ms=now_ms())

    @property
    def table(self) -> Table:
        """Where it stands; while a position is set up, that position."""
        if self._arranging is None:
            return self.side.table
        return self.side.table._replace(
            game=self._game,
            open_turn=None,
            settling=settled(self._arranging.settling.mask),
            lights=self._arranging.lights,
            question=(),
            astray=None,
            is_over=self._game.outcome is not None,
        )

    @property
    def is_arranging(self) -> bool:
        """Whether archers are still being set up."""
        return self._arranging is not None

    async def arrive(self, mask: int) -> None:
        """The archers stand as the game has them, as far as nobody lifted them."""
        self._raw = mask
        await self._set_up(self._daemon.table.standing.position)

    async def stand(self, game: Game, spots: Spots = ()) -> None:
        """Show this game, and then point at these holes."""
        known = self._known()
        self._game, self._spots = game, spots
        await self._set_up(known)

    def _known(self) -> Position:
        """Who stands where, as far as it was followed."""
        if self._arranging is None:
            return self.side.table.standing.position
        white, black = self._arranging.archers
        return Position(white, black, 0, Side.WHITE)

    async def point(self, spots: Spots) -> None:
        """Light these holes."""
        self._spots = spots
        if self._arranging is None:
            await self.side.take(Pointed(now_ms(), spots))

    async def freeze(self, is_frozen: bool) -> None:
        """Let hands do what they like, or not."""
        self._is_frozen = is_frozen
        if self._arranging is None:
            await self.side.take(Frozen(now_ms(), is_frozen))

    async def take(self, event: Event) -> None:
        """What hands do."""
        if isinstance(event, Sensed):
            self._raw = event.mask
        if isinstance(event, Pressed):
            await self._press(event.held_ms)
        elif self._arranging is not None:
            await self._arrange_on(event)
        else:
            await self._play_on(event)

    async def _play_on(self, event: Event) -> None:
        await self.side.take(event)
        if self.side.table.game is not self._game:
            self._game, self._spots = self.side.table.game, ()
            await self.on_played(self._game)

    async def leave(self) -> None:
        """Nothing of it shines on."""
        await self._daemon.painter.show(DARK, self._game.position)

    async def _press(self, held_ms: int) -> None:
        if held_ms >= LONG_HOLD_MS:
            await self._daemon.take_over()
        else:
            await self.on_press(is_long=held_ms >= HINT_HOLD_MS)

    async def on_played(self, game: Game) -> None:
        """Hands played, or took back."""

    async def on_arranged(self, ms: int) -> None:
        """The position stands."""

    async def on_press(self, *, is_long: bool) -> None:
        """The button was pressed, or held for a second."""

    # ── setting up ───────────────────────────────────────────────────────────────────────────────

    async def _set_up(self, known: Position) -> None:
        dead = self._daemon.table.dead
        self._arranging = arrange(self._game.position, self._raw, known, dead)
        await self._look_at_arrangement(now_ms())

    async def arrange_by_itself(self, hands: Hands | None) -> bool:
        """On a board without wood the archers may go to their places by themselves."""
        if self._arranging is None or hands is None:
            return False
        wanted = self._arranging.wanted
        hands.sense(wanted.occupied)
        self._raw = wanted.occupied
        self._arranging = done_by_itself(wanted, self._arranging.dead)
        await self._look_at_arrangement(now_ms())
        return True

    async def _arrange_on(self, event: Event) -> None:
        assert self._arranging is not None
        if isinstance(event, BoardLost | BoardFound):
            self._daemon.painter.forget()
        if isinstance(event, Sensed):
            self._arranging = take_scan(self._arranging, event.ms, event.mask)
        settle_ms = self.side.table.timing.settle_ms
        self._arranging = let_settle(self._arranging, event.ms, settle_ms)
        if (due := settles_at(self._arranging, settle_ms)) is not None:
            self._daemon.inbox.wake_at(due)
        await self._look_at_arrangement(event.ms)

    async def _look_at_arrangement(self, ms: int) -> None:
        arranging = self._arranging
        assert arranging is not None
        await self._daemon.painter.show(arranging.lights, arranging.wanted)
        if not arranging.is_done:
            return
        self._arranging = None
        self.side.table = self._fresh_table()._replace(lights=arranging.lights)
        await self.side.take(Sensed(ms, arranging.settling.raw))
        await self.freeze(self._is_frozen)
        await self.point(self._spots)
        await self.on_arranged(ms)

    def arrange_json(self) -> Json | None:
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


def spots_of(*moves: Move, role: str = "hint") -> Spots:
    """Where these moves begin and end."""
    holes = (hole for move in moves for hole in (move.origin, move.target, move.reentry))
    return tuple((hole, role) for hole in dict.fromkeys(holes) if hole is not None)
