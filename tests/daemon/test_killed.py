"""kill -9 at any instant: no published move is lost, and the same table is resumed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from boardpi.club import read_book
from tests.daemon.players import Json, PagePlayer, meet
from tests.patience import PATIENCE_S
from tests.ports import free_port

ROUNDS = 100
QUICK = """
[table]
rules = "{rules}"
settle_ms = 0
dwell_ms = 50
inhand_ms = 500
astray_ms = 200
decline_ms = 1000
[page]
port = {port}
[book]
path = "{folder}/book.sqlite"
[log]
level = "error"
"""


def write_config(folder: Path, port: int, rules: str) -> Path:
    file = folder / "boardpi.toml"
    file.write_text(QUICK.format(rules=rules, port=port, folder=folder), encoding="utf-8")
    return file


class Nursery:
    """Where daemons are born."""

    def __init__(self, config: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.daemon.nursery", str(config)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def bear(self) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        self._process.communicate(timeout=PATIENCE_S)


@contextmanager
def nursery(config: Path) -> Iterator[Nursery]:
    found = Nursery(config)
    try:
        yield found
    finally:
        found.close()


def live_once(born: int, port: int, random: Random, before: Json | None) -> Json:
    """One life: resume, play, die at any instant. What was published last."""
    try:
        with meet(port) as line:
            player = PagePlayer(line, random)
            if before is not None:
                check_resumed(before, player.table)
            for _ in range(random.choice((0, 0, 1, 2))):
                player.begin_turn()
                player.wait_for(player.standing + 1)
            player.begin_turn()
            time.sleep(random.uniform(0, 0.09))  # the dwell is 50 ms: before, amid and after it
            os.kill(born, signal.SIGKILL)
            player.drain()
            return player.table
    except BaseException:
        os.kill(born, signal.SIGKILL)
        raise


def check_resumed(before: Json, now: Json) -> None:
    """Nothing that was published is gone; what was decided in the last instant may be there."""
    old, new = moves_of(before), moves_of(now)
    if now["match"]["game_id"] == before["match"]["game_id"]:
        assert new[: len(old)] == old
        assert len(new) - len(old) <= 2  # a move and the pass after it
    else:
        assert before["outcome"] is not None
        assert new == []
    assert now["mask"] == now["raw"]
    assert now["astray"] is None


def moves_of(table: Json) -> list[str]:
    return [move["move"] for move in table["moves"]]


@pytest.mark.parametrize("rules", ["jasir-pergioco", "jarmo-wikipedia"])
def test_killed_again_and_again(tmp_path: Path, rules: str) -> None:
    port, random = free_port(), Random(4)
    published: Json | None = None
    with nursery(write_config(tmp_path, port, rules)) as found:
        for _ in range(ROUNDS):
            published = live_once(found.bear(), port, random, published)
    assert published is not None
    with read_book(tmp_path / "book.sqlite") as book:
        games = book.archive.search()
        assert sum(entry.plies for entry in games) > ROUNDS / 2
        for entry in games:
            assert len(book.archive.game(entry.id).moves) == entry.plies
        assert [ply.move for ply in book.archive.plies(published["match"]["game_id"])][
            : len(published["moves"])
        ] == moves_of(published)
