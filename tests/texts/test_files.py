"""A language that is not whole is refused, and every problem is told with its place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boardpi.texts import BadTexts, NoText, Texts
from boardpi.texts.files import read_language, read_languages

ENGLISH = {"move": "{origin} to {target}.", "moves": {"one": "{count} move", "other": "{count}"}}
POLISH = {
    "move": "{target} z {origin}.",
    "moves": {"one": "{count} ruch", "few": "{count} ruchy", "many": "{count}", "other": "ruchu"},
}
ONE = "i = 1 and v = 0"
FEW = "v = 0 and i % 10 = 2..4 and i % 100 != 12..14"
MANY = "v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 12..14"
FORMS = {
    "en": {"one": ONE, "other": ""},
    "pl": {"one": ONE, "few": FEW, "many": MANY, "other": ""},
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """English and Polish, one subject of two texts."""
    for number, (code, texts) in enumerate({"pl": POLISH, "en": ENGLISH}.items()):
        (tmp_path / code).mkdir()
        about = {"name": code.upper(), "order": 9 - number, "plurals": FORMS[code]}
        (tmp_path / code / "language.json").write_text(json.dumps(about))
        (tmp_path / code / "talk.json").write_text(json.dumps(texts))
    (tmp_path / "__pycache__").mkdir()
    return tmp_path


def test_languages_are_the_folders_in_their_order(folder: Path) -> None:
    assert [(found.code, found.name) for found in read_languages(folder)] == [
        ("en", "EN"),
        ("pl", "PL"),
    ]


def test_a_whole_language_is_read(folder: Path) -> None:
    talk = Texts("talk", folder)
    assert talk.say("pl", "move", origin="c1", target="d3") == "d3 z c1."
    assert dict(talk.of("pl")) == POLISH


PROBLEMS = {
    "a text is missing": ({"moves": POLISH["moves"]}, "pl/talk.json: 'move' is missing"),
    "a text is unknown": (
        {**POLISH, "mvoe": "x"},
        "pl/talk.json: 'mvoe' is unknown; did you mean 'move'?",
    ),
    "another fact": (
        {**POLISH, "move": "{origin} na {hole}."},
        "pl/talk.json: 'move' tells {hole} {origin}, but in en {origin} {target}",
    ),
    "no fact": (
        {**POLISH, "move": "Ruch."},
        "pl/talk.json: 'move' tells no fact, but in en {origin} {target}",
    ),
    "empty": ({**POLISH, "move": " "}, "pl/talk.json: 'move' is empty"),
    "no text": ({**POLISH, "move": 7}, "pl/talk.json: 'move' must be a text, not 7"),
    "a fact without a name": (
        {**POLISH, "move": "{} na {target}"},
        "pl/talk.json: 'move' has a brace that is no fact: '{} na {target}'",
    ),
    "a form is missing": (
        {**POLISH, "moves": {"one": "{count}", "few": "{count}", "other": "{count}"}},
        "pl/talk.json: 'moves' has the plural forms one, few, other, "
        "and needs one, few, many, other",
    ),
    "an empty form": (
        {**POLISH, "moves": {"one": "", "few": "{count}", "many": "{count}", "other": "{count}"}},
        "pl/talk.json: 'moves' (one) is empty",
    ),
    "no forms": (
        {**POLISH, "moves": "{count}"},
        "pl/talk.json: 'moves' has plural forms in one of en and this language, not in both",
    ),
    "a list": (["go"], "pl/talk.json: not a JSON object: ['go']"),
}


@pytest.mark.parametrize("name", PROBLEMS)
def test_a_problem_is_told(folder: Path, name: str) -> None:
    texts, problem = PROBLEMS[name]
    (folder / "pl" / "talk.json").write_text(json.dumps(texts))
    with pytest.raises(BadTexts) as told:
        Texts("talk", folder).of("pl")
    assert told.value.problems == (problem,)


def test_all_problems_are_told_at_once(folder: Path) -> None:
    (folder / "pl" / "talk.json").write_text('{"go": "", "stop": ""}')
    with pytest.raises(BadTexts, match=r"'go' is empty; pl/talk\.json: 'stop' is empty"):
        Texts("talk", folder).of("pl")


BYTES = {
    "not UTF-8": ('{"move": "łucznik"}'.encode("iso-8859-2"), "is not a text in UTF-8"),
    "not JSON": (b'{"move": "a",}', "not JSON: Expecting property name"),
    "twice": (b'{"move": "a", "move": "b"}', "not JSON: the key 'move' stands twice"),
    "too deep": (b'{"move": ' + b"[" * 100_000, "not JSON .* too deeply"),
}


@pytest.mark.parametrize("name", BYTES)
def test_a_file_that_is_none_is_refused(folder: Path, name: str) -> None:
    content, problem = BYTES[name]
    (folder / "pl" / "talk.json").write_bytes(content)
    with pytest.raises(BadTexts, match=f"^pl/talk.json: {problem}"):
        Texts("talk", folder).of("pl")


def test_a_file_that_is_not_there_is_named(folder: Path) -> None:
    (folder / "pl" / "talk.json").unlink()
    with pytest.raises(BadTexts, match=r"^pl/talk\.json: cannot be read: No such file"):
        Texts("talk", folder).of("pl")


@pytest.mark.parametrize(
    ("about", "problem"),
    [
        ({"name": "Polski", "order": 3}, "needs name, order and plurals, not name, order"),
        ({"name": "", "order": 3, "plurals": {"other": ""}}, "name must be a text, not ''"),
        (
            {"name": "Polski", "order": "3", "plurals": {"other": ""}},
            "order must be a number, not '3'",
        ),
        (
            {"name": "Polski", "order": 3, "plurals": {"one": ONE}},
            "plurals must be rules of zero, one",
        ),
        (
            {"name": "Polski", "order": 3, "plurals": {"other": "", "some": ""}},
            "plurals must be rules",
        ),
        ({"name": "Polski", "order": 3, "plurals": ["other"]}, "plurals must be rules"),
        (
            {"name": "x", "order": 3, "plurals": {"one": "n is 1", "other": ""}},
            "'n is 1' is not a rule",
        ),
        (
            {"name": "x", "order": 3, "plurals": {"one": "i % 0 = 1", "other": ""}},
            "'i % 0 = 1' is not a rule for one",
        ),
        (
            {"name": "x", "order": 3, "plurals": {"one": f"i = {'9' * 5000}", "other": ""}},
            "'i = 9999",
        ),
        (
            {"name": "x", "order": 3, "plurals": {"one": "", "other": ""}},
            "'' is not a rule for one",
        ),
    ],
)
def test_a_language_tells_what_it_is(folder: Path, about: dict[str, object], problem: str) -> None:
    (folder / "pl" / "language.json").write_text(json.dumps(about))
    with pytest.raises(BadTexts, match=f"^pl/language.json: {problem}"):
        read_language(folder, "pl")


def test_a_plural_form_is_chosen_by_the_number(folder: Path) -> None:
    talk = Texts("talk", folder)
    told = [talk.say("pl", "moves", count=count) for count in (0, 1, 2, 5, 12, 22)]
    assert told == ["0", "1 ruch", "2 ruchy", "5", "12", "22 ruchy"]
    with pytest.raises(NoText, match=r"^pl/talk\.json: 'moves' needs a count$"):
        talk.say("pl", "moves", number=3)
