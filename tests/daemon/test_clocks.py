"""The players' clocks at a real table, in time set by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boardpi.club import open_book, read_book
from boardpi.club.transfer.exports import to_jas, to_json
from boardpi.club.transfer.imports import read_games
from boardpi.daemon.activities.menu import read_clock
from boardpi.daemon.assemble import mark_clocks
from boardpi.daemon.bookkeeper import Seats
from boardpi.daemon.game_clock import SLOTS
from boardpi.menu.choices import RULES, Offer, offer
from boardpi.rules import RULE_SETS, START, Game, Hole, Side, rule_set
from boardpi.table.events import AskedBack, Began, BoardFound, BoardLost, Sensed, Woke
from boardpi.timekeeping.control import TimeControl
from tests.daemon.stories import QUIET_MS, Sitting, leave, sit_down, story

WHITE, BLACK = Side.WHITE, Side.BLACK
TEN = TimeControl(600)


async def begin(folder: Path, control: TimeControl | None) -> Sitting:
    """A table with a new match with these clocks."""
    sitting = sit_down(folder)
    await sitting.arrive()
    sitting.daemon.timekeeper.control = control
    game = Game(rule_set("jasir-pergioco"), START, any_first=True)
    await sitting.wish(Began(sitting.ms, game), Seats("Anna", "Bruno"))
    return sitting


def left(sitting: Sitting) -> tuple[int, int]:
    clocks = sitting.daemon.timekeeper.clocks
    assert clocks is not None
    return clocks.left(WHITE, sitting.ms), clocks.left(BLACK, sitting.ms)


def stopped(sitting: Sitting) -> str | None:
    return sitting.daemon.timekeeper.stopped


def test_the_move_presses_the_clock_and_the_quiet_after_it_is_the_others(tmp_path: Path) -> None:
    async def play() -> None:
        sitting = await begin(tmp_path, TEN)
        await sitting.rest(60_000)
        assert left(sitting) == (600_000, 600_000)  # nobody has begun
        await sitting.play("b1-d2")
        quiet = QUIET_MS - 10  # since it settled
        assert left(sitting) == (600_000, 600_000 - quiet)
        await sitting.rest(20_000)
        await sitting.play("d5-b4")
        spent = quiet + 20_000 + 50 + 50 + 10
        assert left(sitting) == (600_000 - quiet, 600_000 - spent)
        picture = sitting.daemon.timekeeper.picture(sitting.daemon.table.game)
        assert picture is not None
        assert picture["used_ms"] == [0, spent]
        assert picture["running"] == "w"
        leave(sitting)

    story(play())


def test_a_table_without_clocks_has_none(tmp_path: Path) -> None:
    async def play() -> None:
        sitting = await begin(tmp_path, None)
        await sitting.play("b1-d2")
        assert sitting.daemon.timekeeper.picture(sitting.daemon.table.game) is None
        leave(sitting)

    story(play())
    with read_book(tmp_path / "book.sqlite") as book:
        assert book.beside.clocks(2) is None
        assert "Clock" not in to_jas(book.archive, book.archive.entry(2))


def test_nobody_pays_while_the_board_is_astray_or_away(tmp_path: Path) -> None:
    async def play() -> None:
        sitting = await begin(tmp_path, TEN)
        await sitting.play("b1-d2")
        before = left(sitting)
        await sitting.touch(Hole("a5"), Hole("a4"))  # no line leads there
        await sitting.rest(30_000)
        assert stopped(sitting) == "astray"
        await sitting.touch(Hole("a4"), Hole("a5"))
        await sitting.rest(0)
        assert left(sitting)[WHITE] == before[WHITE]
        astray = left(sitting)[BLACK]
        assert before[BLACK] - 250 < astray < before[BLACK]  # hands alone
        await sitting.rest(10)
        assert stopped(sitting) is None
        await sitting.happen(BoardLost, "a pulled cable")
        at_loss = left(sitting)
        await sitting.rest(30_000)
        assert stopped(sitting) == "away"
        await sitting.happen(BoardFound, "a board for tests")
        await sitting.happen(Sensed, sitting.mask)
        assert left(sitting) == at_loss
        assert stopped(sitting) is None
        leave(sitting)

    story(play())


def test_a_take_back_changes_no_clock_and_waits_for_the_archers(tmp_path: Path) -> None:
    async def play() -> None:
        sitting = await begin(tmp_path, TimeControl(600, increment_s=10))
        await sitting.play("b1-d2")
        await sitting.rest(5_000)
        before = left(sitting)
        assert before[WHITE] == 610_000
        await sitting.wish(AskedBack(sitting.ms))
        assert left(sitting) == before
        await sitting.rest(20_000)
        assert left(sitting) == before
        await sitting.touch(Hole("d2"), Hole("b1"))
        await sitting.play("b1-d2")
        assert left(sitting)[WHITE] == 610_000  # the increment of this turn was earned before
        leave(sitting)

    story(play())


@pytest.mark.parametrize(
    ("flag", "outcome"),
    [("told", None), ("loses", ("resigned", WHITE, (5, 0))), ("ends", ("agreed", None, (0, 0)))],
)
def test_a_fallen_flag_means_what_was_chosen(
    tmp_path: Path, flag: str, outcome: tuple[object, ...] | None
) -> None:
    async def play() -> None:
        sitting = await begin(tmp_path, TimeControl(100, flag=flag))
        await sitting.play("b1-d2")
        await sitting.rest(89_000)
        assert "time_low" not in sitting.witness.events
        await sitting.rest(2_000)
        assert sitting.witness.events[-1] == "time_low"
        await sitting.rest(9_000)
        told = ["time_low", "flag"] + ([] if outcome is None else ["over"])
        assert sitting.witness.events[-len(told) :] == told
        await sitting.rest(9_000)
        assert sitting.witness.events.count("flag") == 1
        found = sitting.daemon.table.game.outcome
        assert (None if found is None else (found.reason, found.winner, found.points)) == outcome
        picture = sitting.daemon.timekeeper.picture(sitting.daemon.table.game)
        assert picture is not None
        assert picture["flagged"] == [False, True]
        leave(sitting)

    story(play())


def test_a_move_that_settled_in_time_saves_its_player(tmp_path: Path) -> None:
    async def play() -> None:
        sitting = await begin(tmp_path, TimeControl(100, flag="loses"))
        await sitting.play("b1-d2")
        await sitting.touch(Hole("d5"))
        spare = left(sitting)[BLACK]
        sitting.ms += spare - 60
        await sitting.touch(Hole("b4"))  # 10 ms before the flag
        sitting.ms += 100  # after it, and not yet decided
        await sitting.happen(Woke)
        assert "flag" not in sitting.witness.events
        await sitting.rest()
        assert sitting.moves == ["b1-d2", "d5-b4"]
        assert "flag" not in sitting.witness.events
        assert sitting.daemon.table.game.outcome is None
        leave(sitting)

    story(play())


def test_who_thinks_with_an_archer_in_hand_loses_on_time(tmp_path: Path) -> None:
    async def play() -> None:
        sitting = await begin(tmp_path, TimeControl(100, flag="loses"))
        await sitting.play("b1-d2")
        await sitting.touch(Hole("d5"))
        await sitting.rest(101_000)
        assert sitting.witness.events[-2:] == ["flag", "over"]
        leave(sitting)

    story(play())


def test_a_power_cut_costs_a_second_at_most(tmp_path: Path) -> None:
    async def play() -> None:
        sitting = await begin(tmp_path, TimeControl(600, increment_s=5, flag="loses"))
        await sitting.play("b1-d2")
        keeper, timekeeper = sitting.daemon.keeper, sitting.daemon.timekeeper
        for _ in range(30):  # as once a second
            await sitting.rest(1_000)
            await timekeeper.mark(keeper.page.entry.id, keeper.page.plies, sitting.ms)
        before = left(sitting)
        await sitting.rest(900)
        leave(sitting)
        again = sit_down(tmp_path)
        assert left(again) == before
        assert stopped(again) is None
        again.mask = again.daemon.table.game.position.occupied
        await again.arrive()
        await again.rest(1_000)
        assert left(again) == (before[0], before[1] - 1_000)
        assert again.daemon.timekeeper.control == TimeControl(600, increment_s=5, flag="loses")
        leave(again)

    story(play())


def test_a_mark_that_was_cut_in_the_middle_leaves_the_one_before(tmp_path: Path) -> None:
    async def play() -> None:
        sitting = await begin(tmp_path, TEN)
        await sitting.play("b1-d2")
        keeper, timekeeper = sitting.daemon.keeper, sitting.daemon.timekeeper
        for _ in range(2):
            await sitting.rest(1_000)
            await timekeeper.mark(keeper.page.entry.id, keeper.page.plies, sitting.ms)
        newest = left(sitting)
        leave(sitting)
        marks = tmp_path / "book.sqlite.clock"
        with marks.open("r+b") as file:
            texts = []
            for place in SLOTS:
                file.seek(place)
                texts.append(json.loads(file.read(256))["used"])
            file.seek(SLOTS[texts.index(max(texts))])
            file.write(b"\0" * 40)
        again = sit_down(tmp_path)
        assert left(again) == (newest[0], newest[1] + 1_000)
        leave(again)
        marks.write_bytes(b"\xff" * 100_000)  # nothing that can be read
        whole = sit_down(tmp_path)
        assert left(whole) == (600_000, 600_000)
        leave(whole)

    story(play())


def test_no_mark_is_written_while_no_clock_runs(tmp_path: Path) -> None:
    async def play() -> None:
        sitting = await begin(tmp_path, None)
        await sitting.play("b1-d2")
        sitting.daemon.touched_ms = 0
        await mark_clocks(sitting.daemon)
        leave(sitting)

    story(play())
    assert not (tmp_path / "book.sqlite.clock").exists()


def test_the_menu_offers_clocks_that_can_be_played_with(tmp_path: Path) -> None:
    [rules] = [choice for choice in offer(Offer(is_playing=False)) if choice.blinks == RULES]
    clocks = rules.below[-1]
    deeds = [choice.deed for choice in clocks.below if choice.deed is not None]
    assert [choice.words["en"] for choice in clocks.below][:3] == [
        "without clocks",
        "5 min each",
        "10 min each",
    ]
    controls = [read_clock(deed.value) for deed in deeds]
    assert controls[0] is None
    assert [str(TimeControl(**control)) for control in controls if control] == [
        "300 told",
        "600 told",
        "600+5 told",
        "900+10 told",
    ]


def test_times_go_into_the_record_and_come_back(tmp_path: Path) -> None:
    async def play() -> None:
        sitting = await begin(tmp_path, TimeControl(100, increment_s=5, flag="loses"))
        await sitting.play("b1-d2")
        await sitting.rest(3_000)
        await sitting.play("d5-b4")
        await sitting.rest(200_000)
        leave(sitting)

    story(play())
    with read_book(tmp_path / "book.sqlite") as book:
        entry = book.archive.entry(2)
        record, told = to_jas(book.archive, entry), to_json(book.archive, [entry])
    assert '[Clock "100+5 loses"]\n[Times "0.0 3.4"]\n[Flag "white"]\n' in record
    for number, text in enumerate((record, told)):
        with open_book(tmp_path / f"other{number}.sqlite") as other:
            [incoming] = read_games(text, RULE_SETS)
            [arrived] = other.arrivals.add([incoming])
            back = to_jas(other.archive, other.archive.entry(arrived.game_id))
            assert '[Clock "100+5 loses"]\n[Times "0.0 3.4"]\n[Flag "white"]\n' in back
    strange = record.replace("100+5 loses", "a cuckoo clock")
    assert read_games(strange, RULE_SETS)[0].clocks is None  # another program's word
