"""What the board saw during a game, compressed. The oldest go first when room is short."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Final

from boardpi.club.errors import BookDamaged
from boardpi.club.store import Store

LARGEST_PART: Final = 64 << 20  # bytes of text; a part that claims more was not written by us
MOST_SEALED: Final = 1 << 20  # bytes as they are kept; a second's work on a small Pi
PORTION: Final = 65_536


@dataclass(frozen=True, slots=True)
class Traces:
    """Lines arrive in parts while a game is played: a crash loses the last part at most."""

    store: Store

    def add(self, game_id: int, lines: str, *, most_bytes: int) -> bool:
        """Append lines to the trace of a game, unless they alone would take all the room.

        A chattering reed fills any disk: a game stops being traced at `most_bytes`.
        """
        data = zlib.compress(lines.encode())
        with self.store.writing():
            part, size = self._measure(game_id)
            if size + len(data) > most_bytes:
                return False
            self.store.write("INSERT INTO traces VALUES (?, ?, ?)", (game_id, part + 1, data))
        return True

    def read(self, game_id: int) -> str:
        """The whole trace of a game; empty if none is kept."""
        rows = self.store.rows(
            "SELECT data FROM traces WHERE game_id = ? ORDER BY part", (game_id,)
        )
        return "".join(self._unpack(row["data"]) for row in rows)

    def has(self, game_id: int) -> bool:
        """Whether one is kept."""
        return self.store.row("SELECT 1 FROM traces WHERE game_id = ?", (game_id,)) is not None

    def packed(self, game_id: int) -> tuple[list[bytes], int]:
        """Its parts as they are kept, and how many bytes they unpack to.

        A reed that chatters for an evening makes a hundred megabytes: nobody holds them at once.
        """
        rows = self.store.rows(
            "SELECT data FROM traces WHERE game_id = ? ORDER BY part", (game_id,)
        )
        parts = [bytes(row["data"]) for row in rows]
        return parts, sum(self._unpacked_size(part) for part in parts)

    def _unpacked_size(self, data: bytes) -> int:
        unpack, size = zlib.decompressobj(), 0
        try:
            while piece := unpack.decompress(data, PORTION):
                size += len(piece)
                data = unpack.unconsumed_tail
        except zlib.error as error:
            raise BookDamaged(self.store.path, f"a trace: {error}") from error
        if not unpack.eof or size > LARGEST_PART:
            raise BookDamaged(self.store.path, "a trace ends too early or is too long")
        return size

    def seal(self, game_id: int) -> None:
        """Make one part of many when the game is over: it compresses far better.

        A long one stays as it is: the next game's moves would wait for it.
        """
        with self.store.writing():
            if self._measure(game_id)[1] > MOST_SEALED:
                return
            text = self.read(game_id)
            if text:
                self.store.write("DELETE FROM traces WHERE game_id = ?", (game_id,))
                data = zlib.compress(text.encode(), 9)
                self.store.write("INSERT INTO traces VALUES (?, 1, ?)", (game_id, data))

    def prune(self, most_games: int, most_bytes: int) -> int:
        """Forget the oldest traces until the rest fits; how many games lost theirs."""
        forgotten = 0
        with self.store.writing():
            rows = self.store.rows(
                "SELECT game_id, sum(length(data)) AS size FROM traces"
                " GROUP BY game_id ORDER BY game_id DESC"
            )
            size = 0
            for kept, row in enumerate(rows):
                size += row["size"]
                if kept >= most_games or size > most_bytes:
                    self.store.write("DELETE FROM traces WHERE game_id = ?", (row["game_id"],))
                    forgotten += 1
        return forgotten

    def size(self) -> int:
        """How many bytes all traces take."""
        row = self.store.row("SELECT ifnull(sum(length(data)), 0) AS size FROM traces")
        return int(row["size"]) if row else 0

    def _measure(self, game_id: int) -> tuple[int, int]:
        row = self.store.row(
            "SELECT ifnull(max(part), 0) AS part, ifnull(sum(length(data)), 0) AS size"
            " FROM traces WHERE game_id = ?",
            (game_id,),
        )
        return (row["part"], row["size"]) if row else (0, 0)

    def _unpack(self, data: bytes) -> str:
        unpack = zlib.decompressobj()
        try:
            text = unpack.decompress(data, LARGEST_PART).decode()
        except (zlib.error, UnicodeDecodeError) as error:
            raise BookDamaged(self.store.path, f"a trace: {error}") from error
        if not unpack.eof:
            raise BookDamaged(self.store.path, "a trace ends too early or is too long")
        return text
