"""A check in the daemon: started, answered, reported, compared at the next start."""

from __future__ import annotations

import json
import logging
import tomllib
from pathlib import Path
from typing import Any

import pytest

from boardpi.boards.serial.link.messages import State
from boardpi.config import BoardConfig, Config
from boardpi.daemon.activities.check import CheckActions
from boardpi.daemon.activities.check_reports import (
    KEPT,
    checks_folder,
    last_report,
    last_text,
    save_report,
    translate,
    wires_of,
)
from boardpi.errors import NoSuch, NothingToDo
from boardpi.rules import START
from boardpi.table.events import BoardLost
from boardpi.web.service import ApiRequest
from tests.check.test_report import SOUND
from tests.daemon.stories import Sitting, leave, sit_down, story
from tests.web.serving import Serving, hear, say, serving

Json = dict[str, Any]
ROOT = Path(__file__).parents[2]


def report(at: str, **changes: object) -> Json:
    return SOUND | {"at": at} | changes


# ── on disk ──────────────────────────────────────────────────────────────────────────────────────


def test_the_newest_report_counts(tmp_path: Path) -> None:
    for day in ("2026-11-14", "2026-11-16", "2026-11-15"):
        save_report(tmp_path / "checks", report(f"{day}T10:00:00Z"))
    found = last_report(tmp_path / "checks", "serial")
    assert found is not None
    assert found.at == "2026-11-16T10:00:00Z"


def test_reports_of_other_boards_do_not_count(tmp_path: Path) -> None:
    save_report(tmp_path, report("2026-11-16T10:00:00Z"))
    assert last_text(tmp_path, "gpio") is None


def test_damaged_reports_are_left_out_and_named(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    save_report(tmp_path, report("2026-11-14T10:00:00Z"))
    (tmp_path / "2026-11-15.json").write_bytes(b"\xff\xfe")
    (tmp_path / "2026-11-16.json").write_text("{")
    (tmp_path / "2026-11-17.json").mkdir()
    found = last_report(tmp_path, "serial")
    assert found is not None
    assert found.at == "2026-11-14T10:00:00Z"
    assert caplog.text.count("is left out") == 3


def test_a_folder_that_is_not_there_is_no_trouble(tmp_path: Path) -> None:
    assert last_report(tmp_path / "nowhere", "serial") is None


def test_old_reports_go(tmp_path: Path) -> None:
    for minute in range(KEPT + 5):
        save_report(tmp_path, report(f"2026-11-16T10:{minute:02}:00Z"))
    left = sorted(file.name for file in tmp_path.iterdir())
    assert len(left) == KEPT
    assert left[0] == "2026-11-16T10-05-00Z.json"


def test_a_report_is_never_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="No space"):
        save_report(tmp_path, report("2026-11-16T10:00:00Z"))
    assert list(tmp_path.iterdir()) == []


def test_pins_are_called_as_they_are_printed() -> None:
    pins = tomllib.loads((ROOT / "wiring" / "pins.toml").read_text())
    wires, build = wires_of(BoardConfig(kind="serial", port="/dev/ttyUSB0")), pins["serial"]
    assert list(wires.rows) == build["rows"]
    assert list(wires.columns) == build["columns"]
    assert wires.pixels == build["pixels"]
    assert [pins["holes"][str(hole)]["pixel"] for hole in wires.chain] == list(range(25))


def test_the_pins_of_a_direct_build_are_the_configured_ones() -> None:
    board = BoardConfig(kind="gpio", rows=(4, 6, 13, 19, 26), pixels_order="rgb")
    wires = wires_of(board)
    assert (wires.rows[0], wires.pixels, wires.order) == ("GPIO4", "GPIO10", "RGB")


# ── in the loop ──────────────────────────────────────────────────────────────────────────────────


def serial_config(folder: Path) -> Config:
    config = Config(board=BoardConfig(kind="serial", port="/dev/null"))
    book = config.book.__class__(path=str(folder / "book.sqlite"))
    return Config(board=config.board, book=book)


class Spoken:
    """What a firmware says of itself."""

    board_id, version = 7, "0.1.0"


async def actions_at(folder: Path) -> tuple[Sitting, CheckActions]:
    """A table whose board is a serial one, as far as the check can see."""
    sitting = sit_down(folder)
    await sitting.arrive()
    board: Any = sitting.daemon.board
    board.hello, board.state = Spoken(), State(0, 0, 0, 0, 0)
    actions = CheckActions(sitting.daemon, serial_config(folder))
    return sitting, actions


def wires() -> list[str]:
    return ["A0", "A1", "A2", "A3", "A4", "D3", "D4", "D5", "D6", "D7", "D8"]


def keep(folder: Path, **board: object) -> None:
    """The report of an earlier check of this board."""
    known = {"kind": "serial", "id": 7, "firmware": "0.1.0", "wires": wires()} | board
    save_report(checks_folder(serial_config(folder)), report("2026-11-16T10:00:00Z", board=known))


def test_a_board_that_was_never_checked_is_told_gently(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def look() -> None:
        sitting, actions = await actions_at(tmp_path)
        with caplog.at_level(logging.INFO):
            actions.look()
            actions.look()
        assert [warning["code"] for warning in actions.warnings()] == ["check_never_checked"]
        assert [r.levelno for r in caplog.records if "never checked" in r.message] == [logging.INFO]
        leave(sitting)

    story(look())


@pytest.mark.parametrize(
    ("then", "code"),
    [
        ({}, None),
        ({"id": 8}, "check_board_changed"),
        ({"firmware": "0.0.9"}, "check_firmware_changed"),
        ({"wires": ["A1"]}, "check_wires_changed"),
    ],
)
def test_what_changed_since_the_last_check_is_a_warning(
    tmp_path: Path, then: Json, code: str | None
) -> None:
    async def look() -> None:
        keep(tmp_path, **then)
        sitting, actions = await actions_at(tmp_path)
        assert [warning["code"] for warning in actions.warnings()] == ([code] if code else [])
        leave(sitting)

    story(look())


def test_a_diode_that_fails_later_is_noticed_in_play(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def look() -> None:
        keep(tmp_path)
        sitting, actions = await actions_at(tmp_path)
        board: Any = sitting.daemon.board
        actions.look()
        assert "diode" not in caplog.text
        board.state = State(0, 1, 1, backward=1, grounded=0)
        actions.look()
        assert "a diode has failed at a1" in caplog.text
        leave(sitting)

    story(look())


def test_a_board_that_is_away_cannot_be_checked_nor_compared(tmp_path: Path) -> None:
    async def look() -> None:
        sitting, actions = await actions_at(tmp_path)
        await sitting.happen(BoardLost, "a pulled cable")
        assert actions.warnings() == []
        with pytest.raises(NothingToDo, match="away"):
            await actions.begin({})
        leave(sitting)

    story(look())


def test_a_finding_of_another_boardpi_keeps_its_own_words() -> None:
    told = {"code": "moths", "is_fault": True, "params": {}, "sentence": "Moths.", "advice": ""}
    assert dict(translate(told))["sentence"] == "Moths."
    known = {"code": "silent", "is_fault": True, "params": {"hole": "c3"}}
    found: Json = dict(translate(known))
    assert found["sentences"]["it"].startswith("c3 non risponde")


# ── over the wire ────────────────────────────────────────────────────────────────────────────────


def guest_of(table: Serving) -> Json | None:
    with table.client() as reader:
        found: Json | None = reader.get("/table").json()["guest"]
    return found


DIALOGUE = [
    ("should be red", "green"),
    ("should be green", "red"),
    ("should be blue", "blue"),
    ("are white", "go"),
    ("to mend", "go"),
]


def sentence_of(guest: Json | None) -> str:
    return "" if guest is None else str(guest["sentences"]["en"])


def test_a_whole_check_over_the_api_leaves_a_report(tmp_path: Path) -> None:
    with serving(tmp_path) as table, table.organiser() as maker, table.live() as line:
        assert maker.get("/check").status_code == 404
        assert maker.post("/table/check", json={"only": "pixels"}).status_code == 200
        assert maker.post("/table/check", json={}).json()["error"]["code"] == "lent"
        say(line, type="hands", mask=0)
        for asked, answer in DIALOGUE:
            while asked not in sentence_of(hear(line, "table")["guest"]):
                continue
            assert maker.post("/table/check-answer", json={"answer": answer}).status_code == 200
        while hear(line, "table")["guest"] is not None:
            continue
        found = maker.get("/check").json()
        assert found["findings"][0]["sentences"]["en"].startswith("The pixels take their colours")
        assert json.loads(maker.get("/check.json").text)["colours"] == ["green", "red", "blue"]
        assert "in the order RGB" in maker.get("/check.txt").text
        say(line, type="hands", mask=START.occupied)


def test_starting_needs_the_pin_and_answers_need_a_check(tmp_path: Path) -> None:
    with serving(tmp_path) as table:
        with table.client() as stranger:
            assert stranger.post("/table/check", json={}).status_code == 401
        with table.organiser() as maker:
            refused = maker.post("/table/check-answer", json={"answer": "go"})
            assert refused.json()["error"]["code"] == "no_effect"
            assert maker.post("/table/check", json={"holes": ["z9"]}).status_code == 400
        assert guest_of(table) is None


def test_a_report_that_is_not_there_is_a_clear_answer(tmp_path: Path) -> None:
    async def ask() -> None:
        sitting, actions = await actions_at(tmp_path)
        with pytest.raises(NoSuch, match="never checked"):
            await actions.tell_report(ApiRequest({}))
        leave(sitting)

    story(ask())
