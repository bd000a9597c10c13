"""What the page and the button ask of the table, how games end and begin, what the lights tell."""

from __future__ import annotations

from dataclasses import replace

from boardpi.rules import Side, parse_move, replay
from boardpi.table.effects import Publish, Record
from boardpi.table.events import (
    Answered,
    AskedBack,
    Began,
    DrawAgreed,
    Event,
    GaveUp,
    HelpChosen,
    Pressed,
    Woke,
)
from boardpi.table.facts import WentAstray
from boardpi.table.script import ScriptPlayer
from boardpi.table.table import Table
from tests.table.situations import table, tell

OPENING = "b1^ d2v ~300 >b1-d2 d5^ b4v ~300 >d5-b4 c1^ d3v ~300 >c1-d3 "
PASSING = "2w1w/4W/5/1b3/bB1B1 b w0b0 w0b0 -"
"""Jasir: White is stuck for good."""
RIGHT = "3bb/5/W4/5/w3w w w1b0 w0b0 -"


def after(script: str, event: Event, standing: Table | None = None) -> ScriptPlayer:
    """A script, then an event of the page at that moment."""
    player = ScriptPlayer(standing or table())
    player.play(script)
    player.send(replace(event, ms=player.ms))
    return player


class TestTheEnd:
    def test_arrival_shows_the_winner_and_the_points(self) -> None:
        tell(
            "b4^ d5v ~300 >b4-d5 >over:arrived:w d5=winner c2=",
            position="5/1w3/5/2b2/b4 w w0b0 w0b0 -",
        )
        tell(
            "b4^ d5v ~300 >b4-d5 >over:arrived:w d5=winner c2=point",
            "jarmo-oca",
            "5/1w3/5/2b2/5 w w0b0 w0b0 -",
        )

    def test_a_stuck_player_passes_by_himself(self) -> None:
        tell("b2^ c2v ~300 >b2-c2 >pass:w c2^ b2v ~300 >c2-b2 >pass:w", position=PASSING)

    def test_a_side_that_is_stuck_from_the_beginning_passes_at_once(self) -> None:
        tell("~1 >pass:w b2^ c2v ~300 >b2-c2 >pass:w", position=PASSING.replace(" b w0", " w w0"))

    def test_setting_up_after_the_end_starts_the_next_game(self) -> None:
        end = "b4^ d5v ~300 >b4-d5 >over:arrived:w c2^ b1v c1v d1v e1v a5v b5v c5v e5v "
        tell(
            end + "~300 >new_game:over e5^ d3v ~300 >e5-d3", position="5/1w3/5/2b2/b4 w w0b0 w0b0 -"
        )

    def test_another_start_in_mid_game_ends_it_as_unfinished(self) -> None:
        tell(
            "b3^ c2^ a1v b1v c1v d1v e1v a5v b5v c5v d5v e5v ~4000 >astray "
            "~1500 >new_game:unfinished",
            position="5/5/1w3/2b2/5 w w0b0 w0b0 -",
        )

    def test_a_third_repetition_is_told(self) -> None:
        there, back = "a1^ c2v ~300 >a1-c2 ", "c2^ a1v ~300 >c2-a1 "
        reply, home = "a5^ c4v ~300 >a5-c4 ", "c4^ a5v ~300 >c4-a5 "
        once = there + reply + back + home
        tell(
            once + there + reply + back + "c4^ a5v ~300 >c4-a5 >repetition:3",
            "jarmo-pergioco",
            "bb3/5/5/5/ww3 w w0b0 w0b0 -",
        )


class TestThePage:
    def test_takes_moves_back_and_the_lights_show_where_the_archers_belong(self) -> None:
        player = after(OPENING, AskedBack(0, 1))
        player.play(">takeback:1 >astray d3=extra c1=missing d3^ c1v >restored")

    def test_a_capture_taken_back_lights_the_taker_and_its_home(self) -> None:
        player = after(OPENING + "e5^ d3^ d3v ~300 >e5xd3", AskedBack(0, 1))
        player.play(">takeback:1 >astray d3=extra e5=missing")
        fact = player.facts[-1]
        assert isinstance(fact, WentAstray)
        assert fact.untaken == (Side.BLACK, parse_move("e5xd3"))
        player.play("d3^ e5v ~100 d3v ~300 >restored")

    def test_a_capture_put_back_in_one_go_is_put_back(self) -> None:
        """A board of software changes who stands on d3 without opening its reed."""
        player = after(OPENING + "e5^ d3^ d3v ~300 >e5xd3", AskedBack(0, 1))
        player.play(">takeback:1 >astray e5v >restored ~9000 > d3=last c1=last")
        player.play("e5^ d3^ d3v ~300 >e5xd3")

    def test_takes_a_pass_back_with_the_move_before_it(self) -> None:
        player = after("b2^ c2v ~300 >b2-c2 >pass:w", AskedBack(0, 1), table(position=PASSING))
        player.expect("takeback:2")
        assert player.table.game.moves == ()

    def test_takes_back_nothing_where_nothing_was_played(self) -> None:
        after("", AskedBack(0, 3)).expect("")

    def test_takes_an_open_turn_back_without_a_word(self) -> None:
        player = after("a3^ b5v ~400", AskedBack(0, 1), table("jarmo-oca", RIGHT))
        assert player.table.open_turn is None
        assert not [f for f in player.facts if f.event == "takeback"]

    def test_agrees_a_draw_and_resigns(self) -> None:
        after(OPENING, DrawAgreed(0)).expect("over:agreed:-")
        player = after(OPENING, GaveUp(0, Side.BLACK))
        player.expect("over:resigned:w")
        player.send(DrawAgreed(player.ms))
        player.expect("")

    def test_ends_an_open_turn_before_the_game(self) -> None:
        player = after("a3^ b5v ~400", GaveUp(0, Side.BLACK), table("jarmo-oca", RIGHT))
        player.expect("a3-b5")
        player.expect("over:resigned:w")
        last = table("jarmo-oca", "3b1/5/W4/5/5 w w2b1 w0b0 -")
        ended = after("a3^ b5v ~400", DrawAgreed(0), last)
        ended.expect("a3-b5")
        ended.expect("over:arrived:w")

    def test_a_draw_taken_back_goes_on(self) -> None:
        player = after(OPENING, DrawAgreed(0))
        player.expect("over:agreed:-")
        player.send(AskedBack(player.ms, 1))
        player.expect("takeback:1")
        assert player.table.game.outcome is None

    def test_puts_another_game_on_the_table(self) -> None:
        game = replay(["b1-d2", "d5-b4"])
        player = after("", Began(0, game))
        player.expect("new_game:unfinished")
        assert player.table.game == game

    def test_answers_only_what_was_asked(self) -> None:
        after(OPENING + "e5^ ~1000", Answered(0, "e5xd3")).expect("")
        after(OPENING + "e5^ ~3000 >ask:e5xd3", Answered(0, "e5xd3")).expect("e5xd3")
        after(OPENING + "e5^ ~3000 >ask:e5xd3", Answered(0, "b4xd3")).expect("")

    def test_chooses_the_help(self) -> None:
        player = after("", HelpChosen(0, "full"))
        player.play("b1=movable d5=movable")

    def test_the_button_takes_back_and_a_long_hold_asks_for_the_menu(self) -> None:
        after(OPENING, Pressed(0, 200)).expect("takeback:1")
        after(OPENING, Pressed(0, 4000)).expect("menu_wanted")


class TestLights:
    def test_help_off_shows_trouble_and_questions_only(self) -> None:
        player = ScriptPlayer(table(level="off"))
        player.play("b1^ b1= d2= c2v ~2000 >refused:no_line c2=refused c2^ b1v >restored")
        player.play("b1^ d2v d2= ~300 >b1-d2 d2=")

    def test_full_help_shows_who_may_move_who_is_chosen_and_the_zone(self) -> None:
        hand = table(position="b4/5/3W1/5/w4 w w1b0 w0b0 -", level="full")
        player = ScriptPlayer(hand)
        player.send(Woke(1))
        player.play("a1=movable d3=chosen b1=reentry e1=reentry a5=")

    def test_a_lifted_victim_shows_its_takers(self) -> None:
        tell(OPENING + "d3^ d3=capture e5=taker b4=taker c4= d3v ~300 >")

    def test_with_taker_and_victim_in_hand_only_the_capture_is_shown(self) -> None:
        tell(OPENING + "e5^ c4=target d3=capture d3^ c4= d3=capture d3v ~300 >e5xd3")

    def test_the_end_of_a_game_by_agreement_in_jarmo_counts_both(self) -> None:
        player = after("", DrawAgreed(0), table("jarmo-oca"))
        player.play(">over:agreed:- a1=point a5=point")


class TestEffects:
    def test_a_move_is_recorded_before_anybody_sees_it(self) -> None:
        player = ScriptPlayer(table())
        player.play("b1^ d2v ~300")
        told = [e for e in player.effects if isinstance(e, Record | Publish)]
        assert [type(e) for e in told] == [Record, Publish]
        assert told[0].fact is told[1].fact

    def test_a_committed_game_equals_the_game_played(self) -> None:
        assert tell(OPENING).game.moves == replay(["b1-d2", "d5-b4", "c1-d3"]).moves
