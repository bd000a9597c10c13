"""pins.toml is the only place: a firmware and a bench built for other pins play together."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.hardware import bench
from tests.hardware.checks import CHECKS
from tools.wiring.pins import Pins, read_pins
from tools.wiring.products import SOURCE
from tools.wiring.sources import pico_header, pin_header

PROJECT = Path(__file__).parents[2]
MOVES = {
    '["A0", "A1", "A2", "A3", "A4"]': '["A1", "A2", "A3", "A4", "A5"]',
    '["D3", "D4", "D5", "D6", "D7"]': '["D2", "D3", "D4", "D5", "D6"]',
    'button = "D2"': 'button = "D7"',
    'pixels = "D8"': 'pixels = "D11"',
    '["GP2", "GP3", "GP4", "GP5", "GP6"]': '["GP14", "GP15", "GP16", "GP17", "GP18"]',
    'button = "GP12"': 'button = "GP28"',
    'pixels = "GP13"': 'pixels = "GP22"',
}


def build(folder: Path, pins: Pins) -> Path:
    """The firmwares and the bench with these pins."""
    for part in ("source", "pico", "emulator"):
        ignored = shutil.ignore_patterns("bench")
        shutil.copytree(PROJECT / "firmware" / part, folder / part, ignore=ignored)
    (folder / "source" / "pins.h").write_text(pin_header(pins), encoding="utf-8")
    (folder / "pico" / "pins_pico.h").write_text(pico_header(pins), encoding="utf-8")
    products = [folder / "build" / name for name in ("boardpi.elf", "bench", "boardpi.uf2")]
    make = ["make", "-f", "firmware/firmware.mk", f"FIRMWARE={folder}", "APT_INSTALL=true"]
    subprocess.run([*make, *products], cwd=PROJECT, check=True, capture_output=True)
    return products[0]


@pytest.fixture(scope="module")
def moved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    text = (PROJECT / SOURCE).read_text(encoding="utf-8")
    for old, new in MOVES.items():
        assert text.count(old) == 1
        text = text.replace(old, new)
    return build(tmp_path_factory.mktemp("firmware"), read_pins(text))


@pytest.mark.parametrize("ending", [".elf", ".uf2"])
@pytest.mark.parametrize(
    "check",
    [
        "random_magnets_are_read_exactly",
        "missing_diodes_are_diagnosed",
        "a_floating_button_is_never_pressed",
        "sixty_pipelined_light_frames_lose_nothing",
    ],
)
def test_a_board_on_other_pins_works(
    check: str, ending: str, moved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "BENCH", moved.parent / "bench")
    CHECKS[check](moved.with_suffix(ending))


def test_a_board_on_other_pins_needs_the_bench_of_the_same_pins(
    moved: Path, tmp_path: Path
) -> None:
    alone = tmp_path / "build" / "boardpi.uf2"  # no pins beside it: the bench takes the usual ones
    alone.parent.mkdir()
    shutil.copy(moved.with_suffix(".uf2"), alone)
    for image in (moved, alone):
        with pytest.raises((AssertionError, IndexError)):
            CHECKS["random_magnets_are_read_exactly"](image)
