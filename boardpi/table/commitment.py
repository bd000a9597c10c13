"""Making a world the committed game, with all the facts that follow from it."""

from __future__ import annotations

from dataclasses import replace

from boardpi.rules import PASS, START, Game, Move, Position
from boardpi.rules.turns import legal_moves, reentry_zone
from boardpi.table.facts import (
    Amended,
    Ended,
    Fact,
    Moved,
    NewGame,
    Passed,
    Repeated,
    TakenBack,
)
from boardpi.table.table import Table
from boardpi.table.worlds.evidence import Evidence
from boardpi.table.worlds.worlds import Reading, World, base_world


def stand_on(table: Table, game: Game, evidence: Evidence = ()) -> Table:
    """The table with this game committed and nothing uncertain but what is in the air."""
    return table._replace(
        game=game,
        open_turn=None,
        expected=None,
        pointed=(),
        worlds=(base_world(game, evidence),),
        reading=Reading(),
        question=(),
        nudged=0,
        astray=None,
        was_astray=False,
        is_amend_closed=False,
        is_over=game.outcome is not None,
    )


def commit(table: Table, world: World, *, is_answered: bool = False) -> tuple[Table, list[Fact]]:
    """Commit this world. `is_answered`: the opponent has begun, so amendments are closed."""
    game, facts = _undo(table, world)
    is_amended = world.undone == 1 and table.open_turn is None and not table.touch_move
    for move in world.moves:
        is_first = move is world.moves[0]
        game, more = _played(table.ms, game, move, Amended if is_first and is_amended else Moved)
        facts += more
    closed = is_answered or bool(world.undone and not world.moves)
    return stand_on(table, game, world.evidence)._replace(is_amend_closed=closed), facts


def _undo(table: Table, world: World) -> tuple[Game, list[Fact]]:
    """Take back what the world takes back; of an open turn nothing was told, so nothing is."""
    game = table.game
    undone = world.undone
    if table.open_turn is not None:
        if not undone:
            return _played(table.ms, game, table.open_turn, Moved)
        undone -= 1
    if undone == 0:
        return game, []
    game = game.take_back(undone)
    if undone == 1 and world.moves and table.open_turn is None and not table.touch_move:
        return game, []  # told as an amendment
    return game, [TakenBack(table.ms, undone, game.position)]


def _played(ms: int, game: Game, move: Move, kind: type[Moved]) -> tuple[Game, list[Fact]]:
    game = game.play(move)
    facts: list[Fact] = [kind(ms, move, game.position)]
    if game.repetitions >= 3:
        facts.append(Repeated(ms, game.repetitions))
    game, passed = pass_if_stuck(ms, game)
    facts += passed
    if game.outcome is not None:
        facts.append(Ended(ms, game.outcome))
    return game, facts


def pass_if_stuck(ms: int, game: Game) -> tuple[Game, list[Fact]]:
    """A side without a legal move passes by itself."""
    if game.legal_moves() != [PASS]:
        return game, []
    passed = game.play(PASS)
    return passed, [Passed(ms, game.position.side, passed.position)]


def commit_or_hold(table: Table, world: World) -> tuple[Table, list[Fact]]:
    """Commit this world after its dwell; a last move that may bring an archer back stays open."""
    if not world.moves or world.evidence or not open_zone(table, world):
        return commit(table, world)
    last = world.moves[-1]
    if last == table.expected:
        return commit(table, world)  # it is not to bring an archer back
    if world.undone == 0 and len(world.moves) == 1:
        facts: list[Fact] = []
    else:
        rest = replace(world, moves=world.moves[:-1], evidence=())
        table, facts = commit(table, rest)
    held = stand_on(table, table.game)._replace(open_turn=last, expected=table.expected)
    return held._replace(worlds=(base_world(held.standing),)), facts


def open_zone(table: Table, world: World) -> int:
    """Where the last move of this world may still bring an archer back."""
    last = world.moves[-1]
    if last.reentry is not None or last.origin is None or last.target is None:
        return 0
    return reentry_zone(table.game.rules, before_last(table, world), last.origin, last.target)


def before_last(table: Table, world: World) -> Position:
    """The position from which the last move of this world was made."""
    game = table.standing.take_back(world.undone)
    last = world.moves[-1]
    for move in world.moves[:-1]:
        game = _played(0, game, move, Moved)[0]
    for standing in game.standings():
        if last in legal_moves(game.rules, standing):
            return standing
    raise AssertionError(f"{last} is legal in the world that plays it")


def begin(table: Table, game: Game | None = None) -> tuple[Table, list[Fact]]:
    """Put another game on the table: by default the same rules from the start."""
    previous = "over" if table.is_over else "unfinished"
    fresh = game or Game(table.game.rules, START, any_first=True)
    return stand_on(table, fresh), [NewGame(table.ms, fresh.position, previous)]
