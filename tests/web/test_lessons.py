"""Lessons over the API: looked up, begun, steered, ended, and remembered."""

from __future__ import annotations

import httpx
import pytest

from boardpi.texts.languages import LANGUAGES
from tests.web.serving import Serving, hear, say
from tests.web.test_changing import Json, done, refused


def guest(answer: httpx.Response) -> Json:
    found: Json = done(answer)["guest"]
    return found


def test_all_lessons_are_told_in_order(club: Serving) -> None:
    with club.client() as stranger:
        told = done(stranger.get("/lessons"))
        first = told["lessons"][0]
        assert (first["id"], first["game"], first["is_own"]) == ("jasir-first", "Jasir", False)
        assert set(first["title"]) == set(LANGUAGES)
        one = done(stranger.get("/lessons/jasir-lines"))
        assert len(one["parts"]) == one["steps"]
        assert refused(stranger.get("/lessons/latin")) == (404, "not_found")


def test_a_lesson_has_the_board_until_it_is_ended(table: Serving) -> None:
    with table.organiser() as organiser:
        told = guest(organiser.post("/table/lesson", json={"id": "jasir-corner"}))
        assert (told["kind"], told["id"], told["do"]) == ("lesson", "jasir-corner", "ask")
        assert told["arrange"] is None, "a board of software sets itself up"
        done(organiser.post("/table/lesson-end", json={}))
        done(organiser.post("/table/by-hand", json={"by_hand": True}))
        told = guest(organiser.post("/table/lesson", json={"id": "jasir-corner"}))
        assert (told["do"], told["arrange"]["side"]) == ("setup", "w")
        assert refused(organiser.post("/table/draw", json={})) == (409, "lent")
        told = guest(organiser.post("/table/arrange", json={}))
        assert (told["do"], told["arrange"]) == ("ask", None)
        told = guest(organiser.post("/table/lesson", json={"id": "jasir-lines"}))
        assert told["id"] == "jasir-lines"
        assert done(organiser.post("/table/lesson-end", json={}))["guest"] is None
        assert refused(organiser.post("/table/lesson-end", json={})) == (409, "no_effect")


@pytest.mark.parametrize("wish", ["continue", "repeat", "skip"])
def test_no_lesson_is_no_lesson_to_steer(club: Serving, wish: str) -> None:
    with club.organiser() as organiser:
        answer = organiser.post("/table/lesson-step", json={"do": wish})
        assert refused(answer) == (409, "no_effect")


def test_nothing_arranges_itself_for_the_game(club: Serving) -> None:
    with club.organiser() as organiser:
        assert refused(organiser.post("/table/arrange", json={})) == (409, "no_effect")


def test_unknown_lessons_and_players_are_refused(club: Serving) -> None:
    with club.organiser() as organiser:
        assert refused(organiser.post("/table/lesson", json={"id": "latin"}))[0] == 404
        unknown = {"id": "jasir-lines", "player": 999}
        assert refused(organiser.post("/table/lesson", json=unknown))[0] == 404
        assert done(organiser.get("/table"))["guest"] is None


def test_what_a_player_has_learnt_is_remembered(table: Serving) -> None:
    with table.organiser() as organiser:
        player = done(organiser.post("/players", json={"name": "North"}))
        wish = {"id": "jasir-capture", "player": player["id"]}
        told = guest(organiser.post("/table/lesson", json=wish))
        assert told["player"]["name"] == "North"
        while told["do"] != "done":
            told = guest(organiser.post("/table/lesson-step", json={"do": "skip"}))
        assert (told["stars"], told["next"]) == (1, "jasir-home")
        learnt = done(organiser.get(f"/players/{player['id']}/lessons"))["lessons"]
        assert [(one["lesson"], one["stars"]) for one in learnt] == [("jasir-capture", 1)]


def test_the_page_answers_by_its_hands(table: Serving) -> None:
    with table.organiser() as organiser, table.live() as line:
        organiser.post("/table/lesson", json={"id": "jasir-capture"})
        mask = done(organiser.get("/table"))["mask"]
        for hole in (1, 8):
            mask ^= 1 << hole
            say(line, type="hands", mask=mask)
        told = hear(line, "table")["guest"]
        while told is None or told["mood"] != "right":
            told = hear(line, "table")["guest"]
        assert told["do"] == "reply"


def test_the_folder_of_a_teacher_is_read_again(table: Serving) -> None:
    with table.organiser() as organiser:
        assert done(organiser.post("/lessons", json={}))["troubles"] == []


def test_a_puzzle_has_the_board(table: Serving) -> None:
    with table.organiser() as organiser:
        first = done(organiser.get("/puzzles"))["puzzles"][0]
        told = guest(organiser.post("/table/puzzle", json={"name": first["name"]}))
        assert (told["kind"], told["puzzle"], told["steps"]) == ("puzzle", first, 2)
        assert told["do"] == "ask"
        assert refused(organiser.post("/table/puzzle", json={"name": "none"}))[0] == 404


def test_a_pupil_has_five_puzzles_a_day(table: Serving) -> None:
    with table.organiser() as organiser:
        player = done(organiser.post("/players", json={"name": "North"}))["id"]
        five = done(organiser.get(f"/players/{player}/today"))["puzzles"]
        assert [one["is_done"] for one in five] == [False] * 5
        first = five[0]["name"]
        told = guest(organiser.post("/table/puzzle", json={"name": first, "player": player}))
        while told["do"] != "done":
            told = guest(organiser.post("/table/lesson-step", json={"do": "skip"}))
        five = done(organiser.get(f"/players/{player}/today"))["puzzles"]
        assert (five[0], len(five)) == ({"name": first, "is_done": True}, 5)
        assert refused(organiser.get("/players/999/today"))[0] == 404
