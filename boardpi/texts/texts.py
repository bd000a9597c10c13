"""The texts of one subject, said in any language. A file is read when it is first needed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from boardpi.texts.files import MODEL, Text, facts_of, package_folder, read_languages, read_texts

if TYPE_CHECKING:
    from pathlib import Path


class NoText(KeyError):
    """A language or a text that does not exist."""

    def __str__(self) -> str:
        return str(self.args[0])


class Texts:
    """All texts of one subject. There is no second choice: what a language lacks is an error."""

    def __init__(self, subject: str, folder: Path | None = None) -> None:
        self.subject = subject
        self._folder = folder
        self._read: dict[str, Mapping[str, Text]] = {}

    def of(self, language: str) -> Mapping[str, Text]:
        """All of them in this language, by key."""
        if language not in self._read:
            self._read[language] = MappingProxyType(self._load(language))
        return self._read[language]

    def file(self, language: str) -> Path:
        """Where they are written."""
        return self._where() / language / f"{self.subject}.json"

    def say(self, language: str, key: str, /, **facts: object) -> str:
        """One text with its facts.

        >>> RULES.say("it", "empty_hole", origin="c3")
        'In c3 non c’è nessuno.'
        """
        text = self.of(language).get(key)
        if text is None:
            raise NoText(f"{language}/{self.subject}.json has no text {key!r}")
        if not isinstance(text, str):
            text = text[self._form(language, key, text, facts)]
        try:
            return text.format_map(facts)
        except KeyError as error:
            raise NoText(f"{language}/{self.subject}.json: {key!r} needs {error}") from None

    def say_in_all(self, key: str, /, **facts: object) -> dict[str, str]:
        """The same in every language."""
        return {language: self.say(language, key, **facts) for language in self._codes()}

    def _form(
        self, language: str, key: str, text: Mapping[str, str], facts: Mapping[str, object]
    ) -> str:
        """The plural form by `count`, or by the only number that the text tells."""
        told = {name: str(facts[name]) for name in facts_of(text) & facts.keys()}
        numbers = {name: int(value) for name, value in told.items() if value.isdecimal()}
        if "count" not in numbers and len(numbers) != 1:
            raise NoText(f"{language}/{self.subject}.json: {key!r} needs a count")
        spoken = next(known for known in read_languages(self._where()) if known.code == language)
        return spoken.plural_form(
            numbers["count"] if "count" in numbers else next(iter(numbers.values()))
        )

    def _load(self, language: str) -> dict[str, Text]:
        codes = self._codes()
        if language not in codes:
            raise NoText(f"no language {language!r}: there are {', '.join(codes)}")
        model = None if language == MODEL else self.of(MODEL)
        return read_texts(self._where(), language, self.subject, model)

    def _codes(self) -> tuple[str, ...]:
        return tuple(language.code for language in read_languages(self._where()))

    def _where(self) -> Path:
        return self._folder or package_folder()


RULES: Final = Texts("rules")
"""Why a wish is illegal."""
COACH: Final = Texts("coach")
"""Reasons, hints, and what the levels are called."""
LESSONS: Final = Texts("lessons")
"""What every lesson and every puzzle says; the lessons' own sentences stand in their files."""
CHECK: Final = Texts("check")
"""What the check of a new board asks, finds and advises."""
VOICE: Final = Texts("voice")
"""What is said aloud."""
MENU: Final = Texts("menu")
"""The menu at the wood, and its card."""
TERMINAL: Final = Texts("terminal")
"""What commands say to players, where they have a `--language`."""
PAGE: Final = Texts("page")
"""The page, which loads its file over the web."""
HOW: Final = Texts("how")
"""How to play, and the sheet of rules: the page loads them when somebody goes there."""
ORGANISE: Final = Texts("organise")
"""What an organiser writes down or looks after, loaded in the same way."""
ARCHERS: Final = Texts("archers")
"""The third game: why a turn is refused, and its place on the page, loaded in the same way."""
PAGE_SUBJECTS: Final = (PAGE, HOW, ORGANISE, ARCHERS)
SUBJECTS: Final = (RULES, COACH, LESSONS, CHECK, VOICE, MENU, TERMINAL, *PAGE_SUBJECTS)
