"""A book on a disk that was made read-only. Run as: python -m tests.club.read_only_disk DIRECTORY

The directory is a disk of its own. Prints what happened as JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from boardpi.club import BookTrouble, open_book, read_book
from tests.club.stories import WORKED_GAME, play_text, record


def main(directory: Path, *, clean: bool) -> None:
    """Write, make the disk read-only, try to open to write, read all the same."""
    path = directory / "book.sqlite"
    child = os.fork()
    if child == 0:
        book = open_book(path)
        record(book, book.games.begin(), play_text(WORKED_GAME))
        if clean:
            book.close()
        os._exit(0)  # without closing, the moves are in the log beside the file
    os.waitpid(child, 0)
    subprocess.run(["mount", "-o", "remount,ro", str(directory)], check=True)
    told: dict[str, object] = {"log": Path(f"{path}-wal").exists()}
    try:
        open_book(path)
    except BookTrouble as trouble:
        told["error"], told["words"] = type(trouble).__name__, str(trouble)
    with read_book(path) as book:
        told["moves"] = [ply.move for ply in book.archive.plies(1)]
        try:
            book.settings.put("a", "b")
        except BookTrouble as trouble:
            told["writing"] = type(trouble).__name__
    print(json.dumps(told))


if __name__ == "__main__":
    main(Path(sys.argv[1]), clean=sys.argv[2] == "clean")
