"""The clock of the game: it counts from the game's beginning, the time without power left out."""

from __future__ import annotations

from collections.abc import Iterable

from boardpi.clock import now_ms
from boardpi.table.facts import Amended, Ended, Fact, Moved, NewGame, Passed, TakenBack


class GameClock:
    """When the game began, and the moment of each of its moves."""

    def __init__(self, stamps: Iterable[int] = (), *, is_over: bool = False) -> None:
        self.stamps = list(stamps)
        played = self.stamps[-1] if self.stamps else 0
        self.began_ms = now_ms() - played
        self._ended: int | None = played if is_over else None

    def moment(self, ms: int) -> int:
        """This millisecond of the computer's clock in the game's."""
        return max(0, ms - self.began_ms)

    def heed(self, fact: Fact) -> None:
        """Follow what the table found out."""
        moment = self.moment(fact.ms)
        match fact:
            case Amended():
                self.stamps[-1] = moment
            case Moved() | Passed():
                self.stamps.append(moment)
            case TakenBack():
                del self.stamps[len(self.stamps) - fact.moves :]
                self._ended = None
            case Ended():
                self._ended = moment
            case NewGame():
                self.stamps, self.began_ms, self._ended = [], fact.ms, None

    @property
    def is_running(self) -> bool:
        """From the first move to the end."""
        return bool(self.stamps) and self._ended is None

    def played_ms(self, ms: int) -> int:
        """How long the game has been played, from its first move."""
        if not self.stamps:
            return 0
        until = self.moment(ms) if self._ended is None else self._ended
        return max(0, until - self.stamps[0])
