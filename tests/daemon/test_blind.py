"""By ear alone: whole games of Jasir by players who get nothing but the spoken text."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from boardpi.daemon.activities.catalogue import read_builtin
from tests.daemon.blind import BlindPlayers, BlindPupil
from tests.daemon.pupils import Pupil
from tests.daemon.stories import leave, sit_down, story


@pytest.mark.parametrize("seed", [0, 2, 4])
def test_a_whole_game_is_played_by_ear(tmp_path: Path, seed: int) -> None:
    """With captures, an archer that comes back, a question, a repair, and an end."""

    async def play() -> None:
        sitting = sit_down(tmp_path, help="off")
        await sitting.arrive()
        players = BlindPlayers(sitting, Random(seed))
        await players.play_a_game()
        assert players.moves == sitting.moves, "what was heard is what was written"
        assert sitting.daemon.table.is_over
        assert any("x" in move for move in players.moves)
        assert players.returns >= 1
        assert players.questions >= 1
        assert players.repairs == 1
        leave(sitting)

    story(play())


def test_the_first_lesson_is_learned_by_ear(tmp_path: Path) -> None:
    """Set-ups, four games against the coach and a question, from the first step to the last."""

    async def learn() -> None:
        sitting = sit_down(tmp_path)
        await sitting.arrive()
        pupil = BlindPupil(Pupil(sitting))
        finish = await pupil.learn(read_builtin()["jasir-first"])
        assert finish.stars >= 1
        assert pupil.answered > 8, "the coach's moves were heard and made"
        leave(sitting)

    story(learn())
