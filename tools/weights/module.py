"""boardpi/coach/engine/weights.py with other numbers in it."""

from __future__ import annotations

import struct
import zlib
from base64 import b85encode
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from boardpi.coach.engine import weights
from boardpi.coach.engine.weights import Learned

SHIPPED: Final = Path(weights.__file__)
LINE: Final = 96


def pack_weights(numbers: Sequence[int]) -> str:
    """Signed bytes, compressed, as lines of text."""
    content = struct.pack(f"<{len(numbers)}b", *numbers)
    text = b85encode(zlib.compress(content, 9)).decode()
    return "\n".join(text[at : at + LINE] for at in range(0, len(text), LINE))


def write_module(name: str, learned: Learned) -> str:
    """The text of the module with other weights of this name."""
    head = f'{name}: Final = Learned(\n    """\n'
    text = SHIPPED.read_text("utf-8")
    before, begin, rest = text.partition(head)
    _, end, after = rest.partition('\n"""\n)\n')
    if not begin or not end:
        raise ValueError(f"{SHIPPED} has no {name}")
    return f"{before}{head}{learned.packed.strip()}{end}{after}"
