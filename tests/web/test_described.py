"""The description of the API says what is served; bodies and messages are held against it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NotRequired, TypedDict

import httpx
import pytest
from jsonschema_rs import ValidationError

from boardpi import errors
from boardpi.daemon.page.api import API
from boardpi.web import errors as web_errors
from boardpi.web.errors import STATUSES, code_of, status_of
from boardpi.web.openapi import Schemas, describe
from tests.web.described import check_answer, check_message
from tests.web.serving import Serving

Json = dict[str, Any]
PAGE = Path(__file__).parents[2] / "boardpi" / "web" / "page"
DOCS = Path(__file__).parents[2] / "docs" / "api.md"


def test_what_is_served_is_what_is_described(club: Serving) -> None:
    with club.client() as reader:
        assert reader.get("/openapi.json").json() == json.loads(json.dumps(describe(API)))


RULES = {"rules": "jasir-pergioco"}
QUERIES = {
    "/head-to-head": {"one": "1", "two": "2"},
    "/archers/turn": {"game": "1", "at": "0", "wish": "d3-d4"},
    "/analysis/position": RULES,
    "/analysis/openings": RULES,
    "/analysis/values": RULES,
    "/analysis/board.svg": RULES,
}
READ = [
    path
    for path, methods in describe(API)["paths"].items()
    if "get" in methods and not path.startswith("/check")  # a check is read in tests/daemon
]


@pytest.mark.parametrize("path", READ)
def test_everything_that_can_be_read_is_there_and_as_described(club: Serving, path: str) -> None:
    """The fuzzer seldom guesses the number of a game; here every body is one of a real thing."""
    address = path.replace("{id}", "1").replace("{name}", "jasir-lines")
    with club.organiser() as reader:
        answer = reader.get(address, params=QUERIES.get(path, {}))
        assert answer.status_code == 200, answer.text
        assert answer.content


def spoil(change: Callable[[Json], object], snapshot: Json) -> Json:
    spoilt: Json = json.loads(json.dumps(snapshot))
    change(spoilt)
    return spoilt


@pytest.mark.parametrize(
    "change",
    [
        lambda told: told.pop("lights"),
        lambda told: told.update(desk="oak"),
        lambda told: told.update(mask="all"),
        lambda told: told["match"].pop("winner"),
        lambda told: told.update(guest={"kind": "visit"}),
        lambda told: told["moves"][0].update(ms="late"),
    ],
)
def test_a_wrong_body_is_noticed(club: Serving, change: Callable[[Json], object]) -> None:
    with club.client() as reader:
        snapshot = reader.get("/table").json()
    check_message(snapshot)
    spoilt = spoil(change, snapshot)
    with pytest.raises(ValidationError):
        check_message(spoilt)
    request = httpx.Request("GET", f"{club.url}/api/v1/table")
    with pytest.raises(ValidationError):
        check_answer(httpx.Response(200, json=spoilt, request=request))


def test_a_status_that_is_not_described_is_noticed(club: Serving) -> None:
    request = httpx.Request("GET", f"{club.url}/api/v1/games/1")
    with pytest.raises(KeyError):
        check_answer(httpx.Response(418, json={}, request=request))


def test_every_error_of_the_house_has_a_status() -> None:
    named = [*vars(errors).values(), *vars(web_errors).values()]
    kinds = {kind for kind in named if isinstance(kind, type) and issubclass(kind, errors.NotDone)}
    assert kinds - {errors.NotDone} == set(STATUSES)


def test_a_narrower_error_has_the_status_of_its_kind() -> None:
    """A room may have errors of its own that are answered like any other."""
    narrower = type("Narrower", (errors.NoSuch,), {})("No such thing.")
    assert (status_of(narrower), code_of(narrower)) == (404, "not_found")


def test_the_page_asks_for_actions_that_there_are() -> None:
    sources = [
        file.read_text("utf-8")
        for file in PAGE.rglob("*.js")
        if "hub" not in file.relative_to(PAGE).parts
    ]
    asked = {name for text in sources for name in re.findall(r'\bact\(\s*"([a-z-]+)"', text)}
    assert len(asked) > 10
    assert asked <= set(API.actions)


class Leaf(TypedDict):
    """A leaf."""

    text: str
    more: NotRequired[list[int]]


def test_types_become_schemas() -> None:
    schemas = Schemas()
    assert schemas.of(dict[str, Leaf] | None) == {
        "anyOf": [
            {
                "type": "object",
                "additionalProperties": {"$ref": "#/components/schemas/Leaf"},
            },
            {"type": "null"},
        ]
    }
    assert schemas.components["Leaf"] == {
        "type": "object",
        "description": "A leaf.",
        "properties": {
            "text": {"type": "string"},
            "more": {"type": "array", "items": {"type": "integer"}},
        },
        "required": ["text"],
        "additionalProperties": False,
    }
    with pytest.raises(TypeError, match="has no schema"):
        schemas.of(set[int])


# ── docs/api.md ──────────────────────────────────────────────────────────────────────────────────


def documented_actions() -> dict[str, str]:
    """The rows of the table of changes, by the name of the action."""
    rows = [line for line in DOCS.read_text("utf-8").splitlines() if line.startswith("| `POST /ta")]
    return {name: row for row in rows for name in re.findall(r"/table/([a-z-]+)`", row)}


def test_the_documentation_has_every_action_and_no_other() -> None:
    assert sorted(documented_actions()) == sorted(API.actions)


@pytest.mark.parametrize("name", API.actions)
def test_the_documentation_names_every_key(name: str) -> None:
    row = documented_actions()[name]
    assert [key for key in API.actions[name].shape["properties"] if f'"{key}"' not in row] == []


def test_the_documentation_lists_every_live_message() -> None:
    [row] = [line for line in DOCS.read_text("utf-8").splitlines() if "`take-back` `draw`" in line]
    assert sorted(re.findall("`([a-z-]+)`", row.split("|")[1])) == sorted(API.actions)


@pytest.mark.parametrize("path", [endpoint.path for endpoint in API.endpoints])
def test_the_documentation_has_every_address(path: str) -> None:
    written = path.replace("{id}", "ID").replace("{name}", "NAME")
    assert re.search(re.escape(written) + r"[`?]", DOCS.read_text("utf-8")), written
