"""A machine that has nothing, and what is done on it, step by step."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fresh.machine import Fresh, fresh_machine


@pytest.fixture(scope="session")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fresh]:
    """Nobody has done anything there yet."""
    tar = Path(os.environ.get("BOARDPI_ROOT_TAR", ""))
    assert tar.is_file(), "run these tests with: make fresh-test"
    place = tmp_path_factory.mktemp("fresh")
    debian = place / "debian"
    debian.mkdir()
    subprocess.run(["tar", "--extract", f"--file={tar}", f"--directory={debian}"], check=True)
    with fresh_machine(place / "machine", debian, tar.parent / "archives" / tar.stem) as machine:
        yield machine
    subprocess.run(["rm", "--recursive", "--force", str(place)], check=True)
