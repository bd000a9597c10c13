"""kill -9 at any instant: no published move is lost, and the same table is resumed."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest

from boardpi.club import read_book
from tests.daemon.players import Json, PagePlayer, meet
from tests.forks import Fork
from tests.ports import free_port
from tests.proofs import SCALE

ROUNDS = 30 * SCALE
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


def live_once(born: Fork, port: int, random: Random, before: Json | None) -> Json:
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
            born.kill()
            player.drain()
            return player.table
    except BaseException:
        born.kill()
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
    words = ["run", "--config", str(write_config(tmp_path, port, rules))]
    for _ in range(ROUNDS):
        born = Fork(words)
        published = live_once(born, port, random, published)
        born.wait()
    assert published is not None
    with read_book(tmp_path / "book.sqlite") as book:
        games = book.archive.search()
        assert sum(entry.plies for entry in games) > ROUNDS / 2
        for entry in games:
            assert len(book.archive.game(entry.id).moves) == entry.plies
        assert [ply.move for ply in book.archive.plies(published["match"]["game_id"])][
            : len(published["moves"])
        ] == moves_of(published)
