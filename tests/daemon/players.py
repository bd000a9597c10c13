"""A player at the page: knows the rules, moves the virtual board's archers by masks alone."""

from __future__ import annotations

import json
import time
from random import Random
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from boardpi.rules import START, parse_move
from tests.daemon.stories import touches
from tests.patience import PATIENCE_S

Json = dict[str, Any]


def meet(port: int, patience_s: float = PATIENCE_S) -> ClientConnection:
    """The live connection of a daemon that may still be starting."""
    end = time.monotonic() + patience_s
    while True:
        try:
            address = f"ws://127.0.0.1:{port}/api/v1/live"
            return connect(address, compression=None, open_timeout=PATIENCE_S, ping_interval=None)
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.005)


class PagePlayer:
    """Both players at once, and whatever they were shown."""

    def __init__(self, socket: ClientConnection, random: Random) -> None:
        self.socket, self.random = socket, random
        self.table: Json = json.loads(socket.recv())
        self.mask: int = self.table["mask"]

    def send(self, **message: object) -> None:
        self.socket.send(json.dumps(message))

    def show(self, mask: int) -> None:
        """The archers stand like this now."""
        self.mask = mask
        self.send(type="hands", mask=mask)

    def listen(self, timeout_s: float) -> bool:
        """Take in one message; False if none came."""
        try:
            message = json.loads(self.socket.recv(timeout=timeout_s))
        except TimeoutError:
            return False
        if message["type"] == "table":
            self.table = message
        return True

    def drain(self) -> None:
        """All that was sent before the other side died."""
        try:
            while self.listen(PATIENCE_S):
                pass
        except ConnectionClosed:
            pass

    def begin_turn(self) -> None:
        """Hands make a random legal move, or set up the next game.

        They wait for nothing but the end of a game whose last arrival may still bring one back.
        """
        while self.table["outcome"] is None and not self.table["legal"]:
            self.listen(0.5)
        if self.table["outcome"] is not None:
            self.show(START.occupied)
            return
        move = parse_move(self.random.choice(self.table["legal"]))
        for hole in touches(move):
            self.show(self.mask ^ hole.bit)

    def wait_for(self, moves: int, patience_s: float = PATIENCE_S) -> None:
        """Until so many moves stand, one of them perhaps open for a re-entry; or another game."""
        end, game = time.monotonic() + patience_s, self.table["match"]["game_id"]
        while self.standing < moves and self.table["match"]["game_id"] == game:
            assert time.monotonic() < end, self.table["position"]
            self.listen(0.5)

    @property
    def standing(self) -> int:
        """How many moves stand on the board."""
        return len(self.table["moves"]) + (self.table["open_turn"] is not None)
