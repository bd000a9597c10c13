"""pins.toml: one source, read strictly, and everything made from it is up to date."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardpi.boards import pins as defaults
from tools.wiring.__main__ import main
from tools.wiring.pins import BadPins, Spot, named_pins, read_pins
from tools.wiring.products import SOURCE, make_all, project_pins, stale, write
from tools.wiring.sources import pico_header, pin_header

PROJECT = Path(__file__).parents[2]
TEXT = (PROJECT / SOURCE).read_text(encoding="utf-8")
PINS = read_pins(TEXT)


def test_the_pins_are_those_of_the_hardware() -> None:
    assert PINS.nano.rows == ("A0", "A1", "A2", "A3", "A4")
    assert PINS.nano.columns == ("D3", "D4", "D5", "D6", "D7")
    assert (PINS.nano.pixels, PINS.nano.button) == ("D8", "D2")
    assert PINS.pico.rows == ("GP2", "GP3", "GP4", "GP5", "GP6")
    assert PINS.pico.columns == ("GP7", "GP8", "GP9", "GP10", "GP11")
    assert (PINS.pico.pixels, PINS.pico.button) == ("GP13", "GP12")
    assert PINS.pi.rows == (5, 6, 13, 19, 26)
    assert PINS.pi.columns == (16, 20, 21, 12, 25)
    assert (PINS.pi.pixels, PINS.pi.button, PINS.pi.buzzer) == (10, 17, 27)


def test_the_chain_is_a_snake_from_a1() -> None:
    order = sorted(range(25), key=lambda hole: PINS.holes[hole].pixel)
    assert order[:12] == [0, 1, 2, 3, 4, 9, 8, 7, 6, 5, 10, 11]
    assert PINS.holes[24] == Spot(row=4, column=4, pixel=24)


def test_the_package_has_the_same_pins() -> None:
    assert (PINS.pi.rows, PINS.pi.columns) == (defaults.PI_ROWS, defaults.PI_COLUMNS)
    assert tuple((spot.row, spot.column) for spot in PINS.holes) == defaults.MATRIX
    assert tuple(spot.pixel for spot in PINS.holes) == defaults.PIXELS
    assert (defaults.PI_PIXELS, defaults.PI_BUTTON, defaults.PI_BUZZER) == (10, 17, 27)


def changed(old: str, new: str) -> str:
    assert TEXT.count(old) == 1, old
    return TEXT.replace(old, new)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('button = "D2"', 'button = "D2"\nbuton = "D2"', "serial.buton: there is no such key"),
        ('button = "D2"', "", "serial.button: is missing"),
        ('button = "D2"', 'button = "D3"', "serial.button: 'D3' stands in serial.columns already"),
        ('button = "D2"', 'button = "A5"', "serial.button: 'A5' is PC5, but the button must be"),
        ('button = "D2"', 'button = "D0"', "serial.button: 'D0' cannot be used: it receives"),
        ('button = "D2"', "button = 2", "serial.button: 2 is no pin of a Nano"),
        ('pixels = "D8"', 'pixels = "D13"', "serial.pixels: 'D13' cannot be used: the Nano's own"),
        ('pixels = "D8"', 'pixels = "D14"', "serial.pixels: 'D14' is no pin of a Nano"),
        ('"A3", "A4"]', '"A4", "A3"]', "serial.rows: A0, A1, A2, A4, A3 do not stand side by side"),
        ('"A3", "A4"]', '"A3", "A6"]', "serial.rows: 'A6' cannot be used: it is an analogue"),
        ('"A3", "A4"]', '"A3"]', "serial.rows: must be a list of 5 pins, not ['A0'"),
        ('button = "GP12"', 'button = "GP7"', "pico.button: 'GP7' stands in pico.columns already"),
        ('button = "GP12"', 'button = "GP1"', "pico.button: 'GP1' cannot be used: it receives"),
        ('button = "GP12"', 'button = "GP25"', "pico.button: 'GP25' cannot be used: it is used in"),
        ('button = "GP12"', 'button = "D2"', "pico.button: 'D2' is no pin of a Pico; write"),
        ('button = "GP12"', "", "pico.button: is missing"),
        ('"GP5", "GP6"]', '"GP5", "GP14"]', "pico.rows: GP2, GP3, GP4, GP5, GP14 do not stand"),
        ("button = 17", "button = 28", "direct.button: 28 is no GPIO"),
        ("button = 17", "button = true", "direct.button: True is no GPIO"),
        ("button = 17", "button = 14", "direct.button: GPIO 14 cannot be used: it is the Pi's ser"),
        ("button = 17", "button = 9", "direct.button: GPIO 9 cannot be used: it belongs to SPI0"),
        ("button = 17", "button = 27", "direct.buzzer: 27 stands in direct.button already"),
        ("pixels = 10", "pixels = 22", "direct.pixels: GPIO 22 cannot drive pixels; these can: 10"),
        ("12, 25]", "12, 26]", "direct.columns: 26 stands in direct.rows already"),
        ("pixel = 24", "pixel = 23", "holes.e5.pixel: 23 is the pixel of d5 already"),
        ("pixel = 24", "pixel = 25", "holes.e5.pixel: 25 is no place in the chain"),
        ("pixel = 24", "pixle = 24", "holes.e5.pixle: there is no such key 'pixle'; did you mean"),
        (
            'c3 = { row = 3, column = "c"',
            'c3 = { row = 3, column = "d"',
            "holes.c3: row 3, column 'd' is the crossing of d3; the firmware reads the matrix",
        ),
        ('c3 = { row = 3, column = "c"', 'c3 = { row = 6, column = "c"', "holes.c3.row: 6 is no"),
        ('c3 = { row = 3, column = "c"', 'c3 = { row = 3, column = ""', "holes.c3.column: '' is"),
        ('c3 = { row = 3, column = "c"', 'f6 = { row = 3, column = "c"', "holes.f6: there is no"),
        ("[direct]", "[dierct]", "dierct: there is no such key 'dierct'; did you mean 'direct'?"),
        ("[direct]", "direct = 7", "not TOML"),
    ],
)
def test_a_mistake_is_named_with_its_key_and_value(old: str, new: str, problem: str) -> None:
    with pytest.raises(BadPins) as caught:
        read_pins(changed(old, new))
    assert [told for told in caught.value.problems if told.startswith(problem)], caught.value


def test_all_mistakes_are_told_at_once() -> None:
    text = changed('button = "D2"', 'button = "D0"').replace("pixel = 24", "pixel = 99")
    with pytest.raises(BadPins) as caught:
        read_pins(text)
    assert len(caught.value.problems) == 2


@given(st.text() | st.sampled_from(["serial = 1", "[serial.rows]", "[holes]\na1 = []", "a = " * 9]))
def test_nothing_but_the_named_error_escapes(text: str) -> None:
    with pytest.raises(BadPins):
        read_pins(text)


LEAVES = st.none() | st.booleans() | st.integers() | st.text(max_size=3) | st.lists(st.integers())


@given(st.sampled_from([key for key, _ in named_pins(PINS.pi)]), LEAVES)
def test_whatever_stands_for_a_pin_is_read_or_refused(key: str, value: object) -> None:
    if value is None:
        return
    line = next(line for line in TEXT.split("[direct]")[1].splitlines() if line.startswith(key))
    try:
        text = TEXT.replace(line, f"{key} = {_toml(value)}")
        tomllib.loads(text)
        read_pins(text)
    except (BadPins, tomllib.TOMLDecodeError):
        pass


def _toml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else repr(value)


def test_other_pins_make_another_header() -> None:
    text = changed('"A0", "A1", "A2", "A3", "A4"]', '"A1", "A2", "A3", "A4", "A5"]')
    text = text.replace('"D3", "D4", "D5", "D6", "D7"]', '"D2", "D3", "D4", "D5", "D6"]')
    text = text.replace('button = "D2"', 'button = "D7"').replace('pixels = "D8"', 'pixels = "D9"')
    header = pin_header(read_pins(text))
    for line in ("ROW_SHIFT 1", "COLUMN_SHIFT 2", "BUTTON_PIN (1 << 7)", "STRIP_PIN (1 << 1)"):
        assert f"#define {line}\n" in header


def test_other_pins_make_another_header_for_the_pico() -> None:
    text = changed('"GP2", "GP3", "GP4", "GP5", "GP6"]', '"GP16", "GP17", "GP18", "GP19", "GP20"]')
    header = pico_header(read_pins(text.replace('pixels = "GP13"', 'pixels = "GP28"')))
    for line in ("PICO_ROW 16", "PICO_COLUMN 7", "PICO_BUTTON 12", "PICO_STRIP 28"):
        assert f"#define {line}\n" in header


@pytest.fixture(scope="module")
def products() -> dict[str, bytes]:
    return make_all(project_pins(PROJECT))


def test_everything_made_from_the_pins_is_up_to_date(products: dict[str, bytes]) -> None:
    assert stale(PROJECT, products) == [], "run `make wiring` and commit what it wrote"


def test_only_what_is_stale_is_written(tmp_path: Path, products: dict[str, bytes]) -> None:
    assert write(tmp_path, products) == list(products)
    assert write(tmp_path, products) == []
    spoiled = tmp_path / "firmware" / "source" / "pins.h"
    spoiled.write_text("")
    assert write(tmp_path, products) == ["firmware/source/pins.h"]
    assert spoiled.read_bytes() == products["firmware/source/pins.h"]


def test_the_command_tells_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--project", str(tmp_path)]) == 2
    assert "No such file" in capsys.readouterr().err
    (tmp_path / "wiring").mkdir()
    (tmp_path / SOURCE).write_bytes(b"\xff")
    assert main(["--project", str(tmp_path)]) == 2
    assert "wiring/pins.toml: not a text in UTF-8" in capsys.readouterr().err
    (tmp_path / SOURCE).write_text(changed("pixel = 24", "pixel = 23"), encoding="utf-8")
    assert main(["--project", str(tmp_path)]) == 2
    assert "wiring/pins.toml: holes.e5.pixel: 23" in capsys.readouterr().err


def test_a_missing_library_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "schemdraw"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "schemdraw", None)
    assert main(["--check"]) == 2
    assert "needs the library schemdraw" in capsys.readouterr().err


def test_the_check_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "wiring").mkdir()
    (tmp_path / SOURCE).write_text(TEXT, encoding="utf-8")
    assert main(["--check", "--project", str(tmp_path)]) == 1
    assert "stale  firmware/source/pins.h" in capsys.readouterr().out
    assert not (tmp_path / "firmware").exists()
