"""One test per ruling of the games, in the order of the rules."""

from __future__ import annotations

import pytest

from boardpi.rules import START, Game, Match, Side, rule_set
from tests.rules.stories import (
    ALL,
    ALL_JARMO,
    ALL_JASIR,
    JARMO,
    JARMO_OCA,
    JARMO_WIKIPEDIA,
    JASIR,
    JASIR_OCA,
    after,
    board,
    moves,
    moves_of,
    over,
    play_game,
)

every_rule_set = pytest.mark.parametrize("rules", ALL)
every_jasir = pytest.mark.parametrize("rules", ALL_JASIR)
every_jarmo = pytest.mark.parametrize("rules", ALL_JARMO)


class TestCommonToAll:
    def test_five_simple_archers_stand_on_each_first_row(self) -> None:
        assert str(START) == board("bbbbb/5/5/5/wwwww")

    @every_rule_set
    def test_either_side_may_begin(self, rules: str) -> None:
        game = Game(rule_set(rules), any_first=True)
        assert game.first is None
        assert game.play("b1-d2").first is Side.WHITE
        assert game.play("d5-b4").first is Side.BLACK
        assert game.play("d5-b4").take_back().first is None

    @every_rule_set
    def test_a_turn_follows_one_line_to_an_empty_hole_or_an_enemy(self, rules: str) -> None:
        line = board("b4/5/1b3/3w1/w4")  # d2 has lines to b1, b3, c2 and d3
        assert moves_of(rules, line, "d2") >= {"d2xb3", "d2-c2", "d2-d3"}
        assert "d2-e2" not in moves(rules, line), "neighbours without a line"

    @every_rule_set
    def test_never_onto_an_own_archer(self, rules: str) -> None:
        assert moves_of(rules, board("b4/5/5/2w2/w4"), "a1") == {"a1-b3"}

    @every_rule_set
    def test_a_capture_makes_the_taker_chosen_and_another_adds_nothing(self, rules: str) -> None:
        once = after(rules, board("b4/1b3/3b1/5/2w2"), "c1xd3")
        assert once.startswith("b4/1b3/3W1/5/5 b")
        twice = after(rules, once.replace(" b ", " w "), "d3xb4")
        assert twice.startswith("b4/1W3/5/5/5 b")

    @every_rule_set
    def test_capture_is_never_compulsory(self, rules: str) -> None:
        assert moves_of(rules, board("b4/5/3b1/5/2w2"), "c1") == {"c1-a2", "c1xd3", "c1-e2"}

    @every_rule_set
    def test_an_archer_on_its_goal_row_never_moves_again(self, rules: str) -> None:
        assert moves_of(rules, board("w4/b4/5/5/4w"), "a5") == set()

    def test_a_match_is_two_games_with_sides_switched(self) -> None:
        game = play_game(JASIR, board("2w2/b4/5/w4/5"))
        match = Match("North", "South").add(game.resign(Side.BLACK)).add(game.resign(Side.WHITE))
        assert (match.seats(0), match.seats(1)) == (("North", "South"), ("South", "North"))
        assert match.points == (3, 0), "North won 2 as White, then 1 as Black"
        assert match.winner == "North"


class TestSwitches:
    def test_the_line_b3_c3_is_open_in_jasir_alone(self) -> None:
        line = board("b4/5/1w3/5/5")
        assert {rules for rules in ALL if "b3-c3" in moves(rules, line)} == set(ALL_JASIR)

    @every_jasir
    def test_jasir_never_looks_back_but_goes_sideways(self, rules: str) -> None:
        assert moves_of(rules, board("b4/5/5/2w2/5"), "c2") == {"c2-e3", "c2-b2", "c2-d2"}

    @every_jarmo
    def test_jarmo_also_retreats(self, rules: str) -> None:
        ways = {"c2-e3", "c2-b2", "c2-d2", "c2-a1", "c2-e1"}
        assert moves_of(rules, board("b4/5/5/2w2/5"), "c2") == ways

    @every_rule_set
    def test_a_captured_simple_archer_dies_in_jasir_and_goes_to_hand_in_jarmo(
        self, rules: str
    ) -> None:
        hand = "w0b1" if rules in ALL_JARMO else "w0b0"
        assert f" {hand} " in after(rules, board("b4/5/3b1/5/2w2"), "c1xd3")

    @every_rule_set
    def test_a_captured_chosen_archer_goes_to_hand_everywhere(self, rules: str) -> None:
        assert " w0b1 " in after(rules, board("b4/5/3B1/5/2w2"), "c1xd3")

    @every_jasir
    def test_jasir_re_enters_by_a_move_of_its_own_on_any_free_first_row_hole(
        self, rules: str
    ) -> None:
        line = board("b4/5/5/5/w1b2", hand="w1b0")
        assert {move for move in moves(rules, line) if "@" in move} == {"@b1", "@d1", "@e1"}
        assert after(rules, line, "@d1") == board("b4/5/5/5/w1bw1", side="b")

    @every_jarmo
    def test_jarmo_re_enters_with_the_arrival_of_a_chosen_archer(self, rules: str) -> None:
        line = board("5/W3b/5/1w3/1w3", hand="w1b0")
        arrivals = {"a4-c5", "a4-c5@a1", "a4-c5@c1", "a4-c5@d1", "a4-c5@e1"}
        assert moves_of(rules, line, "a4-c5") == arrivals, "optional, on any free hole"
        assert not any(move.startswith("@") for move in moves(rules, line))
        simple = line.replace("W", "w")
        assert moves_of(rules, simple, "a4-c5") == {"a4-c5"}, "a simple archer earns nothing"

    @every_jarmo
    def test_the_arrived_archer_becomes_simple_in_pergioco_if_it_brought_one_back(
        self, rules: str
    ) -> None:
        line = board("5/W3b/5/1w3/1w3", hand="w1b0")
        letter = "w" if rules == JARMO else "W"
        assert after(rules, line, "a4-c5@e1").startswith(f"2{letter}2/4b/5/1w3/1w2w b")
        assert after(rules, line, "a4-c5").startswith("2W2/"), "and stays chosen if it did not"

    @every_jarmo
    def test_a_right_without_a_free_hole_is_owed_in_wikipedia_and_lost_elsewhere(
        self, rules: str
    ) -> None:
        line = board("b4/W4/5/5/wwwbb", hand="w1b0")
        owed = "w1b0" if rules == JARMO_WIKIPEDIA else "w0b0"
        arrived = board("b1W2/5/5/5/wwwbb", "b", "w1b0", owed, "w:c5a4x1")
        assert after(rules, line, "a4-c5") == arrived

    def test_an_owed_right_may_be_used_after_any_later_move(self) -> None:
        line = board("2W2/4b/5/5/w1w2", hand="w1b0", owed="w1b0")
        assert "a1-b3@a1" in moves(JARMO_WIKIPEDIA, line)
        assert "c1-e2@d1" in moves(JARMO_WIKIPEDIA, line)
        assert "w0b0 w0b0" in after(JARMO_WIKIPEDIA, line, "c1-e2@d1")
        assert "w1b0 w1b0" in after(JARMO_WIKIPEDIA, line, "c1-e2"), "it stays until it is used"

    @every_rule_set
    def test_first_rows_are_protected_while_another_move_exists(self, rules: str) -> None:
        line = board("2b2/w4/5/5/5")  # a4 leads to c5 and to c3, which is behind
        protected = rules in (*ALL_JASIR, JARMO)
        if rules in ALL_JASIR:
            assert moves(rules, line) == {"a4xc5"}, "nothing else is possible"
            assert moves(rules, board("2b2/w4/5/5/w4")) == {"a1-b3", "a1-c2"}
        else:
            assert moves(rules, line) == {"a4-c3"} | (set() if protected else {"a4xc5"})

    @every_jasir
    def test_a_re_entry_counts_as_another_move(self, rules: str) -> None:
        line = board("2b2/w4/5/5/5", hand="w1b0")
        assert moves(rules, line) == {"@a1", "@b1", "@c1", "@d1", "@e1"}

    @pytest.mark.parametrize(("rules", "limit"), [(JARMO, 4), (JARMO_WIKIPEDIA, 3), (JARMO_OCA, 3)])
    def test_shuttling_is_limited_in_jarmo(self, rules: str, limit: int) -> None:
        there_and_back = ["b2-c2", "d4-c4", "c2-b2", "c4-d4"] * 3
        game = play_game(rules, board("b4/3b1/5/1w3/w4"), *there_and_back[: 2 * limit])
        assert game.position.shuttle[0] is not None
        assert game.position.shuttle[0].count == limit
        once_more = there_and_back[2 * limit]
        assert once_more not in map(str, game.legal_moves())
        assert game.legal_moves(), "the archer must do something else"

    @every_jasir
    def test_shuttling_sideways_has_no_limit_in_jasir(self, rules: str) -> None:
        there_and_back = ["b2-c2", "d4-c4", "c2-b2", "c4-d4"] * 5
        game = play_game(rules, board("b4/3b1/5/1w3/w4"), *there_and_back)
        assert str(game.position) == board("b4/3b1/5/1w3/w4")

    def test_jasir_ends_when_all_living_archers_are_home(self) -> None:
        home = board("2w1w/5/1b3/5/5", "b")
        assert over(JASIR, home) == ("arrived", "w", [2, 0])
        assert over(JASIR, home.replace("w0b0", "w1b0", 1)) is None, "one is still in hand"

    @every_jarmo
    def test_jarmo_ends_when_all_archers_on_the_board_are_home(self, rules: str) -> None:
        assert over(rules, board("2w1w/5/1b3/5/5", "b", "w3b0")) == ("arrived", "w", [4, 1])

    def test_elimination(self) -> None:
        gone = board("5/5/1w3/5/5", "b")
        assert over(JASIR, gone) == ("eliminated", "w", [1, 0])
        assert over(JASIR, gone.replace("w0b0", "w0b1", 1)) is None, "an archer in hand comes back"
        assert over(JARMO, gone.replace("w0b0", "w0b1", 1)) == ("eliminated", "w", [1, 0])

    def test_points(self) -> None:
        home = board("2w1w/5/1b3/5/5", "b")
        assert over(JASIR, home) == ("arrived", "w", [2, 0]), "1 per archer on the board"
        lost = board("2b2/5/1w3/5/5", "w", "w4b0")
        assert over(JASIR, lost) is None
        beaten = board("5/5/1w3/5/5", "b", "w2b0")
        assert over(JASIR, beaten) == ("eliminated", "w", [1, 0])
        assert over(JASIR_OCA, beaten) == ("eliminated", "w", [3, 0]), "1 per living archer"

    def test_more_points_win_in_jarmo_whoever_ended_it(self) -> None:
        home = board("2w2/bbbb1/5/5/5", "b", "w4b0")
        assert over(JARMO, home) == ("arrived", "b", [2, 4])
        even = board("2w2/bb3/5/5/5", "b", "w4b0")
        assert over(JARMO, even) == ("arrived", None, [2, 2])


class TestRulingsInDetail:
    @every_jarmo
    def test_capturing_on_the_goal_row_earns_the_right(self, rules: str) -> None:
        # e3 has just come from c2 as often as allowed, so that d5, though protected, may be taken.
        limit = rule_set(rules).shuttle_limit
        line = board("3b1/5/4w/5/b4", hand="w1b0", shuttle=f"w:e3c2x{limit}")
        returns = {f"e3xd5@{column}1" for column in "bcde"}
        assert moves(rules, line) == {"e3xd5"} | returns, "promoted as it arrives"

    def test_a_hole_just_vacated_is_free(self) -> None:
        line = board("2W2/4b/5/5/wwb2", hand="w1b0", owed="w1b0")
        assert "a1-b3@a1" in moves(JARMO_WIKIPEDIA, line)
        assert "a1-b3@b1" not in moves(JARMO_WIKIPEDIA, line)

    def test_a_turn_re_enters_one_archer_at_most(self) -> None:
        line = board("5/W3b/5/5/w4", hand="w2b0", owed="w1b0")
        assert all(move.count("@") <= 1 for move in moves(JARMO_WIKIPEDIA, line))
        assert " w1b0 " in after(JARMO_WIKIPEDIA, line, "a4-c5@e1")

    @every_jarmo
    def test_declining_on_a_free_hole_loses_the_right(self, rules: str) -> None:
        line = board("5/W3b/5/5/w4", hand="w1b0")
        assert " w1b0 w0b0 " in after(rules, line, "a4-c5")

    def test_an_arrival_uses_its_own_right_before_an_owed_one(self) -> None:
        line = board("5/W3b/5/5/w4", hand="w2b0", owed="w1b0")
        assert " w1b0 w1b0 " in after(JARMO_WIKIPEDIA, line, "a4-c5@e1")
        assert " w2b0 w1b0 " in after(JARMO_WIKIPEDIA, line, "a4-c5"), (
            "declined: the owed one stays"
        )

    @every_jarmo
    def test_an_arrival_with_an_empty_hand_earns_nothing(self, rules: str) -> None:
        full = board("b4/W4/5/5/wwwbb")
        assert moves_of(rules, full, "a4-c5") == {"a4-c5"}
        assert " w0b0 w0b0 " in after(rules, full, "a4-c5")

    @every_jasir
    def test_a_re_entering_archer_is_simple(self, rules: str) -> None:
        taken = after(rules, board("b4/5/3B1/5/2w2"), "c1xd3")
        assert after(rules, taken, "@e5").startswith("b3b/")

    def test_a_quiet_move_with_a_re_entry_counts_as_a_shuttle(self) -> None:
        line = board("2W2/4b/5/1w3/w4", hand="w1b0", owed="w1b0", shuttle="w:b2c2x2")
        assert after(JARMO_WIKIPEDIA, line, "b2-c2@e1").endswith(" w:c2b2x3")

    @every_jarmo
    def test_any_other_move_resets_a_shuttle(self, rules: str) -> None:
        line = board("b4/5/5/1w3/w4", shuttle="w:b2c2x3")
        assert after(rules, line, "a1-b3").endswith(" w:b3a1x1")
        assert after(rules, line, "b2-b3").endswith(" w:b3b2x1")

    @every_jarmo
    def test_a_capture_resets_a_shuttle_and_is_never_barred_as_one(self, rules: str) -> None:
        limit = rule_set(rules).shuttle_limit
        line = board("b4/5/5/1wb2/w4", shuttle=f"w:b2c2x{limit}")
        assert after(rules, line, "b2xc2").endswith(" -")

    @every_jarmo
    def test_a_pass_resets_a_shuttle(self, rules: str) -> None:
        # e3 leads to c2, where it has been too often, and to d5, where a friend stands.
        limit = rule_set(rules).shuttle_limit
        line = board("3w1/b4/4w/5/5", shuttle=f"w:e3c2x{limit}")
        assert moves(rules, line) == {"pass"}
        assert after(rules, line, "pass").endswith(" -")

    @every_jarmo
    def test_the_count_ends_if_the_archer_is_captured(self, rules: str) -> None:
        line = board("b4/5/5/1wb2/w4", "b", shuttle="w:b2b3x2")
        assert after(rules, line, "c2xb2").endswith(" -")

    @every_jasir
    def test_a_second_archer_before_c5_is_stuck_and_its_player_passes(self, rules: str) -> None:
        line = board("2w2/w3w/5/b4/5")
        assert moves(rules, line) == {"pass"}
        assert after(rules, line, "pass") == line.replace(" w ", " b ")

    @every_rule_set
    def test_nobody_passes_who_can_move(self, rules: str) -> None:
        assert "pass" not in moves(rules, str(START))

    def test_when_neither_side_can_move_jasir_ends_blocked_without_points(self) -> None:
        line = board("2w2/w4/5/4b/2b2")  # each runner waits behind a friend who never moves again
        assert moves(JASIR, line) == set()
        assert over(JASIR, line) == ("blocked", None, [0, 0])

    def test_when_neither_side_can_move_jarmo_ends_blocked_and_is_counted(self) -> None:
        line = board("3ww/5/4w/4b/2b2", shuttle="w:e3c2x4,b:e2d4x4")
        assert moves(JARMO, line) == set()
        assert over(JARMO, line) == ("blocked", "w", [5, 3])

    def test_capturing_the_last_runner_may_end_the_game_for_the_enemy(self) -> None:
        line = board("5/5/3b1/5/b1w2")
        assert over(JASIR, line) is None
        assert over(JASIR, after(JASIR, line, "c1xd3")) == ("arrived", "b", [0, 1])
        chosen = after(JASIR, line.replace("3b1", "3B1"), "c1xd3")
        assert over(JASIR, chosen) is None, "a chosen runner lives on in Black's hand"

    def test_elimination_is_checked_before_arrival(self) -> None:
        # White's last runner takes Black's last archer and arrives with it.
        line = board("2b2/w4/5/5/5")
        assert over(JASIR, after(JASIR, line, "a4xc5")) == ("eliminated", "w", [1, 0])

    def test_the_side_that_just_moved_is_checked_first(self) -> None:
        both = board("2w2/5/5/5/b4", "b")
        assert over(JASIR, both) == ("arrived", "w", [1, 0])
        assert over(JASIR, both.replace(" b ", " w ")) == ("arrived", "b", [0, 1])

    def test_repetition_ends_nothing_but_is_counted(self) -> None:
        there_and_back = ["b2-c2", "d4-c4", "c2-b2", "c4-d4"]
        game = play_game(JASIR, board("b4/3b1/5/1w3/w4"), *there_and_back * 2)
        assert game.repetitions == 3
        assert game.outcome is None
        assert game.play("b2-c2").repetitions == 3
        assert game.play("b2-b3").repetitions == 1

    def test_a_draw_scores_nothing_in_jasir(self) -> None:
        ended = play_game(JASIR, str(START), "b1-d2").agree_draw().outcome
        assert ended is not None
        assert (ended.reason, ended.winner, ended.points) == ("agreed", None, (0, 0))

    def test_an_agreed_draw_is_counted_in_jarmo(self) -> None:
        ended = play_game(JARMO, board("2w2/bb3/5/5/w4")).agree_draw().outcome
        assert ended is not None
        assert (ended.winner, ended.points) == (Side.WHITE, (3, 2))
        ended = play_game(JARMO, str(START)).agree_draw().outcome
        assert ended is not None
        assert (ended.winner, ended.points) == (None, (5, 5))


class TestHouseRulingsBeyondTheRules:
    """What rules.md leaves open; told to players in docs/rules.md."""

    def test_repetition_ignores_shuttle_counts(self) -> None:
        there_and_back = ["b2-c2", "d4-c4", "c2-b2", "c4-d4"]
        game = play_game(JARMO, board("b4/3b1/5/1w3/w4"), *there_and_back)
        assert game.repetitions == 2, "the board is the same, though the counts are not"

    def test_repetition_counts_the_start_for_the_side_that_began(self) -> None:
        game = Game(rule_set(JARMO), any_first=True)
        for text in ["a5-b3", "a1-c2", "b3-a5", "c2-a1"]:
            game = game.play(text)
        assert game.repetitions == 2

    def test_who_resigns_scores_nothing(self) -> None:
        line = board("2w2/bb3/5/5/w4", hand="w1b1")
        for rules, points in [(JASIR, (2, 0)), (JASIR_OCA, (3, 0)), (JARMO, (3, 0))]:
            ended = play_game(rules, line).resign(Side.BLACK).outcome
            assert ended is not None
            assert (ended.winner, ended.points) == (Side.WHITE, points)
