"""How long the lessons take: words are spoken at 130 a minute, an archer is placed in 4 seconds."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from boardpi.coach.engine.levels import choose, level
from boardpi.coach.lessons.lesson import (
    AskStep,
    FreeStep,
    Lesson,
    PlayStep,
    ReplyStep,
    SetUpStep,
    ShowStep,
    Step,
    Text,
    TouchStep,
    TryStep,
    opened_by,
    pass_on,
    right_answers,
)
from boardpi.daemon.activities.catalogue import Catalogue, minutes_of, read_builtin
from boardpi.rules import START, Game, Position

WORDS_A_MINUTE = 130
SECONDS_AN_ARCHER = 4
LONGEST = 60  # plies
LESSONS = read_builtin()
FIRST_GAME = 10  # minutes until the first real game begins
MOST_SET_UPS = 31  # in all lessons together; three are beginnings that the opening compares
COACH_SAYS = 10  # words: "The coach plays: a1 to b3. Please make this move for it."


@dataclass
class Watch:
    """A pupil who makes no mistake, and what it takes."""

    position: Position = START
    game: Game = field(default_factory=Game)
    words: int = 0
    archers: int = 0

    @property
    def minutes(self) -> float:
        return self.words / WORDS_A_MINUTE + self.archers * SECONDS_AN_ARCHER / 60

    def hear(self, *texts: Text) -> None:
        self.words += sum(len(text.get("en", "").split()) for text in texts)

    def do(self, step: Step) -> None:
        """One step, the straight way."""
        self.hear(step.say, getattr(step, "right", {}))
        match step:
            case SetUpStep():
                self.set_up(step.game)
            case AskStep():
                self.play(right_answers(step, self.game)[0])
            case ReplyStep():
                self.play(step.move)
            case TryStep():
                self.archers += 2  # there and back
            case TouchStep():
                self.archers += len(step.holes)
            case FreeStep():
                self.play_on(step.moves)
            case PlayStep():
                self.play_on(LONGEST)
            case ShowStep():
                pass

    def set_up(self, game: Game) -> None:
        wanted = game.position
        for now, then in ((self.position.white, wanted.white), (self.position.black, wanted.black)):
            self.archers += (then & ~now).bit_count()
        self.game, self.position = pass_on(game), wanted

    def play(self, move: object) -> None:
        self.game = pass_on(self.game.play(str(move)))
        self.position = self.game.position
        self.archers += 1

    def play_on(self, most: int) -> None:
        """Both sides by the lowest level, which is about how a first evening goes."""
        begun, side = len(self.game.moves), self.game.position.side
        while self.game.outcome is None and len(self.game.moves) - begun < most:
            if self.game.position.side is not side:
                self.words += COACH_SAYS
            self.play(choose(self.game, level("1"), seed=15).move)


def opened(name: str) -> Lesson:
    """As a pupil meets it who has done the last one."""
    last = Catalogue(LESSONS).last_before(LESSONS[name])
    return LESSONS[name] if last is None else opened_by(LESSONS[name], last)


def watch(lesson: Lesson, steps: int | None = None) -> Watch:
    """The first so many steps of a lesson."""
    watched = Watch()
    for step in lesson.steps[:steps]:
        watched.do(step)
    return watched


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_short(name: str) -> None:
    watched = watch(opened(name))
    told = f"{watched.words} words, {watched.archers} archers placed"
    print(f"{name:16} {watched.minutes:4.1f} minutes ({told})")
    assert watched.minutes <= 15
    shown = minutes_of(LESSONS[name])  # at the lesson, before it begins
    assert abs(shown - watched.minutes) <= 2


def test_the_first_real_game_begins_within_ten_minutes() -> None:
    lesson = next(iter(LESSONS.values()))
    assert lesson.id == "jasir-first"
    games = [number for number, step in enumerate(lesson.steps) if isinstance(step, PlayStep)]
    assert len(games) == 4
    setup = lesson.steps[games[-1] - 2]
    assert isinstance(setup, SetUpStep)
    assert setup.game.position == START
    watched = watch(lesson, games[-1])
    print(f"the first real game begins after {watched.minutes:.1f} minutes")
    assert watched.minutes <= FIRST_GAME


def test_lessons_go_on_from_where_the_last_step_ended() -> None:
    """Setting up is what a beginner waits through: a lesson asks for it only where it must."""
    counts = {
        name: sum(isinstance(step, SetUpStep) for step in lesson.steps)
        for name, lesson in LESSONS.items()
    }
    for name, count in counts.items():
        print(f"{name:16} {count} set-ups")
    print(f"{'together':16} {sum(counts.values())} set-ups")
    assert sum(counts.values()) <= MOST_SET_UPS
    assert all(isinstance(lesson.steps[0], SetUpStep) for lesson in LESSONS.values())
