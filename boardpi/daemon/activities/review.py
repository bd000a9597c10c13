"""The turning points of a game on the board: each position set up by light, then what was played,
then what was better.
"""

from __future__ import annotations

from typing import Final, Literal

from boardpi.daemon.activities.practice import PracticeTable, Spots, spots_of
from boardpi.daemon.coach.reviews import Review, Reviews
from boardpi.daemon.loop import Daemon
from boardpi.daemon.page.answers.snapshot import ReviewGuestJson
from boardpi.daemon.page.answers.table import PointJson, ReviewJson
from boardpi.errors import NothingToDo
from boardpi.rules import Game, parse_move, parse_position
from boardpi.table.events import Event, Pressed
from boardpi.table.table import Table
from boardpi.web.service import Action, ApiRequest, Endpoint, Values
from boardpi.web.shapes import ID, number, record

SHOWN: Final = 2  # each point is shown twice: what was played, what was better


class ReviewActivity:
    """Steps through a review."""

    kind: Literal["review"] = "review"

    def __init__(self, daemon: Daemon, game_id: int, review: Review, point: int = 0) -> None:
        self._daemon = daemon
        self._id = game_id
        self._review = review
        self.step = SHOWN * min(point, len(review.points) - 1)
        self.practice = PracticeTable(daemon, *self._at_step())

    @property
    def table(self) -> Table:
        """The position of the point."""
        return self.practice.table

    @property
    def steps(self) -> int:
        """All that there is to show."""
        return SHOWN * len(self._review.points)

    async def arrive(self, mask: int) -> None:
        """Set up the first point."""
        await self.practice.arrive(mask)

    async def take(self, event: Event) -> None:
        """What hands do, and the button: a press goes on, from the last point to the first."""
        if isinstance(event, Pressed):
            if not event.asks_help:
                await self.go((self.step + 1) % self.steps)
        else:
            await self.practice.take(event)

    async def go(self, step: int) -> None:
        """Another step; beyond the ends is the end."""
        self.step = max(0, min(step, self.steps - 1))
        await self.practice.stand(*self._at_step())

    async def leave(self) -> None:
        """Nothing of it shines on."""
        await self.practice.darken()

    def _at_step(self) -> tuple[Game, Spots]:
        point = self._point
        game = Game(self._review.game.rules, parse_position(point["position"]))
        return game, spots_of(parse_move(point[self._shown]))

    @property
    def _point(self) -> PointJson:
        return self._review.points[self.step // SHOWN]

    @property
    def _shown(self) -> Literal["played", "better"]:
        return "better" if self.step % SHOWN else "played"

    def picture(self) -> ReviewGuestJson:
        """What the page shows."""
        return {
            "kind": self.kind,
            "game": self._id,
            "step": self.step,
            "steps": self.steps,
            "point": self._point,
            "shown": self._shown,
            "arrange": self.practice.arrange_json(),
        }


class ReviewActions:
    """Looks for turning points, and steps through them on the board."""

    def __init__(self, daemon: Daemon, reviews: Reviews) -> None:
        self._daemon = daemon
        self._reviews = reviews

    async def tell(self, request: ApiRequest) -> ReviewJson:
        """The turning points of a game, as far as they are known."""
        return self._reviews.picture(request.id)

    async def look_for(self, request: ApiRequest) -> ReviewJson:
        """Look for them, unless they are known."""
        await self._reviews.start(request.id)
        return self._reviews.picture(request.id)

    async def begin(self, values: Values) -> None:
        """Step through turning points on the board."""
        review = self._reviews.find(values["game"])
        if not review.points:
            raise NothingToDo(
                "The coach found no turning point in this game.", reason="no_turning_point"
            )
        activity = ReviewActivity(self._daemon, values["game"], review, values.get("point", 0))

        async def begin() -> None:
            if isinstance(self._daemon.activity, ReviewActivity):
                await self._daemon.take_over()
            await self._daemon.lend(activity)

        await self._daemon.do(begin)

    actions = (
        Action(
            "review",
            "step through turning points on the board",
            record({"game": ID}, point=number(0, 2)),
            begin,
        ),
    )
    endpoints = (
        Endpoint("GET", "/games/{id}/review", "its turning points", tell),
        Endpoint("POST", "/games/{id}/review", "look for its turning points", look_for),
    )
