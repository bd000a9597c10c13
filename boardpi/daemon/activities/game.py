"""The game on the table: what players and organisers do to it, and the coach as an opponent."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final, Protocol, runtime_checkable

from boardpi.clock import now_ms
from boardpi.club.names import name_coach
from boardpi.coach.engine.levels import LEVELS
from boardpi.coach.handicaps import STARTS, begin_with, handicaps_in
from boardpi.config import Config
from boardpi.daemon.activities.activity import Activity
from boardpi.daemon.activities.far_game import FarGame
from boardpi.daemon.activities.handicap import Handicaps
from boardpi.daemon.bookkeeper import Seats
from boardpi.daemon.coach.hinting import Hints
from boardpi.daemon.coach.opponent import Opponent
from boardpi.daemon.loop import Daemon
from boardpi.daemon.own_hands import Carrying
from boardpi.daemon.page.answers.table import LevelsJson
from boardpi.daemon.page.corrections import NAME, BookEditor
from boardpi.daemon.page.settings import YES_OR_NO, BookMemory, clock_choice, remember
from boardpi.errors import BadRequest, BookAway, NothingToDo
from boardpi.rules import (
    START,
    Game,
    Hole,
    RulesError,
    RuleSet,
    Side,
    mask_of,
    name_holes,
    parse_move,
    rule_set,
)
from boardpi.rules.holes import SIDES
from boardpi.table.events import (
    Answered,
    AskedBack,
    DrawAgreed,
    GaveUp,
    HelpChosen,
    MarkedDead,
)
from boardpi.table.themes import find_theme
from boardpi.texts.languages import LANGUAGES
from boardpi.timekeeping.control import (
    FLAGS,
    LEAST_S,
    MOST_EXTRA_S,
    MOST_S,
    BadControl,
    TimeControl,
)
from boardpi.web.service import Action, ApiRequest, Endpoint, Values
from boardpi.web.shapes import FLAG, HOLE, SIDE, choice, many, maybe, number, record, text

log = logging.getLogger("boardpi.table")
CLOCK: Final = record(
    {"main_s": number(LEAST_S, MOST_S)},
    increment_s=number(0, MOST_EXTRA_S),
    delay_s=number(0, MOST_EXTRA_S),
    flag=choice(*FLAGS),
)
GIVEN_S: Final = number(-7200, 7200)
HANDICAP: Final = number(min(STARTS), max(STARTS))
HELP: Final = choice("off", "lift", "full")
THEME: Final = text(40)
LEVEL: Final = text(20)


@runtime_checkable
class Questioning(Activity, Protocol):
    """An activity that asks what the hands did, as the game does."""

    async def answer(self, answered: Answered) -> None:
        """Somebody chose."""
        ...


class GameActions:
    """Every wish goes through the loop, which refuses it while an activity has the board."""

    def __init__(
        self,
        daemon: Daemon,
        config: Config,
        known: Mapping[str, RuleSet],
        editor: BookEditor,
        opponent: Opponent,
        hints: Hints,
        far: FarGame,
    ) -> None:
        self._daemon = daemon
        self._config = config
        self._known = known
        self._editor = editor
        self._opponent = opponent
        self._hints = hints
        self._far = far
        self._handicaps = Handicaps(daemon)
        daemon.audience.append(self._handicaps)
        self._carrying = Carrying(daemon)

    # ── playing ──────────────────────────────────────────────────────────────────────────────────

    async def answer(self, values: Values) -> None:
        """Whoever has the board has the question."""
        answered = Answered(now_ms(), values["choice"])
        if not isinstance(self._daemon.activity, Questioning):
            await self._daemon.inbox.ask(answered)
            return

        async def pass_on() -> None:
            activity = self._daemon.activity
            if not isinstance(activity, Questioning):
                raise NothingToDo("No lesson is being given.")
            await activity.answer(answered)

        await self._daemon.do(pass_on)

    async def move(self, values: Values) -> None:
        """Let a board of software make a move, as it makes the coach's."""
        game, wanted = self._daemon.table.standing, values["move"]
        if game.outcome is not None:
            raise NothingToDo("The game is over.", reason="game_over")
        try:
            move = parse_move(wanted)
            after = game.play(move)
        except RulesError as error:
            raise NothingToDo(str(error), reason="illegal_move") from None
        side = after.positions[len(game.moves)].side
        seat, far = self._opponent.seat, self._far
        if seat is not None and seat.side is side:
            raise NothingToDo("It is the coach's turn.", reason="coach_turn")
        if far.is_on and far.side is not side:
            raise NothingToDo("That player sits at another table.", reason="far_side")
        await self._carrying.make(move, side)

    async def take_back(self, values: Values) -> None:
        """Take back the last moves."""
        await self._daemon.inbox.ask(AskedBack(now_ms(), values.get("plies", 1)))

    async def draw(self, values: Values) -> None:
        """Both players agree; with another table, this one offers."""
        if self._far.is_on:
            self._far.offer_draw()
            return
        await self._daemon.inbox.ask(DrawAgreed(now_ms()))

    async def resign(self, values: Values) -> None:
        """A player gives up; nobody does that for a player at another table."""
        if self._far.is_on and SIDES[values["side"]] is not self._far.side:
            raise NothingToDo("That player sits at another table.", reason="far_side")
        await self._daemon.inbox.ask(GaveUp(now_ms(), SIDES[values["side"]]))

    async def begin_next(self, values: Values) -> None:
        """The next game; one that is not over is left unfinished."""
        await self._handicaps.begin_next()

    async def begin_match(self, values: Values) -> None:
        """New players, new rules, a new score."""
        rules = find_rules(values.get("rules"), self._known, self._daemon.table.game.rules)
        game = new_game(rules, values.get("handicap"))
        seats, control = read_seats(values), self._control(values)
        await self._editor.seat(seats.white, seats.black)
        if "theme" in values:
            await self.choose_theme(values)
        if "help" in values:
            await self.choose_help(values)
        before = self._daemon.timekeeper.control
        await self._handicaps.begin(game, seats, control)
        if control != before:
            await self._remember("clock", *clock_choice(self._config.clocks, control))

    def _control(self, values: Values) -> TimeControl | None:
        """The clock of the new match: the one of this match unless another, or none, is wanted."""
        if "clock" not in values:
            return self._daemon.timekeeper.control
        try:
            return None if values["clock"] is None else TimeControl(**values["clock"])
        except BadControl as error:
            raise BadRequest(f"clock: {error}") from None

    async def set_clock(self, values: Values) -> None:
        """Stop both clocks or let them go on; an arbiter gives time, or takes it."""

        async def set_clock() -> None:
            timekeeper, table = self._daemon.timekeeper, self._daemon.table
            if timekeeper.clocks is None:
                raise NothingToDo("This game is played without clocks.", reason="no_clocks")
            now = table._replace(ms=max(now_ms(), table.ms))
            timekeeper.is_held = values.get("is_held", timekeeper.is_held)
            timekeeper.follow(now, [])
            for side, key in zip(Side, ("white_s", "black_s"), strict=True):
                timekeeper.give(side, values.get(key, 0))
            await self._daemon.keeper.write([], table.game, clocks=timekeeper.told())
            await self._daemon.watch_clocks()

        await self._daemon.do(set_clock)

    # ── settings of the table ────────────────────────────────────────────────────────────────────

    async def choose_help(self, values: Values) -> None:
        """How much the lights tell."""
        await self._daemon.inbox.ask(HelpChosen(now_ms(), values["help"]))
        await self._remember("help", self._config.table.help, values["help"])

    async def choose_theme(self, values: Values) -> None:
        """How the lights look."""
        try:
            theme = find_theme(values["theme"])
        except RulesError as error:
            raise BadRequest(f"theme: {error}") from None
        await self._daemon.painter.use(theme)
        await self._remember("theme", self._config.table.theme, theme.name)
        self._daemon.look()

    async def choose_by_hand(self, values: Values) -> None:
        """Who moves the archers of a board of software when nobody plays them."""
        is_by_hand: bool = values["by_hand"]
        self._daemon.own_hands.is_by_hand = is_by_hand
        configured = YES_OR_NO[self._config.board.by_hand]
        await self._remember("by_hand", configured, YES_OR_NO[is_by_hand])
        self._daemon.look()

    async def mark_dead(self, values: Values) -> None:
        """Which reeds are broken."""
        mask = mask_of(Hole(name) for name in values["holes"])
        await self._daemon.inbox.ask(MarkedDead(now_ms(), mask))
        configured = " ".join(map(str, self._config.table.dead))
        await self._remember("dead", configured, " ".join(name_holes(mask)))

    async def _remember(self, name: str, configured: str, chosen: str) -> None:
        """A choice that cannot be kept still holds until the next start."""
        try:
            memory = BookMemory(self._daemon.keeper.book)
            await self._daemon.keeper.writer.run(remember, memory, name, configured, chosen)
        except BookAway as error:
            log.warning("The choice of %s is not kept: %s", name, error)

    # ── the coach ────────────────────────────────────────────────────────────────────────────────

    async def seat_coach(self, values: Values) -> None:
        """Give the coach a seat, or take it away."""
        side = None if values["side"] is None else SIDES[values["side"]]
        seat = self._opponent.seat
        level = values.get("level", seat.level if seat is not None else "3")
        entry = self._daemon.keeper.page.entry
        if side is None and seat is None:
            raise NothingToDo("The coach has no seat.")
        names = [entry.white_name, entry.black_name]
        if seat is not None:
            names[seat.side] = None
        if side is not None:
            names[side] = name_coach(check_level(level))
        if names != [entry.white_name, entry.black_name]:
            await self._editor.name_seats(entry.id, names[0], names[1], whole_match=False)
        if values.get("begin", False):
            await self._daemon.inbox.run(self._let_coach_begin)
        self._daemon.look()

    async def _let_coach_begin(self) -> None:
        if self._opponent.seat is None or not self._daemon.table.game.is_open:
            raise NothingToDo("The game has begun already, or the coach has no seat.")
        self._opponent.begin()

    async def hint(self, values: Values) -> None:
        """Let the coach tell a little more."""
        await self._hints.ask(Hole(values["archer"]) if "archer" in values else None)

    async def tell_levels(self, request: ApiRequest) -> LevelsJson:
        """All opponents."""
        return {
            "levels": [
                {"name": level.name, "titles": {lang: level.title(lang) for lang in LANGUAGES}}
                for level in LEVELS
            ]
        }

    actions = (
        Action(
            "answer",
            "choose a candidate of the open question",
            record({"choice": text(60)}),
            answer,
            is_for_players=True,
        ),
        Action(
            "move",
            "let a board of software make a move, such as e5xd3",
            record({"move": text(20)}),
            move,
        ),
        Action(
            "take-back",
            "take back the last moves",
            record(plies=number(1, 1000)),
            take_back,
            is_for_players=True,
        ),
        Action("draw", "both players agree to a draw", record(), draw),
        Action("resign", "a player gives up", record({"side": SIDE}), resign),
        Action(
            "abandon",
            "leave the game unfinished; the next one stands on the table",
            record(),
            begin_next,
        ),
        Action("next", "the next game, sides switched", record(), begin_next),
        Action(
            "match",
            "begin a new match",
            record(
                rules=text(60),
                white=maybe(NAME),
                black=maybe(NAME),
                help=HELP,
                theme=THEME,
                clock=maybe(CLOCK),
                handicap=maybe(HANDICAP),
                coach=maybe(record({"side": SIDE, "level": LEVEL})),
            ),
            begin_match,
        ),
        Action(
            "clock",
            "stop the players' clocks or let them go on; give time, or take it",
            record(is_held=FLAG, white_s=GIVEN_S, black_s=GIVEN_S),
            set_clock,
        ),
        Action("help", "how much the lights tell", record({"help": HELP}), choose_help),
        Action("theme", "how the lights look", record({"theme": THEME}), choose_theme),
        Action(
            "by-hand",
            "whether hands set a board of software up, as they do on wood",
            record({"by_hand": FLAG}),
            choose_by_hand,
        ),
        Action("dead", "which reeds are broken", record({"holes": many(HOLE, 25)}), mark_dead),
        Action(
            "coach",
            "give the coach a seat, or take it away",
            record({"side": maybe(SIDE)}, level=LEVEL, begin=FLAG),
            seat_coach,
        ),
        Action(
            "hint",
            "let the coach tell a little more",
            record(archer=HOLE),
            hint,
            is_for_players=True,
        ),
    )
    endpoints = (Endpoint("GET", "/coach", "the coach's levels", tell_levels),)


def find_rules(name: str | None, known: Mapping[str, RuleSet], standing: RuleSet) -> RuleSet:
    """The rule set of this name; None = the one that stands on the table."""
    if name is None:
        return standing
    try:
        return rule_set(name, known)
    except RulesError as error:
        raise BadRequest(f"rules: {error}") from None


def new_game(rules: RuleSet, handicap: int | None) -> Game:
    """A game that begins as usual, or where White is ahead by so many points."""
    if handicap is None:
        return Game(rules, START, any_first=True)
    if handicap not in handicaps_in(rules):
        raise BadRequest(
            f"handicap: nothing is proven of {rules.name}, so it has none", reason="no_handicap"
        )
    return begin_with(handicap, rules)


def read_seats(values: Values) -> Seats:
    """Who sits where; the coach has its seat by its name."""
    seats = {"w": values.get("white"), "b": values.get("black")}
    coach = values.get("coach")
    if coach is not None:
        if seats[coach["side"]] is not None:
            raise BadRequest(
                f"coach: {seats[coach['side']]!r} has that seat already", reason="seat_taken"
            )
        seats[coach["side"]] = name_coach(check_level(coach["level"]))
    return Seats(seats["w"], seats["b"])


def check_level(level: str) -> str:
    """A level that there is."""
    names = [known.name for known in LEVELS]
    if level not in names:
        raise BadRequest(f"level: must be one of {', '.join(names)}, not {level[:20]!r}")
    return level
