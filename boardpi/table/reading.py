"""Hypotheses: every way to read the evidence is followed until only one is left.

A `World` is a game that may be the true one: the committed game, some of its plies taken back, some
turns more. Each world keeps the evidence since the board last agreed with it. When the mask shows
one more turn completed in a world, a new world branches off; nothing is dropped because another
came first. What explains the mask now is a `Candidate`; the best one is shown and, if nothing
rivals it, committed by the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from boardpi.rules import Game, Move, Position, RuleSet, mask_of
from boardpi.rules.holes import ALL, FIRST_ROW
from boardpi.table.evidence import Evidence, Sight, in_the_air, note
from boardpi.table.settle import Change
from boardpi.table.turns import (
    Fit,
    Turn,
    fit_amendment,
    fit_turn,
    fit_undo,
    legal_turns,
)

MOST_WORLDS: Final = 16


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

    @property
    def key(self) -> tuple[int, tuple[Move, ...]]:
        """What happened, whatever the evidence for it."""
        return self.undone, self.moves

    @property
    def mask(self) -> int:
        """What the reeds must show when this world is at rest."""
        return self.standings[0].occupied

    @property
    def text(self) -> str:
        """The moves as a question names them."""
        return " ".join(map(str, self.moves))


@dataclass(frozen=True, slots=True)
class Candidate:
    """A world that explains the mask now."""

    world: World
    is_exact: bool = True  # nothing is in the air
    is_doubtful: bool = False  # may also be nothing at all: never committed by time
    is_slow: bool = False  # may also be half of another turn: committed by a long time

    @property
    def rank(self) -> tuple[int, int, bool]:
        """Seen before unseen, then fewer lifts called fidgeting, then no archer in the air."""
        return self.world.unseen, self.world.fidgets, not self.is_exact


@dataclass(frozen=True, slots=True)
class Ground:
    """What reading needs to know of the table."""

    game: Game
    live: int  # holes whose reeds are sound
    may_amend: bool = True
    may_undo: bool = True
    only_reentry: bool = False  # the last move is fixed but for its re-entry

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
        return None if only is None or only.is_slow or not only.is_exact else only

    @property
    def only(self) -> Candidate | None:
        """The one explanation, though it may be half of another turn, or the reply has begun."""
        if len(self.best) == 1 and not self.best[0].is_doubtful:
            return self.best[0]
        return None

    @property
    def is_open(self) -> bool:
        """Whether several explain it, or a doubtful one, while nothing is in the air."""
        return bool(self.best) and self.sole is None and all(c.is_exact for c in self.best)


def base_world(game: Game, evidence: Evidence = ()) -> World:
    """The committed game."""
    return World(game.standings() if game.outcome is None else (game.position,), evidence=evidence)


def observe(worlds: Iterable[World], change: Change, mask: int, live: int) -> tuple[World, ...]:
    """All worlds with one more change; a world that agrees with the mask forgets its evidence."""
    base, *others = worlds
    grown = [replace(base, evidence=note(base.evidence, change))]
    for world in others:
        world = replace(world, evidence=note(world.evidence, change))
        grown.append(_rest(world) if not (world.mask ^ mask) & live else world)
    return tuple(grown)


def _rest(world: World) -> World:
    lifts = Sight(world.evidence).lifts_from(world.mask)
    return replace(world, evidence=(), fidgets=world.fidgets + lifts)


def read(ground: Ground, worlds: tuple[World, ...], mask: int) -> tuple[Reading, tuple[World, ...]]:
    """The best explanations of this mask, and the worlds to go on with."""
    found: list[Candidate] = []
    for world in worlds:
        found += (c for c in _explain(ground, world, mask) if not _is_redone(ground, c.world))
    proven = [candidate for candidate in found if not candidate.world.is_latent]
    best = _best(proven)
    if len(best) == 1 and _has_rival(ground, worlds, best[0], mask):
        best = (replace(best[0], is_doubtful=True),)
    return Reading(best), _branch(worlds, found)


def _has_rival(ground: Ground, worlds: tuple[World, ...], candidate: Candidate, mask: int) -> bool:
    """Whether the same mask may be a turn of another world, half made, or is too long a story."""
    world = candidate.world
    if len(world.moves) > 2 and world.fidgets > 2:
        return True
    if (world.undone or world.unseen) and _is_half_made(ground, worlds[0], mask):
        return True
    return any(
        _is_half_made(ground, other, mask)
        for other in worlds[1:]
        if not other.is_latent and not _leads_to(other, world)
    )


def _leads_to(world: World, later: World) -> bool:
    """Whether the later world only goes on from this one."""
    return world.undone == later.undone and later.moves[: len(world.moves)] == world.moves


def _is_half_made(ground: Ground, world: World, mask: int) -> bool:
    """Whether a turn has begun in this world: taker, victim or both in the air, or an archer back
    before its arrival, and no lift beside these.
    """
    missing, extra = world.mask & ~mask & ground.live, mask & ~world.mask & ground.live
    if not missing | extra or Sight(world.evidence).lifted & ground.live != missing:
        return False
    return any(
        not missing & ~turn_holes(turn) and (not extra or _reentry_bit(turn) == extra)
        for standing in world.standings
        for turn in legal_turns(ground.rules, standing)
    )


def _reentry_bit(turn: Turn) -> int:
    return turn.move.reentry.bit if turn.move.reentry is not None else 0


def turn_holes(turn: Turn) -> int:
    """The holes that are empty while this turn is under way: the mover's and the victim's."""
    origin, target = turn.move.origin, turn.move.target
    if origin is None or target is None:
        return 0
    return origin.bit | (target.bit if turn.move.takes else 0)


def _is_redone(ground: Ground, world: World) -> bool:
    """Whether what was taken back was just played again: that is the committed game itself."""
    return bool(world.undone and world.moves) and (
        world.moves[0] == ground.game.moves[-world.undone]
    )


def _best(candidates: list[Candidate]) -> tuple[Candidate, ...]:
    best: dict[tuple[int, tuple[Move, ...]], Candidate] = {}
    for candidate in candidates:
        key = candidate.world.key
        if key not in best or candidate.rank < best[key].rank:
            best[key] = candidate
    kept = [candidate for candidate in best.values() if not _is_overtaken(candidate, best.values())]
    first = min((candidate.rank for candidate in kept), default=None)
    return tuple(candidate for candidate in kept if candidate.rank == first)


def _is_overtaken(candidate: Candidate, others: Iterable[Candidate]) -> bool:
    """Whether what is in the air here has come down as the next turn elsewhere."""
    return not candidate.is_exact and any(
        other is not candidate and other.is_exact and _leads_to(candidate.world, other.world)
        for other in others
    )


def _branch(worlds: tuple[World, ...], found: list[Candidate]) -> tuple[World, ...]:
    base, *others = worlds
    branches = {world.key: world for world in others}
    for candidate in found:
        world = candidate.world
        known = branches.get(world.key)
        if known is None or (world.unseen, world.fidgets) < (known.unseen, known.fidgets):
            branches[world.key] = world
    ranked = sorted(branches.values(), key=lambda w: (w.unseen, w.fidgets, -len(w.moves)))
    return (base, *ranked[: MOST_WORLDS - 1])


def _explain(ground: Ground, world: World, mask: int) -> Iterator[Candidate]:
    """What this world says of the mask: it is at rest, or one turn or undoing more was made."""
    if (world.moves or world.undone) and not (world.mask ^ mask) & ground.live:
        yield Candidate(world)
    if not world.evidence or _is_same_mover(world):
        return
    sight = Sight(world.evidence)
    for standing in world.standings:
        for turn in legal_turns(ground.rules, standing):
            yield from _explain_turn(ground, world, sight, turn, mask)
    if not world.moves and ground.may_undo:
        yield from _explain_undo(ground, world, sight, mask)


def _is_same_mover(world: World) -> bool:
    """Whether the opponent had to pass: until the dwell is over the mover may change his mind."""
    if not world.moves:
        return False
    last, standing = world.moves[-1], world.standings[0]
    moved = last.target if last.target is not None else last.reentry
    return moved is not None and standing.owner(moved) is standing.side


def _explain_turn(
    ground: Ground, world: World, sight: Sight, turn: Turn, mask: int
) -> Iterator[Candidate]:
    shown = turn.after.occupied
    lifted = shown & ~mask & ground.live
    if mask & ~shown & ground.live or (lifted and not _begins_reply(ground, turn, sight, lifted)):
        return
    fit = fit_turn(sight, turn, ground.live)
    if fit is None or (fit.unseen and (lifted or not ground.has_dead)):
        return
    branch = branch_off(world, turn, fit, sight, lifted)
    yield Candidate(branch, is_exact=not lifted, is_slow=_may_be_reentry(ground, turn))


def _may_be_reentry(ground: Ground, turn: Turn) -> bool:
    """Whether a retreat to the first row may be a re-entry before the arrival, archer in hand."""
    move = turn.move
    if move.takes or move.target is None or not FIRST_ROW[turn.before.side] >> move.target & 1:
        return False
    return any(
        other.move.origin == move.origin and other.move.reentry == move.target
        for other in legal_turns(ground.rules, turn.before)
    )


def _begins_reply(ground: Ground, turn: Turn, sight: Sight, lifted: int) -> bool:
    """Whether what is in the air can be the reply: a taker, its victim, or both, seen to leave.

    Where a reed is dead, too much else could look like that.
    """
    if ground.has_dead or lifted & ~sight.lifted:
        return False
    takers = lifted & turn.after.archers(turn.before.side.other)
    if turn.move.origin is None and lifted & ~takers & ~_lifted_after_landing(turn, sight):
        return False  # an own archer went to the first row: that is no re-entry
    landed = sum(hole.bit for hole in (turn.move.target, turn.move.reentry) if hole is not None)
    return takers.bit_count() < 2 and (lifted & ~takers).bit_count() < 2 and not lifted & landed


def _lifted_after_landing(turn: Turn, sight: Sight) -> int:
    """The holes whose last lift came after the archer had come back."""
    landing = sight.last_place.get(turn.move.reentry if turn.move.reentry is not None else -1, -1)
    return mask_of(hole for hole, lift in sight.last_lift.items() if lift > landing)


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
    )


def unseen_turns(ground: Ground, base: World, mask: int) -> list[World]:
    """Turns of the archer in hand that would look just like this: victims that were never seen.

    Nothing shows them, so they are latent: only a nudge, the page or a reply can prove them.
    """
    sight = Sight(base.evidence)
    found = []
    for standing in base.standings:
        for turn in legal_turns(ground.rules, standing):
            if not (turn.after.occupied ^ mask) & ground.live:
                fit = fit_turn(sight, turn, ground.live)
                if fit is not None and fit.unseen:
                    found.append(branch_off(base, turn, fit, sight))
    return found


def _explain_undo(ground: Ground, world: World, sight: Sight, mask: int) -> Iterator[Candidate]:
    game = ground.game
    left = len(game.moves) - world.undone
    if left == 0 or game.moves[left - 1].is_pass:
        return
    last = game.moves[left - 1]
    earlier = game.take_back(world.undone + 1)
    if not (earlier.position.occupied ^ mask) & ground.live:
        fit = fit_undo(sight, last, ground.live)
        if fit is not None:
            yield Candidate(_undone(world, earlier.standings(), (), fit, sight))
    if not world.undone:
        yield from _explain_long_undo(ground, world, sight, mask)
        if ground.may_amend:
            yield from _explain_amendment(ground, world, sight, mask)


def _explain_long_undo(
    ground: Ground, world: World, sight: Sight, mask: int
) -> Iterator[Candidate]:
    """Several plies put back together, in any order of hands: the fewest that lead to this mask."""
    game = ground.game
    for undone in range(2, len(game.moves) + 1):
        if game.moves[-undone].is_pass:
            return
        earlier = game.positions[-undone - 1]
        if (earlier.occupied ^ mask) & ground.live:
            continue
        if not (earlier.occupied ^ world.mask) & ground.live & ~(sight.lifted | sight.placed):
            standings = game.take_back(undone).standings()
            yield Candidate(World(standings, undone, unseen=1))
        return


def _undone(
    world: World,
    standings: tuple[Position, ...],
    moves: tuple[Move, ...],
    fit: Fit,
    sight: Sight,
) -> World:
    return World(
        standings,
        world.undone + 1,
        moves,
        (),
        world.unseen + bool(fit.hidden or fit.unseen),
        world.fidgets + max(sight.lifts_from(world.mask) - fit.explained, 0),
        fit.unseen,
    )


def _explain_amendment(
    ground: Ground, world: World, sight: Sight, mask: int
) -> Iterator[Candidate]:
    game = ground.game
    last, mover = game.moves[-1], game.positions[-1].side.other
    before = game.positions[-2].with_side(mover)
    for turn in legal_turns(ground.rules, before):
        if (turn.after.occupied ^ mask) & ground.live:
            continue
        if ground.only_reentry and turn.move.plain != last:
            continue
        fit = fit_amendment(sight, last, turn, ground.live)
        if fit is None:
            continue
        branch = _undone(world, (turn.after,), (turn.move,), fit, sight)
        yield Candidate(branch, is_doubtful=_may_be_reply(ground, world, last, turn))


def _may_be_reply(ground: Ground, world: World, last: Move, turn: Turn) -> bool:
    """Whether the lifted archer may be the opponent's victim, in hand, and not an amendment.

    An amendment to a capture leaves the same mask as the archer just moved, lifted by an opponent
    who could take it and who then adjusts one of his own.
    """
    return (turn.move.takes and turn.move.target != last.target) and any(
        reply.move.takes and reply.move.target == last.target
        for standing in world.standings
        for reply in legal_turns(ground.rules, standing)
    )
