"""Many tables and many blows: `python -m benchmarks.hub_chaos [--tables 20] [--blows 60]`.

Real Mosquitto, a real hub, tables that play by chance. Tables, hub and broker are killed, the
broker loses its database, the hub is restored from an old backup. In the end every game of every
table must be in the hub once, as its table has it.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from random import Random

from tests.hub.hall import Chaos, hall

BLOWS = ("random", "random", "random", "backup", "random", "forget", "random", "restore")


def main() -> None:
    """Strike, settle, count."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hub_chaos", description=__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--blows", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    tables = [f"t{number:02}" for number in range(1, args.tables + 1)]
    with tempfile.TemporaryDirectory() as folder, hall(Path(folder)) as club:
        began = time.monotonic()
        chaos = Chaos(club, tables, args.games, Random(args.seed))
        for number in range(args.blows):
            chaos.strike(BLOWS[number % len(BLOWS)])
        chaos.settle()
        kept, expected = club.kept(), club.expected(tables)
        twice = len(kept) - len(dict(kept))
        missing = sum(dict(kept).get(uid) != told for uid, told in expected.items())
        blows = ", ".join(f"{count} {what}" for what, count in sorted(chaos.strikes.items()))
        print(f"seed {args.seed}, {args.tables} tables, {time.monotonic() - began:.0f} s: {blows}")
        print(f"{len(expected)} games, {len(kept)} in the hub: {twice} twice, {missing} otherwise")


if __name__ == "__main__":
    main()
