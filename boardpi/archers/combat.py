"""What may be done in a turn of Archers, part by part, and the formation after it.

Who stood in an enemy's zone when the turn began may be shot; so the order of shots does not matter.
A step must not end in a zone of the enemy, as the zones are once the archer has left its square.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

from boardpi.archers.formation import FacingArcher, Formation
from boardpi.archers.manoeuvres import ArchersTurn, Manoeuvre, Shot, order
from boardpi.rules.errors import RulesError
from boardpi.rules.holes import Side
from boardpi.texts import ARCHERS

MANOEUVRES: Final = 2
CODES: Final = (
    "game_over",
    "turn_decides",
    "empty_square",
    "not_your_archer",
    "shots_first",
    "nobody_there",
    "own_archer",
    "not_in_zone",
    "has_shot",
    "is_shot",
    "two_made",
    "not_straight",
    "occupied",
    "enemy_zone",
    "not_a_quarter",
    "not_two",
    "nothing_changed",
)
"""In order of precedence."""


class TurnRefused(RulesError):
    """A part that the rules forbid, or a turn that is not whole. `code` says which rule."""

    def __init__(self, code: str, archer: str = "", target: str = "") -> None:
        self.code, self.archer, self.target = code, archer, target
        super().__init__(self.sentence())

    def sentence(self, language: str = "en") -> str:
        """The reason in words."""
        facts = {"archer": self.archer, "target": self.target}
        return ARCHERS.say(language, f"archers.refused.{self.code}", **facts)

    def sentences(self) -> dict[str, str]:
        """The same in every language."""
        facts = {"archer": self.archer, "target": self.target}
        return ARCHERS.say_in_all(f"archers.refused.{self.code}", **facts)


def controlled(formation: Formation, side: Side, without: int | None = None) -> int:
    """All squares in a zone of this side, as if nobody stood on `without`."""
    field, mask, occupied = formation.field, 0, formation.occupied
    if without is not None:
        occupied &= ~(1 << without)
    for square, archer in formation.stations:
        if archer.side is side:
            mask |= field.zone(square, archer.facing, occupied)
    return mask


def targets(formation: Formation) -> dict[int, int]:
    """Whom each archer of the side to move has in its zone: one enemy at most."""
    field, occupied = formation.field, formation.occupied
    enemies = formation.squares_of(formation.side.other)
    found = {}
    for square, archer in formation.stations:
        if archer.side is formation.side:
            seen = field.zone(square, archer.facing, occupied) & enemies
            if seen:
                found[square] = seen.bit_length() - 1
    return found


def manoeuvres(formation: Formation) -> Iterator[tuple[Manoeuvre, Formation]]:
    """Every manoeuvre of the side to move, and the formation after it."""
    name, side = formation.field.name, formation.side
    for square, archer in formation.stations:
        if archer.side is not side:
            continue
        for step in steps(formation, square, archer):
            yield Manoeuvre(name(square), name(step)), moved(formation, square, step, archer)
        for facing in archer.facing.sides:
            turned = archer._replace(facing=facing)
            made = Manoeuvre(name(square), facing=facing)
            yield made, moved(formation, square, square, turned)


def steps(formation: Formation, square: int, archer: FacingArcher) -> Iterator[int]:
    """Where an archer may step: straight ahead or back, to a free square that no enemy controls."""
    field = formation.field
    ways = (field.neighbour(square, way) for way in (archer.facing, archer.facing.back))
    free = [step for step in ways if step is not None and not formation.occupied >> step & 1]
    if free:
        zone = controlled(formation, archer.side.other, without=square)
        yield from (step for step in free if not zone >> step & 1)


def moved(formation: Formation, origin: int, target: int, archer: FacingArcher) -> Formation:
    """An archer gone from one square to another, or turned where it stands."""
    others = [station for station in formation.stations if station[0] != origin]
    return formation.placed([*others, (target, archer)])


def without(formation: Formation, squares: Iterable[int]) -> Formation:
    """These archers are shot."""
    shot = frozenset(squares)
    return formation.placed(one for one in formation.stations if one[0] not in shot)


@dataclass(frozen=True, slots=True)
class OpenTurn:
    """A turn that is being put together; `now` is the field as it stands meanwhile."""

    start: Formation
    now: Formation
    shots: tuple[Shot, ...] = ()
    manoeuvres: tuple[Manoeuvre, ...] = ()

    def add(self, part: Shot | Manoeuvre) -> OpenTurn:
        """The turn with one more part; a part that the rules forbid raises TurnRefused."""
        if self.start.ending() is not None:
            raise TurnRefused("game_over")
        if self.now.ending() is not None:
            raise TurnRefused("turn_decides")
        return self._shoot(part) if isinstance(part, Shot) else self._manoeuvre(part)

    def _own(self, name: str) -> tuple[int, FacingArcher]:
        square = self.now.field.square(name)
        archer = self.now.at(square)
        if archer is None:
            raise TurnRefused("empty_square", name)
        if archer.side is not self.now.side:
            raise TurnRefused("not_your_archer", name)
        return square, archer

    def _shoot(self, shot: Shot) -> OpenTurn:
        square, archer = self._own(shot.shooter)
        target = self.now.field.square(shot.target)
        code = self._refuse_shot(shot, square, target, archer)
        if code is not None:
            raise TurnRefused(code, shot.shooter, shot.target)
        shots = tuple(sorted((*self.shots, shot), key=order))
        return replace(self, now=without(self.now, [target]), shots=shots)

    def _refuse_shot(
        self, shot: Shot, square: int, target: int, archer: FacingArcher
    ) -> str | None:
        if self.manoeuvres:
            return "shots_first"
        victim = self.start.at(target)
        if victim is None:
            return "nobody_there"
        if victim.side is archer.side:
            return "own_archer"
        if targets(self.start).get(square) != target:
            return "not_in_zone"
        if any(made.shooter == shot.shooter for made in self.shots):
            return "has_shot"
        return "is_shot" if any(made.target == shot.target for made in self.shots) else None

    def _manoeuvre(self, made: Manoeuvre) -> OpenTurn:
        square, archer = self._own(made.archer)
        if len(self.manoeuvres) == MANOEUVRES:
            raise TurnRefused("two_made", made.archer)
        if made.facing is not None:
            if made.facing not in archer.facing.sides:
                raise TurnRefused("not_a_quarter", made.archer)
            after = moved(self.now, square, square, archer._replace(facing=made.facing))
        else:
            target = self.now.field.square(made.target or "")
            self._check_step(made, square, target, archer)
            after = moved(self.now, square, target, archer)
        return replace(self, now=after, manoeuvres=(*self.manoeuvres, made))

    def _check_step(self, made: Manoeuvre, square: int, target: int, archer: FacingArcher) -> None:
        field, code = self.now.field, None
        ways = (archer.facing, archer.facing.back)
        if target not in [field.neighbour(square, way) for way in ways]:
            code = "not_straight"
        elif self.now.occupied >> target & 1:
            code = "occupied"
        elif target not in steps(self.now, square, archer):
            code = "enemy_zone"
        if code is not None:
            raise TurnRefused(code, made.archer, made.target or "")

    @property
    def missing(self) -> str | None:
        """Why the turn cannot be finished yet, as a code; None if it can."""
        if self.start.ending() is not None:
            return "game_over"
        if self.now.ending() is not None:
            return None
        if len(self.manoeuvres) < MANOEUVRES:
            return "not_two"
        return "nothing_changed" if self.now == self.start else None

    def finish(self) -> tuple[ArchersTurn, Formation]:
        """The turn, and the formation with the other side to move."""
        if self.missing is not None:
            raise TurnRefused(self.missing)
        after = replace(self.now, side=self.now.side.other)
        return ArchersTurn(self.shots, self.manoeuvres), after

    def possible_shots(self) -> Mapping[int, int]:
        """Who may still shoot whom."""
        if self.manoeuvres or self.missing in (None, "game_over"):
            return {}
        field = self.start.field
        done = {field.square(shot.shooter) for shot in self.shots}
        gone = {field.square(shot.target) for shot in self.shots}
        return {s: t for s, t in targets(self.start).items() if s not in done and t not in gone}

    def possible_manoeuvres(self) -> Iterator[Manoeuvre]:
        """What may be added."""
        if len(self.manoeuvres) < MANOEUVRES and self.missing not in (None, "game_over"):
            yield from (made for made, _ in manoeuvres(self.now))


def open_turn(formation: Formation, parts: Iterable[Shot | Manoeuvre] = ()) -> OpenTurn:
    """A turn with these parts."""
    turn = OpenTurn(formation, formation)
    for part in parts:
        turn = turn.add(part)
    return turn


def play_turn(formation: Formation, turn: ArchersTurn) -> Formation:
    """The formation after a turn; one that the rules forbid raises TurnRefused."""
    return open_turn(formation, (*turn.shots, *turn.manoeuvres)).finish()[1]


def legal_turns(formation: Formation) -> Iterator[tuple[ArchersTurn, Formation]]:
    """Every turn of the side to move, and the formation after it."""
    if formation.ending() is not None:
        return
    for shots, after in _volleys(formation):
        for made, now in _pairs(after):
            if shots or now != formation:
                yield ArchersTurn(shots, made), replace(now, side=now.side.other)


def _volleys(formation: Formation) -> Iterator[tuple[tuple[Shot, ...], Formation]]:
    """Every choice of shots, none of them first: each target is shot by one archer, or spared."""
    shooters: dict[int, list[int]] = {}
    for shooter, target in targets(formation).items():
        shooters.setdefault(target, []).append(shooter)
    name = formation.field.name
    for choice in product(*([None, *found] for found in shooters.values())):
        hits = [(s, t) for s, t in zip(choice, shooters, strict=True) if s is not None]
        shots = tuple(sorted((Shot(name(s), name(t)) for s, t in hits), key=order))
        yield shots, without(formation, (t for _, t in hits)) if hits else formation


def _pairs(formation: Formation) -> Iterator[tuple[tuple[Manoeuvre, ...], Formation]]:
    """Two manoeuvres; none or one where the game has ended by then."""
    if formation.ending() is not None:
        yield (), formation
        return
    for first, now in manoeuvres(formation):
        if now.ending() is not None:
            yield (first,), now
        else:
            yield from (((first, second), after) for second, after in manoeuvres(now))


def perft(formation: Formation, depth: int) -> int:
    """How many sequences of so many turns there are."""
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in legal_turns(formation))
    return sum(perft(after, depth - 1) for _, after in legal_turns(formation))
