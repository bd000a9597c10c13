"""How a won game is won where values and detours are known, but no way: a measure that only falls.

A value can be kept for ever without winning. Little of what happens in Jasir can happen again:
simple archers that are taken stay dead, and archers only go ahead. Two things can. A chosen archer
that is taken by a simple one comes back through the hand, and the taker is chosen in its place. And
an archer may step to the side and back, or a player may have to pass.

A **detour** is a move of the winner by which a simple archer takes a chosen one. The solver counts
for each won position how many of them the winner still needs at most, until somebody is dead or a
chosen archer is gone for good (one comes home, or is taken by a chosen one). With that number, no
move by either side raises this measure, the first part that differs deciding:

    archers alive; chosen archers on the middle rows; detours; chosen archers of the winner; rows
    that the archers on the board and in the hands have before them

The winner plays a move that lowers it. Where none does, all that keep the value are steps to the
side or a pass, and so are the answers that do not lower it. At most three lines of three holes
allow steps to the side, so few positions can follow: there the shortest way out is looked up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from boardpi.coach.endgames.places import MIDDLE_ROWS, alive
from boardpi.rules.moves import Move
from boardpi.rules.position import Position
from boardpi.rules.rulesets import RuleSet
from boardpi.rules.turns import after, survey

OUT: Final = 0
"""Turns to the way out, where a move lowers the measure."""


class _Step(NamedTuple):
    """A move of the winner that keeps the value and needs no detour too many."""

    move: Move
    standing: Position
    is_progress: bool


class WinnersWay:
    """The moves of a winner that make progress.

    `keeping` tells the moves of a won position that keep its value, in the order of the habit;
    `detours`, how many a won position needs, whoever is to move.
    """

    def __init__(
        self,
        rules: RuleSet,
        keeping: Callable[[Position], list[Move]],
        detours: Callable[[Position], int],
    ) -> None:
        self._rules, self._keeping, self._detours = rules, keeping, detours

    def move(self, position: Position) -> Move:
        """What the winner, who is to move, plays."""
        steps = self._steps(position)
        for step in steps:
            if step.is_progress:
                return step.move
        turns = self._turns(position)
        return min(steps, key=lambda step: turns[step.standing]).move

    def turns_out(self, position: Position) -> int:
        """How many turns it takes until a move lowers the rest of the measure; 0 if one does."""
        return self._turns(position)[position]

    def _steps(self, position: Position) -> list[_Step]:
        needed, found = self._detours(position), []
        for move in self._keeping(position):
            standing = after(self._rules, position, move)
            left = detours_left(position, move, standing, self._detours, is_winners=True)
            if left <= needed:
                is_progress = left < needed or not is_idle(move)
                found.append(_Step(move, standing, is_progress))
        return found

    def _turns(self, root: Position) -> dict[Position, int]:
        """How many turns it takes at most, from every position to which idle moves lead, until the
        measure falls.
        """
        following = self._explore(root)
        turns = {position: OUT for position, nexts in following.items() if not nexts}
        while root not in turns:
            found = {}
            for position, nexts in following.items():
                if position not in turns:
                    known = [turns[standing] for standing in nexts if standing in turns]
                    if position.side is root.side and known:
                        found[position] = 1 + min(known)
                    elif len(known) == len(nexts):
                        found[position] = 1 + max(known)
            assert found, f"no way out of {root}"  # then a value or a number of detours is wrong
            turns |= found
        return turns | {standing: len(following) for standing in following if standing not in turns}

    def _explore(self, root: Position) -> dict[Position, list[Position]]:
        """What follows each position by idle moves alone; nothing, where the winner can do better
        or the other side must.
        """
        following: dict[Position, list[Position]] = {}
        waiting = [root]
        while waiting:
            position = waiting.pop()
            if position in following:
                continue
            if position.side is root.side:
                steps = self._steps(position)
                is_out = any(step.is_progress for step in steps)
                nexts = [] if is_out else [step.standing for step in steps]
            else:
                moves, _ = survey(self._rules, position)
                nexts = [after(self._rules, position, move) for move in moves if is_idle(move)]
            following[position] = nexts
            waiting += nexts
        return following


def detours_left(
    position: Position,
    move: Move,
    standing: Position,
    detours: Callable[[Position], int],
    is_winners: bool,
) -> int:
    """How many detours the winner needs from a position on if the game goes this way."""
    if _stage(standing) != _stage(position):
        return 0  # they are counted anew
    return detours(standing) + (is_winners and move.takes)


def is_idle(move: Move) -> bool:
    """A step to the side, or a pass."""
    if move.origin is None or move.target is None:
        return move.is_pass
    return not move.takes and move.origin.row == move.target.row


def _stage(position: Position) -> tuple[int, int]:
    """What only falls: archers alive, and chosen ones that can still be taken."""
    return alive(position), (position.chosen & MIDDLE_ROWS).bit_count()
