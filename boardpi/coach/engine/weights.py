"""The weights of `judgement`, as numbers. `make weights` finds such weights anew from games."""

from __future__ import annotations

from typing import Final, NamedTuple


class Weights(NamedTuple):
    """What speaks for one side, in hundredths of the logarithm of the odds."""

    holes: tuple[int, ...]  # an archer on a1, b1 … e5
    alive: tuple[int, ...]  # 0 to 5 archers on the board and in hand
    chosen: int  # per archer, as are the next two
    hand: int
    stuck: int
    step: int  # per move that is needed to come home
    turn: int  # to be the one to move


class Learned(NamedTuple):
    """All that was learned from games of one rule set."""

    sides: tuple[Weights, Weights]  # White's first
    lead: float  # of the race: moves ahead, as a share of all that are still needed
    points_of_a_win: float  # what a winner has won, and more
    points_per_archer: float  # for each archer alive


JASIR: Final = Learned(
    sides=(
        Weights(
            holes=(
                63, 12, -38, 84, 57,
                -69, 108, 71, 58, -197,
                22, 66, 54, 59, 9,
                -2, 41, 64, 26, 6,
                35, 21, 10, -29, 57,
            ),
            alive=(0, -371, 203, 160, 69, -19),
            chosen=-63, hand=107, stuck=-156, step=0, turn=9,
        ),
        Weights(
            holes=(
                86, 12, -1, 10, 15,
                3, 38, 56, 43, 14,
                7, 53, 39, 14, -106,
                -102, -8, 17, 23, -64,
                22, -15, -48, -39, -16,
            ),
            alive=(0, -258, 168, 59, 32, -43),
            chosen=-14, hand=117, stuck=-154, step=15, turn=-32,
        ),
    ),
    lead=8.2, points_of_a_win=0.92, points_per_archer=0.456,
)  # fmt: skip
