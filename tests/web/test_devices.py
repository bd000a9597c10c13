"""Devices that belong to the table: by a code that is used once, until they are taken off."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from boardpi.web.errors import WrongPin
from boardpi.web.lock import set_pin
from boardpi.web.secret_file import SecretFile
from tests.web.serving import FAR, Serving
from tests.web.test_lock import Watch, lock_of


def test_a_code_makes_one_device_the_tables_own(table: Serving) -> None:
    """Once, for ten minutes; the device stays until it is dismissed or the PIN changes."""
    with table.organiser() as organiser, table.client(**FAR) as phone, table.client(**FAR) as other:
        told = organiser.post("/devices", json={}).json()
        code = told["url"].partition("#")[2]
        assert phone.get("/session").json()["may_move"] is False
        joined = phone.post("/devices/join", json={"code": code, "name": "Tablet"})
        assert joined.json()["may_move"] is True
        assert "max-age=34560000" in joined.headers["set-cookie"].lower()
        assert other.post("/devices/join", json={"code": code}).status_code == 403, "used once"
        assert phone.post("/table/draw", json={}).status_code == 200
        (known,) = organiser.get("/devices").json()["devices"]
        assert known["name"] == "Tablet"
        assert phone.delete(f"/devices/{known['id']}").status_code == 200, "as any session may"
        assert phone.get("/session").json()["is_open"] is False
        assert other.get("/devices").status_code == 401
        assert other.post("/devices", json={}).status_code == 401


def test_a_code_runs_out_and_devices_last(tmp_path: Path) -> None:
    watch = Watch()
    file = SecretFile(tmp_path / "secret")
    lock = lock_of(file, watch)
    late = asyncio.run(lock.invite())
    watch.now += 601
    with pytest.raises(WrongPin, match="too old"):
        asyncio.run(lock.join(late, "late", "2025-06-01"))
    session = asyncio.run(lock.join(asyncio.run(lock.invite()), "tablet", "2025-06-01"))
    watch.now += 300 * 86_400
    lock.close()
    again = lock_of(file, watch)
    assert again.is_open(session), "it outlives a restart and the year"
    set_pin(file, "482913")
    assert not again.is_open(session), "another PIN ends it"
    again.close()
