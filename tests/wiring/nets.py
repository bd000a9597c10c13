"""Follows the wires of a circuit drawing as a maker's finger does."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from boardpi.drawings.geometry import Point
from tools.wiring.circuit import Circuit

GROUND = "ground"
Node = Point | str


class Nets:
    """Which points of a drawing are one wire. Crossing lines are joined by a dot alone."""

    def __init__(self, circuit: Circuit) -> None:
        self._above: dict[Node, Node] = {}
        for one, two in circuit.wires:
            self._join(_round(one), _round(two))
        for dot, (one, two) in itertools.product(circuit.dots, circuit.wires):
            if _lies_on(dot, one, two):
                self._join(_round(dot), _round(one))
        for place in circuit.grounds:
            self._join(_round(place), GROUND)

    def is_one(self, nodes: Iterable[Node]) -> bool:
        """Whether all of these are joined."""
        return (
            len({self._top(node if isinstance(node, str) else _round(node)) for node in nodes}) == 1
        )

    def _top(self, node: Node) -> Node:
        while (above := self._above.get(node, node)) != node:
            node = above
        return node

    def _join(self, one: Node, two: Node) -> None:
        self._above[self._top(one)] = self._top(two)


def _round(point: Point) -> Point:
    return round(point[0], 3), round(point[1], 3)


def _lies_on(point: Point, one: Point, two: Point) -> bool:
    (x, y), (x1, y1), (x2, y2) = point, one, two
    across = abs((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)) < 1e-6
    between_x = min(x1, x2) - 1e-6 <= x <= max(x1, x2) + 1e-6
    between_y = min(y1, y2) - 1e-6 <= y <= max(y1, y2) + 1e-6
    return across and between_x and between_y
