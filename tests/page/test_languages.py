"""The browser's language first; another one can be chosen and is remembered."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from boardpi.texts import PAGE
from boardpi.texts.files import facts_of, package_folder, read_languages
from boardpi.texts.languages import NAMES
from tests.page.conftest import Sit

COUNTS = (0, 1, 2, 5)
SAY_ALL = """async ([code, keys, counts]) => {
  const app = document.querySelector("script[type=module]").src;
  const {loadTexts, t} = await import(new URL("speech/words.js", app));
  await loadTexts(code);
  const facts = (count) => new Proxy({}, {get: () => count});
  return keys.flatMap((key) => counts.map((count) => t(key, facts(count))));
}"""
BEGINNINGS = {
    "en-GB": ("en", "Either side may begin", "There is no line from c1 to c2."),
    "it-IT": ("it", "Comincia chi vuole", "Non c’è una linea da c1 a c2."),
    "pl-PL": ("pl", "Zaczyna, kto chce", "Nie ma linii z c1 na c2."),
    "fr-CH": ("fr", "Commence qui veut", "Il n’y a pas de ligne de c1 à c2."),
    "de-AT": ("de", "Wer will, beginnt", "Von c1 nach c2 führt keine Linie."),
}


@pytest.mark.parametrize("locale", BEGINNINGS)
def test_the_page_speaks_the_language_of_the_browser(sit: Sit, locale: str) -> None:
    """Also where the table refuses."""
    code, beginning, refusal = BEGINNINGS[locale]
    hands = sit(locale=locale)
    expect(hands.message).to_have_text(beginning)
    expect(hands.page.locator("html")).to_have_attribute("lang", code)
    hands.drag("c1", "c2")
    expect(hands.alarm).to_contain_text(refusal)


def test_another_language_is_remembered(sit: Sit) -> None:
    """Finnish is not among ours: English is spoken until Polish is chosen."""
    hands = sit(locale="fi-FI")
    expect(hands.message).to_have_text("Either side may begin")
    hands.page.get_by_label("Language").select_option("pl")
    expect(hands.message).to_have_text("Zaczyna, kto chce")
    expect(hands.page.get_by_label("Język")).to_be_focused()
    hands.page.reload()
    expect(hands.message).to_have_text("Zaczyna, kto chce")


def test_a_language_has_the_plural_forms_that_the_browser_asks_for(sit: Sit) -> None:
    page = sit().page
    for language in read_languages(package_folder()):
        script = "code => new Intl.PluralRules(code).resolvedOptions().pluralCategories"
        assert sorted(page.evaluate(script, language.code)) == sorted(language.plurals)


def test_the_page_says_what_python_says(sit: Sit) -> None:
    """Every text of every language with none, one, two and five: both choose the same form."""
    page = sit().page
    for code in NAMES:
        told = page.evaluate(SAY_ALL, [code, list(PAGE.of(code)), COUNTS])
        assert told == [
            PAGE.say(code, key, **dict.fromkeys(facts_of(text), count))
            for key, text in PAGE.of(code).items()
            for count in COUNTS
        ]


def test_every_language_can_be_chosen(sit: Sit) -> None:
    options = sit(locale="en-GB").page.get_by_label("Language").locator("option")
    expect(options).to_have_text(list(NAMES.values()))
