"""One term an idea in every language, its own typography, and a form for every number."""

from __future__ import annotations

import re

import pytest

from boardpi.texts import SUBJECTS, Texts
from boardpi.texts.files import facts_of, package_folder, read_languages
from boardpi.texts.files import read_sentences as read_lesson_sentences
from boardpi.texts.languages import LANGUAGES
from tools.words import (
    NO_BREAK,
    Sentence,
    find_bare_numbers,
    find_second_terms,
    find_typography,
    read_glossary,
    read_sentences,
)

SENTENCES = list(read_sentences())
COUNTS = (0, 1, 2, 5)
HOLES = ("origin", "target")


@pytest.mark.parametrize("find", [find_second_terms, find_typography, find_bare_numbers])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_keeps_the_rules_of_its_language(language: str, find: object) -> None:
    assert callable(find)
    said = [sentence for sentence in SENTENCES if sentence.language == language]
    assert len(said) > 800, "texts and lessons"
    assert [problem for sentence in said for problem in find(sentence)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_glossary_knows_all_ideas_and_its_terms_are_said(language: str) -> None:
    terms = read_glossary(language).terms
    assert terms.keys() >= read_glossary("en").terms.keys()
    everything = " ".join(each.text for each in SENTENCES if each.language == language).lower()
    for idea, (term, never) in terms.items():
        stem = term.lower()[: max(3, len(term) - 3)]
        assert stem in everything, f"{idea}: nobody says {term!r}"
        assert never, f"{idea}: no second term is known"
        assert not any(word.search(term) for word in never), f"{idea}: {term!r} forbids itself"


SECOND_TERMS = {
    "en": ("Turn it over.", "ring"),
    "it": ("Chi può prendere?", "catturare"),
    "pl": ("Odstaw go.", "postaw z powrotem"),
    "fr": ("Un élu.", "d’élite"),
    "de": ("Das Loch ist leer.", "Feld"),
}


@pytest.mark.parametrize("language", SECOND_TERMS)
def test_a_second_term_is_told_with_the_first(language: str) -> None:
    text, term = SECOND_TERMS[language]
    (problem,) = find_second_terms(Sentence("here", language, text))
    assert problem.startswith("here: ")
    assert repr(term) in problem


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("it", "L'arciere"),
        ("en", "a  space"),
        ("en", "Wait …"),
        ("en", "„so“"),
        ("fr", "Lequel ?"),
        ("fr", "Lequel?"),
        ("fr", "« boardpi »"),
    ],
)
def test_other_typography_is_told(language: str, text: str) -> None:
    assert list(find_typography(Sentence("here", language, text)))


def test_french_keeps_its_spaces_together() -> None:
    text = f"Lequel{NO_BREAK}? «{NO_BREAK}x{NO_BREAK}»{NO_BREAK}: 3:0"
    assert list(find_typography(Sentence("here", "fr", text))) == []


def test_a_number_before_a_word_needs_plural_forms() -> None:
    assert list(find_bare_numbers(Sentence("here", "it", "{count} stelle su 3")))
    assert not list(find_bare_numbers(Sentence("here", "it", "{count} stelle su 3", True)))
    assert not list(find_bare_numbers(Sentence("here", "it", "Stelle: {count} su 3")))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("texts", SUBJECTS, ids=lambda texts: texts.subject)
def test_every_text_is_said_with_every_number(texts: Texts, language: str) -> None:
    """A form that is said of several numbers tells which: French says "one" also of none."""
    spoken = next(known for known in read_languages(package_folder()) if known.code == language)
    forms = [spoken.plural_form(number) for number in range(200)]
    is_shared = {count: forms.count(forms[count]) > 1 for count in COUNTS}
    for key, text in texts.of(language).items():
        for count in COUNTS:
            facts = {name: "d3" if name in HOLES else count for name in facts_of(text)}
            said = texts.say(language, key, **facts)
            assert not re.search(r"[{}]", said), f"{language} {key}"
            if not isinstance(text, str) and is_shared[count]:
                assert str(count) in said, f"{language} {key} {count}: {said}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_of_a_lesson_is_left_over(language: str) -> None:
    said = {each.text for each in SENTENCES if each.language == "en"}
    assert read_lesson_sentences(package_folder(), language).keys() <= said
