"""How long tests wait for what must come: until it is sure that it will not.

The machine may be busy with other things; a wait ends as soon as the thing has come.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

PATIENCE_S: Final = 300
LOOK_S: Final = 0.02


def patiently(has_come: Callable[[], bool]) -> None:
    """Wait until this is so."""
    end = time.monotonic() + PATIENCE_S
    while not has_come():
        assert time.monotonic() < end, "it never came"
        time.sleep(LOOK_S)
