"""Hands at a virtual board, over the page's own connection: they see it and move archers."""

from __future__ import annotations

import json
import time
from random import Random
from typing import Any, Final

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from boardpi.rules import START, Hole, Move, parse_move, parse_position

PAUSE_S: Final = 0.6  # between two moves, so that people can follow
REPEAT_S: Final = 5.0


def play_at(port: int, seed: int, pause_s: float = PAUSE_S, plies: int | None = None) -> None:
    """Play at the table of this page until its connection ends, or so many moves in a game."""
    address = f"ws://127.0.0.1:{port}/api/v1/live"
    random = Random(seed)
    try:
        with connect(address, compression=None, ping_interval=None) as socket:
            table: dict[str, Any] = json.loads(socket.recv())
            while True:
                table = _newest(socket, table, pause_s)
                if plies is None or len(table["moves"]) < plies:
                    _play(socket, table, random)
                table = _wait(socket, table)
    except (ConnectionClosed, OSError):
        return


def _play(socket: Any, table: dict[str, Any], random: Random) -> None:
    mask: int = table["mask"]
    if table["outcome"] is not None:
        if not table["match"]["is_over"]:
            _show(socket, START.occupied)  # the second game
        return
    if table["astray"] is not None:
        _show(socket, _standing(table))
        return
    if not table["legal"]:
        return
    for hole in touches(parse_move(random.choice(table["legal"]))):
        mask ^= hole.bit
        _show(socket, mask)


def _standing(table: dict[str, Any]) -> int:
    """The archers as the game has them: hands put right what went wrong."""
    return parse_position(table["position"]).occupied


def touches(move: Move) -> list[Hole]:
    """The holes in the order in which hands touch them."""
    found: list[Hole] = []
    if move.origin is not None and move.target is not None:
        found = [move.origin, *([move.target] if move.takes else []), move.target]
    if move.reentry is not None:
        found.append(move.reentry)
    return found


def _show(socket: Any, mask: int) -> None:
    socket.send(json.dumps({"type": "hands", "mask": mask}))
    time.sleep(0.05)


def _newest(socket: Any, table: dict[str, Any], seconds: float) -> dict[str, Any]:
    """What the table looks like after a while."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        try:
            message = json.loads(socket.recv(timeout=left))
        except TimeoutError:
            break
        if message["type"] == "table":
            table = message
    return table


def _wait(socket: Any, before: dict[str, Any]) -> dict[str, Any]:
    """Until a move stands, or another game; a while at most."""
    end, table = time.monotonic() + REPEAT_S, before
    while time.monotonic() < end:
        table = _newest(socket, table, 0.3)
        if _mark(table) != _mark(before):
            break
    return table


def _mark(table: dict[str, Any]) -> tuple[object, ...]:
    return table["match"]["game_id"], len(table["moves"]), table["outcome"] is not None
