"""docs/protocol.md: its example is what both sides really say."""

from __future__ import annotations

import re
from pathlib import Path

from boardpi.boards.serial.link.frames import Decoder
from boardpi.boards.serial.link.messages import parse_message

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
LINES = re.findall(r"^(host|board) +([0-9a-f ]+?) +# (\w+)$", PAGE, re.MULTILINE)


def test_the_example_decodes_line_by_line() -> None:
    assert len(LINES) == 7
    for side, wire, name in LINES:
        (frame,) = Decoder().take(bytes.fromhex(wire))
        assert type(parse_message(frame)).__name__ == name
        assert (frame.type >= 0x80) == (side == "host")


def test_every_message_is_on_the_page() -> None:
    numbers = set(re.findall(r"^\| ([0-9a-f]{2}) \|", PAGE, re.MULTILINE))
    assert numbers == {"01", "02", "03", "04", "05", "06", "81", "82", "83", "84", "85", "86"}
