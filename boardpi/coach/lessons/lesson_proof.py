"""The search as a witness: are the best answers of a lesson the best, and do punishments punish?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from boardpi.coach.engine.search import Limits, think
from boardpi.coach.lessons.lesson import AskStep, pass_on, right_answers
from boardpi.rules import Game, Move

LIMITS: Final = Limits(depth=16, nodes=150_000)
EVERYTHING: Final = 100_000  # all moves get their true score


def prove(game: Game, step: AskStep) -> Iterator[str]:
    """Complaints about a question whose answer is claimed to be the best."""
    scores = _scores(game)
    right = right_answers(step, game)
    others = [move for move in scores if move not in right]
    if not right or not others:
        return
    worst, best = min(scores[move] for move in right), max(others, key=lambda m: scores[m])
    if scores[best] >= worst:
        yield f"best: {str(best)!r} is as good as an accepted answer in {game.position}"
    for answer in step.answers:
        if answer.reply is not None:
            yield from _prove_reply(game, answer.move, answer.reply)


def _prove_reply(game: Game, move: Move, reply: Move) -> Iterator[str]:
    """The reply that is shown must be one that a good player may choose."""
    after = pass_on(game.play(move))
    scores = _scores(after)
    if reply in scores and scores[reply] < max(scores.values()):
        best = max(scores, key=lambda m: scores[m])
        yield f"answer: {str(best)!r} is a better reply to {str(move)!r} than {str(reply)!r}"


def _scores(game: Game) -> dict[Move, int]:
    return dict(think(game, LIMITS, spread=EVERYTHING).ranked)
