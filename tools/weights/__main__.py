"""`python -m tools.weights`: play, fit, play with what was found, fit again, write the module."""

from __future__ import annotations

import argparse
import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

from boardpi.coach.engine.weights import Learned
from tools.weights.fit import Fit, fit
from tools.weights.games import Round, go_on, read_games
from tools.weights.module import write_module

DESCRIPTION = """\
Finds weights for the coach's judgement of Jasir. Every round the coach plays against itself after
one to nine random turns, and the weights are fitted to the results. The first round judges by the
bare race, every other one by the weights of the round before. Games are kept in FOLDER: a run that
was ended goes on where it was, and the same options give the same weights."""


def _rounds(text: str) -> list[tuple[int, int]]:
    return [(int(games), int(nodes)) for games, nodes in (r.split("x") for r in text.split(","))]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tools.weights",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--rounds",
        type=_rounds,
        default="8000x3000,10000x6000",
        metavar="GAMESxTURNS,…",
        help="games of each round, and turns looked at per move (default: %(default)s)",
    )
    parser.add_argument("--seed", type=int, default=1, help="of all chance (default: 1)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--folder", type=Path, default=Path("build/weights"), help="for the games")
    parser.add_argument(
        "--output",
        type=Path,
        help="where to write the module (default: weights.py in the folder; nothing that ships is"
        " changed unless it is named here)",
    )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Find the weights."""
    args = _parser().parse_args(arguments)
    args.folder.mkdir(parents=True, exist_ok=True)
    learned: Learned | None = None
    for number, (games, nodes) in enumerate(args.rounds, 1):
        asked = Round(games, nodes, args.seed + number - 1, learned)
        found = _run(number, asked, args.folder, args.workers)
        learned = found.learned
    assert learned is not None
    output = args.output or args.folder / "weights.py"
    output.write_text(write_module(learned), encoding="utf-8")
    print(f"written: {output}")
    return 0


def _run(number: int, asked: Round, folder: Path, workers: int) -> Fit:
    players = hashlib.sha256(repr((asked.nodes, asked.seed, asked.learned)).encode()).hexdigest()
    file = folder / f"round-{number}-{players[:12]}.jsonl"  # other players, other games
    for done in go_on(asked, file, workers):
        print(f"\rround {number}: {done} of {asked.games} games", end="", flush=True)
    found = fit(read_games(file, asked.games))
    print(
        f"; {found.positions} positions fitted; games not fitted: log loss {found.log_loss:.3f},"
        f" winner named in {found.named_right:.0%} of positions"
    )
    return found


if __name__ == "__main__":
    raise SystemExit(main())
