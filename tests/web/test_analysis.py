"""Looking at positions: what may be played, what was, what the coach thinks, what is kept."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from boardpi.daemon.coach.reviews import ASKED_MOST, AnalysisActions
from boardpi.errors import NothingToDo
from boardpi.rules import RULE_SETS, Game
from boardpi.web.service import ApiRequest
from tests.web.serving import Serving

START = "bbbbb/5/5/5/wwwww w w0b0 w0b0 -"
NEAR = "2w2/1b3/5/5/4w w w0b0 w0b0 -"
RULES = "jasir-pergioco"


def test_a_position_tells_what_may_be_played(club: Serving) -> None:
    with club.client() as client:
        start = client.get("/analysis/position", params={"rules": RULES}).json()
        assert start["position"] == START
        moves = {move["move"]: move["position"] for move in start["moves"]}
        assert moves["b1-d2"] == "bbbbb/5/5/3w1/w1www b w0b0 w0b0 -"
        assert "d5-b4" in moves  # either side may begin
        assert client.get(
            "/analysis/position", params={"rules": RULES, "position": moves["b1-d2"]}
        ).json()["moves"]
        for bad in ({"rules": "chess"}, {"rules": RULES, "position": "x"}):
            assert client.get("/analysis/position", params=bad).status_code == 400


def test_strangers_who_look_up_values_stop_nobodys_lines() -> None:
    """So many look-ups at a time; who has the PIN and asks for lines is not among them."""
    asked: list[str] = []

    async def think(question: dict[str, Any], **_: object) -> dict[str, Any]:
        asked.append(question["do"])
        await asyncio.Event().wait()
        raise AssertionError

    async def read(question: Callable[[], Game]) -> Game:
        return question()

    rulebook = SimpleNamespace(known=dict)
    book: Any = SimpleNamespace(read=read, book=SimpleNamespace(rulebook=rulebook))
    thinker: Any = SimpleNamespace(ask=think, look_up=think)
    daemon: Any = SimpleNamespace(table=SimpleNamespace(game=Game()))

    async def ask() -> None:
        analysis = AnalysisActions(book, cast("Any", None), thinker, RULE_SETS, daemon)
        request = ApiRequest({"rules": RULES})
        looking = [asyncio.create_task(analysis.tell_values(request)) for _ in range(ASKED_MOST)]
        await asyncio.sleep(0)
        with pytest.raises(NothingToDo):
            await analysis.tell_values(request)
        thinking = asyncio.create_task(analysis.find_lines(request))
        await asyncio.sleep(0)
        assert asked == ["values"] * ASKED_MOST + ["lines"]
        for task in (*looking, thinking):
            task.cancel()
        await asyncio.gather(*looking, thinking, return_exceptions=True)

    asyncio.run(ask())


def test_openings_are_those_of_finished_games(club: Serving) -> None:
    with club.client() as client:
        found = client.get("/analysis/openings", params={"rules": RULES}).json()["moves"]
        assert found == [
            {
                "move": "b1-d2",
                "games": 2,
                "white": 1,
                "black": 0,
                "white_points": 5,
                "black_points": 0,
            }
        ]
        after = {"rules": RULES, "position": "bbbbb/5/5/3w1/w1www b w0b0 w0b0 -"}
        [second] = client.get("/analysis/openings", params=after).json()["moves"]
        assert (second["move"], second["games"]) == ("d5-b4", 1)


def test_the_coach_tells_three_lines_and_whether_they_are_proven(club: Serving) -> None:
    with club.client() as client:
        refused = client.post("/analysis/lines", json={"rules": RULES, "position": NEAR})
        assert refused.status_code == 401
    with club.organiser() as organiser:
        told = organiser.post("/analysis/lines", json={"rules": RULES, "position": NEAR}).json()
        assert 1 <= len(told["lines"]) <= 3
        scores = [line["score"] for line in told["lines"]]
        assert scores == sorted(scores, reverse=True)
        assert told["lines"][0]["is_exact"]  # few archers: the tables know
        assert told["ranked"][0][0] == told["lines"][0]["moves"][0]
        over = "ww1ww/5/5/5/5 b w0b0 w0b0 -"
        answer = organiser.post("/analysis/lines", json={"rules": RULES, "position": over})
        assert answer.status_code == 409


def test_values_are_looked_up_by_anybody(club: Serving) -> None:
    """Without the PIN: proven in the opening, with few archers and in races; else not known."""
    with club.client() as client:

        def ask(**position: str) -> dict[str, Any]:
            answer = client.get("/analysis/values", params={"rules": RULES, **position})
            return dict(answer.json())

        start = ask()
        assert (start["value"], len(start["moves"])) == (1, 22)  # either side may begin
        worth = {move: start["moves"][move] for move in ("c1-d3", "b1-d2", "a1-c2", "e5-d3")}
        assert worth == {"c1-d3": 1, "b1-d2": 0, "a1-c2": -1, "e5-d3": 1}
        mistake = ask(position="bbbbb/5/5/2w2/1wwww b w0b0 w0b0 -")
        assert (mistake["value"], mistake["moves"]["e5-d3"]) == (-1, -1)
        assert ask(position=NEAR)["value"] is not None
        unknown = ask(position="b2bb/4b/w4/1wwB1/w4 b w0b0 w0b0 -")
        assert unknown["value"] is None
        assert set(unknown["moves"].values()) == {None}
        over = ask(position="ww1ww/5/5/5/5 b w0b0 w0b0 -")
        assert (over["value"], over["moves"]) == (None, {})
        assert client.get("/analysis/values", params={"rules": "chess"}).status_code == 400
        jarmo = client.get("/analysis/values", params={"rules": "jarmo-oca"}).json()
        assert set(jarmo["moves"].values()) == {None}


def test_nothing_is_told_of_the_position_that_is_being_played(table: Serving) -> None:
    with table.organiser() as organiser:
        after = {"rules": RULES, "position": "bbbbb/5/5/3w1/w1www b w0b0 w0b0 -"}

        def ask() -> dict[str, Any]:
            return dict(organiser.get("/analysis/values", params=after).json())

        assert ask()["value"] == 0
        table.play("b1-d2")
        assert ask() == {
            "position": after["position"],
            "value": None,
            "moves": {},
            "is_withheld": True,
        }
        organiser.post("/table/resign", json={"side": "b"}).raise_for_status()
        assert ask()["value"] == 0


def test_variations_are_kept_with_the_game(table: Serving) -> None:
    with table.organiser() as organiser:
        table.play("b1-d2 d5-b4 c1-d3")
        organiser.post("/table/resign", json={"side": "b"}).raise_for_status()
        [game] = [one["id"] for one in organiser.get("/games").json()["games"]][:1]
        assert organiser.get(f"/games/{game}/analysis").json() == {"notes": [], "nodes": []}
        told = {
            "notes": [{"ply": 3, "comment": "A trap."}],
            "nodes": [{"ply": 3, "move": "e5xd3"}, {"parent": 0, "move": "d2xd3"}],
        }
        kept = organiser.post(f"/games/{game}/analysis", json=told).json()
        assert kept["nodes"][1]["position"] == "bbb2/1b3/3W1/5/w2ww b w0b1 w0b0 -"
        assert organiser.get(f"/games/{game}/analysis").json() == kept
        exported = json.loads(organiser.get(f"/games/{game}.json").content)
        assert exported["games"][0]["analysis"] == kept
        wrong = organiser.post(
            f"/games/{game}/analysis", json={"nodes": [{"ply": 0, "move": "a1-e5"}]}
        )
        assert wrong.status_code == 400
        assert "a1-e5" in wrong.json()["error"]["message"]
        assert organiser.post("/games/999/analysis", json={}).status_code == 404
        assert organiser.get("/games/999/analysis").status_code == 404
        empty = organiser.post(f"/games/{game}/analysis", json={}).json()
        assert empty == {"notes": [], "nodes": []}
