"""After the game: its turning points."""

from __future__ import annotations

import pytest

from boardpi.coach.engine.search import Limits
from boardpi.coach.review import SMALLEST_LOSS, GivenAway, Loss, examine, review
from boardpi.daemon.coach.endgames import perfect_play
from boardpi.rules import Game, Side, parse_move, parse_position, replay, rule_set

BLUNDER = ["b1-d2", "d5-b4", "a1-b3", "b4xb3", "d2-d3", "e5xd3"]


def test_it_names_three_moves_at_most_in_order_of_the_game() -> None:
    points = review(replay(BLUNDER), Limits(depth=3))
    assert 1 <= len(points) <= 3
    assert [point.ply for point in points] == sorted(point.ply for point in points)


def test_a_turning_point_holds_what_was_played_and_what_was_better() -> None:
    start = parse_position("1w1w1/2w2/5/2b2/b1b1b w w0b0 w0b0 -")
    game = Game(rule_set("jasir-pergioco"), start).play("c4-b4").play("c2-d2")
    (point,) = review(game, Limits(depth=4))
    assert (point.ply, point.played) == (0, parse_move("c4-b4"))
    assert point.loss > 0
    assert point.better in (parse_move("c4-a5"), parse_move("c4-e5"))
    assert point.position == start
    assert point.reasons


def test_what_was_given_away_is_counted_by_side_and_proven_in_the_opening() -> None:
    """The worked game of PerGioco: four gifts in its first four plies."""
    game = replay(["b1-d2", "d5-b4", "c1-d3", "e5xd3"])
    found = examine(game, Limits(nodes=200), tables=perfect_play(game.rules))
    assert [(loss.loss, loss.is_exact) for loss in found.losses] == [(100, True)] * 4
    assert [found.given_away(side) for side in Side] == [GivenAway(200, 2, 2)] * 2


def test_a_small_estimate_counts_as_nothing_and_a_forced_move_is_free() -> None:
    found = examine(replay(BLUNDER), Limits(depth=2))
    assert all(loss.loss == 0 or loss.loss >= SMALLEST_LOSS for loss in found.losses)
    assert [loss.ply for loss in found.losses] == list(range(len(BLUNDER)))
    start = parse_position("4w/4w/5/1b3/5 w w0b0 w0b0 -")
    forced = Game(rule_set("jasir-pergioco"), start).play("e4-c5")
    assert examine(forced, Limits(depth=2)).losses == (Loss(0, Side.WHITE, 0, True),)


SOLVED = {  # position and move, by the solution: the best value and what the move leaves of it
    ("w3b/2Bw1/b4/2w2/3b1 w w0b0 w0b0 -", "d4xc4"): (3, 2),
    ("2w2/2W2/5/1b1b1/2b2 w w0b1 w0b0 -", "c4-b4"): (2, 2),
    ("ww3/1B2b/bw3/5/2b1b w w0b0 w0b0 -", "b3xb4"): (3, 3),
    ("ww3/1B2b/bw3/5/2b1b w w0b0 w0b0 -", "b3-c3"): (3, 2),
    ("1w2w/1bW2/1b2w/5/2b2 w w0b0 w0b0 -", "e3-d5"): (4, -2),
    ("1w2w/1bW2/1b2w/5/2b2 w w0b0 w0b0 -", "c4-d4"): (4, -3),
}


@pytest.mark.parametrize(("line", "move"), SOLVED)
def test_only_a_loss_that_is_true_is_called_proven(line: str, move: str) -> None:
    """The search proves the best move here, and forecasts this one."""
    game = Game(rule_set("jasir-pergioco"), parse_position(line)).play(move)
    limits = Limits(nodes=20_000)
    [loss] = examine(game, limits, tables=perfect_play(game.rules)).losses
    best, left = SOLVED[line, move]
    assert not loss.is_exact or loss.loss == 100 * (best - left)


def test_it_tells_how_far_it_is() -> None:
    heard: list[tuple[int, int]] = []
    review(replay(BLUNDER), Limits(depth=1), progress=lambda done, all_: heard.append((done, all_)))
    assert heard == [(number + 1, len(BLUNDER)) for number in range(len(BLUNDER))]


def test_told_to_stop_it_returns_what_it_has() -> None:
    assert review(replay(BLUNDER), Limits(depth=2), stop=lambda: True) == ()


def test_a_game_without_moves_has_no_turning_point() -> None:
    assert review(Game(), Limits(depth=2)) == ()


def test_the_first_move_of_either_side_is_judged_for_who_made_it() -> None:
    game = Game(any_first=True).play("d5-b4").play("a1-b3").play("b4xb3")
    for point in review(game, Limits(depth=3)):
        assert point.played in game.moves
        assert point.position.owner(point.played.origin) is point.position.side  # type: ignore[arg-type]
