"""Reports, states, the clock and the button."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

from boardpi.boards.serial.link.messages import ButtonReport, Hello, Lights, Report, State
from tests.hardware.bench import START, Bench, find, only
from tests.hardware.checks.check import check, some_colours


@check
def reports_are_repeated_until_acknowledged_and_no_longer(image: Path) -> None:
    with Bench(image) as bench:
        bench.greet()
        bench.reeds(1)
        bench.run(15)
        bench.reeds(3)
        assert len(find(Report, bench.run(200))) >= 8
        sequences = [e.sequence for e in bench.heard if isinstance(e.message, Report)]
        assert list(dict.fromkeys(sequences)) == [1, 2]
        bench.acknowledge(1)
        bench.run(5)
        assert {report.mask for report in find(Report, bench.run(200))} == {3}
        bench.acknowledge(2)
        bench.run(5)
        assert find(Report, bench.run(900)) == []


@check
def a_full_queue_says_what_it_lost(image: Path) -> None:
    with Bench(image) as bench:
        bench.greet()
        for i in range(40):
            bench.reeds(i % 2, at_us=bench.us + 1000 + 15_000 * i)
        bench.run(650)
        while new := only(Report, bench.run(45)):
            bench.acknowledge(new[-1].sequence)
        got = list(dict.fromkeys(find(Report, bench.heard)))
        assert len(got) == 32
        assert [report.lost_before for report in got] == [0] * 31 + [1]
        assert got[-1].mask == 39 % 2
        assert bench.greet().lost_reports == 7  # 39 changes, for the first order changed nothing


@check
def the_state_comes_every_second(image: Path) -> None:
    with Bench(image) as bench:
        bench.reeds(START)
        bench.run(5100)
        states = only(State, bench.heard)
        assert len(states) == 6
        steps = [b.us - a.us for a, b in pairwise(states)]
        assert all(995_000 < step < 1_005_000 for step in steps)
        assert {state.settled for state in find(State, states)} == {START}


@check
def the_clock_loses_nothing_under_load(image: Path) -> None:
    chance = random.Random(4)
    with Bench(image) as bench:
        bench.greet()
        for _ in range(300):
            bench.tell(Lights(some_colours(chance)))
        bench.run(1500)
        bench.greet()
        hellos = only(Hello, bench.heard)
        told_ms = find(Hello, hellos)[-1].ms - find(Hello, hellos)[0].ms
        assert abs(told_ms - (hellos[-1].us - hellos[0].us) / 1000) <= 2


@check
def the_button_tells_how_long_it_was_held(image: Path) -> None:
    with Bench(image) as bench:
        bench.greet()
        for held_ms in (80, 700, 2500):
            bench.order("press", down=True)
            assert find(ButtonReport, bench.run(held_ms)) == []
            bench.order("press", down=False)
            heard = only(ButtonReport, bench.run(20))
            assert abs(find(ButtonReport, heard)[0].held_ms - held_ms) <= 1
            bench.acknowledge(heard[0].sequence)
            bench.run(5)
