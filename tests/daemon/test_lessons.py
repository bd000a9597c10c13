"""Every lesson, given on the board from its first step to its last."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardpi.daemon.school import read_builtin
from tests.daemon.pupils import Pupil
from tests.daemon.stories import leave, sit_down, story

LESSONS = read_builtin()


@pytest.mark.parametrize("name", LESSONS)
def test_a_pupil_who_knows_the_answers_gets_three_stars(name: str, tmp_path: Path) -> None:
    async def learn() -> None:
        sitting = sit_down(tmp_path)
        await sitting.arrive()
        pupil = Pupil(sitting)
        finish = await pupil.learn(LESSONS[name])
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
        finish = await pupil.learn(LESSONS[name])
        assert finish.mistakes == len(pupil.mistakes)
        assert ("wrong" in pupil.moods) is bool(pupil.mistakes)
        leave(sitting)

    story(learn())
