"""The menu at a running table: it opens, does what the page could do, and gives the board back."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from types import MethodType

from boardpi.boards.board import Frame
from boardpi.daemon.activities.menu import MenuActions
from boardpi.menu.choices import Deed
from boardpi.table.events import MENU_HOLD_MS
from boardpi.table.facts import MenuChosen
from tests.daemon.coaching import Bench, Json, bench
from tests.daemon.stories import story


def guest(seen: Json) -> str | None:
    return None if seen["guest"] is None else seen["guest"]["kind"]


def blinks(seen: Json) -> dict[str, int]:
    """What the lights tell: how often each hole blinks."""
    return {hole: int(role[-1]) for hole, role in seen["lights"].items()}


async def open_menu(at: Bench) -> None:
    at.board.press(MENU_HOLD_MS)
    await at.until(lambda seen: guest(seen) == "menu")


async def choose(at: Bench, *counts: int) -> None:
    """Set the archer in hand on the light that blinks so often, lift it, and so on."""
    for count in counts:
        while count not in blinks(at.seen).values():
            before = at.seen["lights"]
            at.board.press(100)
            await at.until(partial(differs, "lights", before))
        [hole] = [hole for hole, told in blinks(at.seen).items() if told == count]
        told = at.seen["guest"]["told"]
        at.touch(hole)
        await at.until(lambda seen: seen["guest"]["touched"] is not None)
        at.touch(hole)
        await at.until(partial(is_beyond, told + 1))


def differs(key: str, before: object, seen: Json) -> bool:
    return bool(seen[key] != before)


def is_beyond(told: int, seen: Json) -> bool:
    """The choice is made: the menu is gone, or says something else."""
    return guest(seen) != "menu" or seen["guest"]["told"] > told


def test_the_menu_leads_to_other_rules(tmp_path: Path) -> None:
    async def sit() -> None:
        async with bench(tmp_path) as at:
            await open_menu(at)
            at.touch("c1")
            await choose(at, 4, 2, 3)
            await at.until(lambda seen: seen["rules"]["name"] == "jarmo-oca")
            assert at.seen["guest"] is None
            at.touch("c1")
            await at.play("b1-d2")
            assert at.moves == ["b1-d2"]

    story(sit())


def test_leaving_a_game_is_asked_once_more(tmp_path: Path) -> None:
    async def sit() -> None:
        async with bench(tmp_path) as at:
            await at.play("b1-d2 d5-b4")
            game = at.seen["match"]["game_id"]
            await open_menu(at)
            at.touch("a1")
            await choose(at, 1)
            assert at.seen["match"]["game_id"] == game
            await choose(at, 1)
            await at.until(lambda seen: seen["moves"] == [])

    story(sit())


def test_nothing_is_lost_by_holding(tmp_path: Path) -> None:
    async def sit() -> None:
        async with bench(tmp_path) as at:
            await at.play("b1-d2 d5-b4")
            await open_menu(at)
            at.board.press(MENU_HOLD_MS)
            await at.until(lambda seen: seen["guest"] is None)
            assert at.moves == ["b1-d2", "d5-b4"]
            await at.play("c1-d3")
            assert at.moves == ["b1-d2", "d5-b4", "c1-d3"]

    story(sit())


def test_a_draw_is_agreed_and_a_player_resigns(tmp_path: Path) -> None:
    async def sit() -> None:
        async with bench(tmp_path) as at:
            await at.play("b1-d2")
            await open_menu(at)
            at.touch("a1")
            await choose(at, 5, 1)
            await at.until(lambda seen: seen["outcome"] and seen["outcome"]["reason"] == "agreed")
            at.touch("a1")
            await at.act("next")
            at.board.sense(0b11111 | 0b11111 << 20)
            await at.play("b1-d2")
            await open_menu(at)
            at.touch("a1")
            await choose(at, 6, 2)
            await at.until(lambda seen: seen["outcome"] and seen["outcome"]["winner"] == "w")

    story(sit())


def test_the_coach_sits_down_at_a_level(tmp_path: Path) -> None:
    async def sit() -> None:
        async with bench(tmp_path) as at:
            await open_menu(at)
            at.touch("a1")
            await choose(at, 2, 2, 2)
            await at.until(lambda seen: seen["coach"] is not None)
            assert (at.seen["coach"]["side"], at.seen["coach"]["level"]) == ("b", "2")

    story(sit())


def test_a_lesson_begins_and_the_menu_over_it_gives_it_back(tmp_path: Path) -> None:
    async def sit() -> None:
        async with bench(tmp_path) as at:
            await open_menu(at)
            at.touch("a1")
            await choose(at, 3, 1)
            seen = await at.until(lambda seen: guest(seen) == "lesson")
            first = seen["guest"]["id"]
            await open_menu(at)
            at.touch("a1")
            at.touch("a1")
            at.board.press(MENU_HOLD_MS)
            await at.until(lambda seen: guest(seen) == "lesson")
            assert at.seen["guest"]["id"] == first
            await open_menu(at)
            await choose(at, 1)  # with an archer of the tray: back to the game
            await at.until(lambda seen: seen["guest"] is None)

    story(sit())


def test_what_the_page_wants_closes_the_menu(tmp_path: Path) -> None:
    async def sit() -> None:
        async with bench(tmp_path) as at:
            await at.play("b1-d2")
            await open_menu(at)
            await at.act("take-back")
            assert (at.seen["guest"], at.moves) == (None, [])
            await open_menu(at)
            await at.act("class")
            assert guest(at.seen) == "class"

    story(sit())


def test_the_page_opens_and_closes_it(tmp_path: Path) -> None:
    async def sit() -> None:
        async with bench(tmp_path) as at:
            assert guest(await at.act("menu", is_open=True)) == "menu"
            assert guest(await at.act("menu", is_open=False)) is None

    story(sit())


def test_it_opens_by_itself_when_nobody_begins_and_a_move_is_a_move(tmp_path: Path) -> None:
    async def sit() -> None:
        async with bench(tmp_path, menu_ms=300) as at:
            await at.until(lambda seen: guest(seen) == "menu")
            at.touch("b1")
            at.touch("d2")
            await at.until(lambda seen: [move["move"] for move in seen["moves"]] == ["b1-d2"])
            assert at.seen["guest"] is None

    story(sit())


def test_while_the_button_is_held_the_rows_rise(tmp_path: Path) -> None:
    async def sit() -> None:
        async with bench(tmp_path) as at:
            await at.play("b1-d2")
            before = at.seen["lights"]
            at.board.hold(True)
            seen = await at.until(lambda seen: set(seen["lights"].values()) == {"held"})
            assert len(seen["lights"]) == 5
            await at.until(lambda seen: len(seen["lights"]) == 10)
            frame: Frame = at.board.frame
            assert all(frame[3 * hole] for hole in range(10))
            assert not any(frame[30:])
            await at.until(lambda seen: len(seen["lights"]) == 25)
            at.board.hold(False)
            await at.until(lambda seen: guest(seen) == "menu")
            at.board.press(MENU_HOLD_MS)
            seen = await at.until(lambda seen: seen["guest"] is None)
            assert before.items() <= seen["lights"].items()

    story(sit())


def test_the_board_is_read_and_the_menu_stays_open(tmp_path: Path) -> None:
    async def sit() -> None:
        async with bench(tmp_path) as at:
            await at.play("b1-d2")
            await open_menu(at)
            at.touch("a1")
            await choose(at, 7)
            [hole] = [hole for hole, count in blinks(at.seen).items() if count == 1]
            at.touch(hole)
            await at.until(lambda seen: seen["guest"]["touched"] is not None)
            at.touch(hole)
            await at.until(lambda _: any(isinstance(fact, MenuChosen) for fact in at.facts))
            [chosen] = [fact for fact in at.facts if isinstance(fact, MenuChosen)]
            assert chosen.details()["words"]["it"] == (
                "il Bianco in a1, c1, d1, e1, d2. il Nero in a5, b5, c5, d5, e5."
            )
            assert guest(at.seen) == "menu"

    story(sit())


def test_the_help_of_the_lights_is_chosen(tmp_path: Path) -> None:
    async def sit() -> None:
        async with bench(tmp_path) as at:
            await open_menu(at)
            at.touch("a1")
            await choose(at, 8, 3)
            await at.until(lambda seen: seen["help"] == "full")

    story(sit())


def test_players_and_looks_are_chosen_at_the_board(tmp_path: Path) -> None:
    async def sit() -> None:
        async with bench(tmp_path) as at:
            for name in ("South", "North"):
                at.daemon.keeper.book.players.add(name)
            await open_menu(at)
            at.touch("c1")
            await choose(at, 9, 1, 1)
            await at.until(lambda seen: seen["match"]["white"] == "North")
            await open_menu(at)
            await choose(at, 9, 2, 2)
            await at.until(lambda seen: seen["match"]["black"] == "South")
            assert at.seen["match"]["white"] == "North"
            await open_menu(at)
            await choose(at, 9, 2, 1)
            await at.until(lambda seen: seen["match"]["black"] == "North")
            assert at.seen["match"]["white"] is None, "nobody sits on both sides"
            await open_menu(at)
            await choose(at, 8, 6)
            await at.until(lambda seen: seen["theme"] == "night")

    story(sit())


def test_what_cannot_be_done_is_said(tmp_path: Path) -> None:
    """The page was faster: the game is over when a draw is chosen at the board."""

    async def sit() -> None:
        async with bench(tmp_path) as at:
            await at.play("b1-d2")
            await at.act("resign", side="w")
            opens = at.daemon.open_menu
            assert isinstance(opens, MethodType)
            menu = opens.__self__
            assert isinstance(menu, MenuActions)
            menu._start(Deed("draw"), {})
            await at.until(lambda _: any(isinstance(fact, MenuChosen) for fact in at.facts))
            [chosen] = [fact for fact in at.facts if isinstance(fact, MenuChosen)]
            assert chosen.details()["what"] == "refused"
            assert chosen.details()["words"]["de"] == "Das geht jetzt nicht."

    story(sit())
