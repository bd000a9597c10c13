"""An evening as its log tells it: plan, entrants, rounds, rulings. Every line is checked.

Nothing is altered: `add` makes the next state of a fact, or refuses it with a sentence. Results
that tables have told are not in the log; `with_results` hands them in, and a ruling goes before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

WIN, DRAW, LOSS = 2, 1, 0
FORMATS: Final = ("swiss", "round-robin", "keizer", "free")
TIE_BREAKS: Final = ("buchholz", "sonneborn", "direct", "points", "wins")
HELP: Final = ("", "off", "lift", "full")
MOST_ENTRANTS: Final = 400
MOST_ROUNDS: Final = 99


class BadFact(ValueError):
    """Something that cannot be done in this evening; the message says why."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What the organiser chose before round one."""

    name: str
    format: str = "swiss"
    rounds: int = 5
    bye: int = WIN
    tie_breaks: tuple[str, ...] = ("buchholz", "sonneborn", "points")
    rules: str = ""
    minutes: int = 0  # of a round; 0 = no limit
    help: str = ""  # of the lights at all tables; "" = as each table has it


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of this evening; `team` is usually the club."""

    id: int
    name: str
    team: str = ""
    rating: int = 1500
    since: int = 1  # the first round that the player can be paired in
    is_in: bool = True


@dataclass(frozen=True, slots=True)
class Result:
    """Half points of a match, and the points of its games; `kind` says where they come from."""

    halves: tuple[int, int]
    points: tuple[int, int] = (0, 0)
    kind: str = "played"  # played, bye, forfeit or ruling
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Pairing:
    """`one` has White in the first game; `two` is None for a bye. `uid` is that of the match."""

    uid: str
    round: int
    one: int
    two: int | None
    table: str = ""

    def players(self) -> tuple[int, ...]:
        """One or two."""
        return (self.one,) if self.two is None else (self.one, self.two)


@dataclass(frozen=True, slots=True)
class Event:
    """The state of an evening."""

    plan: Plan
    entrants: Mapping[int, Entrant] = field(default_factory=dict)
    rounds: tuple[tuple[Pairing, ...], ...] = ()
    rulings: Mapping[str, Result] = field(default_factory=dict)
    unruled: frozenset[str] = frozenset()  # matches whose rulings were taken back
    told: Mapping[str, Result] = field(default_factory=dict)
    loose: tuple[tuple[int, int, Result], ...] = ()  # matches that nobody paired
    is_closed: bool = False

    @property
    def number(self) -> int:
        """The round that was paired last; 0 before the first."""
        return len(self.rounds)

    @property
    def pairings(self) -> Iterator[Pairing]:
        """Of all rounds."""
        return (pairing for pairings in self.rounds for pairing in pairings)

    def present(self) -> list[Entrant]:
        """Whom the next round is for."""
        return [e for e in self.entrants.values() if e.is_in and e.since <= self.number + 1]

    def result(self, pairing: Pairing) -> Result | None:
        """What counts; None while it is being played."""
        if pairing.uid in self.rulings:
            return self.rulings[pairing.uid]
        if pairing.two is None:
            return Result((self.plan.bye, 0), kind="bye")
        return self.told.get(pairing.uid)

    def missing(self) -> list[Pairing]:
        """The matches without a result."""
        return [pairing for pairing in self.pairings if self.result(pairing) is None]

    def with_results(
        self, told: Mapping[str, Result], loose: Iterable[tuple[int, int, Result]] = ()
    ) -> Event:
        """The same evening with what tables have told."""
        return replace(self, told=told, loose=tuple(loose))

    def meetings(self) -> Iterator[tuple[int, int, Result, Pairing | None]]:
        """Every match that has a result, without byes."""
        for pairing in self.pairings:
            result = self.result(pairing)
            if result is not None and pairing.two is not None:
                yield pairing.one, pairing.two, result, pairing
        for one, two, result in self.loose:
            yield one, two, result, None


def begin(fact: Mapping[str, Any]) -> Event:
    """The first line of a log: the plan."""
    breaks = tuple(fact.get("tie_breaks", ("buchholz", "sonneborn", "points")))
    plan = Plan(
        fact["name"],
        fact.get("format", "swiss"),
        fact.get("rounds", 5),
        fact.get("bye", WIN),
        breaks,
        fact.get("rules", ""),
        fact.get("minutes", 0),
        fact.get("help", ""),
    )
    if plan.format not in FORMATS:
        raise BadFact(f"{plan.format!r} is not a format: one of {', '.join(FORMATS)}")
    if not set(breaks) <= set(TIE_BREAKS) or len(set(breaks)) != len(breaks):
        raise BadFact(f"tie-breaks are some of {', '.join(TIE_BREAKS)}, each once")
    if plan.help not in HELP:
        raise BadFact(f"{plan.help!r} is not a level of help: one of off, lift, full")
    if not 1 <= plan.rounds <= MOST_ROUNDS or plan.bye not in (LOSS, DRAW, WIN):
        raise BadFact(f"1 to {MOST_ROUNDS} rounds, and a bye of 0, 1 or 2 half points")
    return Event(plan)


def add(event: Event, fact: Mapping[str, Any]) -> Event:
    """The evening after one more line of its log."""
    if event.is_closed and fact["what"] != "opened":
        raise BadFact("this evening is over: open it again first")
    return _ADD[fact["what"]](event, fact)


def fold(log: Iterable[Mapping[str, Any]]) -> Event:
    """The state that a whole log leads to."""
    lines = iter(log)
    event = begin(next(lines))
    for fact in lines:
        event = add(event, fact)
    return event


# ── entrants ──────────────────────────────────────────────────────────────────────────────────────


def _enter(event: Event, fact: Mapping[str, Any]) -> Event:
    player = fact["player"]
    if player in event.entrants:
        raise BadFact(f"{fact['name']} has entered already")
    if len(event.entrants) >= MOST_ENTRANTS:
        raise BadFact(f"{MOST_ENTRANTS} players are the most")
    new = Entrant(
        player, fact["name"], fact.get("team", ""), fact.get("rating", 1500), event.number + 1
    )
    return replace(event, entrants={**event.entrants, player: new})


def _withdraw(event: Event, fact: Mapping[str, Any]) -> Event:
    return _set_in(event, fact["player"], is_in=False)


def _return(event: Event, fact: Mapping[str, Any]) -> Event:
    return _set_in(event, fact["player"], is_in=True)


def _set_in(event: Event, player: int, *, is_in: bool) -> Event:
    entrant = event.entrants.get(player)
    if entrant is None:
        raise BadFact(f"no player has the number {player} this evening")
    if entrant.is_in == is_in:
        raise BadFact(f"{entrant.name} {'is in' if is_in else 'has withdrawn'} already")
    return replace(event, entrants={**event.entrants, player: replace(entrant, is_in=is_in)})


# ── rounds ────────────────────────────────────────────────────────────────────────────────────────


def _pair(event: Event, fact: Mapping[str, Any]) -> Event:
    number = event.number + 1
    if event.plan.format != "free" and event.number >= event.plan.rounds:
        raise BadFact(f"all {event.plan.rounds} rounds are paired")
    if fact["round"] != number:
        raise BadFact(f"round {number} is the next one, not {fact['round']}")
    pairings = tuple(_read_pairing(event, number, told) for told in fact["pairings"])
    _check_round(event, pairings)
    return replace(event, rounds=(*event.rounds, pairings))


def _read_pairing(event: Event, number: int, told: Mapping[str, Any]) -> Pairing:
    for player in (told["one"], told["two"]):
        if player is not None and player not in event.entrants:
            raise BadFact(f"no player has the number {player} this evening")
    return Pairing(told["uid"], number, told["one"], told["two"], told.get("table", ""))


def _check_round(event: Event, pairings: tuple[Pairing, ...]) -> None:
    players = [player for pairing in pairings for player in pairing.players()]
    if len(set(players)) != len(players):
        raise BadFact("a player is paired twice in one round")
    known = {pairing.uid for pairing in event.pairings}
    if known & {pairing.uid for pairing in pairings}:
        raise BadFact("a match is paired twice")


def _unpair(event: Event, fact: Mapping[str, Any]) -> Event:
    """Take back the pairing of the last round, while none of its matches has begun."""
    if not event.rounds or fact["round"] != event.number:
        raise BadFact("only the last round can be paired again")
    uids = {pairing.uid for pairing in event.rounds[-1]}
    if uids & (event.rulings.keys() | event.told.keys()):
        raise BadFact("matches of this round have begun: correct their results instead")
    return replace(event, rounds=event.rounds[:-1])


def _move(event: Event, fact: Mapping[str, Any]) -> Event:
    """Another table for one match."""
    find(event, fact["uid"])
    rounds = tuple(
        tuple(replace(p, table=fact["table"]) if p.uid == fact["uid"] else p for p in pairings)
        for pairings in event.rounds
    )
    return replace(event, rounds=rounds)


# ── rulings ───────────────────────────────────────────────────────────────────────────────────────


def _rule(event: Event, fact: Mapping[str, Any]) -> Event:
    """The arbiter says what counts; without `halves`, what the table told counts again."""
    pairing = find(event, fact["uid"])
    rulings = dict(event.rulings)
    unruled = event.unruled - {pairing.uid}
    if rulings.pop(pairing.uid, None) is not None:
        unruled |= {pairing.uid}
    if fact.get("halves") is not None:
        one, two = fact["halves"]
        if one not in (0, 1, 2) or two not in (0, 1, 2) or one + two > WIN:
            raise BadFact(f"{one} and {two} half points are no result of a match")
        if not str(fact.get("reason", "")).strip():
            raise BadFact("a ruling needs a reason")
        kind = "forfeit" if fact.get("forfeit") else "ruling"
        points = tuple(fact.get("points", (0, 0)))
        rulings[pairing.uid] = Result((one, two), (points[0], points[1]), kind, fact["reason"])
    return replace(event, rulings=rulings, unruled=unruled - rulings.keys())


def find(event: Event, uid: str) -> Pairing:
    """The pairing of a match."""
    for pairing in event.pairings:
        if pairing.uid == uid:
            return pairing
    raise BadFact(f"there is no match {uid!r} this evening")


def _close(event: Event, fact: Mapping[str, Any]) -> Event:
    return replace(event, is_closed=True)


def _open(event: Event, fact: Mapping[str, Any]) -> Event:
    return replace(event, is_closed=False)


_ADD: Final = {
    "entered": _enter,
    "withdrew": _withdraw,
    "returned": _return,
    "paired": _pair,
    "unpaired": _unpair,
    "moved": _move,
    "ruled": _rule,
    "closed": _close,
    "opened": _open,
}
