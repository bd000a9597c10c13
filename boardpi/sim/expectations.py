"""What really happened, and what the table must say of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from boardpi.rules import PASS, START, Game, Hole, Move, Position, legal_moves
from boardpi.rules.turns import reentry_zone

Told = dict[str, Any]
"""An event as `boardpi replay` prints it; its time is when the hands had done it."""

ANYTHING: Final[Told] = {"event": "anything"}
"""While a game is abandoned the table may read what it likes."""


class Expectation:
    """The true game, told as the table must tell it: every event in order."""

    def __init__(self, game: Game, now: Callable[[], int] = lambda: 0) -> None:
        self.game = game
        self._now = now
        self.told: list[Told] = []
        self._undecided: int | None = None  # where the telling of an open re-entry begins

    @property
    def is_undecided(self) -> bool:
        """Whether the last move may still bring an archer back."""
        return self._undecided is not None

    def play(self, move: Move) -> None:
        """A move was made; a pass that follows by itself and the end are told with it."""
        mark = len(self.told)
        is_open = bool(open_zone(self.game, move))
        self.game = self.game.play(move)
        self._tell("move", move=str(move), position=self._position)
        self._finish()
        self._undecided = mark if is_open else None

    def decide(self) -> None:
        """The right to re-enter is lost: somebody lifted an archer."""
        self._undecided = None

    def leave_open(self) -> None:
        """The session ends before the right to re-enter is decided: the move is not yet told."""
        if self._undecided is not None:
            del self.told[self._undecided :]

    def take_back(self) -> None:
        """The last ply was put back; what was not yet decided was not yet told."""
        plies = 2 if self.game.moves[-1] == PASS else 1
        self.game = self.game.take_back(plies)
        if self._undecided is not None:
            del self.told[self._undecided :]
            self._undecided = None
        else:
            self._tell("takeback", moves=plies, position=self._position)

    def amend(self, move: Move, done_ms: int) -> None:
        """The last move was replaced by this one at this moment; hands may have gone on since."""
        self.game = self.game.take_back()
        mark = len(self.told) + 1
        is_open = bool(open_zone(self.game, move))
        self.game = self.game.play(move)
        self._tell("takeback", done_ms, moves=1)
        self._tell("move", done_ms, move=str(move), position=self._position)
        self._finish(done_ms)
        self._undecided = mark if is_open else None

    def refuse(self, origin: Hole, target: Hole) -> None:
        """An archer rested where it may not stand."""
        refusal = self.game.explain(origin, target)
        assert refusal is not None  # the hands try only what is forbidden
        self._tell("refused", **{"from": str(origin), "to": str(target), "reason": refusal.code})

    def begin(self, *, is_abandoned: bool = False) -> None:
        """The start was set up for another game."""
        previous = "unfinished" if is_abandoned else "over"
        if is_abandoned:
            self.told.append(ANYTHING)
        self.game = Game(self.game.rules, START, any_first=True)
        self._tell("new_game", position=str(START), previous=previous)
        self._undecided = None

    def _tell(self, event: str, *at_ms: int, **details: Any) -> None:
        ms = at_ms[0] if at_ms else self._now()
        self.told.append({"ms": ms, "event": event, **details})

    def _finish(self, *at_ms: int) -> None:
        if self.game.legal_moves() == [PASS]:
            side = self.game.position.side.letter
            self.game = self.game.play(PASS)
            self._tell("pass", *at_ms, side=side, position=self._position)
        result = self.game.outcome
        if result is not None:
            self._tell("over", *at_ms, **result.to_json())

    @property
    def _position(self) -> str:
        return str(self.game.position)


def mover_standing(game: Game, move: Move) -> Position:
    """The position with the side to move that makes this move: either may begin some games."""
    for standing in game.standings():
        if move in legal_moves(game.rules, standing):
            return standing
    raise ValueError(f"{move} is not legal in {game.position}")


def open_zone(game: Game, move: Move) -> int:
    """Where this move could still bring an archer back."""
    if move.reentry is not None or move.origin is None or move.target is None:
        return 0
    standing = mover_standing(game, move)
    return reentry_zone(game.rules, standing, move.origin, move.target)
