"""boardpi/coach/engine/weights.py with other numbers in it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from boardpi.coach.engine import weights
from boardpi.coach.engine.weights import Learned, Weights

SHIPPED: Final = Path(weights.__file__)
BEGIN: Final = "JASIR: Final = Learned(\n"


def write_module(learned: Learned) -> str:
    """The text of the module with these weights, which stand at its end."""
    head, begin, _ = SHIPPED.read_text("utf-8").partition(BEGIN)
    if not begin:
        raise ValueError(f"{SHIPPED} has no line {BEGIN!r}")
    sides = "".join(_side(side) for side in learned.sides)
    return (
        f"{head}{BEGIN}    sides=(\n{sides}    ),\n"
        f"    lead={learned.lead}, points_of_a_win={learned.points_of_a_win},"
        f" points_per_archer={learned.points_per_archer},\n)  # fmt: skip\n"
    )


def _side(side: Weights) -> str:
    rows = (side.holes[first : first + 5] for first in range(0, len(side.holes), 5))
    holes = "".join(f"                {', '.join(map(str, row))},\n" for row in rows)
    return (
        f"        Weights(\n            holes=(\n{holes}            ),\n"
        f"            alive={side.alive},\n"
        f"            chosen={side.chosen}, hand={side.hand}, stuck={side.stuck},"
        f" step={side.step}, turn={side.turn},\n        ),\n"
    )
