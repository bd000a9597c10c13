"""The worked game of the rules (PerGioco), told as a story."""

from __future__ import annotations

import pytest

from boardpi.rules import Game, Hole, IllegalMove, Side


def test_the_worked_game() -> None:
    game = Game(any_first=True)

    # Either side may begin; White does, and the first three moves take nothing.
    game = game.play("b1-d2").play("d5-b4").play("c1-d3")
    assert game.first is Side.WHITE
    assert game.position.side is Side.BLACK

    # Two of Black's archers can take the one that came to d3.
    assert {str(move) for move in game.legal_moves() if move.takes} == {"e5xd3", "b4xd3"}
    game = game.play("e5xd3")
    assert game.position.dead(Side.WHITE) == 1, "a simple archer dies"
    assert game.position.letter(Hole("d3")) == "B", "the taker is chosen"

    # White can retake in two ways, too. The chosen archer goes to Black's hand.
    assert {str(move) for move in game.legal_moves() if move.takes} == {"d2xd3", "e1xd3"}
    game = game.play("d2xd3")
    assert game.position.hand == (0, 1)
    assert game.position.dead(Side.BLACK) == 0

    # Once more on the same hole: now both sides have taken chosen archers.
    game = game.play("b4xd3").play("e1xd3")
    assert str(game.position) == "bbb2/5/3W1/5/w2w1 b w1b2 w0b0 -"
    assert game.position.dead(Side.WHITE) == 1

    # Black brings one archer back, which is a move of its own.
    game = game.play("@e5")
    assert str(game.position) == "bbb1b/5/3W1/5/w2w1 w w1b1 w0b0 -"

    # It stands on its own first row: White has other moves and may not take it.
    with pytest.raises(IllegalMove, match="e5 stands on its own first row") as refused:
        game.play("d3xe5")
    assert refused.value.code == "protected_first_row"
    assert game.outcome is None


def test_the_lines_of_the_worked_game() -> None:
    game = Game()
    with pytest.raises(IllegalMove, match="no line from c1 to c2") as refused:
        game.play("c1-c2")
    assert refused.value.code == "no_line"

    game = game.play("e1-c2").play("a5-c4")
    ways = {str(move) for move in game.legal_moves() if str(move).startswith("c2")}
    assert ways == {"c2-e3", "c2-b2", "c2-d2"}, "forward or sideways, never back"
    with pytest.raises(IllegalMove) as refused:
        game.play("c2-e1")
    assert refused.value.code == "backward"
