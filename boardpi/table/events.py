"""What the table is told: facts, each with its millisecond on one clock that never runs back.

Boards say `Sensed`, `Held`, `Pressed`, `BoardLost` and `BoardFound`, the clock says `Woke`, the
coach says `Expected` and `Pointed`, the page says the rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from boardpi.rules import Game, Hole, Move, Side


@dataclass(frozen=True, slots=True)
class Sensed:
    """The raw mask of the reeds changed, or was read for the first time (bit 0 = a1 … 24 = e5)."""

    ms: int
    mask: int


@dataclass(frozen=True, slots=True)
class Woke:
    """Time has reached this moment and nothing else happened."""

    ms: int


HELP_HOLD_MS: Final = 1000
MENU_HOLD_MS: Final = 3000


@dataclass(frozen=True, slots=True)
class Held:
    """The button of the board is down since this moment."""

    ms: int


@dataclass(frozen=True, slots=True)
class Pressed:
    """The button was let go after being held for so long: one grammar, whoever has the board.

    Short: take back in play, on or yes where the table leads. A second: help me. Three: the menu.
    """

    ms: int
    held_ms: int

    @property
    def asks_help(self) -> bool:
        """A hint, or the sentence once more."""
        return HELP_HOLD_MS <= self.held_ms < MENU_HOLD_MS

    @property
    def asks_menu(self) -> bool:
        """The menu, or out of it."""
        return self.held_ms >= MENU_HOLD_MS


@dataclass(frozen=True, slots=True)
class BoardLost:
    """No scans arrive any more: a pulled cable, a silent chip. `why` is a sentence for people."""

    ms: int
    why: str


@dataclass(frozen=True, slots=True)
class BoardFound:
    """Scans arrive (again). `what` names the board for people; all lights must be sent anew."""

    ms: int
    what: str


@dataclass(frozen=True, slots=True)
class Answered:
    """Somebody chose one of the candidates of the open question, by its text."""

    ms: int
    choice: str


@dataclass(frozen=True, slots=True)
class AskedBack:
    """Somebody wants the last plies taken back; the lights then show where the archers belong."""

    ms: int
    plies: int = 1


@dataclass(frozen=True, slots=True)
class DrawAgreed:
    """Both players agree to a draw, or one claims a third repetition."""

    ms: int


@dataclass(frozen=True, slots=True)
class GaveUp:
    """A player resigns."""

    ms: int
    side: Side


@dataclass(frozen=True, slots=True)
class Began:
    """A game is put on the table, new or resumed; the old one is left as it is."""

    ms: int
    game: Game


@dataclass(frozen=True, slots=True)
class MarkedDead:
    """These holes (a mask) have broken reeds from now on; 0 = all reeds are sound."""

    ms: int
    mask: int


@dataclass(frozen=True, slots=True)
class HelpChosen:
    """How much the lights tell: `off`, `lift` or `full`."""

    ms: int
    help: str


@dataclass(frozen=True, slots=True)
class Expected:
    """This side has no hands of its own: of its turns only `move` counts, whoever carries it out.

    Without a move it is still thinking, and nothing of that side is committed. The side stays until
    another event names another one, or none; the move goes with the next change of the game.
    """

    ms: int
    side: Side | None
    move: Move | None = None


@dataclass(frozen=True, slots=True)
class Pointed:
    """Light these holes in these roles, until the game changes or something else is pointed at."""

    ms: int
    holes: tuple[tuple[Hole, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Frozen:
    """Hands may do what they like and nothing counts; thawed, the lights show the way back."""

    ms: int
    is_frozen: bool


Event = (
    Sensed
    | Woke
    | Held
    | Pressed
    | BoardLost
    | BoardFound
    | Answered
    | AskedBack
    | DrawAgreed
    | GaveUp
    | Began
    | MarkedDead
    | HelpChosen
    | Expected
    | Pointed
    | Frozen
)
