"""Opponents from the first evening to full strength. They err as people do: they look less far,
overlook long lines, misjudge, hurry, grab what they can take, and forget to bring archers back.
None of them moves at random.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from boardpi.coach.engine.recall import Recall
from boardpi.coach.engine.search import Advice, ExactValues, Eyes, Limits, think
from boardpi.coach.engine.tree import Tree
from boardpi.rules.game import Game
from boardpi.rules.holes import Side
from boardpi.rules.lines import Line
from boardpi.rules.moves import Move
from boardpi.rules.rulesets import RuleSet, variant
from boardpi.texts import COACH


@dataclass(frozen=True, slots=True)
class Level:
    """One opponent. `name` is for programs, `title` for players. What it likes and minds beyond
    what it sees is in hundredths of a point.
    """

    name: str
    limits: Limits
    blindness: float = 0.0  # how likely a long line is overlooked, anew every turn
    doubt: int = 0  # how far a move is misjudged, one way or the other
    greed: int = 0  # what any capture seems to bring
    hurry: int = 0  # what every row ahead seems to bring
    forgets: int = 0  # how little it thinks of bringing an archer back

    def title(self, language: str = "en") -> str:
        """What the level is called."""
        return COACH.say(language, f"level.{self.name}")

    @property
    def is_fallible(self) -> bool:
        """Whether it plays another move than the best that it found."""
        return bool(self.doubt or self.greed or self.hurry or self.forgets)


PATIENCE_MS: Final = 10_000
SURE: Final = 100_000
WANDERING: Final = 25  # what a step to the side costs whoever is in doubt: nobody wanders

LOOKS_TWO: Final = Limits(depth=2, nodes=400)
LEVELS: Final[tuple[Level, ...]] = (
    Level("1", Limits(depth=1), blindness=0.6, doubt=160, greed=80, hurry=30, forgets=60),
    Level("2", LOOKS_TWO, blindness=0.5, doubt=130, greed=50, hurry=20, forgets=40),
    Level("3", LOOKS_TWO, blindness=0.35, doubt=95, greed=25, hurry=10, forgets=20),
    Level("4", Limits(depth=3, nodes=1_000), blindness=0.2, doubt=70),
    Level("5", Limits(depth=4, nodes=3_000), doubt=48),
    Level("6", Limits(depth=6, nodes=10_000), doubt=20),
    Level("7", Limits(nodes=300_000)),
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
    memory: Recall | None = None,
    tree: type[Tree] = Tree,
) -> Advice:
    """What an opponent of this level plays. Levels are limited by turns looked at, so that they
    play alike everywhere; with a clock, `ms` caps the time on a slow computer. While either side
    may begin, `side` is the one that the coach plays. `memory` and `tree` are those of `think`, for
    levels that see every line.
    """
    dice = Random(f"{seed} {level.name} {len(game.moves)} {game.position}")
    limits = replace(level.limits, ms=None if clock is None else ms)
    eyes = _eyes(game.rules, level, dice)
    advice = think(
        game,
        limits,
        seed=dice.randrange(1 << 30),
        side=side,
        spread=3 * level.doubt + level.greed + 4 * level.hurry + level.forgets,
        clock=clock,
        stop=stop,
        tables=tables if eyes is None else None,
        eyes=eyes,
        memory=memory if eyes is None else None,
        tree=tree if eyes is None else Tree,
    )
    if tables is not None and eyes is None and advice.is_exact:
        return advice  # whoever sees every line also knows the openings and endings by heart
    return _misjudge(game, advice, level, dice)


def _eyes(rules: RuleSet, level: Level, dice: Random) -> Eyes | None:
    if not level.blindness:
        return None
    seen = tuple(line for line in rules.lines if dice.random() >= level.blindness * length(line))
    return Eyes(variant(rules, lines=seen))


def length(line: Line) -> float:
    """How easily a line is overlooked: 0 between neighbours, 1 for the longest."""
    across = abs(line.one.column - line.two.column)
    return min(1.0, max(0, across + abs(line.one.row - line.two.row) - 1) / 2)


def _misjudge(game: Game, advice: Advice, level: Level, dice: Random) -> Advice:
    """The same advice with the move that this level likes best; a step that wins is seen by all."""
    if not level.is_fallible:
        return advice

    def liking(ranked: tuple[Move, int]) -> float:
        move, score = ranked
        liked = score + dice.gauss(0, level.doubt) + (level.greed if move.takes else 0)
        if move.origin is not None and move.target is not None:
            ahead = abs(move.target.row - move.origin.row)
            liked += level.hurry * ahead - (0 if ahead else WANDERING)
        if move.reentry is not None:
            liked -= level.forgets
        return liked + (SURE if _wins(game, move) else 0)

    liked, score = max(advice.ranked, key=liking)
    if liked == advice.move:
        return advice
    return replace(advice, move=liked, score=score, line=(liked,), is_exact=False)


def _wins(game: Game, move: Move) -> bool:
    after = game.play(move)
    mover = after.position.side.other
    return after.outcome is not None and after.outcome.winner is mover
