"""The table in words, on request or as it is touched: who stands where, whose turn, what a lifted
archer may do, which archer to put back.
"""

from __future__ import annotations

from typing import Final

from boardpi.rules import Hole, Position, Side, holes_in
from boardpi.rules.refusals import join_holes, name_side
from boardpi.rules.turns import free_first_row
from boardpi.speech.sentences import say_of, speak_end, speak_move
from boardpi.table.lights import nearest_pair
from boardpi.table.table import Table
from boardpi.texts import VOICE

LAST: Final = 4  # moves that are told again


def read_board(table: Table, language: str) -> str:
    """Both sides, hole by hole, with who is chosen and who waits in hand."""
    position = table.position
    return " ".join(sentence for side in Side for sentence in _read_side(position, side, language))


def _read_side(position: Position, side: Side, language: str) -> list[str]:
    player = name_side(side, language)
    standing = list(holes_in(position.archers(side)))
    key = "stand" if standing else "nobody"
    said = [VOICE.say(language, key, player=player, holes=list_holes(standing))]
    if chosen := list(holes_in(position.archers(side) & position.chosen)):
        said.append(VOICE.say(language, "chosen", holes=list_holes(chosen)))
    if position.hand[side]:
        said.append(VOICE.say(language, "in_hand", count=position.hand[side]))
    return said


def list_holes(holes: list[Hole]) -> str:
    """`a1, b1, c1`."""
    return ", ".join(map(str, holes))


def read_moves(table: Table, language: str) -> str:
    """The last moves, oldest first."""
    game = table.game
    played = list(zip(game.moves, game.positions, strict=False))[-LAST:]
    if not played:
        return VOICE.say(language, "no_moves")
    return " ".join(
        VOICE.say(language, "pass", player=name_side(before.side, language))
        if move.is_pass
        else say_of(before.side, speak_move(move, language), language)
        for move, before in played
    )


def read_turn(table: Table, language: str) -> str:
    """Whose turn it is, or how it ended."""
    game = table.standing
    if table.game.outcome is not None:
        return speak_end(table.game.outcome, language)
    if game.is_open:
        return VOICE.say(language, "turn_any")
    return VOICE.say(language, "turn", player=name_side(game.position.side, language))


def read_wish(
    what: str, table: Table, score: tuple[int, int], played_ms: int, language: str
) -> str:
    """What somebody wants to hear: `board`, `moves`, `score` or `turn`."""
    if what == "score":
        return read_score(score, played_ms, language)
    readers = {"board": read_board, "moves": read_moves, "turn": read_turn}
    return readers[what](table, language)


def read_score(score: tuple[int, int], played_ms: int, language: str) -> str:
    """The points of the match, White's first, and how long this game has lasted."""
    points = VOICE.say(language, "score", white=score[0], black=score[1])
    return f"{points} {VOICE.say(language, 'minutes', count=played_ms // 60_000)}"


# ── what hands do now ────────────────────────────────────────────────────────────────────────────


def read_hands(table: Table, language: str) -> str:
    """What the board wants of a hand now: to mend it; or what the archer in it may do."""
    if table.is_frozen:
        return ""
    return read_repair(table, language) or read_touch(table, language)


def read_touch(table: Table, language: str) -> str:
    """What a touched archer may do: the one in the hand, or the one that may come back."""
    if table.is_frozen or table.is_lost or table.astray is not None:
        return ""
    return read_lift(table, language) or read_right(table, language)


def read_repair(table: Table, language: str) -> str:
    """The one archer to put back and the one to take away, nearest first."""
    if table.astray is None:
        return ""
    missing, extra = table.astray.missing, table.astray.extra
    if table.astray.refusal is None:
        missing, extra = nearest_pair(missing, extra)
    position, words = table.leader.position, []
    if extra:
        words.append(VOICE.say(language, "extra", hole=_first(extra)))
    if missing and (owner := position.owner(_first(missing))) is not None:
        player = name_side(owner, language)
        words.append(VOICE.say(language, "missing", player=player, hole=_first(missing)))
    return " ".join(words)


def _first(mask: int) -> Hole:
    return next(holes_in(mask))


def read_lift(table: Table, language: str) -> str:
    """Who is in the hand, where it may go, and what it may take."""
    leader = table.leader
    missing = leader.missing(table.live)
    if table.is_over or missing.bit_count() != 1 or leader.extra or not sum(leader.hands):
        return ""
    hole = _first(missing)
    owner = leader.position.owner(hole)
    if owner is None:
        return ""
    said = [VOICE.say(language, "lift", player=name_side(owner, language), hole=hole)]
    if table.archer_in_hand != hole:
        return " ".join([*said, read_turn(table, language)])
    moves = [move for move in table.game.legal_moves() if move.origin == hole]
    quiet = tuple(dict.fromkeys(m.target for m in moves if not m.takes and m.target is not None))
    takes = tuple(dict.fromkeys(m.target for m in moves if m.takes and m.target is not None))
    if quiet:
        said.append(VOICE.say(language, "lift_to", holes=join_holes(quiet, language)))
    if takes:
        said.append(VOICE.say(language, "lift_takes", holes=join_holes(takes, language)))
    if not moves:
        said.append(VOICE.say(language, "lift_stuck"))
    return " ".join(said)


def read_right(table: Table, language: str) -> str:
    """Where an archer may come back in the turn that stands."""
    if table.open_turn is None:
        return ""
    standing = table.standing.position
    mover = standing.side.other
    zone = tuple(holes_in(free_first_row(standing.with_side(mover))))
    if not zone:
        return ""
    holes = join_holes(zone, language)
    return VOICE.say(language, "may_return", player=name_side(mover, language), holes=holes)
