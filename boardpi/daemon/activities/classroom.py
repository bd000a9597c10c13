"""A class at the board: any position, step by step, frozen when the teacher talks, with votes."""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final, Literal

from boardpi.daemon.activities.game import find_rules
from boardpi.daemon.activities.practice import PracticeTable, Spots, spots_of
from boardpi.daemon.loop import Daemon
from boardpi.daemon.page.answers.snapshot import BallotJson, ClassGuestJson
from boardpi.daemon.page.snapshot import legal_texts
from boardpi.errors import BadRequest, BookRefuses, NothingToDo, TooMany
from boardpi.rules import Game, RulesError, RuleSet, parse_move, parse_position
from boardpi.rules.position import check_position
from boardpi.table.events import Event, Pressed
from boardpi.table.step import HINT_HOLD_MS, LONG_HOLD_MS
from boardpi.table.table import Table
from boardpi.web.service import Action, Endpoint, Values, VoteJson
from boardpi.web.shapes import FLAG, number, record, text

MOST_VOTERS: Final = 200
MOST_PER_ADDRESS: Final = 40  # a school may share one address


class Vote:
    """Who wants which move, one vote a device. `seconds` None = until the teacher ends it.

    In one Wi-Fi every device has its own address. Where a router hides a class behind one, the
    teacher says so (`is_shared`): then a cookie tells the devices apart, and who deletes it votes
    again.
    """

    def __init__(
        self,
        legal: tuple[str, ...],
        seconds: int | None,
        clock: Callable[[], float],
        *,
        is_shared: bool = False,
        is_secret: bool = False,
    ) -> None:
        self._is_secret = is_secret  # what was voted for is told at the end
        self._legal = legal
        self._most_per_address = MOST_PER_ADDRESS if is_shared else 1
        self._clock = clock
        self._until = math.inf if seconds is None else clock() + seconds
        self._votes: dict[str, tuple[str, str]] = {}  # by device: its address, its move

    @property
    def is_open(self) -> bool:
        """Whether votes count."""
        return self._clock() < self._until

    def end(self) -> None:
        """No more votes."""
        self._until = -math.inf

    def cast(self, voter: str, address: str, move: str) -> None:
        """Count a vote, or change it."""
        if not self.is_open:
            raise BookRefuses("The vote is over.", reason="vote_over")
        if move not in self._legal:
            raise BookRefuses(f"{move!r} is not a move here.", reason="not_a_move")
        if voter not in self._votes:
            self._check_room(address)
        self._votes[voter] = (address, move)

    def _check_room(self, address: str) -> None:
        neighbours = sum(other == address for other, _ in self._votes.values())
        if neighbours == 1 == self._most_per_address:
            raise BookRefuses(
                "Somebody has voted from this address: one vote a device.", reason="voted"
            )
        if len(self._votes) >= MOST_VOTERS or neighbours >= self._most_per_address:
            raise TooMany("Too many devices vote.", retry_after=60)

    @property
    def counts(self) -> list[tuple[str, int]]:
        """Moves with their votes, most first; equal ones by their text."""
        found = Counter(move for _, move in self._votes.values())
        return sorted(found.items(), key=lambda item: (-item[1], item[0]))

    @property
    def told_counts(self) -> list[tuple[str, int]]:
        """What may be seen of them now."""
        return [] if self._is_secret and self.is_open else self.counts

    def spots(self) -> Spots:
        """The leading moves shine as hints, the others faintly."""
        counts = self.told_counts
        if not counts:
            return ()
        most = counts[0][1]
        leading = [parse_move(move) for move, votes in counts if votes == most]
        others = [parse_move(move) for move, votes in counts if votes < most]
        shining = spots_of(*leading)
        taken = {hole for hole, _ in shining}
        faint = spots_of(*others, role="chosen")
        return (*shining, *(spot for spot in faint if spot[0] not in taken))

    def picture(self) -> BallotJson:
        """What the page shows."""
        left = self._until - self._clock()
        return {
            "is_open": self.is_open,
            "left_s": math.ceil(left) if 0 < left < math.inf else None,
            "voters": len(self._votes),
            "counts": [{"move": move, "votes": votes} for move, votes in self.told_counts],
            "is_secret": self._is_secret,
        }


class ClassActivity:
    """Begins with the game on the table; what is played here is written nowhere."""

    kind: Literal["class"] = "class"

    def __init__(self, daemon: Daemon, game: Game | None = None) -> None:
        self._daemon = daemon
        self._line = daemon.table.game if game is None else game
        self.practice = PracticeTable(daemon, self._line)
        self._vote: Vote | None = None
        self._closing: asyncio.TimerHandle | None = None

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
        """What hands do, and the button: a press goes back, a longer one on."""
        if isinstance(event, Pressed):
            await self._press(event.held_ms)
            return
        seen = await self.practice.take(event)
        if seen.has_played:
            self._follow(self.practice.game)

    def _follow(self, game: Game) -> None:
        """Moves by hand go on from here; taken back, the line stays to be stepped through."""
        self._forget_vote()
        moves = game.moves
        if game.start != self._line.start or self._line.moves[: len(moves)] != moves:
            self._line = game

    async def _press(self, held_ms: int) -> None:
        if held_ms >= LONG_HOLD_MS:
            await self._daemon.take_over()
        else:
            await self.go(self.step + (1 if held_ms >= HINT_HOLD_MS else -1))

    async def go(self, step: int) -> None:
        """Another step of the line; beyond the ends is the end."""
        step = max(0, min(step, len(self._line.moves)))
        self._forget_vote()
        await self.practice.stand(self._line.take_back(len(self._line.moves) - step))

    async def set(self, game: Game) -> None:
        """Another position."""
        self._line = game
        self._forget_vote()
        await self.practice.stand(game)

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
            raise NothingToDo("The position is not set up yet.")
        legal = legal_texts(self.practice.game)
        if not legal:
            raise NothingToDo("The game is over: there is no move to vote for.")
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
            raise BookRefuses("No vote is open.", reason="no_vote")
        self._vote.cast(voter, address, move)
        await self.practice.point(self._vote.spots())

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
        }


class ClassActions:
    """Begins a class, sets positions up in it, lets pupils vote."""

    endpoints: tuple[Endpoint, ...] = ()

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
            activity = self._daemon.activity
            if not isinstance(activity, ClassActivity):
                raise NothingToDo("There is no class at the board.")
            if values["is_open"]:
                await activity.open_vote(
                    values.get("seconds"),
                    is_shared=values.get("is_shared", False),
                    is_secret=values.get("is_secret", False),
                )
            else:
                await activity.end_vote()

        await self._daemon.do(vote)

    async def cast(self, voter: str, address: str, move: str) -> VoteJson:
        """A pupil votes, without a PIN."""

        async def cast() -> None:
            activity = self._daemon.activity
            if not isinstance(activity, ClassActivity):
                raise BookRefuses("No vote is open.", reason="no_vote")
            await activity.cast(voter, address, move)

        await self._daemon.do(cast)
        return {"move": move}

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
    )
