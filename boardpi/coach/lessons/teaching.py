"""Where a lesson stands, and how it comes from step to step.

Whoever gives it shows `task` and `reaction`, and lights `lit`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from boardpi.coach.lessons.events import Arrange, FinishLesson, Stand, Think, Wish
from boardpi.coach.lessons.lesson import (
    NOTHING,
    AskStep,
    Lesson,
    PlayStep,
    ReplyStep,
    SetUpStep,
    ShowStep,
    Step,
    Text,
    TouchStep,
    TryStep,
    pass_on,
    right_answers,
)
from boardpi.rules import Game, Hole, Move
from boardpi.texts import LESSONS, VOICE
from boardpi.texts.languages import LANGUAGES

SETUP, SHOW, ASK, RIGHT, WRONG, DONE = "setup", "show", "ask", "right", "wrong", "done"
REPETITIONS = 3  # a position that stands so often makes a game of a lesson a draw
HELP_ORIGIN, HELP_ALL = 2, 3  # after so many slips or repeats the lights give the answer away

Next = tuple["Teaching", list[Wish]]


@dataclass(frozen=True, slots=True)
class Teaching:
    """Where a lesson stands."""

    lesson: Lesson
    game: Game
    index: int = 0
    mood: str = SETUP
    reaction: Text = field(default_factory=dict)  # to what the pupil did last
    told: int = 0  # grows with everything that should be said aloud
    mistakes: int = 0
    begun: int = 0  # how many moves were made when this step began
    slips: int = 0  # at this step, with the times it was repeated
    touched: tuple[Hole, ...] = ()
    reply: Move | None = None  # what the opponent would answer to the wrong move
    answer: Move | None = None  # the right move just played
    expected: Move | None = None  # what the coach plays, until hands have made it
    is_tried: bool = False  # the refusal was seen; the archer is still to be set back

    @property
    def step(self) -> Step | None:
        """The step that is being done; None at the end."""
        steps = self.lesson.steps
        return steps[self.index] if self.index < len(steps) else None

    @property
    def is_opening(self) -> bool:
        """Whether this is still the question on the last lesson."""
        return self.index < self.lesson.opening

    @property
    def task(self) -> Text:
        """What the pupil is to do or to look at."""
        if self.is_tried:
            return LESSONS.say_in_all("set_it_back")
        if isinstance(self.step, PlayStep) and len(self.game.moves) > self.begun:
            return self._turn(self.step)
        return LESSONS.say_in_all("finished") if self.step is None else self.step.say

    def _turn(self, step: PlayStep) -> Text:
        """Whose turn it is in a game against the coach, and what the coach plays."""
        if self.game.position.side is step.side:
            return LESSONS.say_in_all("your_turn")
        if self.expected is None:
            return LESSONS.say_in_all("coach_thinks")
        return {
            language: VOICE.say(language, "expect", move=_in_words(self.expected, language))
            for language in LANGUAGES
        }

    def hearing(self, said: Text) -> Teaching:
        """The same after something was said to the pupil, if nothing newer was."""
        return self if self.reaction else replace(self, reaction=said)

    @property
    def stars(self) -> int:
        """Three without a mistake, two with at most two, one for whoever comes through."""
        return 3 if self.mistakes == 0 else 2 if self.mistakes <= 2 else 1

    @property
    def lit(self) -> tuple[Hole, ...]:
        """The holes that the lights point at."""
        if self.reply is not None:
            return holes_of(self.reply)
        match self.step:
            case ShowStep() as step:
                return step.light
            case AskStep() as step:
                return self._help(step) or step.light
            case TryStep() as step:
                return () if self.is_tried else (step.origin, step.target)
            case ReplyStep() as step:
                return holes_of(step.move)
            case PlayStep() if self.expected is not None:
                return holes_of(self.expected)
            case TouchStep() as step:
                return step.holes if self.slips >= HELP_ORIGIN else self.touched
        return ()

    def _help(self, step: AskStep) -> tuple[Hole, ...]:
        if self.slips < HELP_ORIGIN:
            return ()
        moves = right_answers(step, self.game)
        if not moves:
            return ()
        holes = holes_of(moves[0])
        return holes if self.slips >= HELP_ALL else holes[:1]


def holes_of(move: Move) -> tuple[Hole, ...]:
    """The holes of a move: from, to, and where an archer comes back."""
    return tuple(h for h in (move.origin, move.target, move.reentry) if h is not None)


def enter(teaching: Teaching, index: int, reaction: Text = NOTHING) -> Next:
    """Begin a step; the reaction to the one before stays in sight."""
    fresh = replace(
        teaching,
        index=index,
        reaction=reaction,
        told=teaching.told + 1,
        begun=len(teaching.game.moves),
        slips=0,
        touched=(),
        reply=None,
        answer=None,
        expected=None,
        is_tried=False,
    )
    now = fresh.step
    mood = RIGHT if reaction else mood_of(now)
    if isinstance(now, SetUpStep):
        game = pass_on(now.game)
        return replace(fresh, mood=mood, game=game), [Arrange(game)]
    if now is None:
        return replace(fresh, mood=DONE), [FinishLesson(fresh.mistakes, fresh.stars)]
    if isinstance(now, PlayStep):
        return go_on(replace(fresh, mood=mood), now)
    return replace(fresh, mood=mood), []


def go_on(teaching: Teaching, now: PlayStep) -> Next:
    """A game against the coach: it ends, or the coach thinks, or the pupil is to move."""
    game, side = teaching.game, teaching.game.position.side
    winner = None if game.outcome is None else game.outcome.winner
    if winner is None and (game.outcome is not None or game.repetitions >= REPETITIONS):
        return right(teaching, LESSONS.say_in_all("nobody_won"))
    if winner is not None:
        return right(teaching, now.right if winner is now.side else now.lost)
    return teaching, [] if side is now.side else [Think(teaching.game, now.level)]


def _in_words(move: Move, language: str) -> str:
    """The move of the coach, as it is said aloud."""
    words = []
    if move.origin is not None and move.target is not None:
        key = "take" if move.takes else "move"
        words.append(VOICE.say(language, key, origin=move.origin, target=move.target))
    if move.reentry is not None:
        words.append(VOICE.say(language, "reentry", hole=move.reentry))
    return " ".join(words)


def mood_of(now: Step | None) -> str:
    """How a step begins."""
    if now is None:
        return DONE
    return {SetUpStep: SETUP, ShowStep: SHOW}.get(type(now), ASK)


def right(teaching: Teaching, said: Text, move: Move | None = None) -> Next:
    """The step is done well."""
    after, wishes = enter(teaching, teaching.index + 1, said or LESSONS.say_in_all("right"))
    return replace(after, answer=move), wishes


def wrong(
    teaching: Teaching, said: Text, reply: Move | None = None, *, counts: bool = True
) -> Teaching:
    """Another try; a mistake that counts costs stars."""
    return replace(
        teaching,
        mood=WRONG,
        reaction=said or LESSONS.say_in_all("not_this"),
        told=teaching.told + 1,
        mistakes=teaching.mistakes + (counts and not teaching.is_opening),
        slips=teaching.slips + 1,
        reply=reply,
        answer=None,
    )


def correct(teaching: Teaching, said: Text) -> Next:
    """Nothing that the lesson wants: kindly back, without counting it."""
    kind = replace(teaching, mood=WRONG, reaction=said, told=teaching.told + 1)
    return kind, [Stand(teaching.game)]
