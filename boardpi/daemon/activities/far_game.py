"""A game with another table: a turn made there is lit here, and hands carry it out.

Each table says all of its side of the game at once, and the broker keeps it: whatever was missed
while a line was away is there when it is back, and nothing depends on the order of messages. A
take-back is a request: the other table stays where it is until somebody there agrees.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from boardpi.clock import now_ms
from boardpi.club.transfer.outbox import COPY
from boardpi.daemon.activities.agreement import Ask, FarView, NextDeed, decide, shared_plies
from boardpi.daemon.bookkeeper import Seats
from boardpi.daemon.loop import Daemon
from boardpi.daemon.own_hands import Carrying
from boardpi.daemon.page.settings import BookMemory
from boardpi.daemon.uplink import Uplink
from boardpi.errors import NotDone
from boardpi.rules import START, Game, Move, RulesError, RuleSet, Side, legal_moves, parse_move
from boardpi.rules.outcome import RESIGNED
from boardpi.table.events import AskedBack, Began, DrawAgreed, Event, Expected, GaveUp
from boardpi.table.facts import Amended, Fact, TakenBack

log = logging.getLogger("boardpi.hub")
KEPT: Final = "far"
"""The setting under which the partner outlives a restart."""


@dataclass(frozen=True, slots=True)
class Partner:
    """The other table, and the match with it; the first table has White in its first game."""

    table: str
    match: str
    is_first: bool
    player: str
    rules: str
    has_begun: bool = False

    @property
    def uid(self) -> str:
        """Of the match in this table's book; the first table tells the hub, the other does not."""
        return self.match if self.is_first else f"{COPY}{self.match}"


class FarGame:
    """The partner, if there is one, and what was asked and offered."""

    def __init__(self, daemon: Daemon, uplink: Uplink, known: Mapping[str, RuleSet]) -> None:
        self._daemon, self._uplink, self._known = daemon, uplink, known
        self.partner = self._recall()
        self.mine = FarView()
        self._game: Game | None = None  # whose moves `_mine` has
        self._asked = 0
        self._led_to: int | None = None  # we ourselves take back to here
        self._sent: tuple[Game, Side | None, str] | None = None
        self._is_beginning = False
        self._state = ""
        self.say: Callable[[str], None] = lambda key: None  # a sentence for the voice
        self._carrying = Carrying(daemon)
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_on(self) -> bool:
        """Whether the game on the table is played with another table."""
        return self.partner is not None and self._entry_uid() == self.partner.uid

    @property
    def side(self) -> Side:
        """Whose hands are here."""
        assert self.partner is not None
        is_first_game = self._daemon.keeper.page.entry.number == 1
        return Side.WHITE if self.partner.is_first is is_first_game else Side.BLACK

    def _entry_uid(self) -> str:
        return self._daemon.keeper.page.entry.match_uid

    def _recall(self) -> Partner | None:
        try:
            kept = BookMemory(self._daemon.keeper.book).get(KEPT)
            return None if not kept else Partner(**json.loads(kept))
        except (NotDone, ValueError, TypeError) as error:  # a table starts whatever its book is
            log.warning("The game with another table is not gone on with: %s", error)
            return None

    async def keep(self, partner: Partner | None) -> None:
        self.partner, self.mine, self._game, self._sent = partner, FarView(), None, None
        memory, writer = BookMemory(self._daemon.keeper.book), self._daemon.keeper.writer
        try:
            if partner is None:
                await writer.run(memory.forget, KEPT)
            else:
                await writer.run(memory.put, KEPT, json.dumps(asdict(partner)))
        except NotDone as error:
            log.warning("The other table is not kept: %s", error)
        self._daemon.look()

    # ── the audience ─────────────────────────────────────────────────────────────────────────────

    def tell(self, fact: Fact) -> None:
        """What is taken back or amended after the other table has carried it out is a request."""
        if not self.is_on or not isinstance(fact, TakenBack | Amended):
            return
        to = len(self._daemon.table.game.moves) - isinstance(fact, Amended)
        theirs = self.theirs()
        is_agreed = theirs is None or (theirs.ask is not None and theirs.ask.to == to)
        if to == self._led_to or is_agreed:
            self._led_to = None
        elif theirs is not None and len(theirs.moves) > to:
            self._asked = max(self._asked, theirs.refuses) + 1
            self.mine = self.mine._replace(ask=Ask(self._asked, to))

    def look(self) -> None:
        """Say how it stands here, and do what follows from how it stands there."""
        if self.partner is None:
            self._uplink.tell_far(None)
            return
        if self.partner.has_begun and not self.is_on:
            self._start(self.keep(None))  # another match was begun here
            return
        self._see()
        self._uplink.tell_far(self._document(self.partner))
        theirs = self.theirs()
        if theirs is None or self._daemon.activity is not None:
            self._expect(NextDeed("wait"))
        elif not self.partner.has_begun:
            self._start(self._begin_match(self.partner))
        else:
            self._do(self.decided(theirs))
            self._speak(theirs)

    def _speak(self, theirs: FarView) -> None:
        """Say once what the other table wants."""
        is_drawish = theirs.draw is not None and self.mine.draw != theirs.draw == len(
            self.mine.moves
        )
        state = "far_draw" if is_drawish else ""
        state = "far_asked" if self.decided(theirs).what == "asked" else state
        if state != self._state:
            self._state = state
            if state:
                self.say(state)

    def decided(self, theirs: FarView) -> NextDeed:
        """What follows now."""
        start = self._daemon.table.game.positions

        def owns(ply: int) -> bool:
            is_open = ply == 0 and self._daemon.table.game.any_first
            side = Side.WHITE if is_open or ply >= len(start) else start[ply].side
            return side is self.side

        return decide(self.mine, theirs, owns)

    def _see(self) -> None:
        """Bring our own side of it up to date."""
        game = self._daemon.table.game
        if game is not self._game and self.is_on:
            self._game = game
            number, moves = self._daemon.keeper.page.entry.number, tuple(map(str, game.moves))
            lost = game.outcome is not None and game.outcome.reason == RESIGNED
            resigned = lost and game.outcome is not None and game.outcome.winner is not self.side
            if number != self.mine.game:
                self.mine = FarView(refuses=self.mine.refuses)
            self.mine = self.mine._replace(game=number, moves=moves, resigned=resigned)
        ask, theirs = self.mine.ask, self.theirs()
        if ask is None or theirs is None:
            return
        is_refused = theirs.refuses == ask.id
        is_back = len(self.mine.moves) <= shared_plies(self.mine.moves, theirs.moves)
        if len(theirs.moves) <= ask.to or (is_refused and is_back):
            self.mine = self.mine._replace(ask=None)

    def _document(self, partner: Partner) -> dict[str, Any]:
        mine = self.mine
        return {
            "with": partner.table,
            "match": partner.match,
            "is_first": partner.is_first,
            "player": partner.player,
            "rules": partner.rules,
            "game": mine.game,
            "moves": list(mine.moves),
            "ask": None if mine.ask is None else mine.ask._asdict(),
            "refuses": mine.refuses,
            "draw": mine.draw,
            "resigned": mine.resigned,
        }

    def theirs(self) -> FarView | None:
        """What the partner says, if it says it of this match and to us."""
        partner, link = self.partner, self._uplink.link
        told = None if partner is None else self._uplink.far.get(partner.table)
        if partner is None or told is None or link is None:
            return None
        if told["match"] != partner.match or told["with"] != link.name:
            return None
        ask = told.get("ask")
        return FarView(
            told.get("game", 1),
            tuple(told.get("moves", ())),
            None if ask is None else Ask(**ask),
            told.get("refuses", 0),
            told.get("draw"),
            told.get("resigned", False),
        )

    # ── what is done ─────────────────────────────────────────────────────────────────────────────

    def _do(self, deed: NextDeed) -> None:
        table = self._daemon.table
        if deed.what == "begin" and table.is_over:
            self._take(Began(now_ms(), Game(table.game.rules, START, any_first=True)))
        elif deed.what == "back":
            self._start(self.go_back(deed.plies))
        elif deed.what == "draw" and not table.is_over:
            self._take(DrawAgreed(now_ms()))
        elif deed.what == "resigned" and not table.is_over:
            self._take(GaveUp(now_ms(), self.side.other))
        elif not table.is_over:
            self._expect(deed)

    def _expect(self, deed: NextDeed) -> None:
        """The turn that hands shall carry out, or none; the other side has no hands here."""
        table, move = self._daemon.table, None
        if not self.is_on or self._daemon.activity is not None or table.is_over:
            return
        side: Side = self.side.other
        if deed.what == "expect":
            side, move = self._mover(table.game, deed.move) or (side, None)
        elif deed.what != "play" and not table.game.is_open:
            side = table.game.position.side  # nobody's turn counts until both agree
        sent = (table.game, side, str(move))
        if (table.guided, table.expected) != (side, move) and sent != self._sent:
            self._sent = sent
            self._take(Expected(now_ms(), side, move))
        elif table.expected is not None:
            self._carrying.carry_out(table.game, table.expected, side)

    def _mover(self, game: Game, move: str) -> tuple[Side, Move] | None:
        """Whose legal move this is."""
        try:
            found = parse_move(move)
        except RulesError:
            return None
        if found.is_pass:
            return None  # it comes without hands
        for standing in game.standings():
            if found in legal_moves(game.rules, standing):
                return standing.side, found
        return None

    def _take(self, event: Event) -> None:
        game = self._daemon.table.game

        async def take() -> None:
            if self._daemon.activity is None and self._daemon.table.game is game:
                await self._daemon.take(event)

        self._start(self._daemon.inbox.run(take))

    async def go_back(self, plies: int) -> None:
        """Back by so many plies, whoever's turn it is then."""
        game = self._daemon.table.game

        async def take() -> None:
            if self._daemon.table.game is not game or plies > len(game.moves):
                return
            self._led_to = len(game.moves) - plies
            moves = sum(not move.is_pass for move in game.moves[self._led_to :])
            await self._daemon.take(Expected(now_ms(), None))
            await self._daemon.take(AskedBack(now_ms(), moves))

        await self._daemon.inbox.run(take)

    def _start(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(self._daemon.fail_with)

    def offer_draw(self) -> None:
        """A draw needs both: it is offered, and counts when the other table offers it too."""
        self.mine = self.mine._replace(draw=len(self.mine.moves))
        self._daemon.look()

    def close(self) -> None:
        """No more moves."""
        self._carrying.close()

    async def _begin_match(self, partner: Partner) -> None:
        """Both tables have said yes: sit down. What stands on the table is left unfinished."""
        if self._is_beginning:
            return
        self._is_beginning = True
        try:
            if not self.is_on:
                rules = self._known.get(partner.rules, self._daemon.table.game.rules)
                event = Began(now_ms(), Game(rules, START, any_first=True))
                await self._daemon.inbox.ask(event, self._seats(partner))
            await self.keep(replace(partner, has_begun=True))
        except NotDone as error:
            log.info("The game with %s has to wait: %s", partner.table, error)
        finally:
            self._is_beginning = False

    def _seats(self, partner: Partner) -> Seats:
        names = [partner.player, self._uplink.far[partner.table]["player"]]
        white, black = names if partner.is_first else names[::-1]
        return Seats(white, black if black != white else f"{black} 2", partner.uid)
