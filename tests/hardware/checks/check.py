"""The list of checks, and what they share."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

Check: TypeAlias = Callable[[Path], None]
CHECKS: dict[str, Check] = {}


def check(function: Check) -> Check:
    CHECKS[function.__name__] = function
    return function


def some_colours(chance: random.Random, brightest: int = 60) -> bytes:
    return bytes(chance.randrange(brightest + 1) for _ in range(75))
