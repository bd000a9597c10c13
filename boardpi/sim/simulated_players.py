"""Both players at one board: moves chosen at random, carried out by their hands."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from boardpi.rules import Game, Move, legal_moves
from boardpi.sim import interludes
from boardpi.sim.expectations import Expectation, mover_standing
from boardpi.sim.gestures import make
from boardpi.sim.habits import Habits
from boardpi.sim.hands import SimulatedHands
from boardpi.sim.touches import LIFT, PLACE, SLIP

LET_GO_MS: Final = 40
"""So long an archer stands at least before another hand takes it up: longer than its reed bounces,
so that the reeds can see it at all.
"""


@dataclass(frozen=True, slots=True)
class Mark:
    """A moment between two turns at which a trace may be cut: the board shows the position."""

    ms: int
    game: Game
    told: int  # so many events were told before


class SimulatedPlayers:
    """Both players at one board: chooses moves at random and lets the hands carry them out."""

    def __init__(self, habits: Habits, game: Game, random: Random) -> None:
        self.random = random
        self.hands = SimulatedHands(habits, random, game.position.occupied, 500)
        self.expected = Expectation(game, lambda: self.hands.ms)
        self._can_hurry = False  # the last thing was a plain move that is still in its dwell
        self._can_amend = False
        self._was_fast = False
        self.marks: list[Mark] = []
        self._proof: list[Move] = []  # replies that prove a capture which nobody saw

    def play(self, plies: int) -> None:
        """Play so many plies, over several games if one ends early."""
        for _ in range(plies):
            if self.expected.game.outcome is not None:
                self._wait_for_end()
                if not self.hands.does("again"):
                    return
                interludes.set_up(self.hands, self.expected)
                self._can_hurry = self._can_amend = False
            self._turn()
        if self._proof:
            self._nudge()
        self._wait_for_end()
        self.expected.leave_open()

    def _wait_for_end(self) -> None:
        if self.expected.is_undecided and self.expected.game.outcome is not None:
            self.hands.wait((8300, 9000))
            self.expected.decide()
        else:
            self.hands.wait((450, 1500))

    def _turn(self) -> None:
        is_fast = self._hurries()
        if not is_fast:
            if not self._proof and not self.expected.is_undecided:
                self.marks.append(
                    Mark(self.hands.ms + 400, self.expected.game, len(self.expected.told))
                )
            self._interlude()
            if self.expected.game.outcome is not None:
                return
        moves = self._proof or self.expected.game.legal_moves()
        move = self._choose(moves)
        is_proof = bool(self._proof)
        self._proof = []
        mark = len(self.hands.touches)
        self.expected.decide()
        standing = mover_standing(self.expected.game, move)
        is_hasty = is_fast or is_proof
        is_shown = is_proof or move.reentry is not None
        make(self.hands, self.expected.game, standing, move, is_hasty=is_hasty, is_shown=is_shown)
        if is_fast:
            self._let_go(mark)
            self._start_early(mark)
        self._was_fast = is_fast
        self._after(move, mark)

    def _hurries(self) -> bool:
        """Whether the reply begins within the dwell; time is set accordingly."""
        if not self._can_hurry or not self.hands.does("fast"):
            return False
        self.hands.wait(self.hands.habits.fast_ms)
        return True

    def _let_go(self, mark: int) -> None:
        """Nobody takes up an archer before the hand that sets it down has let it go."""
        touches = self.hands.touches
        if not 0 < mark < len(touches) or touches[mark].hole != touches[mark - 1].hole:
            return
        delay = max(0, LET_GO_MS - (touches[mark].ms - touches[mark - 1].ms))
        touches[mark:] = [touch._replace(ms=touch.ms + delay) for touch in touches[mark:]]
        self.hands.ms += delay

    def _start_early(self, mark: int) -> None:
        """Move the first lift of the reply before the placing that it answers."""
        touches = self.hands.touches
        if mark < 2 or len(touches) <= mark or touches[mark].verb != LIFT or self._was_fast:
            return  # two turns may overlap; more of them at once no reed can tell apart
        first, placing, lifting = touches[mark], touches[mark - 1], touches[mark - 2]
        if placing.verb != PLACE or lifting.verb != LIFT or placing.hole == first.hole:
            return
        if placing.source == placing.hole:
            return  # the archer is only turned over: who lifts his taker meanwhile has taken it
        last_ms = max(
            touch.ms for touch in touches[: mark - 1]
        )  # early lifts may stand out of order
        if placing.ms - last_ms < 60 or not self.hands.does("early"):
            return
        touches[mark] = first._replace(ms=self.random.randint(last_ms + 20, placing.ms - 20))

    def _choose(self, moves: list[Move]) -> Move:
        """Any move, but captures, re-entries and shuttles more often than they come by chance."""
        special = [m for m in moves if m.takes or m.reentry is not None]
        back = [m for m in moves if self._is_shuttle(m)]
        for some, chance in ((special, 0.6), (back, 0.3)):
            if some and self.random.random() < chance:
                return self.random.choice(some)
        return self.random.choice(moves)

    def _is_shuttle(self, move: Move) -> bool:
        position = self.expected.game.position
        shuttle = position.shuttle[position.side]
        return shuttle is not None and (move.origin, move.target) == (
            shuttle.archer,
            shuttle.origin,
        )

    # ── around the turn ──────────────────────────────────────────────────────────────────────────

    def _interlude(self) -> None:
        hands, expected = self.hands, self.expected
        hands.pause()
        if self._proof:
            return
        if self._can_amend and hands.does("amend"):
            interludes.amend(hands, expected)
            hands.pause()
        if hands.does("takeback"):
            interludes.take_back(hands, expected)
            hands.pause()
        if expected.game.outcome is not None:
            return
        for habit, interlude in (
            ("adjust", interludes.adjust),
            ("illegal", interludes.try_forbidden),
            ("regret", interludes.regret),
            ("stray", interludes.stray),
        ):
            if hands.does(habit):
                interlude(hands, expected)
        if interludes.can_abandon(expected) and hands.does("abandon"):
            interludes.set_up(hands, expected, is_abandoned=True)
            hands.pause()

    def _after(self, move: Move, mark: int) -> None:
        hands, expected = self.hands, self.expected
        before = expected.game
        unseen = any(touch.verb == SLIP for touch in hands.touches[mark:])
        expected.play(move)
        is_passed = expected.game.moves[-1] != move
        self._can_hurry = expected.game.outcome is None and not is_passed
        self._can_amend = not is_passed and expected.game.outcome is None
        if unseen:
            self._settle_unseen(before, move)
        elif move.takes and hands.does("flip"):
            hands.wait((60, 900))
            assert move.target is not None
            hands.adjust(move.target, (150, 600))

    def _settle_unseen(self, before: Game, move: Move) -> None:
        """Nobody saw the victim leave: a nudge tells, or a reply that only this capture allows."""
        hands, expected = self.hands, self.expected
        assert move.target is not None
        hands.wait(hands.habits.wait_ms)
        proof = [] if move.reentry else proving_replies(before, move, expected.game)
        if proof and not hands.does("nudge"):
            self._proof = proof
            self._can_hurry = False
            return
        self._nudge()
        self._can_hurry = True

    def _nudge(self) -> None:
        """Lift and set back the archer that took."""
        taker = next(m.target for m in reversed(self.expected.game.moves) if m.target is not None)
        self.hands.adjust(taker, (200, 700))


def proving_replies(before: Game, move: Move, after: Game) -> list[Move]:
    """The replies that no other move of the archer in hand would allow, nor look like."""
    if after.outcome is not None or after.moves[-1] != move:
        return []
    others = [
        other
        for other in legal_moves(before.rules, mover_standing(before, move))
        if other.origin == move.origin and other.plain != move.plain
    ]
    allowed = {reply for other in others if other.takes for reply in _replies(before, other)}
    quiet = {other.target for other in others if not other.takes}
    return [
        reply
        for reply in after.legal_moves()
        if reply.origin is not None
        and reply.reentry is None
        and reply not in allowed
        and (reply.takes or reply.target not in quiet)
    ]


def _replies(game: Game, move: Move) -> list[Move]:
    return game.play(move).legal_moves()
