"""Every lesson, given on the board from its first step to its last."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from boardpi.coach.lessons.events import Continue, Input, Repeat, Skip
from boardpi.coach.lessons.lesson import Lesson
from boardpi.coach.lessons.lesson_file import read_lesson
from boardpi.coach.lessons.puzzles import Puzzle, as_lesson
from boardpi.daemon.activities.catalogue import Catalogue, open_catalogue, read_builtin
from boardpi.rules import HOLES, RULE_SETS, Hole, parse_move
from boardpi.table.events import BoardLost
from tests.coach.stories_of_lessons import SMALL as SMALL_TEXT
from tests.coach.test_minutes import opened
from tests.coach.test_question import CORNER, DOOR
from tests.daemon.pupils import Pupil
from tests.daemon.stories import leave, sit_down, story

LESSONS = read_builtin()
WISHES: list[Input] = [Continue(), Repeat(), Skip()]


@pytest.mark.parametrize("name", LESSONS)
def test_a_pupil_who_knows_the_answers_gets_three_stars(name: str, tmp_path: Path) -> None:
    async def learn() -> None:
        sitting = sit_down(tmp_path)
        await sitting.arrive()
        pupil = Pupil(sitting)
        finish = await pupil.learn(opened(name))
        assert (finish.stars, finish.mistakes) == (3, 0)
        assert "wrong" not in pupil.moods
        leave(sitting)

    story(learn())


@pytest.mark.parametrize("name", LESSONS)
def test_a_pupil_who_errs_first_comes_through_as_well(name: str, tmp_path: Path) -> None:
    async def learn() -> None:
        sitting = sit_down(tmp_path)
        await sitting.arrive()
        pupil = Pupil(sitting, errs=True)
        finish = await pupil.learn(opened(name))
        assert finish.mistakes == pupil.mistakes
        assert ("wrong" in pupil.moods) is bool(pupil.tried)
        leave(sitting)

    story(learn())


SMALL = read_lesson(SMALL_TEXT)


async def begin(folder: Path, lesson: Lesson = SMALL) -> Pupil:
    """A pupil at the first question."""
    sitting = sit_down(folder)
    await sitting.arrive()
    pupil = Pupil(sitting)
    await pupil.sit_down(lesson)
    return pupil


def lights(pupil: Pupil) -> dict[str, str]:
    return {str(h): r for h, r in zip(HOLES, pupil.given.table.lights, strict=True) if r}


def test_archers_that_stand_right_need_no_setting_up(tmp_path: Path) -> None:
    async def learn() -> None:
        pupil = await begin(tmp_path)
        picture = pupil.given.picture()
        assert (picture["do"], picture["step"], picture["arrange"]) == ("show", 2, None)
        assert lights(pupil)["b1"] == "hint"
        leave(pupil.sitting)

    story(learn())


def test_setting_up_is_told_and_lit(tmp_path: Path) -> None:
    async def learn() -> None:
        pupil = await begin(tmp_path, LESSONS["jasir-corner"])
        arrange = pupil.given.picture()["arrange"]
        assert arrange is not None
        assert arrange["side"] == "w"
        assert arrange["missing"] == ["c3", "a4"]
        assert lights(pupil)["c3"] == "missing"
        assert lights(pupil)["a1"] == "extra"
        assert any(pupil.sitting.board.frame)
        leave(pupil.sitting)

    story(learn())


@pytest.mark.parametrize("name", LESSONS)
def test_every_position_of_every_lesson_can_be_skipped(name: str, tmp_path: Path) -> None:
    """An archer whose magnet no reed sees must not keep anybody: not even in the last position."""

    async def learn() -> None:
        pupil = await begin(tmp_path, LESSONS[name])
        while pupil.finish is None:
            before = pupil.given.teaching.index
            await pupil.given.hear(Skip())
            assert pupil.given.teaching.index > before
        picture = pupil.given.picture()
        assert (picture["do"], picture["arrange"]) == ("done", None)
        await pupil.press()
        assert pupil.sitting.daemon.activity is None
        leave(pupil.sitting)

    story(learn())


def test_a_wrong_answer_is_lit_with_its_way_back_and_its_consequence(tmp_path: Path) -> None:
    async def learn() -> None:
        pupil = await begin(tmp_path)
        await pupil.press()
        await pupil.play(parse_move("c1-d3"))
        assert pupil.given.picture()["mood"] == "wrong"
        assert (lights(pupil)["c1"], lights(pupil)["d3"]) == ("missing", "extra")
        assert lights(pupil)["e5"] == "hint"
        await pupil.restore()
        assert "hint" not in lights(pupil).values()
        leave(pupil.sitting)

    story(learn())


def test_a_right_answer_is_lit_green(tmp_path: Path) -> None:
    async def learn() -> None:
        pupil = await begin(tmp_path)
        await pupil.press()
        await pupil.play(parse_move("b1-d2"))
        assert pupil.given.picture()["mood"] == "right"
        assert lights(pupil)["d2"] == "target"
        leave(pupil.sitting)

    story(learn())


def test_an_archer_taken_back_later_is_guided_forward_again(tmp_path: Path) -> None:
    async def learn() -> None:
        pupil = await begin(tmp_path)
        await pupil.press()
        await pupil.play(parse_move("b1-d2"))
        await pupil.touch(Hole("d2"), Hole("b1"))
        await pupil.rest()
        assert [str(move) for move in pupil.given.practice.played.game.moves] == ["b1-d2"]
        assert (lights(pupil)["d2"], lights(pupil)["b1"]) == ("missing", "refused")
        leave(pupil.sitting)

    story(learn())


def test_holding_the_button_asks_for_the_menu_and_ends_nothing(tmp_path: Path) -> None:
    async def learn() -> None:
        pupil = await begin(tmp_path)
        opened: list[bool] = []

        async def note(is_offered: bool) -> None:
            opened.append(is_offered)

        lesson = pupil.sitting.daemon.activity
        pupil.sitting.daemon.open_menu = note
        await pupil.press(3000)
        assert opened == [False]
        assert pupil.sitting.daemon.activity is lesson is not None
        leave(pupil.sitting)

    story(learn())


def test_the_button_at_the_end_gives_the_board_back(tmp_path: Path) -> None:
    async def learn() -> None:
        sitting = sit_down(tmp_path)
        await sitting.arrive()
        pupil = Pupil(sitting)
        await pupil.learn(SMALL)
        assert pupil.given.picture()["stars"] == 3
        await pupil.press()
        assert sitting.daemon.activity is None
        assert sitting.moves == []
        leave(sitting)

    story(learn())


def test_a_pulled_cable_ends_no_lesson(tmp_path: Path) -> None:
    async def learn() -> None:
        pupil = await begin(tmp_path)
        await pupil.sitting.happen(BoardLost, "a pulled cable")
        await pupil.sitting.arrive()
        await pupil.press()
        await pupil.play(parse_move("b1-d2"))
        assert pupil.given.picture()["mood"] == "right"
        leave(pupil.sitting)

    story(learn())


def test_a_repeated_question_helps_with_lights(tmp_path: Path) -> None:
    async def learn() -> None:
        pupil = await begin(tmp_path)
        for _ in range(4):
            await pupil.press()
        assert (lights(pupil)["b1"], lights(pupil)["d2"]) == ("hint", "hint")
        leave(pupil.sitting)

    story(learn())


def test_bad_files_of_a_teacher_are_named_and_hinder_nobody(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(SMALL_TEXT)
    (tmp_path / "b.toml").write_text("id = 3")
    (tmp_path / "c.toml").write_bytes(b"\xff")
    (tmp_path / "d.toml").write_text(SMALL_TEXT.replace('"b1-d2"', '"b1-e5"', 1))
    (tmp_path / "e.toml").write_text(SMALL_TEXT)
    (tmp_path / "f.toml").mkdir()
    school = open_catalogue(tmp_path, RULE_SETS)
    assert school.own == {"small"}
    assert len(school.lessons) == len(LESSONS) + 1
    assert [trouble.file[0] for trouble in school.troubles] == ["b", "c", "d", "e", "f"]
    assert "there is a lesson 'small' already" in school.troubles[3].message


def test_a_teacher_without_a_folder_has_the_lessons_of_boardpi(tmp_path: Path) -> None:
    school = open_catalogue(tmp_path / "nowhere", RULE_SETS)
    assert list(school.lessons) == list(LESSONS)
    assert school.troubles == ()


def test_the_next_lesson_is_of_the_same_game() -> None:
    school = Catalogue(LESSONS)
    follower = school.next_after(LESSONS["jasir-lines"])
    assert follower is not None
    assert follower.id == "jasir-capture"
    assert school.next_after(LESSONS["jasir-opening"]) is None


@pytest.mark.parametrize("errs", [False, True])
@pytest.mark.parametrize("puzzle", [CORNER, DOOR], ids=lambda puzzle: puzzle.name)
def test_a_puzzle_is_solved_on_the_board(tmp_path: Path, puzzle: Puzzle, errs: bool) -> None:
    async def learn() -> None:
        sitting = sit_down(tmp_path)
        await sitting.arrive()
        finish = await Pupil(sitting, errs=errs).learn(as_lesson(puzzle))
        assert finish.mistakes == errs
        leave(sitting)

    story(learn())


@pytest.mark.parametrize("seed", range(12))
def test_hands_may_do_anything(tmp_path: Path, seed: int) -> None:
    async def fumble() -> None:
        random = Random(seed)
        pupil = await begin(tmp_path, LESSONS[random.choice(sorted(LESSONS))])
        for _ in range(150):
            if pupil.sitting.daemon.activity is None:
                break
            deed = random.random()
            if deed < 0.7:
                await pupil.touch(random.choice(HOLES))
            elif deed < 0.8:
                await pupil.rest(random.choice([50, 400, 2000, 9000]))
            elif deed < 0.85:
                await pupil.press(200)
            elif deed < 0.9:
                await pupil.given.hear(random.choice(WISHES))
            elif deed < 0.92:
                await pupil.sitting.happen(BoardLost, "a pulled cable")
                await pupil.sitting.arrive()
            else:
                await pupil.act()
            if pupil.sitting.daemon.activity is not None:
                assert pupil.given.picture()["say"]["en"]
                assert pupil.given.table is not None
        assert pupil.sitting.moves == []
        leave(pupil.sitting)

    story(fumble())
