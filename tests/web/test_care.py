"""Looking after the table: its computer, its log with the PIN."""

from __future__ import annotations

import asyncio
import logging
from types import SimpleNamespace
from typing import cast

import pytest

from boardpi.daemon.logs import RECENT, Ration, Spout
from boardpi.daemon.loop import Daemon
from boardpi.daemon.page import care
from boardpi.daemon.page.answers.snapshot import MachineJson
from boardpi.daemon.page.care import LOOK_MS, Care
from boardpi.web.service import ApiRequest
from tests.web.serving import Serving


def test_everybody_hears_how_the_computer_is(club: Serving) -> None:
    with club.client() as visitor, club.organiser() as organiser:
        seen = visitor.get("/machine").json()
        assert 0 < seen["disk_free"] <= seen["disk_total"]
        assert (seen["system"], seen["python"]) == (None, None), "strangers hear no versions"
        assert organiser.get("/machine").json()["python"].startswith("3.")


def test_however_many_ask_the_computer_is_looked_at_once_a_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The threads that look mark the players' clocks, too."""
    looks, moment = list[int](), [0]
    told = cast(MachineJson, {"system": "Linux", "python": "3.99"})
    monkeypatch.setattr(care, "now_ms", lambda: moment[0])

    class Watched(Care):
        def _look(self) -> MachineJson:
            looks.append(moment[0])
            return told

    async def ask() -> None:
        looking = Watched(cast(Daemon, SimpleNamespace()))
        crowd = [looking.tell_machine(ApiRequest({})) for _ in range(100)]
        heard = await asyncio.gather(*crowd, looking.tell_machine(ApiRequest({}, is_trusted=True)))
        assert all(one["python"] is None for one in heard[:-1])
        assert heard[-1] == told, "who has the PIN hears all of it, whoever asked first"
        moment[0] = LOOK_MS - 1
        await looking.tell_machine(ApiRequest({}))
        moment[0] = LOOK_MS
        await looking.tell_machine(ApiRequest({}))

    asyncio.run(ask())
    assert looks == [0, LOOK_MS]


def test_the_log_is_read_with_the_pin_and_tells_no_pin(club: Serving) -> None:
    spout = Spout()
    spout.addFilter(Ration())
    log = logging.Logger("boardpi.table")
    log.addHandler(spout)
    RECENT.clear()
    log.info("The PIN of this table is %s (shown only now)", "346827")
    log.warning("The board is away: %s", "no cable")
    with club.client() as visitor:
        assert visitor.get("/log").json()["error"]["code"] == "pin_needed"
    with club.organiser() as organiser:
        lines = organiser.get("/log").json()["lines"]
    assert [(line["level"], line["text"]) for line in lines] == [
        ("warning", "table: warning: The board is away: no cable")
    ]
