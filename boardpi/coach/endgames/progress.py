"""How a won game is won where only values are known: a proof for one position, made when needed.

A value can be kept for ever without winning. The file of tables that ships says what to play where
the winner's habit would go in circles. Larger files do not: there the habit is followed until
something has stood before, and then this proof says how to go on. It follows the habit against
every defence. Where that does not lead to an end for certain, it tries the next of the moves that
keep the value, until the position is proven.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from boardpi.rules.moves import Move
from boardpi.rules.position import Position
from boardpi.rules.rulesets import RuleSet
from boardpi.rules.turns import after, survey

MOST_POSITIONS: Final = 20_000


@dataclass(slots=True)
class _Node:
    """A position of the proof: what may follow, and whether its end is proven."""

    is_winners: bool
    moves: list[Move]
    opened: int = 0  # moves that the proof has looked at
    waiting: int = 0  # defences that are not proven yet
    is_proven: bool = False
    choice: Move | None = None  # the winner's move by which it was proven
    before: list[tuple[Position, Move]] = field(default_factory=list)


class WinningWay:
    """A proof that grows from one won position.

    `keeping` tells the moves of a won position that keep its value, in the order of the habit;
    `is_known`, where the end is proven already.
    """

    def __init__(
        self,
        rules: RuleSet,
        keeping: Callable[[Position], list[Move]],
        is_known: Callable[[Position], bool],
    ) -> None:
        self._rules, self._keeping, self._is_known = rules, keeping, is_known
        self._nodes: dict[Position, _Node] = {}

    def prove(self, root: Position, most: int = MOST_POSITIONS) -> dict[Position, Move]:
        """What the winner plays from here on, whatever the defence; nothing if the proof would
        need more than so many positions.
        """
        node = self._node(root, root)
        while not node.is_proven:
            if not self._try_more(root, most):
                return {}
        return {p: found.choice for p, found in self._nodes.items() if found.choice is not None}

    def _try_more(self, root: Position, most: int) -> bool:
        """The other moves of the winner's positions that are not proven yet, those near the root
        first, until the root is proven.
        """
        open_ones = [
            (position, node)
            for position, node in self._nodes.items()
            if node.is_winners and not node.is_proven and node.opened < len(node.moves)
        ]
        for position, node in open_ones:
            while not node.is_proven and node.opened < len(node.moves):
                if self._nodes[root].is_proven:
                    return True
                self._follow(position, node, root, most)
                if len(self._nodes) > most:
                    return False
        return bool(open_ones)

    def _follow(self, position: Position, node: _Node, root: Position, most: int) -> None:
        """Open the next move of the winner, and all that can follow it by habit."""
        waiting = [self._open(position, node, root)]
        while waiting and len(self._nodes) <= most:
            standing = waiting.pop()
            found = self._nodes[standing]
            if found.is_proven or found.opened:
                continue
            count = 1 if found.is_winners else len(found.moves)
            waiting += [self._open(standing, found, root) for _ in range(count)]

    def _open(self, position: Position, node: _Node, root: Position) -> Position:
        move = node.moves[node.opened]
        node.opened += 1
        standing = after(self._rules, position, move)
        following = self._node(standing, root)
        following.before.append((position, move))
        if following.is_proven:
            self._hear(position, move)
        return standing

    def _node(self, position: Position, root: Position) -> _Node:
        if position not in self._nodes:
            moves, ended = survey(self._rules, position)
            is_winners = position.side is root.side
            is_proven = ended is not None or (position != root and self._is_known(position))
            if is_winners and not is_proven:
                moves = self._keeping(position)
            self._nodes[position] = _Node(is_winners, moves, 0, len(moves), is_proven)
        return self._nodes[position]

    def _hear(self, position: Position, move: Move) -> None:
        """The end is proven after this move: perhaps it is before it, too, and so on."""
        waiting = [(position, move)]
        while waiting:
            standing, played = waiting.pop()
            node = self._nodes[standing]
            if node.is_proven:
                continue
            node.waiting -= 1
            if node.is_winners:
                node.choice = played
            elif node.waiting:
                continue
            node.is_proven = True
            waiting += node.before
