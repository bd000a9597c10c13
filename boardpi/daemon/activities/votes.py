"""Votes of a class: who wants which move, one vote a device; and two teams that vote in turn."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from typing import Final

from boardpi.daemon.activities.practice import Spots, spots_of
from boardpi.daemon.page.answers.snapshot import BallotJson, TeamsJson
from boardpi.errors import BookRefuses, TooMany
from boardpi.rules import Game, Side, parse_move
from boardpi.web.service import Values

MOST_VOTERS: Final = 200
MOST_PER_ADDRESS: Final = 40  # a school may share one address


class Vote:
    """Who wants which move, one vote a device. `seconds` None = until the teacher ends it.

    In one Wi-Fi every device has its own address. Where a router hides a class behind one, the
    teacher says so (`is_shared`): then a cookie tells the devices apart, and who deletes it votes
    again.
    """

    def __init__(
        self,
        legal: tuple[str, ...],
        seconds: int | None,
        clock: Callable[[], float],
        *,
        is_shared: bool = False,
        is_secret: bool = False,
    ) -> None:
        self._is_secret = is_secret  # what was voted for is told at the end
        self._legal = legal
        self._most_per_address = MOST_PER_ADDRESS if is_shared else 1
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
            raise BookRefuses("The vote is over.", reason="vote_over")
        if move not in self._legal:
            raise BookRefuses(f"{move!r} is not a move here.", reason="not_a_move")
        if voter not in self._votes:
            self._check_room(address)
        self._votes[voter] = (address, move)

    def _check_room(self, address: str) -> None:
        neighbours = sum(other == address for other, _ in self._votes.values())
        if neighbours == 1 == self._most_per_address:
            raise BookRefuses(
                "Somebody has voted from this address: one vote a device.", reason="voted"
            )
        if len(self._votes) >= MOST_VOTERS or neighbours >= self._most_per_address:
            raise TooMany("Too many devices vote.", retry_after=60)

    @property
    def counts(self) -> list[tuple[str, int]]:
        """Moves with their votes, most first; equal ones by their text."""
        found = Counter(move for _, move in self._votes.values())
        return sorted(found.items(), key=lambda item: (-item[1], item[0]))

    @property
    def told_counts(self) -> list[tuple[str, int]]:
        """What may be seen of them now."""
        return [] if self._is_secret and self.is_open else self.counts

    def spots(self) -> Spots:
        """The leading moves shine as hints, the others faintly."""
        counts = self.told_counts
        if not counts:
            return ()
        most = counts[0][1]
        leading = [parse_move(move) for move, votes in counts if votes == most]
        others = [parse_move(move) for move, votes in counts if votes < most]
        shining = spots_of(*leading)
        taken = {hole for hole, _ in shining}
        faint = spots_of(*others, role="chosen")
        return (*shining, *(spot for spot in faint if spot[0] not in taken))

    def picture(self) -> BallotJson:
        """What the page shows."""
        left = self._until - self._clock()
        return {
            "is_open": self.is_open,
            "left_s": math.ceil(left) if 0 < left < math.inf else None,
            "voters": len(self._votes),
            "counts": [{"move": move, "votes": votes} for move, votes in self.told_counts],
            "is_secret": self._is_secret,
        }


class Teams:
    """Which device plays for which side. `wishes`: how the teacher wants their votes.

    Where every device has its own address, one that comes anew takes the place that it had: nobody
    fills the teams with one phone.
    """

    def __init__(self, wishes: Values) -> None:
        self.wishes = wishes
        self._sides: dict[str, Side] = {}
        self._addresses: dict[str, str] = {}  # by device

    def join(self, device: str, address: str, side: Side) -> None:
        """Take part; a device may change."""
        if device not in self._sides:
            self._make_room(address)
        self._sides[device], self._addresses[device] = side, address

    def _make_room(self, address: str) -> None:
        neighbours = [other for other, place in self._addresses.items() if place == address]
        if not self.wishes.get("is_shared", False):
            for other in neighbours:
                del self._sides[other], self._addresses[other]
        elif len(neighbours) >= MOST_PER_ADDRESS:
            raise TooMany("Too many devices of one address take part.", retry_after=60)
        if len(self._sides) >= MOST_VOTERS:
            raise TooMany("Too many devices take part.", retry_after=60)

    def check(self, device: str, text: str, game: Game) -> None:
        """Refuse a vote of who plays for nobody, or for the side that waits."""
        side, move = self._sides.get(device), parse_move(text)
        if side is None:
            raise BookRefuses("Choose a team first.", reason="no_team")
        is_own = game.position.side is side
        if move.origin is not None:  # before the first move either side may begin
            is_own = bool(game.position.archers(side) >> move.origin & 1)
        if not is_own:
            raise BookRefuses("The other team is to move.", reason="other_team")

    def picture(self) -> TeamsJson:
        """How many there are."""
        counts = Counter(self._sides.values())
        return {"w": counts[Side.WHITE], "b": counts[Side.BLACK]}
