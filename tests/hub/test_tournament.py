"""Evenings of every format, played by chance, held against rules and an independent brute force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from itertools import combinations
from platform import machine
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardpi.hub.tournament.event import BadFact, Event, Pairing, Result, add, begin, fold
from boardpi.hub.tournament.pairing import pair
from boardpi.hub.tournament.ranking import keizer, rank, scores_of, teams
from boardpi.hub.tournament.ratings import Rating, rate_all

Pair = tuple[int, int | None]
RESULTS = [Result((2, 0), (8, 3)), Result((1, 1), (5, 5)), Result((0, 2), (2, 6))]


def evening(players: int, **plan: Any) -> Event:
    event = begin({"what": "planned", "name": "Friday", **plan})
    for number in range(1, players + 1):
        club = "North" if number % 2 else "South"
        told = {"player": number, "name": f"P{number:02}", "team": club, "rating": 1500 + number}
        event = add(event, {"what": "entered", **told})
    return event


def next_round(event: Event) -> Event:
    pairs = pair(event)
    told = [
        {"uid": f"{event.number + 1:04}{number:04}", "one": one, "two": two}
        for number, (one, two) in enumerate(pairs)
    ]
    return add(event, {"what": "paired", "round": event.number + 1, "pairings": told})


def played(event: Event, random: Random) -> Event:
    told = dict(event.told)
    for pairing in event.missing():
        told[pairing.uid] = random.choice(RESULTS)
    return event.with_results(told)


def play_on(event: Event, seen: list[Event]) -> None:
    while True:
        event = played(next_round(event), Random(2))
        seen.append(event)


def pairs_of(event: Event) -> list[frozenset[int]]:
    return [frozenset((p.one, p.two)) for p in event.pairings if p.two is not None]


def byes_of(event: Event) -> Counter[int]:
    return Counter(p.one for p in event.pairings if p.two is None)


def all_matchings(players: list[int]) -> Iterator[list[Pair]]:
    """Every way to pair them, one sitting out where they are odd; written without a graph."""
    if len(players) % 2:
        for player in players:
            rest = [other for other in players if other != player]
            yield from ([(player, None), *others] for others in all_matchings(rest))
    elif not players:
        yield []
    else:
        first, *others = players
        for other in others:
            rest = [player for player in others if player != other]
            yield from ([(first, other), *more] for more in all_matchings(rest))


def faults_of(event: Event, pairs: list[Pair]) -> tuple[int, int, int]:
    """Rematches, second byes, squared differences of points: the fewer the better, in order."""
    met, byes, scores = Counter(pairs_of(event)), byes_of(event), scores_of(event)
    rematches = sum(met[frozenset((a, b))] for a, b in pairs if b is not None)
    again = sum(byes[a] for a, b in pairs if b is None)
    gaps = sum((scores[a] - (scores[b] if b is not None else 0)) ** 2 for a, b in pairs)
    return rematches, again, gaps


@settings(max_examples=25, deadline=None)
@given(players=st.integers(2, 8), seed=st.integers(0, 10_000))
def test_no_other_swiss_round_would_be_better(players: int, seed: int) -> None:
    random, event = Random(seed), evening(players, rounds=9)
    for _ in range(random.randint(1, 7)):
        event = played(next_round(event), random)
    made = pair(event)
    best = min(faults_of(event, other) for other in all_matchings(list(event.entrants)))
    assert faults_of(event, made) == best
    assert sorted(p for both in made for p in both if p) == sorted(event.entrants)


def pairs_by_swisspair(event: Event) -> list[Pair]:
    """A second opinion that shares nothing with us: nobody meets twice or sits out twice."""
    swisspair = import_module("swisspair")
    met, byes, scores = pairs_of(event), byes_of(event), scores_of(event)
    order = sorted(event.entrants, key=lambda player: (-scores[player], player))
    told = [
        swisspair.Player(
            id=str(player),
            points=scores[player],
            rank=rank_,
            can_get_bye=not byes[player],
            cannot_be_paired_against_ids={
                str(other) for other in order if frozenset((player, other)) in met
            },
        )
        for rank_, player in enumerate(order, 1)
    ]
    matches = swisspair.create_matches(told)
    return [(int(m.p1.id), None if m.p2 is None else int(m.p2.id)) for m in matches]


@pytest.mark.skipif(machine() != "x86_64", reason="swisspair is made for this kind alone")
@settings(max_examples=20, deadline=None)
@given(players=st.integers(4, 24), seed=st.integers(0, 10_000))
def test_swisspair_pairs_no_better(players: int, seed: int) -> None:
    random, event = Random(seed), evening(players, rounds=9)
    for _ in range(random.randint(1, max(1, players // 3))):
        event = played(next_round(event), random)
    theirs = pairs_by_swisspair(event)
    assert faults_of(event, theirs)[:2] == (0, 0)
    assert faults_of(event, pair(event)) <= faults_of(event, theirs)


@settings(max_examples=6, deadline=None)
@given(players=st.integers(9, 40), seed=st.integers(0, 10_000))
def test_a_swiss_evening_has_no_rematch_and_fair_byes(players: int, seed: int) -> None:
    random, event = Random(seed), evening(players, rounds=5)
    for number in range(5):
        if number == 2:
            event = add(event, {"what": "withdrew", "player": 1})
            event = add(event, {"what": "entered", "player": 99, "name": "Late"})
        event = played(next_round(event), random)
    assert max(Counter(pairs_of(event)).values()) == 1
    assert max(byes_of(event).values(), default=0) <= 1
    firsts = Counter(p.one for p in event.pairings if p.two is not None)
    assert max(abs(2 * firsts[player] - 5) for player in event.entrants if player != 99) <= 5
    assert all(p.two != 1 and p.one != 1 for made in event.rounds[2:] for p in made)


@pytest.mark.parametrize("players", range(2, 12))
def test_in_a_round_robin_everybody_meets_everybody_once(players: int) -> None:
    rounds = players - 1 + players % 2
    event = evening(players, format="round-robin", rounds=rounds)
    for _ in range(rounds):
        event = played(next_round(event), Random(1))
    assert sorted(map(sorted, pairs_of(event))) == [
        list(p) for p in combinations(range(1, players + 1), 2)
    ]
    assert set(byes_of(event).values()) <= {1}
    with pytest.raises(BadFact, match=r"all \d+ rounds|everybody"):
        next_round(event)


def test_a_late_guest_of_a_round_robin_meets_the_others_too() -> None:
    event = evening(5, format="round-robin", rounds=20)
    event = played(next_round(event), Random(2))
    event = add(event, {"what": "entered", "player": 6, "name": "Late"})
    event = add(event, {"what": "withdrew", "player": 2})
    with pytest.raises(BadFact, match="everybody has met everybody"):
        play_on(event, seen := [event])
    event = seen[-1]
    here = [p for p in pairs_of(event) if 2 not in p]
    assert sorted(map(sorted, here)) == [list(p) for p in combinations((1, 3, 4, 5, 6), 2)]


@settings(max_examples=10, deadline=None)
@given(players=st.integers(7, 15), seed=st.integers(0, 10_000))
def test_keizer_lets_neighbours_meet_and_nobody_again_too_soon(players: int, seed: int) -> None:
    """Six may be left as two threes who have not met: then somebody must meet again."""
    random, event = Random(seed), evening(players, format="keizer", rounds=9)
    for _ in range(6):
        event = played(next_round(event), random)
    for first in range(3):
        near = [p for made in event.rounds[first : first + 4] for p in made if p.two]
        pairs = [frozenset((p.one, p.two)) for p in near]
        assert len(set(pairs)) == len(pairs)
    places = rank(event)
    values = keizer(event)
    assert [place.value for place in places] == sorted(values.values(), reverse=True)


def test_to_beat_the_first_is_worth_more_than_to_beat_the_last() -> None:
    event = evening(4, format="keizer", rounds=3)  # 4 is the strongest, 1 the weakest
    told = [{"uid": "00000001", "one": 2, "two": 4}, {"uid": "00000002", "one": 3, "two": 1}]
    event = add(event, {"what": "paired", "round": 1, "pairings": told})
    event = event.with_results({"00000001": RESULTS[0], "00000002": RESULTS[0]})
    assert rank(event)[0].id == 2


@settings(max_examples=20, deadline=None)
@given(players=st.integers(2, 12), seed=st.integers(0, 10_000))
def test_the_table_adds_up(players: int, seed: int) -> None:
    random, event = Random(seed), evening(players, rounds=9, bye=1)
    for _ in range(3):
        event = played(next_round(event), random)
    places = rank(event)
    meetings = list(event.meetings())
    assert sum(place.halves for place in places) == 2 * len(meetings) + byes_of(event).total()
    assert sum(place.won for place in places) == sum(place.lost for place in places)
    assert [place.halves for place in places] == sorted((p.halves for p in places), reverse=True)
    between = [m for m in meetings if event.entrants[m[0]].team != event.entrants[m[1]].team]
    assert sum(halves for _, halves, _ in teams(event)) == 2 * len(between)


def test_tie_breaks_by_hand() -> None:
    event = evening(4, rounds=3, tie_breaks=["buchholz", "sonneborn", "points"])
    told = [{"uid": "00000001", "one": 1, "two": 2}, {"uid": "00000002", "one": 3, "two": 4}]
    event = add(event, {"what": "paired", "round": 1, "pairings": told})
    told = [{"uid": "00000003", "one": 1, "two": 3}, {"uid": "00000004", "one": 2, "two": 4}]
    event = add(event, {"what": "paired", "round": 2, "pairings": told})
    win, draw = RESULTS[0], RESULTS[1]
    event = event.with_results(
        {"00000001": win, "00000002": win, "00000003": draw, "00000004": win}
    )
    found = {p.id: (p.halves, p.breaks) for p in rank(event)}
    # 1 beat 2 and drew with 3; 3 beat 4. 2 beat 4: 1 has 3 halves, 3 has 3, 2 has 2, 4 has 0.
    assert found[1] == (3, (5, 7, 5))
    assert found[3] == (3, (3, 3, 5))
    assert [place.id for place in rank(event)] == [1, 3, 2, 4]


# ── what an evening refuses ───────────────────────────────────────────────────────────────────────


def test_a_ruling_goes_before_the_table_and_can_be_taken_back() -> None:
    event = played(next_round(evening(2, rounds=3)), Random(1))
    (pairing,) = event.pairings
    ruled = {"what": "ruled", "uid": pairing.uid, "halves": [0, 2], "reason": "the clock"}
    after = add(event, ruled)
    assert after.result(pairing) == Result((0, 2), (0, 0), "ruling", "the clock")
    back = add(after, {"what": "ruled", "uid": pairing.uid, "halves": None})
    assert back.result(pairing) == event.result(pairing)
    with pytest.raises(BadFact, match="reason"):
        add(event, {**ruled, "reason": " "})
    with pytest.raises(BadFact, match="no result"):
        add(event, {**ruled, "halves": [2, 2]})


def test_who_did_not_come_may_be_met_again() -> None:
    event = next_round(evening(2, rounds=3))
    (pairing,) = event.pairings
    told = {"halves": [2, 0], "reason": "did not come", "forfeit": True}
    event = add(event, {"what": "ruled", "uid": pairing.uid, **told})
    event = next_round(event)
    assert len(set(pairs_of(event))) == 1
    assert scores_of(event)[pairing.one] == 2


def test_a_round_is_paired_again_only_before_it_begins() -> None:
    event = next_round(evening(4, rounds=3))
    again = add(event, {"what": "unpaired", "round": 1})
    assert again.number == 0
    begun = event.with_results({next(event.pairings).uid: RESULTS[0]})
    with pytest.raises(BadFact, match="have begun"):
        add(begun, {"what": "unpaired", "round": 1})


@pytest.mark.parametrize(
    ("fact", "why"),
    [
        ({"what": "entered", "player": 1, "name": "P01"}, "already"),
        ({"what": "withdrew", "player": 9}, "no player"),
        ({"what": "returned", "player": 1}, "already"),
        ({"what": "paired", "round": 2, "pairings": []}, "round 1"),
        (
            {
                "what": "paired",
                "round": 1,
                "pairings": [{"uid": "a", "one": 1, "two": 2}, {"uid": "b", "one": 2, "two": None}],
            },
            "twice",
        ),
        ({"what": "ruled", "uid": "x", "halves": [2, 0], "reason": "y"}, "no match"),
        ({"what": "unpaired", "round": 1}, "last round"),
    ],
)
def test_what_cannot_be_done_is_refused(fact: dict[str, Any], why: str) -> None:
    with pytest.raises(BadFact, match=why):
        add(evening(3), fact)


def test_a_log_folds_to_the_same_evening() -> None:
    log: list[dict[str, Any]] = [
        {"what": "planned", "name": "Friday", "rounds": 2},
        {"what": "entered", "player": 1, "name": "A"},
        {"what": "entered", "player": 2, "name": "B"},
        {"what": "paired", "round": 1, "pairings": [{"uid": "u", "one": 2, "two": 1}]},
        {"what": "moved", "uid": "u", "table": "t02"},
        {"what": "closed"},
    ]
    event = fold(log)
    assert list(event.pairings) == [Pairing("u", 1, 2, 1, "t02")]
    with pytest.raises(BadFact, match="over"):
        add(event, {"what": "entered", "player": 3, "name": "C"})


# ── ratings ───────────────────────────────────────────────────────────────────────────────────────


def test_ratings_follow_strength() -> None:
    """Players of known strength: after a season the order is right, and everybody is surer."""
    random, strengths = Random(5), {1: 1200, 2: 1400, 3: 1600, 4: 1800}
    ratings = {player: Rating() for player in strengths}
    for _ in range(40):
        matches = []
        for one, two in combinations(strengths, 2):
            hope = 1 / (1 + 10 ** ((strengths[two] - strengths[one]) / 400))
            matches.append((one, two, 1.0 if random.random() < hope else 0.0))
        ratings = rate_all(ratings, matches)
    assert sorted(ratings, key=lambda player: ratings[player].value) == [1, 2, 3, 4]
    assert all(rating.deviation < 120 for rating in ratings.values())
