"""The card of the menu: everything that the menu offers, in every language, on one page."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from boardpi.cli import main
from boardpi.drawings.card import (
    CHOICES,
    EDGE,
    GLYPH,
    HEIGHT,
    WIDTH,
    Dot,
    Rule,
    Text,
    card_pdf,
    card_svg,
    lay_out,
)
from boardpi.menu.choices import BACK, Offer, offer
from boardpi.rules import RULE_SETS
from boardpi.texts import MENU
from boardpi.texts.languages import LANGUAGES, NAMES

SOME = (("one", dict.fromkeys(LANGUAGES, "one")),)


@pytest.mark.parametrize("languages", [LANGUAGES, ("pl",), ("en", "it")])
def test_it_fits_on_one_page(languages: tuple[str, ...]) -> None:
    for mark in lay_out(languages):
        match mark:
            case Text(x, y, words, size, _):
                assert EDGE <= x <= WIDTH - EDGE
                assert x + 0.9 * GLYPH * size * len(words) <= WIDTH - EDGE + 4
                assert EDGE <= y <= HEIGHT - EDGE + 1
            case Dot(x, y, _, _):
                assert EDGE <= x <= WIDTH - EDGE
                assert EDGE <= y <= HEIGHT - EDGE
            case Rule(y):
                assert EDGE <= y <= HEIGHT - EDGE + 1


def test_it_tells_every_choice_of_the_menu_with_its_blinks() -> None:
    rules = tuple(RULE_SETS.values())
    standing = Offer(is_playing=True, rules=rules, levels=SOME, lessons=SOME, players=("North",))
    offered = {choice.blinks: choice.words["en"] for choice in offer(standing)}
    printed = {blinks: MENU.say("en", name) for blinks, name, _ in CHOICES if blinks != BACK}
    assert printed == offered


def test_the_sets_of_rules_have_the_blinks_of_the_menu() -> None:
    standing = Offer(False, rules=tuple(RULE_SETS.values()), handicaps=(0,))
    [rules] = [choice for choice in offer(standing) if choice.blinks == 4]
    told = "; ".join(
        f"{game.blinks} {game.words['en']}: "
        + ", ".join(f"{one.blinks} {short(one.words['en'])}" for one in game.below)
        for game in rules.below[:-2]
    )
    others = "; ".join(f"{choice.blinks} {choice.words['en']}" for choice in rules.below[-2:])
    assert MENU.say("en", "card.games") == f"{told}; {others}"


def short(title: str) -> str:
    """`Jarmo (Oca Studios)` is told as Oca."""
    found = re.search(r"\((\w+)", title)
    assert found is not None
    return found[1]


def test_the_drawing_has_all_languages_and_as_many_dots_as_blinks() -> None:
    root = ElementTree.fromstring(card_svg(LANGUAGES))
    words = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    for code in LANGUAGES:
        assert NAMES[code] in words
        for _, name, _ in CHOICES:
            said = MENU.say(code, name)
            assert said[:1].upper() + said[1:] in words
    dots = [mark for mark in lay_out(("en",)) if isinstance(mark, Dot) and mark.radius > 1]
    rows = sorted({dot.y for dot in dots})
    counts = [sum(dot.y == y for dot in dots) for y in rows]
    assert counts[:-1] == list(range(1, 10))


def test_the_paper_is_one_page_with_its_letters_inside() -> None:
    content = card_pdf(LANGUAGES)
    assert content.startswith(b"%PDF")
    assert len(re.findall(rb"/Type /Page\b", content)) == 1
    assert b"/FontFile2" in content
    assert content == card_pdf(LANGUAGES), "the same every time"


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("card.pdf", "card.svg"):
        assert main(["card", "-o", str(tmp_path / name)]) == 0
        assert (tmp_path / name).stat().st_size > 10_000
    assert main(["card", "-o", str(tmp_path / "card.txt")]) == 2
    assert "card.txt' must end with .pdf or .svg" in capsys.readouterr().err
    assert main(["card", "-o", str(tmp_path / "none" / "card.svg")]) == 2
    assert "No such file" in capsys.readouterr().err


def test_columns_are_asked_for_by_language(tmp_path: Path) -> None:
    file = tmp_path / "card.svg"
    assert main(["card", "--language", "pl", "--language", "pl", "-o", str(file)]) == 0
    text = file.read_text(encoding="utf-8")
    assert "Nowa partia" in text
    assert "New game" not in text
