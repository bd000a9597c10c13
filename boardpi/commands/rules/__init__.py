"""`boardpi rules …` (`command`) and `boardpi record …` (`record`): the games without a table.

`query` answers programs in JSON lines; two people play in `commands/terminal/game_session`.
"""

from boardpi.commands.rules.command import add_parsers

__all__ = ["add_parsers"]
