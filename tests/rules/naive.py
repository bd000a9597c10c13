"""A second, naive move generator for Jasir and Jarmo, written straight from the text of the rules.

It shares nothing with the engine that it checks: holes are texts, the board is a dict from hole
to letter, a move is its own text. It trusts its input: a position line is read, not judged.
"""

from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple, TypedDict

LINES = """
a1-b3 a1-c2 a2-c1 a2-c3 a3-b1 a3-b5 a4-c3 a4-c5 a5-b3 a5-c4
b1-d2 b2-b3 b2-c2 b2-c4 b2-d1 b3-b4 b3-c5 b3-d2 b4-c4
b4-d3 b4-d5 b5-d4 c1-d3 c1-e2 c2-d2 c2-e1 c2-e3 c3-d1 c3-e4
c4-d4 c4-e5 c5-e4 d2-d3 d3-d4 d3-e1 d3-e5 d4-e2 d5-e3
"""
JASIR_LINE = "b3-c3"
COLUMNS = "abcde"
ROWS_AS_WRITTEN = "54321"
ROW = {row: frozenset(column + row for column in COLUMNS) for row in ROWS_AS_WRITTEN}
FIRST_ROW = {"w": ROW["1"], "b": ROW["5"]}
GOAL_ROW = {"w": ROW["5"], "b": ROW["1"]}
ENEMY = {"w": "b", "b": "w"}


class Switches(TypedDict):
    """One column of the table of rule sets."""

    line_b3_c3: bool
    backward_moves: bool
    captured_simple: Literal["dies", "to hand"]
    captured_chosen: Literal["to hand"]
    re_entry: Literal["own move", "with arrival"]
    bringer: Literal["becomes simple", "stays chosen"] | None
    right_without_hole: Literal["lost", "owed"] | None
    first_row_protected: bool
    shuttle_limit: int | None
    end_looks_at: Literal["living", "board"]
    points: Literal["winner's board", "winner's living", "each side's board"]


RULES: dict[str, Switches] = {
    "jasir-pergioco": {
        "line_b3_c3": True,
        "backward_moves": False,
        "captured_simple": "dies",
        "captured_chosen": "to hand",
        "re_entry": "own move",
        "bringer": None,
        "right_without_hole": None,
        "first_row_protected": True,
        "shuttle_limit": None,
        "end_looks_at": "living",
        "points": "winner's board",
    },
    "jasir-oca": {
        "line_b3_c3": True,
        "backward_moves": False,
        "captured_simple": "dies",
        "captured_chosen": "to hand",
        "re_entry": "own move",
        "bringer": None,
        "right_without_hole": None,
        "first_row_protected": True,
        "shuttle_limit": None,
        "end_looks_at": "living",
        "points": "winner's living",
    },
    "jarmo-pergioco": {
        "line_b3_c3": False,
        "backward_moves": True,
        "captured_simple": "to hand",
        "captured_chosen": "to hand",
        "re_entry": "with arrival",
        "bringer": "becomes simple",
        "right_without_hole": "lost",
        "first_row_protected": True,
        "shuttle_limit": 4,
        "end_looks_at": "board",
        "points": "each side's board",
    },
    "jarmo-wikipedia": {
        "line_b3_c3": False,
        "backward_moves": True,
        "captured_simple": "to hand",
        "captured_chosen": "to hand",
        "re_entry": "with arrival",
        "bringer": "stays chosen",
        "right_without_hole": "owed",
        "first_row_protected": False,
        "shuttle_limit": 3,
        "end_looks_at": "board",
        "points": "each side's board",
    },
    "jarmo-oca": {
        "line_b3_c3": False,
        "backward_moves": True,
        "captured_simple": "to hand",
        "captured_chosen": "to hand",
        "re_entry": "with arrival",
        "bringer": "stays chosen",
        "right_without_hole": "lost",
        "first_row_protected": False,
        "shuttle_limit": 3,
        "end_looks_at": "board",
        "points": "each side's board",
    },
}


class Shuttle(NamedTuple):
    """Quiet moves in a row of one archer along one line: where it is, where it came from."""

    hole: str
    origin: str
    times: int


@dataclass
class Position:
    """Archers by hole (`w` `W` `b` `B`, a capital is chosen); the rest by side."""

    archers: dict[str, str]
    side: str
    hand: dict[str, int]
    owed: dict[str, int]
    shuttles: dict[str, Shuttle]


# The public functions


def legal(rules: str, line: str) -> list[str]:
    """The legal moves, sorted; `pass` where nothing else is legal, none when the game is over."""
    return sorted(legal_moves(rules, read(line)))


def after(rules: str, line: str, move: str) -> str:
    """The position line after a legal move."""
    position = read(line)
    if move not in legal_moves(rules, position):
        raise ValueError(f"{move} is not legal in {line} ({rules})")
    return write(play(rules, position, move))


def over(rules: str, line: str) -> dict[str, object] | None:
    """How the game ended, with the reason, the winner and the points; None while it goes on."""
    position = read(line)
    end = elimination(rules, position) or arrival(rules, position)
    if end is not None:
        return result(rules, position, *end)
    if not moves(rules, position) and blocked(rules, position):
        return result(rules, position, "blocked", None)
    return None


def perft(rules: str, line: str, depth: int) -> int:
    """The number of legal sequences of so many turns; a pass is a turn."""
    return count_sequences(rules, read(line), depth)


def count_sequences(rules: str, position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    choices = legal_moves(rules, position)
    if depth == 1:
        return len(choices)
    return sum(count_sequences(rules, play(rules, position, move), depth - 1) for move in choices)


# The position line


def read(line: str) -> Position:
    ranks, side, hand, owed, shuttles = line.split(" ")
    return Position(
        read_ranks(ranks), side, read_counts(hand), read_counts(owed), read_shuttles(shuttles)
    )


def read_ranks(ranks: str) -> dict[str, str]:
    archers: dict[str, str] = {}
    for row, rank in zip(ROWS_AS_WRITTEN, ranks.split("/"), strict=True):
        letters = "".join("." * int(sign) if sign.isdigit() else sign for sign in rank)
        for column, letter in zip(COLUMNS, letters, strict=True):
            if letter != ".":
                archers[column + row] = letter
    return archers


def read_counts(text: str) -> dict[str, int]:
    return {"w": int(text[1]), "b": int(text[3])}


def read_shuttles(text: str) -> dict[str, Shuttle]:
    if text == "-":
        return {}
    return {
        part[0]: Shuttle(hole=part[2:4], origin=part[4:6], times=int(part[7:]))
        for part in text.split(",")
    }


def write(position: Position) -> str:
    ranks = "/".join(write_rank(position, row) for row in ROWS_AS_WRITTEN)
    hand, owed = write_counts(position.hand), write_counts(position.owed)
    return f"{ranks} {position.side} {hand} {owed} {write_shuttles(position.shuttles)}"


def write_rank(position: Position, row: str) -> str:
    rank = "".join(position.archers.get(column + row, ".") for column in COLUMNS)
    for empty in (5, 4, 3, 2, 1):
        rank = rank.replace("." * empty, str(empty))
    return rank


def write_counts(counts: dict[str, int]) -> str:
    return f"w{counts['w']}b{counts['b']}"


def write_shuttles(shuttles: dict[str, Shuttle]) -> str:
    parts = [
        f"{side}:{shuttles[side].hole}{shuttles[side].origin}x{shuttles[side].times}"
        for side in "wb"
        if side in shuttles
    ]
    return ",".join(parts) or "-"


# The board


@cache
def reach(rules: str, side: str, hole: str) -> frozenset[str]:
    """Holes to which a line leads an archer of this side, whoever stands there."""
    if hole in GOAL_ROW[side]:
        return frozenset()
    ends = neighbours(rules, hole)
    if not RULES[rules]["backward_moves"]:
        ends = {end for end in ends if not is_backward(side, hole, end)}
    return frozenset(ends)


def neighbours(rules: str, hole: str) -> set[str]:
    lines = LINES.split() + ([JASIR_LINE] if RULES[rules]["line_b3_c3"] else [])
    ends = [line.split("-") for line in lines]
    return {b for a, b in ends if a == hole} | {a for a, b in ends if b == hole}


def is_backward(side: str, start: str, goal: str) -> bool:
    climb = int(goal[1]) - int(start[1])
    return climb < 0 if side == "w" else climb > 0


def owner(letter: str) -> str:
    return letter.lower()


def is_chosen(letter: str) -> bool:
    return letter.isupper()


def holes_of(position: Position, side: str) -> set[str]:
    return {hole for hole, letter in position.archers.items() if owner(letter) == side}


# What is legal


def legal_moves(rules: str, position: Position) -> list[str]:
    if elimination(rules, position) or arrival(rules, position):
        return []
    choices = moves(rules, position)
    if choices:
        return choices
    return [] if blocked(rules, position) else ["pass"]


def moves(rules: str, position: Position) -> list[str]:
    """Every move of the side to move but the pass, the end of the game aside."""
    re_entries = re_entry_moves(rules, position)
    steps = unbarred_steps(rules, position)
    if RULES[rules]["first_row_protected"]:
        others = [step for step in steps if not takes_on_first_row(position, step[1])]
        if others or re_entries:
            steps = others
    return re_entries + [text for step in steps for text in step_texts(rules, position, *step)]


def re_entry_moves(rules: str, position: Position) -> list[str]:
    """Jasir: a re-entry is a move of its own."""
    side = position.side
    if RULES[rules]["re_entry"] != "own move" or position.hand[side] == 0:
        return []
    return [f"@{hole}" for hole in FIRST_ROW[side] - position.archers.keys()]


def unbarred_steps(rules: str, position: Position) -> list[tuple[str, str]]:
    """Start and goal along a line, not onto an own archer, not one shuttle too many."""
    own = holes_of(position, position.side)
    return [
        (start, goal)
        for start in own
        for goal in reach(rules, position.side, start) - own
        if not is_shuttle_too_many(rules, position, start, goal)
    ]


def is_shuttle_too_many(rules: str, position: Position, start: str, goal: str) -> bool:
    limit, shuttle = RULES[rules]["shuttle_limit"], position.shuttles.get(position.side)
    if limit is None or shuttle is None or goal in position.archers:
        return False
    return (shuttle.hole, shuttle.origin) == (start, goal) and shuttle.times >= limit


def takes_on_first_row(position: Position, goal: str) -> bool:
    """Whether a step to this hole captures an enemy on the enemy's own first row."""
    return goal in position.archers and goal in FIRST_ROW[ENEMY[position.side]]


def step_texts(rules: str, position: Position, start: str, goal: str) -> list[str]:
    """The step alone and, in Jarmo, with each re-entry that may go with it."""
    step = f"{start}{'x' if goal in position.archers else '-'}{goal}"
    if not may_bring_back(rules, position, start, goal):
        return [step]
    return [step] + [f"{step}@{hole}" for hole in free_after(position, start, goal)]


def may_bring_back(rules: str, position: Position, start: str, goal: str) -> bool:
    if position.hand[position.side] == 0:
        return False
    return position.owed[position.side] > 0 or earns_right(rules, position, start, goal)


def earns_right(rules: str, position: Position, start: str, goal: str) -> bool:
    """Jarmo: a chosen archer arrives, promoted perhaps by this very capture, and one waits."""
    if RULES[rules]["re_entry"] != "with arrival" or goal not in GOAL_ROW[position.side]:
        return False
    chosen = is_chosen(position.archers[start]) or goal in position.archers
    return chosen and position.hand[position.side] > 0


def free_after(position: Position, start: str, goal: str) -> set[str]:
    """Free holes of the mover's first row once the step is made."""
    taken = (position.archers.keys() - {start}) | {goal}
    return set(FIRST_ROW[position.side] - taken)


# What a move does


def play(rules: str, position: Position, move: str) -> Position:
    """The position after a legal move; the given one stays as it is."""
    new = Position(
        dict(position.archers),
        ENEMY[position.side],
        dict(position.hand),
        dict(position.owed),
        dict(position.shuttles),
    )
    step, _, re_entry = move.partition("@")
    count_shuttle(rules, position, new, step)
    if step and step != "pass":
        make_step(rules, new, position.side, step[:2], step[3:])
        settle_right(rules, position, new, step[:2], step[3:], re_entry)
    if re_entry:
        new.archers[re_entry] = position.side
        new.hand[position.side] -= 1
    return new


def count_shuttle(rules: str, position: Position, new: Position, step: str) -> None:
    """A quiet move starts or goes on with the mover's shuttle, anything else resets it."""
    old = new.shuttles.pop(position.side, None)
    if RULES[rules]["shuttle_limit"] is None or "-" not in step:
        return
    start, goal = step.split("-")
    if old is not None and (old.hole, old.origin) == (start, goal):
        new.shuttles[position.side] = Shuttle(goal, start, old.times + 1)
    else:
        new.shuttles[position.side] = Shuttle(goal, start, 1)


def make_step(rules: str, new: Position, side: str, start: str, goal: str) -> None:
    archer = new.archers.pop(start)
    if goal in new.archers:
        capture(rules, new, ENEMY[side], goal)
        archer = archer.upper()
    new.archers[goal] = archer


def capture(rules: str, new: Position, victim_side: str, hole: str) -> None:
    victim = new.archers.pop(hole)
    fate = RULES[rules]["captured_chosen" if is_chosen(victim) else "captured_simple"]
    if fate == "to hand":
        new.hand[victim_side] += 1
    shuttle = new.shuttles.get(victim_side)
    if shuttle is not None and shuttle.hole == hole:
        del new.shuttles[victim_side]


def settle_right(
    rules: str, position: Position, new: Position, start: str, goal: str, re_entry: str
) -> None:
    """A re-entry uses the right just earned before an owed one; a right without a hole may wait."""
    side, earned = position.side, earns_right(rules, position, start, goal)
    if re_entry and not earned:
        new.owed[side] -= 1
    elif re_entry and RULES[rules]["bringer"] == "becomes simple":
        new.archers[goal] = side
    elif earned and not free_after(position, start, goal):
        new.owed[side] += 1 if RULES[rules]["right_without_hole"] == "owed" else 0


# The end of the game: a reason and the side that the reason favours


def sides_in_order(position: Position) -> tuple[str, str]:
    """The side that just moved, then the other."""
    return ENEMY[position.side], position.side


def elimination(rules: str, position: Position) -> tuple[str, str] | None:
    for side in sides_in_order(position):
        if not holes_of(position, side) and not counted_hand(rules, position, side):
            return "eliminated", ENEMY[side]
    return None


def arrival(rules: str, position: Position) -> tuple[str, str] | None:
    for side in sides_in_order(position):
        if holes_of(position, side) <= GOAL_ROW[side] and not counted_hand(rules, position, side):
            return "arrived", side
    return None


def counted_hand(rules: str, position: Position, side: str) -> int:
    """Archers in hand where they keep a game alive, as they do in Jasir."""
    return position.hand[side] if RULES[rules]["end_looks_at"] == "living" else 0


def blocked(rules: str, position: Position) -> bool:
    """Whether the other side has no move either, asked when the side to move has none."""
    other = Position(
        position.archers, ENEMY[position.side], position.hand, position.owed, position.shuttles
    )
    return not moves(rules, other)


def result(rules: str, position: Position, reason: str, favoured: str | None) -> dict[str, object]:
    white, black = (points(rules, position, side, favoured) for side in "wb")
    winner = favoured
    if RULES[rules]["points"] == "each side's board":
        winner = None if white == black else "w" if white > black else "b"
    return {"reason": reason, "winner": winner, "points": [white, black]}


def points(rules: str, position: Position, side: str, favoured: str | None) -> int:
    holes, scoring = holes_of(position, side), RULES[rules]["points"]
    if scoring == "each side's board":
        return len(holes) + len(holes & GOAL_ROW[side])
    if side != favoured:
        return 0
    return len(holes) + (position.hand[side] if scoring == "winner's living" else 0)
