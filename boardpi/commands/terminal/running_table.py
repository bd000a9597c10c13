"""The running table, as a command asks it to do what needs the PIN."""

from __future__ import annotations

import json
import os
import urllib.error
import urllib.request
from pathlib import Path
from typing import IO, Any, Final

from boardpi.commands.terminal.configuration import ask_table, table_url, trust_of
from boardpi.commands.terminal.files import CommandError
from boardpi.commands.terminal.score_book import as_owner
from boardpi.config import Config
from boardpi.errors import NotDone
from boardpi.web.lock import lend
from boardpi.web.secret_file import SecretFile, beside

PATIENCE_SECONDS: Final = 600  # a long book is checked row by row


class RunningTable:
    """The table that runs with a book, asked by who may write its file of secrets."""

    def __init__(self, config: Config, book: Path) -> None:
        self._config = config
        with as_owner(book.parent):
            session = lend(SecretFile(beside(book)), "sessions")
        self._cookie = f"boardpi-{config.page.port}={session}"

    @classmethod
    def of_book(cls, config: Config, book: Path) -> RunningTable | None:
        """The one that keeps this book, if it runs and answers."""
        try:
            ask_table(config, "session")
        except OSError:
            return None
        try:
            table = cls(config, book)
            told = table.ask("GET", "health")
        except (CommandError, NotDone):
            return None
        return table if Path(told["book"]["path"]).resolve() == book.resolve() else None

    def ask(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        """One answer; what the table refuses is told in its words."""
        data = None if body is None else json.dumps(body).encode()
        return self._call(method, path, data, "application/json")

    def send(self, path: str, file: IO[bytes]) -> dict[str, Any]:
        """A file."""
        return self._call("POST", path, file, "application/octet-stream")

    def _call(self, method: str, path: str, data: Any, kind: str) -> dict[str, Any]:
        url = f"{table_url(self._config)}/{path}"
        headers = {"cookie": self._cookie, "content-type": kind}
        if not isinstance(data, bytes | None):
            headers["content-length"] = str(os.fstat(data.fileno()).st_size)
        asked = urllib.request.Request(url, data, headers, method=method)
        try:
            with urllib.request.urlopen(
                asked, timeout=PATIENCE_SECONDS, context=trust_of(self._config)
            ) as answered:
                found: dict[str, Any] = json.load(answered)
        except urllib.error.HTTPError as refused:
            with refused:
                raise CommandError(json.load(refused)["error"]["message"]) from None
        except OSError as error:
            raise CommandError(f"The table does not answer: {error}") from None
        return found
