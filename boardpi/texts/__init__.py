"""All sentences for people, in every language that boardpi speaks: a language is one folder here.

`texts` says them, `files` reads and checks the folders, `languages` knows which there are. It alone
reads when it is imported, so its `LANGUAGES` is not exported here: who only plays reads no file.
"""

from boardpi.texts.files import BadTexts
from boardpi.texts.texts import (
    ARCHERS,
    CHECK,
    COACH,
    HOW,
    LESSONS,
    MENU,
    ORGANISE,
    PAGE,
    PAGE_SUBJECTS,
    RULES,
    SUBJECTS,
    TERMINAL,
    VOICE,
    NoText,
    Texts,
)

__all__ = [
    "ARCHERS",
    "CHECK",
    "COACH",
    "HOW",
    "LESSONS",
    "MENU",
    "ORGANISE",
    "PAGE",
    "PAGE_SUBJECTS",
    "RULES",
    "SUBJECTS",
    "TERMINAL",
    "VOICE",
    "BadTexts",
    "NoText",
    "Texts",
]
