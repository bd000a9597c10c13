"""Why a wish is illegal: a code for programs and a sentence for players."""

from __future__ import annotations

from dataclasses import dataclass

from boardpi.rules.errors import IllegalMove
from boardpi.rules.holes import FIRST_ROW, GOAL_ROW, Hole, Side, holes_in
from boardpi.rules.lines import is_line, steps_ahead
from boardpi.rules.moves import Move
from boardpi.rules.position import Position
from boardpi.rules.rulesets import RuleSet
from boardpi.rules.turns import (
    after,
    free_first_row,
    legal_moves,
    outcome,
    possible_moves,
    protected_targets,
    reentry_zone,
    targets,
)
from boardpi.texts import RULES

CODES = (
    "game_over",
    "empty_hole",
    "not_your_archer",
    "arrived_stays",
    "own_archer",
    "no_line",
    "backward",
    "protected_first_row",
    "shuttle",
    "not_first_row",
    "hole_taken",
    "none_in_hand",
    "no_right_to_reenter",
)
"""In order of precedence."""

MUST_MOVE, BAD_MOVE = "must_move", "bad_move"
"""Codes for texts of moves that no pair of holes can express: a pass too early, a wrong mark."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason, with all that its sentence tells."""

    code: str
    origin: Hole | None = None
    target: Hole | None = None
    side: Side = Side.WHITE
    limit: int = 0
    instead: tuple[Hole, ...] = ()

    def sentence(self, language: str = "en") -> str:
        """The reason in words; where another hole was possible, it is named."""
        text = RULES.say(
            language,
            self.code,
            origin=self.origin,
            target=self.target,
            limit=self.limit,
            player=name_side(self.side, language),
        )
        if self.instead:
            holes = join_holes(self.instead, language)
            text += " " + RULES.say(language, "instead", holes=holes)
        return text


def name_side(side: Side, language: str) -> str:
    """White or Black, as sentences call them."""
    return RULES.say(language, "white" if side is Side.WHITE else "black")


def join_holes(holes: tuple[Hole, ...], language: str) -> str:
    """`a2, d3 or e2` in this language."""
    *head, last = map(str, holes)
    return f"{', '.join(head)} {RULES.say(language, 'or')} {last}" if head else last


def explain(
    rules: RuleSet,
    position: Position,
    origin: Hole | None,
    target: Hole,
    reentry: Hole | None = None,
) -> Refusal | None:
    """Why an archer may not go from `origin` (None = from the hand) to `target`; None if it may.

    `reentry` asks for an archer brought back in the same turn as well (Jarmo).
    """
    if outcome(rules, position) is not None:
        return Refusal("game_over", origin, target)
    if origin is None:
        return _explain_from_hand(rules, position, target)
    refusal = _explain_step(rules, position, origin, target)
    if refusal is None and reentry is not None:
        zone = reentry_zone(rules, position, origin, target)
        occupied = position.occupied & ~origin.bit | target.bit
        return _explain_reentry(position, reentry, occupied, zone)
    return refusal


def _explain_step(rules: RuleSet, position: Position, origin: Hole, target: Hole) -> Refusal | None:
    side = position.side
    code = _step_code(rules, position, origin, target)
    if code is None:
        return None
    instead: tuple[Hole, ...] = ()
    if position.owner(origin) is side and code != "arrived_stays":
        instead = destinations(rules, position, origin)
    return Refusal(code, origin, target, side, rules.shuttle_limit, instead)


def _step_code(rules: RuleSet, position: Position, origin: Hole, target: Hole) -> str | None:
    side = position.side
    owner = position.owner(origin)
    if owner is None:
        return "empty_hole"
    if owner is not side:
        return "not_your_archer"
    if GOAL_ROW[side] >> origin & 1:
        return "arrived_stays"
    if position.owner(target) is side:
        return "own_archer"
    return _line_code(rules, position, origin, target)


def _line_code(rules: RuleSet, position: Position, origin: Hole, target: Hole) -> str | None:
    if target.bit & _all_targets(rules, position, origin):
        return None
    if not is_line(rules.lines, origin, target):
        return "no_line"
    if not rules.backward and steps_ahead(position.side, origin, target) < 0:
        return "backward"
    if target.bit & protected_targets(rules, position, origin):
        return "protected_first_row"
    return "shuttle"


def _all_targets(rules: RuleSet, position: Position, origin: Hole) -> int:
    mask = targets(rules, position, origin)
    last_resort = protected_targets(rules, position, origin) & ~mask
    if last_resort and any(
        played.takes and played.target is not None and last_resort >> played.target & 1
        for played in possible_moves(rules, position)
    ):
        mask |= last_resort
    return mask


def destinations(rules: RuleSet, position: Position, origin: Hole) -> tuple[Hole, ...]:
    """Where the archer on `origin` may legally go now."""
    return tuple(holes_in(_all_targets(rules, position, origin)))


def _explain_from_hand(rules: RuleSet, position: Position, target: Hole) -> Refusal | None:
    zone = free_first_row(position) if rules.reentry == "move" else 0
    return _explain_reentry(position, target, position.occupied, zone)


def _explain_reentry(position: Position, hole: Hole, occupied: int, zone: int) -> Refusal | None:
    side = position.side
    code = None
    if not FIRST_ROW[side] >> hole & 1:
        code = "not_first_row"
    elif occupied >> hole & 1:
        code = "hole_taken"
    elif not position.hand[side]:
        code = "none_in_hand"
    elif not zone >> hole & 1:
        code = "no_right_to_reenter"
    if code is None:
        return None
    instead = tuple(holes_in(zone)) if position.hand[side] else ()
    return Refusal(code, None, hole, side, 0, instead)


def refuse_move(rules: RuleSet, position: Position, played: Move) -> Refusal:
    """The reason why an illegal move is illegal."""
    if played.is_pass:
        return Refusal("game_over" if outcome(rules, position) else MUST_MOVE)
    wish = (played.origin, played.target, played.reentry)
    if played.origin is None or played.target is None:
        wish = (None, played.reentry, None)
    assert wish[1] is not None  # a move that is no pass goes somewhere
    refusal = explain(rules, position, wish[0], wish[1], wish[2])
    return refusal or Refusal(BAD_MOVE, played.origin, played.target)


def play(rules: RuleSet, position: Position, played: Move) -> Position:
    """The position after this move; an illegal one raises IllegalMove with its reason."""
    if played not in legal_moves(rules, position):
        refusal = refuse_move(rules, position, played)
        raise IllegalMove(refusal.code, refusal.sentence())
    return after(rules, position, played)
