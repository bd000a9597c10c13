"""The PIN, the sessions that it opens, and what ends them."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import stat
from collections.abc import Coroutine
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from boardpi.club import open_book
from boardpi.club.safety.backups import back_up
from boardpi.daemon.assemble import open_lock
from boardpi.errors import BadRequest, TooMany
from boardpi.web.errors import WrongPin
from boardpi.web.lock import (
    SESSION_SECONDS,
    Caller,
    Lock,
    is_weak,
    make_pin,
    make_secret,
    read_secret,
    set_pin,
)
from boardpi.web.patience import FREE_TRIES, GUESSING, WRONG_PER_HOUR, Tries
from boardpi.web.secret_file import SecretFile, beside
from tests.patience import PATIENCE_S
from tests.web.serving import FAR, Serving, hear, serving

NEAR = Caller("192.0.2.1")
HERE = Caller("127.0.0.1", is_local=True)
OLD_PIN = {"salt": "00" * 16, "key": "11" * 32}


class Watch:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def lock_of(file: SecretFile, watch: Watch, boot: str = "first") -> Lock:
    return Lock(file, watch, lambda: boot)


def pin_of(lock: Lock) -> str:
    assert lock.first_pin is not None
    return lock.first_pin


def run(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(story)


# ── what is kept ─────────────────────────────────────────────────────────────────────────────────


def test_only_a_hash_is_kept_for_the_owner_alone(tmp_path: Path) -> None:
    file, pin = SecretFile(tmp_path / "secret"), make_pin()
    set_pin(file, pin)
    assert len(pin) == 6
    assert pin not in (tmp_path / "secret").read_text(encoding="utf-8")
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600
    secret = read_secret(file.read())
    assert secret is not None
    assert secret.fits(pin)
    assert not secret.fits(pin + "0")
    assert make_secret(pin).hash != secret.hash, "salted"
    assert [path.name for path in tmp_path.iterdir()] == ["secret"], "no draft is left"


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"pin": 3}', '{"pin": {"salt": 3}}', '{"pin": {"salt": "x"}}', "\0"]
)
def test_a_damaged_file_makes_a_new_pin(tmp_path: Path, text: str) -> None:
    (tmp_path / "secret").write_text(text, encoding="utf-8")
    file = SecretFile(tmp_path / "secret")
    assert Lock(file).first_pin is not None
    assert Lock(file).first_pin is None, "the first one was kept"


@pytest.mark.parametrize(
    "spoilt",
    [{"devices": [[], {"a": 1}]}, {"sessions": {"ab": 10**400}}, {"boot": "", "at": 10**400}],
)
def test_sessions_and_devices_that_are_none_are_left_out(
    tmp_path: Path, spoilt: dict[str, object]
) -> None:
    file = SecretFile(tmp_path / "secret")
    lock = Lock(file)
    with file.changing() as values:
        values.update(spoilt)
    assert not lock.is_open("a" * 43)
    assert not lock.is_known("a" * 43)


def test_a_link_in_the_place_of_the_file_leads_nowhere(tmp_path: Path) -> None:
    """Neither is it written there, nor is the PIN taken that somebody has laid there."""
    elsewhere = SecretFile(tmp_path / "elsewhere")
    set_pin(elsewhere, "428571")
    laid = elsewhere.read()
    (tmp_path / "secret").symlink_to(tmp_path / "elsewhere")
    lock = Lock(SecretFile(tmp_path / "secret"))
    assert elsewhere.read() == laid
    assert not (tmp_path / "secret").is_symlink()
    assert lock.first_pin is not None, "a PIN of its own"


def test_a_book_of_an_earlier_version_gives_its_pin_away(tmp_path: Path) -> None:
    """The PIN works on; neither the book nor a backup of it holds the hash or a key any more."""
    path, secret = tmp_path / "book.sqlite", make_secret("4711")
    with open_book(path) as book:
        told = {"salt": secret.salt, "hash": secret.hash, "key": "ab" * 32}
        book.settings.put("pin", json.dumps(told))
    with open_book(path) as book:
        lock = open_lock(book, path)
        assert lock.first_pin is None
        run(opens(lock, "4711"))
        assert lock.is_short, "a PIN of four digits works on, with a warning"
        back_up(book.store, tmp_path / "copy.sqlite")
        lock.close()
    for file in (path, tmp_path / "copy.sqlite"):
        held = file.read_bytes()
        assert secret.hash.encode() not in held
        assert b"ab" * 32 not in held


async def opens(lock: Lock, pin: str) -> None:
    assert lock.is_open((await lock.open(pin, NEAR)).session)


def test_the_pin_works_beside_a_damaged_book(tmp_path: Path) -> None:
    with serving(tmp_path) as table:
        pin = table.pin
    (tmp_path / "book.sqlite").write_bytes(b"SQLite format 3\0" + b"\xff" * 4000)
    with serving(tmp_path) as table, table.client() as browser:
        assert table.pin == "", "no new PIN was made"
        assert browser.post("/session", json={"pin": pin}).status_code == 200


# ── sessions ─────────────────────────────────────────────────────────────────────────────────────


def test_sessions_end_by_running_time_by_another_pin_and_by_logout(tmp_path: Path) -> None:
    async def story() -> None:
        file, watch = SecretFile(tmp_path / "secret"), Watch()
        lock = lock_of(file, watch)
        pin = pin_of(lock)
        one, two = [(await lock.open(pin, HERE)).session for _ in range(2)]
        assert lock.is_open(one)
        assert lock_of(file, watch).is_open(one), "a restart ends no session"
        for forged in (one[:-1], one + "0", one.swapcase(), "é" * 43, "", "..", None):
            assert not lock.is_open(forged)
        await lock.end(one)
        assert not lock.is_open(one)
        assert lock.is_open(two)
        assert not lock_of(file, watch).is_open(one), "a restart does not revive it"
        three = (await lock.change(pin, "271828", HERE)).session
        assert not lock.is_open(two)
        assert lock.is_open(three)
        watch.now += SESSION_SECONDS
        assert not lock.is_open(three)

    run(story())


def test_a_reboot_neither_ends_nor_extends_a_session(tmp_path: Path) -> None:
    async def story() -> None:
        file, watch = SecretFile(tmp_path / "secret"), Watch()
        first = lock_of(file, watch)
        session = (await first.open(pin_of(first), HERE)).session
        watch.now += SESSION_SECONDS - 100
        first.close()
        watch.now = 5.0  # the machine has just started
        second = lock_of(file, watch, "second")
        assert second.is_open(session)
        watch.now += 99
        assert second.is_open(session)
        watch.now += 2
        assert not second.is_open(session)

    run(story())


def test_the_day_of_the_clock_does_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        lock = Lock(SecretFile(tmp_path / "secret"))
        session = (await lock.open(pin_of(lock), HERE)).session
        for day in (0.0, 4e9):
            monkeypatch.setattr("time.time", partial(float, day))
            assert lock.is_open(session)

    run(story())


def test_a_pin_made_on_the_command_line_ends_sessions_at_once(tmp_path: Path) -> None:
    with serving(tmp_path) as table, table.organiser() as organiser:
        assert organiser.get("/session").json()["is_open"] is True
        set_pin(SecretFile(beside(tmp_path / "book.sqlite")), "998877")
        assert organiser.get("/session").json()["is_open"] is False
        assert organiser.post("/table/draw", json={}).status_code == 401
        with table.client() as browser:
            assert browser.post("/session", json={"pin": "998877"}).status_code == 200


def test_a_pin_made_on_the_command_line_ends_live_connections(tmp_path: Path) -> None:
    with (
        serving(tmp_path) as table,
        table.organiser() as organiser,
        table.live(organiser.cookies) as line,
    ):
        set_pin(SecretFile(beside(tmp_path / "book.sqlite")), "998877")
        read_to_the_end(line)


def test_logout_ends_copies_of_the_cookie_and_live_connections(table: Serving) -> None:
    with table.organiser() as organiser, table.organiser() as other:
        copy = httpx.Cookies(organiser.cookies)
        with table.live(copy) as line, table.live(other.cookies) as kept, table.live() as stranger:
            organiser.delete("/session")
            read_to_the_end(line)
            hear(kept, "table")
            hear(stranger, "table")
        with table.client() as thief:
            thief.cookies = copy
            assert thief.post("/table/draw", json={}).status_code == 401
        assert other.get("/session").json()["is_open"] is True


def read_to_the_end(line: ClientConnection) -> None:
    """Until the table closes it; a TimeoutError if it does not."""
    with suppress(ConnectionClosed):
        while True:
            line.recv(timeout=PATIENCE_S)


def test_old_sessions_make_room(tmp_path: Path) -> None:
    async def story() -> None:
        lock = Lock(SecretFile(tmp_path / "secret"))
        pin = pin_of(lock)
        sessions = [(await lock.open(pin, HERE)).session for _ in range(3)]
        lock._sessions.update({f"{number}": 1e12 for number in range(300)})
        newest = (await lock.open(pin, HERE)).session
        assert lock.is_open(newest)
        assert not lock.is_open(sessions[0])
        assert (tmp_path / "secret").stat().st_size < 40_000

    run(story())


# ── PINs and guesses ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("pin", ["0000", "12345", "48213", "000000", "123456", "987654", "7777777"])
def test_pins_that_protect_nothing(tmp_path: Path, pin: str) -> None:
    async def story() -> None:
        lock = Lock(SecretFile(tmp_path / "secret"))
        with pytest.raises(BadRequest):
            await lock.change(pin_of(lock), pin, HERE)

    assert is_weak(pin)
    run(story())


def test_pupils_with_wrong_pins_do_not_lock_the_organiser_out(tmp_path: Path) -> None:
    """35 pupils, three wrong ones each: strangers must wait, a device that was let in must not."""

    async def story() -> None:
        lock, watch = Lock(SecretFile(tmp_path / "secret")), Watch()
        lock.tries = Tries(watch)
        pin = pin_of(lock)
        device = (await lock.open(pin, NEAR)).device
        for number in range(WRONG_PER_HOUR):
            lock.tries.begin(f"pupil {number // 3}", is_stranger=True)
        with pytest.raises(TooMany):
            await lock.open(pin, NEAR)
        opened = await lock.open(pin, Caller("192.0.2.9", device=device))
        assert opened.device == device
        assert lock.tries.guesses >= GUESSING

    run(story())


def test_a_device_that_was_let_in_has_a_limit_of_its_own(tmp_path: Path) -> None:
    async def story() -> None:
        lock, watch = Lock(SecretFile(tmp_path / "secret")), Watch()
        lock.tries = Tries(watch)
        caller = Caller("192.0.2.1", device=(await lock.open(pin_of(lock), NEAR)).device)
        for _ in range(FREE_TRIES):
            with pytest.raises(WrongPin):
                await lock.open("x", caller)
        with pytest.raises(TooMany):
            await lock.open("x", caller)

    run(story())


def test_guesses_at_this_machine_share_one_limit(tmp_path: Path) -> None:
    async def story() -> None:
        lock = Lock(SecretFile(tmp_path / "secret"))
        lock.tries = Tries(Watch())
        for number in range(FREE_TRIES):
            with pytest.raises(WrongPin):
                await lock.open("x", Caller(f"127.0.0.{number}", is_local=True))
        with pytest.raises(TooMany):
            await lock.open("x", Caller("127.0.0.99", is_local=True))

    run(story())


def test_the_page_says_that_somebody_is_guessing(table: Serving) -> None:
    lock = table.built.site.lock
    lock.tries = Tries(Watch())
    with table.client() as browser:
        for number in range(GUESSING):
            assert "pin_guessed" not in codes(browser)
            lock.tries.begin(f"pupil {number}", is_stranger=True)
        assert "pin_guessed" in codes(browser)
        lock.tries = Tries()


def codes(browser: httpx.Client) -> list[str]:
    return [warning["code"] for warning in browser.get("/table").json()["warnings"]]


# ── where somebody is ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "::"])
@pytest.mark.parametrize(
    "headers",
    [FAR, {"x-forwarded-for": "127.0.0.1"}, {"forwarded": "for=x"}, {"via": "1.1 proxy"}],
)
def test_nobody_behind_a_proxy_is_at_this_machine(
    tmp_path: Path, host: str, headers: dict[str, str]
) -> None:
    with serving(tmp_path, host=host) as table:
        name = "127.0.0.1" if host == "127.0.0.1" else "[::1]"
        port = table.built.address.port
        url = f"http://{name}:{port}/api/v1/session"
        assert httpx.get(url).json()["may_move"] is True
        assert httpx.get(url, headers=headers).json()["may_move"] is False


def test_ipv4_in_ipv6_is_this_machine_too(tmp_path: Path) -> None:
    with serving(tmp_path, host="::") as table:
        url = f"http://127.0.0.1:{table.built.address.port}/api/v1/session"
        assert httpx.get(url).json()["may_move"] is True
        assert httpx.get(url, headers=FAR).json()["may_move"] is False


def test_the_book_of_a_running_table_holds_no_secret(tmp_path: Path) -> None:
    with serving(tmp_path):
        pass
    with closing(sqlite3.connect(tmp_path / "book.sqlite")) as file:
        assert file.execute("SELECT * FROM settings WHERE name = 'pin'").fetchall() == []
