"""What stands at the top of everything that is made from pins.toml."""

from __future__ import annotations

from typing import Final

NOTE: Final = "Made from wiring/pins.toml by `make wiring`: change that."
PAGE_NOTE: Final = "*Made from [pins.toml](pins.toml) by `make wiring`: change that, not this.*"
PLAIN_PAGE_NOTE: Final = "*Made by `make wiring` from tools/wiring: change that, not this.*"
