"""`boardpi check`: first light, on a real, an emulated or a simulated board.

`command` reads the call; `live_check` checks in real time, `sim` in time that costs nothing.
"""

from boardpi.commands.check.command import add_parsers

__all__ = ["add_parsers"]
