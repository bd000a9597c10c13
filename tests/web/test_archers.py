"""Archers over the API: one game at two devices, refusals in words, nothing lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from boardpi.archers import read_battle
from boardpi.club import archery as keeping
from tests.web.serving import FAR, Serving, hear, serving

Json = dict[str, Any]
WIN = (
    "c1<,c1-b1 e7>,e7-f7 b1^,b1-b2 f7-e7,e7v b2-b3,b3-b4 e7>,e7-f7"
    " b4-b5,b5-b6 f7-e7,e7v b6-b7,b7> e7>,e7-f7 b7xc7,b7-c7"
)
"""On 7 by 7: White walks round the zones, shoots a gap into Black's wood and steps in."""


def done(answer: httpx.Response) -> Json:
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def refused(answer: httpx.Response) -> tuple[int, str | None]:
    return answer.status_code, answer.json()["error"].get("reason")


def begin(client: httpx.Client, **facts: object) -> Json:
    game: Json = done(client.post("/archers/games", json=facts))["game"]
    return game


def play(client: httpx.Client, game: int, at: int, turn: str) -> httpx.Response:
    return client.post(f"/archers/games/{game}/turn", json={"at": at, "turn": turn})


def ask(client: httpx.Client, **facts: object) -> Json:
    return done(client.get("/archers/turn", params={k: str(v) for k, v in facts.items()}))


def test_nobody_has_played_yet(table: Serving) -> None:
    with table.client() as here:
        assert done(here.get("/archers")) == {"game": None}
        assert done(here.get("/archers/games")) == {"games": [], "more": False}
        assert done(here.get("/table"))["archers"] == {"game": None, "turns": 0, "is_over": False}


def test_a_game_at_two_devices(table: Serving) -> None:
    """One device plays; the other hears that something has changed, and asks."""
    with table.client() as here, table.organiser(**FAR) as there, table.live() as line:
        hear(line, "table")
        game = begin(here, white="First player")
        assert (game["size"], game["white"], game["black"]) == (9, "First player", None)
        assert hear(line, "table")["archers"] == {"game": 1, "turns": 0, "is_over": False}
        done(play(here, 1, 0, "d3<,d3-c3"))
        assert hear(line, "table")["archers"]["turns"] == 1
        assert done(there.get("/archers"))["game"]["turns"] == ["d3<,d3-c3"]
        done(play(there, 1, 1, "f7<,f7^"))
        assert done(here.get("/archers"))["game"]["turns"] == ["d3<,d3-c3", "f7<,f7^"]


def test_a_turn_is_put_together_part_by_part(table: Serving) -> None:
    with table.client() as here:
        begin(here, size=7)
        open_turn = ask(here, game=1, at=0)
        assert open_turn["shots"] == ["c3xc5", "d3xd5", "e3xe5"]
        assert open_turn["attacked"] == ["c3", "d3", "e3", "c5", "d5", "e5"]
        assert open_turn["missing"]["code"] == "not_two"
        open_turn = ask(here, game=1, at=0, wish="d3xd5")
        assert open_turn["made"] == ["d3xd5"]
        assert open_turn["refusal"] is None
        refusal = ask(here, game=1, at=0, made="d3xd5", wish="d3xd6")["refusal"]
        assert refusal["code"] == "not_in_zone"
        assert refusal["say"]["pl"] == "d6 nie było w strefie d3 na początku ruchu."
        assert set(refusal["say"]) == {"en", "it", "pl", "fr", "de"}
        whole = ask(here, game=1, at=0, made="d3xd5,c1<", wish="c1-b1")
        assert (whole["missing"], whole["manoeuvres"]) == (None, [])
        assert done(here.get("/archers"))["game"]["turns"] == [], "nothing is played by asking"


def test_what_the_rules_forbid_is_not_played(table: Serving) -> None:
    with table.client() as here:
        begin(here)
        for turn in ("d3-d4,d4-d5", "d3<", "nonsense", "d3<,d3^"):
            assert refused(play(here, 1, 0, turn)) == (409, "archers_refused")
        assert (
            here.get("/archers/turn", params={"game": 1, "at": 0, "made": "x"}).status_code == 400
        )
        assert done(here.get("/archers"))["game"]["count"] == 0


def test_a_turn_told_twice_is_played_once(table: Serving) -> None:
    """A device that got no answer tells it again; another turn at that place is refused."""
    with table.client() as here:
        begin(here)
        for _ in range(2):
            assert done(play(here, 1, 0, "d3<,d3-c3"))["game"]["count"] == 1
        assert refused(play(here, 1, 0, "f3>,f3-g3")) == (404, "archers_moved")
        assert refused(play(here, 1, 2, "f3>,f3-g3")) == (404, "archers_moved")
        assert refused(play(here, 2, 0, "f3>,f3-g3")) == (404, "archers_moved")
        assert done(here.get("/archers"))["game"]["turns"] == ["d3<,d3-c3"]


def test_strangers_look_and_change_nothing(table: Serving) -> None:
    with table.client() as here, table.client(**FAR) as stranger:
        begin(here)
        assert done(stranger.get("/archers"))["game"]["id"] == 1
        assert ask(stranger, game=1, at=0)["made"] == []
        for answer in (
            stranger.post("/archers/games", json={}),
            play(stranger, 1, 0, "d3<,d3-c3"),
            stranger.post("/archers/games/1/end", json={"at": 0}),
            stranger.delete("/archers/games/1"),
        ):
            assert answer.status_code == 401
        assert here.delete("/archers/games/1").status_code == 401, "deleting needs the PIN itself"
        assert done(here.get("/archers"))["game"]["count"] == 0


def test_a_whole_game_survives_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as table, table.client() as here:
        begin(here, size=7, white="A", black="B")
        turns = WIN.split()
        for at, turn in enumerate(turns[:-1]):
            done(play(here, 1, at, turn))
    with serving(tmp_path) as table, table.client() as here:
        assert done(here.get("/table"))["archers"]["turns"] == len(turns) - 1
        over = done(play(here, 1, len(turns) - 1, turns[-1]))["game"]
        assert (over["state"], over["reason"], over["winner"]) == ("over", "wood", "w")
        assert refused(play(here, 1, len(turns), "c3<,c3-b3")) == (409, "archers_refused")
        after = ask(here, game=1, at=len(turns))
        assert (after["missing"]["code"], after["manoeuvres"], after["decides"]) == (
            "game_over",
            [],
            False,
        )
        record = read_battle(here.get("/archers/games/1.archers").text)
        assert [str(turn) for turn in record.battle.turns] == turns
        assert (record.white, record.black) == ("A", "B")
        assert done(here.get("/standings"))["standings"] == []


def test_resigning_agreeing_deleting(table: Serving) -> None:
    with table.organiser() as here:
        begin(here)
        end = {"at": 0, "resigns": "w"}
        over = done(here.post("/archers/games/1/end", json=end))["game"]
        assert (over["reason"], over["winner"]) == ("resigned", "b")
        assert here.post("/archers/games/1/end", json=end).status_code == 409
        assert 'Result "black"' in here.get("/archers/games/1.archers").text
        begin(here, kings=True)
        assert refused(here.delete("/archers/games/2")) == (409, "archers_playing")
        over = done(here.post("/archers/games/2/end", json={"at": 0}))["game"]
        assert (over["reason"], over["winner"]) == ("agreed", None)
        assert [game["id"] for game in done(here.get("/archers/games"))["games"]] == [2, 1]
        left = done(here.request("DELETE", "/archers/games/2"))
        assert [game["id"] for game in left["games"]] == [1]
        assert done(here.get("/table"))["archers"]["game"] == 1
        assert here.get("/archers/games/2").status_code == 404
        assert here.get("/archers/games/2.archers").status_code == 404


@pytest.mark.parametrize("size", [6, 8, 17])
def test_a_size_that_there_is_not(table: Serving, size: int) -> None:
    with table.client() as here:
        assert here.post("/archers/games", json={"size": size}).status_code == 400


def test_nobody_fills_the_book(table: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "MOST_GAMES", 1)
    with table.client() as here:
        begin(here)
        begin(here)
        assert len(done(here.get("/archers/games"))["games"]) == 1
        done(play(here, 1, 0, "d3<,d3-c3"))
        assert refused(here.post("/archers/games", json={})) == (409, "archers_full")
        assert done(here.get("/archers"))["game"]["state"] == "playing", "what is played goes on"
