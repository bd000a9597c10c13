"""When the time of day can be trusted: a policy, told what the clocks show."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardpi.club import read_book
from boardpi.daemon import wall_clock as clocks
from boardpi.daemon.resume import resume
from boardpi.daemon.wall_clock import ClockReading, ClockTrust, WallClock, begin, look
from boardpi.rules import DEFAULT
from tests.daemon.stories import story

HOUR = 3_600_000
STALE, TRUE = 1_740_000_000_000, 1_795_000_000_000  # February 2025 and November 2026
BEFORE = 1_000_000_000_000  # 2001: where a clock without any memory starts


def test_a_clock_that_a_server_has_set_is_right_at_once() -> None:
    assert begin(ClockReading(TRUE, 5, is_synchronised=True)).is_sure


@pytest.mark.parametrize(
    ("wall_ms", "is_synchronised", "is_set"),
    [
        (STALE + HOUR, False, False),
        (STALE + HOUR + 4000, False, False),
        (STALE + HOUR, True, True),
        (TRUE, False, True),
        (TRUE, True, True),
        (STALE - 20 * HOUR, False, True),
        (BEFORE, True, False),
        (BEFORE, False, False),
    ],
    ids=[
        "nothing",
        "a slow correction",
        "a server agrees",
        "a jump forward",
        "a server sets it",
        "a jump back",
        "a server from 2001",
        "a jump to 2001",
    ],
)
def test_when_it_becomes_right(wall_ms: int, is_synchronised: bool, is_set: bool) -> None:
    trust = begin(ClockReading(STALE, 1000, is_synchronised=False))
    assert not trust.is_sure
    later, became = look(trust, ClockReading(wall_ms, 1000 + HOUR, is_synchronised))
    assert (later.is_sure, became) == (is_set, is_set)


@pytest.mark.parametrize("wall_ms", [STALE, TRUE + 100 * HOUR, BEFORE])
def test_what_was_right_once_is_not_doubted_again(wall_ms: int) -> None:
    trust = ClockTrust(TRUE - 1000, is_sure=True)
    assert look(trust, ClockReading(wall_ms, 2000, False)) == (
        ClockTrust(wall_ms - 2000, True),
        False,
    )


def test_the_system_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clocks, "_kernel_says_so", lambda: False)
    assert not clocks.is_synchronised(tmp_path, TRUE)
    rtc = tmp_path / "sys/class/rtc/rtc0"
    rtc.mkdir(parents=True)
    (rtc / "hctosys").write_text("1\n")
    (rtc / "since_epoch").write_text(f"{TRUE // 1000 + 2}\n")
    assert clocks.is_synchronised(tmp_path, TRUE)
    assert not clocks.is_synchronised(tmp_path, TRUE + HOUR), "it does not agree"
    (rtc / "hctosys").write_text("0\n")
    assert not clocks.is_synchronised(tmp_path, TRUE), "the kernel did not use it"
    (tmp_path / "run/systemd/timesync").mkdir(parents=True)
    (tmp_path / "run/systemd/timesync/synchronized").touch()
    assert clocks.is_synchronised(tmp_path, TRUE)


def test_the_kernel_gives_an_answer() -> None:
    assert clocks._kernel_says_so() in (True, False)
    assert clocks.running_ms() > 0
    assert clocks.read_boot() == clocks.read_boot()


def test_a_table_marks_its_first_game_and_dates_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "is_synchronised", lambda root, wall_ms: False)

    async def live() -> None:
        wall = WallClock()
        start = resume(tmp_path / "book.sqlite", DEFAULT, "a table", wall.boot)
        assert not start.keeper.page.entry.is_day_sure
        now = clocks.read_clocks()
        await wall.heed(now, start.keeper)
        assert not start.keeper.page.entry.is_day_sure
        await wall.heed(ClockReading(now.wall_ms, now.running_ms, True), start.keeper)
        assert wall.trust.is_sure
        assert start.keeper.page.entry.is_day_sure
        await wall.keep_watching(start.keeper)
        start.keeper.book.close()

    story(live())
    with read_book(tmp_path / "book.sqlite") as book:
        assert book.archive.entry(1).is_day_sure
