"""One game at two tables: what is made here is lit there, and nothing parts the two for good."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boardpi.club.transfer.outbox import COPY
from boardpi.daemon.activities.agreement import Ask, FarView, decide
from boardpi.daemon.activities.far_game import FarGame
from boardpi.daemon.hub_link import FAR, Link
from boardpi.errors import NothingToDo
from boardpi.rules import parse_move
from boardpi.web.shapes import check
from tests.daemon.coaching import Bench, bench
from tests.daemon.stories import touches
from tests.hub.hall import Hall


class Wire:
    """The broker between two tables: it keeps what each says, and can be away."""

    def __init__(self, one: Bench, two: Bench) -> None:
        self._tables = {"t01": one, "t02": two}
        self._said: dict[str, dict[str, Any]] = {}
        self.is_up = True
        for name, table in self._tables.items():
            uplink = table.service.uplink
            uplink.link = Link("nowhere", 1, "club", name, name, "")
            uplink.others = {other: f"Table {other}" for other in self._tables if other != name}
            uplink.tell_far = lambda told, name=name: self._take(name, told)  # type: ignore[method-assign, misc]

    def _take(self, name: str, told: Mapping[str, Any] | None) -> None:
        said = {} if told is None else json.loads(json.dumps(told))
        if said:
            check(FAR, said, "far")
        if said != self._said.get(name, {}):
            self._said[name] = said
            self.bring()

    def bring(self) -> None:
        """Everything again, as a broker does when a line is back."""
        if not self.is_up:
            return
        for name, said in list(self._said.items()):
            for other, table in self._tables.items():
                if other != name:
                    table.service.uplink.far.pop(name, None)
                    table.service.uplink.far |= {name: said} if said else {}
                    asyncio.get_running_loop().call_soon(table.daemon.look)


class Pair:
    """Two tables that play with each other; the first has White."""

    def __init__(self, one: Bench, two: Bench, wire: Wire | None) -> None:
        self.one, self.two = one, two
        self._wire = wire

    @property
    def wire(self) -> Wire:
        """What is between them, where it is none of a real broker's."""
        assert self._wire is not None
        return self._wire

    async def begin(self) -> None:
        await act(self.one, "far-invite", table="t02", player="Ada")
        await self.two.until(lambda seen: [one for one in seen["club"]["others"] if one["invites"]])
        await act(self.two, "far-accept", table="t01", player="Ben")
        for table in (self.one, self.two):
            await table.until(lambda seen: seen["club"]["far"]["has_begun"])
            await table.until(lambda seen: seen["match"]["white"] == "Ada")

    async def play(self, table: Bench, move: str) -> None:
        """Hands at one table; then at the other they carry it out by its lights."""
        other = self.two if table is self.one else self.one
        count = len(table.moves)
        await table.until(lambda seen: seen["club"]["far"]["state"] == "play")
        table.touch(*touches(parse_move(move)))
        await table.until(lambda seen: len(seen["moves"]) > count)
        await self.follow(other)

    async def follow(self, table: Bench) -> None:
        """What is lit is carried out."""
        seen = await table.until(lambda seen: seen["expected"] is not None)
        assert "hint" in seen["lights"].values() or "reentry" in seen["lights"].values()
        count = len(seen["moves"])
        table.touch(*touches(parse_move(seen["expected"]["move"])))
        await table.until(lambda seen: len(seen["moves"]) > count)


@asynccontextmanager
async def pair(folder: Path) -> AsyncIterator[Pair]:
    for name in ("one", "two"):
        (folder / name).mkdir(exist_ok=True)
    async with bench(folder / "one") as one, bench(folder / "two") as two:
        for table in (one, two):
            table.daemon.own_hands.is_by_hand = True
            table.daemon.keeper.book.outbox.join("club", "t01" if table is one else "t02")
        made = Pair(one, two, Wire(one, two))
        await made.begin()
        yield made


def far_story(tell: Callable[[Pair], Awaitable[None]]) -> Callable[[Path], None]:
    """A test of two tables that have begun to play."""

    async def run(folder: Path) -> None:
        async with pair(folder) as both:
            await tell(both)

    def test(tmp_path: Path) -> None:
        asyncio.run(run(tmp_path))

    return test


async def act(at: Bench, name: str, **values: Any) -> None:
    await at.service.api.actions[name].run(values)


@far_story
async def test_a_turn_made_here_is_lit_there_and_hands_carry_it_out(both: Pair) -> None:
    await both.play(both.one, "b1-d2")
    await both.play(both.two, "d5-b4")
    assert both.one.moves == both.two.moves == ["b1-d2", "d5-b4"]
    names = [both.one.seen["match"]["white"], both.two.seen["match"]["black"]]
    assert names == ["Ada", "Ben"]


@far_story
async def test_nobody_moves_for_the_player_at_the_other_table(both: Pair) -> None:
    await both.play(both.one, "b1-d2")
    both.one.touch(*touches(parse_move("d5-b4")))
    await both.one.until(lambda seen: seen["astray"] is not None)
    assert both.one.moves == both.two.moves == ["b1-d2"]
    with pytest.raises(NothingToDo, match="another table"):
        await act(both.one, "resign", side="b")


@far_story
async def test_what_was_played_while_the_line_was_away_arrives_when_it_is_back(both: Pair) -> None:
    both.wire.is_up = False
    both.one.touch(*touches(parse_move("b1-d2")))
    await both.one.until(lambda seen: len(seen["moves"]) == 1)
    assert both.two.seen["expected"] is None
    both.wire.is_up = True
    both.wire.bring()
    await both.follow(both.two)
    await both.play(both.two, "d5-b4")
    assert both.one.moves == both.two.moves


async def take_back_last(table: Bench, *holes: str) -> None:
    """Hands put an archer back where it came from."""
    count = len(table.moves)
    table.touch(*touches(parse_move("-".join(holes))))
    await table.until(lambda seen: len(seen["moves"]) < count)


@far_story
async def test_a_take_back_needs_the_other_tables_consent(both: Pair) -> None:
    await both.play(both.one, "b1-d2")
    await take_back_last(both.one, "d2", "b1")
    await both.one.until(lambda seen: seen["club"]["far"]["state"] == "pending")
    await both.two.until(lambda seen: seen["club"]["far"]["state"] == "asked")
    assert both.two.moves == ["b1-d2"]
    await act(both.two, "far-answer", agree=True)
    await both.two.until(lambda seen: seen["astray"] is not None)  # the lights lead it back
    both.two.touch(*touches(parse_move("d2-b1")))
    await both.two.until(lambda seen: seen["astray"] is None)
    await both.play(both.one, "c1-d3")
    assert both.one.moves == both.two.moves == ["c1-d3"]


@far_story
async def test_a_take_back_that_is_refused_is_made_good_by_the_lights(both: Pair) -> None:
    await both.play(both.one, "b1-d2")
    await take_back_last(both.one, "d2", "b1")
    await both.two.until(lambda seen: seen["club"]["far"]["state"] == "asked")
    await act(both.two, "far-answer", agree=False)
    await both.follow(both.one)
    await both.play(both.two, "d5-b4")
    assert both.one.moves == both.two.moves == ["b1-d2", "d5-b4"]


@far_story
async def test_a_wish_can_be_withdrawn(both: Pair) -> None:
    await both.play(both.one, "b1-d2")
    await take_back_last(both.one, "d2", "b1")
    await both.one.until(lambda seen: seen["club"]["far"]["state"] == "pending")
    await act(both.one, "far-answer", agree=False)
    await both.follow(both.one)
    assert both.one.moves == both.two.moves == ["b1-d2"]


@far_story
async def test_a_draw_needs_both_and_giving_up_ends_both_games(both: Pair) -> None:
    await both.play(both.one, "b1-d2")
    await act(both.one, "draw")
    await both.two.until(lambda seen: seen["club"]["far"]["state"] == "draw")
    assert both.one.seen["outcome"] is None
    await act(both.two, "far-answer", agree=True)
    for table in (both.one, both.two):
        seen = await table.until(lambda seen: seen["outcome"])
        assert seen["outcome"]["reason"] == "agreed"
    await act(both.one, "next")
    await both.two.until(lambda seen: seen["match"]["game"] == 2)
    await act(both.two, "resign", side="w")  # sides are switched
    seen = await both.one.until(lambda seen: seen["outcome"])
    assert (seen["outcome"]["reason"], seen["outcome"]["winner"]) == ("resigned", "b")


@far_story
async def test_the_hub_is_told_by_one_of_the_two_tables(both: Pair) -> None:
    await act(both.one, "resign", side="w")
    for table in (both.one, both.two):
        await table.until(lambda seen: seen["outcome"])
    match = both.one.daemon.keeper.page.entry.match_uid
    assert both.two.daemon.keeper.page.entry.match_uid == f"{COPY}{match}"
    told = [
        sum(match in letter.payload for letter in table.daemon.keeper.book.outbox.after(0, 99))
        for table in (both.one, both.two)
    ]
    assert told[0] > 0
    assert told[1] == 0


@far_story
async def test_a_table_that_was_switched_off_goes_on_with_the_game(both: Pair) -> None:
    await both.play(both.one, "b1-d2")
    again = FarGame(both.two.daemon, both.two.service.uplink, {})
    assert again.partner == both.two.service.far.partner
    assert again.is_on
    await act(both.two, "far-leave")
    assert FarGame(both.two.daemon, both.two.service.uplink, {}).partner is None
    await both.one.until(lambda seen: seen["club"]["far"]["has_left"])


async def wait_for_line(both: Pair, *, is_up: bool) -> None:
    for table in (both.one, both.two):
        await table.until(lambda seen: seen["club"]["is_online"] is is_up)


def test_a_broker_that_forgets_everything_parts_nobody(tmp_path: Path) -> None:
    """Through a real Mosquitto, which loses its database in the middle of the game."""
    club = Hall(tmp_path / "hall")

    async def play() -> None:
        async with bench(tmp_path / "one") as one, bench(tmp_path / "two") as two:
            tasks = []
            for name, table in (("t01", one), ("t02", two)):
                table.service.uplink.use(club.link(name))
                tasks.append(asyncio.create_task(table.service.uplink.run()))
            both = Pair(one, two, None)
            await wait_for_line(both, is_up=True)
            await one.until(lambda seen: seen["club"]["others"])
            await both.begin()
            await both.play(one, "b1-d2")
            club.kill("broker")
            await wait_for_line(both, is_up=False)
            two.touch(*touches(parse_move("d5-b4")))
            await two.until(lambda seen: len(seen["moves"]) == 2)
            for file in (tmp_path / "hall" / "broker").glob("mosquitto.db*"):
                file.unlink()
            club.start_broker()
            await both.follow(one)
            await both.play(one, "c1-d3")
            assert one.moves == two.moves == ["b1-d2", "d5-b4", "c1-d3"]
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)

    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    try:
        club.start_broker()
        asyncio.run(play())
    finally:
        club.close()


# ── what follows from what both say, without a board ──────────────────────────────────────────────


class Paper:
    """A table of paper: it does what `decide` says, with hands that do as they like."""

    def __init__(self, parity: int) -> None:
        self.view, self._parity, self._asks = FarView(), parity, 0

    def owns(self, ply: int) -> bool:
        return ply % 2 == self._parity

    def act(self, theirs: FarView, random: Random) -> None:
        """One thing that follows, or that somebody here fancies."""
        deed, moves = decide(self.view, theirs, self.owns), self.view.moves
        if deed.what == "expect":
            self.view = self.view._replace(moves=(*moves, deed.move))
        elif deed.what == "back":
            self.view = self.view._replace(moves=moves[: len(moves) - deed.plies])
        elif deed.what == "asked" and theirs.ask is not None:
            if random.random() < 0.5:
                self.view = self.view._replace(moves=moves[: theirs.ask.to])
            else:
                self.view = self.view._replace(refuses=theirs.ask.id)
        elif deed.what == "play":
            self._fancy(theirs, random)
        self._settle(theirs)

    def _fancy(self, theirs: FarView, random: Random) -> None:
        moves = self.view.moves
        if moves and random.random() < 0.2:
            to = random.randrange(len(moves))
            self.view = self.view._replace(moves=moves[:to])
            if len(theirs.moves) > to:
                self._asks = max(self._asks, theirs.refuses) + 1
                self.view = self.view._replace(ask=Ask(self._asks, to))
        elif self.owns(len(moves)):
            self.view = self.view._replace(moves=(*moves, f"{len(moves)}:{random.random()}"))

    def _settle(self, theirs: FarView) -> None:
        ask = self.view.ask
        if ask is None:
            return
        shared = sum(a == b for a, b in zip(self.view.moves, theirs.moves, strict=False))
        is_back = len(self.view.moves) <= shared
        if len(theirs.moves) <= ask.to or (theirs.refuses == ask.id and is_back):
            self.view = self.view._replace(ask=None)


@pytest.mark.parametrize("seed", range(200))
def test_two_tables_never_part_however_late_the_news(seed: int) -> None:
    random, tables = Random(seed), (Paper(0), Paper(1))
    heard = [FarView(), FarView()]  # what each knows of the other, which may be old
    for _ in range(120):
        here = random.randrange(2)
        if random.random() < 0.6:
            heard[here] = tables[1 - here].view
        tables[here].act(heard[here], random)
    calm = Random(seed)
    for _ in range(600):  # lines are good again; nobody fancies anything new
        for here in (0, 1):
            deed = decide(tables[here].view, tables[1 - here].view, tables[here].owns)
            if deed.what != "play":
                tables[here].act(tables[1 - here].view, calm)
    one, two = (table.view.moves for table in tables)
    assert one == two
