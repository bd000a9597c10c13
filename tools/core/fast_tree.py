"""`tree.Tree` with the search of `core.c` behind it."""

from __future__ import annotations

import ctypes
import os
import subprocess
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from boardpi.coach.engine.judgement import Judgement, unpack_weights
from boardpi.coach.engine.race import has_races
from boardpi.coach.engine.recall import FOLD, Recall
from boardpi.coach.engine.tree import Interrupted, Oracle, Tree
from boardpi.coach.engine.weights import Learned
from boardpi.coach.engine.worth import Worth
from boardpi.rules.armies import Army, State
from boardpi.rules.rulesets import RuleSet

SOURCE: Final = Path(__file__).with_name("core.c")
SOURCES: Final = (SOURCE, *(SOURCE.with_name(name) for name in ("armies.h", "worth.h")))
LIBRARY: Final = Path(__file__).parents[2] / "build" / "core" / "core.so"
COMPILE: Final = ("cc", "-O2", "-ffp-contract=off", "-shared", "-fPIC", "-o")
STOPPED: Final = 1 << 30
WORD: Final = (1 << 64) - 1
_STATE: Final = ctypes.c_uint64 * 9
_CODE: Final = ctypes.c_uint64 * 2


class Uncompiled(Exception):
    """There is no compiled search; the message says why."""


@cache
def library() -> Any:
    """The compiled search; it is compiled first if it is older than its source."""
    LIBRARY.parent.mkdir(parents=True, exist_ok=True)
    newest = max(source.stat().st_mtime for source in SOURCES)
    if not LIBRARY.exists() or LIBRARY.stat().st_mtime < newest:
        fresh = LIBRARY.with_suffix(f".{os.getpid()}")  # others may do the same just now
        try:
            subprocess.run([*COMPILE, fresh, SOURCE, "-lm"], check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise Uncompiled(f"{SOURCE.name} cannot be compiled: {error}") from None
        fresh.replace(LIBRARY)
    found = ctypes.CDLL(str(LIBRARY))
    found.core_new.restype = ctypes.c_void_p
    found.core_nodes.restype = ctypes.c_int64
    return found


def describe(rules: RuleSet) -> Any:
    """`struct rules`."""
    numbers = [
        *rules.reach[0],
        *rules.reach[1],
        int(rules.protect_first_row),
        rules.shuttle_limit,
        int(rules.ends_with == "living"),
        int(rules.captured_simple == "hand"),
        int(rules.captured_chosen == "hand"),
        int(rules.reentry == "move"),
        int(rules.points == "rows"),
        int(rules.points == "living"),
        int(rules.keep_owed),
        int(rules.demote_on_return),
        int(has_races(rules)),
    ]
    return (ctypes.c_int32 * len(numbers))(*numbers)


@cache
def _core(rules: RuleSet, learned: Learned) -> ctypes.c_void_p:
    """One a process and judgement: what it remembers is forgotten with every thought."""
    weights = unpack_weights(learned)
    given = (ctypes.c_int8 * len(weights))(*weights)
    fold = ctypes.c_uint64(FOLD & WORD), ctypes.c_uint64(FOLD >> 64)
    return ctypes.c_void_p(library().core_new(describe(rules), given, *fold))


class FastTree(Tree):
    """One search at a time and process. It is limited by turns, not by time, and asks no tables."""

    def __init__(
        self,
        armies: tuple[Army, Army],
        worth: Worth,
        *,
        is_stopped: Callable[[int], bool],
        oracle: Oracle | None = None,
        stood: tuple[Mapping[int, int], Mapping[int, int]] = ({}, {}),
        memory: Recall | None = None,
        promising: int = 3,
    ) -> None:
        assert isinstance(worth, Judgement), "only what is judged by weights"
        self._core = _core(armies[0].rules, worth.learned)
        self._is_begun = False
        super().__init__(
            armies,
            worth,
            is_stopped=is_stopped,
            oracle=oracle,
            stood=stood,
            memory=memory,
            promising=promising,
        )

    def _begin(self) -> None:
        limits = getattr(self.is_stopped, "limits", None)
        most = -1 if limits is None or limits.nodes is None else limits.nodes
        counted = self.__dict__["nodes"]
        slots = ctypes.c_uint64(self.memory.slots)
        library().core_begin(self._core, slots, ctypes.c_int64(most), self.promising)
        for side, keys in enumerate(self.drawn):
            for key in keys:
                low, high = ctypes.c_uint64(key & WORD), ctypes.c_uint64(key >> 64)
                library().core_add_drawn(self._core, side, low, high)
        self._is_begun = True
        library().core_set_nodes(self._core, ctypes.c_int64(counted))

    @property
    def nodes(self) -> int:
        """Turns looked at."""
        if not self.__dict__.get("_is_begun"):
            return int(self.__dict__["nodes"])
        return int(library().core_nodes(self._core))

    @nodes.setter
    def nodes(self, count: int) -> None:
        self.__dict__["nodes"] = count
        if self.__dict__.get("_is_begun"):
            library().core_set_nodes(self._core, ctypes.c_int64(count))

    def search(self, army: Army, state: State, depth: int, alpha: int, beta: int) -> int:
        """As in Python."""
        if not self._is_begun:
            self._begin()
        score = library().core_search(
            self._core, int(army.side), _STATE(*state), depth, alpha, beta
        )
        if score == STOPPED:
            raise Interrupted
        return int(score)

    def best_known(self, army: Army, state: State) -> int | None:
        """As in Python."""
        code = _CODE()
        if not self._is_begun:
            self._begin()
        if not library().core_best(self._core, int(army.side), _STATE(*state), code):
            return None
        return int(code[1]) << 50 | int(code[0])
