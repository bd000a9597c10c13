"""What holds for every sequence of events: no error, one result, time runs on, any cut resumes."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardpi.rules import HOLES, RULE_SETS, START, Game, RuleSet, Side
from boardpi.rules.holes import ALL
from boardpi.sim.habits import HARSH
from boardpi.sim.sessions import SessionPlan, simulate
from boardpi.table.effects import Effect, Publish, Record, Show, WakeAt
from boardpi.table.events import (
    Answered,
    AskedBack,
    Began,
    BoardFound,
    BoardLost,
    DrawAgreed,
    Event,
    GaveUp,
    HelpChosen,
    MarkedDead,
    Pressed,
    Sensed,
    Woke,
)
from boardpi.table.facts import RECORDED
from boardpi.table.step import step
from boardpi.table.table import HELP_LEVELS, Table, new_table
from boardpi.table.trace import parse_header, read_events

RULES = st.sampled_from(sorted(RULE_SETS.values(), key=lambda rules: rules.name))
LOOSE = settings(max_examples=120)

pauses = st.sampled_from((0, 1, 5, 9, 10, 15, 40, 120, 249, 250, 260, 600, 1500, 2500, 5200, 9000))
touches = st.one_of(
    st.integers(0, 24).map(lambda hole: 1 << hole),  # mostly one hole at a time,
    st.lists(st.integers(0, 24), max_size=3).map(lambda some: sum({1 << hole for hole in some})),
    st.integers(0, ALL),  # sometimes any change at all
)
wishes = st.one_of(
    st.sampled_from(["b1-d2", "e5xd3", "@e1", "", "b1-d2 d5-b4", "b3-c5@a1"]).map(
        lambda text: Answered(0, text)
    ),
    st.integers(0, 4).map(lambda plies: AskedBack(0, plies)),
    st.sampled_from([0, 500, 4000]).map(lambda held: Pressed(0, held)),
    st.sampled_from(HELP_LEVELS).map(lambda level: HelpChosen(0, level)),
    st.integers(0, 24).map(lambda hole: MarkedDead(0, 1 << hole)),
    st.sampled_from(Side).map(lambda side: GaveUp(0, side)),
    st.sampled_from(
        [
            DrawAgreed(0),
            Began(0, Game(any_first=True)),
            MarkedDead(0, 0),
            BoardLost(0, "cable pulled"),
            BoardFound(0, "board"),
            Woke(0),
        ]
    ),
)
Touch = tuple[int, int | Event]
stories = st.lists(
    st.tuples(pauses, st.one_of(touches, touches, touches, touches, wishes)), max_size=60
)


def events_of(story: Iterable[Touch]) -> list[Event]:
    """The story with its times; a mask says which reeds change."""
    ms, mask = 0, START.occupied
    events: list[Event] = []
    for pause, what in story:
        ms += pause
        if isinstance(what, int):
            mask ^= what
            events.append(Sensed(ms, mask))
        else:
            events.append(replace(what, ms=ms))
    return [*events, Woke(ms + 20_000)]


def run(table: Table, events: Iterable[Event]) -> tuple[Table, list[Effect]]:
    effects: list[Effect] = []
    for event in events:
        table, more = step(table, event)
        effects += more
    return table, effects


def times(effects: Iterable[Effect]) -> list[int]:
    """When things were told and shown."""
    found = []
    for effect in effects:
        if isinstance(effect, Show):
            found.append(effect.ms)
        elif isinstance(effect, (Record, Publish)):
            found.append(effect.fact.ms)
    return found


@LOOSE
@given(RULES, stories)
def test_no_story_raises_and_each_has_one_result(rules: RuleSet, story: list[Touch]) -> None:
    events = events_of(story)
    table = new_table(Game(rules, any_first=True))
    assert run(table, events) == run(table, events)


@LOOSE
@given(RULES, stories)
def test_time_never_runs_back(rules: RuleSet, story: list[Touch]) -> None:
    _, effects = run(new_table(Game(rules, any_first=True)), events_of(story))
    moments = times(effects)
    assert moments == sorted(moments)


@LOOSE
@given(RULES, stories, st.data())
def test_late_events_do_not_turn_time_back(
    rules: RuleSet, story: list[Touch], data: st.DataObject
) -> None:
    """A clock that jumps back: events keep their order, and the table its time."""
    events: list[Event] = []
    for event in events_of(story):
        late = data.draw(st.sampled_from([0, 0, 0, 3000]))
        events.append(replace(event, ms=max(0, event.ms - late)))
    table = new_table(Game(rules, any_first=True))
    for event in events:
        before = table.ms
        table, effects = step(table, event)
        assert table.ms >= before
        assert all(ms >= before for ms in times(effects))


@LOOSE
@given(RULES, stories, st.data())
def test_a_story_cut_anywhere_resumes_from_the_saved_table(
    rules: RuleSet, story: list[Touch], data: st.DataObject
) -> None:
    events = events_of(story)
    cut = data.draw(st.integers(0, len(events)))
    start = new_table(Game(rules, any_first=True))
    whole, effects = run(start, events)
    half, first = run(start, events[:cut])
    for saved in (pickle.loads(pickle.dumps(half)), copy.deepcopy(half)):
        assert saved == half
        end, rest = run(saved, events[cut:])
        assert (end, first + rest) == (whole, effects)


@LOOSE
@given(RULES, stories, st.data())
def test_waking_at_any_moment_changes_nothing(
    rules: RuleSet, story: list[Touch], data: st.DataObject
) -> None:
    """Whether the clock wakes the table often or never, the same is told at the same time."""
    events = events_of(story)
    extra = data.draw(st.lists(st.integers(0, events[-1].ms), max_size=20))
    woken = sorted([*events, *map(Woke, extra)], key=lambda event: event.ms)
    table = new_table(Game(rules, any_first=True))
    assert told(run(table, events)[1]) == told(run(table, woken)[1])


def told(effects: Iterable[Effect]) -> list[Effect]:
    return [effect for effect in effects if isinstance(effect, (Publish, Record))]


@LOOSE
@given(RULES, stories)
def test_what_matters_is_recorded_before_it_is_published(
    rules: RuleSet, story: list[Touch]
) -> None:
    _, effects = run(new_table(Game(rules, any_first=True)), events_of(story))
    for number, effect in enumerate(effects):
        if isinstance(effect, Publish) and isinstance(effect.fact, RECORDED):
            assert effects[number - 1] == Record(effect.fact)


@LOOSE
@given(RULES, stories)
def test_the_record_folds_to_the_game_on_the_table(rules: RuleSet, story: list[Touch]) -> None:
    """The moves alone rebuild the game, whatever was extended and taken back on the way."""
    table, _ = run(new_table(Game(rules, any_first=True)), events_of(story))
    assert table.game == Game(
        table.game.rules,
        table.game.start,
        table.game.moves,
        table.game.any_first,
        table.game.ended,
        table.game.resigned,
    )


@LOOSE
@given(RULES, stories)
def test_every_story_agrees_with_the_sound_reeds(rules: RuleSet, story: list[Touch]) -> None:
    table = new_table(Game(rules, any_first=True))
    for event in events_of(story):
        table, _ = step(table, event)
        for told in table.stories if not (table.is_over or table.is_lost or table.is_fresh) else ():
            white, black = told.stands
            assert white | black | told.others == table.mask


@pytest.mark.slow
@LOOSE
@given(RULES, st.integers(0, 10**6), st.data())
def test_a_session_cut_anywhere_resumes_from_the_saved_table(
    rules: RuleSet, seed: int, data: st.DataObject
) -> None:
    header, *lines = simulate(SessionPlan(rules, HARSH, plies=6), seed).lines()
    events = list(read_events(lines))
    start = parse_header(header).table()
    cut = data.draw(st.integers(0, len(events)))
    half, first = run(start, events[:cut])
    saved = pickle.loads(pickle.dumps(half))
    assert first + run(saved, events[cut:])[1] == run(start, events)[1]


def test_alarms_are_wished_for() -> None:
    """A loop that sleeps until the last wish never misses anything."""
    table, effects = step(new_table(Game(any_first=True)), Sensed(0, START.occupied))
    table, effects = step(table, Sensed(100, START.occupied & ~HOLES[1].bit))
    assert effects[-1] == WakeAt(110)
