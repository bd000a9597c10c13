"""`boardpi template`: what it refuses, warns of and writes."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path

import pytest

from boardpi.cli import main
from boardpi.drawings.formats import KINDS, draw_file
from boardpi.drawings.measures import PLATES, BadMeasure, Magnet, Measures, read_magnet
from boardpi.drawings.wood import draw_plate, top_plate
from boardpi.rules import DEFAULT
from tests.drawings.examples import OWN, OWN_RULES, lines_drawn
from tests.drawings.paper import read_svg


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"pitch": 29.9}, "pitch 29.9: must be 30 to 150 mm"),
        ({"pitch": math.nan}, "pitch nan: must be"),
        ({"pitch": math.inf}, "pitch inf: must be"),
        ({"hole": 13}, "hole 13: must be 14 to 20 mm"),
        ({"hole": 21}, "hole 21: must be 14 to 20 mm"),
        ({"magnet": Magnet(2, 3)}, "magnet diameter 2: must be 3 to 20 mm"),
        ({"magnet": Magnet(8, 0)}, "magnet height 0: must be"),
        ({"magnet": Magnet(16, 3)}, "a magnet of 16 mm needs a hole of 22 mm"),
        ({"closing": 0}, "closing distance 0: must be"),
    ],
)
def test_what_cannot_be_built_is_refused(wrong: dict[str, float], sentence: str) -> None:
    with pytest.raises(BadMeasure, match=sentence):
        Measures(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["8", "8x", "x3", "8x3x2", "8 x 3", "-8x3", "٨x3", "8x3mm", ""])
def test_a_magnet_is_diameter_and_height(text: str) -> None:
    with pytest.raises(BadMeasure, match="such as 8x3"):
        read_magnet(text)


def test_a_line_that_would_touch_a_wide_hole_is_refused() -> None:
    with pytest.raises(BadMeasure, match="passes another hole at"):
        top_plate(Measures(hole=20), OWN_RULES)


def test_three_closing_distances_fit_between_holes() -> None:
    assert Measures().warnings() == []
    assert "three closing distances (estimated: 16.7 mm" in Measures(pitch=45).warnings()[0]
    assert Measures(pitch=45, closing=15).warnings() == []
    assert "measured: 20.0 mm" in Measures(closing=20).warnings()[0]
    assert Measures(magnet=Magnet(8, 5)).warnings(), "a stronger magnet reaches farther"


def test_the_command_draws_what_its_file_is_called(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for kind in KINDS:
        file = tmp_path / f"board{kind}"
        assert main(["template", "--pitch", "55", "-o", str(file)]) == 0
        assert file.read_bytes() == draw_file(top_plate(Measures(pitch=55), DEFAULT), file.name)
    assert "board.pdf: The board of Jasir (PerGioco), pitch 55 mm" in capsys.readouterr().out


@pytest.mark.parametrize("plate", PLATES)
def test_the_command_draws_every_plate(tmp_path: Path, plate: str) -> None:
    file = tmp_path / "plate.dxf"
    assert main(["template", "--plate", plate, "-o", str(file)]) == 0
    assert file.read_bytes() == draw_file(draw_plate(Measures(), plate, DEFAULT), file.name)


def test_the_command_takes_lines_of_one_s_own(tmp_path: Path) -> None:
    own, file = tmp_path / "own.toml", tmp_path / "board.svg"
    own.write_text(OWN, encoding="utf-8")
    assert main(["template", "--rules-file", str(own), "-o", str(file)]) == 0
    drawn = lines_drawn(Measures(), read_svg(file.read_text(encoding="utf-8")))
    assert {"a1-a5", "b1-e4"} <= drawn


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["-o", "board.png"], "'board.png' ends in none of .svg, .dxf, .pdf"),
        (["-o", "board"], "'board' ends in none of"),
        (["--pitch", "12", "-o", "x.svg"], "pitch 12: must be 30 to 150 mm"),
        (["--magnet", "big", "-o", "x.svg"], "'big' is no magnet"),
        (["--rules", "chess", "-o", "x.svg"], "no rule set 'chess'"),
    ],
)
def test_a_mistake_is_one_sentence_and_no_file(
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["template", *arguments]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert sentence in told
    assert list(tmp_path.iterdir()) == []


def test_a_narrow_pitch_is_drawn_with_a_warning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["template", "--pitch", "45", "-o", str(tmp_path / "x.svg")]) == 0
    assert "less than three closing distances" in capsys.readouterr().err


def test_svg_needs_no_library(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "sys.modules.update(dict.fromkeys(('ezdxf', 'reportlab', 'schemdraw')))\n"
        "from boardpi.cli import main\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    file = tmp_path / "board.svg"
    subprocess.run([sys.executable, "-c", code, "template", "-o", str(file)], check=True)
    assert file.read_bytes() == draw_file(top_plate(Measures(), DEFAULT), "board.svg")


@pytest.mark.parametrize(("kind", "library"), [("dxf", "ezdxf"), ("pdf", "reportlab")])
def test_a_missing_library_is_named(
    kind: str,
    library: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == library]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    assert main(["template", "-o", str(tmp_path / f"x.{kind}")]) == 2
    assert f"needs the library {library}, which is not installed" in capsys.readouterr().err
    assert not (tmp_path / f"x.{kind}").exists()
