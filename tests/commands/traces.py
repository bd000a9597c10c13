"""Small traces for tests, written as touches of the board."""

from __future__ import annotations

import json
from typing import Any

from boardpi.rules import START, Hole

HEADER: dict[str, Any] = {
    "trace": 1,
    "rules": "jasir-pergioco",
    "position": "bbbbb/5/5/5/wwwww w w0b0 w0b0 -",
}


def write_trace(*touches: tuple[int, str], end_ms: int, **header: object) -> str:
    """A trace in which the reeds of these holes change at these milliseconds."""
    mask, lines = START.occupied, [{**HEADER, **header}]
    for ms, hole in touches:
        mask ^= Hole(hole).bit
        lines.append({"ms": ms, "mask": mask})
    lines.append({"ms": end_ms, "end": True})
    return "".join(json.dumps(line) + "\n" for line in lines)


OPENING = write_trace((1000, "b1"), (1600, "d2"), end_ms=3000)
"""White plays b1-d2."""
