"""A real Mosquitto with our access list: who may write where; and two halls with a bridge."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path
from typing import Any

import pytest
from aiomqtt import Client, MqttError, ProtocolVersion

from boardpi.cli import main
from boardpi.club import open_book
from boardpi.daemon.hub_link import ask_for_link, join_by
from boardpi.errors import NothingToDo
from boardpi.hub.broker import BRIDGE, HUB, JoiningCode, hash_password
from boardpi.web.errors import WrongPin
from boardpi.web.lock import Caller
from boardpi.web.secret_file import SecretFile, beside
from tests.hub.hall import Bridge, Hall, hall, wait_until
from tests.patience import PATIENCE_S
from tests.ports import free_port


def connect(club: Hall, user: str | None, password: str | None = None) -> Client:
    """A client of the hall's broker."""
    login = None if user is None else club.logins.of(user)
    known = password or (login.password if login else None)
    return Client(
        "127.0.0.1",
        club.broker_port,
        username=user,
        password=known,
        protocol=ProtocolVersion.V5,
        timeout=PATIENCE_S,
    )


async def publish_as(club: Hall, user: str, *topics: str) -> list[str]:
    """Publish to all topics as this user; those that the broker did not refuse."""
    taken = []
    async with connect(club, user) as client:
        for topic in topics:
            try:
                await client.publish(topic, '{"online": true}', qos=1, retain=True)
                taken.append(topic)
            except MqttError:
                continue  # "not authorized"
    return taken


async def retained(club: Hall) -> set[str]:
    """The topics that the broker keeps, as the hub's own user sees them."""
    found: set[str] = set()
    async with connect(club, HUB) as client:
        await client.subscribe("boardpi/#")
        await client.publish("boardpi/end", "end")
        async for message in client.messages:
            if str(message.topic) == "boardpi/end":
                return found
            found.add(str(message.topic))
    return found


def test_a_table_writes_under_its_own_name_alone(tmp_path: Path) -> None:
    club = Hall(tmp_path)
    try:
        club.start_broker()
        wait_until(lambda: asyncio.run(is_let_in(club, HUB)), "the broker")
        allowed = ("boardpi/club/t01/online", "boardpi/club/t01/state")
        forbidden = (
            "boardpi/club/t02/online",
            "boardpi/club/t02/out/1",
            "boardpi/club/t01/ack",
            "boardpi/club/t01/seat",
            "boardpi/club/round",
            "boardpi/other/t01/state",
            "homeassistant/device/x/config",
        )
        asyncio.run(publish_as(club, "t01", *allowed, *forbidden))
        assert asyncio.run(retained(club)) == set(allowed)
        assert not asyncio.run(is_let_in(club, None)), "spectators are let in"
        assert not asyncio.run(is_let_in(club, "t01", "a wrong password"))
    finally:
        club.close()


async def is_let_in(club: Hall, user: str | None, password: str | None = None) -> bool:
    try:
        async with connect(club, user, password):
            return True
    except MqttError:
        return False


def test_a_hub_that_encrypts_is_joined_by_a_code_that_carries_its_fingerprint(
    tmp_path: Path,
) -> None:
    with hall(tmp_path, is_encrypted=True) as club:
        club.sign_in()
        code = (club.ask("code") or {})["code"]
        address, other = f"127.0.0.1:{club.page_port}", "A" if code[-1] != "A" else "B"
        with pytest.raises(NothingToDo, match="another certificate"):
            ask_for_link(address, code[:-1] + other, "Window")
        with pytest.raises(NothingToDo, match="No hub answers"):
            ask_for_link(address, code[:9], "Window")
        link = ask_for_link(f"https://{address}/join#{code}", "", "Window")  # as the QR code says
        assert link.ca == club.certificate.public
        path = club.table_book(link.name)
        with open_book(path) as book:
            join_by(link, book, SecretFile(beside(path)))
        club.start_table(link.name, 3)
        wait_until(lambda: club.has_played(link.name), "the games")
        wait_until(lambda: club.is_complete([link.name]), "the letters")
        assert dict(club.kept()) == club.expected([link.name])
        assert first_answer(club) != CONNACK, "the broker speaks in the clear"


CONNECT, CONNACK = bytes.fromhex("1010 0004 4d515454 0502 003c 00 0003 616263"), b"\x20"


def first_answer(club: Hall) -> bytes:
    """What a broker says to MQTT in the clear; a broker that encrypts hangs up."""
    with socket.create_connection(("127.0.0.1", club.broker_port)) as line:
        line.sendall(CONNECT)
        try:
            return line.recv(1)
        except ConnectionError:
            return b""


def test_a_broker_in_the_clear_answers_in_the_clear(tmp_path: Path) -> None:
    """So that the test above can fail."""
    club = Hall(tmp_path)
    try:
        club.start_broker()
        wait_until(lambda: asyncio.run(is_let_in(club, HUB)), "the broker")
        assert first_answer(club) == CONNACK
    finally:
        club.close()


def test_a_broker_that_is_there_already_serves_a_hub_by_its_one_user(tmp_path: Path) -> None:
    """As Home Assistant's: one login for the hub and all tables, no access list of ours."""
    club = Hall(tmp_path)
    folder = tmp_path / "theirs"
    folder.mkdir()
    (folder / "passwords").write_text(f"home:{hash_password('secret')}\n")
    club.broker_config = folder / "mosquitto.conf"
    club.broker_config.write_text(
        f"listener {club.broker_port} 127.0.0.1\nallow_anonymous false\nuser root\n"
        f"password_file {folder / 'passwords'}\n"
    )
    (folder / "password").write_text("secret\n")
    told = ("--user", "home", "--password-file", str(folder / "password"))
    assert main(["hub", "broker", "--config", str(club.config), *told]) == 0
    try:
        club.start_broker()
        club.start_hub()
        club.sign_in()
        code = (club.ask("code") or {})["code"]
        for name in ("Window", "Door"):
            link = ask_for_link(f"127.0.0.1:{club.page_port}", code, name)
            assert link.user == "home"
            path = club.table_book(link.name)
            with open_book(path) as book:
                join_by(link, book, SecretFile(beside(path)))
            club.start_table(link.name, 2)
        names = ["t01", "t02"]
        for name in names:
            wait_until(lambda name=name: club.has_played(name), "the games")  # type: ignore[misc]
        wait_until(lambda: club.is_complete(names), "the letters")
        assert dict(club.kept()) == club.expected(names)
    finally:
        club.close()


def test_a_bridge_is_kept_until_it_is_ended(tmp_path: Path) -> None:
    club = Hall(tmp_path)
    config = ("hub", "broker", "--config", str(club.config))
    (tmp_path / "password").write_text("secret")
    told = ("--bridge", "fed.example:8883", "--password-file", str(tmp_path / "password"))
    written = club.broker_config
    assert main([*config, *told]) == 0
    for _ in range(2):  # as the unit does at every start
        assert "address fed.example:8883" in written.read_text()
        assert main(list(config)) == 0
    assert main([*config, "--no-bridge"]) == 0
    assert "fed.example" not in written.read_text()


def test_a_code_is_good_for_a_quarter_of_an_hour_and_never_the_same() -> None:
    now = [0.0]
    code = JoiningCode(lambda: now[0])
    caller = Caller("192.0.2.7")
    shown, seconds = code.show()
    assert (seconds, len(shown.replace("-", ""))) == (900, 8)
    code.check(shown, caller)
    now[0] = 899.0
    assert code.show()[0] == shown
    code.check(shown.lower().replace("-", " "), caller)
    now[0] = 900.0
    with pytest.raises(WrongPin):
        code.check(shown, caller)
    codes = set()
    for _ in range(1000):
        code.end()
        codes.add(code.show()[0])
    assert len(codes) == 1000
    signs = "".join(codes).replace("-", "")
    assert len(set(signs)) == 32, "some signs never come"


def test_passwords_are_kept_as_salted_hashes() -> None:
    one, two = hash_password("secret"), hash_password("secret")
    assert one.startswith("$7$101$")
    assert one != two
    assert "secret" not in one


def test_results_of_two_bridged_halls_reach_the_federation_once(tmp_path: Path) -> None:
    with hall(tmp_path / "federation", club="fed", is_federation=True) as federation:
        login = federation.logins.of(BRIDGE)
        assert login is not None
        bridge = Bridge("127.0.0.1", federation.broker_port, login)
        halls = [Hall(tmp_path / name, club=name, bridge=bridge) for name in ("north", "south")]
        try:
            for club in halls:
                club.start_broker()
                club.start_hub()
                club.add_table("t01")
                club.start_table("t01", 6)
            federation.forget_everything()
            for club in halls:
                wait_until(lambda club=club: club.has_played("t01"), "the games")  # type: ignore[misc]
            expected: dict[str, Any] = {}
            for club in halls:
                wait_until(lambda club=club: club.is_complete(["t01"]), club.club)  # type: ignore[misc]
                assert dict(club.kept()) == club.expected(["t01"])
                expected |= club.expected(["t01"])
            wait_until(lambda: len(federation.kept()) >= len(expected), "the federation's results")
            wait_until(lambda: dict(federation.kept()) == expected, "the last corrections")
            assert len(federation.kept()) == len(expected)
        finally:
            for club in halls:
                club.close()


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("{", "nothing in it can be read"),
        ("[]", "nothing in it can be read"),
        ('{"logins": ["s3cret"]}', "logins: not as it was written"),
        ('{"logins": {"hub": 5}, "given": 7}', "logins, given: not as it was written"),
        ('{"shared_login": ["s3cret"]}', "shared_login: not as it was written"),
        ('{"bridge": ["host", "1883", ["a", "s3cret"], null]}', "bridge: not as it was written"),
    ],
)
def test_a_damaged_file_of_logins_is_named_and_stays_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], written: str, told: str
) -> None:
    """Neither the hub nor its broker starts with it, or writes over it; nothing secret is told."""
    config, file = tmp_path / "hub.toml", tmp_path / "hub.sqlite.secret"
    config.write_text(f'[hub]\npath = "{tmp_path}/hub.sqlite"\nport = {free_port()}\n')
    file.write_text(written)
    for words in (("run",), ("broker",), ("tables",)):
        assert main(["hub", *words, "--config", str(config)]) == 2
        said = capsys.readouterr().err
        assert f"{file}: {told}" in said
        assert "every table must join again" in said
        assert "s3cret" not in said
    assert file.read_text() == written


def test_a_damaged_file_of_secrets_is_kept_beside_a_new_one(tmp_path: Path) -> None:
    path = tmp_path / "book.sqlite.secret"
    path.write_text('{"pin": "half a wo')
    file = SecretFile(path)
    assert file.read() == {}
    with file.changing() as values:
        values["pin"] = "new"
    assert file.read() == {"pin": "new"}
    assert path.with_name(f"{path.name}.damaged").read_text() == '{"pin": "half a wo'
