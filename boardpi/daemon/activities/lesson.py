"""A lesson at the board: the guest that turns reeds into answers and answers into lights."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

from boardpi.clock import now_ms
from boardpi.coach.lessons.events import (
    ArchersRestored,
    Arrange,
    Continue,
    FinishLesson,
    Input,
    Leave,
    Lifted,
    MoveRefused,
    Placed,
    Stand,
    Stood,
    Wish,
)
from boardpi.coach.lessons.lesson import NAMES, Lesson, Text, in_all_languages
from boardpi.coach.lessons.step import begin, step
from boardpi.coach.lessons.teaching import Teaching
from boardpi.daemon.activities.demonstration import Spots, Stage
from boardpi.daemon.loop import Daemon
from boardpi.rules import holes_in
from boardpi.table.events import Began, Event, Pointed
from boardpi.table.facts import Fact, Refused, Restored, WentAstray
from boardpi.table.table import Table
from boardpi.texts.languages import LANGUAGES

Json = dict[str, Any]
HELP: Final = "full"  # a pupil without a screen sees what can move and who is chosen
Ending = Callable[[FinishLesson], Awaitable[None]]


class LessonGuest(Stage):
    """Has the board for one lesson, or for one puzzle."""

    def __init__(
        self,
        lesson: Lesson,
        daemon: Daemon,
        *,
        on_finish: Ending,
        more: Json | None = None,
        kind: str = "lesson",
    ) -> None:
        super().__init__(daemon)
        self.kind = kind
        self.teaching, _ = begin(lesson)  # it begins by setting up, as `arrive` does
        self._game = self.teaching.game
        self._on_finish = on_finish
        self._more = more or {}

    def _fresh_table(self) -> Table:
        return super()._fresh_table()._replace(help=HELP)

    async def hear(self, heard: Input, ms: int | None = None) -> None:
        """The pupil did something; the lights follow."""
        ms = now_ms() if ms is None else ms
        self.teaching, wishes = step(self.teaching, heard)
        for wish in wishes:
            await self._see_to(wish, ms)
        await self._point(ms)

    async def _see_to(self, wish: Wish, ms: int) -> None:
        match wish:
            case Arrange():
                await self.stand(wish.game)
            case Stand():
                self._game = wish.game
                await self.side.take(Began(ms, wish.game))
            case FinishLesson():
                await self._on_finish(wish)
            case Leave():
                await self._daemon.take_over()

    async def on_arranged(self, ms: int) -> None:
        """The lesson goes on with what stands."""
        await self.hear(Placed(), ms)

    async def on_press(self, *, is_long: bool) -> None:
        """On, or once more."""
        await self.hear(Continue())

    async def _play_on(self, event: Event) -> None:
        before = self.side.table.settling.mask
        facts = await self.side.take(event)
        lifted = before & ~self.side.table.settling.mask
        for fact in facts:
            if (heard := _heard(fact)) is not None:
                await self.hear(heard, event.ms)
        if not self.is_arranging and self.side.table.game != self.teaching.game:
            await self.hear(Stood(self.side.table.game), event.ms)
        for hole in holes_in(lifted):
            await self.hear(Lifted(hole), event.ms)

    async def _point(self, ms: int) -> None:
        if self.is_arranging or self._daemon.guest is not self:
            return
        wanted = _spots(self.teaching)
        if wanted != self.side.table.pointed:
            await self.side.take(Pointed(ms, wanted))

    # ── the page ─────────────────────────────────────────────────────────────────────────────────

    def picture(self) -> Json:
        """What is told, how it goes, and what stands ready."""
        now = self.teaching
        steps = len(now.lesson.steps)
        return {
            "id": now.lesson.id,
            "title": in_all_languages(now.lesson.title),
            "step": min(now.index + 1, steps),
            "steps": steps,
            "do": "done" if now.step is None else NAMES[type(now.step)],
            "mood": now.mood,
            "task": in_all_languages(now.task),
            "reaction": in_all_languages(now.reaction) if now.reaction else None,
            "say": _say(now.reaction, now.task),
            "told": now.told,
            "mistakes": now.mistakes,
            "stars": now.stars if now.step is None else None,
            "arrange": self.arrange_json(),
            **self._more,
        }


def _heard(fact: Fact) -> Input | None:
    match fact:
        case Refused():
            return MoveRefused(fact.refusal)
        case WentAstray() if fact.refusal is not None:
            return MoveRefused(fact.refusal)
        case Restored():
            return ArchersRestored()
    return None


def _spots(teaching: Teaching) -> Spots:
    """Yellow points at something, green says well done."""
    lit = dict.fromkeys(teaching.lit, "hint")
    if teaching.answer is not None and teaching.answer.target is not None:
        lit.setdefault(teaching.answer.target, "target")
    return tuple(lit.items())


def _say(reaction: Text, task: Text) -> dict[str, str]:
    one, two = in_all_languages(reaction), in_all_languages(task)
    return {language: f"{one[language]} {two[language]}".strip() for language in LANGUAGES}
