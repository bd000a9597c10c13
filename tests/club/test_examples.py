"""Examples in the code are true."""

from __future__ import annotations

import doctest
import importlib

import pytest

MODULES = (
    "boardpi.club.transfer.exports",
    "boardpi.club.names",
    "boardpi.club.periods",
    "boardpi.commands.terminal.columns",
    "boardpi.config.config",
    "boardpi.config.listing",
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_the_code(name: str) -> None:
    results = doctest.testmod(importlib.import_module(name))
    assert results.attempted > 0
    assert results.failed == 0
