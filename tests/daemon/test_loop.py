"""The loop: decide, write it down, and only then let anybody see it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boardpi.boards.board import DARK, Frame
from boardpi.club import Book, read_book
from boardpi.daemon.bookkeeper import Seats
from boardpi.daemon.page.snapshot import picture
from boardpi.errors import NothingToDo
from boardpi.rules import RULE_SETS, START, Game, Hole, Side
from boardpi.table.events import (
    Answered,
    AskedBack,
    Began,
    BoardLost,
    DrawAgreed,
    GaveUp,
    HelpChosen,
    MarkedDead,
)
from boardpi.table.facts import Fact, Moved
from boardpi.table.trace import name_lights, replay
from tests.daemon.stories import WORKED_GAME, Sitting, leave, sit_down, story


def test_the_worked_game_is_written_move_by_move(tmp_path: Path) -> None:
    async def play() -> None:
        sitting = sit_down(tmp_path)
        await sitting.arrive()
        await sitting.play(WORKED_GAME)
        assert sitting.moves == WORKED_GAME.split()
        assert sitting.witness.events == ["move"] * 8
        leave(sitting)

    story(play())
    with read_book(tmp_path / "book.sqlite") as book:
        assert [ply.move for ply in book.archive.plies(1)] == WORKED_GAME.split()


class SuspiciousWitness:
    """Looks into the book, by a connection of its own, whenever it is told of a move."""

    def __init__(self, book: Book, sitting: Sitting) -> None:
        self.book, self.sitting = book, sitting
        self.seen: list[str] = []

    def tell(self, fact: Fact) -> None:
        if isinstance(fact, Moved):
            self.seen.append(str(fact.move))
            assert [ply.move for ply in self.book.archive.plies(1)] == self.seen

    def look(self) -> None:
        written = len(self.book.archive.plies(1))
        assert written == len(self.sitting.daemon.table.game.moves)


def test_nobody_hears_of_a_move_before_it_is_on_disk(tmp_path: Path) -> None:
    async def play() -> None:
        sitting = sit_down(tmp_path)
        with read_book(tmp_path / "book.sqlite") as book:
            witness = SuspiciousWitness(book, sitting)
            sitting.daemon.audience.append(witness)
            await sitting.arrive()
            await sitting.play(WORKED_GAME)
        assert witness.seen == WORKED_GAME.split()
        leave(sitting)

    story(play())


def test_no_light_goes_out_before_its_move_is_on_disk(tmp_path: Path) -> None:
    async def play() -> None:
        sitting = sit_down(tmp_path)
        with read_book(tmp_path / "book.sqlite") as book:
            shown: list[tuple[int, Frame]] = []

            async def show(frame: Frame) -> None:
                shown.append((len(book.archive.plies(1)), frame))

            sitting.daemon.board.show = show  # type: ignore[method-assign]  # a board that looks
            await sitting.arrive()
            await sitting.play("b1-d2")
        tentative, last = shown[-2:]
        assert tentative[0] == 0
        assert last[0] == 1
        assert DARK not in (tentative[1], last[1])
        leave(sitting)

    story(play())


PASSING = (
    "b1-a3 b5-d4 c1-e2 e5-c4 e2xd4 c4-b4 d1-c3 c5-e4 a1-b3 a5-c4 b3-c5 d5-e3 d4-b5 e4xc3 e1-c2"
    " e3xc2"
)


def test_all_facts_of_one_moment_are_one_transaction(tmp_path: Path) -> None:
    """A pass goes with the move before it: a crash can never leave a player who must pass."""

    async def play() -> None:
        sitting = sit_down(tmp_path)
        commits: list[str] = []
        sitting.daemon.keeper.book.store.connection.set_trace_callback(
            lambda sql: commits.append(sql) if sql == "COMMIT" else None
        )
        await sitting.arrive()
        await sitting.play(PASSING)
        assert "pass" in sitting.moves
        assert len(commits) == len(PASSING.split())
        leave(sitting)

    story(play())


def test_a_restart_resumes_the_same_game(tmp_path: Path) -> None:
    async def play() -> None:
        sitting = sit_down(tmp_path)
        await sitting.arrive()
        await sitting.play("b1-d2 d5-b4")
        leave(sitting)
        again = sit_down(tmp_path)
        await again.arrive()
        assert again.moves == ["b1-d2", "d5-b4"]
        assert again.daemon.keeper.page.entry.id == 1
        await again.play("c1-d3")
        assert again.witness.events == ["move"]
        leave(again)

    story(play())


def test_after_a_restart_another_mask_is_astray(tmp_path: Path) -> None:
    async def play() -> None:
        sitting = sit_down(tmp_path)
        await sitting.arrive()
        await sitting.play("b1-d2")
        leave(sitting)
        again = sit_down(tmp_path)
        again.mask ^= Hole("a1").bit | Hole("e3").bit | Hole("a5").bit
        await again.arrive()
        await again.rest(2000)
        assert again.witness.events == ["astray"]
        await again.show(again.daemon.table.game.position.occupied)
        await again.rest()
        assert again.witness.events == ["astray", "restored"]
        leave(again)

    story(play())


def test_a_finished_game_still_shines_after_a_restart(tmp_path: Path) -> None:
    async def play() -> None:
        sitting = sit_down(tmp_path)
        await sitting.arrive()
        await sitting.play("b1-d2")
        await sitting.wish(GaveUp(sitting.ms, Side.BLACK))
        leave(sitting)
        again = sit_down(tmp_path)
        await again.arrive()
        assert again.daemon.table.is_over
        await again.set_up()
        assert again.witness.events == ["new_game"]
        assert again.daemon.keeper.page.entry.number == 2
        leave(again)

    story(play())


def test_a_match_switches_sides_by_itself(tmp_path: Path) -> None:
    async def play() -> None:
        sitting = sit_down(tmp_path)
        await sitting.arrive()
        game = Game(RULE_SETS["jasir-pergioco"], START, any_first=True)
        await sitting.wish(Began(sitting.ms, game), Seats("First player", "Second player"))
        await sitting.play("b1-d2")
        await sitting.wish(GaveUp(sitting.ms, Side.BLACK))
        await sitting.set_up()
        entry = sitting.daemon.keeper.page.entry
        assert (entry.number, entry.white, entry.black) == (2, "Second player", "First player")
        await sitting.play("b1-d2")
        await sitting.wish(GaveUp(sitting.ms, Side.WHITE))
        score = sitting.daemon.keeper.page.score
        assert score.is_over
        assert score.winner == "First player"
        await sitting.set_up()
        entry = sitting.daemon.keeper.page.entry
        assert (entry.number, entry.white) == (1, "First player")
        leave(sitting)

    story(play())


def test_a_game_that_nobody_moved_in_leaves_no_trace_in_the_book(tmp_path: Path) -> None:
    async def play() -> None:
        sitting = sit_down(tmp_path)
        await sitting.arrive()
        game = Game(RULE_SETS["jarmo-oca"], START, any_first=True)
        await sitting.wish(Began(sitting.ms, game), Seats("First player", None))
        book = sitting.daemon.keeper.book
        assert [entry.rules for entry in book.archive.search()] == ["jarmo-oca"]
        leave(sitting)

    story(play())


def test_take_backs_and_amendments_are_written(tmp_path: Path) -> None:
    async def play() -> None:
        sitting = sit_down(tmp_path)
        await sitting.arrive()
        await sitting.play("b1-d2 d5-b4")
        await sitting.touch(Hole("b4"), Hole("e3"))  # Black thinks better of it
        await sitting.rest()
        assert sitting.moves == ["b1-d2", "d5-e3"]
        await sitting.wish(AskedBack(sitting.ms, 1))
        assert sitting.moves == ["b1-d2"]
        book = sitting.daemon.keeper.book
        assert [ply.move for ply in book.archive.plies(1)] == ["b1-d2"]
        assert [change.what for change in book.history.of_game(1)] == ["amend", "take_back"]
        leave(sitting)

    story(play())


def test_wishes_without_effect_are_told_so(tmp_path: Path) -> None:
    async def play() -> None:
        sitting = sit_down(tmp_path)
        await sitting.arrive()
        with pytest.raises(NothingToDo):
            await sitting.wish(AskedBack(sitting.ms, 1))
        with pytest.raises(NothingToDo):
            await sitting.wish(Answered(sitting.ms, "b1-d2"))
        await sitting.wish(DrawAgreed(sitting.ms))
        with pytest.raises(NothingToDo):
            await sitting.wish(DrawAgreed(sitting.ms))
        await sitting.wish(HelpChosen(sitting.ms, "lift"))
        await sitting.wish(MarkedDead(sitting.ms, 0))
        leave(sitting)

    story(play())


def test_a_lost_board_is_remembered_until_it_is_found(tmp_path: Path) -> None:
    async def play() -> None:
        sitting = sit_down(tmp_path)
        await sitting.arrive()
        await sitting.play("b1-d2")
        await sitting.happen(BoardLost, "the cable was pulled")
        assert sitting.daemon.lost == "the cable was pulled"
        sitting.daemon.painter.last_ms = None
        await sitting.arrive()
        assert sitting.daemon.lost is None
        assert sitting.daemon.painter.last_ms is not None, "the lights must be sent anew"
        await sitting.play("d5-b4")
        assert sitting.moves == ["b1-d2", "d5-b4"]
        leave(sitting)

    story(play())


def test_the_trace_of_a_game_replays_to_the_same_moves(tmp_path: Path) -> None:
    async def play() -> None:
        sitting = sit_down(tmp_path)
        await sitting.arrive()
        await sitting.play(WORKED_GAME)
        await sitting.daemon.tracer.write()
        text = sitting.daemon.keeper.book.traces.read(1) + sitting.daemon.tracer.end_line(1)
        last = json.loads(text.splitlines()[-1])
        last["ms"] = sitting.daemon.keeper.clock.moment(sitting.ms)
        lines = [*text.splitlines()[:-1], json.dumps(last)]
        found = [event["move"] for event in replay(lines) if event["event"] == "move"]
        assert found == WORKED_GAME.split()
        leave(sitting)

    story(play())


def test_each_game_has_a_trace_of_its_own(tmp_path: Path) -> None:
    async def play() -> None:
        sitting = sit_down(tmp_path)
        await sitting.arrive()
        await sitting.play("b1-d2")
        await sitting.wish(GaveUp(sitting.ms, Side.BLACK))
        await sitting.set_up()
        await sitting.play("c1-d3")
        await sitting.daemon.tracer.write()
        for game_id in (1, 2):
            lines = sitting.daemon.keeper.book.traces.read(game_id).splitlines()
            assert json.loads(lines[0])["position"] == str(START)
            assert sum('"trace"' in line for line in lines) == 1
            assert len(lines) > 2
        leave(sitting)

    story(play())


@pytest.mark.parametrize("moves", ["", "b1-d2"])
def test_a_quiet_table_tells_nothing_new(tmp_path: Path, moves: str) -> None:
    """The lights that quiet brings are told ahead, so that nobody who watches is woken for them."""

    async def play() -> None:
        sitting = sit_down(tmp_path)
        await sitting.arrive()
        await sitting.play(moves)
        told, facts = picture(sitting.daemon.table), list(sitting.witness.facts)
        await sitting.rest(3_600_000)
        assert "turn" in sitting.daemon.table.lights
        assert picture(sitting.daemon.table) == told
        assert sitting.witness.facts == facts
        corners = [
            hole
            for hole, role in name_lights(sitting.daemon.table.lights).items()
            if role == "turn"
        ]
        assert told["turn"] is not None
        assert told["turn"]["holes"] == corners
        leave(sitting)

    story(play())


def test_whose_turn_it_is_is_not_told_while_a_hand_is_busy(tmp_path: Path) -> None:
    async def play() -> None:
        sitting = sit_down(tmp_path)
        await sitting.arrive()
        await sitting.rest(10_000)
        await sitting.touch(Hole("b1"))
        await sitting.rest(10_000)
        assert picture(sitting.daemon.table)["turn"] is None
        leave(sitting)

    story(play())
