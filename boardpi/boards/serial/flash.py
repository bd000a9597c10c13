"""Writes the firmware into a Nano, through avrdude, and never without asking.

avrdude does not look whether somebody else talks through the port. So a running table is stopped,
and a port that any other program holds is refused (docs/decisions/0160).
"""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from boardpi.boards.serial.inspection import inspect
from boardpi.boards.serial.link.messages import LinkError
from boardpi.boards.serial.ports import PortBusy, PortError, candidates, try_port

HEX = Path(__file__).parent / "firmware" / "boardpi.hex"  # ships with the package: decision 0086
BAUD = 115_200
OLD_BAUD = 57_600  # Nanos sold before 2018, and many copies since
UNIT = "boardpi.service"

Ask = Callable[[str], str]


class FlashError(RuntimeError):
    """Flashing is not possible; the text says why and what to do."""


def flash(
    port: str | None, image: Path = HEX, *, old_bootloader: bool = False, ask: Ask = input
) -> bool:
    """Explains, asks, flashes; False if the answer was no."""
    port = port or _only_candidate()
    command = flash_command(port, image, old_bootloader=old_bootloader)
    is_running = _is_table_running()
    print(_explain(port, image, command, is_running=is_running))
    if not is_wanted(ask):
        return False
    with _table_stopped() if is_running else contextlib.nullcontext():
        _refuse_if_held(port)
        _run(command, port)
    print("Done. `boardpi board info` asks the board how it feels.")
    return True


def is_wanted(ask: Ask) -> bool:
    """Whether somebody says yes to what was just explained."""
    if not sys.stdin.isatty() and ask is input:
        raise FlashError("nobody is there to ask: run `boardpi flash` in a terminal")
    if ask("Type yes to go on: ").strip().lower() == "yes":
        return True
    print("Nothing was written.")
    return False


def flash_command(port: str, image: Path, *, old_bootloader: bool) -> list[str]:
    """The avrdude call; also checks that there is something to call and to write."""
    avrdude = shutil.which("avrdude")
    if avrdude is None:
        raise FlashError("avrdude is not installed: apt install avrdude")
    if not image.exists():
        raise FlashError(
            f"there is no firmware at {image}: run `make firmware` first, or leave --image out"
        )
    baud = OLD_BAUD if old_bootloader else BAUD
    chip = ["-p", "atmega328p", "-c", "arduino", "-P", port, "-b", str(baud)]
    return [avrdude, *chip, "-D", "-U", f"flash:w:{image}:i"]


def _only_candidate() -> str:
    found = candidates()
    if len(found) == 1:
        return found[0]
    if not found:
        raise FlashError("no USB serial port is plugged in")
    raise FlashError(f"several ports could be the board, name one: --port {' or '.join(found)}")


def _explain(port: str, image: Path, command: list[str], *, is_running: bool) -> str:
    table = f"""
  the table   {UNIT} runs: it is stopped for this and started again; its game goes on"""
    return f"""This replaces the program of the microcontroller on {port}.
  there now   {_present(port)}
  new         {image}
  command     {" ".join(command)}{table if is_running else ""}
The chip must be an ATmega328P with an Arduino bootloader (a Nano). Its board id stays.
If avrdude cannot synchronise, try again with --old-bootloader."""


def _present(port: str) -> str:
    try:
        hello = asyncio.run(inspect(port)).hello
    except (PortError, LinkError) as error:
        return str(error)
    return f"{hello.who}, firmware {hello.version}"


def _is_table_running() -> bool:
    """Also while it waits for its board: it would be back at the port within seconds."""
    return shutil.which("systemctl") is not None and _systemctl("is-active", "--quiet") == 0


@contextlib.contextmanager
def _table_stopped() -> Iterator[None]:
    if _systemctl("stop"):
        raise FlashError(f"{UNIT} could not be stopped: run `sudo boardpi flash`")
    try:
        yield
    finally:
        if _systemctl("start"):
            print(f"The table did not start again: sudo systemctl start {UNIT}", file=sys.stderr)


def _systemctl(*words: str) -> int:
    return subprocess.run(["systemctl", *words, UNIT], check=False).returncode


def _refuse_if_held(port: str) -> None:
    """Any other trouble with the port is avrdude's to tell: it may well have none."""
    with contextlib.suppress(PortError):
        try:
            try_port(port)
        except PortBusy as error:
            raise FlashError(f"{error}: end that program first; nothing was written") from error


def _run(command: list[str], port: str) -> None:
    done = subprocess.run(command, check=False)
    if done.returncode:
        raise FlashError(
            f"avrdude failed on {port} (its words are above): is another program using the port, "
            "or is it an old bootloader (--old-bootloader)?"
        )
