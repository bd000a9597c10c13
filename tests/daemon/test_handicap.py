"""Uneven players at a running table: the lights lead to the start, then the game begins."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from boardpi.club import BadEntry
from boardpi.coach.handicaps import STARTS
from boardpi.daemon.activities.handicap import Handicaps
from boardpi.errors import BadRequest
from boardpi.rules import START, Position, mask_of, parse_position
from boardpi.table.facts import NewGame
from boardpi.table.trace import replay
from tests.daemon.coaching import Bench, Json, bench
from tests.daemon.stories import story
from tests.daemon.test_menu import choose, open_menu

NOBODY = {"white": None, "black": None}


def start_of(seen: Json) -> Position:
    return parse_position(seen["start"])


def is_setting_up(seen: Json) -> bool:
    return bool(seen["guest"] and seen["guest"]["kind"] == "handicap")


async def set_up(at: Bench) -> None:
    """Do what the lights say, one archer after the other, as somebody would who sees them alone."""
    while is_setting_up(at.seen):
        arrange = at.seen["guest"]["arrange"]
        if arrange is not None:
            role = "extra" if arrange["extra"] else "missing"
            assert at.seen["lights"][arrange[role][0]] == role
            at.touch(arrange[role][0])
        await at.until(partial(differs, arrange))


def differs(before: Json | None, seen: Json) -> bool:
    """The archer was seen, or the game has begun."""
    return not is_setting_up(seen) or seen["guest"]["arrange"] != before


async def lose(at: Bench, side: str) -> None:
    await at.act("resign", side=side)


@pytest.mark.parametrize("points", STARTS)
def test_a_game_begins_when_its_archers_stand(tmp_path: Path, points: int) -> None:
    async def sit() -> None:
        async with bench(tmp_path) as at:
            before = at.seen["match"]["game_id"]
            await at.act("match", white="Ayşe", black="Émile", handicap=points)
            assert is_setting_up(at.seen)
            assert at.seen["match"]["game_id"] == before, "nothing has begun yet"
            await set_up(at)
            seen = at.seen
            assert start_of(seen) == STARTS[points]
            assert seen["match"]["handicap"] == points
            assert (seen["match"]["white"], seen["match"]["game"]) == ("Ayşe", 1)
            assert seen["astray"] is None
            assert seen["side"] == STARTS[points].side.letter
            await at.play(str(seen["legal"][0]))
            await lose(at, "b")

    story(sit())


def test_the_help_stays_with_the_player_and_every_record_replays(tmp_path: Path) -> None:
    async def sit() -> None:
        async with bench(tmp_path) as at:
            await at.act("match", white="Ayşe", black="Émile", handicap=2)
            await set_up(at)
            await at.play("d5-b4")
            await lose(at, "b")
            await at.act("next")
            await set_up(at)
            match = at.seen["match"]
            assert (match["white"], match["game"], match["handicap"]) == ("Émile", 2, -2)
            await at.play("b1-d2")
            await lose(at, "w")
            entries = at.daemon.keeper.page.score.games
            games = [at.daemon.keeper.book.archive.game(entry.id) for entry in entries]
            assert [game.start for game in games] == [STARTS[2], STARTS[-2]]
            await at.act("abandon")
            await set_up(at)
            assert at.seen["match"]["handicap"] == 2, "and so on in the next match"
            await at.act("match", **NOBODY)
            assert start_of(at.seen) == START
            assert at.seen["match"]["handicap"] is None

    story(sit())


def test_hands_that_set_up_the_usual_start_are_led_on(tmp_path: Path) -> None:
    async def sit() -> None:
        async with bench(tmp_path) as at:
            await at.act("match", white="Ayşe", black="Émile", handicap=1)
            await set_up(at)
            await at.play("b1-d2")
            await lose(at, "b")
            at.board.sense(START.occupied)
            await at.until(is_setting_up)
            await set_up(at)
            match = at.seen["match"]
            assert (match["white"], match["game"], match["handicap"]) == ("Émile", 2, -1)
            await at.play("b1-d2")
            games = at.daemon.keeper.page.score.games
            assert [game.number for game in games] == [1, 2], "none is left over"

    story(sit())


def test_who_leaves_the_set_up_is_where_they_were(tmp_path: Path) -> None:
    async def sit() -> None:
        async with bench(tmp_path) as at:
            await at.play("b1-d2")
            game = at.seen["match"]["game_id"]
            await at.act("match", handicap=0)
            assert is_setting_up(at.seen)
            await at.act("leave")
            assert at.seen["guest"] is None
            assert (at.seen["match"]["game_id"], at.moves) == (game, ["b1-d2"])
            await at.play("d5-b4")
            await at.act("match", handicap=0)
            await at.act("match", handicap=-1)  # they think again
            at.board.sense(STARTS[-1].occupied)
            await at.until(lambda seen: seen["match"]["handicap"] == -1)
            assert at.seen["astray"] is None

    story(sit())


def test_a_trace_of_such_a_game_replays(tmp_path: Path) -> None:
    """It begins with the start as it stands, though other archers stood there before."""

    async def sit() -> None:
        async with bench(tmp_path) as at:
            await at.act("match", handicap=2)
            await set_up(at)
            await at.play("d5-b4 b1-d2")
            game, tracer = at.seen["match"]["game_id"], at.daemon.tracer
            await tracer.flush()
            text = at.daemon.keeper.book.traces.read(game) + tracer.end_line(game)
            told = list(replay(text.splitlines()))
            assert [one["move"] for one in told if one["event"] == "move"] == ["d5-b4", "b1-d2"]
            assert {one["event"] for one in told} == {"move"}

    story(sit())


def test_a_power_cut_in_the_set_up_of_the_second_game(tmp_path: Path) -> None:
    async def first() -> None:
        async with bench(tmp_path) as at:
            await at.act("match", white="Ayşe", black="Émile", handicap=1)
            await set_up(at)
            await at.play("b1-d2")
            await lose(at, "b")
            at.board.sense(START.occupied)
            await at.until(is_setting_up)

    async def second() -> None:
        async with bench(tmp_path) as at:
            await at.until(is_setting_up)
            archive = at.daemon.keeper.book.archive
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(type(archive), "game", refuse)
                Handicaps(at.daemon)  # a book that cannot be read stops no table
            await set_up(at)
            assert (at.seen["match"]["game"], at.seen["match"]["handicap"]) == (2, -1)

    story(first())
    story(second())


def refuse(*_: object) -> None:
    raise BadEntry("it cannot be read")


def test_the_menu_offers_it(tmp_path: Path) -> None:
    """Rules, handicap, White ahead by two; the archer that chose is set up with the others."""

    async def sit() -> None:
        async with bench(tmp_path) as at:
            await open_menu(at)
            at.touch("c1")
            await choose(at, 4, 4, 4)
            await at.until(is_setting_up)
            assert "White ahead by 2" in at.seen["guest"]["say"]["en"]
            await set_up(at)
            assert at.seen["match"]["handicap"] == 2

    story(sit())


def test_a_software_board_goes_there_by_itself(tmp_path: Path) -> None:
    async def sit() -> None:
        async with bench(tmp_path) as at:
            at.daemon.own_hands.is_by_hand = False
            await at.act("match", handicap=-2)
            await at.until(lambda seen: seen["mask"] == STARTS[-2].occupied)
            assert at.seen["match"]["handicap"] == -2
            await lose(at, "w")
            await at.act("next")
            await at.until(lambda seen: seen["mask"] == STARTS[2].occupied)
            assert at.seen["match"]["handicap"] == 2

    story(sit())


def test_where_nothing_is_proven_there_is_none(tmp_path: Path) -> None:
    async def sit() -> None:
        async with bench(tmp_path, "jarmo-oca") as at:
            with pytest.raises(BadRequest, match="jarmo-oca"):
                await at.act("match", handicap=1)
            assert not any(isinstance(fact, NewGame) for fact in at.facts)

    story(sit())


def test_masks_of_starts_differ() -> None:
    masks = {mask_of([]), START.occupied, *(start.occupied for start in STARTS.values())}
    assert len(masks) == 2 + len(STARTS)
