"""Everybody may read the table, the book, the rules, the themes; or who has the PIN."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from boardpi.daemon.page.api import API
from boardpi.rules import START, read_record
from boardpi.table.trace import replay
from tests.patience import PATIENCE_S
from tests.web.serving import FAR, Serving, hear, serving

Json = dict[str, Any]
RULES = {"rules": "jasir-pergioco"}


@pytest.fixture
def reader(club: Serving) -> Iterator[httpx.Client]:
    with club.client() as found:
        yield found


def get(reader: httpx.Client, path: str) -> Json:
    answer = reader.get(path)
    answer.raise_for_status()
    found: Json = answer.json()
    return found


def test_the_snapshot(reader: httpx.Client) -> None:
    table = get(reader, "/table")
    assert table["type"] == "table"
    assert table["rules"]["dotted"] == ["b3-c3"]
    assert table["start"] == str(START)
    assert table["outcome"] == {"reason": "agreed", "winner": None, "points": [0, 0]}
    assert table["side"] is None
    assert table["legal"] == []
    assert [move["move"] for move in table["moves"]] == ["b1-d2"]
    assert table["match"] | {"id": 0} == {
        "id": 0,
        "game": 2,
        "game_id": 3,
        "white": "Second player",
        "black": "First player",
        "score": [0, 5],
        "is_over": True,
        "winner": "First player",
        "handicap": None,
    }
    assert table["is_running"] is False
    assert table["warnings"] == []


def test_games_newest_first_page_by_page(reader: httpx.Client) -> None:
    first = get(reader, "/games?limit=1")
    assert [entry["id"] for entry in first["games"]] == [3]
    assert first["more"] is True
    second = get(reader, "/games?limit=1&offset=1")
    assert [entry["id"] for entry in second["games"]] == [2]
    assert second["more"] is False
    assert get(reader, "/games?text=nobody")["games"] == []
    assert len(get(reader, "/games?text=first&period=today&state=over")["games"]) == 2
    assert len(get(reader, "/games?bin=true")["games"]) == 1  # nobody had moved in it


@pytest.mark.parametrize(
    "path", ["/games", "/games.csv", "/games.json", "/standings", "/head-to-head"]
)
def test_rules_that_nobody_knows_are_refused(reader: httpx.Client, path: str) -> None:
    """An empty answer would look as if nobody had played."""
    meeting = {"one": 1, "two": 2} if path == "/head-to-head" else {}
    answer = reader.get(path, params={"rules": "jarmo", **meeting})
    error = answer.json()["error"]
    assert (answer.status_code, error["reason"]) == (400, "unknown_rules")
    assert "did you mean 'jarmo-pergioco'?" in error["message"]
    assert reader.get(path, params={"rules": "jarmo-oca", **meeting}).status_code == 200


def test_standings_of_each_game(reader: httpx.Client) -> None:
    told = get(reader, "/standings")
    assert [table["game"] for table in told["by_game"]] == ["jasir"]
    assert told["by_game"][0]["standings"] == told["standings"]
    assert get(reader, "/standings?game=jarmo")["by_game"] == []
    assert get(reader, "/games?game=jarmo")["games"] == []
    page = get(reader, "/players/1")
    assert page["by_game"][0]["total"] == page["total"]


def test_one_game(reader: httpx.Client) -> None:
    game = get(reader, "/games/2")
    assert [move["move"] for move in game["moves"]] == ["b1-d2", "d5-b4", "c1-d3"]
    assert game["outcome"]["reason"] == "resigned"
    assert game["has_trace"] is True
    assert "b3-c3" in game["lines"]


def test_files_to_keep(reader: httpx.Client) -> None:
    record = reader.get("/games/2.jas")
    assert 'filename="game-2.jas"' in record.headers["content-disposition"]
    assert read_record(record.text).game.outcome is not None
    assert reader.get("/games/2.json").json()["games"][0]["id"] == 2
    assert reader.get("/games.csv").text.count("\r\n") == 3
    assert len(reader.get("/games.json").json()["games"]) == 2


def test_the_trace_replays_to_the_game(reader: httpx.Client) -> None:
    trace = reader.get("/games/2/trace")
    assert trace.headers["content-type"].startswith("application/x-ndjson")
    events = list(replay(trace.text.splitlines()))
    moves = [event["move"] for event in events if event["event"] == "move"]
    assert moves == ["b1-d2", "d5-b4", "c1-d3"]


def test_players_and_standings(reader: httpx.Client) -> None:
    players = {player["name"]: player["id"] for player in get(reader, "/players")["players"]}
    one, two = players["First player"], players["Second player"]
    rows = get(reader, "/standings")["standings"]
    assert [(row["rank"], row["name"], row["points"]) for row in rows] == [
        (1, "First player", 5),
        (2, "Second player", 0),
    ]
    assert get(reader, f"/standings?players={one},{two}&period=today")["standings"] == rows
    assert get(reader, "/standings?period=2020")["standings"] == []
    page = get(reader, f"/players/{one}")
    assert page["total"]["matches_won"] == 1
    assert [row["name"] for row in page["opponents"]] == ["Second player"]
    assert len(page["games"]) == 2
    meeting = get(reader, f"/head-to-head?one={one}&two={two}")
    assert meeting["standing"]["won"] == 1
    assert get(reader, f"/head-to-head?one={one}&two={one}")["standing"] is None


def test_rules_and_themes(reader: httpx.Client) -> None:
    rules = get(reader, "/rules")
    assert rules["default"] == "jasir-pergioco"
    named = {entry["name"]: entry for entry in rules["rules"]}
    assert named["jarmo-oca"]["switches"]["shuttle_limit"] == 3
    themes = get(reader, "/themes")
    assert themes["default"] in themes["themes"]
    assert "capture" in themes["themes"]["default"]["roles"]


def test_health_knows_every_hole(reader: httpx.Client) -> None:
    health = get(reader, "/health")
    assert len(health["holes"]) == 25
    assert health["holes"]["d2"]["changes"] > 0
    assert health["holes"]["a3"]["changes"] == 0
    assert health["holes"]["a1"] | {"last_ms_ago": None} == {
        "raw": True,
        "settled": True,
        "expected": True,
        "changes_10s": 0,
        "changes": 0,
        "last_ms_ago": None,
        "is_dead": False,
    }
    assert health["book"]["is_kept"] is True


def test_the_address_and_its_code(club: Serving, reader: httpx.Client) -> None:
    assert get(reader, "/address") == {"urls": [f"{club.url}/"], "fingerprint": None}
    code = reader.get("/qr.svg")
    assert code.headers["content-type"] == "image/svg+xml"
    assert "<svg" in code.text


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/games/999", 404, "not_found"),
        ("/games/99999999999999999999", 404, "not_found"),
        ("/games/x", 404, "not_found"),
        ("/games/999/trace", 404, "not_found"),
        ("/players/999", 404, "not_found"),
        ("/head-to-head?one=1&two=999", 404, "not_found"),
        ("/nothing", 404, "not_found"),
        ("/games?limit=0", 400, "bad_request"),
        ("/games?limit=many", 400, "bad_request"),
        ("/games?bin=perhaps", 400, "bad_request"),
        ("/games?colour=red", 400, "bad_request"),
        ("/games?period=yesteryear", 400, "bad_request"),
        ("/games?limit=1&limit=2", 400, "bad_request"),
        ("/standings?players=a", 400, "bad_request"),
        ("/standings?players=9999999999999999", 400, "bad_request"),
        ("/head-to-head?one=1", 400, "bad_request"),
    ],
)
def test_what_cannot_be_answered(reader: httpx.Client, path: str, status: int, code: str) -> None:
    answer = reader.get(path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert answer.json()["error"]["message"]


def test_a_wrong_method(reader: httpx.Client) -> None:
    answer = reader.put("/table", json={})
    assert (answer.status_code, answer.json()["error"]["code"]) == (405, "wrong_method")


# ── reading needs the PIN ────────────────────────────────────────────────────────────────────────


TELLS_NOTHING_OF_PEOPLE = {"/rules", "/themes", "/analysis/position", "/analysis/board.svg"}
FOR_WHO_HAS_THE_PIN = ("/backups", "/backup.sqlite", "/settings", "/log", "/devices")


def needs_pin(answer: httpx.Response) -> bool:
    if answer.status_code != 401:
        return False
    return bool(answer.json()["error"]["code"] == "pin_needed")


def test_what_nobody_reads_without_the_pin(table: Serving) -> None:
    """Not even at the table's own screen."""
    with table.client() as screen:
        for path in FOR_WHO_HAS_THE_PIN:
            assert needs_pin(screen.get(path)), path


def test_a_school_lets_nobody_read_without_the_pin(tmp_path: Path) -> None:
    with serving(tmp_path, reading="pin") as table:
        with table.client(**FAR) as stranger:
            paths = {e.path.replace("{id}", "1") for e in API.endpoints if e.method == "GET"}
            assert len(paths) > 30
            for path in sorted(paths - TELLS_NOTHING_OF_PEOPLE):
                assert needs_pin(stranger.get(path)), path
            for path in ("/session", "/address", "/openapi.json", *TELLS_NOTHING_OF_PEOPLE):
                assert stranger.get(path, params=RULES).status_code in (200, 400), path
        with table.live(headers=FAR) as line:
            assert hear(line, "error")["code"] == "pin_needed"
            with pytest.raises(ConnectionClosed):
                line.recv(timeout=PATIENCE_S)
        with table.organiser(**FAR) as teacher:
            assert teacher.get("/table").status_code == 200
            with table.live(teacher.cookies, headers=FAR) as line:
                hear(line, "table")
        with table.client() as screen:
            assert screen.get("/table").status_code == 200, "the screen of this machine"


def test_mistakes_of_pupils_are_for_who_has_the_pin(tmp_path: Path) -> None:
    with serving(tmp_path) as table, table.organiser() as teacher, table.client() as anybody:
        player = teacher.post("/players", json={"name": "Pupil"}).json()["id"]
        book = table.built.daemon.keeper.book
        book.lessons.add(player, "first-steps", stars=1, mistakes=7)
        told = anybody.get(f"/players/{player}/lessons").json()["lessons"]
        assert [lesson["mistakes"] for lesson in told] == [None]
        told = teacher.get(f"/players/{player}/lessons").json()["lessons"]
        assert [lesson["mistakes"] for lesson in told] == [7]
