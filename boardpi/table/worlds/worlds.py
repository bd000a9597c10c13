"""Worlds: games that may be the true one, and what explains the mask now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from boardpi.rules import PASS, Game, Move, Position, RuleSet, Side
from boardpi.rules.holes import ALL
from boardpi.table.settle import Change
from boardpi.table.worlds.evidence import Evidence, Sight, in_the_air, note
from boardpi.table.worlds.turns import Fit, Turn, legal_turns


@dataclass(frozen=True, slots=True)
class World:
    """A game that may be the true one, as far as it differs from the committed one."""

    standings: tuple[Position, ...]  # where it stands, once per side that may move
    undone: int = 0
    moves: tuple[Move, ...] = ()
    evidence: Evidence = ()
    unseen: int = 0  # turns that nothing showed, or that dead reeds hid
    fidgets: int = 0  # lifts that belong to no turn
    is_latent: bool = False  # standing there proves nothing; only what follows can
    is_guess: bool = False  # a sound reed was not seen to open, and it is too early to ask

    @property
    def key(self) -> tuple[int, tuple[Move, ...]]:
        """What happened, whatever the evidence for it."""
        return self.undone, self.moves

    @property
    def undone_together(self) -> bool:
        """Whether several plies were put back in no order, with nothing after them."""
        return self.undone > 1 and not self.moves and self.unseen > 0

    @property
    def mask(self) -> int:
        """What the reeds must show when this world is at rest."""
        return self.standings[0].occupied

    @property
    def text(self) -> str:
        """The moves as a question names them."""
        return " ".join(map(str, self.moves)) or f"takeback {self.undone}"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A world that explains the mask now."""

    world: World
    is_exact: bool = True  # nothing is in the air
    is_doubtful: bool = False  # may also be nothing at all: never committed by time
    is_slow: bool = False  # may also be half of another turn: committed by a longer time
    is_waiting: bool = False  # another archer of the mover is in the air: not committed by time

    @property
    def rank(self) -> tuple[int, int]:
        """Seen before unseen, then fewer lifts called fidgeting."""
        return self.world.unseen, self.world.fidgets


@dataclass(frozen=True, slots=True)
class Ground:
    """What reading needs to know of the table."""

    game: Game
    live: int  # holes whose reeds are sound
    may_amend: bool = True
    may_undo: bool = True
    only_reentry: bool = False  # the last move is fixed but for its re-entry
    asked: tuple[World, ...] = ()  # the candidates of the open question
    guided: Side | None = None  # of this side's turns only the expected one counts
    expected: Move | None = None

    def turns(self, standing: Position) -> tuple[Turn, ...]:
        """The turns that count here. One with a re-entry may also be half made, without it."""
        turns = legal_turns(self.rules, standing)
        if self.guided is None or standing.side is not self.guided:
            return turns
        if self.expected is None or standing != self.game.position.with_side(self.guided):
            return ()
        wanted = (self.expected, self.expected.plain)
        return tuple(turn for turn in turns if turn.move in wanted)

    def is_half_expected(self, world: World) -> bool:
        """Whether the expected turn was made but for its re-entry."""
        if self.expected is None or not world.moves:
            return False
        return world.moves[0] == self.expected.plain != self.expected

    @property
    def rules(self) -> RuleSet:
        """The rule set of the game."""
        return self.game.rules

    @property
    def has_dead(self) -> bool:
        """Whether some reed is broken: a turn may then be hidden at any time."""
        return self.live != ALL


@dataclass(frozen=True, slots=True)
class Reading:
    """The best explanations of the mask, equal in rank; the worlds go on behind them."""

    best: tuple[Candidate, ...] = ()

    @property
    def sole(self) -> Candidate | None:
        """The one explanation that nothing rivals."""
        only = self.only
        return None if only is None or only.is_slow or only.is_waiting else only

    @property
    def only(self) -> Candidate | None:
        """The one explanation, though it may be half of another turn, or the reply has begun."""
        if len(self.best) == 1 and not self.best[0].is_doubtful:
            return self.best[0]
        return None

    @property
    def is_open(self) -> bool:
        """Whether several explain it, or one that is doubtful."""
        return bool(self.best) and self.sole is None


def base_world(game: Game, evidence: Evidence = ()) -> World:
    """The committed game."""
    return World(game.standings() if game.outcome is None else (game.position,), evidence=evidence)


def observe(worlds: Iterable[World], change: Change, mask: int, live: int) -> tuple[World, ...]:
    """All worlds with one more change; a world that agrees with the mask forgets its evidence."""
    base, *others = worlds
    grown = [replace(base, evidence=note(base.evidence, change))]
    for world in others:
        world = replace(world, evidence=note(world.evidence, change))
        grown.append(_rest(world, live) if not (world.mask ^ mask) & live else world)
    return tuple(grown)


def _rest(world: World, live: int) -> World:
    """The world at rest; an archer too many that stood for a while is still to be explained."""
    sight = Sight(world.evidence)
    if sight.most_raised and live == ALL:
        return world  # with all reeds sound; a dead one may have hidden the lift before
    last = world.moves[-1] if world.moves else PASS
    turned = last.target.bit if last.takes and last.target is not None else 0
    idle = sight.lifts_from(world.mask & ~turned)
    return replace(world, evidence=(), fidgets=world.fidgets + idle)


def branch_off(world: World, turn: Turn, fit: Fit, sight: Sight, lifted: int = 0) -> World:
    """This world with one more turn; archers of the opponent in the air are its first evidence."""
    lifts = sight.lifts_from(world.mask) - fit.explained - lifted.bit_count()
    return World(
        (turn.after,),
        world.undone,
        (*world.moves, turn.move),
        in_the_air(world.evidence, lifted),
        world.unseen + bool(fit.hidden or fit.unseen),
        world.fidgets + max(lifts, 0),
        fit.unseen,
        world.is_guess,
    )


def leads_to(world: World, later: World) -> bool:
    """Whether the later world only goes on from this one."""
    return world.undone == later.undone and later.moves[: len(world.moves)] == world.moves
