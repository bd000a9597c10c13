"""Alpha-beta over states: a transposition table, good moves first, ends seen exactly.

Scores are whole units seen by the side to move, POINT of them a point. Even scores are proven to
the end of the game, odd ones rest on a forecast somewhere. A proven score that is not zero loses
two units with every turn before the end, so that the shorter win and the longer loss are better.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from boardpi.coach.engine.recall import AT_LEAST, AT_MOST, EXACT, FOLD, Recall
from boardpi.coach.engine.worth import POINT, Worth
from boardpi.rules.armies import Army, State, Turn
from boardpi.rules.holes import ALL

INFINITE: Final = 100 * POINT
PROMISING: Final = 3  # turns searched to the full depth; later ones one less unless they surprise
CHECK_EVERY: Final = 128  # turns between two looks at the clock: a few ms on a small Pi

Oracle = Callable[[State, Army], int | None]
"""Knows the proven score of some states for the side to move."""


class Interrupted(Exception):
    """The search was told to stop."""


class Tree:
    """One search: what it has seen, and how long it may go on."""

    def __init__(
        self,
        armies: tuple[Army, Army],
        worth: Worth,
        *,
        is_stopped: Callable[[int], bool],
        oracle: Oracle | None = None,
        stood: tuple[Mapping[int, int], Mapping[int, int]] = ({}, {}),
        memory: Recall | None = None,
        promising: int = PROMISING,
    ) -> None:
        self.armies = armies
        self.worth = worth
        self.promising = promising
        self.oracle = oracle
        self.is_stopped = is_stopped
        self.nodes = 0
        self._next_check = CHECK_EVERY
        self.memory = Recall() if memory is None else memory
        self._history: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self.drawn: tuple[set[int], set[int]] = (
            {key for key, count in stood[0].items() if count >= 2},
            {key for key, count in stood[1].items() if count >= 2},
        )

    def search(self, army: Army, state: State, depth: int, alpha: int, beta: int) -> int:
        """The score of a state in which the game is not known to be over, `depth` ≥ 1."""
        if self.nodes >= self._next_check:
            self._check()
        key = board_key(state)
        standing = self.drawn[army.side]
        if key in standing:
            return army.counted_points(state) * POINT | 1
        full_key = table_key(army, state, key)
        known = self.memory.get(full_key)
        best_code = -1
        if known is not None:
            known_depth, bound, score, best_code = known
            if (known_depth >= depth or not score & 1) and (
                bound == EXACT
                or (bound == AT_LEAST and score >= beta)
                or (bound == AT_MOST and score <= alpha)
            ):
                return score
        if self.oracle is not None:
            proven = self.oracle(state, army)
            if proven is not None:
                return proven
        turns = army.turns(state)
        if not turns:
            return army.counted_points(state) * POINT
        if depth == 1:
            score, best_code = self._frontier(army, turns, beta)
        else:
            turns = self._sorted(army, turns, best_code)
            standing.add(key)
            score, best_code = self._choose(army, turns, depth, alpha, beta)
            standing.discard(key)
        bound = AT_LEAST if score >= beta else AT_MOST if score <= alpha else EXACT
        self.memory.put(full_key, depth, bound, score, best_code)
        return score

    def _frontier(self, army: Army, turns: list[Turn], beta: int) -> tuple[int, int]:
        """The best of the last turns, by the worth of what follows."""
        opponent = army.opponent
        runners, foe_runners, lives = opponent.runners, opponent.foe_runners, army.hand_lives
        best, best_code, open_end = -INFINITE, 0, 0
        ahead, known = 0, 0  # so many turns are judged at once: two, then all
        for number, (code, state) in enumerate(turns):
            self.nodes += 1
            if number == known:
                part = turns[known : known + 2] if not known else turns[known:]
                scores, ahead, known = self.worth.of_all(opponent, part), known, known + len(part)
            if (state[0] & runners or (lives and state[3])) and (
                state[1] & foe_runners or (lives and state[4])
            ):
                score = -scores[number - ahead]
                open_end = 1
            else:
                score = -final_score(opponent, state)
            if score > best:
                best, best_code = score, code
                if best >= beta:
                    return best, best_code
        return best | open_end, best_code

    def _choose(
        self, army: Army, turns: list[Turn], depth: int, alpha: int, beta: int
    ) -> tuple[int, int]:
        """The best turn and its score, searching `depth` - 1 turns behind each."""
        opponent = army.opponent
        runners, foe_runners, lives = opponent.runners, opponent.foe_runners, army.hand_lives
        best, best_code, open_end = -INFINITE, 0, 0
        promising = self.promising
        for code, state in turns:
            self.nodes += 1
            promising -= 1
            if (state[0] & runners or (lives and state[3])) and (
                state[1] & foe_runners or (lives and state[4])
            ):
                floor = alpha if alpha > best else best
                if best == -INFINITE:
                    score = -self.search(opponent, state, depth - 1, -beta - 2, 2 - floor)
                else:
                    hurry = promising < 0 and depth > 2
                    score = -self.search(
                        opponent, state, depth - 2 if hurry else depth - 1, -floor - 3, 2 - floor
                    )
                    if hurry and score > floor:
                        score = -self.search(opponent, state, depth - 1, -floor - 3, 2 - floor)
                    if floor < score < beta:
                        score = -self.search(opponent, state, depth - 1, -beta - 2, 2 - floor)
                if score & 1:
                    open_end = 1
                elif score:
                    score += -2 if score > 0 else 2
            else:
                score = -final_score(opponent, state)
            if score > best:
                best, best_code = score, code
                if best >= beta:
                    history = self._history[army.side]
                    history[code] = history.get(code, 0) + depth * depth
                    return best, best_code
        return best | open_end, best_code

    def _sorted(self, army: Army, turns: list[Turn], best_code: int) -> list[Turn]:
        """What was best before first, then by forecast and by what was good elsewhere."""
        history = self._history[army.side]
        misgivings = [
            -INFINITE if code == best_code else score - 200 * history.get(code, 0).bit_length()
            for score, (code, _) in zip(self.worth.of_all(army.opponent, turns), turns, strict=True)
        ]
        return [turns[n] for n in sorted(range(len(turns)), key=misgivings.__getitem__)]

    def best_known(self, army: Army, state: State) -> int | None:
        """The code of the turn that was found best here, if it is still remembered."""
        key = table_key(army, state, board_key(state))
        known = self.memory.get(key)
        return None if known is None else known[3]

    def _check(self) -> None:
        self._next_check = self.nodes + CHECK_EVERY
        if self.is_stopped(self.nodes):
            raise Interrupted


def final_score(army: Army, state: State) -> int:
    """The proven score of a state in which the game is over by arrival or elimination."""
    return army.final_points(state) * POINT


def board_key(state: State) -> int:
    """Board, hands and owed rights in one number: what players compare when a position repeats."""
    own, foe, chosen, hand, foe_hand, owed, foe_owed, _, _ = state
    off_board = (hand << 3 | foe_hand) << 6 | owed << 3 | foe_owed
    return ((off_board << 25 | chosen) << 25 | foe) << 25 | own


def table_key(army: Army, state: State, key: int) -> int:
    """All that decides the score of a state: also who is to move, and the shuttles."""
    key = key << 1 | army.side
    if army.limit:
        return ((_brief(state[7]) << 17 | _brief(state[8])) << 88 | key) % FOLD
    return key


def _brief(shuttle: int) -> int:
    """A shuttle in seventeen bits."""
    if not shuttle:
        return 0
    there, back = (shuttle >> 25 & ALL).bit_length(), (shuttle & ALL).bit_length()
    return (there << 5 | back) << 7 | shuttle >> 50
