"""Whether a lesson says the truth: every move legal, every refusal the real one, every path open.

`boardpi lessons check` also asks the search whether the best answers are the best, and whether
punishments punish.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from boardpi.coach.endgames.perfect import known_values
from boardpi.coach.endgames.places import alive
from boardpi.coach.engine.search import ExactValues, Limits, think
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
    pass_on,
    right_answers,
)
from boardpi.rules import PASS, Game, Move
from boardpi.texts.languages import LANGUAGES

MOST_PATHS: Final = 400
"""So many games at most may stand after a step: questions with many right answers multiply."""
LIMITS: Final = Limits(depth=16, nodes=150_000)
FEW: Final = 5
EVERYTHING: Final = 100_000  # all moves get their true score
Judge = Callable[[Game, AskStep], Iterator[str]]
"""Complaints about an answer that is claimed to be the best."""


def check_lesson(lesson: Lesson, judge: Judge | None = None) -> list[str]:
    """Everything that is wrong, in sentences that name the step."""
    return [*_walk("step", lesson.steps, judge), *_walk("question", lesson.question, judge)]


def games_at_steps(lesson: Lesson) -> Iterator[tuple[Step, list[Game]]]:
    """Every step with the games that may stand when it comes."""
    games: list[Game] = []
    for step in (*lesson.steps, *lesson.question):
        yield step, games
        _, games = _take(step, games, None)


def _walk(name: str, steps: tuple[Step, ...], judge: Judge | None) -> Iterator[str]:
    games: list[Game] = []
    before: Step | None = None
    for number, step in enumerate(steps, 1):
        complaints, games = _take(step, games, judge)
        if isinstance(before, PlayStep) and not isinstance(step, SetUpStep | ShowStep):
            complaints.append("nobody knows how the game before it ends: set up a position first")
        before = step
        yield from (f"{name} {number}: {complaint}" for complaint in dict.fromkeys(complaints))
        if not games:
            return
        if len(games) > MOST_PATHS:
            yield f"{name} {number}: too many right answers follow each other; set up a position"
            return


def _take(step: Step, games: list[Game], judge: Judge | None) -> tuple[list[str], list[Game]]:
    """Complaints, and the games that may stand after this step."""
    match step:
        case SetUpStep():
            return _check_setup(step)
        case AskStep():
            return _check_ask(step, games, judge)
        case ReplyStep():
            return _check_reply(step, games)
        case TryStep():
            return [c for game in games for c in _check_try(step, game)], games
        case TouchStep():
            return [c for game in games for c in _check_touch(step, game)], games
        case FreeStep() | PlayStep():
            over = [game for game in games if game.outcome is not None]
            return ["the game is over: nobody can play on"] if over else [], [games[0]]
        case ShowStep():
            return [], games


def _check_setup(step: SetUpStep) -> tuple[list[str], list[Game]]:
    return [], [pass_on(step.game)]


def _check_ask(
    step: AskStep, games: list[Game], judge: Judge | None
) -> tuple[list[str], list[Game]]:
    complaints, after = list[str](), dict[Game, None]()
    for game in games:
        where = game.position
        legal = game.legal_moves()
        for pattern in step.accept:
            if not any(AskStep(step.say, (pattern,)).accepts(move) for move in legal):
                complaints.append(f"accept: no legal move is {pattern!r} in {where}")
        for answer in step.answers:
            complaints += _check_answer(step, game, answer.move, answer.reply)
        complaints += _check_refused(step, game)
        for move in right_answers(step, game):
            if move != PASS:
                after[pass_on(game.play(move))] = None
        if judge is not None and step.best:
            complaints += judge(game, step)
    return complaints, _different(after)


def _different(games: dict[Game, None]) -> list[Game]:
    """One game of each position: what follows depends on nothing else."""
    return list({game.position: game for game in games}.values())


def _check_answer(step: AskStep, game: Game, move: Move, reply: Move | None) -> Iterator[str]:
    if step.accepts(move):
        yield f"answer: {str(move)!r} is accepted, so it cannot be wrong"
    elif move not in game.legal_moves():
        yield f"answer: {str(move)!r} is not legal in {game.position}"
    elif reply is not None and reply not in pass_on(game.play(move)).legal_moves():
        yield f"answer: the reply {str(reply)!r} to {str(move)!r} is not legal in {game.position}"


def _check_refused(step: AskStep, game: Game) -> Iterator[str]:
    """Whoever wins at once is not told to set the archer back; the best answer may win more."""
    right = right_answers(step, game)
    if step.best or any(_wins_at_once(game, move) for move in right):
        return
    for move in game.legal_moves():
        if move not in right and _wins_at_once(game, move):
            yield f"accept: {str(move)!r} wins at once in {game.position}, and is refused"


def _wins_at_once(game: Game, move: Move) -> bool:
    ended = game.play(move).outcome
    return ended is not None and ended.winner is game.position.side


def _check_reply(step: ReplyStep, games: list[Game]) -> tuple[list[str], list[Game]]:
    able = [game for game in games if step.move in game.legal_moves()]
    complaints = [
        f"move: {str(step.move)!r} is not legal in {game.position}"
        for game in games
        if game not in able
    ]
    return complaints, [pass_on(game.play(step.move)) for game in able]


def _check_try(step: TryStep, game: Game) -> Iterator[str]:
    refusal = game.explain(step.origin, step.target)
    if refusal is None:
        yield f"{step.origin} to {step.target} is legal in {game.position}: nothing refuses it"
    elif refusal.code != step.refusal:
        yield f"refusal: {step.refusal!r} is really {refusal.code!r} in {game.position}"
    elif not game.position.occupied >> step.origin & 1:
        yield f"from: no archer stands on {step.origin} in {game.position}"


def _check_touch(step: TouchStep, game: Game) -> Iterator[str]:
    for hole in step.holes:
        if not game.position.occupied >> hole & 1:
            yield f"holes: no archer stands on {hole} in {game.position}"


def missing_languages(lesson: Lesson) -> list[str]:
    """Where a text lacks a language: no mistake in a teacher's own lesson."""
    found = []
    for place, text in all_texts(lesson):
        lacking = [language for language in LANGUAGES if language not in text]
        if text and lacking:
            found.append(f"{place}: not in {', '.join(lacking)}")
    return found


def all_texts(lesson: Lesson) -> Iterator[tuple[str, Text]]:
    """Every text with its place."""
    yield "title", lesson.title
    yield "intro", lesson.intro
    for name, steps in (("step", lesson.steps), ("question", lesson.question)):
        for number, step in enumerate(steps, 1):
            yield from ((f"{name} {number}.{key}", text) for key, text in _texts_of(step))


def _texts_of(step: Step) -> Iterator[tuple[str, Text]]:
    yield "say", step.say
    for key in ("right", "wrong", "lost"):
        yield key, getattr(step, key, {})
    if isinstance(step, AskStep):
        for count, answer in enumerate(step.answers, 1):
            yield f"answer {count}.say", answer.say


# ── the search as a witness ──────────────────────────────────────────────────────────────────────


def prove(game: Game, step: AskStep, exact: ExactValues | None = None) -> Iterator[str]:
    """Complaints about a question whose answer is claimed to be the best. Few archers are left to
    the search, which sees the end and how near it is; of many, `exact` may know the values.
    """
    scores = _scores(game, exact)
    right = right_answers(step, game)
    others = [move for move in scores if move not in right]
    if not right or not others:
        return
    worst, best = min(scores[move] for move in right), max(others, key=lambda m: scores[m])
    if scores[best] >= worst:
        yield f"best: {str(best)!r} is as good as an accepted answer in {game.position}"
    for answer in step.answers:
        if answer.reply is not None:
            yield from _prove_reply(game, answer.move, answer.reply, exact)


def _prove_reply(game: Game, move: Move, reply: Move, exact: ExactValues | None) -> Iterator[str]:
    """The reply that is shown must be one that a good player may choose."""
    after = pass_on(game.play(move))
    scores = _scores(after, exact)
    if reply in scores and scores[reply] < max(scores.values()):
        best = max(scores, key=lambda m: scores[m])
        yield f"answer: {str(best)!r} is a better reply to {str(move)!r} than {str(reply)!r}"


def _scores(game: Game, exact: ExactValues | None) -> dict[Move, int]:
    if exact is not None and alive(game.position) > FEW:
        known = known_values(game, exact)
        if known is not None:
            return {move: 100 * value for move, value in known}
    return dict(think(game, LIMITS, spread=EVERYTHING).ranked)
