"""A board of software sets itself up and moves the coach's archers; by hand, people do."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from boardpi.rules import Hole
from tests.daemon.coaching import Bench, bench
from tests.daemon.stories import story

CAPTURE = "b1-d2 d5-b4 c1-d3 e5xd3"


@asynccontextmanager
async def by_itself(folder: Path) -> AsyncIterator[Bench]:
    async with bench(folder) as at:
        await at.act("by-hand", by_hand=False)
        yield at


def is_right(at: Bench) -> bool:
    """Every archer stands where the game on the board has one of its colour."""
    activity = at.daemon.activity
    table = at.daemon.table if activity is None else activity.table
    assert table is not None
    owners = {str(hole): table.standing.position.owner(hole) for hole in map(Hole, range(25))}
    wanted = {hole: side.letter for hole, side in owners.items() if side is not None}
    places = at.seen["board"]["archers"]
    found = {place: name[0] for name, place in places.items() if place in owners}
    return found == wanted and at.seen["astray"] is None


def test_what_the_page_changes_stands_at_once(tmp_path: Path) -> None:
    """A take-back of a capture, a new match with an archer in the air, a lesson and its end."""

    async def play() -> None:
        async with by_itself(tmp_path) as at:
            await at.play(CAPTURE)
            await at.act("take-back")
            await at.until(lambda seen: is_right(at))
            at.board.bring({str(at.board.archers.on("d1")): "air"})
            await at.until(lambda seen: "air:d1" in seen["board"]["archers"].values())
            await at.act("match")
            await at.until(lambda seen: is_right(at))
            await at.act("lesson", id="jasir-corner")
            assert at.seen["guest"]["arrange"] is None
            await at.until(lambda seen: is_right(at))
            await at.act("lesson-end")
            await at.until(lambda seen: is_right(at))
            assert at.moves == []

    story(play())


def test_the_coach_of_a_lesson_moves_its_own_archers_too(tmp_path: Path) -> None:
    async def play() -> None:
        async with by_itself(tmp_path) as at:
            await at.act("lesson", id="jasir-first")
            await at.play("b1-a3")
            await at.until(lambda seen: len(seen["moves"]) == 2)
            assert at.seen["guest"]["task"]["en"] == "Your turn."
            await at.until(lambda seen: is_right(at))

    story(play())


def test_the_coach_moves_its_own_archers_until_somebody_reaches_in(tmp_path: Path) -> None:
    """Its move is made for it. While an archer is in the air, it waits."""

    async def play() -> None:
        async with by_itself(tmp_path) as at:
            await at.act("match", coach={"side": "b", "level": "1"})
            await at.play("b1-d2")
            await at.until(lambda seen: len(seen["moves"]) == 2)
            assert is_right(at)
            await at.play("e1-c2")
            name = str(at.board.archers.on("a1"))
            at.board.bring({name: "air"})
            await at.until(lambda seen: seen["expected"])
            assert len(at.moves) == 3
            at.board.bring({name: "a1"})
            await at.until(lambda seen: len(seen["moves"]) == 4)

    story(play())


def test_by_hand_the_lights_guide(tmp_path: Path) -> None:
    """Nothing moves without hands, and the choice is kept."""

    async def play() -> None:
        async with bench(tmp_path) as at:
            await at.act("by-hand", by_hand=True)
            await at.play(CAPTURE)
            await at.act("take-back")
            assert at.seen["astray"]["missing"] == ["d3", "e5"]  # the taker's home and the victim's
            said = at.seen["astray"]["untaken"]
            assert said["en"] == (
                "Black: the archer from d3 back to e5. White: the archer back on d3."
            )
            assert sorted(said) == ["de", "en", "fr", "it", "pl"]
            assert at.seen["board"]["by_hand"] is True
            assert at.daemon.keeper.book.settings.get("table.by_hand") == '["yes", "yes"]'

    story(play())
