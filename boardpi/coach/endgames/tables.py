"""Perfect play in Jasir with few archers alive: exact values, and moves that win what is won.

A value is in points for the side to move, the enemy's taken off. It is what both sides can force:
a win if one of them can force it, and else a draw, since a position that comes back for the third
time is one (0–0) for whoever claims it. A value alone could be held for ever; `best` plays moves
that end the game whatever the defence: by the choices of the file, or by its detours.
"""

from __future__ import annotations

from typing import Final

from boardpi.coach.endgames.places import alive, place_of
from boardpi.coach.endgames.progress import WinnersWay, detours_left
from boardpi.coach.endgames.tables_file import CACHED_BYTES, Buffer, TablesFile
from boardpi.rules.game import Game
from boardpi.rules.holes import Side
from boardpi.rules.moves import Move
from boardpi.rules.outcome import ending
from boardpi.rules.position import Position
from boardpi.rules.rulesets import RuleSet
from boardpi.rules.turns import after, legal_moves, survey

REPEATED: Final = 3


class Tables:
    """The exact tables of one rule set. `data` is a file of tables, read or mapped by the caller.

    A damaged file raises BadTables, tables of other rules WrongRules. The damage of a large file
    may be found only when a block is needed: then `probe` and `best` raise. Unpacked
    blocks are kept, up to `cached_bytes`.
    """

    def __init__(self, data: Buffer, rules: RuleSet, cached_bytes: int = CACHED_BYTES) -> None:
        self.rules = rules
        self._file = TablesFile(data, rules, cached_bytes)

    @property
    def most_alive(self) -> int:
        """How many archers, on the board and in hand, a position may have at most."""
        return self._file.header.most_alive

    @property
    def longest_win(self) -> int:
        """In how many plies every won game is won by the choices of the file."""
        return self._file.header.longest_win

    def is_proven_to_end(self, position: Position) -> bool:
        """Whether `best` is proven to end a won game; elsewhere it follows the habit alone."""
        return self._file.has_detours or self._has_choices(position)

    def _has_choices(self, position: Position) -> bool:
        return alive(position) <= self._file.header.choices_alive

    def forget(self) -> None:
        """Give the memory of all unpacked blocks back."""
        self._file.unpacked.cache_clear()

    def check(self) -> None:
        """Read the whole file once; BadTables if a bit is wrong."""
        self._file.check()

    def probe(self, position: Position) -> int | None:
        """The exact value for the side to move; None for a position that is not in the tables."""
        if alive(position) > self.most_alive:
            return None
        place = place_of(position)
        if place is None:
            return value_of_end(self.rules, position)
        if not self._file.has(place.of, position.side):
            return self._best_of_moves(position)
        value = self._file.value(place, position.side)
        return value if position.side is Side.WHITE else -value

    def _best_of_moves(self, position: Position) -> int:
        """The value where only the other side's turns are stored: one ply of search."""
        moves, ended = survey(self.rules, position)
        if ended is not None:
            return ended.points[position.side] - ended.points[position.side.other]
        return max(-self._known(after(self.rules, position, move)) for move in moves)

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
            return self._winning(game, kept, value), value
        return self._hardest(game.position, kept), top

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

    def _winning(self, game: Game, kept: list[Move], value: int) -> Move:
        """The move that makes progress: by habit, or by choice where habit would go in circles."""
        position = game.position
        keeping = self.keeping(position)
        place = place_of(position)
        if place is not None and self._has_choices(position):
            chosen = keeping[self._file.choice(place, position.side)]
        elif self._file.has_detours:
            chosen = WinnersWay(self.rules, self.keeping, self.detours).move(position)
        else:
            chosen = self._fresh(game, keeping)
        return chosen if chosen in kept else min(kept, key=keeping.index)

    def keeping(self, position: Position) -> list[Move]:
        """The moves that keep a won value, in the order of the habit."""
        value = self._known(position)
        keeping = [
            move
            for move in legal_moves(self.rules, position)
            if self._known(after(self.rules, position, move)) == -value
        ]
        return sorted(keeping, key=lambda move: reluctance(self.rules, position, move))

    def _fresh(self, game: Game, keeping: list[Move]) -> Move:
        """By habit, but not into a position that has stood before: all that values allow."""
        fresh = (m for m in keeping if after(self.rules, game.position, m) not in game.positions)
        return next(fresh, keeping[0])

    def detours(self, position: Position) -> int:
        """How many detours the winner needs (see `progress`); 0 if nobody wins."""
        place = place_of(position)
        if place is None or value_of_end(self.rules, position) is not None:
            return 0
        if self._file.has(place.of, position.side):
            return self._file.detours(place, position.side)
        value = self._known(position)
        if not value:
            return 0
        found = []
        for move in legal_moves(self.rules, position):
            standing = after(self.rules, position, move)
            if self._known(standing) == -value:
                found.append(detours_left(position, move, standing, self.detours, value > 0))
        return min(found) if value > 0 else max(found)

    def _hardest(self, position: Position, kept: list[Move]) -> Move:
        """Which of these moves leaves the opponent the fewest right answers; the first of equals.

        Answers are only counted up to the fewest so far: each may unpack a block or more.
        """
        hardest, fewest = kept[0], None
        for move in kept:
            answers = self._answers(after(self.rules, position, move), fewest)
            if fewest is None or answers < fewest:
                hardest, fewest = move, answers
        return hardest

    def _answers(self, standing: Position, most: int | None) -> int:
        value, answers = self._known(standing), 0
        for reply in legal_moves(self.rules, standing):
            answers += self._known(after(self.rules, standing, reply)) == -value
            if answers == most:
                break
        return answers


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
