"""pins.toml is the only place: a firmware and a bench built for other pins play together."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.hardware import bench
from tests.hardware.checks import CHECKS
from tools.wiring.pins import read_pins
from tools.wiring.products import SOURCE
from tools.wiring.sources import pin_header

PROJECT = Path(__file__).parents[2]
MOVES = {
    '["A0", "A1", "A2", "A3", "A4"]': '["A1", "A2", "A3", "A4", "A5"]',
    '["D3", "D4", "D5", "D6", "D7"]': '["D2", "D3", "D4", "D5", "D6"]',
    'button = "D2"': 'button = "D7"',
    'pixels = "D8"': 'pixels = "D11"',
}


def build(folder: Path, header: str) -> Path:
    """The firmware and the bench with this pin header."""
    for part in ("source", "emulator"):
        shutil.copytree(PROJECT / "firmware" / part, folder / part)
    (folder / "source" / "pins.h").write_text(header, encoding="utf-8")
    products = [folder / "build" / "boardpi.elf", folder / "build" / "bench"]
    make = ["make", "-f", "firmware/firmware.mk", f"FIRMWARE={folder}", "APT_INSTALL=true"]
    subprocess.run([*make, *products], cwd=PROJECT, check=True, capture_output=True)
    return products[0]


@pytest.fixture(scope="module")
def moved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    text = (PROJECT / SOURCE).read_text(encoding="utf-8")
    for old, new in MOVES.items():
        assert text.count(old) == 1
        text = text.replace(old, new)
    return build(tmp_path_factory.mktemp("firmware"), pin_header(read_pins(text)))


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
    check: str, moved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "BENCH", moved.parent / "bench")
    CHECKS[check](moved)


def test_a_board_on_other_pins_needs_the_bench_of_the_same_pins(moved: Path) -> None:
    with pytest.raises((AssertionError, IndexError)):
        CHECKS["random_magnets_are_read_exactly"](moved)
