"""The examples in the docstrings of boards, simulation and daemon are true."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

import boardpi.boards.board
from tests.house.imports import modules

MODULES = [
    name
    for name, source in modules(Path(boardpi.boards.board.__file__).parents[1])
    if name.startswith(("boardpi.boards.", "boardpi.daemon.", "boardpi.sim.")) and ">>>" in source
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_the_code(name: str) -> None:
    results = doctest.testmod(importlib.import_module(name))
    assert results.attempted > 0
    assert results.failed == 0
