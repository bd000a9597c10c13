"""An evening at the hub: what organiser, arbiter and tables do, through the hub's own API."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boardpi.club import open_book
from boardpi.errors import BadRequest
from boardpi.hub.site import build_hub_app
from boardpi.web.secret_file import SecretFile
from tests.hub.hall import PICTURE
from tests.hub.unbrokered import BLACK_WINS, WHITE_WINS, Browser, Hub


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    with open_book(tmp_path / "hub.sqlite") as book:
        made = Hub(book, SecretFile(tmp_path / "hub.sqlite.secret"))
        yield made
        made.close()


@pytest.fixture
def friday(hub: Hub) -> Hub:
    """Four players have checked in."""
    hub.sign_in("organiser")
    hub.do("plan", name="Friday", format="swiss", rounds=3, minutes=20, bye=1)
    hub.do("import", csv="Name,Club\nAda,North\nBen,South\nCem,North\nDana,South\n")
    return hub


def test_a_whole_swiss_evening(friday: Hub) -> None:
    for number in (1, 2, 3):
        told = friday.do("pair")
        assert [p["table"] for p in told["pairings"][-1]] == ["t01", "t02"]
        seats = [friday.post._told[f"boardpi/club/{name}/seat"] for name in friday.tables]
        assert all(f'"round": {number}' in seat for seat in seats)
        for pairing in told["pairings"][-1]:
            friday.tables[pairing["table"]].play(pairing, WHITE_WINS, BLACK_WINS)
        assert friday.look()["missing"] == 0
    told = friday.look()
    halves = [place["halves"] for place in told["standings"]]
    assert (sum(halves), halves) == (12, sorted(halves, reverse=True))
    assert {place["played"] for place in told["standings"]} == {3}
    assert sum(team["halves"] for team in told["teams"]) == 2 * told["teams"][0]["matches"]
    friday.do("pair", 409)
    friday.do("close")
    csv = friday.client.get("/api/v1/export/standings.csv").text
    assert csv.splitlines()[0].startswith("place,name,team,points")
    assert len(csv.splitlines()) == 5
    packed = friday.client.get("/api/v1/export/games.zip").content
    with zipfile.ZipFile(io.BytesIO(packed)) as files:
        assert len(files.namelist()) == 12
        assert '[White "' in files.read(files.namelist()[0]).decode()
    players = friday.client.get("/api/v1/players").json()["players"]
    assert len({player["rating"] for player in players}) > 1


@pytest.mark.parametrize(
    "text",
    [
        "Ada,North\nBen,South\n",
        "\ufeffName;Club\r\nAda;North\r\nBen;South\r\n",
        'Name,Club\n"Ada","North"\n\n Ben , South \nAda,North',
    ],
)
def test_a_list_of_players_may_come_from_any_spreadsheet(hub: Hub, text: str) -> None:
    hub.sign_in("organiser")
    hub.do("plan", name="Friday", format="swiss")
    told = hub.do("import", csv=text)["entrants"]
    assert [(one["name"], one["team"]) for one in told] == [("Ada", "North"), ("Ben", "South")]


def test_a_match_counts_when_both_games_have_ended_and_follows_corrections(friday: Hub) -> None:
    pairing = friday.do("pair")["pairings"][0][0]
    table = friday.tables["t01"]
    table.play(pairing, WHITE_WINS)
    told = friday.look()["pairings"][0][0]
    assert (told["result"], told["games"]) == (None, 1)
    entry = table.book.games.begin_next(1)
    table.book.games.finish(entry.id, WHITE_WINS)
    table.send()
    assert friday.look()["pairings"][0][0]["result"]["halves"] == [1, 1]
    table.book.corrections.result(entry.id, BLACK_WINS)
    table.send()
    result = friday.look()["pairings"][0][0]["result"]
    assert (result["halves"], result["points"]) == ([2, 0], [10, 0])
    table.book.corrections.delete(entry.id)
    table.send()
    assert friday.look()["pairings"][0][0]["result"] is None


def test_the_arbiter_rules_with_a_reason_and_it_stays_to_be_read(friday: Hub) -> None:
    pairing = friday.do("pair")["pairings"][0][0]
    friday.client.cookies.clear()
    friday.sign_in("arbiter")
    friday.do("rule", 409, uid=pairing["uid"], halves=[2, 0])
    friday.do("rule", uid=pairing["uid"], halves=[2, 0], reason="the other went home", forfeit=True)
    told = friday.look()["pairings"][0][0]["result"]
    assert (told["kind"], told["reason"]) == ("forfeit", "the other went home")
    friday.do("rule", uid=pairing["uid"], halves=None)
    assert friday.look()["pairings"][0][0]["result"] is None
    log = friday.client.get("/api/v1/log").json()["log"]
    assert [(line["who"], line["what"]) for line in log[:2]] == [("arbiter", "ruled")] * 2


def told_to(hub: Hub, table: str, kind: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(hub.post._told[f"boardpi/club/{table}/{kind}"])
    return found


def test_a_ruling_travels_to_the_table_of_the_match_and_so_does_its_end(friday: Hub) -> None:
    pairing = friday.do("pair")["pairings"][0][0]
    table = pairing["table"]
    assert friday.post._told[f"boardpi/club/{table}/rulings"] == ""
    friday.do("rule", uid=pairing["uid"], halves=[2, 0], reason="the clock")
    told = {"match": pairing["uid"], "halves": [2, 0], "reason": "the clock"}
    assert told_to(friday, table, "rulings") == {"rulings": [told]}
    friday.do("rule", uid=pairing["uid"], halves=None)
    taken_back = {"match": pairing["uid"], "halves": None, "reason": ""}
    assert told_to(friday, table, "rulings") == {"rulings": [taken_back]}


def test_a_seat_tells_rules_help_and_clock_of_the_plan(hub: Hub) -> None:
    hub.sign_in("organiser")
    chosen: dict[str, Any] = {"rules": "jarmo-oca", "help": "off", "minutes": 25}
    hub.do("plan", name="Friday", format="swiss", **chosen)
    hub.do("import", csv="Ada\nBen")
    hub.do("pair")
    seat = told_to(hub, "t01", "seat")
    assert {key: seat[key] for key in ("rules", "help", "clock")} == {
        "rules": "jarmo-oca",
        "help": "off",
        "clock": 25,
    }


def test_a_round_is_paired_again_until_somebody_has_moved(friday: Hub) -> None:
    friday.do("pair")
    friday.do("withdraw", player=4)
    friday.do("unpair")
    told = friday.do("pair")
    assert [p["two"] is None for p in told["pairings"][0]] == [False, True]
    friday.tables["t01"].play(told["pairings"][0][0], WHITE_WINS)
    friday.look()
    friday.do("unpair", 409)
    friday.do("pair", 409)


def test_free_play_counts_every_match_of_two_who_checked_in(hub: Hub) -> None:
    hub.sign_in("organiser")
    hub.do("plan", name="Open house", format="free")
    for name in ("Ada", "Ben"):
        hub.do("enter", name=name)
    hub.do("pair", 409)
    hub.tables["t01"].play({"one": "Ada", "two": "Ben", "uid": None}, WHITE_WINS, BLACK_WINS)
    hub.tables["t02"].play({"one": "Ada", "two": "Zoe", "uid": None}, WHITE_WINS, BLACK_WINS)
    standings = hub.look()["standings"]
    assert [(p["name"], p["halves"], p["played"]) for p in standings] == [
        ("Ada", 2, 1),
        ("Ben", 0, 1),
    ]


def test_everything_is_there_after_a_restart(friday: Hub, tmp_path: Path) -> None:
    told = friday.do("pair")
    friday.tables["t01"].play(told["pairings"][0][0], WHITE_WINS, BLACK_WINS)
    before = friday.look()
    again = Hub(friday.club._book, SecretFile(tmp_path / "hub.sqlite.secret"))
    assert again.look() == before
    again.close()


# ── who may ───────────────────────────────────────────────────────────────────────────────────────

ORGANISER_ONLY = ("plan", "enter", "import", "withdraw", "pair", "unpair", "close", "end-code")
VALUES: dict[str, dict[str, Any]] = {
    "plan": {"name": "x", "format": "swiss"},
    "enter": {"name": "Eve"},
    "import": {"csv": "Eve"},
    "withdraw": {"player": 1},
    "rule": {"uid": "0" * 12, "halves": None},
    "timer": {"is_running": True},
}


def test_everybody_looks_and_nobody_changes_without_a_pin(friday: Hub) -> None:
    friday.client.cookies.clear()
    for path in ("status", "evening", "tables", "log", "rules"):
        assert friday.client.get(f"/api/v1/{path}").status_code == 200
    for what in (*ORGANISER_ONLY, "rule", "timer"):
        friday.do(what, 401, **VALUES.get(what, {}))
    assert friday.client.get("/api/v1/code").status_code == 401
    assert friday.client.get("/api/v1/players").status_code == 401


def test_a_school_shows_names_to_those_with_a_pin_alone(friday: Hub) -> None:
    doors = replace(friday.doors, reading="pin")
    stranger = Browser(build_hub_app(friday.club, doors), "192.0.2.7")
    for path in ("status", "evening", "tables", "log", "export/standings.csv"):
        assert stranger.get(f"/api/v1/{path}").status_code == 401
    pin = friday.locks[1].first_pin
    assert stranger.post("/api/v1/session", json={"pin": pin}).status_code == 200
    assert stranger.get("/api/v1/evening").status_code == 200
    stranger.close()


def test_the_arbiter_does_not_organise(friday: Hub) -> None:
    friday.client.cookies.clear()
    friday.sign_in("arbiter")
    for what in ORGANISER_ONLY:
        friday.do(what, 401, **VALUES.get(what, {}))
    friday.do("timer", is_running=True, left_s=60)
    assert friday.client.get("/api/v1/code").status_code == 401


def test_a_wrong_pin_is_neither(hub: Hub) -> None:
    assert hub.client.post("/api/v1/session", json={"pin": "000000"}).status_code == 403
    assert hub.client.get("/api/v1/session").json()["role"] == "all"


# ── joining ───────────────────────────────────────────────────────────────────────────────────────


def test_a_table_joins_by_the_code_once_it_is_shown(hub: Hub) -> None:
    hub.sign_in("organiser")
    asked = {"code": "AAAA-AAAA", "name": "Window"}
    assert hub.client.post("/api/v1/join", json=asked).status_code == 403
    code = hub.client.get("/api/v1/code").json()["code"]
    told = hub.client.post("/api/v1/join", json={**asked, "code": code.lower()}).json()
    assert (told["club"], told["name"], told["host"]) == ("club", "t01", "localhost")
    again = hub.client.post("/api/v1/join", json={"code": code, "name": "Door"}).json()
    assert again["name"] == "t02"
    assert again["password"] != told["password"]
    hub.do("end-code")
    assert hub.client.post("/api/v1/join", json={**asked, "code": code}).status_code == 403
    assert hub.client.get("/api/v1/code").json()["code"] != code


def test_a_code_ends_and_guessing_gets_slower(hub: Hub) -> None:
    hub.sign_in("organiser")
    hub.client.get("/api/v1/code")
    statuses = [
        hub.client.post("/api/v1/join", json={"code": f"AAAA-AAA{n}", "name": "x"}).status_code
        for n in range(2, 9)
    ]
    assert statuses[0] == 403
    assert statuses[-1] == 429


def test_home_assistant_finds_a_table_if_that_is_wanted(hub: Hub) -> None:
    topic = "homeassistant/device/boardpi-club-t01/config"
    greeting = b'{"online": true, "name": "Window"}'
    hub.post._hear("t01", ["online"], greeting)
    assert topic not in hub.post._told
    hub.post.is_announcing = True
    hub.post._hear("t01", ["online"], greeting)
    told = json.loads(hub.post._told[topic])
    assert told["device"]["name"] == "Window"
    topics = {name: one["state_topic"] for name, one in told["components"].items()}
    base = "boardpi/club/t01"
    assert topics.pop("online") == f"{base}/online"
    assert topics == dict.fromkeys(("score", "turn", "astray"), f"{base}/state")


GOOD: dict[str, dict[str, Any]] = {
    "online": {"online": True, "name": "Window", "first": 1, "last": 9, "v": "1"},
    "state": PICTURE,
    "call": {"why": "player"},
}
STRANGE: list[Any] = [
    None,
    -1,
    2**70,
    1e400,
    "",
    "\ud800",
    "x" * 9000,
    [],
    {},
    [[]] * 50,
    True,
    "\0",
]


def spoil(told: dict[str, Any], random: Random) -> bytes:
    """A message with some byte, key or value wrong, at any depth."""
    text = json.dumps(told).encode()
    if random.random() < 0.3:
        place = random.randrange(len(text))
        return text[:place] + random.randbytes(random.randrange(5)) + text[place + 1 :]
    copy = json.loads(text)
    spot = copy
    while isinstance(inner := spot[random.choice(list(spot))], dict) and inner:
        spot = inner
    spot[random.choice([*spot, "more"])] = random.choice(STRANGE)
    return json.dumps(copy).encode("utf-8", "surrogatepass")


def test_whatever_a_table_says_the_hub_goes_on_and_counts_what_it_refuses(hub: Hub) -> None:
    random, taken = Random(18), 0
    for _ in range(3000):
        kind = random.choice(list(GOOD))
        payload = spoil(GOOD[kind], random)
        before = hub.post.refused["t01"]
        hub.post.take(f"boardpi/club/t01/{kind}", payload)
        taken += hub.post.refused["t01"] == before
    assert hub.post.refused["t01"] > 1500
    assert hub.post.refused["t01"] + taken == 3000
    assert hub.client.get("/api/v1/tables").status_code == 200
    hub.post.take("boardpi/club/t01/state", json.dumps(PICTURE).encode())
    assert hub.club.tables()["t01"]["picture"] == PICTURE


def test_hostile_messages_of_tables_are_refused_and_counted(hub: Hub) -> None:
    for kind in ("online", "state", "call"):
        for payload in (b"", b"\xff", b"[]", b"{}", b'{"online": 1}', b"{" * 5000, b"9" * 9000):
            with pytest.raises(BadRequest):
                hub.post._hear("t01", [kind], payload)
    for number in ("0", "-1", "x", "1" * 40, "\u0661"):
        with pytest.raises(BadRequest):
            hub.post._hear("t01", ["out", number], b"{}")
    assert hub.post.tables["t01"].picture is None
