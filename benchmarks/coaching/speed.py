"""How fast the coach looks at turns in Python, and how much memory its process takes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from benchmarks.coaching.matches import Results, opening
from boardpi.coach.engine.recall import Recall
from boardpi.coach.engine.search import Limits, think
from boardpi.daemon.coach.endgames import known_for_certain
from boardpi.rules import RULE_SETS, Game, rule_set

TURNS: Final = 60_000
THOUGHTS: Final = 1_000
TURNS_A_THOUGHT: Final = 3_000  # a thousand at full strength would take an hour and fill no more


def measure_speed(results: Results) -> Iterator[int]:
    """Turns a second from the start and the depth of so many turns, by processor time."""
    for number, name in enumerate(RULE_SETS):
        if number not in results.of("speed"):
            begin = time.process_time()
            advice = think(Game(rule_set(name)), Limits(nodes=TURNS))
            seconds = time.process_time() - begin
            results.add("speed", number, [advice.nodes / seconds, advice.depth])
        yield number + 1


def measure_memory(results: Results) -> Iterator[int]:
    """MB before a thought and after a thousand, in a process of its own."""
    if 0 not in results.of("memory"):
        with ProcessPoolExecutor(1, get_context("spawn")) as pool:
            results.add("memory", 0, list(pool.submit(think_and_weigh).result()))
    yield 1


def think_and_weigh() -> tuple[float, float]:
    """MB before and at most during a thousand thoughts about both games, with the tables."""
    before, memory = _megabytes("VmRSS"), Recall()
    for number in range(THOUGHTS):
        name = ("jasir-pergioco", "jarmo-wikipedia")[number // 100 % 2]
        game = opening(name, 10_000 + number)
        limits = Limits(nodes=TURNS_A_THOUGHT)
        for _ in range(number % 20):
            if game.outcome is None:
                game = game.play(think(game, Limits(nodes=40), memory=memory).move)
        if game.outcome is None:
            think(game, limits, tables=known_for_certain(game.rules))
    return before, _megabytes("VmHWM")


def _megabytes(key: str) -> float:
    """One number of this process from Linux; getrusage would tell the parent's peak."""
    for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines():
        if line.startswith(key):
            return int(line.split()[1]) / 1024
    return 0.0
