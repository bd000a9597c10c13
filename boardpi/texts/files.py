"""The files of a language: read, and refused with every problem where they are not whole.

English is the model. Another language has the same keys, and each text the same facts in braces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from boardpi.documents import read_file, read_object

if TYPE_CHECKING:
    from pathlib import Path

MODEL: Final = "en"
FORMS: Final = ("zero", "one", "two", "few", "many", "other")
"""The names of plural forms, as Unicode and `Intl.PluralRules` have them."""
LARGEST: Final = 1_000_000  # bytes of a file
LANGUAGE_KEYS: Final = frozenset({"name", "order", "plurals"})
_FACT: Final = re.compile(r"{([a-z_]+)}")
_RELATION: Final = re.compile(
    r"([nive])(?: % ([1-9]\d{0,8}))? (=|!=) (\d{1,9}(?:\.\.\d{1,9})?(?:,\d{1,9}(?:\.\.\d{1,9})?)*)",
    re.ASCII,
)

Text = str | Mapping[str, str]
"""A sentence, or its plural forms: `{"one": "{count} move", "other": "{count} moves"}`."""


class BadTexts(ValueError):
    """A language that is not whole; every problem with its file, in `problems`."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True)
class Language:
    """What a language calls itself, its place in lists, and the plural forms that it has."""

    code: str
    name: str
    order: int
    plurals: Mapping[str, str]
    """Each form with its rule as Unicode writes it, such as `i = 1 and v = 0`."""

    def plural_form(self, count: int) -> str:
        """The form for so many things; Unicode calls what no rule takes `other`."""
        return next((form for form, rule in self.plurals.items() if _takes(rule, count)), "other")


@cache
def package_folder() -> Path:
    """Where the languages of boardpi are."""
    from pathlib import Path  # slow to import, and who only plays needs no text

    return Path(__file__).parent


@cache
def read_languages(folder: Path) -> tuple[Language, ...]:
    """All languages of a folder, in their order."""
    found = [
        read_language(folder, entry.name)
        for entry in folder.iterdir()
        if (entry / "language.json").is_file()
    ]
    return tuple(sorted(found, key=lambda language: (language.order, language.code)))


def read_language(folder: Path, code: str) -> Language:
    """What `language.json` tells."""
    place = f"{code}/language.json"
    found = _read_json(folder / code / "language.json", place)
    if found.keys() != LANGUAGE_KEYS:
        raise BadTexts([f"{place}: needs name, order and plurals, not {', '.join(found)}"])
    name, order, plurals = found["name"], found["order"], found["plurals"]
    if not isinstance(name, str) or not name.strip():
        raise BadTexts([f"{place}: name must be a text, not {name!r}"])
    if type(order) is not int:
        raise BadTexts([f"{place}: order must be a number, not {order!r}"])
    if not isinstance(plurals, dict) or "other" not in plurals or set(plurals) - set(FORMS):
        raise BadTexts([f"{place}: plurals must be rules of {', '.join(FORMS)}, not {plurals!r}"])
    for form, rule in plurals.items():
        if not (rule == "" if form == "other" else isinstance(rule, str) and _is_rule(rule)):
            raise BadTexts([f"{place}: {rule!r} is not a rule for {form}"])
    return Language(code, name, order, MappingProxyType(plurals))


def _is_rule(rule: str) -> bool:
    return all(_RELATION.fullmatch(part) for part in re.split(" or | and ", rule))


def _takes(rule: str, count: int) -> bool:
    """Whether a plural rule holds for a whole number.

    >>> _takes("v = 0 and i % 10 = 2..4 and i % 100 != 12..14", 22)
    True
    """
    return any(
        all(_holds(part, count) for part in option.split(" and "))
        for option in rule.split(" or ")
        if option
    )


def _holds(part: str, count: int) -> bool:
    relation = _RELATION.fullmatch(part)
    assert relation, part  # read_language has seen it
    name, modulus, sign, ranges = relation.groups()
    value = abs(count) if name in "ni" else 0  # v and e count decimals and exponents: none here
    value = value % int(modulus) if modulus else value
    bounds = (span.partition("..") for span in ranges.split(","))
    return any(int(low) <= value <= int(high or low) for low, _, high in bounds) == (sign == "=")


def read_texts(
    folder: Path, code: str, subject: str, model: Mapping[str, Text] | None = None
) -> dict[str, Text]:
    """The texts of one subject in one language; BadTexts tells where they differ from the model."""
    place = f"{code}/{subject}.json"
    found = _read_json(folder / code / f"{subject}.json", place)
    plurals = next(known.plurals for known in read_languages(folder) if known.code == code)
    problems = [
        f"{place}: {key!r} {problem}"
        for key, text in found.items()
        for problem in _problems(text, plurals)
    ]
    if not problems and model is not None:
        problems = [f"{place}: {difference}" for difference in _differences(found, model)]
    if problems:
        raise BadTexts(problems)
    return found


@cache
def read_sentences(folder: Path, code: str) -> Mapping[str, str]:
    """The lessons' sentences in one language, by their English: those that its folder has."""
    file = folder / code / "sentences.json"
    if not file.is_file():
        return {}
    found = _read_json(file, f"{code}/sentences.json")
    problems = [
        f"{code}/sentences.json: {english!r} {problem}"
        for english, said in found.items()
        for problem in _line_problems(said)
    ]
    if problems:
        raise BadTexts(problems)
    return MappingProxyType(found)


def facts_of(text: Text) -> set[str]:
    """The names in braces, of all forms together.

    >>> sorted(facts_of("{origin} to {target}."))
    ['origin', 'target']
    """
    return {name for form in forms_of(text) for name in _FACT.findall(form)}


def forms_of(text: Text) -> tuple[str, ...]:
    """The text, or all its plural forms."""
    return (text,) if isinstance(text, str) else tuple(text.values())


def _read_json(file: Path, place: str) -> dict[str, Any]:
    def refuse(what: str) -> BadTexts:
        return BadTexts([f"{place}: {what}"])

    return read_object(read_file(file, refuse, LARGEST), refuse)


def _problems(text: object, plurals: Mapping[str, str]) -> Iterator[str]:
    """What is wrong with a text by itself."""
    if isinstance(text, dict):
        if set(text) != set(plurals):
            yield f"has the plural forms {', '.join(text)}, and needs {', '.join(plurals)}"
        for form, told in text.items():
            yield from (f"({form}) {problem}" for problem in _line_problems(told))
    else:
        yield from _line_problems(text)


def _line_problems(text: object) -> Iterator[str]:
    if not isinstance(text, str):
        yield f"must be a text, not {text!r}"
    elif not text.strip():
        yield "is empty"
    elif "{" in (rest := _FACT.sub("", text)) or "}" in rest:
        yield f"has a brace that is no fact: {text!r}"


def _differences(found: Mapping[str, Text], model: Mapping[str, Text]) -> Iterator[str]:
    for key in sorted(model.keys() - found.keys()):
        yield f"{key!r} is missing"
    for key in sorted(found.keys() - model.keys()):
        near = get_close_matches(key, model, 1)
        yield f"{key!r} is unknown" + (f"; did you mean {near[0]!r}?" if near else "")
    for key in sorted(model.keys() & found.keys()):
        if isinstance(found[key], str) != isinstance(model[key], str):
            yield f"{key!r} has plural forms in one of {MODEL} and this language, not in both"
        elif facts_of(found[key]) != facts_of(model[key]):
            yield f"{key!r} tells {_names(found[key])}, but in {MODEL} {_names(model[key])}"


def _names(text: Text) -> str:
    return " ".join(f"{{{name}}}" for name in sorted(facts_of(text))) or "no fact"
