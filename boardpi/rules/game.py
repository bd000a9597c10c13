"""A game is a record of moves that folds to a position; a match is two games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from boardpi.rules.errors import IllegalMove, RulesError
from boardpi.rules.holes import Hole, Side
from boardpi.rules.moves import Move, parse_move
from boardpi.rules.outcome import AGREED, RESIGNED, Outcome, settle
from boardpi.rules.position import START, Position
from boardpi.rules.refusals import Refusal, explain, play
from boardpi.rules.rulesets import DEFAULT, RuleSet
from boardpi.rules.turns import legal_moves, outcome


@dataclass(frozen=True, slots=True)
class Game:
    """Moves from a start. With `any_first` either side may begin: the first move decides.

    >>> game = Game().play("b1-d2").play("d5-b4")
    >>> str(game.position)
    'bbb1b/1b3/5/3w1/w1www w w0b0 w0b0 -'
    >>> game.take_back().moves
    (parse_move('b1-d2'),)
    """

    rules: RuleSet = DEFAULT
    start: Position = START
    moves: tuple[Move, ...] = ()
    any_first: bool = False
    ended: str | None = None  # "agreed", "resigned" by a player; the board's own ends are computed
    resigned: Side | None = None
    positions: tuple[Position, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Fold the moves. Building a game from moves that are not legal raises IllegalMove."""
        if (self.ended == RESIGNED) is not (self.resigned is not None):
            raise RulesError(f"ended={self.ended!r} does not go with resigned={self.resigned!r}")
        if self.ended not in (None, AGREED, RESIGNED):
            raise RulesError(f"players end a game {AGREED!r} or {RESIGNED!r}, not {self.ended!r}")
        positions = [self.start]
        for move in self.moves:
            positions.append(self._next(positions[-1], move, is_first=len(positions) == 1))
        object.__setattr__(self, "positions", tuple(positions))
        if self.ended is not None and outcome(self.rules, self.position) is not None:
            raise IllegalMove("game_over", Refusal("game_over").sentence())

    def _next(self, standing: Position, move: Move, *, is_first: bool) -> Position:
        if is_first:
            standing = standing.with_side(self._first_side(move))
        return play(self.rules, standing, move)

    def _first_side(self, move: Move) -> Side:
        side, other = self.start.side, self.start.side.other
        if not self.any_first:
            return side
        if move.origin is not None:
            return other if self.start.owner(move.origin) is other else side
        return other if move in legal_moves(self.rules, self.start.with_side(other)) else side

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.positions[-1]

    @property
    def first(self) -> Side | None:
        """Who began; nobody yet where either side may."""
        if self.moves:
            return self.positions[1].side.other
        return None if self.any_first else self.start.side

    @property
    def is_open(self) -> bool:
        """Whether either side may still make the first move."""
        return self.any_first and not self.moves

    def standings(self) -> tuple[Position, ...]:
        """The position, once per side that may move now."""
        position = self.position
        if self.is_open:
            return (position, position.with_side(position.side.other))
        return (position,)

    def legal_moves(self) -> list[Move]:
        """What may be played now; while either side may begin, the moves of both."""
        if self.outcome is not None:
            return []
        return [m for standing in self.standings() for m in legal_moves(self.rules, standing)]

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, if it did."""
        if self.ended == RESIGNED and self.resigned is not None:
            return settle(self.rules, self.position, RESIGNED, self.resigned.other)
        if self.ended is not None:
            return settle(self.rules, self.position, self.ended, None)
        return outcome(self.rules, self.position)

    def play(self, move: Move | str) -> Game:
        """The game with one more move."""
        from_text = _parse(move)
        if self.ended is not None:
            raise IllegalMove("game_over", Refusal("game_over").sentence())
        return self._extended(from_text)

    def _extended(self, move: Move) -> Game:
        position = self._next(self.position, move, is_first=not self.moves)
        return self._folded((*self.moves, move), (*self.positions, position))

    def _folded(self, moves: tuple[Move, ...], positions: tuple[Position, ...]) -> Game:
        """A running game of these moves, whose positions are known: nothing is folded again."""
        game = object.__new__(Game)
        for name, value in (
            ("rules", self.rules),
            ("start", self.start),
            ("moves", moves),
            ("any_first", self.any_first),
            ("ended", None),
            ("resigned", None),
            ("positions", positions),
        ):
            object.__setattr__(game, name, value)
        return game

    def take_back(self, plies: int = 1) -> Game:
        """The game without its last moves; an agreed or resigned end goes with them."""
        if not 0 <= plies <= len(self.moves):
            raise RulesError(f"cannot take back {plies} of {len(self.moves)} moves")
        left = len(self.moves) - plies
        return self._folded(self.moves[:left], self.positions[: left + 1])

    @property
    def repetitions(self) -> int:
        """How often what stands now has stood: board, side to move, hands and owed rights.

        Shuttle counts are left out: players compare what they see.
        """
        began = self.start if self.first is None else self.start.with_side(self.first)
        stood = [
            (p.white, p.black, p.chosen, p.side, p.hand, p.owed)
            for p in (began, *self.positions[1:])
        ]
        return stood.count(stood[-1])

    def agree_draw(self) -> Game:
        """Both players agree (or one claims a third repetition)."""
        self._check_running()
        return replace(self, ended=AGREED)

    def resign(self, side: Side) -> Game:
        """This player gives up."""
        self._check_running()
        return replace(self, ended=RESIGNED, resigned=side)

    def _check_running(self) -> None:
        if self.outcome is not None:
            raise IllegalMove("game_over", Refusal("game_over").sentence())

    def explain(self, origin: Hole | None, target: Hole) -> Refusal | None:
        """Why an archer may not go there now (`origin` None = from the hand)."""
        if self.ended is not None:
            return Refusal("game_over", origin, target)
        refusals = [explain(self.rules, p, origin, target) for p in self.standings()]
        if None in refusals:
            return None
        owner = self.position.owner(origin) if origin is not None else None
        return refusals[-1] if self.is_open and owner is not self.position.side else refusals[0]


def _parse(move: Move | str) -> Move:
    return parse_move(move) if isinstance(move, str) else move


@dataclass(frozen=True, slots=True)
class Match:
    """Two games with sides switched: `one` plays White in the first and Black in the second."""

    one: str = "White"
    two: str = "Black"
    games: tuple[Game, ...] = ()

    def __post_init__(self) -> None:
        """A match has two games at most; the second begins when the first is over."""
        if len(self.games) > 2:
            raise RulesError(f"a match has two games, not {len(self.games)}")
        if len(self.games) == 2 and self.games[0].outcome is None:
            raise RulesError("the first game of the match is not over yet")

    def add(self, game: Game) -> Match:
        """The match with its next game."""
        return replace(self, games=(*self.games, game))

    def seats(self, number: int) -> tuple[str, str]:
        """Who plays White and who Black in game 0 or 1."""
        return (self.two, self.one) if number % 2 else (self.one, self.two)

    @property
    def points(self) -> tuple[int, int]:
        """The points of `one` and `two` over all finished games."""
        one = two = 0
        for number, game in enumerate(self.games):
            if game.outcome is not None:
                white, black = game.outcome.points
                one, two = (one + black, two + white) if number % 2 else (one + white, two + black)
        return one, two

    @property
    def is_over(self) -> bool:
        """Both games are finished."""
        return len(self.games) == 2 and self.games[1].outcome is not None

    @property
    def winner(self) -> str | None:
        """Who has more points when it is over; nobody in a drawn match."""
        one, two = self.points
        if not self.is_over or one == two:
            return None
        return self.one if one > two else self.two


def replay(moves: Iterable[Move | str], rules: RuleSet = DEFAULT, start: Position = START) -> Game:
    """The game with these moves."""
    return Game(rules, start, tuple(_parse(move) for move in moves))
