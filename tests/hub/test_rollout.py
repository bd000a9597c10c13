"""The way of a release through a club, decided by what tables tell: no clock, no line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest

from boardpi.hub.rollout import (
    ACTIVE,
    AT_ONCE,
    AWAY_SECONDS,
    CHECK_SECONDS,
    UNWELL_SECONDS,
    Rollout,
    TableNow,
    UpdateReport,
    begin,
    step,
)

SUM, MARK = "ab" * 32, "ABCD-EFGH-JKLM-NPQR-STUV-WXYZ"
FREE = TableNow(is_online=True, version="1.0", accepts=MARK)
NAMES = [f"t{number:02}" for number in range(1, 8)]


class Club:
    """Tables that do as they are told, and a clock that the test sets."""

    def __init__(self, *left: str, canary: str = "t01") -> None:
        self.now = 0.0
        self.seen = dict.fromkeys(NAMES, FREE)
        self.rollout = begin((SUM, "2.0", MARK), canary, {*left}, self.seen)
        self.look()

    def look(self, seconds: float = 0.0) -> dict[str, str]:
        self.now += seconds
        self.rollout = step(self.rollout, self.seen, self.now)
        return {name: place.at for name, place in self.rollout.tables.items()}

    def tell(self, name: str, state: str, why: str = "", **more: object) -> None:
        """A table reports about what it was told."""
        report = UpdateReport(SUM, self.rollout.tables[name].attempt, state, why)
        self.seen[name] = replace(self.seen[name], report=report, **more)  # type: ignore[arg-type]

    def install(self, name: str) -> None:
        self.tell(name, "installing", is_online=False)
        self.look(30)
        self.tell(name, "done", is_online=True, version="2.0")
        self.look(1)

    def finish(self, *names: str) -> dict[str, str]:
        for name in names:
            self.install(name)
        return self.look(CHECK_SECONDS)

    @property
    def ordered(self) -> set[str]:
        return set(self.rollout.orders())


def test_the_canary_goes_alone_and_the_others_wait_until_it_has_been_well_for_a_while() -> None:
    club = Club(canary="t03")
    assert club.ordered == {"t03"}
    club.install("t03")
    assert club.rollout.tables["t03"].at == "checking"
    club.look(CHECK_SECONDS - 2)
    assert club.ordered == {"t03"}
    club.look(3)
    assert len(club.ordered) == AT_ONCE
    assert "t03" not in club.ordered


def test_few_at_a_time_until_all_are_done() -> None:
    club, most = Club(), 0
    while club.rollout.state == "running":
        most = max(most, len(club.ordered))
        club.finish(*sorted(club.ordered))
    assert (club.rollout.state, most) == ("done", AT_ONCE)
    assert {place.at for place in club.rollout.tables.values()} == {"done"}


def test_a_table_in_a_game_is_not_told_and_a_game_that_begins_gives_its_turn_to_others() -> None:
    club = Club()
    for name in ("t02", "t03"):
        club.seen[name] = replace(FREE, is_busy=True)
    club.finish("t01")
    assert club.ordered == {"t04", "t05", "t06"}
    club.tell("t04", "waiting", is_busy=True)
    club.look(1)
    assert club.ordered == {"t05", "t06", "t07"}
    club.seen["t02"] = FREE
    club.finish("t05")
    assert "t02" in club.ordered


def test_a_table_that_waits_for_a_lesson_keeps_its_turn() -> None:
    club = Club()
    club.tell("t01", "waiting")
    assert club.look(3600)["t01"] == "ordered"


@pytest.mark.parametrize("state", ["failed", "refused"])
def test_the_first_failure_stops_everything_but_what_is_being_installed(state: str) -> None:
    club = Club()
    club.finish("t01")
    club.tell("t02", "installing")
    club.tell("t03", "fetching")
    club.tell("t04", state, "the upgrade was taken back")
    at = club.look(1)
    assert (at["t04"], club.rollout.tables["t04"].why) == ("failed", "the upgrade was taken back")
    assert (club.rollout.state, club.ordered, at["t03"]) == ("failed", {"t02"}, "queued")
    at = club.finish("t02")
    assert (at["t02"], club.ordered) == ("done", set())


def test_a_canary_that_comes_back_with_the_old_version_has_failed() -> None:
    club = Club()
    club.install("t01")
    club.seen["t01"] = replace(club.seen["t01"], version="1.0")
    club.look(1)
    assert club.look(UNWELL_SECONDS + 1)["t01"] == "failed"
    assert club.rollout.tables["t01"].why == "unwell"


def test_a_board_that_is_away_since_the_update_is_a_failure_and_one_that_was_is_none() -> None:
    for had, at in ((True, "failed"), (False, "done")):
        club = Club()
        club.seen["t01"] = replace(FREE, has_board=had)
        club.rollout = begin((SUM, "2.0", MARK), "t01", set(), club.seen)
        club.look()
        club.install("t01")
        club.seen["t01"] = replace(club.seen["t01"], has_board=False)
        club.look(UNWELL_SECONDS / 2)
        assert club.look(UNWELL_SECONDS)["t01"] == at


def test_a_short_break_begins_the_check_anew() -> None:
    club = Club()
    club.install("t01")
    club.look(CHECK_SECONDS - 5)
    club.seen["t01"] = replace(club.seen["t01"], is_online=False)
    club.look(1)
    club.seen["t01"] = replace(club.seen["t01"], is_online=True)
    assert club.look(10)["t01"] == "checking"
    assert club.look(CHECK_SECONDS)["t01"] == "done"


def test_a_table_that_never_comes_back_is_a_failure() -> None:
    club = Club()
    club.tell("t01", "installing", is_online=False)
    assert club.look(AWAY_SECONDS - 1)["t01"] == "ordered"
    assert club.look(AWAY_SECONDS + 1)["t01"] == "failed"
    assert club.rollout.tables["t01"].why == "not_back"


def test_a_table_that_is_away_has_its_turn_when_it_is_back() -> None:
    club = Club()
    for name in NAMES[1:]:
        club.seen[name] = replace(FREE, is_online=False)
    club.finish("t01")
    assert (club.ordered, club.rollout.state) == (set(), "running")
    club.seen["t05"] = FREE
    club.look(1)
    assert club.ordered == {"t05"}
    club.seen["t05"] = replace(FREE, is_online=False)  # before it had the file
    assert club.look(1)["t05"] == "queued"


def test_who_is_left_out_or_takes_no_such_releases_has_no_part() -> None:
    seen = dict.fromkeys(NAMES, FREE) | {"t06": replace(FREE, accepts=""), "t07": TableNow(True)}
    rollout = begin((SUM, "2.0", MARK), "t01", {"t02"}, seen)
    assert {n: p.why for n, p in rollout.tables.items() if p.at == "left"} == {
        "t02": "chosen",
        "t06": "not_allowed",
        "t07": "not_allowed",
    }


def test_reports_of_other_releases_and_attempts_say_nothing() -> None:
    club = Club()
    for report in (
        UpdateReport("cd" * 32, 1, "failed"),
        UpdateReport(SUM, 9, "done"),
        UpdateReport(SUM, 0, "failed"),
    ):
        club.seen["t01"] = replace(FREE, report=report)
        assert club.look(1)["t01"] == "ordered"


def test_a_hub_that_was_just_started_decides_nothing_about_tables_that_it_has_not_heard() -> None:
    """Neither that a table is free, nor that one that is being updated has gone."""
    club = Club()
    club.finish("t01")
    club.tell("t02", "installing", is_online=False)
    before, heard = club.look(1), club.seen
    gone = TableNow(is_known=False)
    for seen in (
        {},
        dict.fromkeys(NAMES, gone),
        dict.fromkeys(NAMES, replace(gone, is_online=True)),
    ):
        club.seen = seen
        assert club.look(1) == before
    club.seen = heard
    club.tell("t02", "done", is_online=True, version="2.0")
    assert club.look(1)["t02"] == "checking"


def test_it_is_kept_and_goes_on() -> None:
    club = Club("t07")
    club.finish("t01")
    club.install("t02")
    kept = Rollout.from_json(club.rollout.to_json())
    assert kept.to_json() == club.rollout.to_json()
    club.rollout = kept
    assert club.finish("t03")["t02"] == "done"


def test_whatever_tables_tell_no_promise_is_broken() -> None:
    """Random histories: the canary first, few at a time, nobody begins in a game or after a
    failure, and what is done stays done.
    """
    random = Random(18)
    states = ["fetching", "waiting", "installing", "done", "failed", ""]
    for _ in range(150):
        club = Club(canary=random.choice(NAMES))
        for _ in range(60):
            name, before = random.choice(NAMES), club.rollout
            club.tell(
                name,
                random.choices(states, weights=[3, 3, 3, 8, 0.4, 1])[0],
                is_online=random.random() < 0.8,
                is_busy=random.random() < 0.3,
                version=random.choice(["1.0", "2.0", "2.0"]),
            )
            club.look(random.choice([0, 1, 40, CHECK_SECONDS, 300]))
            check_promises(before, club.rollout, club.seen)
            if random.random() < 0.05 and club.rollout.state == "failed":
                club.rollout = replace(club.rollout, state="running")


def check_promises(before: Rollout, after: Rollout, seen: Mapping[str, TableNow]) -> None:
    began = [n for n, p in after.tables.items() if p.at in ACTIVE and n not in before.orders()]
    assert all(seen[name].is_online and not seen[name].is_busy for name in began)
    assert not began or after.state == "running"
    assert len(after.orders()) <= AT_ONCE
    if after.tables[after.canary].at != "done":
        assert set(after.orders()) <= {after.canary}
    for name, place in before.tables.items():
        if place.at in ("done", "failed"):
            assert after.tables[name].at == place.at
    if any(p.at == "failed" and before.tables[n].at != "failed" for n, p in after.tables.items()):
        assert after.state != "running"
