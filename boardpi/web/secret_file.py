"""What must stay secret, in a file of its own beside the book: no backup of the book holds it.

The file is for its owner alone and is always whole: it is written beside its name, synced, and
then given the name. `sudo boardpi pin` and the daemon may both write it.
"""

from __future__ import annotations

import fcntl
import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from boardpi.errors import BookAway

Values = dict[str, Any]
Stamp = tuple[int, int, int]


def beside(book: Path | str) -> Path:
    """The file of secrets of a book."""
    path = Path(book)
    return path.with_name(f"{path.name}.secret")


class SecretFile:
    """A JSON object. Without a path it lasts until the end of the program."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._short_lived: Values = {}

    def stamp(self) -> Stamp | None:
        """Another one whenever somebody has written the file; None if there is none."""
        if self.path is None:
            return None
        try:
            found = os.lstat(self.path)
        except OSError:
            return None
        return found.st_ino, found.st_mtime_ns, found.st_size

    def read(self) -> Values:
        """What is kept; nothing where nothing can be read."""
        if self.path is None:
            return dict(self._short_lived)
        try:
            return self._load(self.path)
        except (OSError, ValueError, RecursionError):
            return {}

    def _load(self, path: Path) -> Values:
        number = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        with os.fdopen(number, encoding="utf-8") as file:
            values = json.load(file)
        if not isinstance(values, dict):
            raise ValueError("not an object")
        return values

    @property
    def is_damaged(self) -> bool:
        """Whether there is a file in which nothing can be read."""
        if self.path is None:
            return False
        try:
            self._load(self.path)
        except OSError:
            return False
        except (ValueError, RecursionError):
            return True
        return False

    @contextmanager
    def changing(self) -> Iterator[Values]:
        """The values, to be changed by one program at a time; what is in them then is kept."""
        if self.path is None:
            yield self._short_lived
            return
        try:
            with _alone_in(self.path.parent):
                if self.is_damaged:  # whoever knows its parts may still mend it
                    os.replace(self.path, f"{self.path}.damaged")  # noqa: PTH105  beside each other
                values = self.read()
                yield values
                _replace(self.path, json.dumps(values))
        except OSError as error:
            raise BookAway(f"{self.path}: cannot be written ({error.strerror})") from None


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    folder.mkdir(parents=True, exist_ok=True)
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(number, fcntl.LOCK_EX)
        yield
        os.fsync(number)
    finally:
        os.close(number)


def _replace(path: Path, text: str) -> None:
    """`mkstemp` makes a new file for its owner alone; a rename follows no link."""
    number, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(number, "w", encoding="utf-8") as file:
            if os.geteuid() == 0:  # what root writes, the service must be able to read
                owner = path.parent.stat()
                os.fchown(file.fileno(), owner.st_uid, owner.st_gid)
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)  # noqa: PTH105  both are names beside each other
    except BaseException:
        with suppress(OSError):
            os.unlink(draft)  # noqa: PTH108
        raise
