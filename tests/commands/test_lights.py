"""`boardpi lights`, and the documents that tell of lights."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from boardpi.cli import main
from boardpi.commands.lights import MEANINGS, draw_legend
from boardpi.rules import HOLES, START
from boardpi.table.effects import Lights
from boardpi.table.lights import CHECK_ROLES, ROLES
from boardpi.table.theme import current_ma, paint_frame
from boardpi.table.themes import DEFAULT_THEME, THEMES, find_theme, theme_json

DOCS = Path(__file__).parents[2] / "docs"


def test_every_role_has_a_meaning_for_players() -> None:
    assert set(MEANINGS) == {*ROLES, *CHECK_ROLES, "held", "menu0", "menu3"}


def test_the_picture_in_the_documents_is_what_boardpi_draws() -> None:
    drawn = (DOCS / "lights.svg").read_text(encoding="utf-8")
    assert drawn == draw_legend(DEFAULT_THEME), "boardpi lights draw -o docs/lights.svg"


@pytest.mark.parametrize("name", [*THEMES, "night-calm"])
def test_drawings_are_svg_with_every_colour_and_motion(name: str) -> None:
    theme = find_theme(name)
    text = draw_legend(theme)
    ElementTree.fromstring(text)
    for motion in {theme.looks[role].motion for role in MEANINGS}:
        moves = not theme.motions[motion].is_still
        assert (f"@keyframes {motion} " in text) is moves
        assert (f"animation: {motion} {theme.motions[motion].period_ms}ms" in text) is moves
    assert "prefers-reduced-motion" in text


def test_a_jump_of_a_motion_is_a_jump_of_the_drawing() -> None:
    assert "50% { opacity: 1 } 50.01% { opacity: 0 }" in draw_legend(DEFAULT_THEME)


def test_the_page_for_players_names_every_role_and_theme() -> None:
    text = (DOCS / "lights.md").read_text(encoding="utf-8")
    for name in (*ROLES, *CHECK_ROLES, "held", "menu", *THEMES):
        assert f"`{name}`" in text


def light(**roles: str) -> Lights:
    return tuple(roles.get(str(hole)) for hole in HOLES)


IN_HAND = light(c1="origin", a2="target", e2="target", d3="capture", d5="last", b4="last")
FULL_HELP = tuple("movable" if START.occupied >> hole & 1 else None for hole in HOLES)
AT_THE_END = tuple({"w": "winner", "b": "point"}.get(START.letter(hole)) for hole in HOLES)


@pytest.mark.parametrize("lights", [light(), IN_HAND, FULL_HELP, AT_THE_END])
def test_the_currents_in_the_page_for_players_are_true(lights: Lights) -> None:
    drawn = [
        max(
            current_ma(paint_frame(THEMES[name], lights, START, ms, 10_000))
            for ms in range(0, 1600, 40)
        )
        for name in ("default", "night")
    ]
    row = f"| {drawn[0]:.0f} mA | {drawn[1]:.0f} mA |"
    assert row in (DOCS / "lights.md").read_text(encoding="utf-8")


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lights", "list"]) == 0
    assert re.findall(r"^(\w+)  ", capsys.readouterr().out, re.MULTILINE) == list(THEMES)


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lights", "json", "--theme", "night-calm"]) == 0
    assert json.loads(capsys.readouterr().out) == theme_json("night-calm")


def test_draw(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "lights.svg"
    assert main(["lights", "draw", "--theme", "mono", "-o", str(file)]) == 0
    assert main(["lights", "draw", "--theme", "mono"]) == 0
    assert file.read_text(encoding="utf-8") == capsys.readouterr().out
    assert main(["lights", "draw", "--theme", "moon"]) == 2
    assert "did you mean 'mono'?" in capsys.readouterr().err
