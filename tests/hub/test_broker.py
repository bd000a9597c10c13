"""A real Mosquitto with our access list: who may write where; and two halls with a bridge."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from aiomqtt import Client, MqttError, ProtocolVersion

from boardpi.hub.broker import BRIDGE, HUB, hash_password
from tests.hub.hall import Bridge, Hall, hall, wait_until


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
        timeout=60,
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
                wait_until(lambda club=club: club.has_played("t01", 6), "the games")  # type: ignore[misc]
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
