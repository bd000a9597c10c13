"""Which languages boardpi speaks: the folders beside this file."""

from __future__ import annotations

from typing import Final

from boardpi.texts.files import package_folder, read_languages

KNOWN: Final = read_languages(package_folder())
LANGUAGES: Final = tuple(language.code for language in KNOWN)
NAMES: Final = {language.code: language.name for language in KNOWN}
"""What each calls itself."""
