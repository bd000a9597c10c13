"""Who stands where: half points, then the tie-breaks that were chosen before round one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from boardpi.hub.tournament.event import WIN, Event

TURNS: Final = 30  # Keizer's values settle in a few; whatever swings is cut off here


@dataclass(frozen=True, slots=True)
class Ranked:
    """One line of the table. `breaks` has the tie-breaks in their order."""

    id: int
    name: str
    team: str
    place: int  # shared by those who are equal in everything
    halves: int
    played: int
    won: int
    drawn: int
    lost: int
    points: tuple[int, int]
    is_in: bool
    breaks: tuple[int, ...] = ()
    value: int = 0  # Keizer's points


@dataclass(slots=True)
class _Tally:
    """What one player has gathered."""

    halves: int = 0
    points: list[int] = field(default_factory=lambda: [0, 0])
    results: Counter[int] = field(default_factory=Counter)
    opponents: list[tuple[int, int]] = field(default_factory=list)  # and half points against them


def _tallies(event: Event) -> dict[int, _Tally]:
    tallies = {player: _Tally() for player in event.entrants}
    for pairing in event.pairings:
        result = event.result(pairing)
        if pairing.two is None and result is not None:
            tallies[pairing.one].halves += result.halves[0]
    for one, two, result, _ in event.meetings():
        for player, other, mine in ((one, two, 0), (two, one, 1)):
            tally = tallies[player]
            tally.halves += result.halves[mine]
            if result.kind == "forfeit":
                continue  # it counts, but nobody was met
            tally.points[0] += result.points[mine]
            tally.points[1] += result.points[1 - mine]
            tally.results[result.halves[mine]] += 1
            tally.opponents.append((other, result.halves[mine]))
    return tallies


def scores_of(event: Event) -> dict[int, int]:
    """The half points of everybody."""
    return {player: tally.halves for player, tally in _tallies(event).items()}


def rank(event: Event) -> list[Ranked]:
    """The whole table, the leader first."""
    tallies = _tallies(event)
    values = keizer(event) if event.plan.format == "keizer" else dict.fromkeys(tallies, 0)
    keys = {
        player: (values[player], tally.halves, *_breaks(event, tallies, player))
        for player, tally in tallies.items()
    }
    order = sorted(tallies, key=lambda p: (*(-part for part in keys[p]), event.entrants[p].name))
    places: list[Ranked] = []
    for number, player in enumerate(order, 1):
        is_shared = places and keys[order[number - 2]] == keys[player]
        place = places[-1].place if is_shared else number
        places.append(_place(event, tallies[player], player, place, keys[player]))
    return places


def _place(event: Event, tally: _Tally, player: int, place: int, key: tuple[int, ...]) -> Ranked:
    entrant = event.entrants[player]
    won, drawn, lost = (tally.results[halves] for halves in (2, 1, 0))
    return Ranked(
        id=player,
        name=entrant.name,
        team=entrant.team,
        place=place,
        halves=tally.halves,
        played=won + drawn + lost,
        won=won,
        drawn=drawn,
        lost=lost,
        points=(tally.points[0], tally.points[1]),
        is_in=entrant.is_in,
        breaks=key[2:],
        value=key[0],
    )


def _breaks(event: Event, tallies: Mapping[int, _Tally], player: int) -> list[int]:
    return [_BREAKS[name](tallies, player) for name in event.plan.tie_breaks]


def _buchholz(tallies: Mapping[int, _Tally], player: int) -> int:
    """The half points of all opponents."""
    return sum(tallies[other].halves for other, _ in tallies[player].opponents)


def _sonneborn(tallies: Mapping[int, _Tally], player: int) -> int:
    """Those of the beaten ones, and half of those who drew; all doubled, so that it stays whole."""
    return sum(tallies[other].halves * mine for other, mine in tallies[player].opponents)


def _direct(tallies: Mapping[int, _Tally], player: int) -> int:
    """Half points against those who have as many."""
    mine = tallies[player]
    return sum(half for other, half in mine.opponents if tallies[other].halves == mine.halves)


def _points(tallies: Mapping[int, _Tally], player: int) -> int:
    """Points of games won less points lost."""
    return tallies[player].points[0] - tallies[player].points[1]


def _wins(tallies: Mapping[int, _Tally], player: int) -> int:
    return tallies[player].results[WIN]


_BREAKS: Final = {
    "buchholz": _buchholz,
    "sonneborn": _sonneborn,
    "direct": _direct,
    "points": _points,
    "wins": _wins,
}


def keizer(event: Event) -> dict[int, int]:
    """Keizer's points: who beats the first gets most. Values follow the ranking until it rests.

    The first is worth three times the last. A bye brings half of one's own value, a draw half of
    the opponent's; halves are kept whole by counting everything twice.
    """
    players = sorted(event.entrants, key=lambda p: (-event.entrants[p].rating, p))
    order, seen = players, list[list[int]]()
    points = dict.fromkeys(players, 0)
    for _ in range(TURNS):
        worth = {player: 3 * len(order) - 2 * n for n, player in enumerate(order)}
        points = {player: 2 * worth[player] for player in order}  # one's own value counts once
        for one, two, result, _pairing in event.meetings():
            points[one] += worth[two] * result.halves[0]
            points[two] += worth[one] * result.halves[1]
        for pairing in event.pairings:
            if pairing.two is None:
                points[pairing.one] += worth[pairing.one]
        seen.append(order)
        order = sorted(players, key=lambda p: (-points[p], players.index(p)))
        if order in seen:
            break
    return points


def teams(event: Event) -> list[tuple[str, int, int]]:
    """The clubs with their half points and matches, over matches between different clubs."""
    halves, matches = defaultdict[str, int](int), Counter[str]()
    for one, two, result, _ in event.meetings():
        mine, other = event.entrants[one].team, event.entrants[two].team
        if mine and other and mine != other:
            for team, half in ((mine, result.halves[0]), (other, result.halves[1])):
                halves[team] += half
                matches[team] += 1
    found = [(team, halves[team], matches[team]) for team in halves]
    return sorted(found, key=lambda line: (-line[1], line[0]))
