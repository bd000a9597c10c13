"""A table in a club evening: its seat in lights and voice, the round's end, a ruling."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from boardpi.clock import now_ms
from boardpi.club import unkept_book
from boardpi.daemon.hub_link import SEAT, Link
from boardpi.rules import Outcome, Side
from boardpi.web.shapes import check
from tests.daemon.coaching import Bench, bench

SEATED: dict[str, Any] = {
    "match": "0123456789ab",
    "white": "Ada",
    "black": "Ben",
    "event": "Friday",
    "round": 2,
    "help": "off",
    "clock": 25,
}


def said(table: Bench) -> str:
    return table.service.club.told()["say"].get("en", "")


async def seat(table: Bench, **more: Any) -> None:
    """The hub says who plays here."""
    uplink = table.service.uplink
    uplink.link = Link("nowhere", 1, "club", "t01", "t01", "")
    uplink.seat = {**SEATED, **more}
    check(SEAT, uplink.seat, "seat")
    uplink.heard()
    await table.until(lambda seen: seen["club"]["seat"]["is_taken"])
    await table.until(lambda seen: "Round" in said(table))


def test_a_seat_glows_on_its_side_and_is_said(tmp_path: Path) -> None:
    async def sit() -> None:
        async with bench(tmp_path) as table:
            await seat(table)
            seen = table.seen
            assert {hole for hole, role in seen["lights"].items() if role == "winner"} == {
                f"{column}{row}" for column in "abcde" for row in (1, 5)
            }
            assert [hole for hole, role in seen["lights"].items() if role == "hint"] == ["a3", "b3"]
            assert (seen["help"], seen["match"]["white"]) == ("off", "Ada")
            assert said(table) == "Round 2. Ada has White, Ben has Black."
            await table.play("b1-d2")
            assert "winner" not in table.seen["lights"].values()

    asyncio.run(sit())


def test_the_end_of_the_round_is_said_once_and_lit(tmp_path: Path) -> None:
    async def wait() -> None:
        async with bench(tmp_path) as table:
            await seat(table)
            club, uplink = table.service.club, table.service.uplink
            for left_s, words in ((600, "Ada"), (299, "5"), (0, "over")):
                uplink.round = {"number": 2, "of": 5, "left_s": left_s, "is_running": True}
                uplink.round_ms = now_ms()
                await club._watch_round()
                assert words in said(table)
            count = table.service.club.told()["told"]
            await club._watch_round()
            assert table.service.club.told()["told"] == count
            lights = table.seen["lights"]
            assert {lights[hole] for hole in ("a1", "e1", "a5", "e5")} == {"hint"}

    asyncio.run(wait())


def test_the_arbiters_ruling_is_shown_said_and_kept_in_the_tables_book(tmp_path: Path) -> None:
    async def rule() -> None:
        async with bench(tmp_path) as table:
            await seat(table)
            told = {"match": SEATED["match"], "halves": [2, 0], "reason": "the clock"}
            table.service.uplink.rulings = [told]
            for _ in range(2):  # retained: it comes with every connection
                table.service.uplink.heard()
            await table.until(lambda seen: "arbiter" in said(table))
            shown = table.seen["club"]["seat"]["ruling"]
            assert shown == {"halves": [2, 0], "reason": "the clock"}
            book, entry = table.daemon.keeper.book, table.daemon.keeper.page.entry
            lines = [line for line in book.history.of_game(entry.id) if line.what == "ruling"]
            assert [(line.who, line.before, line.after) for line in lines] == [
                ("arbiter", None, "1 : 0 (the clock)")
            ]

    asyncio.run(rule())


def test_rulings_are_versions_and_leave_the_result_alone() -> None:
    book = unkept_book()
    entry = book.games.begin(white="Ada", black="Ben", match_uid="0123456789ab")
    book.games.finish(entry.id, Outcome("resigned", Side.WHITE, (5, 0)))
    rulings = ["0 : 1 (wrong side)", "0 : 1 (wrong side)", "0.5 : 0.5 (both)", None]
    news = [book.corrections.rule("0123456789ab", ruling) for ruling in rulings]
    assert news == [True, False, True, True]
    assert not book.corrections.rule("ffffffffffff", "1 : 0 (nobody)")
    lines = [line.after for line in book.history.of_game(entry.id) if line.what == "ruling"]
    assert lines == ["0 : 1 (wrong side)", "0.5 : 0.5 (both)", None]
    outcome = book.archive.entry(entry.id).outcome
    assert outcome == Outcome("resigned", Side.WHITE, (5, 0))
