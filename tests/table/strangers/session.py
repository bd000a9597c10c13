"""A session: one game (or more, if they break off) from a seed, as a trace with its truth."""

from __future__ import annotations

from random import Random
from typing import Any

from boardpi.rules import HOLES, PASS, START, Game, Move, Side, rule_set
from tests.table.strangers.breaks import after_end, break_off, next_game
from tests.table.strangers.fumbles import fumble
from tests.table.strangers.overlaps import overlap
from tests.table.strangers.reeds import Reeds
from tests.table.strangers.regrets import regret, repent
from tests.table.strangers.story import Story
from tests.table.strangers.table import Table
from tests.table.strangers.turns import take_turn
from tests.table.strangers.unseen import leave_open, take_unseen

FAST_MS = (25, 230)  # within the dwell
CALM_MS = (400, 3000)


def make(
    seed: int,
    rules: str = "jasir-pergioco",
    plies: int = 30,
    habits: frozenset[str] = frozenset(),
    *,
    with_dead: bool = False,
) -> dict[str, Any]:
    """One game with its truth. The same arguments always make the same game."""
    rng = Random(f"{seed} {rules} {plies} {sorted(habits)} {with_dead}")
    any_first = rng.random() < 0.5
    dead = rng.choice(HOLES) if with_dead else None
    story = Story(Game(rule_set(rules), START, any_first=any_first))
    table = Table(rng, Reeds(START.occupied), story, habits, dead)
    table.wait(800, 2500)
    play_session(table, plies)
    is_open = not story.is_over and story.undecided is None and leave_open(table)
    if not is_open and story.undecided is None:
        table.check_rest()
    story.forget_undecided()
    table.wait(4000, 5000)
    return {
        "seed": seed,
        "trace": trace_of(table, rules, any_first=any_first),
        "truth": story.events,
        "record": [str(move) for move in story.game.moves],
        "habits": sorted(table.used),
    }


def trace_of(table: Table, rules: str, *, any_first: bool) -> list[dict[str, Any]]:
    """The lines of the trace."""
    header: dict[str, Any] = {"trace": 1, "rules": rules, "position": str(START)}
    if any_first:
        header["first"] = "any"
    if table.dead is not None:
        header["dead"] = [str(table.dead)]
    masks = table.reeds.masks(table.rng, START.occupied, table.dead)
    opening = [{"ms": 0, "mask": START.occupied}]
    lines = [{"ms": ms, "mask": mask} for ms, mask in masks]
    return [header, *opening, *lines, {"ms": table.now_ms, "end": True}]


def play_session(table: Table, plies: int) -> None:
    """Turn after turn, until the plies are used up or the people go home."""
    hurried = False
    for ply in range(plies):
        if table.story.is_over:
            if not go_on(table, plies - ply):
                return
            continue
        hurried = play_turn(table, hurried=hurried)


def go_on(table: Table, plies_left: int) -> bool:
    """After the end: perhaps another game."""
    after_end(table)
    return plies_left > 4 and table.dead is None and next_game(table)


def play_turn(table: Table, *, hurried: bool) -> bool:
    """One turn with what goes before and after it; True if the reply follows in a hurry."""
    story = table.story
    if story.undecided is not None and repent(table):
        return False
    calm = not hurried and story.undecided is None
    if calm and table.dead is None and break_off(table):
        return False
    if calm:
        fumble(table)
    move = choose_move(table)
    if table.touches_dead(move):
        table.is_doubtful = True
    if calm and (take_unseen(table, move) or overlap(table, move)):
        table.wait(*CALM_MS)
        return False
    story.undecided = None  # the lift that follows declines an open right
    take_turn(table, move, hurried=not calm)
    return finish_turn(table)


def finish_turn(table: Table) -> bool:
    """After a move: a fast reply, or calm and perhaps regrets."""
    story = table.story
    if story.undecided is None and may_be_hurried(story.game) and table.has("fast_reply"):
        table.note("fast_reply")
        table.wait(*FAST_MS)
        return True
    table.wait(*CALM_MS)
    if story.undecided is None:
        regret(table)
        table.check_rest()
    return False


def may_be_hurried(game: Game) -> bool:
    """Whether a reply within the dwell has one honest reading.

    Not where the opponent passes, for then it is no reply. Not after the first move, if either
    side may begin. Not after a re-entry: an archer from the hand that is gone again within the
    dwell was perhaps never set.
    """
    if not game.moves or game.moves[-1] == PASS or game.outcome is not None:
        return False
    is_first = game.any_first and len(game.moves) == 1
    return not is_first and game.moves[-1].reentry is None


def choose_move(table: Table) -> Move:
    """A legal move; captures and re-entries are more likely, a dead hole less."""
    game = table.story.game
    moves = table.legal()
    if game.is_open and any(e["event"] == "new_game" for e in table.story.events):
        # Who begins a game that was set up at the table: White always may.
        origins = table.position.archers(Side.WHITE)
        moves = [m for m in moves if m.origin is not None and origins & m.origin.bit]
    weights = [weigh(table, move) for move in moves]
    return table.rng.choices(moves, weights)[0]


def weigh(table: Table, move: Move) -> float:
    """How likely a move is."""
    weight = 3.0 if move.takes else 1.0
    if move.reentry is not None:
        weight *= 3
    return weight * (0.25 if table.touches_dead(move) else 1.0)
