"""The page has all texts that it says, and no others; no browser is needed to know."""

from __future__ import annotations

import re
from pathlib import Path

import boardpi
import boardpi.web
from boardpi.rules.outcome import AGREED, ARRIVED, BLOCKED, ELIMINATED, RESIGNED
from boardpi.table.lights import ROLES
from boardpi.table.themes import THEMES
from boardpi.texts import PAGE as TEXTS
from boardpi.texts import PAGE_SUBJECTS
from boardpi.web.errors import STATUSES

PAGE = Path(boardpi.web.__file__).parent / "page"
PACKAGE = Path(boardpi.__file__).parent
SAID = {key: text for subject in PAGE_SUBJECTS for key, text in subject.of("en").items()}
"""All that the page can say, at once or where it loads more."""


def test_the_modules_use_texts_that_exist() -> None:
    """Also those whose key is built from a word that the table says."""
    known = SAID
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


def test_every_refusal_has_a_sentence_in_every_language() -> None:
    """By its reason, or else by its code; only what a dialogue answers has none."""
    known = TEXTS.of("en")
    answered = {"pin_needed", "not_json"}  # the PIN is asked for; the page sends JSON always
    codes = {code for _, code in STATUSES.values()} - answered
    code = "".join(module.read_text() for module in PACKAGE.rglob("*.py"))
    entries = re.findall(r'BadEntry\((?:[^()]|\([^()]*\))*?,\s*"([a-z_]+)"\s*\)', code)
    reasons = {*re.findall(r'\breason="([a-z_]+)"', code), *entries}
    assert {"weak_pin", "bad_name", "unknown_rules", "coach_turn"} <= reasons
    assert [one for one in sorted(codes | reasons) if f"error.{one}" not in known] == []


def test_no_text_is_left_over() -> None:
    """A text that nothing can say any more is removed."""
    code = "".join(module.read_text() for module in PAGE.rglob("*.js"))
    code += (PAGE.parent / "page_files.py").read_text()  # what is said before the modules run
    prefixes = tuple(re.findall(r"`([a-z_]+\.[a-z_.]*)\$\{", code))
    for key in SAID:
        assert f'"{key}"' in code or key.startswith(prefixes), key
