"""The turning points of a game on the board: each position set up by light, then what was played,
then what was better.
"""

from __future__ import annotations

from typing import Any

from boardpi.daemon.activities.demonstration import Spots, Stage, spots_of
from boardpi.daemon.coach.reviews import Review
from boardpi.daemon.loop import Daemon
from boardpi.rules import Game, parse_move, parse_position

Json = dict[str, Any]
SHOWN = ("played", "better")


class ReviewGuest(Stage):
    """Steps through a review."""

    kind = "review"

    def __init__(self, daemon: Daemon, game_id: int, review: Review, point: int = 0) -> None:
        super().__init__(daemon)
        self._id = game_id
        self._review = review
        self._step = len(SHOWN) * min(point, len(review.points) - 1)
        self._game, self._spots = self._at_step()

    @property
    def steps(self) -> int:
        """Each point is shown twice."""
        return len(SHOWN) * len(self._review.points)

    @property
    def step(self) -> int:
        """Which of them is shown."""
        return self._step

    async def go(self, step: int) -> None:
        """Another step; beyond the ends is the end."""
        self._step = max(0, min(step, self.steps - 1))
        await self.stand(*self._at_step())

    def _at_step(self) -> tuple[Game, Spots]:
        point, shown = self._point()
        game = Game(self._review.game.rules, parse_position(point["position"]))
        return game, spots_of(parse_move(point[shown]))

    def _point(self) -> tuple[Json, str]:
        number, shown = divmod(self._step, len(SHOWN))
        return self._review.points[number], SHOWN[shown]

    async def on_press(self, *, is_long: bool) -> None:
        """On with a press, back with a longer one."""
        await self.go(self._step + (-1 if is_long else 1))

    def picture(self) -> Json:
        """What the page shows."""
        point, shown = self._point()
        return {
            "game": self._id,
            "step": self._step,
            "steps": self.steps,
            "point": point,
            "shown": shown,
            "arrange": self.arrange_json(),
        }
