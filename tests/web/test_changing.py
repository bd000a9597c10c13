"""Changing: matches, wishes at the table, players, corrections. All of it needs the PIN."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from boardpi.daemon.page.api import API
from boardpi.rules import START
from tests.web.serving import FAR, Serving, hear, say, serving

Json = dict[str, Any]


def done(answer: httpx.Response) -> Json:
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


CHANGES = [
    *((e.method, e.path.replace("{id}", "1")) for e in API.endpoints if e.needs_pin),
    *(("POST", f"/table/{name}") for name in API.actions),
]


FOR_HANDS = {
    f"/archers/games{more}" for more in ("", "/1/turn", "/1/end")
}  # who may move archers plays Archers; who deletes a game of them has the PIN


def is_for_players(path: str) -> bool:
    """Whether whoever may move archers may do it, at the table's own screen."""
    action = API.actions.get(path.removeprefix("/table/"))
    return path in FOR_HANDS or (action is not None and action.is_for_players)


FOR_PUPILS = {
    "/vote": {"move": "b1-d2"},
    "/team": {"side": "w"},
    "/phone": {"id": "jasir-lines"},
    "/phone/act": {"do": "continue"},
}


def test_what_pupils_do_without_the_pin_is_refused_until_the_teacher_allows_it(
    club: Serving,
) -> None:
    paths = {e.path for e in API.endpoints if e.method != "GET" and not e.needs_pin}
    assert paths == FOR_PUPILS.keys()
    with club.client() as stranger:
        before = stranger.get("/games").json()
        for path, body in FOR_PUPILS.items():
            code = 401 if path.startswith("/phone") else 409
            assert stranger.post(path, json=body).status_code == code, path
        assert stranger.get("/games").json() == before


@pytest.mark.parametrize(("method", "path"), [*CHANGES, ("POST", "/pin")])
def test_everything_that_changes_needs_the_pin(club: Serving, method: str, path: str) -> None:
    """From another machine; what players do needs none at the table's own screen."""
    with club.client(**FAR if is_for_players(path) else {}) as stranger:
        before = stranger.get("/games").json()
        answer = stranger.request(method, path, json={} if method != "DELETE" else None)
        assert refused(answer) == (401, "pin_needed")
        assert stranger.get("/games").json() == before


def test_a_whole_match_with_its_score(table: Serving) -> None:
    with table.organiser() as organiser:
        match = {"rules": "jasir-oca", "white": "First player", "black": "Second player"}
        told = done(organiser.post("/table/match", json={**match, "help": "full"}))
        assert (told["rules"]["name"], told["help"]) == ("jasir-oca", "full")
        table.play("b1-d2")
        told = done(organiser.post("/table/resign", json={"side": "b"}))
        assert told["match"]["score"] == [5, 0]
        told = done(organiser.post("/table/next", json={}))
        assert told["match"]["game"] == 2
        assert (told["match"]["white"], told["match"]["score"]) == ("Second player", [0, 5])
        assert told["astray"]["missing"] == ["b1"]
        with table.live() as line:
            say(line, type="hands", mask=START.occupied)
        table.play("c1-d3")
        told = done(organiser.post("/table/resign", json={"side": "w"}))
        assert told["match"]["score"] == [0, 10]
        assert told["match"]["is_over"] is True
        assert told["match"]["winner"] == "First player"


def test_nobody_needs_a_name(table: Serving) -> None:
    with table.organiser() as organiser:
        table.play("b1-d2")
        told = done(organiser.post("/table/resign", json={"side": "w"}))
        assert told["match"]["score"] == [0, 5]
        assert (told["match"]["white"], told["match"]["black"]) == (None, None)
        names = {"white": "First player", "black": "Second player"}
        entry = done(organiser.post("/games/1/names", json=names))
        assert (entry["white"], entry["black"]) == ("First player", "Second player")
        told = done(organiser.get("/table"))
        assert told["match"]["white"] == "First player"


def test_taking_back_and_leaving_a_game(table: Serving) -> None:
    with table.organiser() as organiser:
        table.play("b1-d2 d5-b4")
        told = done(organiser.post("/table/take-back", json={"plies": 2}))
        assert told["moves"] == []
        assert told["astray"]["missing"] != []
        assert refused(organiser.post("/table/take-back", json={})) == (409, "no_effect")
        with table.live() as line:
            say(line, type="hands", mask=START.occupied)
        table.play("c1-d3")
        done(organiser.post("/table/abandon", json={}))
        assert done(organiser.get("/games/1"))["state"] == "unfinished"


def test_a_question_is_answered(table: Serving) -> None:
    """Two captures that no reed saw: the taker is in a hand for long."""
    with table.organiser() as organiser:
        table.play("b1-d2 d5-b4 c1-d3")
        with table.live() as line:
            told = hear(line, "table")
            say(line, type="hands", mask=told["mask"] ^ 1 << 24)  # e5 is lifted, and stays away
            while told["question"] is None:
                told = hear(line, "table")
        candidates = told["question"]["candidates"]
        assert [candidate["text"] for candidate in candidates] == ["e5xd3"]
        assert candidates[0]["hole"] == "d3"
        assert refused(organiser.post("/table/answer", json={"choice": "e5xe1"})) == (
            409,
            "no_effect",
        )
        told = done(organiser.post("/table/answer", json={"choice": "e5xd3"}))
        assert told["moves"][-1]["move"] == "e5xd3"
        assert told["dead"] == [1, 0]


def test_dead_reeds_help_and_theme_outlive_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as table, table.organiser() as organiser:
        done(organiser.post("/table/dead", json={"holes": ["c3", "d3"]}))
        done(organiser.post("/table/help", json={"help": "full"}))
        done(organiser.post("/table/theme", json={"theme": "night"}))
    with serving(tmp_path) as table, table.client() as reader:
        told = done(reader.get("/table"))
        assert told["dead_holes"] == ["c3", "d3"]
        assert (told["help"], told["theme"]) == ("full", "night")


def test_players(table: Serving) -> None:
    with table.organiser() as organiser:
        one = done(organiser.post("/players", json={"name": "First player", "club": "Ours"}))
        two = done(organiser.post("/players", json={"name": "Typo", "prefers": "b"}))
        assert two["prefers"] == "b"
        two = done(organiser.patch(f"/players/{two['id']}", json={"name": "Second player"}))
        assert (two["name"], two["prefers"]) == ("Second player", "b")
        one = done(organiser.patch(f"/players/{one['id']}", json={"prefers": "w"}))
        assert (one["club"], one["prefers"]) == ("Ours", "w")
        assert refused(organiser.post("/players", json={"name": "FIRST player"})) == (
            409,
            "refused",
        )
        left = done(organiser.post(f"/players/{two['id']}/merge", json={"into": one["id"]}))
        assert left["id"] == one["id"]
        assert len(done(organiser.get("/players"))["players"]) == 1
        page = done(organiser.get(f"/players/{one['id']}"))
        assert [entry["name"] for entry in page["merged"]] == ["Second player"]
        back = done(organiser.post(f"/players/{two['id']}/split", json={}))
        assert (back["id"], back["name"]) == (two["id"], "Second player")
        again = organiser.post(f"/players/{two['id']}/split", json={})
        assert refused(again) == (409, "refused")
        assert again.json()["error"]["reason"] == "not_merged"
        assert refused(organiser.patch("/players/99", json={"club": "x"})) == (404, "not_found")


def test_corrections_and_the_bin(table: Serving) -> None:
    with table.organiser() as organiser:
        table.play("b1-d2")
        assert refused(organiser.post("/games/1/result", json={"outcome": None})) == (
            409,
            "refused",
        )
        done(organiser.post("/table/resign", json={"side": "b"}))
        outcome = {"reason": "arrived", "winner": "w", "points": [3, 0]}
        entry = done(organiser.post("/games/1/result", json={"outcome": outcome}))
        assert (entry["outcome"], entry["corrected"]) == (outcome, True)
        assert done(organiser.get("/table"))["match"]["score"] == [3, 0]
        entry = done(organiser.post("/games/1/result", json={"outcome": None}))
        assert entry["corrected"] is False
        history = done(organiser.get("/games/1"))["history"]
        assert [change["what"] for change in history] == ["result", "result"]
        assert refused(organiser.delete("/games/1")) == (409, "refused"), "it is on the table"
        done(organiser.post("/table/next", json={}))
        assert done(organiser.delete("/games/1"))["deleted"] is not None
        assert [game["id"] for game in done(organiser.get("/games"))["games"]] == [2]
        assert refused(organiser.delete("/games/1")) == (409, "refused")
        assert done(organiser.post("/games/1/restore", json={}))["deleted"] is None
        dated = done(organiser.post("/games/1/day", json={"day": "2026-11-15"}))
        assert (dated["day"], dated["is_day_sure"]) == ("2026-11-15", True)
        bad = organiser.post("/games/1/day", json={"day": "2026-02-30"})
        assert refused(bad) == (409, "refused")
        assert refused(organiser.delete("/games/77")) == (404, "not_found")


ARRIVED = {"reason": "arrived", "winner": "w", "points": [4, 0]}
BY_HAND = {"white": "One", "black": "Two", "games": [ARRIVED, ARRIVED], "uid": "0" * 16}


def test_results_by_hand_and_files(table: Serving) -> None:
    with table.organiser() as organiser:
        written = done(organiser.post("/results", json=BY_HAND))
        assert [game["result"] for game in map(told, written["games"])] == ["4-0", "4-0"]
        assert done(organiser.post("/results", json=BY_HAND)) == written
        rows = done(organiser.get("/standings"))["standings"]
        assert [(row["name"], row["points"], row["matches"]) for row in rows] == [
            ("One", 4, 1),
            ("Two", 4, 1),
        ]
        odd = {**BY_HAND, "games": [{**ARRIVED, "points": [4, 1]}], "uid": "1" * 16}
        answer = organiser.post("/results", json=odd)
        assert (refused(answer), answer.json()["error"]["reason"]) == (
            (409, "refused"),
            "odd_result",
        )
        done(organiser.post("/results", json={**odd, "note": "counted twice"}))
        file = organiser.get("/games.json").text
        brought = done(organiser.post("/games/import", json={"text": file}))
        assert (brought["new"], len(brought["known"])) == ([], 4)
        answer = organiser.post("/games/import", json={"text": "no games"})
        assert (refused(answer), answer.json()["error"]["reason"]) == (
            (409, "refused"),
            "bad_file",
        )
        assert done(organiser.get("/table"))["match"]["game_id"] == 1, "nothing has moved"


def test_a_file_of_another_table_comes_in(club: Serving, table: Serving) -> None:
    with club.client() as reader, table.organiser() as organiser:
        file = reader.get("/games.json").text
        brought = done(organiser.post("/games/import", json={"text": file}))
        assert len(brought["new"]) == file.count('"uid"')
        assert done(organiser.get(f"/games/{brought['new'][0]}"))["plies"] > 0


def told(entry: Json) -> Json:
    points = entry["outcome"]["points"]
    return {**entry, "result": f"{points[0]}-{points[1]}"}


def test_a_program_moves_the_archers_of_a_virtual_board(table: Serving) -> None:
    with table.organiser() as organiser:
        done(organiser.post("/table/by-hand", json={"by_hand": False}))
        for move in ("b1-d2", "d5-b4", "c1-d3", "e5xd3"):
            seen = done(organiser.post("/table/move", json={"move": move}))
            assert seen["moves"][-1]["move"] == move
        wrong = organiser.post("/table/move", json={"move": "a1-b2"})
        assert refused(wrong) == (409, "no_effect")
        assert wrong.json()["error"]["message"].startswith("There is no line from a1 to b2.")
        done(organiser.post("/table/by-hand", json={"by_hand": True}))
        answer = organiser.post("/table/move", json={"move": "d2xd3"})
        assert answer.json()["error"]["reason"] == "no_hands"
        assert len(done(organiser.get("/table"))["moves"]) == 4
        done(organiser.post("/table/by-hand", json={"by_hand": False}))
        done(organiser.post("/table/lesson", json={"id": "jasir-lines"}))
        assert refused(organiser.post("/table/move", json={"move": "d2xd3"})) == (409, "lent")


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/table/match", {"rules": "jasir-pergioko"}, 400),
        ("/table/match", {"theme": "no-such-theme"}, 400),
        ("/table/match", {"white": "One", "black": "one"}, 400),
        ("/table/match", {"white": "\u202e"}, 409),
        ("/table/match", {"white": "\ud800"}, 400),
        ("/table/match", {"colour": "red"}, 400),
        ("/table/help", {}, 400),
        ("/table/help", {"help": "much"}, 400),
        ("/table/dead", {"holes": ["f6"]}, 400),
        ("/table/dead", {"holes": "c3"}, 400),
        ("/table/resign", {"side": None}, 400),
        ("/table/take-back", {"plies": 0}, 400),
        ("/table/take-back", {"plies": True}, 400),
        ("/table/take-back", {"plies": 1.5}, 400),
        ("/players", {"name": " "}, 409),
        ("/players", {"name": "x" * 201}, 400),
        ("/players", {"name": "x" * 100}, 409),
        ("/games/1/result", {"outcome": {"reason": "arrived", "winner": "w"}}, 400),
        ("/results", {**BY_HAND, "games": []}, 400),
        ("/results", {**BY_HAND, "games": [ARRIVED] * 3}, 400),
        ("/results", {**BY_HAND, "uid": "copy" * 8}, 400),
        ("/results", {**BY_HAND, "rules": "no-such-rules"}, 400),
        ("/results", {**BY_HAND, "black": "?", "uid": "2" * 16}, 409),
        ("/results", {**BY_HAND, "day": "2026-02-30", "uid": "2" * 16}, 409),
        ("/games/import", {"text": 5}, 400),
        ("/table/move", {"move": "nonsense"}, 409),
    ],
)
def test_what_is_refused(club: Serving, path: str, body: Json, status: int) -> None:
    with club.organiser() as organiser:
        before = organiser.get("/games").json()
        kind = {"content-type": "application/json"}
        answer = organiser.post(path, content=json.dumps(body), headers=kind)
        assert answer.status_code == status, answer.text
        assert answer.json()["error"]["message"]
        assert organiser.get("/games").json() == before


def test_clocks_are_chosen_with_a_match_and_ruled_by_an_arbiter(table: Serving) -> None:
    with table.organiser() as organiser:
        refused = organiser.post("/table/clock", json={"is_held": True})
        assert refused.status_code == 409
        both = {"main_s": 600, "increment_s": 5, "delay_s": 5}
        for bad in (both, {"main_s": 5}, {"main_s": 600, "flag": "explodes"}):
            assert organiser.post("/table/match", json={"clock": bad}).status_code == 400
        assert organiser.get("/table").json()["clocks"] is None
        clock = {"main_s": 600, "increment_s": 5, "flag": "loses"}
        begun = organiser.post("/table/match", json={"clock": clock}).json()["clocks"]
        assert begun["control"] == clock | {"delay_s": 0}
        assert begun["left_ms"] == [600_000, 600_000]
        table.play("b1-d2")
        organiser.post("/table/clock", json={"is_held": True}).raise_for_status()
        held = organiser.post("/table/clock", json={"white_s": 60, "black_s": -30}).json()["clocks"]
        assert held["stopped"] == "held"
        assert held["running"] is None
        assert held["left_ms"][0] == 665_000
        assert 60_000 < held["left_ms"][1] <= 570_000
        again = organiser.post("/table/match", json={}).json()["clocks"]
        assert again["control"] == begun["control"]  # what is not told stays
        assert organiser.post("/table/match", json={"clock": None}).json()["clocks"] is None


def test_whoever_may_move_archers_may_take_back_ask_and_learn(tmp_path: Path) -> None:
    """At the table's own screen, unless the organiser locks it; never from elsewhere."""
    with serving(tmp_path / "open") as table:
        table.play("b1-d2 d5-b4")
        with table.client() as player, table.live() as line:
            assert len(done(player.post("/table/take-back", json={}))["moves"]) == 1
            done(player.post("/table/hint", json={}))
            assert done(player.post("/table/lesson", json={"id": "jasir-lines"}))["guest"]
            assert done(player.post("/table/lesson-end", json={}))["guest"] is None
            say(line, type="take-back", id=7)
            assert hear(line, "done")["id"] == 7
            assert refused(player.post("/table/draw", json={})) == (401, "pin_needed")
        with table.client(**FAR) as stranger:
            assert refused(stranger.post("/table/take-back", json={})) == (401, "pin_needed")
    with serving(tmp_path / "locked", lock_play=True) as table, table.client() as player:
        assert refused(player.post("/table/lesson", json={"id": "jasir-lines"}))[0] == 401
