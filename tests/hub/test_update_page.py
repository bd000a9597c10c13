"""Updates as the hub's own API has them: who may, which release, what is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from boardpi.club import open_book
from boardpi.hub.release_file import mark_of_key
from boardpi.hub.updates import ROLLOUT, HubUpdates
from boardpi.web.secret_file import SecretFile
from tests.hub.hall import PICTURE
from tests.hub.test_release_file import pack
from tests.hub.unbrokered import WHITE_WINS, Hub
from tools.release import make_key, public_key


class Office(Hub):
    """A hub whose releases lie in a folder of the test's."""

    folder: Path
    mark: str
    release: Path

    def upload(self, content: bytes, at: int = 0, whole: int | None = None) -> httpx.Response:
        where = f"/api/v1/release?at={at}&bytes={len(content) if whole is None else whole}"
        http = self.client._http
        return self.client._runner.run(http.post(where, content=content))

    def told(self, name: str, kind: str = "update") -> dict[str, Any] | None:
        """What is said to a table."""
        said = self.post._told.get(f"boardpi/club/{name}/{kind}")
        return json.loads(said) if said else None

    def hear(self, name: str, **told: Any) -> None:
        """What a table says of updates."""
        whole = {"accepts": self.mark, **told}
        self.post.take(f"boardpi/club/{name}/updated", json.dumps(whole).encode())
        self.club.updates.look()

    def update(self) -> dict[str, Any]:
        found: dict[str, Any] = self.client.get("/api/v1/update").json()
        return found


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    key = tmp_path / "key.pem"
    make_key(key)
    with open_book(tmp_path / "hub.sqlite") as book:
        made = Office(book, SecretFile(tmp_path / "hub.sqlite.secret"))
        made.folder, made.mark = tmp_path / "releases", mark_of_key(public_key(key))
        made.club.updates = HubUpdates(made.folder, made.club.evening, made.post)
        made.release = pack(tmp_path / "new.release", key, version="9.0.0")
        yield made
        made.close()


def test_only_the_organiser_updates(office: Office) -> None:
    for role in ("", "arbiter"):
        if role:
            office.sign_in(role)
        assert office.client.get("/api/v1/update").status_code == 401
        assert office.upload(office.release.read_bytes()).status_code == 401
        for what in ("start", "stop", "resume", "leave", "again"):
            values = {"canary": "t01"} if what == "start" else {}
            values |= {"table": "t01"} if what in ("leave", "again") else {}
            office.do(f"update-{what}", 401, **values)
    assert not office.folder.exists()


def test_a_release_comes_in_parts_and_goes_out_to_who_knows_its_sum(office: Office) -> None:
    office.sign_in("organiser")
    content = office.release.read_bytes()
    half = len(content) // 2
    assert office.upload(content[:half], 0, len(content)).json() == {"at": half}
    assert office.update()["release"] is None
    assert office.upload(content[half:], half + 1, len(content)).status_code == 400
    assert office.upload(content[half:-1], 5, len(content)).status_code == 409, "not in order"
    assert office.upload(content[half:], half, len(content)).json() == {"at": len(content)}
    told = office.update()["release"]
    assert told == {"version": "9.0.0", "mark": office.mark, "bytes": len(content)}
    stored = office.club.updates.stored
    assert stored is not None
    office.client.cookies.clear()
    assert office.client.get(f"/api/v1/release/{stored.sum}").content == content
    assert office.client.get(f"/api/v1/release/{'0' * 64}").status_code == 404
    assert stored.sum not in office.client.get("/api/v1/status").text


def test_what_is_no_release_is_refused_and_leaves_the_one_that_is_here(office: Office) -> None:
    office.sign_in("organiser")
    content = office.release.read_bytes()
    assert office.upload(content).status_code == 200
    for wrong in (b"x" * 500, content[:-3] + b"abc", content[::-1]):
        answer = office.upload(wrong)
        assert answer.status_code == 400
        assert "release" in answer.json()["error"]["message"]
    assert office.upload(b"x", 0, 64_000_001).status_code == 400
    assert office.upload(bytes(1_000_001)).status_code == 413
    assert office.update()["release"]["version"] == "9.0.0"
    assert [path.name for path in office.folder.iterdir()] == ["boardpi.release"]


def begin(office: Office) -> None:
    """The release is here, both tables take it, t01 goes first."""
    office.sign_in("organiser")
    office.upload(office.release.read_bytes())
    office.do("update-start", 409, canary="t01")  # nobody has said yet that it takes any
    for name in ("t01", "t02"):
        office.hear(name)
    office.do("update-start", 409, canary="t09")
    office.do("update-start", canary="t01")
    assert office.told("t01") is None, "whether somebody plays there is not known yet"
    for name in ("t01", "t02"):
        office.post.take(f"boardpi/club/{name}/state", json.dumps(PICTURE).encode())
    office.club.updates.look()


def test_an_order_names_the_file_and_stays_until_it_is_carried_out(office: Office) -> None:
    begin(office)
    order, stored = office.told("t01"), office.club.updates.stored
    assert order is not None
    assert stored is not None
    assert (order["release"], order["attempt"]) == (stored.sum, 1)
    assert office.told("t02") is None
    office.do("update-start", 409, canary="t02")
    office.do("update-stop")
    assert office.told("t01") is None
    office.do("update-start", canary="t02")
    assert (office.told("t01"), office.told("t02") is None) == (None, False)


def test_a_table_with_a_pairing_or_a_game_is_not_told(office: Office) -> None:
    begin(office)
    office.do("update-stop")
    office.do("plan", name="Friday", format="swiss", rounds=3)
    office.do("import", csv="Ada\nBen\nCem\nDana\n")
    pairings = office.do("pair")["pairings"][-1]
    office.do("update-start", canary="t01")
    assert office.told("t01") is None
    assert office.update()["tables"]["t01"]["is_busy"]
    for pairing in pairings:
        office.tables[pairing["table"]].play(pairing, WHITE_WINS, WHITE_WINS)
    office.look()
    picture = {**PICTURE, "moves": 3}
    office.post.take("boardpi/club/t01/state", json.dumps(picture).encode())
    office.club.updates.look()
    assert office.told("t01") is None, "a game that nobody paired"
    office.post.take("boardpi/club/t01/state", json.dumps(PICTURE).encode())
    office.club.updates.look()
    assert office.told("t01") is not None


def test_a_failure_is_told_and_the_table_is_tried_again(office: Office) -> None:
    begin(office)
    order = office.told("t01")
    assert order is not None
    office.hear("t01", release=order["release"], attempt=1, state="failed", why="no space")
    told = office.update()
    assert (told["state"], told["tables"]["t01"]["why"]) == ("failed", "no space")
    assert office.told("t01") is None
    office.do("update-resume", 409)
    office.do("update-again", table="t01")
    order = office.told("t01")
    assert order is not None
    assert order["attempt"] == 2
    office.do("update-leave", 409, table="t01")
    office.do("update-leave", table="t02")
    assert office.update()["tables"]["t02"]["at"] == "left"


def test_a_hub_that_is_started_anew_goes_on_and_one_without_the_file_stops(
    office: Office, tmp_path: Path
) -> None:
    begin(office)
    evening, post = office.club.evening, office.post
    again = HubUpdates(office.folder, evening, post)
    again.look()
    assert again.rollout is not None
    assert (again.rollout.state, again.rollout.orders()) == ("running", {"t01": 1})
    elsewhere = HubUpdates(tmp_path / "elsewhere", evening, post)
    elsewhere.look()
    assert elsewhere.rollout is not None
    assert elsewhere.rollout.state == "stopped"
    assert office.told("t01") is None
    evening.settings.put(ROLLOUT, '{"tables": 5}')
    assert HubUpdates(office.folder, evening, post).rollout is None


def test_an_order_from_before_a_restore_is_taken_back(office: Office) -> None:
    """The broker keeps it; a hub that knows of no update says so to every table."""
    office.club.updates.look()
    assert {office.post._told[f"boardpi/club/{name}/update"] for name in office.tables} == {""}


@pytest.mark.parametrize(
    "payload",
    [b"{", b"[]", b'{"accepts":5}', b'{"accepts":"x","state":"root"}', b'{"accepts":"x","z":1}'],
)
def test_nonsense_about_updates_is_refused_and_counted(office: Office, payload: bytes) -> None:
    office.post.take("boardpi/club/t01/updated", payload)
    assert office.post.refused["t01"] == 1
    assert office.post.tables["t01"].updated == {}
