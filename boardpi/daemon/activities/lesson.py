"""A lesson at the board, and a puzzle, which is a lesson of one question: what hands do becomes
answers, answers become lights.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
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
from boardpi.coach.lessons.lesson import Lesson, opened_by
from boardpi.coach.lessons.puzzles import PREFIX, Attempt, as_lesson, todays_five
from boardpi.coach.lessons.step import begin, step
from boardpi.daemon.activities.assignment import Assignment, Ending, spots, tell_lesson
from boardpi.daemon.activities.catalogue import CataloguePage, puzzle_json
from boardpi.daemon.activities.practice import PracticeTable
from boardpi.daemon.activities.rota import Rota
from boardpi.daemon.coach.opponent import PAUSE_SECONDS
from boardpi.daemon.coach.thinker import CoachAway, Thinker
from boardpi.daemon.coach.thinking import game_json
from boardpi.daemon.loop import Daemon
from boardpi.daemon.page.answers.learning import TodayJson
from boardpi.daemon.page.answers.scores import PlayerJson
from boardpi.daemon.page.answers.snapshot import LessonGuestJson
from boardpi.daemon.page.book import BookReader
from boardpi.errors import NothingToDo
from boardpi.rules import Move, Side, holes_in, parse_move
from boardpi.table.events import Answered, Event, Pointed, Pressed
from boardpi.table.facts import Fact, Refused, Restored, WentAstray
from boardpi.table.table import Table
from boardpi.web.service import Action, ApiRequest, Endpoint, Values
from boardpi.web.shapes import ID, choice, maybe, record, text

log = logging.getLogger("boardpi.lessons")
HELP: Final = "full"  # a pupil without a screen sees what can move and who is chosen
WISHES: Final[Mapping[str, type[Continue | Repeat | Skip]]] = {
    "continue": Continue,
    "repeat": Repeat,
    "skip": Skip,
}


class LessonActivity:
    """Has the board for one lesson, or for one puzzle."""

    def __init__(self, task: Assignment, daemon: Daemon, thinker: Thinker | None = None) -> None:
        self.teaching, _ = begin(task.lesson)  # it begins by setting up, as `arrive` does
        self.practice = PracticeTable(daemon, self.teaching.game, help_level=HELP)
        self._daemon = daemon
        self._thinker = thinker
        self._thinking: asyncio.Task[None] | None = None
        self._task = task

    @property
    def kind(self) -> Literal["lesson", "puzzle"]:
        """What has the board."""
        return self._task.kind

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
        """What hands do, and the button: on, or the sentence once more."""
        if isinstance(event, Pressed):
            await self.hear(Repeat() if event.asks_help else Continue())
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
        wanted = spots(self.teaching)
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
                await self._task.keep(wish)
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
                self._carry_out(move, wish.game.position.side)

        await self._daemon.inbox.run(tell)

    def _carry_out(self, move: Move, side: Side) -> None:
        """A board of software makes the coach's move alone, as in a game against it."""
        hands = self._daemon.own_hands

        def is_wanted() -> bool:
            return self._daemon.activity is self and self.teaching.expected == move

        if hands.may_act:
            self._thinking = asyncio.create_task(hands.carry_out(move, side, is_wanted))
            self._thinking.add_done_callback(self._daemon.fail_with)

    async def answer(self, answered: Answered) -> None:
        """A question about what the hands did."""
        before = self.table.question
        await self.take(answered)
        if before == self.table.question:
            raise NothingToDo("The table has nothing to do for this.")

    def picture(self) -> LessonGuestJson:
        """What is told, how it goes, and what stands ready."""
        return tell_lesson(self.teaching, self._task, self.practice.arrange_json())


def _heard(fact: Fact) -> Input | None:
    match fact:
        case Refused():
            return MoveRefused(fact.refusal)
        case WentAstray() if fact.refusal is not None:
            return MoveRefused(fact.refusal)
        case Restored():
            return ArchersRestored()
    return None


# ── actions ──────────────────────────────────────────────────────────────────────────────────────


class LessonActions:
    """The lessons and puzzles of this table; one of them may be given."""

    def __init__(
        self,
        daemon: Daemon,
        reader: BookReader,
        catalogue: CataloguePage,
        thinker: Thinker,
        rota: Rota,
    ) -> None:
        self._daemon = daemon
        self._rota = rota
        self._thinker = thinker
        self._reader = reader
        self._catalogue = catalogue
        self._done_here: set[str] = set()  # lessons that somebody without a name came through

    async def _player(self, values: Values) -> PlayerJson | None:
        number = values.get("player")
        return (
            None if number is None else await self._reader.read(lambda: self._reader.player(number))
        )

    async def find(self, values: Values, done: set[str]) -> Assignment:
        """The lesson `id`, or the `puzzle`, for a player; `done` is what somebody without a name
        has come through, and is added to.
        """
        player = await self._player(values)
        if "puzzle" in values:
            puzzle = self._catalogue.find_puzzle(values["puzzle"])
            lesson = await asyncio.to_thread(as_lesson, puzzle)  # its reasons are looked for
            keep = self._keeping(lesson, player, done)
            after = self._catalogue.puzzle_after(puzzle)
            return Assignment(lesson, keep, player, after, puzzle_json(puzzle))
        lesson = self._catalogue.find(values.get("id", ""))
        follower = self._catalogue.now.next_after(lesson)
        return Assignment(
            await self._with_question(lesson, player, done),
            self._keeping(lesson, player, done),
            player,
            None if follower is None else follower.id,
        )

    async def begin_lesson(self, values: Values) -> None:
        """Begin a lesson; one that is being given makes room for it."""
        task = await self.find(values | self._rota.pupil(values), self._done_here)
        await self._give(LessonActivity(task, self._daemon, self._thinker))

    async def begin_puzzle(self, values: Values) -> None:
        """Set a puzzle on the board."""
        wanted = {"puzzle": values["name"], "player": values.get("player")}
        task = await self.find(wanted | self._rota.pupil(values), self._done_here)
        await self._give(LessonActivity(task, self._daemon))

    async def _with_question(
        self, lesson: Lesson, player: PlayerJson | None, done: set[str]
    ) -> Lesson:
        """A question on the last lesson comes first, if the pupil has done that one."""
        last = self._catalogue.now.last_before(lesson)
        if last is None:
            return lesson
        if player is not None:
            number, book = player["id"], self._reader.book
            found = await self._reader.read(lambda: book.lessons.of_player(number))
            done = {progress.lesson for progress in found}
        return opened_by(lesson, last) if last.id in done else lesson

    async def tell_today(self, request: ApiRequest) -> TodayJson:
        """Today's five puzzles of a pupil: those that come back, then new ones."""
        return await self._reader.read(lambda: self._today(request.id))

    def _today(self, player_id: int) -> TodayJson:
        reader, book = self._reader, self._reader.book
        attempts = [
            Attempt(lesson.removeprefix(PREFIX), stars, date.fromisoformat(at[:10]))
            for lesson, stars, at in book.lessons.attempts(reader.player(player_id)["id"])
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

    def _keeping(self, lesson: Lesson, player: PlayerJson | None, done: set[str]) -> Ending:
        book, writer = self._daemon.keeper.book, self._daemon.keeper.writer

        async def keep(finish: FinishLesson) -> None:
            if player is None:
                done.add(lesson.id)
            else:
                await writer.run(keep_progress, book, player["id"], lesson.id, finish)
                if done is self._done_here:  # at the board, not on a phone
                    await self._rota.after(player["id"])

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
            is_for_players=True,
        ),
        Action(
            "puzzle",
            "set a puzzle on the board",
            record({"name": text(40)}, player=maybe(ID)),
            begin_puzzle,
            is_for_players=True,
        ),
        Action(
            "lesson-step",
            "go on in the lesson",
            record({"do": choice("continue", "repeat", "skip")}),
            steer,
            is_for_players=True,
        ),
        Action(
            "lesson-end",
            "end the lesson; the board goes back to the game",
            record(),
            end,
            is_for_players=True,
        ),
    )


def keep_progress(book: Book, player_id: int, lesson: str, finish: FinishLesson) -> None:
    """Write progress down; a book in trouble does not spoil the lesson."""
    try:
        book.lessons.add(player_id, lesson, stars=finish.stars, mistakes=finish.mistakes)
    except BookError as error:
        log.warning("The progress in %s is not kept: %s", lesson, error)
