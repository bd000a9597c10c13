"""What the table says to people beside the rules' own sentences, in the project's languages."""

from __future__ import annotations

from typing import Final

from boardpi.rules.words import SENTENCES

PHRASES: Final[dict[str, dict[str, str]]] = {
    "en": {
        "cannot_move": "The archer on {} cannot move now.",
    },
    "it": {
        "cannot_move": "L'arciere in {} ora non può muoversi.",
    },
    "pl": {
        "cannot_move": "Łucznik na {} nie może się teraz ruszyć.",
    },
    "fr": {
        "cannot_move": "L'archer en {} ne peut pas jouer maintenant.",
    },
}


def in_all_languages(name: str, *values: object) -> dict[str, str]:
    """One phrase in each language."""
    return {language: PHRASES[language][name].format(*values) for language in SENTENCES}
