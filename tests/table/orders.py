"""All the orders in which hands may carry out a move, as table.md names them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from boardpi.rules import Move

Hands = tuple[str, ...]
"""Words of a board script, without what is expected."""


def orders(move: Move) -> Iterator[Hands]:
    """Every order of lifts and placings for this move, each victim seen to leave."""
    words = _words(move)
    for order in permutations(words):
        if _is_possible(move, order):
            yield order


def _words(move: Move) -> list[str]:
    words = [] if move.origin is None else [f"{move.origin}^", f"{move.target}v"]
    if move.takes:
        words.append(f"{move.target}^")
    if move.reentry is not None:
        words.append(f"{move.reentry}v")
    return words


def _is_possible(move: Move, order: Hands) -> bool:
    """The archer is in the air before it lands; the victim leaves first; a hole is free first."""
    if move.origin is None:
        return True
    landing = order.index(f"{move.target}v")
    if order.index(f"{move.origin}^") > landing:
        return False
    if move.takes and order.index(f"{move.target}^") > landing:
        return False
    if move.reentry == move.origin:
        return order.index(f"{move.origin}^") < order.index(f"{move.reentry}v")
    return True


def unseen(move: Move) -> Hands:
    """The victim's reed never opens: only the taker is seen to leave."""
    return (f"{move.origin}^", *((f"{move.reentry}v",) if move.reentry is not None else ()))
