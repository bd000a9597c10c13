"""After a game: its turning points, looked for while nobody waits for the coach; and positions that
people look at beside the game on the table.

Looking is free. The coach's thinking needs the PIN, waits behind whoever sits at the table, and is
asked one question at a time.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Final, cast

from boardpi.coach.variations import (
    LONGEST_COMMENT,
    MOST_NODES,
    MOST_NOTES,
    BadVariation,
    read_variations,
    to_text,
)
from boardpi.daemon.coach.thinker import CoachAway, Json, Thinker
from boardpi.daemon.coach.thinking import game_json
from boardpi.daemon.loop import Daemon
from boardpi.daemon.page.answers.scores import (
    AnalysisJson,
    LinesJson,
    OpeningMoveJson,
    OpeningsJson,
    StandingPositionJson,
    ValuesJson,
)
from boardpi.daemon.page.answers.table import (
    GivenJson,
    LossJson,
    OutcomeJson,
    PointJson,
    ReviewJson,
)
from boardpi.daemon.page.book import BookReader
from boardpi.daemon.page.corrections import BookEditor
from boardpi.daemon.page.snapshot import name_rules
from boardpi.errors import BadRequest, NothingToDo
from boardpi.rules import (
    START,
    Game,
    RulesError,
    RuleSet,
    check_position,
    parse_position,
    rule_set,
)
from boardpi.rules.drawing import animate_board, draw_board
from boardpi.table.facts import Ended, Fact
from boardpi.web.service import Action, ApiRequest, Endpoint, File, Values
from boardpi.web.shapes import many, number, record, text

log = logging.getLogger("boardpi.coach")
KEPT: Final = 32
WAITING_MOST: Final = 8
SHORTEST: Final = 8  # plies; a shorter game is not looked at by itself
KEPT_ANSWERS: Final = 400
ASKED_MOST: Final = 4
POSITION: Final = record({"rules": text(60)}, position=text(80))
PLY: Final = number(0, 5_000)
COMMENT: Final = text(LONGEST_COMMENT)
ANALYSIS: Final = record(
    notes=many(record({"ply": PLY, "comment": COMMENT}), MOST_NOTES),
    nodes=many(
        record({"move": text(16)}, ply=PLY, parent=number(0, MOST_NODES), comment=COMMENT),
        MOST_NODES,
    ),
)
EMPTY: Final = '{"notes": [], "nodes": []}'
NONE, WAITING, THINKING, DONE, FAILED = "none", "waiting", "thinking", "done", "failed"


@dataclass(slots=True)
class Review:
    """What is known of one game."""

    game: Game
    state: str = WAITING
    progress: tuple[int, int] = (0, 0)
    points: list[PointJson] = field(default_factory=list)
    scores: list[list[int | bool]] = field(default_factory=list)
    given: dict[str, GivenJson] | None = None
    losses: list[LossJson] = field(default_factory=list)
    task: asyncio.Task[None] | None = None


class Reviews:
    """The newest reviews, each looked for once."""

    def __init__(
        self, daemon: Daemon, thinker: Thinker, read: Callable[[int], Awaitable[Game]]
    ) -> None:
        self._daemon = daemon
        self._thinker = thinker
        self._read = read
        self._reviews: OrderedDict[int, Review] = OrderedDict()

    def picture(self, game_id: int) -> ReviewJson:
        """How far it is."""
        review = self._reviews.get(game_id)
        if review is None:
            review = Review(Game(), NONE)
        return {
            "game": game_id,
            "state": review.state,
            "progress": list(review.progress),
            "points": review.points,
            "scores": review.scores,
            "given": review.given,
            "losses": review.losses,
        }

    async def start(self, game_id: int) -> None:
        """Look for the turning points, unless they are known."""
        self._begin(game_id, await self._read(game_id))

    def find(self, game_id: int) -> Review:
        """A review that is done."""
        review = self._reviews.get(game_id)
        if review is None or review.state != DONE:
            raise NothingToDo(f"Game {game_id} has not been reviewed yet.")
        return review

    def _begin(self, game_id: int, game: Game) -> None:
        known = self._reviews.get(game_id)
        if known is not None and known.game.moves == game.moves and known.state != FAILED:
            return
        if sum(review.state == WAITING for review in self._reviews.values()) >= WAITING_MOST:
            raise NothingToDo(
                "The coach has enough games to look at: wait until it has done them.",
                reason="many_reviews",
            )
        if known is not None and known.task is not None:
            known.task.cancel()
        review = self._reviews[game_id] = Review(game, progress=(0, len(game.moves)))
        self._reviews.move_to_end(game_id)
        review.task = asyncio.create_task(self._look_at(review))
        review.task.add_done_callback(self._daemon.fail_with)
        while len(self._reviews) > KEPT:
            _, oldest = self._reviews.popitem(last=False)
            if oldest.task is not None:
                oldest.task.cancel()

    async def _look_at(self, review: Review) -> None:
        def progress(done: int, total: int) -> None:
            review.state, review.progress = THINKING, (done, total)

        told = game_json(review.game)
        try:
            answer = await self._thinker.ask(
                {"do": "review", "game": told}, is_patient=True, progress=progress
            )
            graph = await self._thinker.ask({"do": "scores", "game": told}, is_patient=True)
        except CoachAway as error:
            log.error("No review: %s", error)
            review.state = FAILED
            return
        review.state, review.points, review.scores = DONE, answer["points"], graph["scores"]
        review.given, review.losses = answer["given"], answer["losses"]

    def close(self) -> None:
        """No more reviews."""
        for review in self._reviews.values():
            if review.task is not None:
                review.task.cancel()

    # ── the audience ─────────────────────────────────────────────────────────────────────────────

    def tell(self, fact: Fact) -> None:
        """The game on the table is looked at when it ends."""
        game = self._daemon.table.game
        if isinstance(fact, Ended) and len(game.moves) >= SHORTEST:
            try:
                self._begin(self._daemon.keeper.page.entry.id, game)
            except NothingToDo as refused:
                log.info("No review: %s", refused)

    def look(self) -> None:
        """Nothing to see."""


class AnalysisActions:
    """Answers whoever looks at a position."""

    actions: tuple[Action, ...] = ()

    def __init__(
        self,
        book: BookReader,
        editor: BookEditor,
        thinker: Thinker,
        known: Mapping[str, RuleSet],
        daemon: Daemon,
    ) -> None:
        self._book, self._editor, self._daemon = book, editor, daemon
        self._thinker, self._known = thinker, known
        self._answers: OrderedDict[tuple[str, str, str], Json] = OrderedDict()
        self._waiting: Counter[str] = Counter()  # strangers who look up stop nobody's lines

    def _game(self, values: Values) -> Game:
        """The position as a game of its own; the start where none is named."""
        try:
            rules = rule_set(values["rules"], {**self._known, **self._book.book.rulebook.known()})
            if "position" not in values:
                return Game(rules, START, any_first=True)
            position = parse_position(values["position"])
            check_position(rules, position)
        except RulesError as error:
            raise BadRequest(str(error)) from None
        return Game(rules, position, any_first=position == START)

    async def tell_position(self, request: ApiRequest) -> StandingPositionJson:
        """What may be played in a position."""
        return await self._book.read(lambda: self._position(request.values))

    def _position(self, values: Values) -> StandingPositionJson:
        game = self._game(values)
        ended = game.outcome
        return {
            "position": str(game.position),
            "rules": name_rules(game.rules),
            "moves": [
                {"move": str(move), "position": str(game.play(move).position)}
                for move in game.legal_moves()
            ],
            "outcome": None if ended is None else cast("OutcomeJson", ended.to_json()),
        }

    async def save_board(self, request: ApiRequest) -> File:
        """A picture of a position."""

        def draw() -> str:
            game = self._game(request.values)
            return draw_board(game.rules, game.position)

        return File.of(await self._book.read(draw), "board.svg", "image/svg+xml")

    async def save_animation(self, request: ApiRequest) -> File:
        """A game as a picture that moves."""
        game = await self._book.replay(request.id)
        text = await self._book.read(lambda: animate_board(game.rules, game.positions))
        return File.of(text, f"game-{request.id}.svg", "image/svg+xml")

    async def tell_openings(self, request: ApiRequest) -> OpeningsJson:
        """What the club has played in a position."""
        return await self._book.read(lambda: self._openings(request.values))

    def _openings(self, values: Values) -> OpeningsJson:
        game = self._game(values)
        found = self._book.book.archive.openings(game.rules.name, str(game.position))
        moves = [cast("OpeningMoveJson", asdict(move)) for move in found]
        return {"position": str(game.position), "moves": moves}

    async def find_lines(self, request: ApiRequest) -> LinesJson:
        """The coach's best three lines."""
        game = await self._book.read(lambda: self._game(request.values))
        if game.outcome is not None:
            raise NothingToDo("The game is over in this position.", reason="game_over")
        return cast("LinesJson", await self._ask("lines", game))

    async def tell_values(self, request: ApiRequest) -> ValuesJson:
        """What is proven here. It is looked up, not thought about: so it needs no PIN."""
        game = await self._book.read(lambda: self._game(request.values))
        is_withheld = self._is_being_played(game)
        known: Json = {"value": None, "moves": {}}
        if game.outcome is None and not is_withheld:
            known = await self._ask("values", game)
        told = {"position": str(game.position), **known, "is_withheld": is_withheld}
        return cast("ValuesJson", told)

    def _is_being_played(self, game: Game) -> bool:
        """Who plays asks the coach for a hint, which tells as much as was asked, and no more."""
        playing = self._daemon.table.game
        is_same = playing.rules == game.rules and playing.outcome is None
        return is_same and bool(playing.moves) and game.position == playing.position

    async def _ask(self, what: str, game: Game) -> Json:
        """Ask the coach's process, or remember what it said."""
        key = what, game.rules.name, str(game.position)
        if key in self._answers:
            return self._answers[key]
        if self._waiting[what] >= ASKED_MOST:
            raise NothingToDo(
                "The coach has enough to think about: ask again soon.", reason="many_analyses"
            )
        self._waiting[what] += 1
        try:
            asked = {"do": what, "game": game_json(game)}
            if what == "values":
                answer = await self._thinker.look_up(asked)
            else:
                answer = await self._thinker.ask(asked, is_patient=True)
        except CoachAway as error:
            raise NothingToDo(f"The coach cannot think: {error}.", reason="coach_away") from None
        finally:
            self._waiting[what] -= 1
        self._answers[key] = {"position": key[2], **answer}
        while len(self._answers) > KEPT_ANSWERS:
            self._answers.popitem(last=False)
        return self._answers[key]

    async def tell_analysis(self, request: ApiRequest) -> AnalysisJson:
        """What was found out about a game."""

        def read() -> AnalysisJson:
            self._book.entry(request.id)
            found = json.loads(self._book.book.beside.analysis(request.id) or EMPTY)
            return cast("AnalysisJson", found)

        return await self._book.read(read)

    async def keep_analysis(self, request: ApiRequest) -> AnalysisJson:
        """Keep it with the game, in the place of what was kept before."""
        game = await self._book.replay(request.id)
        try:
            found = await self._book.read(lambda: read_variations(game, request.values))
        except BadVariation as error:
            raise BadRequest(str(error)) from None
        book = self._editor.book
        await self._editor.change(lambda: book.beside.note_analysis(request.id, to_text(found)))
        return cast("AnalysisJson", found)

    endpoints = (
        Endpoint(
            "GET",
            "/analysis/position",
            "what may be played in a position",
            tell_position,
            POSITION,
            is_public=True,
        ),
        Endpoint(
            "GET",
            "/analysis/openings",
            "what the club has played in a position",
            tell_openings,
            POSITION,
        ),
        Endpoint(
            "GET",
            "/analysis/values",
            "what is proven of a position and of its moves",
            tell_values,
            POSITION,
        ),
        Endpoint(
            "GET",
            "/analysis/board.svg",
            "a picture of a position",
            save_board,
            POSITION,
            "image/svg+xml",
            is_public=True,
        ),
        Endpoint(
            "GET",
            "/games/{id}/animation.svg",
            "a game as a picture that moves",
            save_animation,
            media="image/svg+xml",
        ),
        Endpoint("POST", "/analysis/lines", "the coach's best three lines", find_lines, POSITION),
        Endpoint("GET", "/games/{id}/analysis", "its variations and comments", tell_analysis),
        Endpoint(
            "POST", "/games/{id}/analysis", "keep variations and comments", keep_analysis, ANALYSIS
        ),
    )
