"""A position: who stands where, who is to move, hands, owed re-entries, shuttles; and its line."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from boardpi.rules.errors import BadPosition
from boardpi.rules.holes import GOAL_ROW, HOLES, SIDES, Hole, Side
from boardpi.rules.lines import is_line
from boardpi.rules.rulesets import RuleSet

ARCHERS: Final = 5


@dataclass(frozen=True, slots=True)
class Shuttle:
    """An archer now on `archer` came from `origin`; `count` quiet moves in a row on that line."""

    archer: Hole
    origin: Hole
    count: int

    def __str__(self) -> str:
        return f"{self.archer}{self.origin}x{self.count}"


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """Masks of the archers (`chosen` over both sides), the side to move, and what is off board."""

    white: int
    black: int
    chosen: int
    side: Side
    hand: tuple[int, int] = (0, 0)
    owed: tuple[int, int] = (0, 0)
    shuttle: tuple[Shuttle | None, Shuttle | None] = (None, None)

    def archers(self, side: Side) -> int:
        """The mask of this side's archers on the board."""
        return self.black if side else self.white

    @property
    def occupied(self) -> int:
        """The mask that the reeds see."""
        return self.white | self.black

    def dead(self, side: Side) -> int:
        """How many archers of this side are gone for good."""
        return ARCHERS - self.archers(side).bit_count() - self.hand[side]

    def owner(self, hole: Hole) -> Side | None:
        """Whose archer stands there."""
        if self.white >> hole & 1:
            return Side.WHITE
        return Side.BLACK if self.black >> hole & 1 else None

    def with_side(self, side: Side) -> Position:
        """The same board with this side to move."""
        return self if side is self.side else replace(self, side=side)

    def letter(self, hole: Hole) -> str:
        """`w` `W` `b` `B`, or a space where nobody stands."""
        owner = self.owner(hole)
        if owner is None:
            return " "
        return owner.letter.upper() if self.chosen >> hole & 1 else owner.letter

    def __str__(self) -> str:
        ranks = "/".join(_name_rank(self, row) for row in range(4, -1, -1))
        hand, owed = self.hand, self.owed
        return (
            f"{ranks} {self.side.letter} w{hand[0]}b{hand[1]} w{owed[0]}b{owed[1]}"
            f" {_name_shuttles(self.shuttle)}"
        )

    def __repr__(self) -> str:
        return f"parse_position({str(self)!r})"


def _name_rank(position: Position, row: int) -> str:
    text, gap = "", 0
    for hole in HOLES[5 * row : 5 * row + 5]:
        letter = position.letter(hole)
        if letter == " ":
            gap += 1
            continue
        text += f"{gap or ''}{letter}"
        gap = 0
    return text + (str(gap) if gap else "")


def _name_shuttles(shuttles: tuple[Shuttle | None, Shuttle | None]) -> str:
    texts = [f"{side.letter}:{shuttles[side]}" for side in Side if shuttles[side]]
    return ",".join(texts) or "-"


_COUNTS: Final = re.compile(r"w(0|[1-9][0-9]?)b(0|[1-9][0-9]?)", re.ASCII)
_SHUTTLE: Final = re.compile(r"([wb]):([a-e][1-5])([a-e][1-5])x([1-9][0-9]?)", re.ASCII)


def parse_position(line: str) -> Position:
    """The position of a line; a line that breaks a rule is refused, with the part that breaks it.

    >>> parse_position("bbbbb/5/5/5/wwwww w w0b0 w0b0 -").side.letter
    'w'
    """
    parts = line.split(" ")
    if len(parts) != 5:
        raise BadPosition(
            f"{line!r}: a position has five fields, RANKS SIDE HAND OWED SHUTTLE, not {len(parts)}"
        )
    ranks, side, hand, owed, shuttle = parts
    if side not in SIDES:
        raise BadPosition(f"the side to move is 'w' or 'b', not {side!r}")
    white, black, chosen = _parse_ranks(ranks)
    position = Position(
        white, black, chosen, SIDES[side], _parse_counts("hand", hand), _parse_counts("owed", owed)
    )
    _check_archers(position, ranks, hand)
    if shuttle == "-":
        return position
    return replace(position, shuttle=_parse_shuttles(position, shuttle))


def _parse_ranks(text: str) -> tuple[int, int, int]:
    ranks = text.split("/")
    if len(ranks) != 5:
        raise BadPosition(f"{text!r} has {len(ranks)} ranks, not five")
    masks = {"w": 0, "b": 0, "W": 0, "B": 0}
    for row, rank in zip((4, 3, 2, 1, 0), ranks, strict=True):
        _parse_rank(rank, 5 * row, masks)
    return (
        masks["w"] | masks["W"],
        masks["b"] | masks["B"],
        masks["W"] | masks["B"],
    )


def _parse_rank(rank: str, start: int, masks: dict[str, int]) -> None:
    column, after_gap = 0, False
    for letter in rank:
        if letter in masks:
            if column < 5:
                masks[letter] |= 1 << start + column
            column, after_gap = column + 1, False
        elif letter in "12345" and not after_gap:
            column, after_gap = column + int(letter), True
        else:
            raise BadPosition(f"unexpected {letter!r} in rank {rank!r}")
    if column != 5:
        raise BadPosition(f"rank {rank!r} has {column} holes, not five")


def _parse_counts(what: str, text: str) -> tuple[int, int]:
    found = _COUNTS.fullmatch(text)
    if found is None:
        raise BadPosition(f"{what} is written like w0b2, not {text!r}")
    return int(found[1]), int(found[2])


def _check_archers(position: Position, ranks: str, hand: str) -> None:
    for side in Side:
        on_board = position.archers(side).bit_count()
        if on_board > ARCHERS:
            raise BadPosition(f"{ranks!r} has {on_board} archers of {side.letter!r}; five at most")
        if on_board + position.hand[side] > ARCHERS:
            raise BadPosition(
                f"hand {hand!r}: with {on_board} on the board {side.letter!r} has over five archers"
            )


def _parse_shuttles(position: Position, text: str) -> tuple[Shuttle | None, Shuttle | None]:
    found: list[Shuttle | None] = [None, None]
    last = -1
    for part in text.split(","):
        match = _SHUTTLE.fullmatch(part)
        if match is None:
            raise BadPosition(f"a shuttle is written like w:c2b2x2, not {part!r}")
        side = SIDES[match[1]]
        if side <= last:
            raise BadPosition(f"shuttles stand once per side, w before b, unlike {text!r}")
        shuttle = Shuttle(Hole(match[2]), Hole(match[3]), int(match[4]))
        if shuttle.archer == shuttle.origin:
            raise BadPosition(f"shuttle {part!r} goes nowhere")
        if position.owner(shuttle.archer) is not side:
            raise BadPosition(f"shuttle {part!r}: no archer of {match[1]!r} stands on {match[2]}")
        found[side] = shuttle
        last = side
    return found[0], found[1]


def check_position(rules: RuleSet, position: Position) -> None:
    """Refuse what this rule set cannot have: owed rights or shuttles that it does not know."""
    if any(position.owed) and not rules.keep_owed:
        owed = "w{}b{}".format(*position.owed)
        raise BadPosition(f"owed {owed!r}: {rules.name} keeps no owed re-entries")
    for side in Side:
        shuttle = position.shuttle[side]
        if shuttle is not None:
            _check_shuttle(rules, side, shuttle)


def _check_shuttle(rules: RuleSet, side: Side, shuttle: Shuttle) -> None:
    text = f"{side.letter}:{shuttle}"
    if not rules.shuttle_limit:
        raise BadPosition(f"shuttle {text!r}: {rules.name} does not count shuttles")
    if shuttle.count > rules.shuttle_limit:
        raise BadPosition(f"shuttle {text!r}: over the limit of {rules.shuttle_limit}")
    if not is_line(rules.lines, shuttle.origin, shuttle.archer):
        raise BadPosition(f"shuttle {text!r}: there is no line {shuttle.origin}-{shuttle.archer}")
    if shuttle.count > 1 and GOAL_ROW[side] >> shuttle.archer & 1:
        raise BadPosition(f"shuttle {text!r}: an archer arrives on its goal row only once")


START: Final = parse_position("bbbbb/5/5/5/wwwww w w0b0 w0b0 -")
