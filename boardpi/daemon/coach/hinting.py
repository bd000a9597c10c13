"""Hints at the table: each time somebody asks, the coach tells a little more.

First which archer, then where it goes, then why. Asked with an archer in hand, it begins with where
that archer goes. A hint goes with the next change of the game.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from boardpi.clock import now_ms
from boardpi.daemon.coach.opponent import Opponent
from boardpi.daemon.coach.thinker import CoachAway, Thinker
from boardpi.daemon.coach.thinking import game_json
from boardpi.daemon.loop import Daemon
from boardpi.daemon.page.answers.table import HintJson
from boardpi.daemon.page.snapshot import holes_of
from boardpi.errors import Lent, NothingToDo
from boardpi.rules import Game, Hole, Move, Side, holes_in, parse_move
from boardpi.rules.turns import free_first_row
from boardpi.table.events import Pointed
from boardpi.table.facts import Fact, HintWanted
from boardpi.texts import COACH

log = logging.getLogger("boardpi.coach")
WHO, WHERE, WHY = 1, 2, 3
Spot = tuple[Hole, str]


class Hints:
    """What the coach has told of the position on the table."""

    def __init__(self, daemon: Daemon, thinker: Thinker, opponent: Opponent) -> None:
        self._daemon = daemon
        self._thinker = thinker
        self._opponent = opponent
        self._game: Game | None = None  # the game that the hint is for
        self._archer: Hole | None = None  # the archer that it is about, if somebody named one
        self._stage = 0
        self._answer: dict[str, Any] | None = None
        self._task: asyncio.Task[None] | None = None
        self._asking: asyncio.Task[None] | None = None  # by button

    async def ask(self, archer: Hole | None = None) -> None:
        """Tell more than before. NothingToDo where there is nothing to tell."""
        if self._daemon.activity is not None:
            raise Lent(f"the board is lent to a {self._daemon.activity.kind}")
        self._check_turn()
        game = self._daemon.table.game
        if self._game is game and archer in (None, self._archer):
            self._stage = min(self._stage + 1, WHY)
        else:
            self._forget()
            self._game, self._archer = game, archer
            self._stage = WHO if archer is None else WHERE
        if self._answer is not None:
            await self._daemon.inbox.run(self._point)
        elif self._task is None:
            self._task = asyncio.create_task(self._think(game, archer))
            self._task.add_done_callback(self._daemon.fail_with)
        self._daemon.look()

    def _check_turn(self) -> None:
        table, seat = self._daemon.table, self._opponent.seat
        if table.is_over:
            raise NothingToDo("The game is over.", reason="game_over")
        if table.is_frozen:
            raise NothingToDo("The table is frozen.", reason="frozen")
        if table.open_turn is not None:
            raise NothingToDo(
                "The last move is not finished: an archer may come back.", reason="open_turn"
            )
        if seat is not None and not table.game.is_open and table.game.position.side is seat.side:
            raise NothingToDo("It is the coach's turn.", reason="coach_turn")

    async def _think(self, game: Game, archer: Hole | None) -> None:
        request = {
            "do": "hint",
            "game": game_json(game),
            "side": self._side(game).letter,
            "archer": None if archer is None else str(archer),
        }
        try:
            self._answer = await self._thinker.ask(request)
        except CoachAway as error:
            log.error("No hint: %s", error)
            self._forget()
            self._daemon.look()
            return
        if archer is not None and self._answer["move"] is None:
            told = COACH.say_in_all("cannot_move", archer=archer)
            self._answer = {**self._answer, "sentences": told}
            self._stage = WHY
        await self._daemon.inbox.run(self._point)

    def _side(self, game: Game) -> Side:
        """Who asks: while either side may begin, the one that the coach has not."""
        seat = self._opponent.seat
        if game.is_open and seat is not None:
            return seat.side.other
        return game.position.side

    async def _point(self) -> None:
        if self._game is self._daemon.table.game and self._daemon.activity is None:
            await self._daemon.take(Pointed(now_ms(), self._spots()))

    def _spots(self) -> tuple[Spot, ...]:
        answer, game = self._answer, self._game
        if answer is None or game is None or answer["move"] is None:
            return ()
        move = parse_move(answer["move"])
        if self._stage == WHO:
            return self._who(game, move)
        return tuple((hole, "hint") for hole in holes_of(move))

    def _who(self, game: Game, move: Move) -> tuple[Spot, ...]:
        if move.origin is not None:
            return ((move.origin, "hint"),)
        row = free_first_row(game.position.with_side(self._side(game)))
        return tuple((hole, "reentry") for hole in holes_in(row))

    def _forget(self) -> None:
        self._game, self._archer, self._answer, self._stage = None, None, None, 0
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
        self._task = None

    def close(self) -> None:
        """No more hints."""
        self._forget()

    # ── the audience ─────────────────────────────────────────────────────────────────────────────

    def tell(self, fact: Fact) -> None:
        """The button asks."""
        if isinstance(fact, HintWanted):
            self._asking = asyncio.create_task(self._ask_by_button(fact.archer))
            self._asking.add_done_callback(self._daemon.fail_with)

    async def _ask_by_button(self, archer: Hole | None) -> None:
        try:
            await self.ask(archer)
        except (NothingToDo, Lent) as refused:
            log.info("No hint: %s", refused)

    def look(self) -> None:
        """A hint goes with the game that it was for."""
        if self._game is not None and self._game is not self._daemon.table.game:
            self._forget()

    def picture(self) -> HintJson | None:
        """What the page shows: no more than the stage tells."""
        if self._game is None:
            return None
        answer = self._answer
        told: HintJson = {
            "stage": self._stage,
            "is_thinking": answer is None,
            "archer": None,
            "move": None,
            "sentences": None,
            "exact": None,
        }
        if answer is None:
            return told
        move = None if answer["move"] is None else parse_move(answer["move"])
        origin = self._archer if move is None else move.origin
        told["archer"] = None if origin is None else str(origin)
        if self._stage >= WHERE:
            told["move"] = answer["move"]
        if self._stage >= WHY:
            told["sentences"], told["exact"] = answer.get("sentences"), answer.get("exact")
        return told
