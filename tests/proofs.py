"""How much of a proof is run: a sample in `make test`, ten times as much in `make proof-full`."""

from __future__ import annotations

import os
from typing import Final

IS_FULL: Final = os.environ.get("BOARDPI_PROOF") == "full"
SCALE: Final = 10 if IS_FULL else 1
