"""What a lesson is told, and what it wants done about it."""

from __future__ import annotations

from dataclasses import dataclass

from boardpi.rules import Game, Hole, Move, Refusal

# ── what it is told ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Placed:
    """The position to be set up stands."""

    at_once: bool = False  # nothing had to be set up, so nobody has read anything meanwhile


@dataclass(frozen=True, slots=True)
class Stood:
    """The game on the board is another one now: moves were made or taken back."""

    game: Game


@dataclass(frozen=True, slots=True)
class MoveRefused:
    """The pupil tried what is not allowed."""

    refusal: Refusal


@dataclass(frozen=True, slots=True)
class ArchersRestored:
    """The archers stand as the game has them again."""


@dataclass(frozen=True, slots=True)
class CoachPlays:
    """The coach has found its move; the pupil's hands make it."""

    move: Move


@dataclass(frozen=True, slots=True)
class Lifted:
    """An archer was lifted from here."""

    hole: Hole


@dataclass(frozen=True, slots=True)
class Continue:
    """Go on, by the button or the page."""


@dataclass(frozen=True, slots=True)
class Repeat:
    """Say it again, and help a little more."""


@dataclass(frozen=True, slots=True)
class Skip:
    """Leave this step."""


Input = (
    Placed | Stood | MoveRefused | ArchersRestored | CoachPlays | Lifted | Continue | Repeat | Skip
)


# ── what it wants done ───────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Arrange:
    """Guide the hands in setting this up from anything; then say `Placed`."""

    game: Game


@dataclass(frozen=True, slots=True)
class Stand:
    """The table stands on this game: guide the hands back to it."""

    game: Game


@dataclass(frozen=True, slots=True)
class Think:
    """Let the coach find its move at this level; then say `CoachPlays`."""

    game: Game
    level: str


@dataclass(frozen=True, slots=True)
class FinishLesson:
    """The last step is done."""

    mistakes: int
    stars: int


@dataclass(frozen=True, slots=True)
class Leave:
    """Nothing is left to do: give the board back."""


Wish = Arrange | Stand | Think | FinishLesson | Leave
