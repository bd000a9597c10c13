"""What the coach says, and that it is true."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from boardpi.coach.engine.search import Limits
from boardpi.coach.hints import explain_move, hint, stuck_warning, threats
from boardpi.coach.reasons import Reason, join_and
from boardpi.rules import (
    RULE_SETS,
    Game,
    Hole,
    parse_move,
    parse_position,
    replay,
    rule_set,
)
from boardpi.texts.languages import LANGUAGES
from tests.coach.minimax import random_positions


def at(line: str, rules: str = "jasir-pergioco") -> Game:
    return Game(rule_set(rules), parse_position(line))


def told(game: Game, move: str) -> list[str]:
    return [reason.sentence() for reason in explain_move(game, parse_move(move))]


WORKED = replay(["b1-d2", "d5-b4"])


def test_an_exchange_is_foretold() -> None:
    assert "b4 can take d3; e1 takes back." in told(WORKED, "c1-d3")


def test_a_hanging_archer_is_foretold() -> None:
    game = at("b4/5/5/5/w3w w w0b0 w0b0 -")
    assert told(game, "a1-b3") == [
        "From b3 the goal is 1 turn away.",
        "a5 can take b3, and nobody takes back.",
        "The opponent is nearer to the goal. Turns still needed: you 3, the opponent 2.",
    ]


def test_a_capture_says_where_the_victim_goes() -> None:
    simple = replay(["b1-d2", "d5-b4", "c1-d3"])
    assert told(simple, "b4xd3")[:2] == [
        "b4 takes d3: that archer is gone for good.",
        "The archer becomes chosen.",
    ]
    chosen = simple.play("b4xd3")
    assert told(chosen, "d2xd3")[0] == "d2 takes d3: that archer goes to the opponent’s hand."


def test_a_move_out_of_danger_says_from_whom() -> None:
    game = at("b3b/5/3w1/5/w4 w w0b0 w0b0 -")
    assert "That saves it: e5 was attacking d3." in told(game, "d3-d4")


def test_a_move_that_leaves_another_archer_alone_says_so() -> None:
    """d2 guards d3; once it goes, e5 takes for nothing."""
    game = at("b3b/5/3w1/3w1/w4 w w0b0 w0b0 -")
    assert "That leaves d3 unguarded: e5 can take it." in told(game, "d2-c2")
    assert "That leaves d3 unguarded: e5 can take it." not in told(game, "a1-c2")


def test_the_stuck_corner_is_warned_of() -> None:
    game = at("b1w1b/5/2w2/5/1b3 w w0b0 w0b0 -")
    warning = stuck_warning(game, parse_move("c3-a4"))
    assert warning is not None
    assert warning.sentence() == (
        "That archer would be stuck: a4 leads only to c5, and c5 is taken."
    )
    assert stuck_warning(game, parse_move("c3-b3")) is None


def test_two_archers_for_one_goal_hole_are_warned_of() -> None:
    game = at("b4/w4/2w2/5/1b2b w w0b0 w0b0 -")
    warning = stuck_warning(game, parse_move("c3-e4"))
    assert warning is not None
    assert warning.code == "stuck_goal"


def test_in_jarmo_nobody_is_stuck_who_can_go_back() -> None:
    game = at("b1w1b/5/2w2/5/1b3 w w0b0 w0b0 -", "jarmo-oca")
    assert stuck_warning(game, parse_move("c3-a4")) is None


def test_the_move_that_wins_says_how_much() -> None:
    game = at("1w1w1/2w2/5/2b2/b1b1b w w0b0 w0b0 -")
    assert told(game, "c4-a5") == ["That wins the game 3–0."]


def test_a_capture_that_lets_the_enemy_arrive_says_that_it_loses() -> None:
    game = at("5/5/3b1/3w1/bb2w w w0b0 w0b0 -")
    assert told(game, "d2xd3") == ["That loses the game 0–2."]


def test_threats_are_what_the_opponent_could_do_now() -> None:
    game = replay(["b1-d2", "d5-b4", "c1-d3"])
    assert [reason.sentence() for reason in threats(game)] == ["d3 threatens to take b4."]


def test_a_threat_to_win_is_named() -> None:
    game = at("1w1w1/2w2/5/2b2/b1b1b b w0b0 w0b0 -")
    assert {reason.code for reason in threats(game)} == {"threat_win"}


def test_a_game_that_is_over_holds_no_threats() -> None:
    assert threats(at("wwwww/5/5/5/1bbb1 b w0b0 w0b0 -")) == ()


def test_a_hint_names_the_move_its_reason_and_how_sure_it_is() -> None:
    game = at("1w1w1/2w2/5/2b2/b1b1b w w0b0 w0b0 -")
    found = hint(game, Limits(depth=4), seed=1)
    assert found.sentence().startswith(f"Play {found.move}. That wins the game 3–0.")
    assert found.sentence().endswith("Proven: no move is better.")
    assert hint(Game(), Limits(depth=2)).sentence().endswith("The best I can see, 2 turns ahead.")


def test_where_only_a_pass_is_legal_the_hint_says_so() -> None:
    stuck = at("w1w2/w4/5/b4/1b3 w w0b0 w0b0 -")
    assert hint(stuck, Limits(depth=2)).sentence().startswith("No move is possible: pass.")


@settings(max_examples=60)
@given(seed=st.integers(0, 1 << 30), name=st.sampled_from(sorted(RULE_SETS)))
def test_every_move_can_be_explained_in_every_language(seed: int, name: str) -> None:
    rules = rule_set(name)
    game = Game(rules, next(random_positions(rules, seed, count=1, longest=60)))
    for move in game.legal_moves():
        for reason in (*explain_move(game, move), *threats(game)):
            for language in LANGUAGES:
                sentence = reason.sentence(language)
                assert "None" not in sentence
                assert sentence.endswith(".")


def test_holes_are_joined_as_people_say_them() -> None:
    holes = (Hole("a2"), Hole("d3"), Hole("e2"))
    assert join_and(holes, "it") == "a2, d3 e e2"
    assert join_and(holes[:1], "en") == "a2"
    assert Reason("threatens", holes=holes[:2]).sentence("pl") == "Grozi biciem na a2 i d3."
