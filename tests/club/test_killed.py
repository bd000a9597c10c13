"""Killed at any instant, hundreds of times: nothing that the book had acknowledged is ever lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boardpi.club import open_book
from tests.club.scribbler import tell

KILLS = 250
ROOT = Path(__file__).parents[2]


@contextmanager
def running(path: Path) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.club.scribbler", str(path)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def hear(process: subprocess.Popen[str]) -> tuple[str, Any]:
    assert process.stdout is not None
    word, _, state = process.stdout.readline().partition(" ")
    return word, json.loads(state)


def live_and_die(process: subprocess.Popen[str], random: Random) -> list[tuple[str, Any]]:
    """One child from its birth to its death; all that it said."""
    assert process.stdin is not None
    process.stdin.write(f"{random.randrange(1 << 30)}\n")
    process.stdin.flush()
    said, child, patience = [], None, random.randrange(16)
    while child is None or len(said) < patience:
        word, told = hear(process)
        if word == "child":
            child = told
        else:
            said.append((word, told))
    time.sleep(random.choice([0, 0.002]) * random.random())
    os.kill(child, signal.SIGKILL)
    while (heard := hear(process))[0] != "ended":
        said.append(heard)
    assert heard[1] == -signal.SIGKILL, "the child ended by itself"
    return said


@pytest.mark.slow
def test_no_acknowledged_move_is_lost(tmp_path: Path) -> None:
    path, random = tmp_path / "book.sqlite", Random()
    stands: Any = {"games": 0}
    acknowledged = pending = 0
    with running(path) as process:
        for _ in range(KILLS):
            said = live_and_die(process, random)
            words = [word for word, _ in said]
            if words:
                assert said[0] == ("found", stands), "another game was resumed than had been left"
            acknowledged += words.count("did")
            pending += words[-1:] == ["will"]
            with open_book(path) as book:  # it checks every page
                now = tell(book)
            # The last thing that was acknowledged, or the one that was being written.
            allowed = [state for word, state in said if word in ("found", "did")][-1:] or [stands]
            if words[-1:] == ["will"]:
                allowed.append(said[-1][1])
            assert now in allowed
            stands = now
    assert acknowledged > 0, "the children died before they did anything"
    assert pending > 0, "nobody was killed in the middle of writing"
