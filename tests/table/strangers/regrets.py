"""Regrets: moves that are amended or taken back."""

from __future__ import annotations

from boardpi.rules import PASS, Game, Move
from tests.table.strangers.table import FIRST_ROWS, Table
from tests.table.strangers.turns import ends


def regret(table: Table) -> None:
    """Perhaps second thoughts about the last move, which stands and is printed."""
    if table.story.is_closed or table.touches_dead(table.story.game.moves[-1]):
        return
    last = table.story.game.moves[-1]
    if last.takes and table.has("promote"):
        turn_over(table, last)
    if last.origin is None:
        regret_reentry(table, last)
    elif not had_right(table.story.game) and not last.takes and table.has("amend"):
        amend(table, last)
    elif not had_right(table.story.game) and not last.takes and table.has("amend_capture"):
        amend_to_capture(table, last)
    elif table.has("take_back_many"):
        take_back(table, table.rng.randint(2, 4), "take_back_many")
    elif table.has("take_back"):
        take_back(table, 1, "take_back")


def had_right(game: Game) -> bool:
    """Whether the last move opened a right to re-enter, used or not."""
    last, before = game.moves[-1], game.take_back()
    return any(
        move.origin == last.origin and move.target == last.target and move.reentry is not None
        for move in before.legal_moves()
        if move.origin is not None
    )


def turn_over(table: Table, last: Move) -> None:
    """The taker is lifted, turned over to mark it, and set back."""
    _, target = ends(last)
    table.blink(target, 300, 2200)
    table.note("promote")
    table.wait(400, 1500)


def amend(table: Table, last: Move) -> None:
    """The archer goes on to another hole that it might have gone to."""
    origin, target = ends(last)
    before = table.story.game.take_back()
    choices = [
        move
        for move in before.legal_moves()
        if move.origin == origin
        and not move.takes
        and move.target not in (None, target)
        and move.reentry is None
        and not table.touches_dead(move)
        and not had_right(before.play(move))
        and not _may_be_reentry(table, move)
    ]
    if not choices:
        return
    choice = table.rng.choice(choices)
    table.lift(target)
    table.wait(100, 1800)
    table.place(ends(choice)[1])
    table.story.amend(table.now_ms, choice)
    table.note("amend")
    table.wait(400, 2000)


def _may_be_reentry(table: Table, move: Move) -> bool:
    return any(table.position.hand[side] and move.target in row for side, row in FIRST_ROWS.items())


def amend_to_capture(table: Table, last: Move) -> None:
    """The archer takes after all, victim seen, from where it stands now.

    The victim's lift may be the opponent's own, so the table may ask; a nudge answers it.
    """
    origin, target = ends(last)
    before = table.story.game.take_back()
    choices = [
        move
        for move in before.legal_moves()
        if move.origin == origin
        and move.takes
        and move.reentry is None
        and not table.touches_dead(move)
        and not had_right(before.play(move))
    ]
    if not choices:
        return
    choice = table.rng.choice(choices)
    table.lift(target)
    table.wait(100, 800)
    table.blink(ends(choice)[1], 100, 800)
    table.story.amend(table.now_ms, choice)
    table.note("amend_capture")
    table.wait(700, 2000)
    table.blink(ends(choice)[1], 60, 600)
    table.wait(400, 2000)


def regret_reentry(table: Table, last: Move) -> None:
    """Jasir: the archer from the hand goes elsewhere, or back into the hand for another move."""
    zone = last.reentry
    before = table.story.game.take_back()
    if zone is None:
        return
    others = [m for m in before.legal_moves() if m.origin is None and m not in (last, PASS)]
    others = [move for move in others if not table.touches_dead(move)]
    if others and table.has("amend_reentry"):
        choice = table.rng.choice(others)
        if choice.reentry is not None:
            table.lift(zone)
            table.wait(100, 1500)
            table.place(choice.reentry)
            table.story.amend(table.now_ms, choice)
            table.note("amend_reentry")
            table.wait(400, 2000)
    elif table.has("undo_reentry"):
        undo_reentry(table, last, before)


def undo_reentry(table: Table, last: Move, before: Game) -> None:
    """The archer goes back into the hand, which shows nothing; then another archer moves."""
    quiet = [m for m in before.legal_moves() if m.origin is not None and not m.takes]
    quiet = [m for m in quiet if not table.touches_dead(m) and not _may_be_reentry(table, m)]
    if last.reentry is None or not quiet:
        return
    choice = table.rng.choice(quiet)
    origin, target = ends(choice)
    table.lift(last.reentry)
    table.wait(300, 2000)
    table.lift(origin)
    table.wait(100, 1200)
    table.place(target)
    table.story.take_back(table.now_ms)
    table.story.play(table.now_ms, choice)
    table.note("undo_reentry")
    table.wait(400, 2000)


def take_back(table: Table, plies: int, name: str) -> None:
    """Up to this many plies go back, the last first, each standing for longer than the dwell."""
    done = 0
    while done < plies and not table.story.is_closed:
        last = table.story.game.moves[-1]
        opened = had_right(table.story.game) and (done or last.reentry is None)
        if last.origin is None or opened or table.touches_dead(last):
            break
        put_archers_back(table, last)
        table.story.take_back(table.now_ms)
        done += 1
        table.note("take_back" if done == 1 else "take_back_many")
        table.wait(450, 1800)
        table.check_rest()
    if done >= 2:
        table.note(name)


def put_archers_back(table: Table, last: Move) -> None:
    """The archers of a move go back, in some order of hands."""
    origin, target = ends(last)
    if last.reentry is not None and table.rng.random() < 0.5:
        table.lift(last.reentry)
        table.wait(100, 800)
    table.lift(target)
    table.wait(100, 900)
    back = [origin, target] if last.takes else [origin]
    table.rng.shuffle(back)
    for number, hole in enumerate(back):
        if number:
            table.wait(120, 1200)
        table.place(hole)
    if last.reentry is not None and table.reeds.present & last.reentry.bit:
        table.wait(120, 1200)
        table.lift(last.reentry)


def repent(table: Table) -> bool:
    """An arrival is brought back while its right is still open: nothing is ever printed."""
    story = table.story
    if story.undecided is None or story.is_closed or not table.has("repent"):
        return False
    last = story.game.moves[-1]
    if last.takes or table.touches_dead(last):
        return False
    origin, target = ends(last)
    table.wait(400, 2000)
    table.lift(target)
    table.wait(100, 900)
    table.place(origin)
    story.forget_undecided()
    table.note("repent")
    table.wait(450, 1500)
    return True
