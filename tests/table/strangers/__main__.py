"""The command line: `make` writes games with their truth, `check` tries a reader on them, `fuzz`
lets the table read sessions for as long as you like.
"""

from __future__ import annotations

import argparse
import json
import sys

from boardpi.rules import RULE_SETS
from tests.table.strangers.fuzz import fuzz
from tests.table.strangers.habits import choose
from tests.table.strangers.judge import check
from tests.table.strangers.session import make


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit status says whether the reader was ever wrong."""
    options = parser().parse_args(arguments)
    if options.command == "make":
        return write_games(options)
    if options.command == "fuzz":
        found = fuzz(options.seed, options.seconds)
        print(" ".join(f"{name}={count}" for name, count in found.items()))
        return 1 if found.keys() - {"sessions", "changes"} else 0
    games = (json.loads(line) for line in sys.stdin if line.strip())
    counts, notes = check(options.reader, games)
    print(*notes, sep="\n", file=sys.stderr)
    names = "games right strict wrong open lost crash early strayed"
    print(" ".join(f"{name}={counts[name]}" for name in names.split()))
    return 1 if counts["wrong"] or counts["crash"] else 0


def write_games(options: argparse.Namespace) -> int:
    """One game a line."""
    habits = choose(options.habits)
    for seed in range(options.seed, options.seed + options.games):
        game = make(seed, options.rules, options.plies, habits, with_dead=options.dead)
        print(json.dumps(game, separators=(",", ":")))
    return 0


def parser() -> argparse.ArgumentParser:
    """What the command line understands."""
    top = argparse.ArgumentParser(prog="strangers", description=__doc__)
    commands = top.add_subparsers(dest="command", required=True)
    making = commands.add_parser("make", help="write games as JSON lines, seeds SEED upwards")
    making.add_argument("seed", type=int)
    making.add_argument("games", type=int)
    making.add_argument("--plies", type=int, default=30)
    making.add_argument("--rules", choices=sorted(RULE_SETS), default="jasir-pergioco")
    making.add_argument("--habits", default="", help="names with commas; all if left out")
    making.add_argument("--dead", action="store_true", help="one reed is broken")
    checking = commands.add_parser("check", help="read games, try a command on every trace")
    checking.add_argument("reader", metavar="COMMAND")
    fuzzing = commands.add_parser("fuzz", help="all hands at any timing: nothing wrong is told")
    fuzzing.add_argument("seed", help="any word")
    fuzzing.add_argument("--seconds", type=float, default=60, help="of the processor")
    return top


if __name__ == "__main__":
    sys.exit(main())
