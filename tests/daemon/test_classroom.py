"""A class at the board, and the turning points of a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardpi.daemon.activities.votes import MOST_PER_ADDRESS, MOST_VOTERS, Vote
from boardpi.errors import BadRequest, BookRefuses, Lent, NothingToDo, TooMany
from boardpi.rules import parse_position
from tests.daemon.coaching import Bench, Json, bench
from tests.daemon.stories import story

SETUP = "2b1b/5/3w1/5/w3w w w0b0 w0b0 -"


async def follow_lights(at: Bench) -> list[str]:
    """Do what the lights say, one touch at a time; whose archers were set, in order."""
    sides = []
    while (arrange := at.seen["guest"]["arrange"]) is not None:
        lights = at.seen["lights"]
        extra = [hole for hole, role in lights.items() if role == "extra"]
        missing = [hole for hole, role in lights.items() if role == "missing"]
        if not extra:
            sides.append(arrange["side"])
        hole = (extra or missing)[0]
        await touch(at, hole)
    return sides


async def touch(at: Bench, hole: str) -> None:
    before = at.seen["lights"]
    at.touch(hole)
    await at.until(lambda seen: seen["lights"] != before)


def arranged(seen: Json) -> bool:
    return seen["guest"]["arrange"] is None


def test_a_class_begins_with_the_game_and_gives_it_back(tmp_path: Path) -> None:
    async def teach() -> None:
        async with bench(tmp_path) as at:
            await at.play("b1-d2 d5-b4")
            seen = await at.act("class")
            assert seen["guest"]["kind"] == "class"
            assert (seen["guest"]["step"], seen["guest"]["steps"]) == (2, 2)
            await at.play("c1-d3")
            assert at.seen["guest"]["steps"] == 3
            await at.act("leave")
            assert at.seen["guest"] is None
            assert at.moves == ["b1-d2", "d5-b4"]
            await at.until(lambda seen: seen["astray"] is not None)
            at.touch("d3", "c1")
            await at.until(lambda seen: seen["astray"] is None)

    story(teach())


def test_steps_back_and_on_are_guided_by_light(tmp_path: Path) -> None:
    async def teach() -> None:
        async with bench(tmp_path) as at:
            await at.play("b1-d2 d5-b4")
            await at.act("class")
            seen = await at.act("step", to=0)
            assert (seen["guest"]["step"], seen["guest"]["steps"]) == (0, 2)
            assert not arranged(seen)
            assert await follow_lights(at) == ["w", "b"]
            seen = await at.act("step", by=2)
            await follow_lights(at)
            assert at.moves == ["b1-d2", "d5-b4"]
            await at.act("step", to=1)
            at.board.press(1500)  # says the sentence again, and changes nothing
            at.board.press(100)
            await at.until(lambda seen: seen["guest"]["step"] == 2)
            at.board.press(3500)
            await at.until(lambda seen: seen["guest"]["kind"] == "menu")

    story(teach())


def test_any_position_is_set_up_white_first_then_black(tmp_path: Path) -> None:
    async def teach() -> None:
        async with bench(tmp_path) as at:
            await at.act("class", position=SETUP)
            sides = await follow_lights(at)
            assert sides == sorted(sides, reverse=True), "White's archers first"
            assert at.board.mask == parse_position(SETUP).occupied
            assert at.seen["position"] == SETUP
            await at.act("class", position="5/5/2w2/5/b4 b w0b0 w0b0 -", rules="jarmo-oca")
            await follow_lights(at)
            assert at.seen["rules"]["name"] == "jarmo-oca"

    story(teach())


@pytest.mark.parametrize(
    ("line", "complaint"),
    [("nonsense", "position: "), ("wwwwww/5/5/5/b4 w w0b0 w0b0 -", "wwwwww")],
)
def test_a_line_that_is_no_position_is_refused(tmp_path: Path, line: str, complaint: str) -> None:
    async def teach() -> None:
        async with bench(tmp_path) as at:
            with pytest.raises(BadRequest, match=complaint):
                await at.act("class", position=line)
            assert at.seen["guest"] is None

    story(teach())


def test_frozen_hands_do_what_they_like(tmp_path: Path) -> None:
    async def teach() -> None:
        async with bench(tmp_path) as at:
            await at.act("freeze", is_frozen=True)
            at.touch("b1", "d2")
            await at.until(lambda seen: seen["raw"] == at.board.mask)
            await at.act("class")
            await at.act("leave")
            seen = await at.act("freeze", is_frozen=False)
            seen = await at.until(lambda seen: seen["astray"] is not None)
            assert seen["moves"] == []
            at.touch("d2", "b1")
            await at.until(lambda seen: seen["astray"] is None)
            await at.act("class")
            assert (await at.act("freeze", is_frozen=True))["is_frozen"]
            at.touch("b1", "d2")
            await at.until(lambda seen: seen["raw"] == at.board.mask)
            await at.act("freeze", is_frozen=False)
            await at.until(lambda seen: seen["astray"] is not None)

    story(teach())


def test_the_teacher_points(tmp_path: Path) -> None:
    async def teach() -> None:
        async with bench(tmp_path) as at:
            seen = await at.act("point", move="b1-d2", holes=["c3"])
            assert seen["lights"] == {"b1": "hint", "d2": "hint", "c3": "hint"}
            assert (await at.act("point"))["lights"] == {}
            await at.act("class")
            seen = await at.act("point", holes=["c3"])
            assert seen["guest"]["pointed"] == {"c3": "hint"}
            with pytest.raises(BadRequest, match="move: "):
                await at.act("point", move="b1d2")

    story(teach())


def test_a_vote_is_shown_as_light_and_the_winner_is_played_by_hand(tmp_path: Path) -> None:
    async def teach() -> None:
        async with bench(tmp_path) as at:
            with pytest.raises(NothingToDo, match="no class"):
                await at.act("vote", is_open=True)
            with pytest.raises(BookRefuses):
                await at.ask("POST", "/vote", device="a", move="b1-d2")
            await at.act("class")
            with pytest.raises(BookRefuses):
                await at.ask("POST", "/vote", device="a", move="b1-d2")
            await at.act("vote", is_open=True, seconds=60, is_shared=True)
            for voter, move in [("a", "c1-d3"), ("b", "b1-d2"), ("c", "b1-d2"), ("a", "d1-b2")]:
                await at.ask("POST", "/vote", device=voter, move=move)
            seen = at.seen
            assert seen["guest"]["vote"]["counts"] == [
                {"move": "b1-d2", "votes": 2},
                {"move": "d1-b2", "votes": 1},
            ]
            assert seen["lights"] == {"b1": "hint", "d2": "hint", "d1": "chosen", "b2": "chosen"}
            with pytest.raises(BookRefuses, match="not a move here"):
                await at.ask("POST", "/vote", device="d", move="b1-b5")
            seen = await at.act("vote", is_open=False)
            assert seen["guest"]["vote"]["voters"] == 3
            with pytest.raises(BookRefuses, match="over"):
                await at.ask("POST", "/vote", device="d", move="b1-d2")
            await at.play("b1-d2")
            assert at.seen["guest"]["vote"] is None

    story(teach())


def test_votes_end_by_time_and_fill_no_memory() -> None:
    now = [0.0]
    vote = Vote(("b1-d2",), 5, lambda: now[0], is_shared=True)
    for number in range(MOST_PER_ADDRESS):
        vote.cast(f"near {number}", "near", "b1-d2")
    with pytest.raises(TooMany):
        vote.cast("one more", "near", "b1-d2")
    vote.cast("near 0", "near", "b1-d2")
    for number in range(MOST_VOTERS - MOST_PER_ADDRESS):
        vote.cast(f"far {number}", str(number), "b1-d2")
    with pytest.raises(TooMany):
        vote.cast("one more", "farther", "b1-d2")
    assert vote.picture()["left_s"] == 5
    now[0] = 5.0
    assert not vote.is_open
    assert vote.picture()["left_s"] is None


def test_turning_points_are_stepped_through_on_the_board(tmp_path: Path) -> None:
    async def teach() -> None:
        async with bench(tmp_path) as at:
            game = at.seen["match"]["game_id"]
            await at.play("a1-c2 a5-c4")
            with pytest.raises(NothingToDo, match="not been reviewed"):
                await at.act("review", game=game)
            assert at.service.reviews.picture(game)["state"] == "none"
            await at.service.reviews.start(game)
            task = at.service.reviews._reviews[game].task
            assert task is not None
            await task
            found = at.service.reviews.picture(game)
            assert found["state"] == "done"
            assert found["progress"] == [2, 2]
            if not found["points"]:
                with pytest.raises(NothingToDo, match="no turning point"):
                    await at.act("review", game=game)
                return
            seen = await at.act("review", game=game)
            assert seen["guest"]["shown"] == "played"
            await follow_lights(at)
            origin = at.seen["guest"]["point"]["played"][:2]
            assert at.seen["lights"][origin] == "hint"
            with pytest.raises(Lent):
                await at.act("class")
            at.board.press(100)
            seen = await at.until(lambda seen: seen["guest"]["shown"] == "better")
            for _ in range(seen["guest"]["steps"] - 1):
                at.board.press(100)
            await at.until(lambda seen: seen["guest"]["step"] == 0)
            await at.act("step", by=100)
            await at.act("leave")
            with pytest.raises(NothingToDo):
                await at.act("leave")
            with pytest.raises(NothingToDo):
                await at.act("step", by=1)

    story(teach())
