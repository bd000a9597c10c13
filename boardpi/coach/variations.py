"""What people found out about a game: variations that hang on its plies, and comments.

Every move is played again before it is believed; positions are worked out, never taken over.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from typing import Any, Final

from boardpi.rules.errors import RulesError
from boardpi.rules.game import Game
from boardpi.rules.moves import parse_move

MOST_NODES: Final = 300
MOST_NOTES: Final = 300
LONGEST_COMMENT: Final = 500
Json = dict[str, Any]


class BadVariation(ValueError):
    """A variation that cannot be played, or a comment that is none; the message quotes it."""


def read_variations(game: Game, told: Mapping[str, Any]) -> Json:
    """`{"notes": [{"ply", "comment"}], "nodes": [{"ply" or "parent", "move", "comment"?}]}`, whole.

    A node follows ply `ply` of the game (0 is its start) or the node with the number `parent`. The
    answer has every node's position.
    """
    notes = _list(told, "notes", MOST_NOTES)
    nodes = _list(told, "nodes", MOST_NODES)
    count = len(game.moves)
    kept_notes = [
        {"ply": _number(note.get("ply"), count, "ply"), "comment": _comment(note)} for note in notes
    ]
    games: list[Game] = []
    kept: list[Json] = []
    for number, node in enumerate(nodes):
        anchor, before = _before(game, games, node, number)
        after = _play(before, node.get("move"))
        games.append(after)
        position, comment = str(after.position), _comment(node)
        kept.append({**anchor, "move": str(after.moves[-1]), "position": position})
        if comment:
            kept[-1]["comment"] = comment
    return {"notes": [note for note in kept_notes if note["comment"]], "nodes": kept}


def to_text(variations: Json) -> str:
    """For the book; nothing where nothing was found out."""
    return json.dumps(variations, ensure_ascii=False) if any(variations.values()) else ""


def _list(told: Mapping[str, Any], key: str, most: int) -> list[Json]:
    found = told.get(key, [])
    if not isinstance(found, list) or len(found) > most:
        raise BadVariation(f"{key} must be a list of {most} at most")
    for one in found:
        if not isinstance(one, dict):
            raise BadVariation(f"{key}: {str(one)[:40]!r} is no object")
    return found


def _before(game: Game, games: list[Game], node: Json, number: int) -> tuple[Json, Game]:
    if "parent" in node:
        parent = _number(node["parent"], number - 1, "parent")
        return {"parent": parent}, games[parent]
    ply = _number(node.get("ply"), len(game.moves), "ply")
    stripped = Game(game.rules, game.start, game.moves[:ply], game.any_first)
    return {"ply": ply}, stripped


def _play(game: Game, move: object) -> Game:
    try:
        return game.play(parse_move(str(move)))
    except RulesError as error:
        raise BadVariation(f"{str(move)[:20]!r}: {error}") from None


def _number(value: object, most: int, what: str) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise BadVariation(f"{what} {str(value)[:20]!r} is no number from 0 to {most}")
    return value


def _comment(told: Json) -> str:
    comment = told.get("comment", "")
    if not isinstance(comment, str) or len(comment) > LONGEST_COMMENT:
        raise BadVariation(f"a comment is a text of {LONGEST_COMMENT} signs at most")
    if any(unicodedata.category(sign) in ("Cc", "Cs") and sign != "\n" for sign in comment):
        raise BadVariation(f"{comment[:40]!r} has signs that nobody can read")
    return comment.strip()
