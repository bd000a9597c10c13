"""Many tables and many blows: `python -m benchmarks.hub_chaos [--tables 20] [--blows 60]`.

Real Mosquitto, a real hub, tables that play by chance, two cables in networks of their own. Tables,
hub and broker are killed, cables are cut and slow, letters come again in another order, the broker
loses its database, the hub is restored from an old backup. In the end every game of every table
must be in the hub once, as its table has it.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time

from tests.hub.cables import in_own_network


def main() -> None:
    """Strike, settle, count."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hub_chaos", description=__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--blows", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    told = [word for key, value in vars(args).items() for word in (f"--{key}", str(value))]
    began = time.monotonic()
    command = in_own_network(sys.executable, "-m", "tests.hub.chaos", *told)
    counted = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    blows = ", ".join(f"{count} {what}" for what, count in counted["strikes"].items())
    print(f"seed {args.seed}, {args.tables} tables, {time.monotonic() - began:.0f} s: {blows}")
    print(
        f"{counted['games']} games, {counted['kept']} in the hub:"
        f" {counted['twice']} twice, {counted['otherwise']} otherwise"
    )


if __name__ == "__main__":
    main()
