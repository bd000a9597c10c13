"""A kill proves nothing about power: here the kernel tells that the disk was waited for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.club.stories import WORKED_GAME
from tests.club.test_killed import ROOT

CODE = """
import os, sys
from boardpi.club import open_book
from tests.club.stories import WORKED_GAME, play_text
game = play_text(WORKED_GAME)
with open_book(sys.argv[1]) as book:
    entry = book.games.begin()
    for ply, move in enumerate(game.moves, 1):
        os.write(2, b"asked")
        book.games.record_move(entry.id, ply, str(move), str(game.positions[ply]), 0)
        os.write(2, b"acknowledged")
"""


def test_every_move_is_synced_before_it_is_acknowledged(tmp_path: Path) -> None:
    log = tmp_path / "calls"
    calls = "trace=write,pwrite64,fdatasync,fsync"
    command = [sys.executable, "-c", CODE, str(tmp_path / "book.sqlite")]
    subprocess.run(
        ["strace", "-f", "-e", calls, "-o", str(log), *command],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    moves = log.read_text().split('"asked"')[1:]
    assert len(moves) == len(WORKED_GAME.split())
    for move in moves:
        during = move.split('"acknowledged"')[0]
        written, synced = during.rfind("pwrite64("), during.rfind("sync(")
        assert 0 < written < synced, "something was written and not synced"
