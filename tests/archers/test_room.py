"""Nothing on the way from reed to light loads the room of Archers."""

from __future__ import annotations

import subprocess
import sys

import pytest

LOOK = """
import importlib, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
print(*sorted(name for name in sys.modules if name.startswith("boardpi.archers")))
"""


def loaded_by(*modules: str) -> str:
    """What of the room a fresh Python has after these imports."""
    command = [sys.executable, "-c", LOOK, *modules]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_table_boards_book_and_loop_do_without_it() -> None:
    rooms = ("table.step", "boards.build", "boards.virtual", "club", "daemon.loop", "daemon.tracer")
    assert loaded_by(*(f"boardpi.{room}" for room in rooms)) == ""


@pytest.mark.parametrize("module", ["boardpi.commands.archers", "boardpi.daemon.page.archery"])
def test_its_command_and_its_page_have_it(module: str) -> None:
    assert "boardpi.archers.combat" in loaded_by(module)
