"""A pupil without a screen: follows the lights and the button, and knows the answers by heart."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from boardpi.coach.lessons.events import CoachPlays, FinishLesson
from boardpi.coach.lessons.lesson import (
    AskStep,
    FreeStep,
    Lesson,
    PlayStep,
    ReplyStep,
    SetUpStep,
    ShowStep,
    TouchStep,
    TryStep,
    right_answers,
)
from boardpi.coach.lessons.teaching import holes_of
from boardpi.daemon.activities.assignment import Assignment
from boardpi.daemon.activities.lesson import LessonActivity
from boardpi.rules import Game, Hole, Move, holes_in
from boardpi.rules.holes import GOAL_ROW
from boardpi.table.events import Answered, Pressed, Woke
from boardpi.table.step import next_moment
from tests.daemon.stories import Sitting, touches

PATIENCE = 400  # acts until a lesson that goes nowhere is given up
LONG_MS = 9000  # long enough for everything that waits for quiet


class Pupil:
    """Hands at a lesson, and all that they were told."""

    def __init__(self, sitting: Sitting, *, errs: bool = False) -> None:
        self.sitting = sitting
        self.errs = errs  # answers wrongly first, where that is possible
        self.finish: FinishLesson | None = None
        self.moods: list[str] = []
        self.random = Random(1)
        self.tried: set[int] = set()  # the steps where it erred
        self.mistakes = 0  # those of them that count

    async def sit_down(self, lesson: Lesson) -> LessonActivity:
        async def on_finish(finish: FinishLesson) -> None:
            self.finish = finish

        given = LessonActivity(Assignment(lesson, on_finish), self.sitting.daemon)
        await self.sitting.daemon.lend(given)
        return given

    @property
    def given(self) -> LessonActivity:
        given = self.sitting.daemon.activity
        assert isinstance(given, LessonActivity)
        return given

    async def learn(self, lesson: Lesson) -> FinishLesson:
        """From the first step to the last."""
        await self.sit_down(lesson)
        for _ in range(PATIENCE):
            if self.finish is not None:
                return self.finish
            await self.act()
            self.moods.append(self.given.picture()["mood"])
        raise AssertionError(f"stuck at step {self.given.teaching.index + 1} of {lesson.id}")

    async def rest(self, ms: int = 500) -> None:
        end = self.sitting.ms + ms
        while (due := self._due()) is not None and due <= end:
            self.sitting.ms = max(self.sitting.ms, due)
            await self.sitting.happen(Woke)
        self.sitting.ms = end
        await self.sitting.happen(Woke)

    def _due(self) -> int | None:
        """While a position is set up, the game before it waits for nothing any more."""
        practice = self.given.practice
        return None if practice.is_arranging else next_moment(practice.played)

    async def touch(self, *holes: Hole) -> None:
        for hole in holes:
            await self.sitting.touch(hole)
            self.sitting.ms += 20
            await self.sitting.happen(Woke)

    async def press(self, held_ms: int = 200) -> None:
        await self.sitting.happen(Pressed, held_ms)

    async def act(self) -> None:
        """The next thing to do."""
        teaching = self.given.teaching
        match teaching.step:
            case SetUpStep():
                await self.set_up()
            case ShowStep():
                await self.press()
            case AskStep() as step:
                await self.answer(step)
            case TryStep() as step:
                await self.try_out(step.origin, step.target)
            case ReplyStep() as step:
                await self.play(step.move)
            case TouchStep() as step:
                await self.point_at(step)
            case PlayStep() as step:
                await self.play_coach(step)
            case FreeStep():
                await self.play(self.random.choice(teaching.game.legal_moves()))

    async def play_coach(self, step: PlayStep) -> None:
        """The coach's moves as they are lit; its thinking is chance here."""
        teaching = self.given.teaching
        if teaching.game.position.side is step.side:
            await self.play(self.choose(teaching.game))
        elif teaching.expected is None:
            await self.given.hear(CoachPlays(self.choose(teaching.game)))
        else:
            lit = self.given.table.lights
            holes = [hole for hole in holes_of(teaching.expected) if not lit[hole]]
            assert holes == [], "what the coach plays is lit"
            await self.play(teaching.expected)

    def choose(self, game: Game) -> Move:
        """Anything, but to the goal where that is near."""
        goal = GOAL_ROW[game.position.side]
        moves = game.legal_moves()
        near = [move for move in moves if move.target is not None and goal >> move.target & 1]
        return self.random.choice(near or moves)

    async def set_up(self) -> None:
        """One archer after the other, as the lights want it."""
        arrange = self.given.picture()["arrange"]
        assert arrange is not None
        hole = next(iter(arrange["extra"] or arrange["missing"]))
        lights = self.given.table.lights
        assert lights[Hole(hole)] in ("extra", "missing")
        await self.touch(Hole(hole))

    async def answer(self, step: AskStep) -> None:
        game = self.given.teaching.game
        right = right_answers(step, game)
        wrong = [
            move for move in game.legal_moves() if move not in right and not _is_doubtful(move)
        ]
        if self.errs and wrong and self.given.teaching.index not in self.tried:
            self.tried.add(self.given.teaching.index)
            self.mistakes += step.best and not self.given.teaching.is_opening
            await self.play(self.random.choice(wrong))
            await self.restore()
        else:
            await self.play(right[0])

    async def play(self, move: Move) -> None:
        await self.touch(*touches(move))
        await self.rest()
        if self.given.practice.played.question:
            await self.given.answer(Answered(self.sitting.ms, str(move)))
            await self.rest()
        if self.given.practice.played.open_turn is not None:
            await self.decline()

    async def decline(self) -> None:
        """Wait; where that decides nothing, the opponent adjusts an archer."""
        await self.rest(LONG_MS)
        table = self.given.practice.played
        if table.open_turn is not None:
            position = table.standing.position
            foe = next(holes_in(position.archers(position.side)))
            await self.touch(foe, foe)
            await self.rest()

    async def try_out(self, origin: Hole, target: Hole) -> None:
        taken = self.sitting.mask >> target & 1
        await self.touch(origin, *([target, target] if taken else [target]))
        await self.rest(2000)
        await self.restore()

    async def restore(self) -> None:
        """Follow the lights back."""
        for hole in list(self._wrong_holes()):
            await self.touch(hole)
        await self.rest()

    def _wrong_holes(self) -> Iterator[Hole]:
        table = self.given.practice.played
        yield from holes_in(table.extra)
        yield from holes_in(table.missing)

    async def point_at(self, step: TouchStep) -> None:
        index = self.given.teaching.index
        others = self.given.teaching.game.position.occupied
        for hole in step.holes:
            others &= ~hole.bit
        if self.errs and others and index not in self.tried:
            self.tried.add(index)
            self.mistakes += not self.given.teaching.is_opening
            hole = next(holes_in(others))
            await self.touch(hole, hole)
        else:
            hole = next(h for h in step.holes if h not in self.given.teaching.touched)
            await self.touch(hole, hole)
        await self.rest()


def _is_doubtful(move: Move) -> bool:
    """A step onto White's first row may be a re-entry with an archer in hand: it is asked."""
    return move.target is not None and move.target.row == 1
