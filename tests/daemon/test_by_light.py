"""From a cold start, by pixels and the printed card alone: rules, game, draw, lesson, coach."""

from __future__ import annotations

from pathlib import Path

from boardpi.table.events import MENU_HOLD_MS
from tests.daemon.coaching import Bench, bench
from tests.daemon.sighted import CardReader, LightPlayers, read_card, see
from tests.daemon.stories import story


def test_the_card_is_read() -> None:
    counts, below = read_card()
    assert counts["New game"] == 1
    assert counts["Lights"] == 8
    assert "2 Jarmo" in below["Rules"]


def test_an_evening_without_a_screen(tmp_path: Path) -> None:
    async def play() -> None:
        async with bench(tmp_path, menu_ms=300) as at:
            hand = CardReader(at)
            await choose_jarmo(at, hand)
            await play_to_the_end(at, hand)
            await move_and_mend(at, hand)
            await take_back(at)
            await open_menu(at, hand)
            at.touch("a1")
            await hand.choose(*hand.find("Agree a draw", "yes"))
            await at.until(lambda seen: seen["outcome"] is not None)
            await open_menu(at, hand)
            await hand.choose(*hand.find("Lesson"), 1)
            await at.until(lambda seen: seen["guest"] and seen["guest"]["kind"] == "lesson")
            await open_menu(at, hand)
            await hand.choose(*hand.find("Coach"), 2, 2)
            await at.until(lambda seen: seen["coach"] is not None)
            assert (at.seen["coach"]["level"], at.seen["coach"]["side"]) == ("2", "b")

    story(play())


async def open_menu(at: Bench, hand: CardReader) -> None:
    at.board.press(MENU_HOLD_MS)
    await at.until(lambda _: 1 in hand.menu())


async def choose_jarmo(at: Bench, hand: CardReader) -> None:
    """Nobody begins, so the menu comes; then the archer goes back where it is missing."""
    await at.until(lambda _: len(hand.menu()) == 5)
    at.touch("a1")
    await hand.choose(*hand.find("Rules", "Jarmo", "Oca"))
    await at.until(lambda _: see(at, "missing") == ["a1"])
    await hand.changes(lambda: at.touch("a1"))
    assert at.seen["rules"]["name"] == "jarmo-oca"


async def play_to_the_end(at: Bench, hand: CardReader) -> None:
    """A whole game: what shines for the archer in hand is all that is needed. Then set up anew."""
    players = LightPlayers(at, hand)
    turns = await players.play_a_game()
    assert turns > 20
    assert players.taken >= 1
    assert players.returned >= 1
    for hole in [*players.wood]:
        at.touch(hole)
    for column in "abcde":
        at.touch(f"{column}1", f"{column}5")
    await at.until(lambda seen: seen["outcome"] is None and not seen["moves"])


async def move_and_mend(at: Bench, hand: CardReader) -> None:
    """Green shows where an archer may go; a wrong hole is red, and the ways stay lit."""
    await hand.changes(lambda: at.touch("b1"))
    assert "d2" in see(at, "target")
    at.touch("d2")
    await at.until(lambda seen: len(seen["moves"]) == 1)
    await hand.changes(lambda: at.touch("d5"))
    ways = see(at, "target")
    at.touch("c3")
    await at.until(lambda _: see(at, "extra") == ["c3"])
    assert see(at, "missing") == ["d5"]
    assert see(at, "target") == ways, "the reason without words"
    at.touch("c3", ways[0])
    await at.until(lambda seen: len(seen["moves"]) == 2)


async def take_back(at: Bench) -> None:
    at.board.press(100)
    await at.until(lambda _: see(at, "missing") == ["d5"])
    at.touch(*see(at, "extra"), "d5")
    await at.until(lambda _: not see(at, "missing"))
    assert len(at.moves) == 1
