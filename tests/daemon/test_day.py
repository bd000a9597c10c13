"""A few hours in accelerated time (a whole day: `python -m benchmarks.day`)."""

from __future__ import annotations

import asyncio
from pathlib import Path

from benchmarks.day import live
from boardpi.club import open_book, verify
from boardpi.table.turns import is_stuck, legal_turns

MOST_GROWTH_MB = 8.0  # a page kept for each of the hundred moves would be more


def test_hours_of_play_leave_memory_and_files_as_they_are(tmp_path: Path) -> None:
    samples = asyncio.run(live(tmp_path, hours=4, seed=7, move_ms=30_000))
    second, last = samples[2], samples[-1]
    assert last.moves > second.moves > 100
    assert last.files == second.files
    assert last.memory_mb - second.memory_mb < MOST_GROWTH_MB
    with open_book(tmp_path / "book.sqlite") as book:
        assert verify(book.store) == ()
        assert book.archive.count() >= last.games


def test_what_is_kept_of_positions_is_full_within_an_hour_or_two() -> None:
    """A cache of 8,192 positions grew by 20 MB in a day, and no test of a few hours saw it."""
    for kept in (legal_turns, is_stuck):
        assert (kept.cache_info().maxsize or 0) in range(64, 513)
