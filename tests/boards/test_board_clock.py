"""The board's time on the host's clock: never in the future, never back, intervals kept."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from boardpi.boards.serial.link.board_clock import BoardClock

deliveries = st.lists(st.tuples(st.integers(1, 2000), st.integers(0, 300)), min_size=2, max_size=60)


@given(deliveries, st.floats(-0.005, 0.005), st.integers(0, 10**9))
def test_time_never_runs_back_nor_ahead(
    deliveries: list[tuple[int, int]], drift: float, offset: int
) -> None:
    clock = BoardClock()
    sent_ms = arrived_ms = last = 0
    for pause_ms, late_ms in deliveries:
        sent_ms += pause_ms
        arrived_ms = max(arrived_ms, sent_ms + late_ms)  # a wire keeps order
        ms = clock.map(round(sent_ms * (1 + drift)), arrived_ms + offset)
        assert last <= ms <= arrived_ms + offset
        last = ms


def test_a_late_report_keeps_its_distance() -> None:
    clock = BoardClock()
    clock.observe(1000, 51_002)
    lift = clock.map(5000, 55_003)
    place = clock.map(5025, 55_325)  # 300 ms late, with a repeat or two
    assert place - lift == 25


def test_a_slow_resonator_does_not_leave_events_behind() -> None:
    """Half a percent is 300 ms a minute; after an hour an event is still of this moment."""
    clock = BoardClock()
    for second in range(3600):
        host_ms = second * 1000
        clock.observe(round(host_ms * 0.995), host_ms + 2)
    assert 0 <= 3_600_002 - clock.map(round(3_600_000 * 0.995), 3_600_002) <= 10


def test_after_a_reset_of_the_board_time_goes_on() -> None:
    clock = BoardClock()
    before = clock.map(900_000, 1_000_000)
    clock.restart()
    assert before <= clock.map(4, 1_000_010) <= 1_000_010
