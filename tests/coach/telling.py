"""Whether a sentence of the coach is true, found without the coach: by the naive rules and by
counting over the board. It shares nothing with what it judges but the codes of the reasons.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations

from boardpi.coach.reasons import Reason
from tests.rules import naive

COLUMNS = "abcde"


class Telling:
    """One move of one position, by its text."""

    def __init__(self, rules: str, line: str, move: str) -> None:
        self.rules, self.line, self.move = rules, line, move
        self.before = naive.read(line)
        self.side, self.foe = self.before.side, naive.ENEMY[self.before.side]
        self.after_line = naive.after(rules, line, move)
        self.after = naive.read(self.after_line)
        step, _, self.reentry = move.partition("@")
        self.origin, self.target = step[:2], step[3:5]

    def is_true(self, reason: Reason) -> bool:
        """Every code has a method of its own; one without is an error."""
        return bool(getattr(self, f"_{reason.code}")(reason))

    # ── what the opponent, or the mover once more, could take ────────────────────────────────────

    def _captures(self, line: str, hole: str) -> list[str]:
        """Legal captures on a hole by the side to move."""
        return [m for m in naive.legal(self.rules, line) if m[2:5] == f"x{hole}"]

    def _backs(self, line: str, capture: str) -> set[str]:
        """Who takes back."""
        after = naive.after(self.rules, line, capture)
        return {m[:2] for m in self._captures(after, capture[3:5])}

    def _hanging(self, line: str, hole: str) -> bool:
        return any(not self._backs(line, capture) for capture in self._captures(line, hole))

    def _turned(self, line: str) -> str:
        ranks, side, rest = line.split(" ", 2)
        return f"{ranks} {naive.ENEMY[side]} {rest}"

    # ── one method a code ────────────────────────────────────────────────────────────────────────

    def _points(self, reason: Reason) -> tuple[object, bool]:
        ended = naive.over(self.rules, self.after_line)
        assert ended is not None
        points = ended["points"]
        assert isinstance(points, list | tuple | dict)
        mine, theirs = (points["wb".index(s)] if not isinstance(points, dict) else points[s]
                        for s in (self.side, self.foe))  # fmt: skip
        return ended["winner"], (mine, theirs) == (reason.number, reason.other)

    def _wins(self, reason: Reason) -> bool:
        return self._points(reason) == (self.side, True)

    def _loses_game(self, reason: Reason) -> bool:
        return self._points(reason) == (self.foe, True)

    def _ends_even(self, reason: Reason) -> bool:
        return self._points(reason) == (None, True)

    def _pass(self, reason: Reason) -> bool:
        return naive.legal(self.rules, self.line) == ["pass"]

    def _only(self, reason: Reason) -> bool:
        return naive.legal(self.rules, self.line) == [self.move]

    def _takes(self, reason: Reason) -> bool:
        return self._taken(reason) and self.after.hand[self.foe] == self.before.hand[self.foe]

    def _takes_to_hand(self, reason: Reason) -> bool:
        return self._taken(reason) and self.after.hand[self.foe] == self.before.hand[self.foe] + 1

    def _taken(self, reason: Reason) -> bool:
        was = self.before.archers.get(self.target, "-")
        return (str(reason.origin), str(reason.target)) == (self.origin, self.target) and (
            was.lower() == self.foe
        )

    def _promotes(self, reason: Reason) -> bool:
        is_new = self.before.archers[self.origin].islower()
        return is_new and self.after.archers[str(reason.target)].isupper()

    def _arrives(self, reason: Reason) -> bool:
        return str(reason.target) == self.target and self.target in naive.GOAL_ROW[self.side]

    def _comes_back(self, reason: Reason) -> bool:
        return str(reason.target) == self.reentry

    def _escapes(self, reason: Reason) -> bool:
        could = self._captures(self._turned(self.line), self.origin)
        is_safe = not self._captures(self.after_line, self.target)
        return any(m[:2] == str(reason.by) for m in could) and is_safe

    def _exchange(self, reason: Reason) -> bool:
        capture = f"{reason.by}x{reason.target}"
        backs = [
            self._backs(self.after_line, one)
            for one in self._captures(self.after_line, self.target)
            if one.startswith(capture)
        ]
        return any(str(reason.back) in found for found in backs)

    def _hangs(self, reason: Reason) -> bool:
        taken = [c for c in self._captures(self.after_line, self.target) if c[:2] == str(reason.by)]
        return any(not self._backs(self.after_line, one) for one in taken)

    def _leaves(self, reason: Reason) -> bool:
        hole = str(reason.target)
        taken = [c for c in self._captures(self.after_line, hole) if c[:2] == str(reason.by)]
        was_alone = self._hanging(self._turned(self.line), hole)
        return not was_alone and any(not self._backs(self.after_line, one) for one in taken)

    def _guards(self, reason: Reason) -> bool:
        hole = str(reason.target)
        was_alone = self._hanging(self._turned(self.line), hole)
        taken = self._captures(self.after_line, hole)
        is_guarded = all(self._backs(self.after_line, one) for one in taken)
        backs = [self._backs(self.after_line, one) for one in taken]
        return was_alone and is_guarded and any(str(reason.back) in found for found in backs)

    def _threatens(self, reason: Reason) -> bool:
        again = self._turned(self.after_line)
        could = {m[3:5] for m in naive.legal(self.rules, again) if m.startswith(self.target + "x")}
        return could == {str(hole) for hole in reason.holes}

    def _mobility(self, reason: Reason) -> bool:
        left = [m for m in naive.legal(self.rules, self.after_line) if m != "pass"]
        return len(left) == reason.number

    def _nearer(self, reason: Reason) -> bool:
        ways = distances(self.rules, self.side, str(reason.target))
        return min(ways.values()) == reason.number

    # ── the race ─────────────────────────────────────────────────────────────────────────────────

    def _race(self, reason: Reason) -> bool:
        own, foe = self._turns(self.side), self._turns(self.foe)
        return (own, foe) == (reason.number, reason.other) and reason.number < reason.other

    _race_board = _race

    def _race_behind(self, reason: Reason) -> bool:
        own, foe = self._turns(self.side), self._turns(self.foe)
        return (own, foe) == (reason.number, reason.other) and reason.number >= reason.other

    def _race_never(self, reason: Reason) -> bool:
        return self._turns(self.side) is None

    def _race_alone(self, reason: Reason) -> bool:
        return self._turns(self.foe) is None and self._turns(self.side) is not None

    def _turns(self, side: str) -> int | None:
        counts_hand = naive.RULES[self.rules]["re_entry"] == "own move"
        hand = self.after.hand[side] if counts_hand else 0
        return fewest_turns(self.rules, side, self._holes(self.after, side), hand)

    def _holes(self, position: naive.Position, side: str) -> frozenset[str]:
        return frozenset(naive.holes_of(position, side))

    # ── stuck ────────────────────────────────────────────────────────────────────────────────────

    def _arrived_ahead(self) -> set[bool]:
        ahead = naive.reach(self.rules, self.side, self.target)
        arrived = naive.holes_of(self.after, self.side) & naive.GOAL_ROW[self.side]
        return {hole in arrived for hole in ahead}

    def _stuck_taken(self, reason: Reason) -> bool:
        ahead = naive.reach(self.rules, self.side, self.target)
        return ahead == {str(hole) for hole in reason.holes} and self._arrived_ahead() == {True}

    def _stuck_all(self, reason: Reason) -> bool:
        return self._arrived_ahead() == {True}

    def _stuck_goal(self, reason: Reason) -> bool:
        own = self._holes(self.after, self.side)
        return fewest_turns(self.rules, self.side, own, 0) is None

    # ── the opponent's threats ───────────────────────────────────────────────────────────────────


def is_true_threat(rules: str, line: str, reason: Reason) -> bool:
    """What the opponent of the side to move would do now."""
    ranks, side, rest = line.split(" ", 2)
    turned = f"{ranks} {naive.ENEMY[side]} {rest}"
    sign = "-x"
    moves = [
        m
        for m in naive.legal(rules, turned)
        if m[:2] == str(reason.by) and m[2:3] in sign and m[3:5] == str(reason.target)
    ]
    telling = [Telling(rules, turned, m) for m in moves]
    if reason.code == "threat_win":
        ends = [naive.over(rules, one.after_line) for one in telling]
        return any(end is not None and end["winner"] == one.side
                   for end, one in zip(ends, telling, strict=True))  # fmt: skip
    backs = [
        {m[:2] for m in naive.legal(rules, one.after_line) if m[2:5] == f"x{one.target}"}
        for one in telling
        if "x" in one.move
    ]
    if reason.code == "threat":
        return any(not found for found in backs)
    assert reason.code == "threat_exchange"
    return any(str(reason.back) in found for found in backs)


@cache
def distances(rules: str, side: str, hole: str) -> dict[str, int]:
    """Turns from a hole to each goal hole on an empty board."""
    found, border = {hole: 0}, [hole]
    for one in border:
        for further in naive.reach(rules, side, one):
            if further not in found:
                found[further] = found[one] + 1
                border.append(further)
    return {end: turns for end, turns in found.items() if end in naive.GOAL_ROW[side]}


@cache
def fewest_turns(rules: str, side: str, holes: frozenset[str], hand: int) -> int | None:
    """Every way to give each archer a goal hole of its own is tried."""
    goals = sorted(naive.GOAL_ROW[side] - holes)
    away = sorted(holes - naive.GOAL_ROW[side])
    entries = [distances(rules, side, hole) for hole in naive.FIRST_ROW[side]]
    totals = []
    for ends in permutations(goals, len(away) + hand):
        walks = [
            distances(rules, side, hole).get(end) for hole, end in zip(away, ends, strict=False)
        ]
        walks += [
            min((1 + entry[end] for entry in entries if end in entry), default=None)
            for end in ends[len(away) :]
        ]
        if None not in walks:
            totals.append(sum(turns for turns in walks if turns is not None))
    return min(totals, default=None)


def walked_turns(rules: str, side: str, holes: frozenset[str], hand: int) -> int | None:
    """The same by walking: archers stand in each other's way, and come back on free holes."""
    border = {(holes, hand)}
    seen, turns = set(border), 0
    while border:
        if any(not left and own <= naive.GOAL_ROW[side] for own, left in border):
            return turns
        further = set()
        for own, left in border:
            for hole in own:
                for end in naive.reach(rules, side, hole) - own:
                    further.add((own - {hole} | {end}, left))
            if left:
                further |= {(own | {end}, left - 1) for end in naive.FIRST_ROW[side] - own}
        border, turns = further - seen, turns + 1
        seen |= border
    return None
