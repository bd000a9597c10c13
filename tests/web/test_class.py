"""Pupils vote from their own devices, without the PIN; the coach is asked over HTTP."""

from __future__ import annotations

import pytest

from boardpi.daemon.activities.votes import MOST_PER_ADDRESS, Teams
from boardpi.errors import TooMany
from boardpi.rules import Side
from boardpi.texts.languages import LANGUAGES
from tests.web.serving import FAR, Serving, hear, say

FARTHER = {"x-forwarded-for": "203.0.113.6"}


def test_a_vote_is_counted_once_per_device_and_only_while_it_is_open(table: Serving) -> None:
    with (
        table.client(**FAR) as pupil,
        table.client(**FARTHER) as other,
        table.organiser() as teacher,
    ):
        assert pupil.post("/vote", json={"move": "b1-d2"}).status_code == 409
        teacher.post("/table/class", json={}).raise_for_status()
        teacher.post("/table/vote", json={"is_open": True, "seconds": 60}).raise_for_status()
        assert pupil.post("/vote", json={"move": "b1-d2"}).json() == {"move": "b1-d2"}
        assert pupil.post("/vote", json={"move": "c1-d3"}).json() == {"move": "c1-d3"}
        other.post("/vote", json={"move": "c1-d3"}).raise_for_status()
        assert other.post("/vote", json={"move": "b1-b5"}).json()["error"]["code"] == "refused"
        vote = pupil.get("/table").json()["guest"]["vote"]
        assert vote["counts"] == [{"move": "c1-d3", "votes": 2}]
        teacher.post("/table/vote", json={"is_open": False}).raise_for_status()
        assert other.post("/vote", json={"move": "b1-d2"}).status_code == 409
        assert pupil.post("/table/vote", json={"is_open": True}).status_code == 401
        teacher.post("/table/leave", json={}).raise_for_status()


def test_forty_votes_from_one_phone_are_one(table: Serving) -> None:
    """It shows no cookie, so that it looks like another device each time."""
    with table.organiser() as teacher:
        teacher.post("/table/class", json={}).raise_for_status()
        teacher.post("/table/vote", json={"is_open": True}).raise_for_status()
        phones = [table.client(**FAR) for _ in range(20)]
        answers = [phone.post("/vote", json={"move": "b1-d2"}).status_code for phone in phones]
        for phone in phones:
            phone.close()
        assert answers == [200] + [409] * 19
        assert teacher.get("/table").json()["guest"]["vote"]["voters"] == 1
        teacher.post("/table/leave", json={}).raise_for_status()


def test_nobody_fills_the_teams_with_one_phone(table: Serving) -> None:
    """Whoever comes without a cookie takes the place of the one before, at the same address."""
    with table.organiser() as teacher, table.client(**FARTHER) as pupil:
        teacher.post("/table/class", json={}).raise_for_status()
        teacher.post("/table/teams", json={"is_on": True}).raise_for_status()
        for _ in range(5):
            with table.client(**FAR) as phone:
                phone.post("/team", json={"side": "w"}).raise_for_status()
        pupil.post("/team", json={"side": "b"}).raise_for_status()
        assert teacher.get("/table").json()["guest"]["teams"] == {"w": 1, "b": 1}
        pupil.post("/team", json={"side": "w"}).raise_for_status()
        assert teacher.get("/table").json()["guest"]["teams"] == {"w": 2, "b": 0}
        teacher.post("/table/leave", json={}).raise_for_status()


def test_a_class_of_one_address_has_forty_places_in_the_teams() -> None:
    teams = Teams({"is_shared": True})
    for number in range(MOST_PER_ADDRESS):
        teams.join(f"phone {number}", "203.0.113.5", Side.WHITE)
    with pytest.raises(TooMany):
        teams.join("one more", "203.0.113.5", Side.WHITE)
    teams.join("phone 1", "203.0.113.5", Side.BLACK)
    teams.join("elsewhere", "203.0.113.6", Side.BLACK)
    assert teams.picture() == {"w": MOST_PER_ADDRESS - 1, "b": 2}


@pytest.mark.parametrize(("path", "body"), [("/vote", {"move": "b1-d2"}), ("/team", {"side": "w"})])
def test_a_stranger_closes_no_menu(table: Serving, path: str, body: dict[str, str]) -> None:
    """Neither over the game nor over a class; who has the PIN does, by doing something else."""

    def has_the_board() -> str | None:
        guest = teacher.get("/table").json()["guest"]
        return None if guest is None else str(guest["kind"])

    with table.organiser() as teacher, table.client(**FAR) as stranger:
        for below in (None, "class"):
            if below is not None:
                teacher.post("/table/class", json={}).raise_for_status()
                teacher.post("/table/teams", json={"is_on": True}).raise_for_status()
            teacher.post("/table/menu", json={"is_open": True}).raise_for_status()
            assert stranger.post(path, json=body).status_code == 409
            assert has_the_board() == "menu"
            teacher.post("/table/menu", json={"is_open": False}).raise_for_status()
            assert has_the_board() == below
        teacher.post("/table/leave", json={}).raise_for_status()


def test_a_class_behind_one_router_votes_if_the_teacher_says_so(table: Serving) -> None:
    with table.client(**FAR) as one, table.client(**FAR) as two, table.organiser() as teacher:
        teacher.post("/table/class", json={}).raise_for_status()
        teacher.post("/table/vote", json={"is_open": True, "is_shared": True}).raise_for_status()
        for pupil in (one, two):
            pupil.post("/vote", json={"move": "b1-d2"}).raise_for_status()
        assert teacher.get("/table").json()["guest"]["vote"]["voters"] == 2
        teacher.post("/table/leave", json={}).raise_for_status()


def test_a_voter_that_we_did_not_name_gets_a_name(table: Serving) -> None:
    with table.client(**FAR) as pupil, table.organiser() as teacher:
        teacher.post("/table/class", json={}).raise_for_status()
        teacher.post("/table/vote", json={"is_open": True}).raise_for_status()
        cookie = f"{table.built.address.cookie}-voter"
        answer = pupil.post("/vote", json={"move": "b1-d2"}, headers={"cookie": f"{cookie}=me"})
        given = answer.cookies[cookie]
        assert len(given) == 22
        assert "HttpOnly" in answer.headers["set-cookie"]


def test_the_levels_of_the_coach_have_titles(table: Serving) -> None:
    with table.client() as anybody:
        levels = anybody.get("/coach").json()["levels"]
        assert levels[0]["name"] == "1"
        assert set(levels[0]["titles"]) == set(LANGUAGES)


def test_the_coach_answers_over_the_live_connection(table: Serving) -> None:
    with table.organiser() as organiser, table.live(organiser.cookies) as line:
        hear(line, "table")
        say(line, type="coach", side="b", level="1", id=1)
        assert hear(line, "done")["id"] == 1
        table.play("b1-d2")
        while (seen := hear(line, "table"))["expected"] is None:
            pass
        assert seen["coach"]["level"] == "1"
        assert seen["match"]["black"] == "Coach 1"
        table.play(seen["expected"]["move"])


def test_a_review_is_asked_for_by_organisers_and_read_by_everybody(table: Serving) -> None:
    table.play("b1-d2 d5-b4")
    with table.client() as anybody, table.organiser() as organiser:
        assert anybody.get("/games/1/review").json()["state"] == "none"
        assert anybody.post("/games/1/review", json={}).status_code == 401
        assert organiser.post("/games/99/review", json={}).status_code == 404
        assert organiser.post("/games/1/review", json={}).json()["progress"] == [0, 2]
        assert anybody.get("/games/1/review").json()["state"] in ("waiting", "thinking", "done")
