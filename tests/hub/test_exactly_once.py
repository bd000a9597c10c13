"""Whatever breaks, every result is in the hub once: real Mosquitto, real processes."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.hub.hall import Chaos, hall

GAMES = 12
TABLES = [f"t{number:02}" for number in range(1, 5)]


def test_after_power_cuts_of_everything_all_results_are_there_once(tmp_path: Path) -> None:
    with hall(tmp_path) as club:
        chaos = Chaos(club, TABLES, GAMES, Random(7))
        for what in ("random", "random", "backup", "random", "forget", "random", "restore"):
            chaos.strike(what)
        chaos.settle()
        kept = club.kept()
        assert len(kept) == len(dict(kept)), "a game is in the hub twice"
        assert dict(kept) == club.expected(TABLES)
