"""The habits of the people at the table, by name, and how often each shows."""

from __future__ import annotations

# How likely a habit is each time it could show. Real people are tidier than this.
HABITS: dict[str, float] = {
    # between turns, the position stands
    "fidget": 0.14,  # an archer is lifted and set back
    "exchange": 0.05,  # two equal archers of one side change places
    "sleeve": 0.07,  # a sleeve opens several reeds for a moment
    "knock": 0.07,  # an archer falls, stands elsewhere, and is put right
    "knock_move": 0.04,  # the same, on a hole where it might have moved: a move, taken back
    "wrong_side": 0.04,  # the side that just moved moves again, is refused, and puts it back
    "put_back": 0.08,  # an archer is picked up for a move, and put back
    "false_capture": 0.06,  # a capture that is not legal, undone
    # an archer in the hand
    "slide": 0.10,  # dragged over holes, resting on each for less than the dwell
    "misplace": 0.08,  # set where it may not stand, corrected before anyone complains
    "wrong_hole": 0.06,  # the same, for long enough to be refused
    "think": 0.07,  # held for many seconds
    "both_hands": 0.06,  # a second own archer is lifted meanwhile, and set back
    "brush": 0.10,  # neighbours are touched
    "wobble": 0.10,  # the archer rocks after it was set down
    # captures
    "taker_first": 1.0,
    "victim_first": 0.8,
    "swept": 0.6,  # the victim's reed opens for 15 to 70 ms
    "unseen_nudge": 0.15,  # the victim's reed never opens; somebody nudges the archer
    "unseen_reply": 0.25,  # ... the opponent's move allows one capture only
    "unseen_late": 0.15,  # ... the opponent's move allows several, then a nudge
    "unseen_open": 0.10,  # ... nobody answers, and there the trace ends
    # re-entries
    "reentry_before": 0.5,  # the archer from the hand is set down before the arrival begins
    "reentry_between": 0.5,  # ... while the arriving archer is in the air
    "repent": 0.2,  # an arrival brought back while its right is open
    # second thoughts
    "promote": 0.3,  # the taker is turned over to mark it
    "amend": 0.07,
    "amend_capture": 0.08,
    "amend_reentry": 0.15,
    "undo_reentry": 0.12,  # a Jasir re-entry is removed and another archer moves
    "take_back": 0.06,
    "take_back_many": 0.05,
    # two people at once
    "fast_reply": 0.15,  # the reply begins before the dwell is over
    "early_reply": 0.10,  # the reply begins before the move is set down
    # games that end
    "break_off": 0.02,  # archers swept away, and set up anew
    "next_game": 0.8,  # after the end, the start is set up
    "after_end": 0.4,  # after the end, somebody moves on and is refused
}

# Ways to take: one of them is always used, also where none was asked for.
TAKING = ("taker_first", "victim_first", "swept")


class UnknownHabit(ValueError):
    """A habit that nobody has."""


def choose(names: str) -> frozenset[str]:
    """The habits named in a list with commas; all of them for an empty one."""
    chosen = frozenset(name for name in names.split(",") if name)
    for name in chosen - HABITS.keys():
        raise UnknownHabit(f"no habit is called {name!r}; known: {', '.join(HABITS)}")
    return chosen or frozenset(HABITS)
