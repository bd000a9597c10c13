"""Players to measure the coach against, written for the benchmark as one would in an evening.

One moves at random, one runs ahead and avoids taking, one takes whatever it can: none of them looks
ahead. A plain alpha-beta counts archers, a Monte Carlo tree search plays games out at random.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt
from random import Random

from boardpi.rules import Game, Move
from boardpi.rules.armies import Army, State, Turn, move_of, muster, state_of

EXPLORATION = 1.4
LONGEST_PLAYOUT = 120  # turns; a game that goes on is counted as a draw
WORTH_OF_A_WIN = 5.0  # points that count as a whole win


def random_move(game: Game, seed: int) -> Move:
    """Any legal move."""
    return _dice(game, seed).choice(game.legal_moves())


def runner_move(game: Game, seed: int) -> Move:
    """As many rows ahead as possible, without taking if that is possible; it looks nowhere."""
    moves = game.legal_moves()
    _dice(game, seed).shuffle(moves)
    return max(moves, key=lambda move: (not move.takes, rows_ahead(move)))


def greedy_move(game: Game, seed: int) -> Move:
    """It takes if it can, and else moves at random."""
    moves = game.legal_moves()
    _dice(game, seed).shuffle(moves)
    return max(moves, key=lambda move: move.takes)


def rows_ahead(move: Move) -> int:
    """How many rows an archer goes, ahead or back; a re-entry brings nobody ahead."""
    if move.origin is None or move.target is None:
        return 0
    return abs(move.target.row - move.origin.row)


def _dice(game: Game, seed: int) -> Random:
    return Random(f"{seed} {len(game.moves)} {game.position}")


def alpha_beta_move(game: Game, depth: int, seed: int) -> Move:
    """The best move by `depth` turns ahead and a count of archers; of equals one at random."""
    army, state = muster(game.rules)[game.position.side], state_of(game.position)
    turns = army.turns(state)
    Random(f"{seed} {len(game.moves)}").shuffle(turns)
    best, best_code = -1000.0, turns[0][0]
    for code, after in turns:
        score = -_alpha_beta(army.opponent, after, depth - 1, -1000.0, -best)
        if score > best:
            best, best_code = score, code
    return move_of(best_code, state)


def _alpha_beta(army: Army, state: State, depth: int, alpha: float, beta: float) -> float:
    if army.is_over(state):
        return 100.0 * army.final_points(state)
    if depth == 0:
        return state[0].bit_count() + state[3] - state[1].bit_count() - state[4]
    turns = army.turns(state)
    if not turns:
        return 100.0 * army.counted_points(state)
    for _, after in turns:
        alpha = max(alpha, -_alpha_beta(army.opponent, after, depth - 1, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


class _Node:
    """A state of the Monte Carlo tree, with what games through it brought to who moved there."""

    def __init__(self, army: Army, state: State, code: int) -> None:
        self.army, self.state, self.code = army, state, code
        self.turns: list[Turn] = [] if army.is_over(state) else army.turns(state)
        self.children: list[_Node] = []
        self.visits = 0
        self.gain = 0.0

    def best_child(self) -> _Node:
        total = log(self.visits)
        return max(
            self.children,
            key=lambda node: node.gain / node.visits + EXPLORATION * sqrt(total / node.visits),
        )


def monte_carlo_move(game: Game, is_over_time: Callable[[int], bool], seed: int) -> Move:
    """The move that was played most in as many random games as time allows (UCT)."""
    army, state = muster(game.rules)[game.position.side], state_of(game.position)
    dice = Random(f"{seed} {len(game.moves)}")
    root = _Node(army, state, 0)
    dice.shuffle(root.turns)
    playouts = 0
    while not playouts or not is_over_time(playouts):
        _play_once(root, dice)
        playouts += 1
    return move_of(max(root.children, key=lambda node: node.visits).code, state)


def _play_once(root: _Node, dice: Random) -> None:
    path = [root]
    while not path[-1].turns and path[-1].children:
        path.append(path[-1].best_child())
    node = path[-1]
    if node.turns:
        code, after = node.turns.pop(dice.randrange(len(node.turns)))
        node.children.append(_Node(node.army.opponent, after, code))
        path.append(node.children[-1])
    gain = -_playout(path[-1].army, path[-1].state, dice) / WORTH_OF_A_WIN
    for visited in reversed(path):
        visited.visits += 1
        visited.gain += gain
        gain = -gain


def _playout(army: Army, state: State, dice: Random) -> float:
    """The points of a random game for the side to move."""
    sign = 1
    for _ in range(LONGEST_PLAYOUT):
        if army.is_over(state):
            return sign * army.final_points(state)
        turns = army.turns(state)
        if not turns:
            break
        state = dice.choice(turns)[1]
        army, sign = army.opponent, -sign
    return sign * army.counted_points(state)
