"""A class at the board: any position, step by step, frozen when the teacher talks, with votes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Literal

from boardpi.daemon.activities.game import find_rules
from boardpi.daemon.activities.practice import PracticeTable
from boardpi.daemon.activities.votes import Teams, Vote
from boardpi.daemon.loop import Daemon
from boardpi.daemon.page.answers.snapshot import (
    ClassGuestJson,
    TeamJson,
    VoteJson,
)
from boardpi.daemon.page.snapshot import legal_texts
from boardpi.errors import BadRequest, BookRefuses, NothingToDo
from boardpi.rules import Game, RulesError, RuleSet, Side, parse_position
from boardpi.rules.holes import SIDES
from boardpi.rules.position import check_position
from boardpi.table.events import Event, Pressed
from boardpi.table.table import Table
from boardpi.web.service import Action, ApiRequest, Endpoint, Values
from boardpi.web.shapes import FLAG, SIDE, number, record, text


def no_vote() -> BookRefuses:
    """There is nothing to vote for."""
    return BookRefuses("No vote is open.", reason="no_vote")


def no_teams() -> BookRefuses:
    """There is no team to choose."""
    return BookRefuses("There are no teams.", reason="no_teams")


class ClassActivity:
    """Begins with the game on the table; what is played here is written nowhere."""

    kind: Literal["class"] = "class"

    def __init__(self, daemon: Daemon, game: Game | None = None) -> None:
        self._daemon = daemon
        self._line = daemon.table.game if game is None else game
        self.practice = PracticeTable(daemon, self._line)
        self._vote: Vote | None = None
        self._closing: asyncio.TimerHandle | None = None
        self._teams: Teams | None = None

    @property
    def table(self) -> Table:
        """The position of the class."""
        return self.practice.table

    @property
    def step(self) -> int:
        """How many moves of the line are made."""
        return len(self.practice.game.moves)

    async def arrive(self, mask: int) -> None:
        """Set up the position."""
        await self.practice.arrive(mask)

    async def take(self, event: Event) -> None:
        """What hands do, and the button: a press goes on."""
        if isinstance(event, Pressed):
            if not event.asks_help:
                await self.go(self.step + 1)
            return
        seen = await self.practice.take(event)
        if seen.has_played:
            self._follow(self.practice.game)
        if seen.has_played or seen.is_set_up:
            await self._consult()

    def _follow(self, game: Game) -> None:
        """Moves by hand go on from here; taken back, the line stays to be stepped through."""
        self._forget_vote()
        moves = game.moves
        if game.start != self._line.start or self._line.moves[: len(moves)] != moves:
            self._line = game

    async def go(self, step: int) -> None:
        """Another step of the line; beyond the ends is the end."""
        step = max(0, min(step, len(self._line.moves)))
        self._forget_vote()
        await self.practice.stand(self._line.take_back(len(self._line.moves) - step))
        await self._consult()

    async def set(self, game: Game) -> None:
        """Another position."""
        self._line = game
        self._forget_vote()
        await self.practice.stand(game)
        await self._consult()

    async def leave(self) -> None:
        """The vote ends with the class."""
        self._forget_vote()
        await self.practice.darken()

    # ── votes ────────────────────────────────────────────────────────────────────────────────────

    async def open_vote(
        self, seconds: int | None, *, is_shared: bool = False, is_secret: bool = False
    ) -> None:
        """Let pupils vote for the next move."""
        if self.practice.is_arranging:
            raise NothingToDo("The position is not set up yet.", reason="not_set_up")
        legal = legal_texts(self.practice.game)
        if not legal:
            raise NothingToDo("The game is over: there is no move to vote for.", reason="game_over")
        self._forget_vote()
        self._vote = Vote(legal, seconds, time.monotonic, is_shared=is_shared, is_secret=is_secret)
        if seconds is not None:
            loop = asyncio.get_running_loop()
            self._closing = loop.call_later(seconds, self._daemon.look)
        await self.practice.point(())

    async def end_vote(self) -> None:
        """No more votes; what they said stays lit."""
        if self._vote is None or not self._vote.is_open:
            raise NothingToDo("No vote is open.")
        self._vote.end()
        await self.practice.point(self._vote.spots())

    async def cast(self, voter: str, address: str, move: str) -> None:
        """One pupil's vote."""
        if self._vote is None:
            raise no_vote()
        if self._teams is not None:
            self._teams.check(voter, move, self.practice.game)
        self._vote.cast(voter, address, move)
        await self.practice.point(self._vote.spots())

    async def divide(self, wishes: Values | None) -> None:
        """Two teams from now on, which vote for their moves in turn; None for one class again."""
        self._teams = None if wishes is None else Teams(wishes)
        self._forget_vote()
        await self.practice.point(())
        await self._consult()

    async def join(self, device: str, address: str, side: Side) -> None:
        """A pupil chooses a team."""
        if self._teams is None:
            raise no_teams()
        self._teams.join(device, address, side)

    async def _consult(self) -> None:
        """Whoever is to move votes, as soon as the position stands."""
        teams = self._teams
        is_over = self.practice.game.outcome is not None
        if teams is None or is_over or self.practice.is_arranging:
            return
        wishes = teams.wishes
        await self.open_vote(
            wishes.get("seconds"),
            is_shared=wishes.get("is_shared", False),
            is_secret=wishes.get("is_secret", False),
        )

    def _forget_vote(self) -> None:
        self._vote = None
        if self._closing is not None:
            self._closing.cancel()
            self._closing = None

    def picture(self) -> ClassGuestJson:
        """What the page shows."""
        return {
            "kind": self.kind,
            "step": self.step,
            "steps": len(self._line.moves),
            "pointed": {str(hole): role for hole, role in self.practice.spots},
            "arrange": self.practice.arrange_json(),
            "vote": None if self._vote is None else self._vote.picture(),
            "teams": None if self._teams is None else self._teams.picture(),
        }


class ClassActions:
    """Begins a class, sets positions up in it, lets pupils vote."""

    def __init__(self, daemon: Daemon, known: Mapping[str, RuleSet]) -> None:
        self._daemon = daemon
        self._known = known

    async def begin(self, values: Values) -> None:
        """Begin a class, or set up a position in it."""
        game = self._read_position(values)

        async def begin() -> None:
            activity = self._daemon.activity
            if isinstance(activity, ClassActivity) and game is not None:
                await activity.set(game)
                return
            if isinstance(activity, ClassActivity):
                await self._daemon.take_over()
            await self._daemon.lend(ClassActivity(self._daemon, game))

        await self._daemon.do(begin)

    def _read_position(self, values: Values) -> Game | None:
        rules = find_rules(values.get("rules"), self._known, self._daemon.table.game.rules)
        if "position" not in values:
            return None
        try:
            position = parse_position(values["position"])
            check_position(rules, position)
        except RulesError as error:
            raise BadRequest(f"position: {error}", reason="bad_position") from None
        return Game(rules, position)

    async def vote(self, values: Values) -> None:
        """Let pupils vote, or end the vote."""

        async def vote() -> None:
            activity = self._given()
            if values["is_open"]:
                await activity.open_vote(
                    values.get("seconds"),
                    is_shared=values.get("is_shared", False),
                    is_secret=values.get("is_secret", False),
                )
            else:
                await activity.end_vote()

        await self._daemon.do(vote)

    def _given(self) -> ClassActivity:
        activity = self._daemon.activity
        if not isinstance(activity, ClassActivity):
            raise NothingToDo("There is no class at the board.")
        return activity

    async def divide(self, values: Values) -> None:
        """Two teams that consult, or one class again."""

        async def divide() -> None:
            await self._given().divide(values if values["is_on"] else None)

        await self._daemon.do(divide)

    async def cast(self, request: ApiRequest) -> VoteJson:
        """A pupil votes, without a PIN."""
        device, address, move = request.device, request.address, request.values["move"]
        await self._let(lambda given: given.cast(device, address, move), no_vote)
        return {"move": move}

    async def join(self, request: ApiRequest) -> TeamJson:
        """A pupil chooses a team, without a PIN."""
        device, address, told = request.device, request.address, request.values["side"]
        await self._let(lambda given: given.join(device, address, SIDES[told]), no_teams)
        return {"side": told}

    async def _let(
        self, work: Callable[[ClassActivity], Awaitable[None]], refuse: Callable[[], BookRefuses]
    ) -> None:
        """Let somebody without a PIN take part in a class. Where none has the board, nothing is
        touched: not even a menu closes, as it does for whoever may change the table.
        """

        async def take_part() -> None:
            if not isinstance(activity := self._daemon.activity, ClassActivity):
                raise refuse()
            await work(activity)

        if not isinstance(self._daemon.activity, ClassActivity):
            raise refuse()
        await self._daemon.inbox.run(take_part)
        self._daemon.look()

    endpoints = (
        Endpoint(
            "POST",
            "/vote",
            "vote for a move in a class",
            cast,
            record({"move": text(20)}),
            is_for_pupils=True,
        ),
        Endpoint(
            "POST",
            "/team",
            "choose a team in a class",
            join,
            record({"side": SIDE}),
            is_for_pupils=True,
        ),
    )

    actions = (
        Action(
            "class",
            "begin a class, or set up a position in it",
            record(position=text(100), rules=text(60)),
            begin,
        ),
        Action(
            "vote",
            "let pupils vote, or end the vote",
            record({"is_open": FLAG}, seconds=number(5, 3600), is_shared=FLAG, is_secret=FLAG),
            vote,
        ),
        Action(
            "teams",
            "let two teams consult and vote for their moves, or one class again",
            record({"is_on": FLAG}, seconds=number(5, 3600), is_shared=FLAG, is_secret=FLAG),
            divide,
        ),
    )
