"""A table of a given version, for tests of updates: a real daemon whose installer is the test's.

    python -m tests.hub.updating_table CONFIG VERSION FOLDER

In FOLDER root's part is played: `unit` is boardpi-update.path, `update.json` its report.
"""

from __future__ import annotations

import asyncio
import sys
from functools import partial
from pathlib import Path

from boardpi.config import known_rule_sets, load_config
from boardpi.daemon import assemble, table_update, uplink
from boardpi.daemon.page import service


def main(config_path: str, version: str, folder: str) -> None:
    """Until it is killed."""
    place = Path(folder)
    vars(uplink)["__version__"] = version
    vars(table_update)["LOOK_SECONDS"] = 0.1
    vars(table_update)["RETRY_SECONDS"] = (0.2,)
    vars(service)["TableUpdates"] = partial(
        table_update.TableUpdates,
        folder=place / "update",
        unit=place / "unit",
        report=place / "update.json",
    )
    config = load_config(Path(config_path))

    async def run() -> None:
        await assemble.serve(assemble.build(config, known_rule_sets(config)))

    asyncio.run(run())


if __name__ == "__main__":
    main(*sys.argv[1:])
