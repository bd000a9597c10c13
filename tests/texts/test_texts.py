"""Every language says everything, sentences stand nowhere else, and no text is left over."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import boardpi
from boardpi.texts import (
    CHECK,
    COACH,
    LESSONS,
    PAGE,
    RULES,
    SUBJECTS,
    TERMINAL,
    VOICE,
    NoText,
    Texts,
)
from boardpi.texts.files import package_folder, read_languages
from boardpi.texts.languages import LANGUAGES, NAMES

PACKAGE = Path(boardpi.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))
SOURCE = "".join(module.read_text() for module in MODULES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("texts", SUBJECTS, ids=lambda texts: texts.subject)
def test_every_language_is_whole(texts: Texts, language: str) -> None:
    """Reading checks keys, facts in braces, plural forms and empty texts; see test_files.py."""
    assert list(texts.of(language)) == list(texts.of("en")), "in the order of the English file"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_folder_holds_nothing_else(language: str) -> None:
    files = {file.name for file in (package_folder() / language).iterdir()}
    needed = {"language.json", "glossary.json", *(f"{texts.subject}.json" for texts in SUBJECTS)}
    assert needed <= files <= {*needed, "sentences.json"}


def test_english_is_first_and_no_two_languages_have_one_place() -> None:
    known = read_languages(package_folder())
    assert LANGUAGES[0] == "en"
    assert len({language.order for language in known}) == len(known) == len(set(NAMES.values()))


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_sentences_stand_nowhere_else(module: Path) -> None:
    """A dictionary by language in a module would be a second place of words."""
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.Dict):
            keys = {key.value for key in node.keys if isinstance(key, ast.Constant)}
            assert len(keys & set(LANGUAGES)) < 2, f"line {node.lineno}"


@pytest.mark.parametrize(
    ("texts", "built"),
    [
        (RULES, ()),
        (COACH, ("level.",)),
        (LESSONS, ("then.", "puzzle.")),
        (CHECK, ("prompt.", "finding.", "advice.")),
        (VOICE, ()),
        (TERMINAL, ("puzzle.",)),
    ],
    ids=lambda value: value.subject if isinstance(value, Texts) else "",
)
def test_no_text_is_left_over(texts: Texts, built: tuple[str, ...]) -> None:
    """What follows a prefix stands in the code, too: the name of a level, the code of a finding."""
    for key in texts.of("en"):
        name = key.removeprefix(next((prefix for prefix in built if key.startswith(prefix)), ""))
        assert re.search(rf"""["']({re.escape(key)}|{re.escape(name)})["']""", SOURCE), key


def test_what_is_not_there_is_named() -> None:
    with pytest.raises(NoText, match=r"^no language 'xx': there are en, it, pl, fr, de$"):
        RULES.say("xx", "or")
    with pytest.raises(NoText, match=r"^it/rules\.json has no text 'nor'$"):
        RULES.say("it", "nor")
    with pytest.raises(NoText, match=r"^pl/rules\.json: 'empty_hole' needs 'origin'$"):
        RULES.say("pl", "empty_hole", target="c3")
    with pytest.raises(NoText, match=r"^en/page\.json: 'seat\.hand' needs a count$"):
        PAGE.say("en", "seat.hand", hand=1)


def test_a_text_is_said_in_every_language() -> None:
    assert COACH.say_in_all("cannot_move", archer="c3") == {
        "en": "The archer on c3 cannot move now.",
        "it": "L’arciere in c3 ora non può muoversi.",
        "pl": "Łucznik na c3 nie może się teraz ruszyć.",
        "fr": "L’archer en c3 ne peut pas jouer maintenant.",
        "de": "Der Schütze auf c3 kann jetzt nicht ziehen.",
    }
