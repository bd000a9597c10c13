"""A large import beside a table that plays: the book is never held for long."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from random import Random

import pytest

from boardpi.club import BadEntry, Search, open_book
from tests.siege.books import enter, play_at_random


def test_others_write_between_the_portions_of_an_import(tmp_path: Path) -> None:
    """Today's moves do not wait until last year's have arrived: somebody writes meanwhile."""
    path, random = tmp_path / "book.sqlite", Random(3)
    games = [enter(random, play_at_random(random), number) for number in range(120)]
    with open_book(path) as book:
        arrived: list[int] = []
        work = threading.Thread(
            target=lambda: arrived.extend(a.game_id for a in book.arrivals.add(games))
        )
        work.start()
        written = 0
        with open_book(path, check=False) as other:
            while work.is_alive():
                other.settings.put("moment", str(time.time()))
                found = len(other.archive.search(Search(limit=200)))
                written += 0 < found < len(games)
                time.sleep(0.01)
        work.join()
        assert len(set(arrived)) == len(games)
        assert written > 0, "nobody could write while the games arrived"
        assert not any(arrival.is_new for arrival in book.arrivals.add(games)), "each once"


def test_a_file_with_a_bad_seat_changes_nothing(tmp_path: Path) -> None:
    random = Random(4)
    good, bad = (enter(random, play_at_random(random), number) for number in range(2))
    object.__setattr__(bad, "black", bad.white)
    with open_book(tmp_path / "book.sqlite") as book:
        with pytest.raises(BadEntry, match="both sides"):
            book.arrivals.add([good, bad])
        assert book.archive.search() == []
