"""A lesson at the board, and a puzzle, which is a lesson of one question: what hands do becomes
answers, answers become lights.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import date
from typing import Final, Literal

from boardpi.clock import now_ms
from boardpi.club import Book, BookError
from boardpi.coach.lessons.events import (
    ArchersRestored,
    Arrange,
    CoachPlays,
    Continue,
    FinishLesson,
    Input,
    Leave,
    Lifted,
    MoveRefused,
    Placed,
    Repeat,
    Skip,
    Stand,
    Stood,
    Think,
    Wish,
)
from boardpi.coach.lessons.lesson import NAMES, Lesson, Text, in_all_languages
from boardpi.coach.lessons.puzzles import PREFIX, Attempt, as_lesson, todays_five
from boardpi.coach.lessons.step import begin, step
from boardpi.coach.lessons.teaching import Teaching
from boardpi.daemon.activities.catalogue import CataloguePage, puzzle_json
from boardpi.daemon.activities.practice import PracticeTable, Spots
from boardpi.daemon.coach.opponent import PAUSE_SECONDS
from boardpi.daemon.coach.thinker import CoachAway, Thinker
from boardpi.daemon.coach.thinking import game_json
from boardpi.daemon.loop import Daemon
from boardpi.daemon.page.answers.learning import PuzzleJson, TodayJson
from boardpi.daemon.page.answers.scores import PlayerJson
from boardpi.daemon.page.answers.snapshot import LessonGuestJson
from boardpi.daemon.page.book import BookReader
from boardpi.errors import NothingToDo
from boardpi.rules import holes_in, parse_move
from boardpi.table.events import Answered, Event, Pointed, Pressed
from boardpi.table.facts import Fact, Refused, Restored, WentAstray
from boardpi.table.step import LONG_HOLD_MS
from boardpi.table.table import Table
from boardpi.texts.languages import LANGUAGES
from boardpi.web.service import Action, ApiRequest, Endpoint, Values
from boardpi.web.shapes import ID, choice, maybe, record, text

log = logging.getLogger("boardpi.lessons")
HELP: Final = "full"  # a pupil without a screen sees what can move and who is chosen
WISHES: Final[Mapping[str, type[Continue | Repeat | Skip]]] = {
    "continue": Continue,
    "repeat": Repeat,
    "skip": Skip,
}
Ending = Callable[[FinishLesson], Awaitable[None]]


class LessonActivity:
    """Has the board for one lesson, or for one puzzle."""

    def __init__(
        self,
        lesson: Lesson,
        daemon: Daemon,
        *,
        on_finish: Ending,
        player: PlayerJson | None = None,
        follower: str | None = None,
        puzzle: PuzzleJson | None = None,
        thinker: Thinker | None = None,
    ) -> None:
        self.teaching, _ = begin(lesson)  # it begins by setting up, as `arrive` does
        self.practice = PracticeTable(daemon, self.teaching.game, help_level=HELP)
        self._daemon = daemon
        self._thinker = thinker
        self._thinking: asyncio.Task[None] | None = None
        self._on_finish = on_finish
        self._player, self._follower, self._puzzle = player, follower, puzzle

    @property
    def kind(self) -> Literal["lesson", "puzzle"]:
        """A puzzle is called by its name."""
        return "lesson" if self._puzzle is None else "puzzle"

    @property
    def table(self) -> Table:
        """The position of the lesson."""
        return self.practice.table

    async def arrive(self, mask: int) -> None:
        """Set up the first position."""
        if await self.practice.arrive(mask):
            await self.hear(Placed(at_once=True))

    async def leave(self) -> None:
        """Nothing of it shines on, and nobody thinks for it any more."""
        if self._thinking is not None:
            self._thinking.cancel()
        await self.practice.darken()

    async def take(self, event: Event) -> None:
        """What hands do, and the button: on, or once more; held for long, the lesson ends."""
        if isinstance(event, Pressed):
            is_end = event.held_ms >= LONG_HOLD_MS
            await (self._daemon.take_over() if is_end else self.hear(Continue()))
            return
        seen = await self.practice.take(event)
        if seen.is_set_up:
            await self.hear(Placed(), event.ms)
            return
        for fact in seen.facts:
            if (heard := _heard(fact)) is not None:
                await self.hear(heard, event.ms)
        if not self.practice.is_arranging and self.table.game != self.teaching.game:
            await self.hear(Stood(self.table.game), event.ms)
        for hole in holes_in(seen.lifted):
            await self.hear(Lifted(hole), event.ms)

    async def hear(self, heard: Input, ms: int | None = None) -> None:
        """The pupil did something; the lights follow."""
        ms = now_ms() if ms is None else ms
        self.teaching, wishes = step(self.teaching, heard)
        for wish in wishes:
            await self._see_to(wish, ms)
        wanted = _spots(self.teaching)
        has_board = self._daemon.activity is self and not self.practice.is_arranging
        if has_board and wanted != self.table.pointed:
            await self.practice.decide(Pointed(ms, wanted))

    async def _see_to(self, wish: Wish, ms: int) -> None:
        match wish:
            case Arrange():
                if await self.practice.stand(wish.game):
                    await self.hear(Placed(at_once=True))
            case Stand():
                await self.practice.begin(wish.game, ms)
            case Think() if self._thinker is not None:
                self._thinking = asyncio.create_task(self._think(wish, self._thinker))
                self._thinking.add_done_callback(self._daemon.fail_with)
            case FinishLesson():
                if self.practice.is_arranging:  # the last position was skipped
                    await self.practice.give_up()
                await self._on_finish(wish)
            case Leave():
                await self._daemon.take_over()

    async def _think(self, wish: Think, thinker: Thinker) -> None:
        """The coach's answer; where it cannot think, the first legal move, so that nobody waits."""
        request = {
            "do": "choose",
            "game": game_json(wish.game),
            "level": wish.level,
            "seed": now_ms(),
        }
        try:
            told, _ = await asyncio.gather(thinker.ask(request), asyncio.sleep(PAUSE_SECONDS))
            move = parse_move(told["move"])
        except CoachAway as error:
            log.error("The coach cannot think: %s", error)
            move = wish.game.legal_moves()[0]

        async def tell() -> None:
            if self._daemon.activity is self and self.teaching.game == wish.game:
                await self.hear(CoachPlays(move))
                self._daemon.look()

        await self._daemon.inbox.run(tell)

    async def answer(self, answered: Answered) -> None:
        """A question about what the hands did."""
        before = self.table.question
        await self.take(answered)
        if before == self.table.question:
            raise NothingToDo("The table has nothing to do for this.")

    def picture(self) -> LessonGuestJson:
        """What is told, how it goes, and what stands ready."""
        now = self.teaching
        steps = len(now.lesson.steps)
        told: LessonGuestJson = {
            "kind": self.kind,
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
            "mistakes": None,
            "stars": now.stars if now.step is None else None,
            "arrange": self.practice.arrange_json(),
            "player": self._player,
            "next": self._follower,
        }
        if self._puzzle is not None:
            told["puzzle"] = self._puzzle
        return told


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


# ── actions ──────────────────────────────────────────────────────────────────────────────────────


class LessonActions:
    """The lessons and puzzles of this table; one of them may be given."""

    def __init__(
        self, daemon: Daemon, reader: BookReader, catalogue: CataloguePage, thinker: Thinker
    ) -> None:
        self._daemon = daemon
        self._thinker = thinker
        self._reader = reader
        self._catalogue = catalogue

    async def _player(self, values: Values) -> PlayerJson | None:
        number = values.get("player")
        return (
            None if number is None else await self._reader.read(lambda: self._reader.player(number))
        )

    async def begin_lesson(self, values: Values) -> None:
        """Begin a lesson; one that is being given makes room for it."""
        lesson, player = self._catalogue.find(values["id"]), await self._player(values)
        follower = self._catalogue.now.next_after(lesson)
        await self._give(
            LessonActivity(
                lesson,
                self._daemon,
                on_finish=self._keeping(lesson, player),
                player=player,
                follower=None if follower is None else follower.id,
                thinker=self._thinker,
            )
        )

    async def begin_puzzle(self, values: Values) -> None:
        """Set a puzzle on the board."""
        puzzle = self._catalogue.find_puzzle(values["name"])
        player = await self._player(values)
        lesson = as_lesson(puzzle)
        await self._give(
            LessonActivity(
                lesson,
                self._daemon,
                on_finish=self._keeping(lesson, player),
                player=player,
                puzzle=puzzle_json(puzzle),
            )
        )

    async def tell_today(self, request: ApiRequest) -> TodayJson:
        """Today's five puzzles of a pupil: those that come back, then new ones."""
        reader, book = self._reader, self._reader.book
        done = await reader.read(lambda: book.lessons.attempts(reader.player(request.id)["id"]))
        attempts = [
            Attempt(lesson.removeprefix(PREFIX), stars, date.fromisoformat(at[:10]))
            for lesson, stars, at in done
        ]
        today = date.fromisoformat(book.store.now()[:10])
        five = todays_five(self._catalogue.puzzles.values(), attempts, today)
        return {"puzzles": [{"name": one.name, "is_done": is_done} for one, is_done in five]}

    async def _give(self, activity: LessonActivity) -> None:
        async def begin() -> None:
            if isinstance(self._daemon.activity, LessonActivity):
                await self._daemon.take_over()
            await self._daemon.lend(activity)

        await self._daemon.do(begin)

    def _keeping(self, lesson: Lesson, player: PlayerJson | None) -> Ending:
        book, writer = self._daemon.keeper.book, self._daemon.keeper.writer

        async def keep(finish: FinishLesson) -> None:
            if player is not None:
                await writer.run(keep_progress, book, player["id"], lesson.id, finish)

        return keep

    async def steer(self, values: Values) -> None:
        """Continue, repeat or skip."""

        async def tell() -> None:
            await self._given().hear(WISHES[values["do"]]())

        await self._daemon.do(tell)

    async def end(self, values: Values) -> None:
        """Give the board back to the game."""

        async def stop() -> None:
            self._given()
            await self._daemon.take_over()

        await self._daemon.do(stop)

    def _given(self) -> LessonActivity:
        activity = self._daemon.activity
        if not isinstance(activity, LessonActivity):
            raise NothingToDo("No lesson is being given.")
        return activity

    endpoints = (
        Endpoint("GET", "/players/{id}/today", "a pupil's five puzzles of today", tell_today),
    )
    actions = (
        Action(
            "lesson",
            "begin a lesson on the board",
            record({"id": text(40)}, player=maybe(ID)),
            begin_lesson,
        ),
        Action(
            "puzzle",
            "set a puzzle on the board",
            record({"name": text(40)}, player=maybe(ID)),
            begin_puzzle,
        ),
        Action(
            "lesson-step",
            "go on in the lesson",
            record({"do": choice("continue", "repeat", "skip")}),
            steer,
        ),
        Action("lesson-end", "end the lesson; the board goes back to the game", record(), end),
    )


def keep_progress(book: Book, player_id: int, lesson: str, finish: FinishLesson) -> None:
    """Write progress down; a book in trouble does not spoil the lesson."""
    try:
        book.lessons.add(player_id, lesson, stars=finish.stars, mistakes=finish.mistakes)
    except BookError as error:
        log.warning("The progress in %s is not kept: %s", lesson, error)
