"""What people do in a match with another table: ask for one, accept, answer, leave."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from typing import Any

from boardpi.daemon.activities.agreement import FarView, NextDeed
from boardpi.daemon.activities.far_game import FarGame, Partner
from boardpi.daemon.loop import Daemon
from boardpi.daemon.page.answers.table import FarJson, OtherTableJson
from boardpi.daemon.uplink import Uplink
from boardpi.errors import NothingToDo
from boardpi.rules import RuleSet
from boardpi.web.service import Action, Endpoint, Values
from boardpi.web.shapes import FLAG, record, text


class FarActions:
    """The match with another table, as pages ask for it."""

    def __init__(
        self,
        daemon: Daemon,
        uplink: Uplink,
        known: Mapping[str, RuleSet],
        title: str,
        game: FarGame,
    ) -> None:
        self._daemon, self._uplink, self._known = daemon, uplink, known
        self._title, self._game = title, game
        self._declined: int | None = None  # the draw that was offered after so many plies

    def speak_by(self, say: Callable[[str], None]) -> None:
        """What the other table wants is heard, too."""
        self._game.say = say

    async def invite(self, values: Values) -> None:
        """Ask another table for a match; it begins when somebody there accepts."""
        self._need_free()
        if values["table"] not in self._uplink.others:
            raise NothingToDo(f"No table {values['table']!r} is online.", reason="no_table")
        rules = self._daemon.table.game.rules.name
        await self._agree(values, uuid.uuid4().hex[:12], values.get("is_first", True), rules)

    async def accept(self, values: Values) -> None:
        """Say yes to a table that has asked."""
        self._need_free()
        told = self._invitations().get(values["table"])
        if told is None:
            raise NothingToDo(f"{values['table']!r} has not asked for a game.", reason="no_table")
        if told.get("rules", "") not in self._known:
            raise NothingToDo(f"There are no rules {told.get('rules')!r} here.")
        await self._agree(values, told["match"], not told["is_first"], told["rules"])

    async def _agree(self, values: Values, match: str, is_first: bool, rules: str) -> None:
        player = values.get("player", "").strip() or self._title
        await self._game.keep(Partner(values["table"], match, is_first, player, rules))

    def _need_free(self) -> None:
        if self._uplink.link is None:
            raise NothingToDo("This table has joined no hub.")
        if self._game.partner is not None:
            raise NothingToDo("This table has a game with another table.", reason="far_busy")

    async def answer(self, values: Values) -> None:
        """Agree to what the other table wants, or refuse; refusing one's own wish withdraws it."""
        theirs = self._game.theirs()
        deed = None if theirs is None or not self._game.is_on else self._game.decided(theirs)
        if theirs is None or deed is None:
            raise NothingToDo("No game is played with another table.")
        if deed.what == "asked" and theirs.ask is not None:
            if values["agree"]:
                await self._game.go_back(deed.plies)
            self._game.mine = self._game.mine._replace(
                refuses=0 if values["agree"] else theirs.ask.id
            )
        elif deed.what == "pending" and not values["agree"]:
            self._game.mine = self._game.mine._replace(ask=None)
        elif self._is_drawish(theirs):
            self._declined = None if values["agree"] else theirs.draw
            self._game.mine = self._game.mine._replace(
                draw=theirs.draw if values["agree"] else None
            )
        else:
            raise NothingToDo("The other table has asked nothing.")
        self._daemon.look()

    def _is_drawish(self, theirs: FarView) -> bool:
        """Whether a draw is offered now that nobody here has declined."""
        is_now = theirs.draw == len(self._game.mine.moves)
        return theirs.draw is not None and is_now and theirs.draw != self._declined

    async def leave(self, values: Values) -> None:
        """End it: the game that stands here is played on alone."""
        if self._game.partner is None:
            raise NothingToDo("No game is played with another table.")
        await self._game.keep(None)

    # ── for the page ─────────────────────────────────────────────────────────────────────────────

    def _invitations(self) -> dict[str, dict[str, Any]]:
        link = self._uplink.link
        mine = "" if link is None else link.name
        return {name: told for name, told in self._uplink.far.items() if told["with"] == mine}

    def others(self) -> list[OtherTableJson]:
        """The tables that could play with this one, and those that have asked."""
        invited = {} if self._game.partner is not None else self._invitations()
        return [
            {"name": name, "title": title, "invites": name in invited}
            for name, title in sorted(self._uplink.others.items())
        ]

    def picture(self) -> FarJson | None:
        """How it stands with the other table."""
        partner, theirs = self._game.partner, self._game.theirs()
        if partner is None:
            return None
        deed = (
            NextDeed("wait")
            if theirs is None or not self._game.is_on
            else self._game.decided(theirs)
        )
        state = deed.what
        if theirs is not None and state == "play" and self._is_drawish(theirs):
            state = "draw" if self._game.mine.draw is None else state
        return {
            "table": partner.table,
            "title": self._uplink.others.get(partner.table, partner.table),
            "is_online": partner.table in self._uplink.others,
            "has_begun": partner.has_begun,
            "has_left": partner.has_begun and theirs is None,
            "side": self._game.side.letter if self._game.is_on else None,
            "state": state,
            "plies": deed.plies,
        }

    actions = (
        Action(
            "far-invite",
            "ask another table of the club for a match",
            record({"table": text(40)}, player=text(40), is_first=FLAG),
            invite,
        ),
        Action(
            "far-accept",
            "say yes to a table that has asked",
            record({"table": text(40)}, player=text(40)),
            accept,
        ),
        Action(
            "far-answer",
            "agree to the take-back or draw that the other table wants, or refuse",
            record({"agree": FLAG}),
            answer,
        ),
        Action("far-leave", "play with the other table no more", record(), leave),
    )
    endpoints: tuple[Endpoint, ...] = ()
