"""Root works in a folder of the table's user as that user."""

from __future__ import annotations

import contextlib
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from boardpi.commands.terminal import score_book
from boardpi.commands.terminal.score_book import as_owner

DROPPED = [("setgroups", []), ("setegid", 50), ("seteuid", 1000)]
BACK = [("seteuid", 0), ("setegid", 0), ("setgroups", [0, 4])]


class System:
    """As much of `os` as is needed, for somebody with this number."""

    def __init__(self, user: int) -> None:
        self._user = user
        self.done: list[tuple[str, object]] = []

    def geteuid(self) -> int:
        return self._user

    def getegid(self) -> int:
        return 0

    def getgroups(self) -> list[int]:
        return [0, 4]

    def __getattr__(self, name: str) -> object:
        return lambda value: self.done.append((name, value))


def folder(user: int) -> Path:
    found = SimpleNamespace(st_uid=user, st_gid=50)
    return cast("Path", SimpleNamespace(stat=lambda: found))


@pytest.mark.parametrize(
    ("user", "owners", "is_dropped"),
    [
        (0, [1000], True),
        (0, [1000, 1000], True),
        (0, [1000, 1001], False),  # a stick, or somebody's home: only root reaches both
        (0, [1000, 0], False),
        (0, [0], False),
        (1000, [1000], False),
        (1001, [1000], False),
    ],
)
def test_root_works_as_the_owner(
    user: int, owners: list[int], is_dropped: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = System(user)
    monkeypatch.setattr(score_book, "os", system)
    with contextlib.suppress(KeyError), as_owner(*map(folder, owners)):
        assert system.done == (DROPPED if is_dropped else [])
        raise KeyError  # also after trouble it is root again
    assert system.done == (DROPPED + BACK if is_dropped else [])


def test_a_folder_that_is_not_there_is_named_by_others(tmp_path: Path) -> None:
    with as_owner(tmp_path / "nowhere"):
        pass
