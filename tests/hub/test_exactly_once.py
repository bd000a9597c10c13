"""Whatever breaks, every result is in the hub once: real Mosquitto, real processes."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

from boardpi.club import back_up, read_book
from tests.hub.hall import Hall, hall, wait_until

GAMES = 12
TABLES = [f"t{number:02}" for number in range(1, 5)]


def check(club: Hall, names: list[str]) -> None:
    """Every game of every table once, as its table has it now."""
    wait_until(lambda: club.is_complete(names), "the last letter")
    expected, kept = club.expected(names), club.kept()
    assert len(kept) == len(dict(kept)), "a game is in the hub twice"
    assert dict(kept) == expected


def test_after_power_cuts_of_everything_all_results_are_there_once(tmp_path: Path) -> None:
    random = Random(7)
    with hall(tmp_path) as club:
        for name in TABLES:
            club.add_table(name)
            club.start_table(name, GAMES)
        backup = tmp_path / "yesterday.sqlite"
        for turn in range(8):
            wait_until(lambda: bool(club.kept()), "the first result")
            match turn:
                case 2:
                    with read_book(club.book) as book:
                        back_up(book.store, backup)
                case 4:
                    club.forget_everything()
                case 6:
                    club.kill("hub")
                    for file in tmp_path.glob("hub.sqlite-*"):
                        file.unlink()
                    shutil.copy(backup, club.book)
                    club.start_hub()
                case _:
                    name = random.choice([*TABLES, "hub", "broker"])
                    club.kill(name)
                    if name == "hub":
                        club.start_hub()
                    elif name == "broker":
                        club.start_broker()
                    else:
                        club.start_table(name, GAMES, turn)
        for name in TABLES:
            wait_until(lambda name=name: club.has_played(name, GAMES), f"the games of {name}")  # type: ignore[misc]
        check(club, TABLES)
