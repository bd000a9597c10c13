"""A board of software sets itself up and moves the coach's archers; a real one needs hands.

Whoever wants to practise for the wood switches it off (`by hand`): then the lights guide hands on
the screen, too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from boardpi.boards.board import Board, Hands
from boardpi.errors import Lent, NothingToDo
from boardpi.rules import Game, Move, Position, Side
from boardpi.sim.archers import AIR, TRAY
from boardpi.table.table import Table

if TYPE_CHECKING:
    from boardpi.daemon.loop import Daemon

STEP_SECONDS: Final = 0.35  # between two touches: eyes follow, and a reed is seen
LOOK_SECONDS: Final = 0.05
READ_LOOKS: Final = 200  # ten seconds, for the slowest table


class OwnHands:
    """What the board does by itself."""

    def __init__(self, board: Board) -> None:
        self._hands = board if isinstance(board, Hands) else None
        self.is_by_hand = False

    @property
    def may_act(self) -> bool:
        """Whether nobody's hands are wanted."""
        return self._hands is not None and not self.is_by_hand

    @property
    def is_holding(self) -> bool:
        """Whether an archer is in the air."""
        return self._hands is not None and bool(self._hands.archers.in_air)

    def set_up(self, position: Position) -> bool:
        """Let all archers go to their places; whether it was done."""
        if self._hands is None or self.is_by_hand:
            return False
        self._hands.set_up(position)
        return True

    def agree(self, table: Table) -> None:
        """Who stands on the holes is what the game says, wherever holes are filled rightly."""
        if self._hands is None or any(role in ("missing", "extra") for role in table.lights):
            return
        frees_air = not self.is_by_hand and not table.is_over
        self._hands.archers.agree(table.standing.position, frees_air=frees_air)

    async def carry_out(self, move: Move, side: Side, is_wanted: Callable[[], bool]) -> None:
        """Make a move as hands would; whoever reaches in between stops it."""
        await asyncio.sleep(STEP_SECONDS)
        hands = self._hands
        if hands is None or hands.archers.in_air:
            return
        for touch in _touches(hands, move, side):
            if self.is_by_hand or not is_wanted():
                return
            hands.bring(touch)
            await asyncio.sleep(STEP_SECONDS)


class Carrying:
    """Moves of a side without hands: a board of software makes them; on wood the lights ask."""

    def __init__(self, daemon: Daemon) -> None:
        self._daemon = daemon
        self._task: asyncio.Task[None] | None = None

    def carry_out(self, game: Game, move: Move, side: Side) -> None:
        """Make the move that the table expects, once, as long as it is wanted."""
        daemon, table = self._daemon, self._daemon.table

        def is_wanted() -> bool:
            table = daemon.table
            return table.game is game and table.expected == move and daemon.activity is None

        is_at_rest = table.settling.mask == table.standing.position.occupied
        is_busy = self._task is not None and not self._task.done()
        if daemon.own_hands.may_act and is_at_rest and not is_busy:
            self._task = asyncio.create_task(daemon.own_hands.carry_out(move, side, is_wanted))
            self._task.add_done_callback(daemon.fail_with)

    async def make(self, move: Move, side: Side) -> None:
        """Make a move for a program, and wait until the table has read it."""
        daemon, game = self._daemon, self._daemon.table.standing
        self._check_hands()

        def is_wanted() -> bool:
            return daemon.table.standing is game and daemon.activity is None

        self._task = asyncio.create_task(daemon.own_hands.carry_out(move, side, is_wanted))
        self._task.add_done_callback(daemon.fail_with)
        await asyncio.wait([self._task])
        for _ in range(READ_LOOKS):
            if daemon.table.standing.moves[len(game.moves) :] == (move,):
                return
            await asyncio.sleep(LOOK_SECONDS)
        raise NothingToDo(f"The table did not read {move}: hands came between.", reason="disturbed")

    def _check_hands(self) -> None:
        """Refuse where nobody's hands are there, or others are at work."""
        daemon, table = self._daemon, self._daemon.table
        if daemon.activity is not None:
            raise Lent(f"the board is lent to a {daemon.activity.kind}")
        if not daemon.own_hands.may_act:
            raise NothingToDo("Hands move the archers of this board.", reason="no_hands")
        is_busy = self._task is not None and not self._task.done()
        is_at_rest = table.settling.mask == table.standing.position.occupied
        if is_busy or not is_at_rest or daemon.own_hands.is_holding:
            raise NothingToDo("An archer is being moved: wait until it stands.", reason="in_motion")

    def close(self) -> None:
        """No more moves."""
        if self._task is not None:
            self._task.cancel()


def _touches(hands: Hands, move: Move, side: Side) -> Iterator[dict[str, str]]:
    """Lift, sweep the victim away, set down, bring back; as long as the archers are there."""
    archers = hands.archers
    if move.origin is not None and move.target is not None:
        name = archers.on(move.origin)
        if name is None:
            return
        yield {name: AIR}
        if move.takes and (victim := archers.on(move.target)) is not None:
            yield {victim: TRAY}
        if name in archers.in_air:
            yield {name: str(move.target)}
    if move.reentry is not None and (waiting := archers.waiting(side)) is not None:
        yield {waiting: str(move.reentry)}
