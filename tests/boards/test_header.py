"""Opening the hardware of a real Pi, on a machine that is none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from boardpi.boards.gpio import header
from boardpi.boards.gpio.header import PinHeader, PinWiring, complaining, open_header
from boardpi.boards.gpio.machine import HardwareError
from tests.boards.circuit import CircuitFactory, CircuitPin, CircuitPins, MockPi
from tests.boards.machines import PI_5, machine
from tests.boards.test_pixels import Line
from tests.patience import PATIENCE_S

OPEN = """
import os
from boardpi.boards.gpio.header import complaining, open_factory
before = os.getcwd()
try:
    with complaining():
        open_factory()
except OSError as error:
    print(error)
print(os.getcwd() == before, os.listdir("."), "LG_WD" in os.environ)
"""


def test_lgpio_leaves_no_trace_where_the_daemon_runs(tmp_path: Path) -> None:
    """It would make a pipe in the working directory, which a service may not write."""
    done = subprocess.run(
        [sys.executable, "-c", OPEN],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert done.stderr == ""
    why, where = done.stdout.splitlines()
    assert why.startswith("the pins of the board fail: ")
    assert where == "True [] False"


class BusyError(Exception):
    """As lgpio words it."""


def test_a_pin_that_another_program_holds_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(header, "failures", lambda: (BusyError,))
    with pytest.raises(HardwareError, match="another program holds a pin"), complaining():
        raise BusyError("'GPIO busy'")


def test_a_bug_is_no_failure_of_the_hardware() -> None:
    with pytest.raises(ZeroDivisionError), complaining():
        print(1 / 0)


def test_a_pin_that_is_used_twice_is_told_and_everything_let_go() -> None:
    pi = MockPi(PinWiring(button=27))
    factory = CircuitFactory(pi.circuit)
    pins = CircuitPins(pi.circuit)
    with pytest.raises(HardwareError, match=r"the pins of the board fail: .*GPIO27"):
        PinHeader(pi.wiring, factory, Line(), lambda: pins)  # type: ignore[arg-type]  # enough
    assert factory.pins == {}


def test_pixels_are_let_go_where_the_pins_cannot_be_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[str] = []

    class Strip(Line):
        def close(self) -> None:
            closed.append("pixels")

    def refuse() -> None:
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(header, "open_pixels", lambda *_, **__: Strip())
    monkeypatch.setattr(header, "open_factory", refuse)
    with pytest.raises(HardwareError, match="Operation not permitted"):
        open_header(PinWiring(), machine(tmp_path, PI_5))
    assert closed == ["pixels"]


def test_the_hardware_is_opened_as_it_is_wired(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pi = MockPi()
    asked: list[object] = []

    def pixels(*values: object, **named: object) -> Line:
        asked.extend([*values[1:], named])
        return Line()

    monkeypatch.setattr(header, "open_pixels", pixels)
    monkeypatch.setattr(header, "open_factory", lambda: CircuitFactory(pi.circuit))
    pi.circuit.set_archers(0b101)
    monkeypatch.setattr(header, "LgpioPins", lambda chip: CircuitPins(pi.circuit))
    opened = open_header(PinWiring(pixels_order="rgb"), machine(tmp_path, PI_5))
    assert asked == [10, {"driver": "auto", "order": "rgb"}]
    assert opened.scan() == (0b101, False)
    opened.close()
    assert os.environ.get("LG_WD") is None


# gpiozero's destructors try again, and complain where nobody can hear them.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_pin_that_fails_to_close_is_not_handed_out_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[CircuitPin] = []

    def fail(pin: CircuitPin) -> None:
        tried.append(pin)
        raise OSError(5, "Input/output error")

    opened = MockPi().open()
    factory = opened._factory
    with monkeypatch.context() as patched:
        patched.setattr(CircuitPin, "close", fail)
        opened.close()
    assert factory.pins == {}
    assert len(set(tried)) == 2, "all pins were let go, as far as they could be"
