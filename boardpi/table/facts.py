"""What the table found out: the events of `boardpi replay`, of the record and of the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from boardpi.rules import Hole, Move, Outcome, Position, Refusal, Side, name_holes


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that happened at this millisecond."""

    event: ClassVar[str] = ""
    ms: int

    def details(self) -> dict[str, Any]:
        """The keys of this event besides `ms` and `event`: all that two equal ones share."""
        names = [field.name for field in fields(self) if field.compare and field.name != "ms"]
        return {name: _plain(getattr(self, name)) for name in names}

    def to_json(self) -> dict[str, Any]:
        """The line of `boardpi replay`."""
        return {"ms": self.ms, "event": self.event, **self.details()}


def _plain(value: object) -> object:
    """A value of a fact as JSON has it."""
    if isinstance(value, Side):
        return value.letter
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, tuple):
        return list(value)
    return str(value) if isinstance(value, (Hole, Move, Position)) else value


@dataclass(frozen=True, slots=True)
class Moved(Fact):
    """A move was committed."""

    event: ClassVar[str] = "move"
    move: Move
    position: Position
    settled_ms: int | None = field(default=None, compare=False)  # when the hands had done it


@dataclass(frozen=True, slots=True)
class Amended(Moved):
    """A move replaced the last one."""

    event: ClassVar[str] = "amend"


@dataclass(frozen=True, slots=True)
class TakenBack(Fact):
    """So many plies were taken back."""

    event: ClassVar[str] = "takeback"
    moves: int
    position: Position
    settled_ms: int | None = field(default=None, compare=False)  # by hands, as of a move


@dataclass(frozen=True, slots=True)
class Asked(Fact):
    """What happened is one of these; two turns that only make sense together are joined."""

    event: ClassVar[str] = "ask"
    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WentAstray(Fact):
    """The board does not show the position: these holes must be filled and emptied.

    `refusal` is a guess for people at what somebody tried, e.g. the capture of a protected archer.
    `untaken` is a capture that was taken back and still stands: the taker must go home, and its
    victim come back, so that its hole is both to be emptied and to be filled.
    """

    event: ClassVar[str] = "astray"
    missing: int
    extra: int
    refusal: Refusal | None = None
    untaken: tuple[Side, Move] | None = None

    def details(self) -> dict[str, Any]:
        return {"missing": name_holes(self.missing), "extra": name_holes(self.extra)}


@dataclass(frozen=True, slots=True)
class Restored(Fact):
    """The board shows the position again."""

    event: ClassVar[str] = "restored"


@dataclass(frozen=True, slots=True)
class Refused(Fact):
    """An archer rests where it may not stand."""

    event: ClassVar[str] = "refused"
    refusal: Refusal

    def details(self) -> dict[str, Any]:
        refusal = self.refusal
        return {"from": str(refusal.origin), "to": str(refusal.target), "reason": refusal.code}


@dataclass(frozen=True, slots=True)
class Passed(Fact):
    """This side has no legal move and passes by itself."""

    event: ClassVar[str] = "pass"
    side: Side
    position: Position


@dataclass(frozen=True, slots=True)
class Repeated(Fact):
    """The position stands for the third time or more: a draw may be claimed."""

    event: ClassVar[str] = "repetition"
    count: int


@dataclass(frozen=True, slots=True)
class Ended(Fact):
    """The game is over."""

    event: ClassVar[str] = "over"
    outcome: Outcome

    def details(self) -> dict[str, Any]:
        return self.outcome.to_json()


@dataclass(frozen=True, slots=True)
class NewGame(Fact):
    """Another game stands on the table; the previous one was `over` or is `unfinished`."""

    event: ClassVar[str] = "new_game"
    position: Position
    previous: str
    is_by_hands: bool = field(default=False, compare=False)  # set up on the board, not wished for


@dataclass(frozen=True, slots=True)
class Suspected(Fact):
    """A reed behaves as if broken: it chatters, or it has contradicted the game for long.

    It is told to people, not by replay: it decides nothing.
    """

    event: ClassVar[str] = "suspect"
    hole: Hole
    why: str


@dataclass(frozen=True, slots=True)
class Expects(Fact):
    """This move is to be carried out for a side without hands; told again when hands went astray.

    It is told to people, not by replay: a trace knows hands alone.
    """

    event: ClassVar[str] = "expect"
    side: Side
    move: Move


@dataclass(frozen=True, slots=True)
class HintWanted(Fact):
    """Somebody asked for a hint with the button; `archer` is the one in hand, if there is one."""

    event: ClassVar[str] = "hint_wanted"
    archer: Hole | None = None


@dataclass(frozen=True, slots=True)
class MenuWanted(Fact):
    """The menu is asked for with the button, or offered because nobody begins.

    It is told to people, not by replay: it decides nothing.
    """

    event: ClassVar[str] = "menu_wanted"


@dataclass(frozen=True, slots=True)
class MenuChosen(Fact):
    """What somebody chose in the menu to hear: the board, the last moves, the score, the turn; or
    that the menu is closed, a quiet choice is done, or it is refused.

    `words` has it by language; nothing where the last sentence is to be said again.
    """

    event: ClassVar[str] = "menu_chosen"
    what: str
    words: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class RepeatWanted(Fact):
    """Somebody asked with the button for the last sentence once more."""

    event: ClassVar[str] = "repeat_wanted"


@dataclass(frozen=True, slots=True)
class TimeLow(Fact):
    """A player's time runs short: so many milliseconds are left.

    It is told to people, not by replay: a trace knows hands alone.
    """

    event: ClassVar[str] = "time_low"
    side: Side
    left_ms: int


@dataclass(frozen=True, slots=True)
class FlagFell(Fact):
    """A player has no time left; what it means was chosen before: `told`, `loses` or `ends`."""

    event: ClassVar[str] = "flag"
    side: Side
    means: str


RECORDED = (Moved, Amended, TakenBack, Passed, Ended, NewGame)
"""Facts that must be on disk before anybody sees them."""
