"""Perfect from here: the exact tables and the exact race behind one door."""

from __future__ import annotations

from dataclasses import dataclass

from boardpi.coach.endgames.race import race_best, race_value
from boardpi.coach.endgames.tables import Tables
from boardpi.rules.game import Game
from boardpi.rules.moves import Move
from boardpi.rules.position import Position
from boardpi.rules.rulesets import RuleSet


@dataclass(frozen=True, slots=True)
class Perfect:
    """What is known for certain in one rule set. Nothing is, in Jarmo."""

    rules: RuleSet
    tables: Tables | None = None

    def probe(self, position: Position) -> int | None:
        """The exact value in points for the side to move; None if it is not known."""
        value = None if self.tables is None else self.tables.probe(position)
        return race_value(self.rules, position) if value is None else value

    def best(self, game: Game) -> tuple[Move, int] | None:
        """A perfect move and its value; following it, a won game is won."""
        found = None if self.tables is None else self.tables.best(game)
        return race_best(game) if found is None else found
