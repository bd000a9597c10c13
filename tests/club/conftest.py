"""A fresh book for every test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from boardpi.club import Book, open_book
from tests.club.stories import Wristwatch


@pytest.fixture
def watch() -> Wristwatch:
    return Wristwatch()


@pytest.fixture
def book(tmp_path: Path, watch: Wristwatch) -> Iterator[Book]:
    with open_book(tmp_path / "book.sqlite", watch) as book:
        yield book
