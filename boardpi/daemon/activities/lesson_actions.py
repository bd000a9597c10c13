"""The part of the desk where lessons are looked up, begun, steered and ended."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from boardpi.club import BookError
from boardpi.coach.lessons.lesson import NAMES, Ask, Lesson, SetUp, in_all_languages
from boardpi.coach.lessons.question import as_lesson
from boardpi.coach.lessons.teaching import Continue, Finish, Repeat, Skip
from boardpi.daemon.activities.activity import Guest
from boardpi.daemon.activities.lesson import LessonGuest
from boardpi.daemon.activities.lesson_library import (
    lesson_json,
    open_puzzles,
    open_school,
    puzzle_json,
)
from boardpi.daemon.loop import Daemon
from boardpi.daemon.page.library import Library
from boardpi.errors import NoSuch, NothingToDo
from boardpi.rules import RuleSet
from boardpi.table.events import Answered

Json = dict[str, Any]
log = logging.getLogger("boardpi.lessons")
WISHES: Final[Mapping[str, type[Continue | Repeat | Skip]]] = {
    "continue": Continue,
    "repeat": Repeat,
    "skip": Skip,
}


class LessonDesk:
    """Lessons of this table and the one that is being given."""

    def __init__(
        self, daemon: Daemon, library: Library, folder: Path, known: Mapping[str, RuleSet]
    ) -> None:
        self._daemon = daemon
        self._library = library
        self._folder = folder
        self._known = known
        self.school = open_school(folder, known)
        self._puzzles = {puzzle.name: puzzle for puzzle in open_puzzles()}

    def all(self) -> Json:
        """All lessons in their order, and files that are none."""
        return self.school.to_json()

    def one(self, name: str) -> Json:
        """One lesson with its steps."""
        lesson = self._find(name)
        return {**lesson_json(lesson, self.school), "parts": [_part(s) for s in lesson.steps]}

    async def read(self) -> Json:
        """Read the teacher's folder again."""
        self.school = await asyncio.to_thread(open_school, self._folder, self._known)
        return self.all()

    def _find(self, name: str) -> Lesson:
        if name not in self.school.lessons:
            raise NoSuch(f"there is no lesson {name[:60]!r}")
        return self.school.lessons[name]

    async def start(self, name: str, player_id: int | None) -> None:
        """Begin a lesson; one that is being given makes room for it."""
        lesson = self._find(name)
        player = await self._player(player_id)
        follower = self.school.next_after(lesson)
        more = {"player": player, "next": None if follower is None else follower.id}
        await self.give(lesson, more=more, player=player)

    async def _player(self, player_id: int | None) -> Json | None:
        if player_id is None:
            return None
        found: Json = (await self._library.player(player_id))["player"]
        return found

    def puzzles(self) -> Json:
        """All puzzles, easy ones first, without their solutions."""
        return {"puzzles": [puzzle_json(puzzle) for puzzle in self._puzzles.values()]}

    async def puzzle(self, name: str, player_id: int | None) -> None:
        """Set a puzzle on the board."""
        if name not in self._puzzles:
            raise NoSuch(f"there is no puzzle {name[:60]!r}")
        puzzle = self._puzzles[name]
        player = await self._player(player_id)
        more = {"player": player, "next": None, "puzzle": puzzle_json(puzzle)}
        await self.give(as_lesson(puzzle), more=more, player=player, kind="puzzle")

    async def give(
        self, lesson: Lesson, *, more: Json, player: Json | None, kind: str = "lesson"
    ) -> None:
        """Give a lesson, or a puzzle, which is a lesson of one question."""

        async def on_finish(finish: Finish) -> None:
            if player is not None:
                await self._keep(player["id"], lesson.id, finish)

        async def begin() -> None:
            if isinstance(self._daemon.guest, LessonGuest):
                await self._daemon.take_over()
            guest = LessonGuest(lesson, self._daemon, on_finish=on_finish, more=more, kind=kind)
            await self._daemon.lend(guest)

        await self._daemon.inbox.run(begin)

    async def _keep(self, player_id: int, lesson: str, finish: Finish) -> None:
        """Write progress down; a book in trouble does not spoil the lesson."""
        book = self._library.keeper.book
        try:
            await asyncio.to_thread(
                book.lessons.add,
                player_id,
                lesson,
                stars=finish.stars,
                mistakes=finish.mistakes,
            )
        except BookError as error:
            log.warning("The progress in %s is not kept: %s", lesson, error)

    async def go_on(self, wish: str) -> None:
        """Continue, repeat or skip."""

        async def tell() -> None:
            await self._guest().hear(WISHES[wish]())
            self._library.look()

        await self._daemon.inbox.run(tell)

    async def answer(self, answered: Answered) -> bool:
        """A question about what the hands did, if a lesson is being given."""
        if not isinstance(self._daemon.guest, LessonGuest):
            return False

        async def tell() -> None:
            guest = self._guest()
            before = guest.table.question
            await guest.take(answered)
            if before == guest.table.question:
                raise NothingToDo("The table has nothing to do for this.")
            self._library.look()

        await self._daemon.inbox.run(tell)
        return True

    async def end(self) -> None:
        """Give the board back to the game."""

        async def stop() -> None:
            self._guest()
            await self._daemon.take_over()

        await self._daemon.inbox.run(stop)

    def _guest(self) -> LessonGuest:
        guest: Guest | None = self._daemon.guest
        if not isinstance(guest, LessonGuest):
            raise NothingToDo("No lesson is being given.")
        return guest


def _part(step: Any) -> Json:
    """A step as the page lists it; what is right stays the board's secret."""
    told: Json = {"do": NAMES[type(step)], "say": in_all_languages(step.say)}
    if isinstance(step, SetUp):
        told["position"] = str(step.game.position)
    if isinstance(step, Ask):
        told["best"] = step.best
    return told
