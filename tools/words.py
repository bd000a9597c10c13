"""Every sentence held against the glossary of its language: `python -m tools.words`.

With `--write` it sets apostrophes and no-break spaces first, as the glossary says.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from boardpi.texts import SUBJECTS
from boardpi.texts.files import forms_of, package_folder
from boardpi.texts.languages import LANGUAGES

LESSONS: Final = package_folder().parent / "coach" / "lessons" / "builtin"
NO_BREAK: Final = "\u00a0"
APOSTROPHE: Final = "’"
OTHER_IDEAS: Final = {"archers.json": frozenset({"hole"})}
"""Ideas that a file calls by other words: Archers is played on squares, not on holes."""
_SENTENCE: Final = re.compile(r'^(?P<key>\w+)\.(?P<language>[a-z]{2}) = "(?P<text>.*)"$')
_FACT: Final = re.compile(r"{\w+}")
_NUMBER: Final = re.compile(
    r"{(?:count|dead|done|hand|left|limit|number|other|points|seconds|step|steps)} (\w+)"
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence that somebody reads or hears, and where it is."""

    place: str
    language: str
    text: str
    has_forms: bool = False


@dataclass(frozen=True, slots=True)
class Glossary:
    """`terms`: what each idea is called, and by which words never. The rest is typography."""

    terms: Mapping[str, tuple[str, tuple[re.Pattern[str], ...]]]
    quotes: str
    no_break_before: str
    no_break_after: str
    after_numbers: frozenset[str]
    """Words that may follow any number: they have no plural."""


@cache
def read_glossary(language: str) -> Glossary:
    """What `glossary.json` of the language says."""
    found = json.loads((package_folder() / language / "glossary.json").read_text())
    terms = {
        idea: (entry["say"], tuple(re.compile(word, re.IGNORECASE) for word in entry["never"]))
        for idea, entry in found["terms"].items()
    }
    return Glossary(
        terms,
        found["quotes"],
        found["no_break_before"],
        found["no_break_after"],
        frozenset(found["after_numbers"]),
    )


def read_sentences() -> Iterator[Sentence]:
    """All that boardpi says, in every language: texts, and the sentences of the lessons."""
    for language in LANGUAGES:
        for texts in SUBJECTS:
            for key, text in texts.of(language).items():
                has_forms = not isinstance(text, str)
                for form in forms_of(text):
                    yield Sentence(
                        f"{language}/{texts.subject}.json {key}", language, form, has_forms
                    )
        more = package_folder() / language / "sentences.json"
        if more.is_file():
            for english, said in json.loads(more.read_text()).items():
                yield Sentence(f"{language}/sentences.json {english!r}", language, said)
    for file in sorted(LESSONS.glob("*.toml")):
        for place, language, text in _said(tomllib.loads(file.read_text()), file.name):
            yield Sentence(place, language, text)


def _said(value: Any, place: str) -> Iterator[tuple[str, str, str]]:
    """The sentences of a lesson: every table whose keys are languages."""
    if isinstance(value, list):
        for number, item in enumerate(value, 1):
            yield from _said(item, f"{place} {number}")
    elif isinstance(value, dict):
        for key, item in value.items():
            if key in LANGUAGES and isinstance(item, str):
                yield place, key, item
            else:
                yield from _said(item, f"{place} {key}")


def find_second_terms(sentence: Sentence) -> Iterator[str]:
    """Words that the glossary does not want, each with the term to say."""
    file = sentence.place.partition(" ")[0].rpartition("/")[2]
    for idea, (term, never) in read_glossary(sentence.language).terms.items():
        for word in () if idea in OTHER_IDEAS.get(file, ()) else never:
            if found := word.search(_FACT.sub("{}", sentence.text)):
                yield (
                    f"{sentence.place}: {found[0]!r} is not our word for {idea}; say {term!r}: "
                    f"{sentence.text}"
                )


def find_typography(sentence: Sentence) -> Iterator[str]:
    """Signs that are set otherwise in this language."""
    text, glossary = sentence.text, read_glossary(sentence.language)
    if set_typography(text, sentence.language) != text:
        yield f"{sentence.place}: run python -m tools.words --write: {text}"
    if '"' in text or "'" in text:
        yield f"{sentence.place}: quotes are {glossary.quotes}: {text}"
    for sign in set("«»„“”‹›") - set(glossary.quotes):
        if sign in text:
            yield f"{sentence.place}: quotes are {glossary.quotes}, not {sign}: {text}"
    if "  " in text or " …" in text or (text != text.strip() and not text.startswith(", ")):
        yield f"{sentence.place}: a space too many: {text!r}"
    for sign in glossary.no_break_before:
        for found in re.finditer(rf"[^\s\d{NO_BREAK}](?={re.escape(sign)})", text):
            yield f"{sentence.place}: a no-break space goes before {sign}: …{found[0]}{sign}"


def find_bare_numbers(sentence: Sentence) -> Iterator[str]:
    """A number before a word that has a plural, where the text has no plural forms."""
    if not sentence.has_forms:
        for found in _NUMBER.finditer(sentence.text):
            if found[1] not in read_glossary(sentence.language).after_numbers:
                yield f"{sentence.place}: {found[0]!r} needs plural forms: {sentence.text}"


def set_typography(text: str, language: str) -> str:
    """One apostrophe, and no-break spaces where the language has them.

    >>> set_typography("L'arciere in c3", "it")
    'L’arciere in c3'
    """
    glossary = read_glossary(language)
    text = re.sub(r"(?<=\w)'(?=\w|{)", APOSTROPHE, text)
    text = re.sub(r"(?<=s)'(?= [^'\"]*$)", APOSTROPHE, text)
    if glossary.no_break_before:
        text = re.sub(rf" (?=[{re.escape(glossary.no_break_before)}])", NO_BREAK, text)
    if glossary.no_break_after:
        text = re.sub(rf"(?<=[{re.escape(glossary.no_break_after)}]) ", NO_BREAK, text)
    return text


def write_typography() -> None:
    """Mend the files of all languages, and the lessons."""
    for language in LANGUAGES:
        names = [f"{texts.subject}.json" for texts in SUBJECTS] + ["sentences.json"]
        for file in (package_folder() / language / name for name in names):
            if file.is_file():
                found = {
                    key: _set_all(text, language)
                    for key, text in json.loads(file.read_text()).items()
                }
                file.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n")
    for file in LESSONS.glob("*.toml"):
        lines = [_SENTENCE.sub(_set_line, line) for line in file.read_text().split("\n")]
        file.write_text("\n".join(lines))


def _set_all(text: str | dict[str, str], language: str) -> str | dict[str, str]:
    if isinstance(text, str):
        return set_typography(text, language)
    return {form: set_typography(told, language) for form, told in text.items()}


def _set_line(line: re.Match[str]) -> str:
    if line["language"] not in LANGUAGES:
        return line[0]
    text = set_typography(line["text"], line["language"])
    return f'{line["key"]}.{line["language"]} = "{text}"'


def main(arguments: list[str] | None = None) -> int:
    """Tell every broken rule; 1 where there is one."""
    parser = argparse.ArgumentParser(prog="python -m tools.words", description=__doc__)
    parser.add_argument("--write", action="store_true", help="mend typography first")
    if parser.parse_args(arguments).write:
        write_typography()
    problems = [
        problem
        for sentence in read_sentences()
        for find in (find_second_terms, find_typography, find_bare_numbers)
        for problem in find(sentence)
    ]
    print(*problems, sep="\n", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main())
