"""When the board does not show the position: refusals, astray, broken reeds, lost cables."""

from __future__ import annotations

import pytest

from boardpi.rules import START, Hole, mask_of
from boardpi.table.effects import Publish, Show, WakeAt
from boardpi.table.events import BoardFound, BoardLost, MarkedDead, Sensed, Woke
from boardpi.table.facts import Suspected, WentAstray
from boardpi.table.lights import nearest_pair
from boardpi.table.reading import MOST
from boardpi.table.script import ScriptPlayer, run
from boardpi.table.step import next_moment, step
from boardpi.table.table import Table, new_table
from tests.table.situations import table, tell

OPENING = "b1^ d2v ~300 >b1-d2 d5^ b4v ~300 >d5-b4 c1^ d3v ~300 >c1-d3 "


class TestRefusals:
    def test_an_archer_that_may_not_rest_is_refused_with_its_reason(self) -> None:
        tell("b1^ c2v ~1300 > ~300 >refused:no_line c2=refused b1=missing")

    def test_once_per_rest(self) -> None:
        tell("b1^ c2v ~30000 >refused:no_line c2^ ~500 c2v ~30000 >refused:no_line")

    def test_it_ends_by_restoring_or_by_a_legal_move(self) -> None:
        tell("b1^ c2v ~2000 >refused:no_line c2^ b1v >restored ~300 >")
        tell("b1^ c2v ~2000 >refused:no_line c2^ d2v ~300 >restored >b1-d2")

    def test_the_wrong_sides_archer(self) -> None:
        tell("b1^ d2v ~300 >b1-d2 e1^ d3v ~2000 >refused:not_your_archer")

    def test_after_the_end(self) -> None:
        over = "5/1w3/5/2b2/b4 w w0b0 w0b0 -"
        tell("b4^ d5v ~300 >b4-d5 >over:arrived:w c2^ a3v ~2000 >refused:game_over", position=over)

    def test_backward_in_jasir(self) -> None:
        tell("b1^ d2v ~300 >b1-d2 d5^ b4v ~300 >d5-b4 d2^ b1v ~2000 >refused:backward")

    def test_a_forbidden_capture_is_guessed_at_for_people(self) -> None:
        protected = ScriptPlayer(table(position="bb2b/5/3W1/5/w4 w w0b0 w0b0 -"))
        protected.play("d3^ e5^ e5v ~2000 >astray")
        fact = protected.facts[-1]
        assert isinstance(fact, WentAstray)
        assert fact.refusal is not None
        assert fact.refusal.code == "protected_first_row"
        protected.play("d4v ~300 >restored >d3-d4")


class TestAstray:
    def test_an_archer_too_many_and_one_too_few(self) -> None:
        tell("c3v ~2000 >astray c3=extra c3^ >restored c3=")
        tell("b1^ e1^ ~2000 >astray b1=missing e1=origin b1v ~100 e1v >restored")

    def test_one_archer_in_the_hand_while_another_is_moved(self) -> None:
        """It says so, whichever goes back first; the move then counts."""
        lifted = "b1^ ~1500 c1^ ~500 d3v ~2000 >astray b1=origin c1=missing d3=extra "
        tell(lifted + "b1v ~300 >restored >c1-d3")

    def test_one_pair_at_a_time_nearest_first(self) -> None:
        missing = mask_of(map(Hole, ("a1", "e5")))
        extra = mask_of(map(Hole, ("e4", "c3")))
        assert nearest_pair(missing, extra) == (Hole("e5").bit, Hole("e4").bit)
        assert nearest_pair(missing, 0) == (Hole("a1").bit, 0)

    def test_an_archer_in_hand_is_not_astray(self) -> None:
        tell("b1^ ~60000 > b1=origin")

    def test_it_ends_by_completing_a_legal_move(self) -> None:
        tell("e1^ b1^ ~2000 >astray e1v d2v ~300 >restored >b1-d2")

    def test_resume_against_a_saved_position_shows_the_way_back(self) -> None:
        moved = START.occupied ^ Hole("b1").bit ^ Hole("d2").bit
        player = ScriptPlayer(new_table(table().game, mask=START.occupied))
        player.table = player.table._replace(is_fresh=True)
        player.send(Sensed(0, moved))
        player.raw = moved
        player.play("~2000 >astray b1=missing d2=extra d2^ b1v >restored b1^ d2v ~300 >b1-d2")


class TestLostBoards:
    def test_nothing_is_due_while_the_board_is_away(self) -> None:
        player = ScriptPlayer(table())
        player.play("b1^ d2v")
        player.send(BoardLost(player.ms, "the cable was pulled"))
        assert next_moment(player.table) is None
        player.play("~5000 >")

    def test_what_changed_meanwhile_is_no_evidence(self) -> None:
        player = ScriptPlayer(table())
        player.play("b1^")
        player.send(BoardLost(player.ms, "the cable was pulled"))
        player.send(BoardFound(player.ms + 500, "a board"))
        player.raw |= Hole("d2").bit
        player.ms += 600
        player.send(Sensed(player.ms, player.raw))
        player.play("~3000 >astray d2^ b1v >restored b1^ d2v ~300 >b1-d2")

    def test_all_lights_are_shown_anew(self) -> None:
        player = ScriptPlayer(table())
        player.play("b1^ d2v ~300 >b1-d2 d2=last")
        lit = player.table.lights
        player.send(BoardFound(player.ms, "a board"))
        assert player.table.lights == lit
        assert Show(player.ms, lit) in player.effects


class TestDeadReeds:
    def test_a_move_to_a_dead_hole_is_asked_and_the_reply_proves_it(self) -> None:
        script = "b1^ ~3000 >ask:b1-d2 d2=ask d5^ b4v ~300 >b1-d2 >d5-b4"
        run(script, table(position="bbbbb/5/5/5/wwwww w w0b0 w0b0 -", dead="d2"))

    def test_a_move_from_a_dead_hole_is_asked_and_the_reply_proves_it(self) -> None:
        """Or somebody has set an archer there that does not belong on the board."""
        script = "d2v ~300 >ask:b1-d2 d5^ b4v ~300 >b1-d2 >d5-b4"
        run(script, table(position="bbbbb/5/5/5/wwwww w w0b0 w0b0 -", dead="b1"))

    def test_the_taker_that_comes_back_from_a_dead_hole_is_no_move_of_its_victim(self) -> None:
        # b3 took on a1, which nobody sees, and a5 came back; then b3 goes home again.
        run(
            "b3^ a5v ~300 >ask:b3-a5|b3xa1|b3xa1@a5 ~2300 >ask:b3-a5|b3xa1@a5 "
            "b3v ~300 >ask:b3-a5|b3-a5+a1-b3|b3xa1@a5",
            table("jarmo-oca", "1b1bb/2W2/1b3/5/wwww1 b w0b1 w0b0 b:b3c5x1", dead="a1"),
        )

    def test_a_capture_that_leaves_no_mark_is_asked_when_its_reply_stands(self) -> None:
        # Black's archer on d4 took e2 unseen, and White moves on; or White moves twice.
        script = "b5^ ~3000 >ask:b5-d4 c1^ e2v ~300 >b5-d4 >c1-e2 ~1000 d1^ b2v "
        at = table("jasir-oca", "bbbbb/5/5/5/wwwww b w0b0 w0b0 -", dead="d4")
        run(script + "~300 > ~2300 >ask:d4xe2+d1-b2", at)

    def test_a_taker_that_is_adjusted_may_have_gone_to_a_dead_hole_instead(self) -> None:
        run(
            "a1^ b3^ b3v ~300 >ask:a1-c2|a1xb3 ~500 b3^ b3v ~300 > "
            "c5^ a4v ~300 >ask:a1-c2|a1-c2+c5-a4|a1xb3+c5-a4",
            table("jarmo-wikipedia", "2bbb/5/Bb3/w4/w2ww w w1b0 w0b0 -", dead="c2"),
        )

    def test_nine_archers_that_are_seen_and_one_in_a_hand_are_no_new_set_up(self) -> None:
        script = "d4^ ~9000 c4v ~300 >d4-c4"
        run(script, table("jarmo-oca", "bbbbw/3b1/5/5/1wwww b w0b0 w0b0 -", dead="a1"))

    def test_a_restored_position_is_known_again_whatever_was_thought(self) -> None:
        # Three moves are uncertain; then all archers go back to where the table has them.
        asked = "b3^ b2^ b2v d2^ d2v ~300 e1^ d3v ~300 c5^ a4v ~300 a4^ d3^ d3v d3^"
        player = ScriptPlayer(table(position="bbb1b/5/1b3/1w1w1/w1w1w b w0b0 w0b0 -"))
        player.play(asked)
        player.told.clear()
        player.play("b3v c5v e1v ~1600 > b3^ c3v ~300 >b3-c3")

    def test_marked_on_the_page_in_mid_game(self) -> None:
        player = ScriptPlayer(table())
        player.raw |= Hole("c3").bit
        player.send(Sensed(0, player.raw))
        player.play("~2000 >astray c3=extra")
        player.send(MarkedDead(player.ms, Hole("c3").bit))
        player.play("c3= >restored b1^ d2v ~300 >b1-d2")

    def test_chatter_is_reported_once(self) -> None:
        player = ScriptPlayer(table())
        for _ in range(120):
            player.raw ^= Hole("c3").bit
            player.ms += 3
            player.send(Sensed(player.ms, player.raw))
        assert [f for f in player.facts if isinstance(f, Suspected)] == [
            Suspected(player.facts[0].ms, Hole("c3"), "chatters")
        ]

    @pytest.mark.parametrize("hole", ["c3", "e5", "c1"], ids=["empty", "theirs", "own"])
    @pytest.mark.parametrize("rate", [6, 8, 10, 14, 20, 30])
    def test_a_reed_that_flickers_is_named_within_five_seconds_and_play_goes_on(
        self, rate: int, hole: str
    ) -> None:
        player = ScriptPlayer(table())
        player.play("b1^")
        for _ in range(5 * rate):
            lift = bool(player.raw >> Hole(hole) & 1)
            player.change(Hole(hole), lift=lift, then_ms=1000 // rate)
        named = [fact for fact in player.facts if isinstance(fact, Suspected)]
        assert [(str(fact.hole), fact.why) for fact in named] == [(hole, "flickers")]
        assert named[0].ms < 5000
        assert player.told == ["suspect"]
        player.told.clear()
        player.play("d2v ~300 >b1-d2 d5^ b4v ~300 >d5-b4")

    def test_a_victim_whose_reed_flickers_is_not_taken(self) -> None:
        player = ScriptPlayer(table(position="bbb1b/5/1b3/1w1w1/w1w1w b w0b0 w0b0 -"))
        player.play("b3^")
        for _ in range(30):
            player.change(Hole("b2"), lift=bool(player.raw >> Hole("b2") & 1), then_ms=160)
        assert player.told == ["suspect"]

    def test_busy_hands_do_not_flicker(self) -> None:
        player = ScriptPlayer(table())
        for _ in range(40):
            player.play("b1^ b1v ~120")
        assert not [fact for fact in player.facts if isinstance(fact, Suspected)]

    def test_a_hole_that_contradicts_the_game_for_a_minute_is_reported(self) -> None:
        tell("c3v ~59000 >astray > ~2000 >suspect")

    def test_evidence_of_an_endless_fidget_stays_short(self) -> None:
        player = ScriptPlayer(table())
        player.play("b1^")
        for _ in range(300):
            player.play("e1^ e1v a5^ a5v")
        assert len(player.table.stories) <= MOST
        player.told.clear()
        player.play("d2v ~300 >b1-d2")


class TestTheClock:
    def test_time_never_runs_back_inside(self) -> None:
        first, _ = step(table(), Woke(5000))
        second, _ = step(first, Woke(10))
        assert second.ms == 5000

    def test_a_wake_is_asked_for_exactly_when_something_is_due(self) -> None:
        changed, effects = step(_settled_table(), Sensed(1000, START.occupied ^ Hole("b1").bit))
        assert WakeAt(1010) in effects
        again, effects = step(changed, Woke(1010))
        assert not any(isinstance(effect, Publish) for effect in effects)
        assert again.changed_ms == 1010

    def test_a_long_silence_is_the_same_as_many_short_ones(self) -> None:
        player, other = ScriptPlayer(table()), ScriptPlayer(table())
        for p, naps in ((player, [20000]), (other, [10] * 2000)):
            p.play("b1^ c2v")
            for nap in naps:
                p.wait(nap)
        assert player.facts == other.facts != []
        assert player.table == other.table


def _settled_table() -> Table:
    return table()._replace(is_fresh=False)
