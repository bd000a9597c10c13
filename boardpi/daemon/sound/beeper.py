"""The buzzer of a board that has one: a short beep when something is wrong on the table."""

from __future__ import annotations

from dataclasses import dataclass

from boardpi.boards.board import Buzzing
from boardpi.table.facts import Fact, Refused, WentAstray


@dataclass(frozen=True, slots=True)
class Beeper:
    """An audience that beeps. Good moves are silent."""

    board: Buzzing
    beep_ms: int

    def tell(self, fact: Fact) -> None:
        """Only what the players must mend is heard."""
        if isinstance(fact, Refused | WentAstray):
            self.board.buzz(self.beep_ms)

    def look(self) -> None:
        """Looks make no noise."""
