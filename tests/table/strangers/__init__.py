"""Strangers at the table: imperfect hands, what the reeds saw of them, and what they meant.

`make` in `session` plays one game with clumsy hands and returns its trace with the truth.
`judge` in `judge` holds the events of a reading program against that truth.
"""

from tests.table.strangers.habits import HABITS
from tests.table.strangers.judge import Verdict, judge
from tests.table.strangers.session import make

__all__ = ["HABITS", "Verdict", "judge", "make"]
