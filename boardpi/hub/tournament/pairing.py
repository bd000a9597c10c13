"""The next round: who meets whom, who sits out, who has White first.

Every format but the first rounds of a round robin is one question: which matching costs least? The
costs of what matters more are larger than all lesser ones together, so that no rematch is made
while one can be avoided, and nobody sits out twice before everybody has once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

import networkx as nx

from boardpi.hub.tournament.event import BadFact, Event
from boardpi.hub.tournament.ranking import keizer, rank, scores_of

Pair = tuple[int, int | None]
Costs = tuple[int, ...]
"""What a pair costs, the worst first."""
NOBODY: Final = 0  # numbers of players begin at 1


def pair(event: Event) -> list[Pair]:
    """The pairs of the next round, the leaders first."""
    players = [entrant.id for entrant in event.present()]
    if len(players) < 2:
        raise BadFact("a round needs two players")
    if event.plan.format == "free":
        raise BadFact("in free play nobody is paired by the hub")
    made = _PAIRED[event.plan.format](event, players)
    places = {standing.id: standing.place for standing in rank(event)}
    made.sort(key=lambda pair: (pair[1] is None, min(places[player] for player in pair if player)))
    return [sides(event, one, two) for one, two in made]


def sides(event: Event, one: int, two: int | None) -> Pair:
    """Who has White in the first game: who had it less often, then who had it longer ago."""
    if two is None:
        return one, None
    firsts: Counter[int] = Counter()
    last = dict[int, int]()
    for pairing in event.pairings:
        if pairing.two is not None:
            firsts[pairing.one] += 1
            last[pairing.one] = pairing.round
    key = {player: (firsts[player], last.get(player, 0), player) for player in (one, two)}
    return (one, two) if key[one] <= key[two] else (two, one)


# ── Swiss ─────────────────────────────────────────────────────────────────────────────────────────


def _swiss(event: Event, players: list[int]) -> list[Pair]:
    met, byes, scores = _met(event), _byes(event), scores_of(event)
    order = _order(event, players)
    place = {player: number for number, player in enumerate(order)}
    groups = Counter(scores[player] for player in players)

    def cost(one: int, two: int | None) -> Costs:
        if two is None:
            return 0, byes[one], scores[one] ** 2, len(order) - place[one]
        gap = abs(scores[one] - scores[two])
        half = groups[scores[one]] // 2 if not gap else 0
        fold = abs(abs(place[one] - place[two]) - half)  # the upper half meets the lower
        return met[frozenset((one, two))], 0, gap**2, fold

    return _match(order, cost)


def _order(event: Event, players: list[int]) -> list[int]:
    scores, entrants = scores_of(event), event.entrants
    return sorted(players, key=lambda p: (-scores[p], -entrants[p].rating, p))


# ── Keizer ────────────────────────────────────────────────────────────────────────────────────────


def _keizer(event: Event, players: list[int]) -> list[Pair]:
    """Neighbours of the ranking meet; the same two again after three rounds at the earliest."""
    values, byes, recent = keizer(event), _byes(event), _recent(event, 3)
    order = sorted(players, key=lambda p: (-values[p], -event.entrants[p].rating, p))
    place = {player: number for number, player in enumerate(order)}

    def cost(one: int, two: int | None) -> Costs:
        if two is None:
            return 0, byes[one], 0, len(order) - place[one]
        return recent[frozenset((one, two))], 0, (place[one] - place[two]) ** 2, 0

    return _match(order, cost)


# ── round robin ───────────────────────────────────────────────────────────────────────────────────


def _round_robin(event: Event, players: list[int]) -> list[Pair]:
    """By the circle; when somebody came late or left, whoever has not met yet."""
    everybody = list(event.entrants.values())
    if all(entrant.since == 1 and entrant.is_in for entrant in everybody):
        ring = [entrant.id for entrant in everybody]
        if event.number < len(ring) - 1 + len(ring) % 2:
            return _circle(ring, event.number)
    met = _met(event)
    left = Counter(p for p in players for q in players if p != q and not met[frozenset((p, q))])
    if not left:
        raise BadFact("everybody has met everybody")

    def cost(one: int, two: int | None) -> Costs:
        if two is None:
            return 0, left[one] ** 2, 0, 0
        return met[frozenset((one, two))], 0, 0, -(left[one] + left[two])

    return [(a, b) for a, b in _match(players, cost) if b is None or not met[frozenset((a, b))]]


def _circle(players: list[int], number: int) -> list[Pair]:
    """One stays, the others turn around; whoever meets nobody sits out."""
    first, *ring = [*players, *([NOBODY] if len(players) % 2 else [])]
    turn = number % len(ring)
    turned = [first, *ring[len(ring) - turn :], *ring[: len(ring) - turn]]
    half = len(turned) // 2
    pairs = zip(turned[:half], reversed(turned[half:]), strict=True)
    return [(max(pair), None) if NOBODY in pair else pair for pair in pairs]


# ── matching ──────────────────────────────────────────────────────────────────────────────────────


def _match(players: list[int], cost: Callable[[int, int | None], Costs]) -> list[Pair]:
    """The pairs that cost least together, each kind of cost before all that come after it."""
    edges = [(a, b, cost(a, b)) for n, a in enumerate(players) for b in players[n + 1 :]]
    if len(players) % 2:
        edges += [(a, NOBODY, cost(a, None)) for a in players]
    weights = _weights([costs for _, _, costs in edges], len(players))
    graph = nx.Graph()
    for (one, two, _), weight in zip(edges, weights, strict=True):
        graph.add_edge(one, two, weight=weight)
    made = nx.max_weight_matching(graph, maxcardinality=True)
    ordered = sorted((max(pair), min(pair)) for pair in made)
    return [(one, two or None) for one, two in ordered]


def _weights(costs: list[Costs], players: int) -> list[int]:
    """One number for each pair: the lowest cost is the highest weight."""
    lowest = [min(column) for column in zip(*costs, strict=True)]
    highest = [max(column) for column in zip(*costs, strict=True)]
    spans = [high - low for high, low in zip(highest, lowest, strict=True)]
    units, unit = [0] * len(spans), 1
    for index in reversed(range(len(spans))):
        units[index] = unit
        unit *= spans[index] * (players // 2 + 1) + 1
    totals = [
        sum((part - low) * size for part, low, size in zip(each, lowest, units, strict=True))
        for each in costs
    ]
    return [unit - total for total in totals]


def _met(event: Event) -> Counter[frozenset[int]]:
    """How often two were paired; who did not come to a forfeited match may meet again."""
    met: Counter[frozenset[int]] = Counter()
    for pairing in event.pairings:
        result = event.result(pairing)
        if pairing.two is not None and (result is None or result.kind != "forfeit"):
            met[frozenset((pairing.one, pairing.two))] += 1
    for one, two, _ in event.loose:
        met[frozenset((one, two))] += 1
    return met


def _recent(event: Event, rounds: int) -> Counter[frozenset[int]]:
    pairings = (pairing for made in event.rounds[-rounds:] for pairing in made)
    return Counter(frozenset((p.one, p.two)) for p in pairings if p.two is not None)


def _byes(event: Event) -> Counter[int]:
    return Counter(pairing.one for pairing in event.pairings if pairing.two is None)


_PAIRED = {"swiss": _swiss, "keizer": _keizer, "round-robin": _round_robin}


def choose_tables(pairs: Iterable[Pair], tables: list[str]) -> list[str]:
    """A table for each pair, the leaders at the first; none for byes and where none is left."""
    free = iter(tables)
    return ["" if two is None else next(free, "") for _, two in pairs]
