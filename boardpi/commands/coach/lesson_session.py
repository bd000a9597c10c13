"""A lesson in the terminal: the same steps, with the keyboard for hands."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from boardpi.coach.lessons.events import (
    ArchersRestored,
    Continue,
    Input,
    Lifted,
    MoveRefused,
    Placed,
    Repeat,
    Skip,
    Stood,
)
from boardpi.coach.lessons.lesson import (
    AskStep,
    FreeStep,
    Lesson,
    ReplyStep,
    SetUpStep,
    ShowStep,
    Text,
    TouchStep,
    TryStep,
    in_all_languages,
    pass_on,
)
from boardpi.coach.lessons.step import begin, step
from boardpi.coach.lessons.teaching import Teaching
from boardpi.commands.terminal.terminal import wrap
from boardpi.rules import Game, Hole, Move, Refusal, RulesError, parse_move
from boardpi.rules.refusals import BAD_MOVE, MUST_MOVE
from boardpi.rules.sketch import LetterInk, sketch_table

LEAVE, AGAIN, SKIP = ("quit", "q"), ("?", "again"), ("skip",)


class LessonSession:
    """Says, draws, asks."""

    def __init__(
        self,
        lesson: Lesson,
        language: str,
        ask: Callable[[str], str] = input,
        say: Callable[[str], None] = print,
    ) -> None:
        self._lesson, self._language = lesson, language
        self._ask, self._say = ask, say

    def choose(self, text: Text) -> str:
        """The sentence in the pupil's language."""
        return in_all_languages(text)[self._language]

    def give(self) -> None:
        """From the first step to the last, or until input ends."""
        teaching, _ = begin(self._lesson)
        self._say(f"{self.choose(self._lesson.title)}. Type moves such as b1-d2, holes, or quit.\n")
        drawn: Game | None = None
        with contextlib.suppress(EOFError):
            while teaching.step is not None:
                if teaching.reaction:
                    self._say(wrap(self.choose(teaching.reaction)))
                if isinstance(teaching.step, SetUpStep):
                    teaching, _ = step(teaching, Placed())
                    continue
                if drawn != teaching.game:
                    drawn = teaching.game
                    self._say(sketch_table(drawn.rules, drawn.position, LetterInk()))
                heard = self._listen(teaching)
                if heard is None:
                    return
                teaching = self._hear(teaching, heard)
            self._end(teaching)

    def _end(self, teaching: Teaching) -> None:
        if teaching.reaction:
            self._say(wrap(self.choose(teaching.reaction)))
        self._say(f"{self.choose(teaching.task)} {'*' * teaching.stars}")

    def _hear(self, teaching: Teaching, heard: Input) -> Teaching:
        after, _ = step(teaching, heard)
        if isinstance(heard, MoveRefused) and isinstance(after.step, TryStep):
            after, _ = step(after, ArchersRestored())
        return after

    def _listen(self, teaching: Teaching) -> Input | None:
        """What the pupil typed; None when they leave."""
        self._say(wrap(self.choose(teaching.task)))
        while True:
            typed = self._ask("> ").strip()
            if typed in LEAVE:
                return None
            if typed in AGAIN:
                return Repeat()
            if typed in SKIP:
                return Skip()
            try:
                return self._understand(teaching, typed)
            except RulesError as error:
                self._say(str(error))

    def _understand(self, teaching: Teaching, typed: str) -> Input:
        match teaching.step:
            case ShowStep():
                return Continue()
            case TouchStep():
                return Lifted(Hole(typed))
            case AskStep() | ReplyStep() | FreeStep() | TryStep():
                return self._move(teaching.game, typed)
        return Continue()

    def _move(self, game: Game, typed: str) -> Input:
        move = parse_move(typed)
        if move in game.legal_moves():
            return Stood(pass_on(game.play(move)))
        return MoveRefused(_refusal(game, move))


def _refusal(game: Game, move: Move) -> Refusal:
    """Why this move is illegal."""
    if move.is_pass:
        return Refusal(MUST_MOVE)
    origin, target = move.origin, move.reentry if move.target is None else move.target
    assert target is not None  # only a pass has no hole to go to
    refusal = game.explain(origin, target)
    if refusal is not None:
        return refusal
    if move.reentry is not None:
        return Refusal("no_right_to_reenter", target=move.reentry)
    return Refusal(BAD_MOVE, origin, target)
