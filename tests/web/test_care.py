"""Looking after the table: its computer, its log with the PIN."""

from __future__ import annotations

import logging

from boardpi.daemon.logs import RECENT, Ration, Spout
from tests.web.serving import Serving


def test_everybody_hears_how_the_computer_is(club: Serving) -> None:
    with club.client() as visitor, club.organiser() as organiser:
        seen = visitor.get("/machine").json()
        assert 0 < seen["disk_free"] <= seen["disk_total"]
        assert (seen["system"], seen["python"]) == (None, None), "strangers hear no versions"
        assert organiser.get("/machine").json()["python"].startswith("3.")


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
