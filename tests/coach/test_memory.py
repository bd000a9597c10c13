"""What a search remembers, what it forgets, and what it leaves behind: nothing."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest

from boardpi.coach.engine.recall import AT_LEAST, AT_MOST, EXACT, KEY_BITS, SIZES, Recall
from boardpi.coach.engine.search import Limits, think
from boardpi.coach.engine.tree import INFINITE, Tree
from boardpi.rules import RULE_SETS, Game, rule_set
from tests.coach.minimax import random_positions

MOST_MB = 60


@pytest.mark.parametrize("slots", SIZES)
def test_what_is_remembered_is_what_was_found(slots: int) -> None:
    memory, dice, found = Recall(slots), Random(slots), {}
    for _ in range(3_000):
        key = dice.getrandbits(dice.choice((60, 88, KEY_BITS)))
        known = (
            dice.randint(1, 64),
            dice.choice((EXACT, AT_LEAST, AT_MOST)),
            dice.randint(-INFINITE, INFINITE),
            1 << 25 + dice.randrange(25) | 1 << dice.randrange(25),
        )
        memory.put(key, *known)
        found[key] = known
        assert memory.get(key) == known
    assert all(memory.get(key) in (None, known) for key, known in found.items())
    assert sum(memory.get(key) is not None for key in found) > min(slots, 3_000) // 3


def test_a_key_that_differs_in_one_bit_is_another_position() -> None:
    key = Random(1).getrandbits(KEY_BITS - 1) | 1 << KEY_BITS - 1
    memory = Recall(SIZES[0])
    memory.put(key, 1, EXACT, 0, 0)
    assert not any(memory.get(key ^ 1 << bit) for bit in range(KEY_BITS))


def test_it_is_as_large_as_the_thought_and_never_larger() -> None:
    assert [Recall.for_nodes(nodes).slots for nodes in (10, 20_000, 10**6, None)] == [
        SIZES[0], SIZES[2], SIZES[3], SIZES[3],
    ]  # fmt: skip
    memory = Recall()
    assert memory.bytes == 16 * SIZES[-1]
    for key in range(1, 5_000):
        memory.put(key * 10**20, 1, EXACT, 0, key % 900)
    assert memory.bytes == 16 * SIZES[-1]


@pytest.fixture
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_collector")
@pytest.mark.parametrize("name", RULE_SETS)
def test_a_finished_thought_leaves_no_tree(name: str) -> None:
    """Not even until the garbage is collected: a tree is large."""
    rules = rule_set(name)
    for position in random_positions(rules, seed=20, count=8, longest=20):
        think(Game(rules, position), Limits(nodes=300), clock=lambda: 0, stop=lambda: False)
    trees = [found for found in gc.get_objects() if isinstance(found, (Tree, Recall))]
    assert not trees


FILL = """
import array, sys
from itertools import combinations
from pathlib import Path
from random import Random
from boardpi.coach.engine import judgement, race, worth
from boardpi.coach.engine.levels import LEVELS
from boardpi.coach.engine.recall import Recall
from boardpi.coach.engine.search import armies_of
from boardpi.daemon.coach import thinking
from boardpi.daemon.coach.endgames import known_for_certain
from boardpi.rules import Game, rule_set
from boardpi.rules.armies import position_of, state_of

dice, memory = Random(20), Recall()
jasir, jarmo = rule_set("jasir-pergioco"), rule_set("jarmo-wikipedia")
perfect = known_for_certain(jasir)
for rules in (jasir, jarmo):
    known, armies = judgement.worth(rules), armies_of(rules)
    for _ in range(90_000):
        holes = dice.sample(range(25), dice.randint(4, 10))
        own, foe = (sum(1 << h for h in part) for part in (holes[::2], holes[1::2]))
        state = (own, foe, own & dice.getrandbits(25), dice.randint(0, 1), 0, 0, 0, 0, 0)
        for army in armies:
            known.of(army, state)
            army.runs[own], army.opponent.runs[foe]
            if rules is jasir and len(holes) <= 5 and dice.random() < 0.05:
                perfect.probe(position_of(state, army.side))
for side in race.ways(jasir):
    for _ in range(400):
        side.turns(sum(1 << hole for hole in dice.sample(range(25), 5)))
for n in range(memory.slots):
    memory.keys[n] = memory.words[n] = n
for line in Path("/proc/self/status").read_text().splitlines():
    if line.startswith("VmRSS"):
        print(int(line.split()[1]) // 1024)
"""


def test_with_all_it_may_ever_keep_the_coach_stays_small() -> None:
    """Every cache filled to its limit, for both games, and the tables in use: more than any number
    of thoughts can fill.
    """
    told = subprocess.run([sys.executable, "-c", FILL], capture_output=True, text=True, check=True)
    assert 20 < int(told.stdout) <= MOST_MB
