"""Whole games against the coach by the virtual hands, which do its moves wrongly first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from boardpi.boards.acts import Performer
from boardpi.boards.faults import BOUNCING
from boardpi.boards.gestures import make
from boardpi.boards.habits import CLEAN
from boardpi.boards.hands import Hands
from boardpi.boards.truth import mover_standing
from boardpi.boards.virtual import VirtualBoard
from boardpi.coach.levels import choose, level
from boardpi.rules import RULE_SETS, START, Game, Move, Side
from boardpi.table.effects import Publish
from boardpi.table.events import Event, Expected, Sensed, Woke
from boardpi.table.facts import Asked, Expects, Fact, Restored
from boardpi.table.step import step
from boardpi.table.table import new_table

HABITS = replace(CLEAN, swapfirst=0.3, sweep=0.5, flip=0.3, hesitate=0.1, rebefore=0.0)
MOST_PLIES = 60


class Match:
    """A table, a board with bouncing reeds, hands, and the coach's head."""

    def __init__(self, rules: str, side: Side, seed: int) -> None:
        game = Game(RULE_SETS[rules], START, any_first=side is Side.BLACK)
        self.table = new_table(game)
        self.side = side
        self.random = Random(seed)
        self.hands = Hands(HABITS, self.random, START.occupied, 500)
        self.board = VirtualBoard(START, BOUNCING, seed=seed)
        self.performer = Performer(self.board)
        self.facts: list[Fact] = []
        self.mistakes = 0
        self._done = 0
        self.tell(Sensed(0, START.occupied))
        self.tell(Expected(0, side))

    def tell(self, event: Event) -> None:
        self.table, effects = step(self.table, event)
        self.facts += [effect.fact for effect in effects if isinstance(effect, Publish)]

    def act(self, hands: Callable[[], None], rest_ms: int) -> None:
        """Let hands do something, then rest."""
        hands()
        for act in self.hands.acts[self._done :]:
            self.performer.perform(act)
        self._done = len(self.hands.acts)
        self.hands.ms += rest_ms
        for scan in self.board.advance(self.hands.ms):
            self.tell(Sensed(scan.ms, scan.mask))
        self.tell(Woke(self.hands.ms))

    def carry_out(self, move: Move, rest_ms: int = 700) -> None:
        game = self.table.game
        standing = mover_standing(game, move)
        self.act(
            lambda: make(self.hands, game, standing, move, is_hasty=True, is_shown=True), rest_ms
        )

    def turn_of_player(self) -> None:
        moves = [move for move in self.table.game.legal_moves() if self._is_players(move)]
        move = self.random.choice(moves)
        before = len(self.table.game.moves)
        self.carry_out(move)
        if self.table.open_turn is not None:
            self.act(lambda: None, 9000)  # the coach lifts nothing: time declines
        assert self.table.game.moves[before] == move

    def _is_players(self, move: Move) -> bool:
        return mover_standing(self.table.game, move).side is not self.side

    def turn_of_coach(self) -> None:
        game = self.table.game
        move = choose(game, level("1"), seed=3).move
        self.tell(Expected(self.hands.ms, self.side, move))
        if self.mistakes < 4:
            self.misplay(move)
        self.carry_out(move)
        assert self.table.game.moves[len(game.moves)] == move

    def misplay(self, move: Move) -> None:
        """Another legal move, left standing until the lights object; then back."""
        others = [
            other
            for other in self.table.game.legal_moves()
            if other.plain != move.plain and not other.takes and other.origin is not None
        ]
        if not others:
            return
        wrong = self.random.choice(others)
        origin, target = wrong.origin, wrong.target
        assert origin is not None
        assert target is not None
        moves = self.table.game.moves

        def go() -> None:
            self.hands.lift(origin)
            self.hands.carry()
            self.hands.place(target, origin)

        def back() -> None:
            self.hands.lift(target)
            self.hands.carry()
            self.hands.place(origin, target)

        self.act(go, 2000)
        assert self.table.game.moves == moves, "only the coach's own move counts"
        assert self.table.astray is not None
        self.act(back, 400)
        assert isinstance(self.facts[-1], Restored)
        self.mistakes += 1


@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize("rules", RULE_SETS)
def test_only_the_coachs_own_moves_count(rules: str, side: Side) -> None:
    match = Match(rules, side, seed=7)
    while not match.table.is_over and len(match.table.game.moves) < MOST_PLIES:
        game = match.table.game
        if not game.is_open and game.position.side is side:
            match.turn_of_coach()
        else:
            match.turn_of_player()
    assert match.mistakes >= 2
    assert not [fact for fact in match.facts if isinstance(fact, Asked)], "all was seen"
    told = [fact for fact in match.facts if isinstance(fact, Expects)]
    assert len(told) > match.mistakes
