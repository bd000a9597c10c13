"""A game is a record of moves; a match is two games."""

from __future__ import annotations

import pytest

from boardpi.rules import (
    START,
    Game,
    IllegalMove,
    Match,
    RulesError,
    Side,
    legal_moves,
    parse_move,
    replay,
    rule_set,
)
from tests.rules.stories import JARMO, JASIR, board, play_game

OPENING = ["b1-d2", "d5-b4", "c1-d3", "e5xd3"]


def test_a_game_folds_to_a_position() -> None:
    game = replay(OPENING)
    assert str(game.position) == "bbb2/1b3/3B1/3w1/w2ww w w0b0 w0b0 -"
    assert len(game.positions) == 5
    assert game == Game(moves=tuple(parse_move(text) for text in OPENING))


def test_played_and_built_games_are_equal() -> None:
    game = Game()
    for text in OPENING:
        game = game.play(text)
    assert game == replay(OPENING)
    assert game.positions == replay(OPENING).positions


def test_taking_back() -> None:
    game = replay(OPENING)
    assert game.take_back() == replay(OPENING[:3])
    assert game.take_back(4) == Game()
    assert game.take_back(0) == game
    assert game.take_back(4).positions == (START,)
    for plies in (-1, 5):
        with pytest.raises(RulesError, match="cannot take back"):
            game.take_back(plies)


def test_taking_back_undoes_an_agreed_end() -> None:
    game = replay(OPENING)
    assert game.agree_draw().take_back(0) == game
    assert game.resign(Side.WHITE).take_back() == game.take_back()


def test_a_game_never_changes() -> None:
    game = replay(OPENING)
    before = repr(game)
    game.play("d2xd3")
    game.take_back()
    game.agree_draw()
    assert repr(game) == before


def test_an_illegal_move_is_refused_wherever_it_stands() -> None:
    with pytest.raises(IllegalMove, match="no line from a1 to e5"):
        replay(["b1-d2", "d5-b4", "a1-e5"])
    with pytest.raises(IllegalMove, match="not yours"):
        Game().play("d5-b4")


def test_nothing_is_played_after_the_end() -> None:
    over = play_game(JASIR, board("2b2/w4/5/5/5"), "a4xc5")
    for game in (over, replay(OPENING).agree_draw(), replay(OPENING).resign(Side.BLACK)):
        assert game.legal_moves() == []
        with pytest.raises(IllegalMove, match="The game is over") as refused:
            game.play("d2xd3")
        assert refused.value.code == "game_over"
        for end in (game.agree_draw, lambda game=game: game.resign(Side.WHITE)):
            with pytest.raises(IllegalMove):
                end()


def test_ends_that_contradict_themselves() -> None:
    with pytest.raises(RulesError, match="does not go with"):
        Game(ended="resigned")
    with pytest.raises(RulesError, match="does not go with"):
        Game(resigned=Side.WHITE)
    with pytest.raises(RulesError, match="players end a game"):
        Game(ended="arrived")
    over = play_game(JASIR, board("2b2/w4/5/5/5"), "a4xc5")
    with pytest.raises(IllegalMove):
        Game(over.rules, over.start, over.moves, ended="agreed")


def test_while_either_side_may_begin_both_may_move() -> None:
    game = Game(any_first=True)
    assert game.is_open
    both = legal_moves(game.rules, START) + legal_moves(game.rules, START.with_side(Side.BLACK))
    assert game.legal_moves() == both
    assert not game.play("d5-b4").is_open
    assert game.play("d5-b4").position.side is Side.WHITE
    assert game.play("d5-b4").take_back() == game


def test_a_re_entry_may_open_a_game_that_is_set_up() -> None:
    rules, start = rule_set(JASIR), play_game(JASIR, board("b4/5/5/5/w4", hand="w1b1")).position
    game = Game(rules, start, any_first=True)
    assert game.play("@b5").first is Side.BLACK
    assert game.play("@b1").first is Side.WHITE


def test_without_a_choice_the_position_s_side_begins() -> None:
    assert Game().first is Side.WHITE
    assert Game(start=START.with_side(Side.BLACK)).first is Side.BLACK


class TestMatch:
    won = play_game(JASIR, board("2b2/w4/5/5/5"), "a4xc5")

    def test_points_add_up_over_switched_sides(self) -> None:
        match = Match("North", "South").add(self.won).add(self.won)
        assert match.is_over
        assert match.points == (1, 1)
        assert match.winner is None

    def test_a_running_second_game_counts_nothing_yet(self) -> None:
        match = Match("North", "South").add(self.won).add(Game())
        assert match.points == (1, 0)
        assert not match.is_over
        assert match.winner is None

    def test_the_second_player_may_win(self) -> None:
        match = Match("North", "South").add(replay(OPENING).agree_draw()).add(self.won)
        assert match.winner == "South"

    def test_a_match_has_two_games_one_after_the_other(self) -> None:
        with pytest.raises(RulesError, match="not over yet"):
            Match().add(Game()).add(Game())
        with pytest.raises(RulesError, match="two games, not 3"):
            Match().add(self.won).add(self.won).add(self.won)


def test_resigning_in_jarmo_keeps_the_other_s_count() -> None:
    ended = play_game(JARMO, board("2w2/bb3/5/5/w4")).resign(Side.WHITE).outcome
    assert ended is not None
    assert (ended.winner, ended.points) == (Side.BLACK, (0, 2))
