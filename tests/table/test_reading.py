"""From hands to moves: one line per situation of table.md."""

from __future__ import annotations

import pytest

from boardpi.rules import Hole, Side
from boardpi.table.events import Answered
from boardpi.table.script import ScriptPlayer, run
from tests.table.situations import table, tell

OPENING = "b1^ d2v ~300 >b1-d2 d5^ b4v ~300 >d5-b4 c1^ d3v ~300 >c1-d3 "
"""The worked game of the rules: e5 and b4 may both take d3."""

RIGHT = "3bb/5/W4/5/w3w w w1b0 w0b0 -"
"""Jarmo: the chosen archer on a3 may arrive on b5 and bring the one in hand back."""

OWED = "bbbwW/5/w4/4w/3B1 b w1b1 w0b1 w:a3b1x1"
"""Jarmo after Wikipedia: Black owes himself a re-entry; b5 may take a3."""

FORK = "bbb1b/5/1b3/1w1w1/w1w1w b w0b0 w0b0 -"
"""Jasir: b3 may take b2 or d2; both leave the same mask."""


class TestQuietMoves:
    def test_a_move_is_shown_at_once_and_committed_after_the_dwell(self) -> None:
        tell("b1^ d2=target a3=target b1=origin d2v d2=tentative > ~300 >b1-d2 d2=last")

    def test_either_side_may_begin_and_the_first_move_decides(self) -> None:
        assert tell("d5^ b4v ~300 >d5-b4").game.first is Side.BLACK
        assert tell("d5^ b4v ~300 >d5-b4 b4^ d5v ~300 >takeback:1").game.first is None

    def test_the_opponents_lift_commits_before_the_dwell_is_over(self) -> None:
        tell("b1^ d2v > d5^ >b1-d2 b4v ~300 >d5-b4")

    def test_a_reply_may_be_lifted_before_the_mover_has_set_down(self) -> None:
        tell("b1^ d5^ d2v b4v ~300 >b1-d2 >d5-b4")

    def test_a_slide_that_rests_shortly_is_no_move(self) -> None:
        tell("b1^ d2v d2^ a3v ~300 >b1-a3")

    def test_no_story_keeps_an_archer_on_a_hole_that_it_only_brushed(self) -> None:
        brushed = tell("b1^ d2!50")
        assert all((s.stands[0] | s.stands[1]) == brushed.mask for s in brushed.stories)

    def test_an_archer_put_back_leaves_no_trace(self) -> None:
        tell("b1^ ~9000 b1v ~2000 >")
        tell("b1^ d2v d2^ b1v ~2000 >")

    def test_adjusting_other_archers_meanwhile_changes_nothing(self) -> None:
        tell("b1^ e1^ e1v a5^ a5v d2v ~300 >b1-d2")

    def test_bounce_and_a_passing_magnet_are_no_evidence(self) -> None:
        tell("b1^ c3!6 b3!9 d2v ~300 >b1-d2")

    def test_a_change_counts_after_ten_milliseconds_not_after_nine(self) -> None:
        tell(OPENING + "e5^ d3!9 ~300 >")
        tell(OPENING + "e5^ d3!10 ~300 >e5xd3")

    def test_a_chattering_hole_never_delays_another(self) -> None:
        player = ScriptPlayer(table())
        player.play("b1^ d2v")
        for _ in range(60):
            player.flicker(Hole("c3"), 4)
        assert player.told == ["b1-d2"]

    def test_an_archer_from_nowhere_explains_no_move(self) -> None:
        tell("d2v b1^ ~300 > ~1300 >astray")


class TestCaptures:
    @pytest.mark.parametrize(
        "hands",
        ["e5^ d3^ d3v", "d3^ e5^ d3v", "e5^ d3!15", "e5^ d3!70", "e5^ ~5000 >ask:e5xd3 d3^ d3v"],
        ids=["taker first", "victim first", "swept", "swept slowly", "thinking first"],
    )
    def test_every_order_of_hands(self, hands: str) -> None:
        tell(OPENING + hands + " ~300 >e5xd3")

    def test_turning_the_archer_over_afterwards_is_no_move(self) -> None:
        tell(OPENING + "e5^ d3^ d3v d3^ d3v ~300 >e5xd3 d3^ ~2000 d3v ~300 >")

    def test_a_victim_adjusted_before_the_taker_was_lifted_is_not_taken(self) -> None:
        tell(OPENING + "d3^ d3v e5^ ~1000 > e5v ~300 >")

    def test_two_victims_touched_ask_and_a_nudge_answers(self) -> None:
        asked = "b3^ b2=capture d2=capture b2^ b2v d2^ d2v ~300 >ask:b3xb2|b3xd2 b2=ask d2=ask "
        tell(asked + "b2^ b2v ~300 >b3xb2", position=FORK)
        tell(asked + "d2^ d2v ~300 >b3xd2", position=FORK)

    def test_two_victims_touched_ask_and_the_page_answers(self) -> None:
        player = ScriptPlayer(table(position=FORK))
        player.play("b3^ b2^ b2v d2^ d2v ~300 >ask:b3xb2|b3xd2")
        player.send(Answered(player.ms, "b3xd2"))
        player.expect("b3xd2")
        player.send(Answered(player.ms, "b3xb2"))
        player.expect("")

    def test_two_victims_touched_ask_and_a_reply_that_only_one_allows_answers(self) -> None:
        asked = "b3^ b2^ b2v d2^ d2v ~300 >ask:b3xb2|b3xd2 "
        tell(asked + "b2^ c2v ~300 >b3xd2 >b2-c2", position=FORK)
        tell(asked + "d2^ d3v ~300 >b3xb2 >d2-d3", position=FORK)

    def test_silence_does_not_block_play(self) -> None:
        tell(
            "b3^ b2^ b2v d2^ d2v ~300 >ask:b3xb2|b3xd2 "
            "e1^ d3v ~300 >ask:b3xb2+e1-d3|b3xd2+e1-d3 "
            "c5^ a4v ~300 >ask:b3xb2+e1-d3+c5-a4|b3xd2+e1-d3+c5-a4 "
            "b2^ c2v ~300 >b3xd2 >e1-d3 >c5-a4 >b2-c2",
            position=FORK,
        )


class TestUnseenVictims:
    def test_time_alone_never_commits_them(self) -> None:
        tell(OPENING + "e5^ ~2300 > ~300 >ask:e5xd3 d3=ask ~60000 >")

    def test_putting_the_archer_elsewhere_ends_the_question(self) -> None:
        tell(OPENING + "e5^ ~2600 >ask:e5xd3 c4v ~300 >e5-c4")
        tell(OPENING + "e5^ ~2600 >ask:e5xd3 e5v ~300 > d3=last")

    def test_a_reply_proves_them(self) -> None:
        tell(OPENING + "e5^ ~2600 >ask:e5xd3 a1^ c2v ~300 >e5xd3 >a1-c2")

    def test_a_reply_before_the_question_proves_nothing(self) -> None:
        tell(OPENING + "e5^ ~1000 a1^ c2v ~2000 >astray")

    def test_a_reply_that_retakes_on_the_same_hole_proves_them(self) -> None:
        tell(OPENING + "e5^ ~2600 >ask:e5xd3 d2^ d3^ d3v ~300 >e5xd3 >d2xd3")

    def test_who_lifts_before_the_opponent_sets_down_is_no_proof(self) -> None:
        tell(OPENING + "e5^ ~2600 >ask:e5xd3 a1^ c4v c2v ~300 >e5-c4 >a1-c2")


class TestOverlappingTurns:
    def test_a_victim_lifted_within_the_dwell_of_its_own_move(self) -> None:
        start = "b1^ d2v ~300 >b1-d2 d5^ b4v ~300 >d5-b4 "
        tell(start + "c1^ d3v d3^ e5^ d3v ~300 >c1-d3 >e5xd3")
        tell(start + "c1^ d3v d3^ ~2000 e5^ d3v ~300 >c1-d3 >e5xd3")

    def test_a_retake_within_the_dwell(self) -> None:
        tell(OPENING + "e5^ d3^ d3v d3^ d2^ d3v ~300 >e5xd3 >d2xd3")

    def test_a_lift_that_may_be_another_victim_waits(self) -> None:
        tell("b3^ d2^ d2v b2^ > c2v ~300 >b3xd2 >b2-c2", position=FORK)
        tell("b3^ d2^ d2v b2^ > b2v ~300 >ask:b3xb2|b3xd2", position=FORK)

    def test_a_re_entered_archer_taken_within_the_dwell(self) -> None:
        tell("b1v b1^ d2^ b1v ~300 >@b1 >d2xb1", position="5/5/5/1bbb1/w2ww w w1b0 w0b0 -")

    @pytest.mark.parametrize(
        ("rules", "position", "hands", "told"),
        [
            (
                "jarmo-wikipedia",
                "1bb2/wbb2/5/5/ww2B b w2b0 w0b0 w:a4c3x1,b:c4a5x1",
                "b4^ c5^ d3v a4^ c5v d1v",
                ">b4-d3 >ask:a4xc5@d1 ~1300 >a4xc5@d1",
            ),
            (
                "jarmo-wikipedia",
                "1b1bb/5/wB3/w4/3ww b w1b1 w0b0 w:a3b1x1",
                "b3^ b5^ a1v a3^ b5v b1v",
                ">ask:b3-a1|b3-a1+a3-b1|b3-a1+a3xb5@b1 ~1300 >b3-a1",
            ),
            (
                "jarmo-oca",
                "1bb1b/5/1b1wb/5/wwww1 w w0b0 w0b0 w:d3e1x1,b:b3a5x1",
                "d3^ e5^ a1^ e5v d5v b3^ a1v",
                ">d3xe5 >b3xa1@d5",
            ),
        ],
    )
    def test_crossed_hands_whose_reply_brings_an_archer_back(
        self, rules: str, position: str, hands: str, told: str
    ) -> None:
        tell(f"{hands} ~300 {told}", rules, position)

    def test_a_reply_that_lifts_its_victim_before_the_mover_sets_down(self) -> None:
        # Or White set his other archer back, and Black still holds his: the next move tells.
        tell(
            "a1^ c1^ c2v e2^ c1v ~300 >a1-c2 >ask:e2xc1 c2^ d2v ~300 >e2xc1 >c2-d2",
            "jarmo-oca",
            "b4/5/5/4b/w1w2 w w0b0 w0b0 -",
        )

    def test_hands_cross_also_while_the_table_is_astray(self) -> None:
        # White takes up his victim, and Black thinks on with his archer in hand.
        tell(
            "a5^ e5^ ~1600 >astray c4v d3^ e5v ~300 >restored >a5-c4 >ask:d3xe5 "
            "d5^ b4v ~300 >ask:d3-b4|d3xe5+d5-b4",
            "jarmo-oca",
            "bWbbb/5/3w1/w4/w3w b w0b1 w0b0 w:d3c1x1,b:d5e3x2",
        )


class TestTakeBacks:
    def test_of_a_quiet_move(self) -> None:
        tell("b1^ d2v ~300 >b1-d2 d2^ b1v ~300 >takeback:1")

    def test_of_a_capture_waits_for_the_victim_and_lights_its_hole(self) -> None:
        tell(OPENING + "e5^ d3^ d3v ~300 >e5xd3 d3^ e5v d3=missing ~5000 > d3v ~300 >takeback:1")

    def test_of_a_capture_whose_victim_returns_first(self) -> None:
        tell(OPENING + "e5^ d3^ d3v ~300 >e5xd3 d3^ d3v ~400 > e5v ~300 >takeback:1")

    def test_of_many_plies_one_by_one(self) -> None:
        back = "d3^ c1v ~300 >takeback:1 b4^ d5v ~300 >takeback:1 d2^ b1v ~300 >takeback:1"
        assert tell(OPENING + back).game.moves == ()

    def test_of_two_plies_at_once_in_any_order_of_hands(self) -> None:
        tell(OPENING + "d3^ c1v b4^ d5v ~300 >takeback:2")
        tell(OPENING + "d3^ b4^ c1v d5v ~300 >takeback:2")

    def test_setting_up_the_games_own_start_takes_all_back(self) -> None:
        tell(OPENING + "b4^ d5v d2^ b1v d3^ c1v ~300 >takeback:3 d5^ b4v ~300 >d5-b4")

    def test_and_another_move_at_once_is_an_amendment(self) -> None:
        tell(OPENING + "d3^ c1v e1^ c2v ~300 >amend:e1-c2")

    def test_a_lift_alone_never_takes_back_a_re_entry(self) -> None:
        hand = "b4/5/5/5/w4 w w1b0 w0b0 -"
        tell("c1v ~300 >@c1 c1^ ~5000 > a1^ c2v ~300 >amend:a1-c2", position=hand)
        tell("c1v ~300 >@c1 c1^ ~5000 > c1v ~300 > a5^ c4v ~300 >a5-c4", position=hand)


class TestAmendments:
    def test_to_another_hole(self) -> None:
        tell("b1^ d2v ~300 >b1-d2 d2^ a3v ~300 >amend:b1-a3")

    def test_to_a_capture(self) -> None:
        tell(OPENING + "e5^ c4v ~300 >e5-c4 c4^ d3^ d3v ~300 >amend:e5xd3")

    def test_to_a_capture_asks_where_the_lifted_archer_may_be_a_victim(self) -> None:
        # Black could have taken c4; but White may hold d3, which e1 can take, and adjust c4.
        tell(
            "d4^ d3v ~300 >d4-d3 d3^ c4^ c4v ~300 >ask:d4xc4 c4=ask c4^ c4v ~300 >amend:d4xc4",
            position="3b1/W1Wb1/5/5/2B1w b w0b0 w0b0 -",
        )

    def test_from_a_capture_with_the_victim_back_in_place(self) -> None:
        taken = OPENING + "e5^ d3^ d3v ~300 >e5xd3 d3^ "
        tell(taken + "d3v c4v ~300 >amend:e5-c4")
        tell(taken + "c4v ~2000 > d3=missing d3v ~300 >amend:e5-c4")

    def test_are_closed_by_the_opponents_lift(self) -> None:
        tell("b1^ d2v ~300 >b1-d2 d5^ d5v d2^ a3v ~2000 >refused:not_your_archer")

    def test_are_off_where_touch_move_is_on(self) -> None:
        strict = table(touch_move=True)
        run("b1^ d2v ~300 >b1-d2 d2^ a3v ~2000 >refused:not_your_archer", strict)
        run("b1^ d2v ~300 >b1-d2 d2^ b1v ~300 >takeback:1", strict)


class TestReEntry:
    @pytest.mark.parametrize(
        "hands",
        ["a3^ b5v b1v", "a3^ b1v b5v", "b1v a3^ b5v", "a3^ b5v ~400 b1v", "b1v ~400 a3^ ~400 b5v"],
    )
    def test_in_any_order_of_hands(self, hands: str) -> None:
        tell(hands + " ~300 >a3-b5@b1", "jarmo-oca", RIGHT)

    def test_the_zone_glows_until_an_archer_is_set_there(self) -> None:
        tell("a3^ b5v ~20000 > b1=reentry d1=reentry d1v ~300 >a3-b5@d1", "jarmo-oca", RIGHT)

    def test_the_opponents_lift_declines_it(self) -> None:
        tell("a3^ b5v ~9000 > d5^ >a3-b5 e3v ~300 >d5-e3", "jarmo-oca", RIGHT)
        tell("a3^ b5v d5^ >a3-b5 d5v ~300 b1v ~2000 >astray", "jarmo-oca", RIGHT)

    def test_the_opponents_lift_declines_it_also_while_the_arrived_archer_is_adjusted(self) -> None:
        tell(
            "b3^ a1^ a1v ~500 a1^ e5^ >b3xa1 c5v e5v a1v ~1600 >astray",
            "jarmo-wikipedia",
            "bb1bW/5/1b3/5/ww1ww b w0b1 w0b0 w:e5d3x1,b:b3c5x1",
        )

    def test_a_re_entry_may_be_a_victim_before_its_arrival(self) -> None:
        # … or it was only tried, and taken off again: the hands are the same.
        tell(
            "a1v ~200 e4^ a1^ c5v ~300 >ask:e4-c5|e4-c5@a1 "
            "b3^ a1v ~300 >ask:e4-c5+b3-a1|e4-c5@a1+b3xa1",
            "jarmo-oca",
            "1b2b/4W/1B2b/5/1ww1w w w1b1 w0b0 -",
        )

    def test_taken_back_before_it_is_decided_nothing_is_told(self) -> None:
        tell("a3^ b5v ~1000 b5^ a3v ~300 > a1^ c2v ~300 >a1-c2", "jarmo-oca", RIGHT)

    def test_where_declining_ends_the_game_eight_seconds_decline(self) -> None:
        last = "3b1/5/W4/5/5 w w2b1 w0b0 -"
        tell("a3^ b5v ~7800 > ~400 >a3-b5 >over:arrived:w", "jarmo-oca", last)
        tell("a3^ b5v ~7000 > a1v ~300 >a3-b5@a1", "jarmo-oca", last)

    def test_where_the_opponent_cannot_move_the_movers_next_lift_declines(self) -> None:
        tell(
            "b2^ d1v ~5000 > d1^ d1v > e5^ >b2-d1 >pass:w d3v ~300 >e5-d3",
            "jarmo-oca",
            "1W2b/5/w4/1B3/Bw3 b w2b2 w0b0 w:b1d2x3,b:b2c4x1",
        )

    def test_a_retreat_that_may_be_half_of_it_is_asked_and_committed_late(self) -> None:
        tell("a3^ b1v ~300 >ask:a3-b1 ~8000 >a3-b1", "jarmo-oca", RIGHT)
        tell("a3^ b1v ~300 >ask:a3-b1 ~1000 b5v ~300 >a3-b5@b1", "jarmo-oca", RIGHT)

    def test_a_reply_settles_such_a_retreat_once_it_stands(self) -> None:
        tell("a3^ b1v ~300 >ask:a3-b1 d5^ > e3v ~300 >a3-b1 >d5-e3", "jarmo-oca", RIGHT)
        # Until then the other may still arrive, though the reply was lifted.
        tell("a3^ b1v ~300 >ask:a3-b1 d5^ b5v > e3v ~300 >a3-b5@b1 >d5-e3", "jarmo-oca", RIGHT)

    def test_an_owed_right_may_be_used_after_any_move(self) -> None:
        tell("a5^ c4v ~1000 > a5v ~300 >a5-c4@a5", "jarmo-wikipedia", OWED)
        tell(
            "a5^ c4v ~1000 > b1^ >a5-c4",
            "jarmo-wikipedia",
            OWED.replace("3B1 b", "1w1B1 b").replace("w4/4w", "5/4w").replace("w:a3b1x1", "-"),
        )

    def test_a_capture_whose_hole_is_filled_again_at_once_is_asked(self) -> None:
        tell("b5^ a3^ a3v b5v ~300 >ask:b5xa3@b5 a3^ a3v ~300 >b5xa3@b5", "jarmo-wikipedia", OWED)

    def test_on_another_hole_is_an_amendment(self) -> None:
        tell("a3^ b5v b1v ~300 >a3-b5@b1 b1^ d1v ~300 >amend:a3-b5@d1", "jarmo-oca", RIGHT)

    def test_in_jasir_it_is_a_move_of_its_own(self) -> None:
        tell("b1v ~300 >@b1 b1=last", position="b4/5/5/5/w4 w w1b0 w0b0 -")


class TestWhatSettlesAQuestion:
    def test_no_story_that_leaves_an_archer_in_the_air(self) -> None:
        # b5 on b4 is a forbidden try; or White set d3 there while Black holds b5. It rests: a try.
        tell(
            "b3^ ~2600 >ask:b3xd2 d2^ d3^ d2v ~300 >b3xd2 >ask:d3xd2 "
            "b5^ b4v ~2000 > b4^ b5v ~300 >ask:d3-b4|d3xd2 b5^ d4v ~300 >d3xd2 >b5-d4",
            "jarmo-pergioco",
            "bb3/5/1B1w1/3w1/3w1 b w2b2 w0b0 w:d3e1x1,b:b3b4x1",
        )

    def test_a_reply_that_stands_and_may_be_taken_back_again(self) -> None:
        tell(
            "d3^ e5v ~700 >ask:d3-e5 e1^ d3v ~700 >d3-e5 >e1-d3 d3^ e1v ~700 >takeback:1 "
            "e1^ c2v ~300 >e1-c2",
            "jarmo-oca",
            "2W2/5/1b1b1/5/1BB1w b w3b1 w0b0 w:e1c2x1,b:b3a5x1",
        )

    def test_a_slide_of_the_reply_makes_it_a_question_of_two(self) -> None:
        tell(
            "d3^ e5v ~700 >ask:d3-e5 e1^ d3v d3^ e1v ~700 >ask:d3-e5|d3xe1@e5 "
            "e1^ c2v ~300 >d3-e5 >e1-c2",
            "jarmo-oca",
            "2W2/5/1b1b1/5/1BB1w b w3b1 w0b0 w:e1c2x1,b:b3a5x1",
        )

    def test_nobody_holds_an_archer_out_of_turn_for_long(self) -> None:
        # d4 went where the taker came from; or the taker is home, and Black has held d4 since.
        tell(
            "d3^ ~2600 >ask:d3xd4|d3xe1 d4^ d3v ~300 >ask:d3xd4|d3xe1+d4-d3 ~1300 >d3xe1 >d4-d3",
            "jarmo-pergioco",
            "b2b1/3b1/3W1/5/b3b w w4b0 w0b0 w:d3c1x1,b:d4c4x2",
        )

    def test_a_nudge_that_comes_late_must_be_repeated(self) -> None:
        asked = "b3^ b2^ b2v d2^ d2v ~300 >ask:b3xb2|b3xd2 e1^ d3v ~300 "
        one = ">ask:b3xb2+e1-d3|b3xd2+e1-d3 "
        tell(asked + one + "b2^ b2v ~300 >b3xb2 >e1-d3", position=FORK)
        two = one + "c5^ a4v ~300 >ask:b3xb2+e1-d3+c5-a4|b3xd2+e1-d3+c5-a4 b2^ b2v ~300 > "
        tell(asked + two + "b2^ b2v ~300 >b3xb2 >e1-d3 >c5-a4", position=FORK)
        tell(asked + two + "~2000 b2^ b2v ~300 >", position=FORK)

    def test_a_nudge_is_one_touch_out_of_quiet(self) -> None:
        asked = "b3^ b2^ b2v d2^ d2v ~300 >ask:b3xb2|b3xd2 "
        tell(asked + "e1^ e1v ~300 > b2^ b2v ~300 >b3xb2", position=FORK)
        tell(asked + "e1^ e1v b2^ b2v ~300 >", position=FORK)  # in one go: only adjusting
        tell(asked + "b2^ e1^ b2v e1v ~300 >", position=FORK)

    def test_who_lifts_before_the_other_has_set_down_is_in_a_hurry(self) -> None:
        # White's archer in hand may be on d1, and Black holds c3; but then he would go on at once.
        asked = "b2^ ~2600 >ask:b2xc4 c3^ d1v ~300 >ask:b2-d1|b2xc4+c3-d1 "
        at = ("jarmo-wikipedia", "5/2b2/2b2/1w3/w4 w w3b3 w0b0 -")
        tell(asked + "~750 >b2xc4 >c3-d1 >over:arrived:-", *at)

    def test_what_either_hand_may_have_set_down_waits_for_the_other(self) -> None:
        # d1 may have gone to c3; or it took b2 unseen, and a4 went to c3.
        at = ("jasir-pergioco", "4b/bw3/4W/1b1ww/1b1w1 w w0b0 w0b0 -")
        tell("d1^ ~1000 a4^ c3v ~700 > b5v ~2000 >refused:no_line", *at)
        tell("d1^ ~1000 a4^ c3v ~700 > d2^ b3v ~300 >d1xb2 >a4-c3 >d2-b3", *at)

    def test_a_capture_amended_to_the_own_first_row_is_no_early_reentry(self) -> None:
        tell(
            "d3^ e5^ e5v ~300 >d3xe5 e5^ e5v c1v ~1600 >amend:d3-c1 b3^ c5^ c5v ~300 >b3xc5",
            "jarmo-oca",
            "2bbW/5/1w1b1/1wW2/1w3 b w0b2 w0b0 -",
        )

    def test_an_arrival_that_may_be_the_replys_reentry_is_asked(self) -> None:
        # a3 has arrived and b1 came back; or a3 went to b1, and Black sets b5 down before he moves.
        hands, asked = "a3^ b1v b5v ~300 ", ">ask:a3-b1|a3-b5@b1 "
        both = "d3^ c1v ~300 >ask:a3-b1+d3-c1@b5|a3-b5@b1+d3-c1"
        for then in ("~1300 >a3-b5@b1", "d5^ e3v ~300 >a3-b5@b1 >d5-e3", both):
            tell(hands + asked + then, "jarmo-oca", "b2b1/b4/W2B1/5/w2ww w w1b1 w0b0 -")
