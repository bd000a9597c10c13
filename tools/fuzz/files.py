"""Files beside the program: a language somebody is writing, tables of endings, secrets."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from boardpi.coach.endgames.places import SIZES, Class, PlaceInClass
from boardpi.coach.endgames.tables import Tables
from boardpi.coach.endgames.tables_file import Contents, pack_block, pack_file, seal
from boardpi.daemon.hub_link import Link, keep_link, read_link
from boardpi.rules import DEFAULT, Side
from boardpi.texts.files import (
    package_folder,
    read_language,
    read_languages,
    read_sentences,
    read_texts,
)
from boardpi.web.lock import Lock
from boardpi.web.secret_file import SecretFile

Reader = tuple[str, Callable[[str], object], Sequence[str]]
CODE: Final = "pl"
COUNTS: Final = (0, 1, 2, 5, 12, 22, 101)
SUBJECT: Final = "voice"
LAST_TWO: Final = Class(1, 1)


class Languages:
    """A folder with one language; one of its files is written anew each time."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp())
        atexit.register(shutil.rmtree, self._folder, ignore_errors=True)
        (self._folder / CODE).mkdir()
        self._good = {
            name: (package_folder() / place / f"{name}.json").read_text(encoding="utf-8")
            for name, place in (("language", CODE), (SUBJECT, CODE), ("sentences", "de"))
        }
        self._write("language", self._good["language"])

    def readers(self) -> list[Reader]:
        """One for each kind of file."""
        return [
            ("language", self._read_language, [self._good["language"]]),
            ("texts", self._read_texts, [self._good[SUBJECT]]),
            ("sentences", self._read_sentences, [self._good["sentences"][:2000] + '"": ""}']),
        ]

    def _write(self, name: str, text: str) -> None:
        data = text.encode(errors="surrogatepass")
        (self._folder / CODE / f"{name}.json").write_bytes(data)

    def _read_language(self, text: str) -> object:
        try:
            self._write("language", text)
            language = read_language(self._folder, CODE)
            return [language.plural_form(count) for count in COUNTS]
        finally:
            self._write("language", self._good["language"])
            read_languages.cache_clear()

    def _read_texts(self, text: str) -> object:
        self._write(SUBJECT, text)
        return read_texts(self._folder, CODE, SUBJECT)

    def _read_sentences(self, text: str) -> object:
        self._write("sentences", text)
        read_sentences.cache_clear()
        return read_sentences(self._folder, CODE)


class Secrets:
    """The file beside a book: a PIN, sessions, devices, the way to a hub."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp())
        atexit.register(shutil.rmtree, self._folder, ignore_errors=True)
        self._file = SecretFile(self._folder / "book.secret")
        self._lock = Lock(self._file)  # made once: each PIN costs 16 MB and a while
        with self._file.changing() as values:
            values["sessions"] = {"ab" * 32: 4000.5, "cd" * 32: 1e9}
            values |= {"devices": ["ef" * 32], "at": 4.5}
        keep_link(self._file, Link("hub.local", 1883, "club", "t01", "t01", "secret"))

    def readers(self) -> list[Reader]:
        """One."""
        assert self._file.path is not None
        return [("secrets", self._read, [self._file.path.read_text(encoding="utf-8")])]

    def _read(self, text: str) -> object:
        assert self._file.path is not None
        self._file.path.write_bytes(text.encode(errors="surrogatepass"))
        self._lock.look()
        self._lock.is_open("a" * 43)
        self._lock.is_known("a" * 43)
        self._lock._save()
        return read_link(self._file)


def small_tables() -> str:
    """A file of tables, each byte a sign."""
    contents = Contents([DEFAULT], 2, 1, 11, 2, [{7: 1}])
    return pack_file(contents, [pack_block(bytes([5]) * SIZES[LAST_TWO])]).decode("latin-1")


def read_tables(text: str) -> object:
    """Its checksum made right again: what is checked behind it is tried, too."""
    data = text.encode("latin-1", errors="replace")
    tables = Tables(seal(data) if len(data) > 200 else data, DEFAULT)
    place = PlaceInClass(LAST_TWO, 0)
    return tables._file.value(place, Side.WHITE), tables._file.choice(place, Side.WHITE)
