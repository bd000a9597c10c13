"""A lesson being given: `step(teaching, input) → (teaching, wishes)`. Pure, as the table is."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from boardpi.coach.lessons.events import (
    ArchersRestored,
    CoachPlays,
    Continue,
    Input,
    Leave,
    Lifted,
    MoveRefused,
    Placed,
    Repeat,
    Skip,
    Stand,
    Stood,
    Wish,
)
from boardpi.coach.lessons.lesson import (
    NOTHING,
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
    join,
    pass_on,
    right_answers,
)
from boardpi.coach.lessons.teaching import (
    ASK,
    RIGHT,
    WRONG,
    Next,
    Teaching,
    correct,
    enter,
    go_on,
    mood_of,
    right,
    wrong,
)
from boardpi.rules import Game, Hole, Move, Refusal, Side
from boardpi.rules.refusals import name_side
from boardpi.texts import LESSONS
from boardpi.texts.languages import LANGUAGES

SKIPPED: Final = 3  # mistakes that a skipped question counts for


def begin(lesson: Lesson) -> Next:
    """The lesson at its first step."""
    first = lesson.steps[0]
    assert isinstance(first, SetUpStep)  # the file is refused otherwise
    return enter(Teaching(lesson, first.game), 0)


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
            return _place(teaching, at_once=heard.at_once)
        case ArchersRestored():
            return _restore(teaching)
        case CoachPlays():
            return _expect(teaching, heard.move)
        case Continue() | Repeat() | Skip():
            wish = {Continue: _continue, Repeat: _repeat, Skip: _skip}[type(heard)]
            return wish(teaching)


def _place(teaching: Teaching, *, at_once: bool) -> Next:
    """The position stands. Where nobody had to set it up, nobody has read about it either."""
    now = teaching.step
    if not isinstance(now, SetUpStep):
        return teaching, []
    if not at_once:
        return enter(teaching, teaching.index + 1)
    about = now.say if now.stands is None else now.stands
    said = join(teaching.reaction, about) if teaching.reaction and about else about
    after, wishes = enter(teaching, teaching.index + 1, said or teaching.reaction)
    return (after if teaching.reaction else replace(after, mood=mood_of(after.step))), wishes


# ── moves ────────────────────────────────────────────────────────────────────────────────────────


def _stand(teaching: Teaching, game: Game) -> Next:
    """Judge what was played, move by move."""
    if isinstance(teaching.step, FreeStep):
        return _play_free(teaching, game)
    if teaching.step is None:
        return teaching, []
    if isinstance(teaching.step, PlayStep):
        return _play_coach(teaching, teaching.step, _added(teaching.game, game))
    moves = _added(teaching.game, game)
    if not moves:
        return correct(teaching, LESSONS.say_in_all("as_lit"))
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
            return correct(teaching, LESSONS.say_in_all("as_lit"))
        case _:
            return correct(teaching, LESSONS.say_in_all("not_this"))


def _play_ahead(teaching: Teaching, move: Move) -> Next:
    """Who has seen enough and moves, answers the question that comes next."""
    steps, index = teaching.lesson.steps, teaching.index + 1
    while index < len(steps) and isinstance(steps[index], ShowStep):
        index += 1
    if index == len(steps) or not isinstance(steps[index], AskStep | ReplyStep):
        return correct(teaching, LESSONS.say_in_all("not_this"))
    ahead, _ = enter(teaching, index)
    return _play(ahead, move)


def _judge(teaching: Teaching, now: AskStep, move: Move) -> Next:
    if now.accepts(move):
        played = replace(teaching, game=pass_on(teaching.game.play(move)))
        return right(played, now.right, move)
    for answer in now.answers:
        if answer.move == move:
            told = wrong(teaching, answer.say, answer.reply, counts=now.best)
            return told, [Stand(teaching.game)]
    if not now.best:  # it may be as good a move as any: the lesson only wants another one
        said = now.wrong or LESSONS.say_in_all("not_asked")
        return wrong(teaching, said, counts=False), [Stand(teaching.game)]
    reply, because = consequence(teaching.game, move)
    said = join(now.wrong or LESSONS.say_in_all("not_this"), because) if because else now.wrong
    return wrong(teaching, said, reply), [Stand(teaching.game)]


def _carry_out(teaching: Teaching, now: ReplyStep, move: Move) -> Next:
    if move != now.move:
        return correct(teaching, LESSONS.say_in_all("as_lit"))
    played = replace(teaching, game=pass_on(teaching.game.play(move)))
    return enter(played, teaching.index + 1)


def _play_free(teaching: Teaching, game: Game) -> Next:
    now = teaching.step
    assert isinstance(now, FreeStep)
    if game.rules != teaching.game.rules or game.start != teaching.game.start:
        return correct(teaching, LESSONS.say_in_all("not_this"))
    played = replace(teaching, game=game, mood=ASK)
    if len(game.moves) - teaching.begun >= now.moves or game.outcome is not None:
        return right(played, NOTHING)
    return played, []


def _play_coach(teaching: Teaching, now: PlayStep, moves: list[Move]) -> Next:
    """The pupil's own moves are free; the coach's are made as it wants them."""
    if not moves:
        return correct(teaching, LESSONS.say_in_all("as_lit"))
    for move in moves:
        is_own = teaching.game.position.side is now.side
        if not is_own and move != teaching.expected:
            return correct(teaching, LESSONS.say_in_all("as_lit"))
        game = pass_on(teaching.game.play(move))
        teaching = replace(teaching, game=game, expected=None, reaction=NOTHING, mood=ASK)
        if game.outcome is not None:
            break
    return go_on(replace(teaching, told=teaching.told + 1), now)


def _expect(teaching: Teaching, move: Move) -> Next:
    now, game = teaching.step, teaching.game
    if not isinstance(now, PlayStep) or game.position.side is now.side:
        return teaching, []
    if move not in game.legal_moves():
        return teaching, []
    return replace(teaching, expected=move, told=teaching.told + 1), []


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
            return wrong(teaching, said), []
        case None:
            return teaching, []
    return replace(told, mood=WRONG), []


def _restore(teaching: Teaching) -> Next:
    match teaching.step:
        case TryStep() as now if teaching.is_tried:
            return right(teaching, now.right)
    return replace(teaching, reply=None), []


def _lift(teaching: Teaching, hole: Hole) -> Next:
    teaching = replace(teaching, answer=None)
    match teaching.step:
        case ShowStep() as now if hole in now.light or not now.light:
            return enter(teaching, teaching.index + 1)
        case TouchStep() as now:
            return _touch(teaching, now, hole)
    return teaching, []


def _touch(teaching: Teaching, now: TouchStep, hole: Hole) -> Next:
    if hole not in now.holes:
        return wrong(teaching, now.wrong), []
    if hole in teaching.touched:
        return teaching, []
    touched = (*teaching.touched, hole)
    if len(touched) == len(now.holes):
        return right(teaching, now.right)
    return replace(teaching, touched=touched, mood=ASK), []


def _continue(teaching: Teaching) -> Next:
    match teaching.step:
        case None:
            return teaching, [Leave()]
        case ShowStep():
            return enter(teaching, teaching.index + 1)
    return _repeat(teaching)


def _repeat(teaching: Teaching) -> Next:
    return replace(teaching, told=teaching.told + 1, slips=teaching.slips + 1), []


def _skip(teaching: Teaching) -> Next:
    """Leave a step as if it were done; a skipped question counts."""
    now = teaching.step
    if now is None:
        return _repeat(teaching)
    if isinstance(now, SetUpStep):
        return _skip_position(teaching)
    moves = right_answers(now, teaching.game) if isinstance(now, AskStep) else []
    moves += [now.move] if isinstance(now, ReplyStep) else []
    teaching = _miss(teaching, (now,))
    if not moves:
        return enter(teaching, teaching.index + 1)
    game = pass_on(teaching.game.play(moves[0]))
    after, wishes = enter(replace(teaching, game=game), teaching.index + 1)
    return after, [Stand(game), *wishes]


def _skip_position(teaching: Teaching) -> Next:
    """Leave a position that cannot be set up, with all that is asked of it."""
    steps, begin = teaching.lesson.steps, teaching.index + 1
    ahead = range(begin, len(steps))
    end = next((n for n in ahead if isinstance(steps[n], SetUpStep)), len(steps))
    return enter(_miss(teaching, steps[begin:end]), end)


def _miss(teaching: Teaching, steps: tuple[Step, ...]) -> Teaching:
    """Questions that were skipped count, but for the one on the last lesson."""
    if teaching.is_opening:
        return teaching
    asked = sum(isinstance(one, AskStep | TryStep | TouchStep) for one in steps)
    return replace(teaching, mistakes=teaching.mistakes + SKIPPED * asked)


# ── what a wrong move allows the opponent to do, found by looking one move ahead ──────────────────


def consequence(game: Game, move: Move) -> tuple[Move | None, Text]:
    """The reply that hurts most at once, with a sentence about it; None if nothing hurts."""
    after = pass_on(game.play(move))
    foe = game.position.side.other
    if after.outcome is not None or after.position.side is not foe:
        return None, NOTHING
    replies = [reply for reply in after.legal_moves() if reply.origin is not None]
    winning = [reply for reply in replies if _wins(after, reply, foe)]
    taking = [reply for reply in replies if reply.takes and reply.target == move.target]
    robbing = [reply for reply in replies if reply.takes and not _could_take(game, reply)]
    for found, name in ((winning, "beaten"), (taking, "taken"), (robbing, "robbed")):
        if found:
            return found[0], tell(f"then.{name}", found[0], foe)
    return None, NOTHING


def _wins(game: Game, reply: Move, side: Side) -> bool:
    ended = game.play(reply).outcome
    return ended is not None and ended.winner is side


def _could_take(game: Game, reply: Move) -> bool:
    """Whether the opponent could have taken it anyway, whatever was answered."""
    position = game.position.with_side(game.position.side.other)
    return reply in Game(game.rules, position).legal_moves()


def tell(key: str, move: Move, side: Side) -> Text:
    """A sentence about a move of this side, in every language."""
    return {
        language: LESSONS.say(
            language,
            key,
            player=name_side(side, language),
            origin=move.origin,
            target=move.target,
        )
        for language in LANGUAGES
    }
