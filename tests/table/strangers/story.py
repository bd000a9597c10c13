"""The story: what the people at the table meant, as the events of a perfect reader."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from boardpi.rules import PASS, Game, Hole, Move, RuleSet

Event = dict[str, Any]


@dataclass(slots=True)
class Story:
    """The true game, and its events so far.

    A move whose right to re-enter is still open is in `game` already, so that the next player
    can be asked for a reply. `undecided` keeps what was before it.
    """

    game: Game
    events: list[Event] = field(default_factory=list)
    undecided: tuple[Game, int] | None = None

    @property
    def rules(self) -> RuleSet:
        """The rules that are played."""
        return self.game.rules

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game.outcome is not None

    @property
    def is_closed(self) -> bool:
        """Whether the last move can not be changed at the wood: a pass or the end followed."""
        return not self.game.moves or self.game.moves[-1] == PASS or self.is_over

    def play(self, ms: int, move: Move, *, keeps_right: bool = False) -> None:
        """A move is complete; `keeps_right` if the table still waits for its re-entry."""
        before = (self.game, len(self.events))
        self.game = self.game.play(move)
        self.undecided = before if keeps_right else None
        self._add(ms, "move", move=str(move))
        self._close(ms)

    def amend(self, ms: int, move: Move) -> None:
        """The last move is replaced."""
        self.game = self.game.take_back().play(move)
        self._add(ms, "amend", move=str(move))
        self._close(ms)

    def take_back(self, ms: int) -> None:
        """One ply is taken back."""
        self.game = self.game.take_back()
        self._add(ms, "takeback", moves=1)

    def forget_undecided(self) -> None:
        """The move whose right is open never was: nothing of it was printed."""
        if self.undecided is not None:
            self.game, count = self.undecided
            del self.events[count:]
            self.undecided = None

    def refuse(self, ms: int, origin: Hole, target: Hole) -> None:
        """An archer rested where it may not stand."""
        refusal = self.game.explain(origin, target)
        if refusal is None:
            raise AssertionError(f"{origin} to {target} is legal: nobody refuses it")
        self._add(ms, "refused", **{"from": str(origin), "to": str(target)}, reason=refusal.code)

    def ask(self, ms: int, move: Move | None) -> None:
        """The table must ask, with this move among the candidates (None: any question)."""
        self._add(ms, "ask", move=None if move is None else str(move))

    def start_again(self, ms: int) -> None:
        """The start position was set up."""
        previous = "over" if self.is_over else "unfinished"
        self.game = Game(self.rules, any_first=True)
        self._add(ms, "new_game", previous=previous)

    def _close(self, ms: int) -> None:
        if self.game.legal_moves() == [PASS]:
            side = "wb"[self.game.position.side]
            self.game = self.game.play(PASS)
            self._add(ms, "pass", side=side)
        outcome = self.game.outcome
        if outcome is not None:
            winner = None if outcome.winner is None else "wb"[outcome.winner]
            self._add(ms, "over", reason=outcome.reason, winner=winner)

    def _add(self, ms: int, event: str, **more: object) -> None:
        self.events.append({"ms": ms, "event": event, **more})
