"""A show of hands: pupils vote on the page for a move, one vote a device, while it is open."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from boardpi.daemon.activities.demonstration import Spots, spots_of
from boardpi.errors import BookRefuses, TooMany
from boardpi.rules import parse_move

Json = dict[str, Any]
MOST_VOTERS: Final = 200
MOST_PER_ADDRESS: Final = 40  # a school may share one address


class Vote:
    """Who wants which move. `seconds` None = until the teacher ends it."""

    def __init__(
        self, legal: tuple[str, ...], seconds: int | None, clock: Callable[[], float]
    ) -> None:
        self._legal = legal
        self._clock = clock
        self._until = math.inf if seconds is None else clock() + seconds
        self._votes: dict[str, tuple[str, str]] = {}  # by device: its address, its move

    @property
    def is_open(self) -> bool:
        """Whether votes count."""
        return self._clock() < self._until

    def end(self) -> None:
        """No more votes."""
        self._until = -math.inf

    def cast(self, voter: str, address: str, move: str) -> None:
        """Count a vote, or change it."""
        if not self.is_open:
            raise BookRefuses("The vote is over.")
        if move not in self._legal:
            raise BookRefuses(f"{move!r} is no move here.")
        if voter not in self._votes:
            self._check_room(address)
        self._votes[voter] = (address, move)

    def _check_room(self, address: str) -> None:
        neighbours = sum(other == address for other, _ in self._votes.values())
        if len(self._votes) >= MOST_VOTERS or neighbours >= MOST_PER_ADDRESS:
            raise TooMany("Too many devices vote.", retry_after=60)

    @property
    def counts(self) -> list[tuple[str, int]]:
        """Moves with their votes, most first; equal ones by their text."""
        found = Counter(move for _, move in self._votes.values())
        return sorted(found.items(), key=lambda item: (-item[1], item[0]))

    def spots(self) -> Spots:
        """The leading moves shine as hints, the others faintly."""
        counts = self.counts
        if not counts:
            return ()
        most = counts[0][1]
        leading = [parse_move(move) for move, votes in counts if votes == most]
        others = [parse_move(move) for move, votes in counts if votes < most]
        shining = spots_of(*leading)
        taken = {hole for hole, _ in shining}
        faint = spots_of(*others, role="chosen")
        return (*shining, *(spot for spot in faint if spot[0] not in taken))

    def picture(self) -> Json:
        """What the page shows."""
        left = self._until - self._clock()
        return {
            "is_open": self.is_open,
            "left_s": math.ceil(left) if 0 < left < math.inf else None,
            "voters": len(self._votes),
            "counts": [{"move": move, "votes": votes} for move, votes in self.counts],
        }
