"""What becomes of the committed game when the stories agree, and the facts that tell it."""

from __future__ import annotations

from boardpi.rules import PASS, START, Game, Move
from boardpi.table.facts import Amended, Ended, Fact, Moved, NewGame, Passed, Repeated, TakenBack
from boardpi.table.plies import is_hidden
from boardpi.table.reading import Reading, common, settled_moves
from boardpi.table.story import Story, stand
from boardpi.table.table import Table
from boardpi.table.turns import legal_turns


def stand_on(table: Table, game: Game, stories: tuple[Story, ...] = ()) -> Table:
    """The table with this game committed; without stories, with nothing uncertain around it."""
    is_changed = game is not table.game
    return table._replace(
        game=game,
        since=table.order.last,
        open_turn=None,
        expected=None if is_changed else table.expected,
        pointed=() if is_changed else table.pointed,
        stories=stories or (stand(game.position, table.settling.mask, table.live),),
        reading=Reading(),
        question=(),
        astray=None,
        was_astray=False,
        is_over=game.outcome is not None,
        passed=None,
    )


def watch(table: Table, *, in_hand: bool = False) -> Table:
    """Begin to read anew from what the board shows now."""
    story = home_story(table, in_hand=in_hand)
    return table._replace(stories=(story,), reading=Reading(), question=())


def home_story(table: Table, *, in_hand: bool = False) -> Story:
    """The committed game with its open turn, and the board as it is."""
    story = stand(table.position, table.settling.mask, table.live, in_hand=in_hand)
    if table.open_turn is None:
        return story
    for standing in table.game.standings():
        for turn in legal_turns(table.game.rules, standing):
            if turn.move == table.open_turn:
                return story._replace(moves=(turn.move,), path=(standing,), zone=turn.zone)
    raise AssertionError(f"the open turn {table.open_turn} is legal")


def agreed_moves(table: Table, near: tuple[Story, ...]) -> tuple[Move, ...]:
    """The record that all near stories share; nothing is taken back that one of them has."""
    told = table.game.moves
    least = min(story.undone for story in near)
    kept = told[: len(told) - least]
    if least and any(is_hidden(move, table.live) for s in near for move in s.moves[:1]):
        return told  # what nobody can have seen is not told instead of a move that was
    if any(story.undone > least for story in near):
        return kept
    return kept + common([settled_moves(story) for story in near])


def tell_change(table: Table, moves: tuple[Move, ...]) -> tuple[Game, list[Fact]]:
    """The game with this record, and what must be told of the difference."""
    game, facts = table.game, list[Fact]()
    kept = len(common([game.moves, moves]))
    undone = len(game.moves) - kept
    is_amended = undone == 1 and len(moves) > kept and not table.touch_move
    if undone:
        game = game.take_back(undone)
        if not is_amended:
            facts.append(TakenBack(table.ms, undone, game.position, table.settled_ms))
    for move in moves[kept:]:
        game, more = play(table.ms, game, move, Amended if is_amended else Moved, table.settled_ms)
        facts += more
        is_amended = False
    if game.outcome is not None and len(moves) > kept:
        facts.append(Ended(table.ms, game.outcome))
    return game, facts


def play(
    ms: int, game: Game, move: Move, kind: type[Moved] = Moved, settled_ms: int | None = None
) -> tuple[Game, list[Fact]]:
    """The game with one more ply, and what is told of it."""
    side = game.position.side
    game = game.play(move)
    if move == PASS:
        return game, [Passed(ms, side, game.position)]
    facts: list[Fact] = [kind(ms, move, game.position, settled_ms)]
    if game.repetitions >= 3:
        facts.append(Repeated(ms, game.repetitions))
    return game, facts


def take_back(table: Table, moves: int) -> tuple[Table, list[Fact]] | None:
    """Take back so many moves, a pass with the move before it; None where there is none.

    Every archer stays where it is: the lights lead them back.
    """
    if table.open_turn is not None:
        return _led_back(table, table.game), []
    game = table.game
    plies = 0
    while plies < len(game.moves) and (moves > 0 or _is_guided_after(table, plies)):
        plies += 1
        moves -= not game.moves[-plies].is_pass
    if plies == 0:
        return None
    game = game.take_back(plies)
    return _led_back(table, game), [TakenBack(table.ms, plies, game.position)]


def _led_back(table: Table, game: Game) -> Table:
    leader = table.leader
    story = Story(game.position, leader.stands, leader.hands, leader.others, is_closed=True)
    return stand_on(table, game, (story,))._replace(expected=None, pointed=())


def _is_guided_after(table: Table, plies: int) -> bool:
    """Whether a side without hands would be to move: people take back to their own turn."""
    left = table.game.take_back(plies)
    return table.guided is not None and not left.is_open and left.position.side is table.guided


def begin(table: Table, game: Game | None = None) -> tuple[Table, list[Fact]]:
    """Put another game on the table: by default the same rules from the start."""
    previous = "over" if table.is_over else "unfinished"
    fresh = game or Game(table.game.rules, START, any_first=True)
    return stand_on(table, fresh), [NewGame(table.ms, fresh.position, previous, game is None)]
