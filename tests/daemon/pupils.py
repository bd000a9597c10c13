"""A pupil without a screen: follows the lights and the button, and knows the answers by heart."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from boardpi.coach.lesson import (
    Ask,
    Free,
    Lesson,
    Reply,
    SetUp,
    Show,
    Touch,
    Try,
    right_answers,
)
from boardpi.coach.teaching import Finish
from boardpi.daemon.lessons import LessonGuest
from boardpi.rules import Hole, Move, holes_in
from boardpi.table.events import Pressed, Woke
from boardpi.table.step import next_moment
from tests.daemon.stories import Sitting, touches

PATIENCE = 400  # acts until a lesson that goes nowhere is given up
LONG_MS = 9000  # long enough for everything that waits for quiet


class Pupil:
    """Hands at a lesson, and all that they were told."""

    def __init__(self, sitting: Sitting, *, errs: bool = False) -> None:
        self.sitting = sitting
        self.errs = errs  # answers wrongly first, where that is possible
        self.finish: Finish | None = None
        self.moods: list[str] = []
        self.random = Random(1)
        self.mistakes: set[int] = set()  # the steps where it erred

    async def sit_down(self, lesson: Lesson) -> LessonGuest:
        async def on_finish(finish: Finish) -> None:
            self.finish = finish

        guest = LessonGuest(lesson, self.sitting.daemon, on_finish=on_finish)
        await self.sitting.daemon.lend(guest)
        return guest

    @property
    def guest(self) -> LessonGuest:
        guest = self.sitting.daemon.guest
        assert isinstance(guest, LessonGuest)
        return guest

    async def learn(self, lesson: Lesson) -> Finish:
        """From the first step to the last."""
        await self.sit_down(lesson)
        for _ in range(PATIENCE):
            if self.finish is not None:
                return self.finish
            await self.act()
            self.moods.append(self.guest.picture()["mood"])
        raise AssertionError(f"stuck at step {self.guest.teaching.index + 1} of {lesson.id}")

    async def rest(self, ms: int = 500) -> None:
        end = self.sitting.ms + ms
        while (due := next_moment(self.guest.side.table)) is not None and due <= end:
            self.sitting.ms = max(self.sitting.ms, due)
            await self.sitting.happen(Woke)
        self.sitting.ms = end
        await self.sitting.happen(Woke)

    async def touch(self, *holes: Hole) -> None:
        for hole in holes:
            await self.sitting.touch(hole)
            self.sitting.ms += 20
            await self.sitting.happen(Woke)

    async def press(self, held_ms: int = 200) -> None:
        await self.sitting.happen(Pressed, held_ms)

    async def act(self) -> None:
        """The next thing to do."""
        teaching = self.guest.teaching
        match teaching.step:
            case SetUp():
                await self.set_up()
            case Show():
                await self.press()
            case Ask() as step:
                await self.answer(step)
            case Try() as step:
                await self.try_out(step.origin, step.target)
            case Reply() as step:
                await self.play(step.move)
            case Touch() as step:
                await self.point_at(step)
            case Free():
                await self.play(self.random.choice(teaching.game.legal_moves()))

    async def set_up(self) -> None:
        """One archer after the other, as the lights want it."""
        arrange = self.guest.picture()["arrange"]
        assert arrange is not None
        hole = next(iter(arrange["extra"] or arrange["missing"]))
        lights = self.guest.table.lights
        assert lights[Hole(hole)] in ("extra", "missing")
        await self.touch(Hole(hole))

    async def answer(self, step: Ask) -> None:
        game = self.guest.teaching.game
        right = right_answers(step, game)
        wrong = [
            move for move in game.legal_moves() if move not in right and not _is_doubtful(move)
        ]
        if self.errs and wrong and self.guest.teaching.index not in self.mistakes:
            self.mistakes.add(self.guest.teaching.index)
            await self.play(self.random.choice(wrong))
            await self.restore()
        else:
            await self.play(right[0])

    async def play(self, move: Move) -> None:
        await self.touch(*touches(move))
        await self.rest()
        if self.guest.side.table.open_turn is not None:
            await self.decline()

    async def decline(self) -> None:
        """Wait; where that decides nothing, the opponent adjusts an archer."""
        await self.rest(LONG_MS)
        table = self.guest.side.table
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
        table = self.guest.side.table
        yield from holes_in(table.extra)
        yield from holes_in(table.missing)

    async def point_at(self, step: Touch) -> None:
        index = self.guest.teaching.index
        others = self.guest.teaching.game.position.occupied
        for hole in step.holes:
            others &= ~hole.bit
        if self.errs and others and index not in self.mistakes:
            self.mistakes.add(index)
            hole = next(holes_in(others))
            await self.touch(hole, hole)
        else:
            hole = next(h for h in step.holes if h not in self.guest.teaching.touched)
            await self.touch(hole, hole)
        await self.rest()


def _is_doubtful(move: Move) -> bool:
    """A step onto White's first row may be a re-entry with an archer in hand: it is asked."""
    return move.target is not None and move.target.row == 1
