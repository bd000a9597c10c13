"""After a game: its turning points, looked for while nobody waits for the coach."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

from boardpi.daemon.coach.thinker import CoachAway, Thinker
from boardpi.daemon.coach.thinking import game_json
from boardpi.daemon.loop import Daemon
from boardpi.daemon.page.answers.table import PointJson, ReviewJson
from boardpi.errors import NothingToDo
from boardpi.rules import Game
from boardpi.table.facts import Ended, Fact

log = logging.getLogger("boardpi.coach")
KEPT: Final = 32
WAITING_MOST: Final = 8
SHORTEST: Final = 8  # plies; a shorter game is not looked at by itself
NONE, WAITING, THINKING, DONE, FAILED = "none", "waiting", "thinking", "done", "failed"


@dataclass(slots=True)
class Review:
    """What is known of one game."""

    game: Game
    state: str = WAITING
    progress: tuple[int, int] = (0, 0)
    points: list[PointJson] = field(default_factory=list)
    task: asyncio.Task[None] | None = None


class Reviews:
    """The newest reviews, each looked for once."""

    def __init__(
        self, daemon: Daemon, thinker: Thinker, read: Callable[[int], Awaitable[Game]]
    ) -> None:
        self._daemon = daemon
        self._thinker = thinker
        self._read = read
        self._reviews: OrderedDict[int, Review] = OrderedDict()

    def picture(self, game_id: int) -> ReviewJson:
        """How far it is."""
        review = self._reviews.get(game_id)
        if review is None:
            return {"game": game_id, "state": NONE, "progress": [0, 0], "points": []}
        return {
            "game": game_id,
            "state": review.state,
            "progress": list(review.progress),
            "points": review.points,
        }

    async def start(self, game_id: int) -> None:
        """Look for the turning points, unless they are known."""
        self._begin(game_id, await self._read(game_id))

    def find(self, game_id: int) -> Review:
        """A review that is done."""
        review = self._reviews.get(game_id)
        if review is None or review.state != DONE:
            raise NothingToDo(f"Game {game_id} has not been reviewed yet.")
        return review

    def _begin(self, game_id: int, game: Game) -> None:
        known = self._reviews.get(game_id)
        if known is not None and known.game.moves == game.moves and known.state != FAILED:
            return
        if sum(review.state == WAITING for review in self._reviews.values()) >= WAITING_MOST:
            raise NothingToDo(
                "The coach has enough games to look at: wait until it has done them.",
                reason="many_reviews",
            )
        if known is not None and known.task is not None:
            known.task.cancel()
        review = self._reviews[game_id] = Review(game, progress=(0, len(game.moves)))
        self._reviews.move_to_end(game_id)
        review.task = asyncio.create_task(self._look_at(review))
        review.task.add_done_callback(self._daemon.fail_with)
        while len(self._reviews) > KEPT:
            _, oldest = self._reviews.popitem(last=False)
            if oldest.task is not None:
                oldest.task.cancel()

    async def _look_at(self, review: Review) -> None:
        def progress(done: int, total: int) -> None:
            review.state, review.progress = THINKING, (done, total)

        request = {"do": "review", "game": game_json(review.game)}
        try:
            answer = await self._thinker.ask(request, is_patient=True, progress=progress)
        except CoachAway as error:
            log.error("No review: %s", error)
            review.state = FAILED
            return
        review.state, review.points = DONE, answer["points"]

    def close(self) -> None:
        """No more reviews."""
        for review in self._reviews.values():
            if review.task is not None:
                review.task.cancel()

    # ── the audience ─────────────────────────────────────────────────────────────────────────────

    def tell(self, fact: Fact) -> None:
        """The game on the table is looked at when it ends."""
        game = self._daemon.table.game
        if isinstance(fact, Ended) and len(game.moves) >= SHORTEST:
            try:
                self._begin(self._daemon.keeper.page.entry.id, game)
            except NothingToDo as refused:
                log.info("No review: %s", refused)

    def look(self) -> None:
        """Nothing to see."""
