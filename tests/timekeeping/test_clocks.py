"""The players' clocks in simulated time: nobody wins or loses time but by thinking."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardpi.rules import Game, Side, rule_set
from boardpi.table.effects import Publish
from boardpi.table.events import AskedBack, Sensed, Woke
from boardpi.table.facts import Amended, Asked, Fact, Moved, TakenBack
from boardpi.table.step import next_moment as table_moment
from boardpi.table.step import step
from boardpi.table.table import Table, new_table
from boardpi.timekeeping.clocks import (
    Clocks,
    Glance,
    charge,
    count_turns,
    follow,
    give,
    has_fallen,
    is_low,
    mark,
    next_moment,
    read_clocks,
    times_of,
    to_text,
)
from boardpi.timekeeping.control import BadControl, TimeControl, parse_control

WHITE, BLACK = Side.WHITE, Side.BLACK
CONTROLS = st.one_of(
    st.builds(TimeControl, st.integers(10, 600)),
    st.builds(TimeControl, st.integers(10, 600), increment_s=st.integers(0, 30)),
    st.builds(TimeControl, st.integers(10, 600), delay_s=st.integers(0, 30)),
)
THINK = st.integers(0, 40_000)
DEEDS = st.one_of(
    st.tuples(st.just("move"), THINK),
    st.tuples(st.just("question"), THINK),
    st.tuples(st.just("amend"), THINK),
    st.tuples(st.just("restart"), THINK),
    st.tuples(st.just("back"), st.integers(1, 4)),
)


class Evening:
    """A game in simulated time: sides take turns, and every deed happens at a moment."""

    def __init__(self, control: TimeControl) -> None:
        self.clocks = Clocks(control)
        self.ms = 1000
        self.plies = 0
        self.ran_ms = 0  # what a stopwatch says that stops with the clocks

    def look(self, **more: int) -> None:
        side = None if self.plies == 0 else Side(self.plies % 2)  # White begins
        turns = ((self.plies + 1) // 2, self.plies // 2)
        self.clocks = follow(self.clocks, Glance(self.ms, side, turns, **more))

    def think(self, ms: int) -> None:
        self.ms += ms
        self.ran_ms += ms if self.clocks.running is not None else 0

    def left(self) -> tuple[int, int]:
        return self.clocks.left(WHITE, self.ms), self.clocks.left(BLACK, self.ms)

    def move(self, think_ms: int, dwell_ms: int = 250) -> None:
        """The quiet after a move is the opponent's."""
        self.think(think_ms)
        settled, self.ms = self.ms, self.ms + dwell_ms
        self.plies += 1
        self.look(pressed_ms=settled)
        self.ran_ms += dwell_ms

    def do(self, deed: str, amount: int) -> None:
        if deed == "move":
            self.move(amount)
        elif deed == "back":
            if self.clocks.running is not None:
                self.plies = max(0, self.plies - amount)
            self.look()
        elif deed == "question":
            self.look(stopped_ms=self.ms)
            self.think(amount)
            self.look()
        elif deed == "restart":
            self.look(stopped_ms=self.ms)
            self.clocks = read_clocks(self.clocks.control, to_text(self.clocks))
            self.ms += amount
            self.look()
        else:
            self.think(amount)
            self.look(pressed_ms=self.ms)


def used(clocks: Clocks, ms: int) -> int:
    return sum(sum(side) for side in charge(clocks, ms).used)


@given(CONTROLS, st.lists(DEEDS, max_size=20))
@settings(max_examples=150, deadline=None)
def test_every_running_millisecond_is_charged_once(
    control: TimeControl, deeds: list[tuple[str, int]]
) -> None:
    evening = Evening(control)
    for deed, amount in deeds:
        before = evening.left()
        evening.do(deed, amount)
        after = evening.left()
        if deed in ("question", "restart", "back"):
            assert after == before
        assert used(evening.clocks, evening.ms) == evening.ran_ms


@given(CONTROLS, st.lists(THINK, min_size=2, max_size=12), st.data())
@settings(max_examples=100, deadline=None)
def test_questions_restarts_and_amendments_leave_the_same_time(
    control: TimeControl, thoughts: list[int], data: st.DataObject
) -> None:
    plain, troubled = Evening(control), Evening(control)
    for think_ms in thoughts:
        plain.move(think_ms)
        half = think_ms // 2
        troubled.do("amend", half)
        troubled.do(*data.draw(st.tuples(st.sampled_from(("question", "restart")), THINK)))
        troubled.move(think_ms - half)
    assert plain.left() == troubled.left()
    assert plain.clocks.used == troubled.clocks.used


@given(CONTROLS, st.lists(st.tuples(THINK, THINK), min_size=1, max_size=8), st.integers(1, 6))
@settings(max_examples=100, deadline=None)
def test_moves_taken_back_and_played_again_earn_nothing(
    control: TimeControl, turns: list[tuple[int, int]], again: int
) -> None:
    straight, back = Evening(control), Evening(control)
    for evening in (straight, back):
        evening.move(0, dwell_ms=0)
    for white, black in turns:
        straight.move(white * again, dwell_ms=0)
        straight.move(black * again, dwell_ms=0)
        for attempt in range(again):
            back.move(white, dwell_ms=0)
            back.move(black, dwell_ms=0)
            if attempt + 1 < again:
                back.do("back", 2)
    assert back.left() == straight.left()
    assert back.clocks.used == straight.clocks.used


def test_the_first_move_is_free_and_then_the_clock_of_the_other_runs() -> None:
    evening = Evening(TimeControl(60))
    evening.think(30_000)
    assert evening.left() == (60_000, 60_000)
    evening.move(0)
    evening.think(10_000)
    assert evening.left() == (60_000, 49_750)  # the quiet after White's move was Black's


def test_an_increment_is_added_after_each_turn_and_a_delay_costs_nothing() -> None:
    evening = Evening(TimeControl(60, increment_s=5))
    evening.move(0)
    evening.move(10_000)
    assert evening.clocks.left(BLACK) == 60_000 - 10_250 + 5_000
    slow = Evening(TimeControl(60, delay_s=5))
    slow.move(0)
    slow.think(4_000)
    assert slow.clocks.left(BLACK, slow.ms) == 60_000
    slow.move(3_000)
    assert slow.clocks.left(BLACK) == 60_000 - 2_250


def test_a_player_is_warned_once_and_then_the_flag_falls() -> None:
    evening = Evening(TimeControl(100, delay_s=2))
    evening.move(0, dwell_ms=0)
    low = next_moment(evening.clocks)
    assert low == evening.ms + 92_000
    assert is_low(evening.clocks, BLACK, low)
    clocks = evening.clocks._replace(warned=mark(evening.clocks.warned, BLACK))
    assert not is_low(clocks, BLACK, low)
    falls = next_moment(clocks)
    assert falls == evening.ms + 102_000
    assert not has_fallen(clocks, BLACK, falls - 1)
    assert has_fallen(clocks, BLACK, falls)
    fallen = charge(clocks, falls)._replace(flagged=mark(clocks.flagged, BLACK))
    assert next_moment(fallen) is None
    helped = give(fallen, BLACK, 30_000)
    assert helped.flagged == (False, False)
    assert next_moment(helped) == falls + 20_000  # warned anew: there is time again


def test_times_go_with_the_plies_that_stand() -> None:
    game = Game(rule_set("jasir-pergioco"), any_first=True)
    for move in ("b1-d2", "d5-b4", "c1-d3"):
        game = game.play(move)
    clocks = Clocks(TimeControl(60), used=((7, 1500), (900,)))
    assert count_turns(game) == (2, 1)
    assert times_of(clocks, game) == [7, 900, 1500]


@pytest.mark.parametrize("text", ["600+5 loses", "300d3 told", "60 ends"])
def test_a_control_is_its_text(text: str) -> None:
    assert str(parse_control(text)) == text


@pytest.mark.parametrize("text", ["", "5 told", "600+5", "600+5d3 told", "99999 told", "٦٠٠ told"])
def test_what_is_no_control_is_quoted(text: str) -> None:
    with pytest.raises(BadControl, match=r"seconds|is no time control"):
        parse_control(text)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"used": 3}'])
def test_what_tells_no_clocks_is_quoted(text: str) -> None:
    with pytest.raises(ValueError, match="tells no clocks"):
        read_clocks(TimeControl(60), text)


# ── what the table says of its moments ───────────────────────────────────────────────────────────


class Wood:
    """The real table, by hands that take their time."""

    def __init__(self) -> None:
        game = Game(rule_set("jasir-pergioco"), any_first=True)
        self.table: Table = new_table(game, mask=game.position.occupied)
        self.mask = game.position.occupied
        self.facts: list[Fact] = []

    def hear(self, event: Sensed | Woke | AskedBack) -> None:
        while (due := table_moment(self.table)) is not None and due < event.ms:
            self._step(Woke(due))
        self._step(event)

    def _step(self, event: Sensed | Woke | AskedBack) -> None:
        self.table, effects = step(self.table, event)
        self.facts += [effect.fact for effect in effects if isinstance(effect, Publish)]

    def turn(self, ms: int, hole: int) -> None:
        self.mask ^= 1 << hole
        self.hear(Sensed(ms, self.mask))


A1, B1, D2, B4, D5 = 0, 1, 8, 16, 23


def test_a_move_is_pressed_when_it_settled_not_when_it_is_decided() -> None:
    wood = Wood()
    wood.turn(1000, B1)
    wood.turn(2000, D2)
    wood.hear(Woke(5000))
    [moved] = [fact for fact in wood.facts if isinstance(fact, Moved)]
    assert moved.ms == 2000 + 10 + 250
    assert moved.settled_ms == 2010


def test_a_reply_that_decides_the_move_before_it_does_not_press_it_late() -> None:
    wood = Wood()
    wood.turn(1000, B1)
    wood.turn(2000, D2)
    wood.turn(2100, D5)  # Black lifts within the quiet
    wood.hear(Woke(2200))
    [moved] = [fact for fact in wood.facts if isinstance(fact, Moved)]
    assert moved.settled_ms == 2010
    wood.turn(3000, B4)
    wood.hear(Woke(4000))
    assert [fact.settled_ms for fact in wood.facts if isinstance(fact, Moved)] == [2010, 3010]


def test_what_hands_take_back_has_its_moment_and_what_the_page_takes_back_has_none() -> None:
    wood = Wood()
    wood.turn(1000, B1)
    wood.turn(2000, D2)
    wood.hear(Woke(3000))
    wood.turn(4000, D2)
    wood.turn(5000, B1)
    wood.hear(Woke(6000))
    [back] = [fact for fact in wood.facts if isinstance(fact, TakenBack)]
    assert back.settled_ms == 5010
    wood.turn(7000, B1)
    wood.turn(8000, D2)
    wood.hear(AskedBack(9000))
    asked = [fact for fact in wood.facts if isinstance(fact, TakenBack)][-1]
    assert asked.settled_ms is None
    assert not [fact for fact in wood.facts if isinstance(fact, Amended | Asked)]
