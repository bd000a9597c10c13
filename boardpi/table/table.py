"""Everything that the table knows at one moment, as one frozen value."""

from __future__ import annotations

from typing import Final, NamedTuple

from boardpi.rules import PASS, START, Game, Hole, Move, Position, Refusal, Side, holes_in
from boardpi.rules.holes import ALL
from boardpi.table.effects import Lights
from boardpi.table.reading import Reading
from boardpi.table.settle import Change, Restless, Settling, settled
from boardpi.table.story import NEVER, Ground, Order, Story, landing, stand, standings
from boardpi.table.timing import USUAL, Timing

HELP_LEVELS: Final = ("off", "lift", "full")
DARK: Final[Lights] = (None,) * 25
QUIET: Final = Restless()
STUCK: Final = "stuck"  # the alarm of a side that cannot move and passes at once


class Alarm(NamedTuple):
    """Something to do at this millisecond unless a settled change comes before."""

    ms: int
    what: str


class Astray(NamedTuple):
    """What the board shows too little and too much; `refusal` names an archer that may not rest."""

    missing: int
    extra: int
    refusal: Refusal | None = None


class Candidate(NamedTuple):
    """One answer to a question: so many plies taken back, and these moves."""

    undone: int
    moves: tuple[Move, ...]

    @property
    def text(self) -> str:
        """How the question names it."""
        return " ".join(map(str, self.moves)) or f"takeback {self.undone}"

    def is_told_by(self, story: Story) -> bool:
        """Whether this story begins so; a re-entry may have come since."""
        if story.undone != self.undone or len(story.moves) < len(self.moves):
            return False
        *first, last = self.moves
        told = story.moves[len(first)]
        return story.moves[: len(first)] == tuple(first) and last in (told, told.plain)

    @property
    def hole(self) -> Hole:
        """The hole that stands for it: where the first uncertain move went."""
        return landing(self.moves[0])  # nobody is asked about a pass

    @property
    def landings(self) -> set[Hole]:
        """All holes where archers landed."""
        holes = (hole for move in self.moves for hole in (move.target, move.reentry))
        return {hole for hole in holes if hole is not None}


class Table(NamedTuple):
    """The committed game and all that is uncertain around it."""

    game: Game
    timing: Timing = USUAL
    help: str = "lift"
    touch_move: bool = False
    dead: int = 0
    ms: int = 0
    open_turn: Move | None = None  # stands fixed but for its re-entry; not yet part of `game`
    settling: Settling = Settling()
    is_fresh: bool = True  # the next scan is taken as it is, not as evidence
    is_lost: bool = False
    changed_ms: int = 0  # the last settled change
    rested_ms: int = 0  # … and the one before it
    landed: Change | None = None  # … if it was a placing
    order: Order = NEVER
    since: int = 0  # the order of the last touch with which the board agreed with the game
    stories: tuple[Story, ...] = ()
    reading: Reading = Reading()
    alarms: tuple[Alarm, ...] = ()
    question: tuple[Candidate, ...] = ()
    nudged: Hole | None = None  # lifted to answer it: alone, and out of quiet
    astray: Astray | None = None  # what the lights correct now
    was_astray: bool = False  # since the board last agreed
    is_over: bool = False  # the committed game has ended
    lights: Lights = DARK
    restless: Restless = QUIET
    suspected: int = 0  # holes already reported
    guided: Side | None = None  # has no hands of its own: of its turns only `expected` counts
    expected: Move | None = None
    pointed: tuple[tuple[Hole, str], ...] = ()  # what somebody points at, and in which role
    is_frozen: bool = False  # nothing that hands do counts
    is_quiet: bool = False  # for so long that the lights say who is to move
    passed: tuple[Side, int] | None = None  # who had to pass just now, and when
    is_offered: bool = False  # the menu, since the last touch
    tried: Refusal | None = None  # a guess at what somebody wanted when the board went astray
    is_explained: bool = False  # why an archer may not stand there is shown instead of the repair

    @property
    def live(self) -> int:
        """The holes whose reeds are sound."""
        return ALL & ~self.dead

    @property
    def is_open(self) -> bool:
        """Whether something is asked about, or a broken reed leaves something in doubt."""
        in_doubt = self.dead and self.reading.near and not self.reading.is_sure
        return bool(self.question or in_doubt)

    @property
    def may_rest(self) -> bool:
        """Whether a near story has no archer in a hand."""
        return any(story.rests(self.live) for story in self.reading.near)

    @property
    def standing(self) -> Game:
        """The game as the archers stand: with the open turn, though its re-entry is undecided."""
        return self.game if self.open_turn is None else self.game.play(self.open_turn)

    @property
    def position(self) -> Position:
        """Where the archers belong."""
        return self.standing.position

    @property
    def mask(self) -> int:
        """What the sound reeds show, settled."""
        return self.settling.mask & self.live

    @property
    def leader(self) -> Story:
        """The story that is most likely true."""
        leader = self.reading.leader
        return self.stories[0] if leader is None else leader

    @property
    def missing(self) -> int:
        """Holes that should be filled."""
        return self.position.occupied & ~self.settling.mask & self.live

    @property
    def extra(self) -> int:
        """Holes that should be empty."""
        return self.settling.mask & ~self.position.occupied & self.live

    @property
    def shows_set_up(self) -> bool:
        """All archers stand in their first rows, and the game does not have them there."""
        shown = self.settling.mask ^ START.occupied
        return not shown & self.live and bool(self.missing | self.extra)

    @property
    def is_at_rest(self) -> bool:
        """The board shows the position, and nothing else can have happened."""
        if len(self.stories) != 1:
            return False
        [story] = self.stories
        return story.rests(self.live) and not story.moves

    def touched(self, ms: int, restless: Restless) -> Table:
        """After a settled change: what shone because of quiet goes out."""
        return self._replace(
            changed_ms=ms,
            rested_ms=self.changed_ms,
            restless=restless,
            passed=None,
            is_quiet=False,
            is_offered=False,
            is_explained=False,
        )

    @property
    def settled_ms(self) -> int:
        """When what is decided now had settled: the quiet after it is no part of it, and neither is
        the reply that decides it.
        """
        is_reply = self.landed is None and self.ms == self.changed_ms
        return min(self.ms, self.rested_ms if is_reply else self.changed_ms)

    @property
    def reason(self) -> Refusal | None:
        """Why the board is astray, if that is known or guessed."""
        return None if self.astray is None else self.astray.refusal or self.tried

    @property
    def waits_for_players(self) -> bool:
        """The start stands, and nobody has moved."""
        game = self.game
        is_start = game.position.occupied == START.occupied and not game.moves
        return is_start and not self.is_over and self.expected is None

    @property
    def archer_in_hand(self) -> Hole | None:
        """The one archer in the air, if somebody who is to move holds it."""
        leader = self.leader
        missing = leader.missing(self.live)
        if self.is_over or leader.extra or missing.bit_count() != 1 or sum(leader.hands) != 1:
            return None
        hole = next(holes_in(missing))
        owner = leader.position.owner(hole)
        sides = [p.side for p in standings(self.ground, leader)]
        return hole if owner in sides and owner is not self.guided else None

    @property
    def ground(self) -> Ground:
        """What reading needs to know."""
        return Ground(
            self.game,
            self.live,
            not self.touch_move,
            self.open_turn,
            self.guided,
            self.expected,
            self.order,
            self.since,
            self.timing.dwell_ms,
        )


def new_table(
    game: Game,
    timing: Timing = USUAL,
    *,
    help: str = "lift",  # noqa: A002  the word of the formats
    touch_move: bool = False,
    dead: int = 0,
    mask: int | None = None,
    ms: int = 0,
) -> Table:
    """A table where this game stands; without a mask the board is taken to show its position."""
    shown = game.position.occupied if mask is None else mask
    is_stuck = game.legal_moves() == [PASS]
    return Table(
        game,
        timing,
        help,
        touch_move,
        dead,
        ms,
        settling=settled(shown),
        is_fresh=mask is None,
        changed_ms=ms,
        stories=(stand(game.position, shown, ALL & ~dead),),
        alarms=(Alarm(ms, STUCK),) if is_stuck else (),
        is_over=game.outcome is not None,
    )
