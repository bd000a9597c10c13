"""By ear alone: whole games of Jasir by players who get nothing but the spoken text."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random

import pytest

from boardpi.daemon.activities.catalogue import read_builtin
from boardpi.table.events import MENU_HOLD_MS
from tests.daemon.blind import BlindPlayers, BlindPupil, MenuListener
from tests.daemon.coaching import bench
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


def test_the_menu_is_used_by_ear(tmp_path: Path) -> None:
    """Rules, the board read aloud, a draw, the coach: by button, archer and voice alone."""

    async def sit() -> None:
        async with bench(tmp_path) as at:
            hands = MenuListener(at)
            said = await hands.open()
            at.touch("a1")
            oca, missing = r"Jarmo \(Oca", "White archer missing on a1."
            await hands.choose(said, "rules", "Jarmo", oca, then=missing)
            await hands.hear(lambda: at.touch("a1"), "All is well again.")
            await hands.hear(lambda: at.touch("b1", "d2"), "White: b1 to d2.")
            said = await hands.open()
            at.touch("a1")
            said = await hands.choose(said, "listen", "the board", then="White on a1, c1, d1")
            assert "3: back." not in said, "the list is not read again before the board"
            close = partial(at.board.press, MENU_HOLD_MS)
            await hands.hear(close, "The menu is closed.", missing)
            await hands.hear(lambda: at.touch("a1"), "All is well again.")
            said = await hands.open()
            at.touch("a1")
            await hands.choose(said, "agree a draw", "yes", then="A draw.")
            said = await hands.open()
            coach = "the coach plays Black"
            await hands.choose(said, "coach", "Beginner", coach, then=f"Done: {coach}.")
            assert (at.seen["coach"]["level"], at.seen["coach"]["side"]) == ("2", "b")

    story(sit())


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
