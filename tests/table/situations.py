"""Tables to play board scripts on."""

from __future__ import annotations

from boardpi.rules import START, Game, mask_of, parse_position, rule_set
from boardpi.rules.holes import Hole
from boardpi.table.script import run
from boardpi.table.table import Table, new_table
from boardpi.table.timing import Timing


def table(
    rules: str = "jasir-pergioco",
    position: str | None = None,
    *,
    dead: str = "",
    level: str = "lift",
    touch_move: bool = False,
    any_first: bool | None = None,
) -> Table:
    """A table with this position; from the start either side may begin."""
    standing = START if position is None else parse_position(position)
    first = position is None if any_first is None else any_first
    return new_table(
        Game(rule_set(rules), standing, any_first=first),
        Timing(),
        help=level,
        touch_move=touch_move,
        dead=mask_of(Hole(name) for name in dead.split()),
    )


def tell(script: str, rules: str = "jasir-pergioco", position: str | None = None) -> Table:
    """Play a script on such a table."""
    return run(script, table(rules, position))
