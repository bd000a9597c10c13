"""Rule sets are data: what makers write in TOML, and what they read when it is wrong."""

from __future__ import annotations

import contextlib
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardpi.rules import (
    DEFAULT,
    RULE_SETS,
    START,
    BadRuleSet,
    Game,
    perft,
    read_rule_sets,
    rule_set,
)
from boardpi.rules.lines import JASIR_ONLY, name_lines
from boardpi.rules.rulesets import variant
from tests.rules.test_texts import noise, spoiled

OWN = """
[rules.our-village]
like = "jarmo-oca"
title = "Jarmo of our village"
add_lines = "a1-a2 b3-c3"
remove_lines = "a1-b3"
shuttle_limit = 2
"""


def test_the_five_that_ship_with_boardpi() -> None:
    assert list(RULE_SETS) == [
        "jasir-pergioco",
        "jasir-oca",
        "jarmo-pergioco",
        "jarmo-wikipedia",
        "jarmo-oca",
    ]
    assert DEFAULT.name == "jasir-pergioco"
    assert [rules.game for rules in RULE_SETS.values()] == ["Jasir"] * 2 + ["Jarmo"] * 3


def test_the_lines_are_those_of_the_board() -> None:
    """39 lines, of which Jarmo closes one; seven have no twin under a half turn."""
    lines = {str(line) for line in DEFAULT.lines}
    assert len(lines) == 39
    for rules in RULE_SETS.values():
        closed = lines - {str(line) for line in rules.lines}
        assert closed == ({JASIR_ONLY} if rules.game == "Jarmo" else set())
    turned = {frozenset((24 - line.one, 24 - line.two)) for line in DEFAULT.lines}
    lonely = [line for line in DEFAULT.lines if frozenset(line) not in turned]
    assert sorted(map(_by_letter, lonely)) == sorted(
        ["a3-b5", "a4-c3", "b2-c4", "b3-c3", "c2-e3", "c3-d1", "d4-e2"]
    )


def _by_letter(line: tuple[object, object]) -> str:
    return "-".join(sorted(map(str, line)))


def test_makers_change_what_they_play_differently() -> None:
    own = read_rule_sets(OWN, RULE_SETS)["our-village"]
    assert own.shuttle_limit == 2
    assert own.sources == rule_set("jarmo-oca").sources
    game = Game(own)
    assert "a1-a2" in map(str, game.legal_moves())
    assert "a1-b3" not in map(str, game.legal_moves())
    assert perft(own, START, 3) > 0


@pytest.mark.parametrize("name", RULE_SETS)
def test_toml_round_trips(name: str) -> None:
    rules = RULE_SETS[name]
    assert read_rule_sets(rules.to_toml()) == {name: rules}


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip))
def test_any_title_round_trips(title: str) -> None:
    rules = variant(DEFAULT, title=title)
    assert read_rule_sets(rules.to_toml())[DEFAULT.name].title == title


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no rule set: write a table [rules.NAME]"),
        ("rules = 3", "no rule set"),
        ("[rules", "not TOML"),
        ("x = " + "[" * 5000, "not TOML"),
        ("x = 1" + "0" * 5000, "not TOML"),
        ("[rule.x]", "unknown key 'rule'"),
        ("[rules]\nx = 3", "rules.x: must be a table, not 3"),
        ('[rules."a b"]', "rules: 'a b' is no name"),
        ("[rules.x]", "rules.x: the key 'title' is missing"),
        ("[rules.x]\nlike = 'jasir'", "rules.x.like: no rule set 'jasir'"),
        ("[rules.x]\nlike = 3", "rules.x.like: no rule set 3"),
        ("[rules.jasir-oca]\nlike = 'jarmo-oca'", "rules.jasir-oca: this name is taken"),
        ("[rules.x]\nlike = 'jasir-oca'\nbackwards = true", "did you mean 'backward'?"),
        ("[rules.x]\nlike = 'jasir-oca'\nqqq = true", "unknown key 'qqq'"),
        ("[rules.x]\nlike = 'jasir-oca'\nbackward = 1", "rules.x.backward: must be true or false"),
        ("[rules.x]\nlike = 'jasir-oca'\ntitle = ' '", "rules.x.title: must be a text"),
        ("[rules.x]\nlike = 'jasir-oca'\nreentry = 'often'", "rules.x.reentry: must be"),
        ("[rules.x]\nlike = 'jasir-oca'\npoints = []", "rules.x.points: must be"),
        ("[rules.x]\nlike = 'jasir-oca'\nshuttle_limit = 100", "rules.x.shuttle_limit: must be 0"),
        ("[rules.x]\nlike = 'jasir-oca'\nshuttle_limit = true", "rules.x.shuttle_limit"),
        ("[rules.x]\nlike = 'jasir-oca'\nlines = 'a1-a1'", "rules.x.lines: 'a1-a1'"),
        ("[rules.x]\nlike = 'jasir-oca'\nlines = 'a1'", "rules.x.lines: 'a1'"),
        ("[rules.x]\nlike = 'jasir-oca'\nlines = 'a1-b3 b3-a1'", "a1-b3 stands twice"),
        ("[rules.x]\nlike = 'jasir-oca'\nadd_lines = 'a1-b3'", "rules.x.add_lines: a1-b3 is there"),
        ("[rules.x]\nlike = 'jasir-oca'\nadd_lines = 3", "rules.x.add_lines: must be a text"),
        ("[rules.x]\nlike = 'jasir-oca'\nadd_lines = 'a1+b3'", "rules.x.add_lines: 'a1+b3'"),
        ("[rules.x]\nlike = 'jasir-oca'\nremove_lines = 'a1-a2'", "there is no line a1-a2"),
        (
            "[rules.x]\nlike = 'jasir-oca'\nlines = 'a1-b3'\nremove_lines = 'a1-b3'",
            "rules.x.lines: no line is left",
        ),
    ],
)
def test_what_is_wrong_is_named(text: str, message: str) -> None:
    with pytest.raises(BadRuleSet) as refused:
        read_rule_sets(text, RULE_SETS)
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("jasir", "did you mean 'jasir-pergioco'?"),
        ("jarmo-oka", "did you mean 'jarmo-oca'?"),
        ("zzz", "no rule set 'zzz'. Known: jasir-pergioco, "),
    ],
)
def test_a_mistyped_name_gets_the_nearest(name: str, hint: str) -> None:
    with pytest.raises(BadRuleSet) as refused:
        rule_set(name)
    assert hint in str(refused.value)


@given(spoiled(OWN) | noise)
def test_fuzz_rule_sets(text: str) -> None:
    with contextlib.suppress(BadRuleSet):
        for rules in read_rule_sets(text, RULE_SETS).values():
            assert read_rule_sets(rules.to_toml()) == {rules.name: rules}


def test_the_documentation_shows_a_file_that_can_be_read() -> None:
    text = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
    example = text.split("```toml\n")[1].split("```")[0]
    assert tomllib.loads(example)
    assert read_rule_sets(example, RULE_SETS)


def test_lines_are_written_once() -> None:
    assert name_lines(DEFAULT.lines).split() == [str(line) for line in DEFAULT.lines]
