"""Fumbles: what hands do between turns without meaning a move."""

from __future__ import annotations

from collections.abc import Callable

from boardpi.rules import HOLES, Hole
from tests.table.strangers.carrying import (
    REFUSED_MS,
    SHORT_MS,
    UNNOTICED_MS,
    capture_pairs,
    refuse,
    wrong_holes,
)
from tests.table.strangers.table import Table


def fumble(table: Table) -> None:
    """Perhaps some fumbling before the next move; the true position stands before and after."""
    ways: dict[str, Callable[[Table], bool]] = {
        "fidget": fidget,
        "exchange": exchange,
        "sleeve": sweep_sleeve,
        "knock": knock,
        "knock_move": knock_into_move,
        "wrong_side": move_out_of_turn,
        "put_back": put_back,
        "false_capture": take_falsely,
    }
    names = list(ways)
    table.rng.shuffle(names)
    for name in names:
        if table.has(name) and ways[name](table):
            table.note(name)
            table.wait(350, 2000)
            table.check_rest()


def fidget(table: Table) -> bool:
    """Somebody adjusts an archer."""
    table.blink(table.rng.choice(table.archers()), 30, 1800)
    return True


def put_back(table: Table) -> bool:
    """An archer that could move is picked up and put back."""
    origins = sorted({m.origin for m in table.legal() if m.origin is not None} - {table.dead})
    if not origins:
        return False
    table.blink(table.rng.choice(origins), 200, 2200)
    return True


def exchange(table: Table) -> bool:
    """Two equal archers of one side change places."""
    position = table.position
    first = table.rng.choice(table.archers())
    equals = [h for h in table.archers() if position.letter(h) == position.letter(first)]
    if len(equals) < 2:
        return False
    second = table.rng.choice([hole for hole in equals if hole != first])
    table.lift(first)
    table.wait(60, 700)
    table.lift(second)
    table.wait(100, 1000)
    holes = [first, second]
    table.rng.shuffle(holes)
    table.place(holes[0])
    table.wait(60, 700)
    table.place(holes[1])
    return True


def sweep_sleeve(table: Table) -> bool:
    """A sleeve passes: three to six reeds open, each for a moment, some at the same time."""
    archers = table.archers()
    near = table.rng.choice(archers)
    archers.sort(key=lambda h: abs(h % 5 - near % 5) + abs(h // 5 - near // 5))
    swept = archers[: table.rng.randint(3, 6)]
    if capture_pairs(table, swept):
        return False
    moments: list[tuple[int, Hole, bool]] = []
    at = 0
    for hole in swept:
        moments += [(at, hole, False), (at + table.rng.randint(15, 150), hole, True)]
        at += table.rng.randint(8, 60)
    begin = table.now_ms
    for at, hole, closed in sorted(moments):
        table.reeds.now_ms = begin + at
        (table.place if closed else table.lift)(hole)
    return True


def knock(table: Table) -> bool:
    """An archer falls over, is set up on a wrong hole, and is put right."""
    hole = table.rng.choice(table.archers())
    barred = recent_origins(table) | amendments(table, hole)
    wrong = [w for w in wrong_holes(table, hole) if w not in barred]
    if not wrong:
        return False
    stray = table.rng.choice(wrong)
    table.lift(hole)
    table.wait(100, 1200)
    if table.rng.random() < 0.4:
        refuse(table, hole, stray)
    else:
        table.place(stray)
        table.wait(*UNNOTICED_MS)
        table.lift(stray)
    table.wait(60, 700)
    table.place(hole)
    return True


def knock_into_move(table: Table) -> bool:
    """An archer falls, and is set up where it might have moved: briefly, or as a move."""
    moves = [
        move
        for move in table.legal()
        if move.origin is not None
        and not move.takes
        and not table.has_right(move)
        and move.target in table.resting_holes()
        and not table.touches_dead(move)
    ]
    if not moves:
        return False
    move = table.rng.choice(moves)
    origin, target = move.origin, move.target
    if origin is None or target is None:
        return False
    after = table.story.game.play(move)
    closes = after.outcome is not None or any(m.is_pass for m in after.legal_moves())
    table.lift(origin)
    table.wait(80, 800)
    table.place(target)
    if closes or table.rng.random() < 0.5:
        table.wait(*SHORT_MS)
    else:
        table.story.play(table.now_ms, move)
        table.wait(500, 2500)
    table.lift(target)
    table.wait(80, 800)
    table.place(origin)
    if not closes and table.story.game.moves == after.moves:
        table.story.take_back(table.now_ms)
    return True


def move_out_of_turn(table: Table) -> bool:
    """The side that just moved moves another archer; refused, and put back."""
    game = table.story.game
    if not game.moves:
        return False
    idle = table.position.side.other
    last = game.moves[-1]
    archers = [h for h in table.archers() if table.position.owner(h) is idle]
    archers = [hole for hole in archers if hole not in (last.target, last.reentry)]
    free = [hole for hole in table.resting_holes() if hole not in recent_origins(table)]
    if not archers or not free:
        return False
    hole, stray = table.rng.choice(archers), table.rng.choice(free)
    table.lift(hole)
    table.wait(150, 900)
    refuse(table, hole, stray)
    table.wait(80, 800)
    table.place(hole)
    return True


def take_falsely(table: Table) -> bool:
    """A capture that the rules forbid; both archers go back when somebody notices."""
    movers = sorted({m.origin for m in table.legal() if m.origin is not None} - {table.dead})
    if not movers:
        return False
    origin = table.rng.choice(movers)
    side = table.position.owner(origin)
    barred = table.takeable(origin)
    enemies = [
        h for h in table.archers() if table.position.owner(h) is not side and h not in barred
    ]
    if not enemies:
        return False
    victim = table.rng.choice(enemies)
    table.lift(origin)
    table.wait(100, 700)
    table.blink(victim, 80, 700)
    table.wait(300, REFUSED_MS[1])
    table.blink(victim, 80, 700)
    table.wait(80, 700)
    table.place(origin)
    return True


def recent_origins(table: Table) -> set[Hole]:
    """Where the last archers came from: an archer set there looks like a take-back."""
    return {m.origin for m in table.story.game.moves[-6:] if m.origin is not None} & set(HOLES)


def amendments(table: Table, hole: Hole) -> set[Hole]:
    """Where the archer on this hole would be an amendment of the last move."""
    game = table.story.game
    if not game.moves or hole not in (game.moves[-1].target, game.moves[-1].reentry):
        return set()
    last = game.moves[-1]
    return {
        end
        for move in game.take_back().legal_moves()
        if move.origin == last.origin
        for end in (move.target, move.reentry)
        if end is not None
    }
