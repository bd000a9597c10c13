"""A lesson as a value: what is told, what is lit, and what the pupil's hands do about it.

The file that holds one is read by `lesson_file.py`; docs/lessons.md tells teachers how to write it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import cached_property
from typing import Final

from boardpi.rules import PASS, Game, Hole, Move, RuleSet, Side
from boardpi.texts import LESSONS
from boardpi.texts.languages import LANGUAGES

Text = Mapping[str, str]
"""A sentence by language. A teacher's own lesson may have fewer than boardpi speaks."""
NOTHING: Final[Text] = {}


def in_all_languages(text: Text) -> dict[str, str]:
    """The sentence in every language; one that is missing is told in the first that there is.

    >>> in_all_languages({"it": "Ciao."})["pl"]
    'Ciao.'
    """
    if not text:
        return dict.fromkeys(LANGUAGES, "")
    first = next(text[language] for language in LANGUAGES if language in text)
    return {language: text.get(language, first) for language in LANGUAGES}


def join(one: Text, two: Text) -> Text:
    """Two sentences, one after the other, in every language."""
    first, second = in_all_languages(one), in_all_languages(two)
    return {language: f"{first[language]} {second[language]}" for language in LANGUAGES}


@dataclass(frozen=True, slots=True)
class ShowStep:
    """Something to look at; it goes on with the button, the page, or a touch of what is lit."""

    say: Text
    light: tuple[Hole, ...] = ()


@dataclass(frozen=True, slots=True)
class SetUpStep:
    """A position to set up, guided by the lights; `stands` is said where it stands at once."""

    say: Text
    game: Game
    stands: Text | None = None  # None: the same


@dataclass(frozen=True, slots=True)
class Wrong:
    """What is told about one wrong answer, and the reply that punishes it."""

    move: Move
    say: Text
    reply: Move | None = None


@dataclass(frozen=True, slots=True)
class AskStep:
    """The pupil moves. `accept` are texts of moves in which `*` stands for anything."""

    say: Text
    accept: tuple[str, ...]
    right: Text = field(default_factory=dict)
    wrong: Text = field(default_factory=dict)
    answers: tuple[Wrong, ...] = ()
    light: tuple[Hole, ...] = ()
    best: bool = False  # nothing else is as good, so another move is a mistake: it is proven

    def accepts(self, move: Move) -> bool:
        """Whether this is a right answer."""
        return any(fnmatchcase(str(move), pattern) for pattern in self.accept)


@dataclass(frozen=True, slots=True)
class TryStep:
    """The pupil tries what is not allowed, and the board refuses."""

    say: Text
    origin: Hole
    target: Hole
    refusal: str
    right: Text = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReplyStep:
    """The opponent's answer, carried out by the pupil's hands."""

    say: Text
    move: Move


@dataclass(frozen=True, slots=True)
class TouchStep:
    """The pupil lifts some archers and sets them back: counting, or finding them."""

    say: Text
    holes: tuple[Hole, ...]
    right: Text = field(default_factory=dict)
    wrong: Text = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FreeStep:
    """Both sides play on as they like, for so many moves or to the end."""

    say: Text
    moves: int


@dataclass(frozen=True, slots=True)
class PlayStep:
    """A game against the coach from where the archers stand, played to its end."""

    say: Text
    side: Side  # the pupil's
    level: str = "1"
    right: Text = field(default_factory=dict)  # told to a pupil who has won
    lost: Text = field(default_factory=dict)  # and to one who has not


Step = ShowStep | SetUpStep | AskStep | TryStep | ReplyStep | TouchStep | FreeStep | PlayStep
KINDS: Final[Mapping[str, type[Step]]] = {
    "show": ShowStep,
    "setup": SetUpStep,
    "ask": AskStep,
    "try": TryStep,
    "reply": ReplyStep,
    "touch": TouchStep,
    "free": FreeStep,
    "play": PlayStep,
}
NAMES: Final[Mapping[type[Step], str]] = {kind: name for name, kind in KINDS.items()}


@dataclass(frozen=True)
class Lesson:
    """All of it. `after` names the lesson that should come before, `teaches` the rulings.

    `question` opens the lesson that follows; so many `opening` steps here are the question of the
    lesson before. They cost no stars.
    """

    id: str
    rules: RuleSet
    title: Text
    intro: Text
    steps: tuple[Step, ...]
    order: int = 1000
    after: str | None = None
    teaches: tuple[str, ...] = ()
    question: tuple[Step, ...] = ()
    opening: int = 0

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """Those in which it is told."""
        return tuple(language for language in LANGUAGES if language in self.title)


def opened_by(lesson: Lesson, last: Lesson) -> Lesson:
    """The lesson with the question on the last one before its first step."""
    if not last.question:
        return lesson
    titles = in_all_languages(last.title)
    remember = {
        language: LESSONS.say(language, "remember", title=titles[language])
        for language in LANGUAGES
    }
    first, *others = last.question
    assert isinstance(first, SetUpStep)  # the file is refused otherwise
    stands = join(remember, first.stands) if first.stands else remember
    opening = replace(
        first, say=join(remember, first.say), stands=None if first.stands is None else stands
    )
    asked = (opening, *others)
    return replace(lesson, steps=(*asked, *lesson.steps), opening=len(asked))


def pass_on(game: Game) -> Game:
    """The game after the pass that a stuck side makes by itself."""
    return game.play(PASS) if game.legal_moves() == [PASS] else game


def right_answers(step: AskStep, game: Game) -> list[Move]:
    """The legal moves that are accepted here."""
    return [move for move in game.legal_moves() if step.accepts(move)]
