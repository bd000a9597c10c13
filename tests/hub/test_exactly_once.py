"""Whatever breaks, every result is in the hub once: real Mosquitto, real processes, cut cables."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.hub.cables import in_own_network
from tests.hub.chaos import KINDS

TABLES, GAMES = 10, 5


def test_after_blows_to_everything_all_results_are_there_once() -> None:
    told = ("--tables", str(TABLES), "--games", str(GAMES), "--seed", "7")
    command = in_own_network(sys.executable, "-m", "tests.hub.chaos", *told)
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    counted = json.loads(ran.stdout)
    assert sum(counted["strikes"].values()) == len(KINDS)
    assert counted["games"] >= TABLES * GAMES
    assert counted["kept"] == counted["games"]
    assert (counted["twice"], counted["otherwise"]) == (0, 0)
