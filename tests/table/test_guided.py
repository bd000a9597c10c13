"""A side without hands of its own: its moves are given, people carry them out."""

from __future__ import annotations

import pytest

from boardpi.rules import RULE_SETS, START, Game, Hole, Side, holes_in, parse_move
from boardpi.table.events import AskedBack, Expected, Frozen, MarkedDead, Pointed, Pressed
from boardpi.table.script import ScriptPlayer
from boardpi.table.table import Table, new_table
from tests.table.situations import table

BLACK, WHITE = Side.BLACK, Side.WHITE
OPENING = "b1^ d2v ~300 >b1-d2 "
RIGHT = "3bb/5/W4/5/w3w w w1b0 w0b0 -"
"""Jarmo: White's a3 earns a re-entry on b5."""
HAND = "bbb2/5/3W1/5/w2w1 b w1b2 w0b0 -"


def seated(side: Side = BLACK, standing: Table | None = None) -> ScriptPlayer:
    """A table where this side has no hands."""
    player = ScriptPlayer(standing or table())
    player.send(Expected(0, side))
    return player


def expect(player: ScriptPlayer, move: str) -> None:
    side = player.table.guided
    player.send(Expected(player.ms, side, parse_move(move)))


class TestWhatCounts:
    def test_the_expected_move_is_committed_like_any_other(self) -> None:
        player = seated()
        player.play(OPENING)
        expect(player, "d5-b4")
        player.play(">expect:d5-b4 d5^ b4v ~300 >d5-b4")
        assert player.table.expected is None
        assert player.table.guided is BLACK

    def test_nothing_of_that_side_counts_while_it_thinks(self) -> None:
        player = seated()
        player.play(OPENING + "d5^ b4v ~1000 > ~1000 >astray b4=extra d5=missing")
        player.play("b4^ d5v >restored")
        assert len(player.table.game.moves) == 1

    def test_another_legal_move_is_led_back_and_the_expected_one_is_told_again(self) -> None:
        player = seated()
        player.play(OPENING)
        expect(player, "d5-b4")
        player.play(">expect:d5-b4 c5^ b3v ~2000 >astray >expect:d5-b4 b3=extra c5=missing d5=")
        player.play("b3^ c5v >restored d5=hint b4=target d5^ b4v ~300 >d5-b4")

    def test_a_wrong_place_may_be_put_right_without_going_back(self) -> None:
        player = seated()
        player.play(OPENING)
        expect(player, "c5-b3")
        player.play(">expect:c5-b3 c5^ c4v ~2000 >refused:no_line >expect:c5-b3 c4=refused")
        player.play("c4^ b3v ~300 >restored >c5-b3")

    def test_an_archer_of_the_player_is_refused_as_always(self) -> None:
        player = seated()
        player.play(OPENING)
        expect(player, "d5-b4")
        player.play(">expect:d5-b4 c1^ d3v ~2000 >refused:not_your_archer >expect:d5-b4")

    def test_of_two_captures_by_one_archer_only_the_expected_one_is_asked(self) -> None:
        position = "2b2/w4/1w3/5/w4 b w0b0 w0b0 -"
        taken = table(position=position)
        captures = [m for m in taken.game.legal_moves() if m.takes]
        origin = captures[0].origin
        assert origin is not None
        assert [m.origin for m in captures].count(origin) > 1
        player = seated(BLACK, taken)
        expect(player, str(captures[0]))
        player.play(f">expect:{captures[0]} {origin}^ ~3000 >ask:{captures[0]}")
        player.play(f"{captures[0].target}^ {captures[0].target}v ~300 >{captures[0]}")

    def test_a_move_that_is_not_legal_is_expected_of_nobody(self) -> None:
        player = seated()
        player.play(OPENING)
        expect(player, "a1-b3")
        player.expect("")
        assert player.table.expected is None

    def test_either_side_may_begin_when_the_guided_one_is_asked_to(self) -> None:
        player = seated()
        expect(player, "d5-b4")
        player.play(">expect:d5-b4 d5=hint")
        player.play("b1^ d2v ~300 >b1-d2 d5=")
        other = seated()
        expect(other, "d5-b4")
        other.play(">expect:d5-b4 d5^ b4v ~300 >d5-b4")
        assert other.table.game.first is BLACK

    def test_nobody_is_guided_any_more_when_no_side_is_named(self) -> None:
        player = seated()
        player.play(OPENING)
        player.send(Expected(player.ms, None))
        player.play("c5^ b3v ~300 >c5-b3")

    def test_marking_a_reed_dead_keeps_the_side_and_forgets_the_move(self) -> None:
        player = seated()
        player.play(OPENING)
        expect(player, "d5-b4")
        player.send(MarkedDead(player.ms, Hole("e3").bit))
        assert (player.table.guided, player.table.expected) == (BLACK, None)

    def test_a_fast_reply_commits_what_was_expected(self) -> None:
        player = seated()
        player.play(OPENING)
        expect(player, "d5-b4")
        player.play(">expect:d5-b4 d5^ b4v c1^ >d5-b4 d3v ~300 >c1-d3")

    def test_a_move_of_the_guided_side_is_never_amended(self) -> None:
        player = seated()
        player.play(OPENING)
        expect(player, "d5-b4")
        player.play(">expect:d5-b4 d5^ b4v ~300 >d5-b4 b4^ d3v ~2500 >refused:not_your_archer")


class TestTakingBack:
    def test_the_player_takes_back_his_move_before_the_reply_is_carried_out(self) -> None:
        player = seated()
        player.play(OPENING)
        expect(player, "d5-b4")
        player.play(">expect:d5-b4 d2^ b1v ~300 >takeback:1 b1^ a3v ~300 >b1-a3")

    def test_the_player_amends_it_too(self) -> None:
        player = seated()
        player.play(OPENING)
        expect(player, "d5-b4")
        player.play(">expect:d5-b4 d2^ a3v ~300 >amend:b1-a3")
        assert player.table.expected is None

    @pytest.mark.parametrize("is_answered", [False, True])
    def test_the_button_goes_back_to_the_players_own_turn(self, is_answered: bool) -> None:
        player = seated()
        player.play(OPENING)
        expect(player, "d5-b4")
        player.expect("expect:d5-b4")
        if is_answered:
            player.play("d5^ b4v ~300 >d5-b4")
        player.send(Pressed(player.ms, 100))
        player.play(f">takeback:{1 + is_answered} >astray")
        assert player.table.game.moves == ()

    def test_the_page_does_too(self) -> None:
        player = seated()
        player.play(OPENING)
        expect(player, "d5-b4")
        player.play(">expect:d5-b4 d5^ b4v ~300 >d5-b4")
        player.send(AskedBack(player.ms, 1))
        player.play(">takeback:2 >astray")

    def test_a_first_move_of_the_guided_side_is_taken_back_alone(self) -> None:
        player = seated()
        expect(player, "d5-b4")
        player.play(">expect:d5-b4 d5^ b4v ~300 >d5-b4")
        player.send(AskedBack(player.ms, 1))
        player.play(">takeback:1 >astray")


class TestReentries:
    def test_an_archer_from_the_hand_is_expected_on_one_hole(self) -> None:
        player = seated(BLACK, table(position=HAND))
        expect(player, "@e5")
        player.play(">expect:@e5 e5=reentry d5= d5v ~2000 >astray >expect:@e5 d5=extra")
        player.play("d5^ >restored e5v ~300 >@e5")

    @pytest.mark.parametrize("hands", ["a3^ b5v ~300 b1v ~300", "a3^ b5v b1v ~300"])
    def test_an_arrival_waits_for_its_reentry(self, hands: str) -> None:
        player = seated(WHITE, table("jarmo-oca", RIGHT))
        expect(player, "a3-b5@b1")
        player.play(f">expect:a3-b5@b1 a3=hint b5=target b1=reentry c1= {hands} >a3-b5@b1")

    def test_lifting_an_archer_does_not_decline_what_is_expected(self) -> None:
        player = seated(WHITE, table("jarmo-oca", RIGHT))
        expect(player, "a3-b5@b1")
        player.play(">expect:a3-b5@b1 a3^ b5v ~300 b1=reentry c1= d5^ d5v ~9000 > b1v ~300")
        player.play(">a3-b5@b1")

    def test_nor_does_a_quick_one(self) -> None:
        player = seated(WHITE, table("jarmo-oca", RIGHT))
        expect(player, "a3-b5@b1")
        player.play(">expect:a3-b5@b1 a3^ b5v d5^ d5v ~300 b1v ~300 >a3-b5@b1")

    def test_another_hole_is_led_back(self) -> None:
        player = seated(WHITE, table("jarmo-oca", RIGHT))
        expect(player, "a3-b5@b1")
        player.play(">expect:a3-b5@b1 a3^ b5v ~300 c1v ~2000 >astray >expect:a3-b5@b1 c1=extra")
        player.play("c1^ >restored b1v ~300 >a3-b5@b1")

    def test_a_half_made_turn_keeps_what_is_expected(self) -> None:
        player = seated(WHITE, table("jarmo-oca", RIGHT))
        expect(player, "a3-b5@b1")
        player.play(">expect:a3-b5@b1 a3^ b5v ~300")
        player.send(Expected(player.ms, WHITE))
        assert player.table.expected == parse_move("a3-b5@b1")

    def test_a_right_that_is_not_used_is_declined_at_once(self) -> None:
        player = seated(WHITE, table("jarmo-oca", RIGHT))
        expect(player, "a3-b5")
        player.play(">expect:a3-b5 a3^ b5v b1= ~300 >a3-b5")

    def test_the_players_own_right_is_declined_by_time_as_the_opponent_lifts_nothing(self) -> None:
        player = seated(BLACK, table("jarmo-oca", RIGHT))
        player.play("a3^ b5v ~300 b1=reentry ~7000 > ~1000 >a3-b5")


class TestLights:
    @pytest.mark.parametrize("level", ["off", "lift", "full"])
    def test_the_expected_move_is_lit_whatever_the_help(self, level: str) -> None:
        player = seated(BLACK, table(level=level))
        player.play(OPENING)
        assert not set(player.table.lights) & {"hint", "movable"}
        expect(player, "d5-b4")
        player.play(">expect:d5-b4 d5=hint b4=target d5^ b4=target b4v ~300 >d5-b4")

    def test_a_capture_glows_on_its_victim(self) -> None:
        player = seated(BLACK, table(position="4b/5/3w1/5/w4 b w0b0 w0b0 -"))
        expect(player, "e5xd3")
        player.play(
            ">expect:e5xd3 e5=hint d3=capture e5^ e5=origin d3=capture d3^ d3v d3=tentative"
        )
        player.play("~300 >e5xd3")


def test_every_legal_move_of_every_game_can_be_expected() -> None:
    for name in RULE_SETS:
        game = Game(RULE_SETS[name], START)
        for move in game.legal_moves():
            player = ScriptPlayer(new_table(game))
            player.send(Expected(0, WHITE, move))
            player.play(f">expect:{move} {move.origin}^ {move.target}v ~300 >{move}")


class TestPointing:
    def test_what_is_pointed_at_shines_until_the_game_changes(self) -> None:
        player = ScriptPlayer(table(level="off"))
        player.send(Pointed(0, ((Hole("b1"), "hint"), (Hole("d2"), "hint"))))
        player.play("b1=hint d2=hint a1= b1^ b1=hint d2v ~300 >b1-d2 b1= d2=")

    def test_something_else_replaces_it(self) -> None:
        player = ScriptPlayer(table())
        player.send(Pointed(0, ((Hole("b1"), "hint"),)))
        player.send(Pointed(0, ((Hole("c1"), "hint"),)))
        player.play("b1= c1=hint")
        player.send(Pointed(0))
        player.play("c1=")

    def test_of_an_archer_that_is_pointed_at_only_the_proposed_way_is_lit(self) -> None:
        player = ScriptPlayer(table())
        ways = "b1^ d2=target a3=target b1v"
        player.play(ways)
        player.send(Pointed(0, ((Hole("b1"), "hint"), (Hole("d2"), "hint"))))
        player.play("b1^ d2=target a3= b1v")
        player.send(Pointed(0, ((Hole("b1"), "hint"),)))
        player.play(ways)
        player.send(Pointed(0, ((Hole("c1"), "hint"), (Hole("d3"), "hint"))))
        player.play(ways)


class TestTheButton:
    def test_held_for_a_second_it_asks_for_a_hint(self) -> None:
        player = ScriptPlayer(table())
        player.play(OPENING)
        player.send(Pressed(player.ms, 1000))
        player.expect("hint_wanted")
        assert len(player.table.game.moves) == 1

    def test_with_an_archer_in_hand_it_asks_about_that_archer(self) -> None:
        player = ScriptPlayer(table())
        player.play(OPENING + "d5^")
        player.send(Pressed(player.ms, 1000))
        player.expect("hint_wanted")
        assert player.facts[-1].details() == {"archer": "d5"}

    @pytest.mark.parametrize("hands", ["b1v b1^ a1^", "d2^", ""])
    def test_with_another_archer_in_hand_it_takes_back(self, hands: str) -> None:
        player = ScriptPlayer(table())
        player.play(OPENING)
        for word in hands.split():
            player.do(word)
        player.told.clear()
        player.send(Pressed(player.ms, 100))
        assert player.told[0] == "takeback:1"


class TestFreezing:
    def frozen(self, hands: str = "") -> ScriptPlayer:
        player = ScriptPlayer(table())
        player.play(OPENING + hands)
        player.send(Frozen(player.ms, True))
        return player

    def test_hands_may_do_what_they_like(self) -> None:
        player = self.frozen()
        player.play("d5^ b4v ~9000 c1^ a1^ ~9000 >")
        assert set(player.table.lights) == {None}

    def test_thawed_the_board_is_led_back(self) -> None:
        player = self.frozen()
        player.play("d5^ b4v ~9000")
        player.send(Frozen(player.ms, False))
        player.play(">astray b4=extra d5=missing b4^ d5v >restored d5^ b4v ~300 >d5-b4")

    def test_thawed_as_it_stood_the_game_goes_on(self) -> None:
        player = self.frozen()
        player.play("d5^ b4v b4^ d5v ~100")
        player.send(Frozen(player.ms, False))
        player.play("> d5^ b4v ~300 >d5-b4")

    def test_a_move_on_its_way_is_put_back(self) -> None:
        player = self.frozen("d5^ b4v")
        player.play("~3000 >")
        player.send(Frozen(player.ms, False))
        player.play(">astray b4^ d5v >restored")

    def test_a_question_is_dropped(self) -> None:
        player = ScriptPlayer(table(position="4b/5/3w1/5/w4 b w0b0 w0b0 -"))
        player.play("e5^ ~3000 >ask:e5xd3")
        player.send(Frozen(player.ms, True))
        player.play("e5v ~100")
        player.send(Frozen(player.ms, False))
        player.play(">")
        assert player.table.question == ()

    def test_freezing_twice_changes_nothing(self) -> None:
        player = self.frozen()
        before = player.table
        player.send(Frozen(player.ms, True))
        assert player.table == before

    def test_the_button_rests(self) -> None:
        player = self.frozen()
        player.send(Pressed(player.ms, 100))
        player.expect("")
        player.send(Pressed(player.ms, 5000))
        player.expect("menu_wanted")

    def test_what_is_pointed_at_still_shines(self) -> None:
        player = self.frozen()
        player.send(Pointed(player.ms, ((Hole("c1"), "hint"),)))
        player.play("c1=hint")

    def test_an_open_turn_stays_open(self) -> None:
        player = ScriptPlayer(table("jarmo-oca", RIGHT))
        player.play("a3^ b5v ~400")
        player.send(Frozen(player.ms, True))
        player.play("~9000 >")
        player.send(Frozen(player.ms, False))
        player.play("b1v ~300 >a3-b5@b1")


def test_all_holes_of_a_frozen_table_may_be_touched() -> None:
    player = ScriptPlayer(table())
    player.send(Frozen(0, True))
    for hole in holes_in(START.occupied):
        player.play(f"{hole}^")
    player.send(Frozen(player.ms, False))
    player.play(">astray")
