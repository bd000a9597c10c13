"""Fuzzing: whole sessions by all hands there are, at any timing, and one property over everything.

Nothing is ever told that was not true, and from every state the restored position is recognised
within `astray_ms`.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from boardpi.rules import HOLES, RULE_SETS, holes_in
from boardpi.sim.faults import BOUNCING
from boardpi.sim.habits import CHANCES, Habits
from boardpi.sim.sessions import SessionPlan, simulate
from boardpi.table.events import Sensed, Woke
from boardpi.table.step import step
from boardpi.table.table import Table
from boardpi.table.timing import Timing
from boardpi.table.trace import parse_event, parse_header, tell
from tests.table.strangers.habits import HABITS
from tests.table.strangers.judge import Event, states_of
from tests.table.strangers.session import make

TIMINGS = (Timing(), Timing(), Timing(dwell_ms=400), Timing(settle_ms=20))


class FuzzedSession(NamedTuple):
    """What the reeds saw, and the events of a perfect reader."""

    name: str
    lines: list[str]
    truth: list[Event]


def invent(number: str) -> FuzzedSession:
    """A session out of nothing but its number."""
    chance = Random(number)
    rules = chance.choice(sorted(RULE_SETS))
    plies, timing = chance.choice((8, 16, 30, 60)), chance.choice(TIMINGS)
    is_dead, seed = chance.random() < 0.25, chance.randrange(10**9)
    if chance.random() < 0.5:
        some = frozenset(chance.sample(sorted(HABITS), chance.randint(5, len(HABITS))))
        game = make(seed, rules, plies, some, with_dead=is_dead)
        return FuzzedSession(f"strangers {number}", _dump(game["trace"]), game["truth"])
    rate = chance.choice((0.05, 0.15, 0.3))
    chances: dict[str, Any] = {habit: rate * chance.random() for habit in CHANCES}
    # A victim that is swept out is seen; what is over before it settles is an unseen capture.
    swept = (timing.settle_ms * 3 // 2, 70)
    habits = Habits(**{**chances, "abandon": 0.0, "sweep_ms": swept})
    dead = chance.choice(HOLES).bit if is_dead else 0
    plan = SessionPlan(RULE_SETS[rules], habits, BOUNCING, plies, dead, timing)
    session = simulate(plan, seed)
    truth = [{"ms": 0, **event} for event in session.told if "event" in event]
    return FuzzedSession(f"own {number}", session.lines(), truth)


def _dump(lines: list[dict[str, Any]]) -> list[str]:
    return [json.dumps(line) for line in lines]


def faults(session: FuzzedSession, chance: Random) -> Iterator[str]:
    """What the table told wrongly, and what it did not recognise."""
    table = parse_header(session.lines[0]).table()
    cut, told = chance.randrange(1, len(session.lines)), list[Event]()
    for number, line in enumerate(session.lines[1:], 1):
        table, effects = step(table, parse_event(line, number + 1))
        told += tell(effects)
        if number == cut and not table.is_over:
            yield from _unrecognised(table)
    true = [(0, ()), *(state for _, state in states_of(session.truth))]
    known = {moves[:k] for _, moves in true for k in range(len(moves) + 1)}
    # A game of which nothing could be read is followed by the next one under its own number.
    games = max(number for number, _ in true)
    for _, (number, moves) in states_of(told):
        if number > games or moves not in known:
            yield f"wrong: game {number}: {' '.join(moves[-3:])}"
            break


def _unrecognised(table: Table) -> Iterator[str]:
    """Put the archers back where they belong, and wait."""
    for _ in range(3):  # what is put back may be a move or a take-back: then from there again
        position, raw, ms = table.position, table.settling.raw, table.ms
        for hole in holes_in((raw ^ position.occupied) & table.live):
            ms, raw = ms + 60, raw ^ hole.bit
            table, _ = step(table, Sensed(ms, raw))
        timing = table.timing
        table, _ = step(table, Woke(ms + timing.settle_ms + timing.astray_ms))
        if table.position == position or table.is_over:
            break
    # An archer that stands where one of the other side belongs cannot be seen: a rival may lead.
    is_seen = table.is_over or (
        table.astray is None and any(s.rests(table.live) for s in table.stories)
    )
    if not is_seen:
        yield f"not recognised at {table.ms} ms: {table.position}"


def fuzz(seed: str, seconds: float) -> Counter[str]:
    """Sessions one after the other, for so many seconds of the processor."""
    found: Counter[str] = Counter()
    began = time.process_time()
    while time.process_time() - began < seconds:
        number = f"{seed}.{found['sessions']}"
        session = invent(number)
        found["sessions"] += 1
        found["changes"] += len(session.lines)
        for fault in faults(session, Random(number)):
            found[fault.partition(":")[0].partition(" at")[0]] += 1
            print(f"{session.name}: {fault}", flush=True)
    return found
