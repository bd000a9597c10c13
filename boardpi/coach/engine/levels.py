"""Opponents from the first evening to full strength. They err as people do: they look less far,
overlook long lines, grab what they can take, and forget what an archer in hand or a stuck one
costs. None of them moves at random.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from boardpi.coach.engine.search import Advice, ExactValues, Eyes, Limits, think
from boardpi.coach.engine.worth import EXPERT, Taste
from boardpi.rules.game import Game
from boardpi.rules.holes import Side
from boardpi.rules.lines import Line
from boardpi.rules.moves import Move
from boardpi.rules.rulesets import RuleSet, variant
from boardpi.texts import COACH


@dataclass(frozen=True, slots=True)
class Level:
    """One opponent. `name` is for programs, `title` for players."""

    name: str
    limits: Limits
    taste: Taste = EXPERT
    blindness: float = 0.0  # how likely a long line is overlooked, anew every turn
    greed: int = 0  # hundredths that any capture seems to bring
    doubt: int = 0  # hundredths by which moves are misjudged, one way or the other

    def title(self, language: str = "en") -> str:
        """What the level is called."""
        return COACH.say(language, f"level.{self.name}")


PATIENCE_MS: Final = 10_000
SURE: Final = 100_000
NEWCOMER: Final = Taste(stuck=1, entry=-2, crowd=0.0, pace=5.0, right=0.0)
BEGINNER: Final = Taste(stuck=2, entry=-1, crowd=0.0, pace=4.0, right=0.0)
PUPIL: Final = Taste(stuck=3, entry=0, crowd=0.0, pace=3.0, right=0.2)
REGULAR: Final = Taste(stuck=5, entry=1, crowd=0.2, pace=2.5, right=0.4)

LEVELS: Final[tuple[Level, ...]] = (
    Level(
        "1",
        Limits(depth=1),
        NEWCOMER,
        blindness=1.0,
        greed=150,
        doubt=260,
    ),
    Level(
        "2",
        Limits(depth=2, nodes=2_000),
        BEGINNER,
        blindness=0.4,
        greed=40,
        doubt=40,
    ),
    Level(
        "3",
        Limits(depth=3, nodes=5_000),
        PUPIL,
        blindness=0.45,
        greed=25,
        doubt=40,
    ),
    Level(
        "4",
        Limits(depth=4, nodes=10_000),
        REGULAR,
        blindness=0.3,
        doubt=20,
    ),
    Level(
        "5",
        Limits(depth=8, nodes=20_000),
    ),
    Level(
        "6",
        Limits(depth=10, nodes=80_000),
    ),
    Level(
        "7",
        Limits(nodes=300_000),
    ),
)


def level(name: str) -> Level:
    """The level of this name; an unknown one is refused with those that exist."""
    for found in LEVELS:
        if found.name == name:
            return found
    raise ValueError(f"no level {name!r}: levels are {LEVELS[0].name} to {LEVELS[-1].name}")


def choose(
    game: Game,
    level: Level,
    *,
    seed: int,
    side: Side | None = None,
    clock: Callable[[], int] | None = None,
    ms: int = PATIENCE_MS,
    stop: Callable[[], bool] | None = None,
    tables: ExactValues | None = None,
) -> Advice:
    """What an opponent of this level plays. Levels are limited by turns looked at, so that they
    play alike everywhere; with a clock, `ms` caps the time on a slow computer. While either side
    may begin, `side` is the one that the coach plays.
    """
    dice = Random(f"{seed} {level.name} {len(game.moves)} {game.position}")
    limits = replace(level.limits, ms=None if clock is None else ms)
    eyes = _eyes(game.rules, level, dice)
    advice = think(
        game,
        limits,
        seed=dice.randrange(1 << 30),
        side=side,
        spread=4 * level.doubt + level.greed,
        clock=clock,
        stop=stop,
        tables=tables if eyes is None else None,
        eyes=eyes,
    )
    return _misjudge(game, advice, level, dice)


def _eyes(rules: RuleSet, level: Level, dice: Random) -> Eyes | None:
    if not level.blindness and level.taste == EXPERT:
        return None
    seen = tuple(line for line in rules.lines if dice.random() >= level.blindness * length(line))
    return Eyes(variant(rules, lines=seen), level.taste)


def length(line: Line) -> float:
    """How easily a line is overlooked: 0 between neighbours, 1 for the longest."""
    across = abs(line.one.column - line.two.column)
    return min(1.0, max(0, across + abs(line.one.row - line.two.row) - 1) / 2)


def _misjudge(game: Game, advice: Advice, level: Level, dice: Random) -> Advice:
    """The same advice with the move that this level likes best; a step that wins is seen by all."""
    if not level.doubt and not level.greed:
        return advice

    def liking(ranked: tuple[Move, int]) -> float:
        move, score = ranked
        doubts = score + dice.gauss(0, level.doubt) + (level.greed if move.takes else 0)
        return doubts + (SURE if _wins(game, move) else 0)

    liked, score = max(advice.ranked, key=liking)
    if liked == advice.move:
        return advice
    return replace(advice, move=liked, score=score, line=(liked,), is_exact=False)


def _wins(game: Game, move: Move) -> bool:
    after = game.play(move)
    mover = after.position.side.other
    return after.outcome is not None and after.outcome.winner is mover
