"""Half-typed moves: what could be meant, and why a wish cannot be granted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from boardpi.rules import BadHole, BadMove, Game, Hole, IllegalMove, Move, parse_move

_MARKS: Final = re.compile(r"[-x×]")
_WISH: Final = re.compile(r"([a-e][1-5])[-x×]?([a-e][1-5])", re.ASCII)


def complete(text: str, legal: Sequence[Move]) -> list[Move]:
    """The legal moves that begin like this text; marks and capitals do not matter.

    A text that is a whole move means that move alone.
    """
    wanted = _bare(text)
    found = [move for move in legal if _bare(str(move)).startswith(wanted)]
    whole = [move for move in found if _bare(str(move)) == wanted]
    return whole or found


def _bare(text: str) -> str:
    return _MARKS.sub("", text.lower())


def explain_wish(text: str, game: Game) -> str:
    """Why nothing legal begins like this text, in words."""
    text = text.lower().replace("×", "x")
    wish = _WISH.fullmatch(text)
    try:
        if wish is not None:
            refusal = game.explain(Hole(wish[1]), Hole(wish[2]))
            if refusal is not None:
                return refusal.sentence()
        if len(text) == 2:
            return _explain_hole(Hole(text), game)
        game.play(parse_move(text))
    except IllegalMove as error:
        return str(error)
    except (BadHole, BadMove):
        pass
    return f"{text!r} is no move and no command. Write a move such as b1-d2, or help."


def _explain_hole(hole: Hole, game: Game) -> str:
    refusal = game.explain(hole, hole)
    if refusal is None or refusal.code == "own_archer":
        return f"The archer on {hole} cannot move."
    return refusal.sentence()
