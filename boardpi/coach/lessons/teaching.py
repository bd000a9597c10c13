"""A lesson being given: `step(teaching, input) → (teaching, wishes)`. Pure, as the table is.

Whoever runs it shows `task` and `reaction`, lights `lit`, and sees to the wishes.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from boardpi.coach.lessons.consequence import consequence
from boardpi.coach.lessons.lesson import (
    LANGUAGES,
    NOTHING,
    AskStep,
    FreeStep,
    Lesson,
    ReplyStep,
    SetUpStep,
    ShowStep,
    Step,
    Text,
    TouchStep,
    TryStep,
    in_all_languages,
    pass_on,
    right_answers,
)
from boardpi.rules import Game, Hole, Move, Refusal

SETUP, SHOW, ASK, RIGHT, WRONG, DONE = "setup", "show", "ask", "right", "wrong", "done"
SKIPPED: Final = 3  # mistakes that a skipped question counts for
HELP_ORIGIN, HELP_ALL = 2, 3  # after so many slips or repeats the lights give the answer away

WELL_DONE: Final[Text] = {"en": "Right!", "it": "Giusto!", "pl": "Dobrze!", "fr": "Bien !"}
NOT_THIS: Final[Text] = {
    "en": "Not this one. Set it back and look again.",
    "it": "Non questa. Rimettilo a posto e guarda ancora.",
    "pl": "Nie ten. Postaw go z powrotem i popatrz jeszcze raz.",
    "fr": "Pas celui-là. Remettez-le en place et regardez encore.",
}
AS_LIT: Final[Text] = {
    "en": "Play the move that the lights show.",
    "it": "Gioca la mossa che mostrano le luci.",
    "pl": "Zagraj ruch, który pokazują światła.",
    "fr": "Jouez le coup que montrent les lumières.",
}
SET_IT_BACK: Final[Text] = {
    "en": "Now set the archer back where it came from.",
    "it": "Ora rimetti l'arciere dov'era.",
    "pl": "Teraz postaw łucznika tam, skąd przyszedł.",
    "fr": "Maintenant, remettez l'archer d'où il vient.",
}
FINISHED: Final[Text] = {
    "en": "That was the lesson. Well done!",
    "it": "La lezione è finita. Bravo!",
    "pl": "To koniec lekcji. Dobra robota!",
    "fr": "La leçon est finie. Bravo !",
}


# ── what it is told ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Placed:
    """The position to be set up stands."""


@dataclass(frozen=True, slots=True)
class Stood:
    """The game on the board is another one now: moves were made or taken back."""

    game: Game


@dataclass(frozen=True, slots=True)
class MoveRefused:
    """The pupil tried what is not allowed."""

    refusal: Refusal


@dataclass(frozen=True, slots=True)
class ArchersRestored:
    """The archers stand as the game has them again."""


@dataclass(frozen=True, slots=True)
class Lifted:
    """An archer was lifted from here."""

    hole: Hole


@dataclass(frozen=True, slots=True)
class Continue:
    """Go on, by the button or the page."""


@dataclass(frozen=True, slots=True)
class Repeat:
    """Say it again, and help a little more."""


@dataclass(frozen=True, slots=True)
class Skip:
    """Leave this step."""


Input = Placed | Stood | MoveRefused | ArchersRestored | Lifted | Continue | Repeat | Skip


# ── what it wants done ───────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Arrange:
    """Guide the hands in setting this up from anything; then say `Placed`."""

    game: Game


@dataclass(frozen=True, slots=True)
class Stand:
    """The table stands on this game: guide the hands back to it."""

    game: Game


@dataclass(frozen=True, slots=True)
class FinishLesson:
    """The last step is done."""

    mistakes: int
    stars: int


@dataclass(frozen=True, slots=True)
class Leave:
    """Nothing is left to do: give the board back."""


Wish = Arrange | Stand | FinishLesson | Leave
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
    is_tried: bool = False  # the refusal was seen; the archer is still to be set back

    @property
    def step(self) -> Step | None:
        """The step that is being done; None at the end."""
        steps = self.lesson.steps
        return steps[self.index] if self.index < len(steps) else None

    @property
    def task(self) -> Text:
        """What the pupil is to do or to look at."""
        if self.is_tried:
            return SET_IT_BACK
        return FINISHED if self.step is None else self.step.say

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


def begin(lesson: Lesson) -> Next:
    """The lesson at its first step."""
    first = lesson.steps[0]
    assert isinstance(first, SetUpStep)  # the file is refused otherwise
    return _enter(Teaching(lesson, first.game), 0)


def step(teaching: Teaching, heard: Input) -> Next:
    """Where the lesson stands after this, and what must be done about it."""
    match heard:
        case Stood():
            return _stand(teaching, heard.game)
        case MoveRefused():
            return _refuse(teaching, heard.refusal)
        case Lifted():
            return _lift(teaching, heard.hole)
        case Placed():
            if not isinstance(teaching.step, SetUpStep):
                return teaching, []
            return _enter(teaching, teaching.index + 1, teaching.reaction)
        case ArchersRestored():
            return _restore(teaching)
        case Continue():
            return _continue(teaching)
        case Repeat():
            return _repeat(teaching)
        case Skip():
            return _skip(teaching)


# ── from step to step ────────────────────────────────────────────────────────────────────────────


def _enter(teaching: Teaching, index: int, reaction: Text = NOTHING) -> Next:
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
        is_tried=False,
    )
    now = fresh.step
    mood = RIGHT if reaction else _mood_of(now)
    if isinstance(now, SetUpStep):
        game = pass_on(now.game)
        return replace(fresh, mood=mood, game=game), [Arrange(game)]
    if now is None:
        return replace(fresh, mood=DONE), [FinishLesson(fresh.mistakes, fresh.stars)]
    return replace(fresh, mood=mood), []


def _mood_of(now: Step | None) -> str:
    if now is None:
        return DONE
    return {SetUpStep: SETUP, ShowStep: SHOW}.get(type(now), ASK)


def _right(teaching: Teaching, said: Text, move: Move | None = None) -> Next:
    """The step is done well."""
    after, wishes = _enter(teaching, teaching.index + 1, said or WELL_DONE)
    return replace(after, answer=move), wishes


def _wrong(teaching: Teaching, said: Text, reply: Move | None = None) -> Teaching:
    return replace(
        teaching,
        mood=WRONG,
        reaction=said or NOT_THIS,
        told=teaching.told + 1,
        mistakes=teaching.mistakes + 1,
        slips=teaching.slips + 1,
        reply=reply,
        answer=None,
    )


def _correct(teaching: Teaching, said: Text) -> Next:
    """Nothing that the lesson wants: kindly back, without counting it."""
    kind = replace(teaching, mood=WRONG, reaction=said, told=teaching.told + 1)
    return kind, [Stand(teaching.game)]


# ── moves ────────────────────────────────────────────────────────────────────────────────────────


def _stand(teaching: Teaching, game: Game) -> Next:
    """Judge what was played, move by move."""
    if isinstance(teaching.step, FreeStep):
        return _play_free(teaching, game)
    if teaching.step is None:
        return teaching, []
    moves = _added(teaching.game, game)
    if not moves:
        return _correct(teaching, AS_LIT)
    wishes: list[Wish] = []
    for move in moves:
        teaching, more = _play(teaching, move)
        wishes += more
        if more:
            break
    return teaching, wishes


def _added(before: Game, after: Game) -> list[Move]:
    """The moves made since, passes left out; none if something was taken back or changed."""
    count = len(before.moves)
    is_longer = len(after.moves) > count and after.moves[:count] == before.moves
    if not is_longer or before.start != after.start or before.rules != after.rules:
        return []
    return [move for move in after.moves[count:] if not move.is_pass]


def _play(teaching: Teaching, move: Move) -> Next:
    match teaching.step:
        case AskStep() as now:
            return _judge(teaching, now, move)
        case ReplyStep() as now:
            return _carry_out(teaching, now, move)
        case ShowStep():
            return _play_ahead(teaching, move)
        case TryStep() if teaching.is_tried:
            return _play_ahead(teaching, move)
        case TryStep():
            return _correct(teaching, AS_LIT)
        case _:
            return _correct(teaching, NOT_THIS)


def _play_ahead(teaching: Teaching, move: Move) -> Next:
    """Who has seen enough and moves, answers the question that comes next."""
    steps, index = teaching.lesson.steps, teaching.index + 1
    while index < len(steps) and isinstance(steps[index], ShowStep):
        index += 1
    if index == len(steps) or not isinstance(steps[index], AskStep | ReplyStep):
        return _correct(teaching, NOT_THIS)
    ahead, _ = _enter(teaching, index)
    return _play(ahead, move)


def _judge(teaching: Teaching, now: AskStep, move: Move) -> Next:
    if now.accepts(move):
        played = replace(teaching, game=pass_on(teaching.game.play(move)))
        return _right(played, now.right, move)
    for answer in now.answers:
        if answer.move == move:
            return _wrong(teaching, answer.say, answer.reply), [Stand(teaching.game)]
    reply, because = consequence(teaching.game, move)
    said = _join(now.wrong or NOT_THIS, because) if because else now.wrong
    return _wrong(teaching, said, reply), [Stand(teaching.game)]


def _join(one: Text, two: Text) -> Text:
    first, second = in_all_languages(one), in_all_languages(two)
    return {language: f"{first[language]} {second[language]}" for language in LANGUAGES}


def _carry_out(teaching: Teaching, now: ReplyStep, move: Move) -> Next:
    if move != now.move:
        return _correct(teaching, AS_LIT)
    played = replace(teaching, game=pass_on(teaching.game.play(move)))
    return _enter(played, teaching.index + 1)


def _play_free(teaching: Teaching, game: Game) -> Next:
    now = teaching.step
    assert isinstance(now, FreeStep)
    if game.rules != teaching.game.rules or game.start != teaching.game.start:
        return _correct(teaching, NOT_THIS)
    played = replace(teaching, game=game, mood=ASK)
    if len(game.moves) - teaching.begun >= now.moves or game.outcome is not None:
        return _right(played, NOTHING)
    return played, []


# ── tries, touches and wishes ────────────────────────────────────────────────────────────────────


def _refuse(teaching: Teaching, refusal: Refusal) -> Next:
    """The rules' own sentence explains it."""
    said = {language: refusal.sentence(language) for language in LANGUAGES}
    told = replace(teaching, reaction=said, told=teaching.told + 1)
    match teaching.step:
        case TryStep() as now:
            is_it = (refusal.origin, refusal.target) == (now.origin, now.target)
            is_tried = teaching.is_tried or is_it
            return replace(told, is_tried=is_tried, mood=RIGHT if is_it else WRONG), []
        case AskStep():
            return _wrong(teaching, said), []
        case None:
            return teaching, []
    return replace(told, mood=WRONG), []


def _restore(teaching: Teaching) -> Next:
    match teaching.step:
        case TryStep() as now if teaching.is_tried:
            return _right(teaching, now.right)
    return replace(teaching, reply=None), []


def _lift(teaching: Teaching, hole: Hole) -> Next:
    teaching = replace(teaching, answer=None)
    match teaching.step:
        case ShowStep() as now if hole in now.light or not now.light:
            return _enter(teaching, teaching.index + 1)
        case TouchStep() as now:
            return _touch(teaching, now, hole)
    return teaching, []


def _touch(teaching: Teaching, now: TouchStep, hole: Hole) -> Next:
    if hole not in now.holes:
        return _wrong(teaching, now.wrong), []
    if hole in teaching.touched:
        return teaching, []
    touched = (*teaching.touched, hole)
    if len(touched) == len(now.holes):
        return _right(teaching, now.right)
    return replace(teaching, touched=touched, mood=ASK), []


def _continue(teaching: Teaching) -> Next:
    match teaching.step:
        case None:
            return teaching, [Leave()]
        case ShowStep():
            return _enter(teaching, teaching.index + 1)
    return _repeat(teaching)


def _repeat(teaching: Teaching) -> Next:
    return replace(teaching, told=teaching.told + 1, slips=teaching.slips + 1), []


def _skip(teaching: Teaching) -> Next:
    """Leave a step as if it were done; a skipped question counts."""
    now = teaching.step
    if now is None or isinstance(now, SetUpStep):
        return _repeat(teaching)
    moves = right_answers(now, teaching.game) if isinstance(now, AskStep) else []
    moves += [now.move] if isinstance(now, ReplyStep) else []
    if isinstance(now, AskStep | TryStep | TouchStep):
        teaching = replace(teaching, mistakes=teaching.mistakes + SKIPPED)
    if not moves:
        return _enter(teaching, teaching.index + 1)
    game = pass_on(teaching.game.play(moves[0]))
    after, wishes = _enter(replace(teaching, game=game), teaching.index + 1)
    return after, [Stand(game), *wishes]
