"""One served table for many questions, and a fresh one for those that change it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.serving import Serving, serving


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Serving]:
    with serving(tmp_path) as found:
        yield found


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A table where a match of two games was played, and Archers began; tests only look."""
    with serving(tmp_path_factory.mktemp("club")) as found:
        with found.organiser() as organiser:
            match = {"white": "First player", "black": "Second player"}
            organiser.post("/table/match", json=match).raise_for_status()
            found.play("b1-d2 d5-b4 c1-d3")
            organiser.post("/table/resign", json={"side": "b"}).raise_for_status()
            organiser.post("/table/next", json={}).raise_for_status()
            with found.live() as line:
                line.send('{"type": "hands", "mask": 32505887}')
            found.play("b1-d2")
            organiser.post("/table/draw", json={}).raise_for_status()
            organiser.post("/archers/games", json={}).raise_for_status()
        yield found
