"""A whole sitting: random games by imperfect hands, as a trace with the events it must lead to."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from boardpi.boards import interludes
from boardpi.boards.acts import LIFT, PLACE, Act, Performer
from boardpi.boards.faults import BOUNCING, Faults
from boardpi.boards.gestures import make, victims
from boardpi.boards.habits import Habits
from boardpi.boards.hands import Hands
from boardpi.boards.truth import Told, Truth, mover_standing, open_zone
from boardpi.boards.virtual import Scan, VirtualBoard
from boardpi.rules import START, Game, Move, RuleSet, legal_moves
from boardpi.table.timing import Timing
from boardpi.table.trace import Header

Watch = Callable[[list[Act]], "str | None"]


@dataclass(frozen=True, slots=True)
class Sitting:
    """What the reeds saw of some games, and what the table must say of it."""

    header: Header
    acts: tuple[Act, ...]
    scans: tuple[Scan, ...]
    end_ms: int
    told: tuple[Told, ...]
    habits: tuple[str, ...] = ()
    seed: int = 0

    @property
    def is_lenient(self) -> bool:
        """With a dead reed some moves cannot be known."""
        return bool(self.header.dead)

    def lines(self) -> list[str]:
        """The trace, line by line."""
        objects: list[dict[str, Any]] = [self.header.to_json()]
        objects += [{"ms": scan.ms, "mask": scan.mask} for scan in self.scans]
        objects.append({"ms": self.end_ms, "end": True})
        return [json.dumps(line) for line in objects]


@dataclass(frozen=True, slots=True)
class Plan:
    """Who sits down to what."""

    rules: RuleSet
    habits: Habits
    faults: Faults = BOUNCING
    plies: int = 16
    dead: int = 0
    timing: Timing = field(default_factory=Timing)


def sit(plan: Plan, seed: int) -> Sitting:
    """Play random games; the same seed gives the same sitting."""
    random = Random(seed)
    game = _first_game(plan, random)
    header = Header(plan.rules, game.start, game.any_first, plan.dead, timing=plan.timing)
    player = Player(plan, game, random)
    player.play()
    board = VirtualBoard(game.start, plan.faults, seed=seed)
    performer = Performer(board)
    acts = sorted(player.hands.acts, key=lambda act: act.ms)
    for act in acts:
        performer.perform(act)
    end_ms = player.hands.ms + 12_000
    scans = board.advance(end_ms)
    done = tuple(sorted(player.hands.done))
    return Sitting(header, tuple(acts), tuple(scans), end_ms, tuple(player.truth.told), done, seed)


def _first_game(plan: Plan, random: Random) -> Game:
    """From the start, where either side may begin, or from some later position."""
    side = random.choice((START, START.with_side(START.side.other)))
    game = Game(plan.rules, side, any_first=True)
    for _ in range(random.choice((0, 0, random.randint(1, 30)))):
        moves = game.legal_moves()
        if not moves:
            break
        game = game.play(random.choice(moves))
    if not game.moves or game.outcome is not None or len(game.legal_moves()) < 2:
        return Game(plan.rules, side, any_first=True)
    return Game(plan.rules, game.position)


class Player:
    """Both players at one board: chooses moves at random and lets the hands carry them out."""

    def __init__(self, plan: Plan, game: Game, random: Random) -> None:
        self.plan = plan
        self.random = random
        self.hands = Hands(plan.habits, random, game.position.occupied, 500)
        self.truth = Truth(game)
        self._can_hurry = False  # the last thing was a plain move that is still in its dwell
        self._can_amend = False
        self._proof: list[Move] = []  # replies that prove a capture which nobody saw

    def play(self) -> None:
        """Play as many plies as planned, over several games if one ends early."""
        for _ in range(self.plan.plies):
            if self.truth.game.outcome is not None:
                self._wait_for_end()
                if not self.hands.does("again"):
                    return
                interludes.set_up(self.hands, self.truth)
                self._can_hurry = self._can_amend = False
            self._turn()
        if self._proof:
            self._nudge()
        self._wait_for_end()
        self.truth.leave_open()

    def _wait_for_end(self) -> None:
        if self.truth.is_undecided and self.truth.game.outcome is not None:
            self.hands.wait((8300, 9000))
            self.truth.decide()
        else:
            self.hands.wait((450, 1500))

    def _turn(self) -> None:
        is_fast = self._hurries()
        if not is_fast:
            self._interlude()
            if self.truth.game.outcome is not None:
                return
        moves = self._proof or self.truth.game.legal_moves()
        move = self._choose(moves)
        is_proof = bool(self._proof)
        self._proof = []
        mark = len(self.hands.acts)
        self._decide_by(move)
        standing = mover_standing(self.truth.game, move)
        is_hasty = is_fast or is_proof
        make(self.hands, self.truth.game, standing, move, is_hasty=is_hasty, is_shown=is_proof)
        if is_fast:
            self._start_early(mark)
        self._after(move, mark)

    def _hurries(self) -> bool:
        """Whether the reply begins within the dwell; time is set accordingly."""
        if not self._can_hurry or not self.hands.does("fast"):
            return False
        self.hands.wait(self.hands.habits.fast_ms)
        return True

    def _decide_by(self, move: Move) -> None:
        self.truth.decide()

    def _start_early(self, mark: int) -> None:
        """Move the first lift of the reply before the placing that it answers."""
        acts = self.hands.acts
        if mark < 2 or len(acts) <= mark or acts[mark].verb != LIFT:
            return
        first, placing, lifting = acts[mark], acts[mark - 1], acts[mark - 2]
        if placing.verb != PLACE or lifting.verb != LIFT or placing.hole == first.hole:
            return
        if placing.ms - lifting.ms < 60 or not self.hands.does("early"):
            return
        acts[mark] = first._replace(ms=self.random.randint(lifting.ms + 20, placing.ms - 20))

    def _choose(self, moves: list[Move]) -> Move:
        """Any move, but captures, re-entries and arrivals more often than they come by chance."""
        special = [m for m in moves if m.takes or m.reentry is not None]
        return self.random.choice(special if special and self.random.random() < 0.6 else moves)

    # ── around the turn ──────────────────────────────────────────────────────────────────────────

    def _interlude(self) -> None:
        hands, truth = self.hands, self.truth
        hands.pause()
        if self._proof:
            return
        if self._can_amend and hands.does("amend"):
            interludes.amend(hands, truth)
            hands.pause()
        if hands.does("takeback"):
            interludes.take_back(hands, truth)
            hands.pause()
        if truth.game.outcome is not None:
            return
        for habit, interlude in (
            ("adjust", interludes.adjust),
            ("illegal", interludes.try_forbidden),
            ("regret", interludes.regret),
            ("stray", interludes.stray),
        ):
            if hands.does(habit):
                interlude(hands, truth)
        if hands.does("abandon") and truth.game.moves:
            interludes.set_up(hands, truth, is_abandoned=True)
            hands.pause()

    def _after(self, move: Move, mark: int) -> None:
        hands, truth = self.hands, self.truth
        before = truth.game
        unseen = any(act.verb == "slip" for act in hands.acts[mark:])
        truth.play(move)
        is_passed = truth.game.moves[-1] != move
        self._can_hurry = truth.game.outcome is None and not is_passed
        self._can_amend = not is_passed and truth.game.outcome is None
        if unseen:
            self._settle_unseen(before, move)
        elif move.takes and hands.does("flip"):
            hands.wait((60, 900))
            assert move.target is not None
            hands.adjust(move.target, (150, 600))

    def _settle_unseen(self, before: Game, move: Move) -> None:
        """Nobody saw the victim leave: a nudge tells, or a reply that only this capture allows."""
        hands, truth = self.hands, self.truth
        assert move.target is not None
        hands.wait(hands.habits.wait_ms)
        proof = [] if move.reentry else proving_replies(before, move, truth.game)
        if proof and not hands.does("nudge"):
            self._proof = proof
            self._can_hurry = False
            return
        self._nudge()
        self._can_hurry = True

    def _nudge(self) -> None:
        """Lift and set back the archer that took."""
        taker = self.truth.game.moves[-1].target
        assert taker is not None
        self.hands.adjust(taker, (200, 700))


def proving_replies(before: Game, move: Move, after: Game) -> list[Move]:
    """The replies that no other capture by the same archer would allow."""
    if after.outcome is not None or after.moves[-1] != move:
        return []
    standing = mover_standing(before, move)
    others = [
        after_other
        for other in legal_moves(before.rules, standing)
        if other.takes and other.origin == move.origin and other.plain != move.plain
        for after_other in (before.play(other).legal_moves(),)
    ]
    replies = [m for m in after.legal_moves() if m.origin is not None and m.reentry is None]
    return [reply for reply in replies if not any(reply in moves for moves in others)]


__all__ = ["Plan", "Player", "Sitting", "open_zone", "proving_replies", "sit", "victims"]
