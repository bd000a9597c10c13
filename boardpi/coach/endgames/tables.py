"""Perfect play in Jasir with few archers alive: exact values, and moves that win what is won.

A value is in points for the side to move, the enemy's taken off. It is what both sides can force:
a win if one of them can force it, and else a draw, since a position that comes back for the third
time is one (0–0) for whoever claims it. A value alone could be held for ever; `best` plays moves
that end the game, in `longest_win` plies at most whatever the defence.
"""

from __future__ import annotations

from typing import Final

from boardpi.coach.endgames.tables_file import CACHED_CHUNKS, TablesFile
from boardpi.coach.endgames.tables_index import alive, index_of, is_storable
from boardpi.rules.game import Game
from boardpi.rules.moves import Move
from boardpi.rules.outcome import ending
from boardpi.rules.position import Position
from boardpi.rules.rulesets import RuleSet
from boardpi.rules.turns import after, legal_moves

REPEATED: Final = 3


class Tables:
    """The exact tables of one rule set. `data` is a file of tables, read by the caller.

    A damaged file raises BadTables, tables of other rules WrongRules. Each cached chunk takes
    64 KB of memory.
    """

    def __init__(self, data: bytes, rules: RuleSet, cached_chunks: int = CACHED_CHUNKS) -> None:
        self.rules = rules
        self._file = TablesFile(data, rules, cached_chunks)

    @property
    def most_alive(self) -> int:
        """How many archers, on the board and in hand, a position may have at most."""
        return self._file.header.most_alive

    @property
    def longest_win(self) -> int:
        """In how many plies every won game is won that follows `best`."""
        return self._file.header.longest_win

    def forget(self) -> None:
        """Give the memory of all unpacked chunks back."""
        self._file.values.cache_clear()
        self._file.choices.cache_clear()

    def probe(self, position: Position) -> int | None:
        """The exact value for the side to move; None for a position that is not in the tables."""
        if alive(position) > self.most_alive:
            return None
        if is_storable(position):
            return self._file.value(index_of(position))
        return value_of_end(self.rules, position)

    def best(self, game: Game) -> tuple[Move, int] | None:
        """A perfect move and its value; None where the tables do not reach.

        A move that lets a position stand for the third time is worth a draw. Among moves that hold
        a draw or a loss, that one comes first which leaves the opponent the fewest right answers.
        """
        value = None if game.is_open or game.outcome else self.probe(game.position)
        if value is None:
            return None
        scored = self._scored(game)
        top = max(score for _, score in scored)
        kept = [move for move, score in scored if score == top]
        if top == value > 0:
            return self._winning(game.position, kept, value), value
        return min(kept, key=lambda move: self._answers(game.position, move)), top

    def _scored(self, game: Game) -> list[tuple[Move, int]]:
        found = []
        for move in legal_moves(self.rules, game.position):
            standing = after(self.rules, game.position, move)
            repeated = game.positions.count(standing) + 1 >= REPEATED
            found.append((move, 0 if repeated else -self._known(standing)))
        return found

    def _known(self, position: Position) -> int:
        """The value of a successor: its archers are no more than those before it."""
        value = self.probe(position)
        assert value is not None
        return value

    def _winning(self, position: Position, kept: list[Move], value: int) -> Move:
        """The move that makes progress: by habit, or by choice where habit would go in circles."""
        keeping = [
            move
            for move in legal_moves(self.rules, position)
            if self._known(after(self.rules, position, move)) == -value
        ]
        keeping.sort(key=lambda move: reluctance(self.rules, position, move))
        chosen = keeping[self._file.choice(index_of(position))]
        return chosen if chosen in kept else min(kept, key=keeping.index)

    def _answers(self, position: Position, move: Move) -> int:
        standing = after(self.rules, position, move)
        value = self._known(standing)
        answers = (
            after(self.rules, standing, reply) for reply in legal_moves(self.rules, standing)
        )
        return sum(self._known(answer) == -value for answer in answers)


def reluctance(rules: RuleSet, position: Position, move: Move) -> int:
    """The habit of a winner. Lower is played first: an end of the game, then quiet moves ahead and
    re-entries, captures ahead, quiet moves to the side, captures to the side.
    """
    if ending(rules, after(rules, position, move)) is not None:
        return 0
    sideways = (
        move.origin is not None and move.target is not None and move.origin.row == move.target.row
    )
    return 1 + 2 * sideways + move.takes


def value_of_end(rules: RuleSet, position: Position) -> int | None:
    """What a game that is over by elimination or arrival is worth to the side to move."""
    ended = ending(rules, position)
    if ended is None:
        return None
    return ended.points[position.side] - ended.points[position.side.other]
