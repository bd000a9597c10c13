"""An activity has the board for a while; the game waits and comes back unharmed."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from boardpi.config import Config
from boardpi.daemon.activities.practice import step_unwritten
from boardpi.daemon.loop import Daemon
from boardpi.daemon.page.service import TableService
from boardpi.errors import Lent
from boardpi.rules import RULE_SETS, START, Game, Hole, rule_set
from boardpi.table.events import AskedBack, BoardFound, BoardLost, Event, Sensed
from boardpi.table.facts import Fact, Moved
from boardpi.table.table import new_table
from tests.daemon.stories import Sitting, leave, sit_down, story

BAD = ZeroDivisionError("an errand that fails")


class Visitor:
    """An activity with a table of its own, at which nothing is written down."""

    kind = "visit"

    def __init__(self, daemon: Daemon) -> None:
        game = Game(rule_set("jarmo-oca"), START, any_first=True)
        self.table = new_table(game)
        self._daemon = daemon
        self.events: list[Event] = []
        self.facts: list[Fact] = []
        self.mask = 0
        self.has_left = False

    async def arrive(self, mask: int) -> None:
        self.mask = mask
        await self.take(Sensed(self.table.ms, mask))

    async def take(self, event: Event) -> None:
        self.events.append(event)
        daemon = self._daemon
        self.table, facts = await step_unwritten(self.table, event, daemon.painter, daemon.inbox)
        self.facts += facts

    def picture(self) -> Any:
        return {"kind": self.kind, "purpose": "tea"}

    async def leave(self) -> None:
        self.has_left = True


async def receive(folder: Path) -> tuple[Sitting, Visitor]:
    sitting = sit_down(folder)
    await sitting.arrive()
    await sitting.play("b1-d2 d5-b4")
    visitor = Visitor(sitting.daemon)
    await sitting.daemon.lend(visitor)
    return sitting, visitor


def service_of(sitting: Sitting) -> TableService:
    daemon = sitting.daemon
    return TableService(daemon, daemon.keeper.book, Config(), RULE_SETS)


def test_an_activity_is_told_what_stands_on_the_board(tmp_path: Path) -> None:
    async def visit() -> None:
        sitting, visitor = await receive(tmp_path)
        assert visitor.mask == sitting.mask
        leave(sitting)

    story(visit())


def test_moves_of_an_activity_are_no_moves_of_the_game(tmp_path: Path) -> None:
    async def visit() -> None:
        sitting, visitor = await receive(tmp_path)
        await sitting.show(START.occupied)
        await sitting.touch(Hole("b1"), Hole("d2"))
        sitting.ms += 1000
        await sitting.happen(Sensed, sitting.mask)
        assert [str(f.move) for f in visitor.facts if isinstance(f, Moved)] == ["b1-d2"]
        assert sitting.moves == ["b1-d2", "d5-b4"]
        assert len(sitting.daemon.keeper.book.archive.plies(1)) == 2
        leave(sitting)

    story(visit())


def test_the_page_sees_the_activity_and_its_table(tmp_path: Path) -> None:
    async def visit() -> None:
        sitting, _ = await receive(tmp_path)
        service = service_of(sitting)
        told: Any = service.snapshot()
        assert told["guest"] == {"kind": "visit", "purpose": "tea"}
        assert told["rules"]["name"] == "jarmo-oca"
        assert told["moves"] == []
        await sitting.daemon.take_over()
        told = service.snapshot()
        assert told["guest"] is None
        assert [move["move"] for move in told["moves"]] == ["b1-d2", "d5-b4"]
        leave(sitting)

    story(visit())


def test_the_game_waits_for_wishes_too(tmp_path: Path) -> None:
    async def visit() -> None:
        sitting, _ = await receive(tmp_path)
        with pytest.raises(Lent, match="lent to a visit"):
            await sitting.wish(AskedBack(sitting.ms))
        assert sitting.moves == ["b1-d2", "d5-b4"]
        leave(sitting)

    story(visit())


def test_two_activities_do_not_share_a_board(tmp_path: Path) -> None:
    async def visit() -> None:
        sitting, visitor = await receive(tmp_path)
        with pytest.raises(Lent, match="end it first"):
            await sitting.daemon.lend(Visitor(sitting.daemon))
        assert sitting.daemon.activity is visitor
        leave(sitting)

    story(visit())


def test_the_lights_guide_the_archers_back_to_the_game(tmp_path: Path) -> None:
    async def visit() -> None:
        sitting, visitor = await receive(tmp_path)
        before = sitting.mask
        await sitting.show(before & ~Hole("d2").bit)
        await sitting.daemon.take_over()
        sitting.ms += 10
        await sitting.rest(5000)
        assert visitor.has_left
        assert "astray" in sitting.witness.events
        await sitting.show(before)
        await sitting.rest()
        assert sitting.witness.events[-1] == "restored"
        await sitting.play("c1-d3")
        assert sitting.moves == ["b1-d2", "d5-b4", "c1-d3"]
        leave(sitting)

    story(visit())


def test_a_cable_pulled_under_an_activity_is_found_again_after_it(tmp_path: Path) -> None:
    async def visit() -> None:
        sitting, visitor = await receive(tmp_path)
        await sitting.happen(BoardLost, "a pulled cable")
        assert isinstance(visitor.events[-1], BoardLost)
        await sitting.daemon.take_over()
        assert sitting.daemon.table.is_lost
        await sitting.happen(BoardFound, "a board for tests")
        await sitting.happen(Sensed, sitting.mask)
        assert not sitting.daemon.table.is_lost
        leave(sitting)

    story(visit())


def test_the_loop_runs_errands_in_their_turn(tmp_path: Path) -> None:
    async def visit() -> None:
        sitting = sit_down(tmp_path)
        daemon = sitting.daemon
        running = asyncio.create_task(daemon.run())
        await daemon.inbox.run(lambda: daemon.lend(Visitor(daemon)))
        assert daemon.activity is not None

        async def fail() -> None:
            raise BAD

        with pytest.raises(ZeroDivisionError):
            await daemon.inbox.run(fail)
        await daemon.inbox.run(daemon.take_over)
        assert daemon.activity is None
        daemon.inbox.close()
        await running
        leave(sitting)

    story(visit())
