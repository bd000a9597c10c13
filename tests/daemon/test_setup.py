"""Settings on the page where the file belongs to root: root's service is asked, and judges."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from boardpi.config import SYSTEM_FILE, Config, read_config
from boardpi.config.editing import LARGEST_WISH, Value, take
from boardpi.daemon.page.answers.snapshot import SettingsJson
from boardpi.daemon.page.setup import ROOTS_EAR, TableSetup
from boardpi.errors import BadRequest, BookRefuses, NotDone
from boardpi.web.service import ApiRequest
from tests.daemon.stories import leave, sit_down

OURS = '# Our table.\n[table]\nname = "Oak"  # by the window\n'


class RootsService:
    """What boardpi-settings.socket and its service do, for one file."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "etc" / "boardpi.toml"
        self.file.parent.mkdir(mode=0o755)
        self.file.write_text(OURS)
        self.file.chmod(0o644)
        self.ear = folder / "root.socket"
        self.line = socket.socket(socket.AF_UNIX)
        self.line.bind(str(self.ear))
        self.line.listen()
        self.answer: bytes | None = None
        Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                asker, _ = self.line.accept()
            except OSError:
                return
            with asker, asker.makefile("rb") as wish:
                told = take(wish.read(LARGEST_WISH + 1), self.file)
                asker.sendall(
                    str(told).replace("'", '"').encode() if self.answer is None else self.answer
                )


@pytest.fixture
def root(tmp_path: Path) -> Iterator[RootsService]:
    service = RootsService(tmp_path)
    yield service
    service.line.close()


def change(
    folder: Path, root: RootsService, changes: dict[str, Value], *, is_there: bool = True
) -> SettingsJson:
    """As the page does at a table that may not write its file: a folder has its place."""
    locked = folder / "locked"
    locked.mkdir(exist_ok=True)
    sitting = sit_down(folder)
    ear = root.ear if is_there else folder / "nobody"
    setup = TableSetup(sitting.daemon, Config(), locked, ear)
    setup._read = lambda: read_config(root.file.read_text())  # type: ignore[method-assign]
    try:
        return asyncio.run(setup.change(ApiRequest(values=changes)))
    finally:
        leave(sitting)


def test_the_ear_is_where_the_socket_unit_listens() -> None:
    unit = Path(__file__).parents[2] / "systemd" / "boardpi-settings.socket"
    assert f"ListenStream={ROOTS_EAR}\n" in unit.read_text()


def test_root_writes_for_the_page(tmp_path: Path, root: RootsService) -> None:
    told = change(tmp_path, root, {"table.name": "Elm", "clocks.main_s": 600})
    assert told["is_writable"]
    assert root.file.read_text() == (
        '# Our table.\n[table]\nname = "Elm"  # by the window\n\n[clocks]\nmain_s = 600\n'
    )
    assert set(told["pending"]) == {"table.name", "clocks.main_s"}


def test_without_roots_service_the_command_is_told(tmp_path: Path, root: RootsService) -> None:
    with pytest.raises(BookRefuses, match=r"sudo boardpi config set table\.name=Elm") as refusal:
        change(tmp_path, root, {"table.name": "Elm"}, is_there=False)
    assert refusal.value.reason == "file_locked"


@pytest.mark.parametrize(
    "answer", [b"", b"what?", b"[]", b'{"error": "no", "reason": "file_locked"}']
)
def test_an_answer_of_root_that_is_none_names_the_command(
    tmp_path: Path, root: RootsService, answer: bytes
) -> None:
    root.answer = answer
    with pytest.raises(BookRefuses, match=r"sudo boardpi config set table\.name=Elm"):
        change(tmp_path, root, {"table.name": "Elm"})


@pytest.mark.parametrize(
    "values", [{"clocks.main_s": 5}, {"table.rules": "chess"}, {"book.path": "/tmp/x"}]
)
def test_what_must_not_stand_in_the_file_never_does(
    tmp_path: Path, root: RootsService, values: dict[str, Value]
) -> None:
    with pytest.raises(NotDone) as refusal:
        change(tmp_path, root, values)
    assert isinstance(refusal.value, BadRequest)
    assert root.file.read_text() == OURS


def test_another_file_has_no_service_of_roots(tmp_path: Path) -> None:
    sitting = sit_down(tmp_path)
    assert TableSetup(sitting.daemon, Config(), SYSTEM_FILE)._root == ROOTS_EAR
    assert TableSetup(sitting.daemon, Config(), tmp_path / "own.toml")._root is None
    leave(sitting)
