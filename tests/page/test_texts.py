"""The page's texts are complete in four languages; no browser is needed to know."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

import boardpi.web
from boardpi.rules.outcome import AGREED, ARRIVED, BLOCKED, ELIMINATED, RESIGNED
from boardpi.table.lights import ROLES
from boardpi.table.themes import THEMES

PAGE = Path(boardpi.web.__file__).parent / "page"
LANGUAGES = ("en", "it", "pl", "fr")
PLURALS = {
    "en": {"one", "other"},
    "it": {"one", "many", "other"},
    "pl": {"one", "few", "many", "other"},
    "fr": {"one", "many", "other"},
}
"""The forms that Intl.PluralRules asks for."""

Text = str | dict[str, str]


@cache
def texts(language: str) -> dict[str, Text]:
    """All texts of a language."""
    content: dict[str, Text] = json.loads((PAGE / "texts" / f"{language}.json").read_text())
    return content


def forms(text: Text) -> list[str]:
    """The text, or all its plural forms."""
    return [text] if isinstance(text, str) else list(text.values())


def placeholders(text: Text) -> set[str]:
    """The names in braces, of all forms together."""
    return {name for form in forms(text) for name in re.findall(r"{(\w+)}", form)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_text(language: str) -> None:
    assert list(texts(language)) == list(texts("en"))
    for key, text in texts(language).items():
        assert all(form.strip() for form in forms(text)), key
        assert placeholders(text) == placeholders(texts("en")[key]), key
        assert isinstance(text, str) == isinstance(texts("en")[key], str), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_have_the_forms_of_their_language(language: str) -> None:
    for key, text in texts(language).items():
        if isinstance(text, dict):
            assert set(text) == PLURALS[language], key


def test_the_modules_use_texts_that_exist() -> None:
    """Also those whose key is built from a word that the table says."""
    known = texts("en")
    for module in PAGE.rglob("*.js"):
        for key in re.findall(r'\bt\(\s*"([^"]+)"', module.read_text()):
            assert key in known, f"{module.name}: {key}"
    built = {
        "role.": list(ROLES),
        "reason.": [ARRIVED, ELIMINATED, BLOCKED, AGREED, RESIGNED],
        "theme.": list(THEMES),
        "state.": ["playing", "over", "unfinished"],
        "help.": ["off", "lift", "full", "off.hint", "lift.hint", "full.hint"],
    }
    for prefix, words in built.items():
        for word in words:
            assert prefix + word in known


def test_no_text_is_left_over() -> None:
    """A text that nothing can say any more is removed."""
    code = "".join(module.read_text() for module in PAGE.rglob("*.js"))
    prefixes = tuple(re.findall(r"`([a-z_]+\.[a-z_.]*)\$\{", code))
    for key in texts("en"):
        assert f'"{key}"' in code or key.startswith(prefixes), key
