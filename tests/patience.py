"""How long tests wait for what must come: until it is sure that it will not.

The machine may be busy with other things; a wait ends as soon as the thing has come.
"""

from __future__ import annotations

from typing import Final

PATIENCE_S: Final = 120
