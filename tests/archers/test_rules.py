"""The rules of Archers, ruling by ruling (docs/archers.md), and what always holds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardpi.archers import (
    MOST_TURNS,
    Battle,
    Ending,
    Formation,
    TurnRefused,
    controlled,
    legal_turns,
    new_battle,
    open_turn,
    parse_formation,
    parse_part,
    parse_parts,
    parse_turn,
    play_turn,
    start_formation,
)
from boardpi.archers.combat import CODES
from boardpi.rules import Side
from boardpi.texts import ARCHERS
from boardpi.texts.languages import LANGUAGES
from tests.archers.test_perft import formations

DUEL = "4bv4/9/9/9/4bv4/9/4w^4/9/4w^4 w"
"""Black's archer on e5 stands in the zone of White's on e3; e1 is behind."""


def refusal(line: str, parts: str) -> str:
    """The code by which the last part is refused."""
    *before, last = parse_parts(parts)
    turn = open_turn(parse_formation(line), before)
    with pytest.raises(TurnRefused) as refused:
        turn.add(last)
    return refused.value.code


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ("d3-d4", "empty_square"),
        ("e5-e4", "not_your_archer"),
        ("e1<,e3xe5", "shots_first"),
        ("e3xe6", "nobody_there"),
        ("e3xe1", "own_archer"),
        ("e1xe5", "not_in_zone"),
        ("e3xe9", "not_in_zone"),
        ("e3xe5,e3xe9", "not_in_zone"),
        ("e3<,e3v,e1<", "two_made"),
        ("e1-f1", "not_straight"),
        ("e1-e3", "not_straight"),
        ("e3v", "not_a_quarter"),
        ("e3^", "not_a_quarter"),
        ("e3-e4", "enemy_zone"),
        ("e3-e2", "enemy_zone"),
    ],
)
def test_what_is_refused(parts: str, code: str) -> None:
    assert refusal(DUEL, parts) == code


def test_more_that_is_refused() -> None:
    two = "bv8/9/9/9/b>2w^5/9/3w^5/9/1w>2w<4 w"
    assert refusal("8bv/9/9/9/4bv4/9/4w^4/4w^4/9 w", "e2-e3") == "occupied"
    assert refusal("bv8/9/9/9/4bv4/9/4w^4/9/9 w", "e3xe5,e3xe5") == "has_shot"
    assert refusal("bv8/9/9/9/2w>1bv1w<2/9/9/9/9 w", "c5xe5,g5xe5") == "is_shot"
    assert refusal("9/9/3w^5/9/9/9/9/9/b^8 b", "a1-a2") == "game_over"
    assert refusal("bv8/9/9/3w^5/9/9/9/9/9 w", "d6-d7,d7<") == "turn_decides"
    assert parse_formation(two).side is Side.WHITE


def test_every_refusal_has_words_in_every_language() -> None:
    for language in LANGUAGES:
        said = [TurnRefused(code, "d3", "d5").sentence(language) for code in CODES]
        assert len(set(said)) == len(CODES)
    keys = {key for key in ARCHERS.of("en") if key.startswith("archers.refused.")}
    assert keys == {f"archers.refused.{code}" for code in CODES}
    assert TurnRefused("enemy_zone", "d3", "d4").sentences()["de"] == (
        "d4 ist in einer Zone des Gegners: Niemand geht hinein."
    )


def test_a_turn_is_exactly_two_manoeuvres() -> None:
    start = start_formation()
    for parts in ("", "d3<"):
        assert open_turn(start, parse_parts(parts)).missing == "not_two"
    assert open_turn(start, parse_parts("d3<,d3v")).missing is None
    with pytest.raises(TurnRefused, match="exactly two"):
        open_turn(start).finish()


def test_a_turn_must_change_something() -> None:
    start = start_formation(11)
    for parts in ("e3<,e3^", "e3-e4,e4-e3"):
        assert open_turn(start, parse_parts(parts)).missing == "nothing_changed"
    shot = open_turn(parse_formation(DUEL), parse_parts("e3xe5,e3<,e3^"))
    assert shot.missing is None, "the shot has changed enough"


def test_a_zone_ends_at_any_archer() -> None:
    line = "bv8/9/9/9/9/4w^4/4w^4/9/9 w"
    field = parse_formation(line).field
    zone = controlled(parse_formation(line), Side.WHITE)
    assert {field.name(s) for s in range(81) if zone >> s & 1} == {"e4", "e5", "e6", "e7"}
    behind = parse_formation("9/9/4bv4/4bv4/9/4w^4/9/9/9 w")
    assert not controlled(behind, Side.WHITE) >> field.square("e7") & 1


def test_one_shot_does_not_clear_the_way_for_another() -> None:
    """e7 stood behind e6 when the turn began: nobody had it in a zone."""
    line = "bv8/9/4bv4/4bv4/2w>6/4w^4/9/9/9 w"
    assert [
        str(turn) for turn, _ in legal_turns(parse_formation(line)) if len(turn.shots) > 1
    ] == []
    assert refusal(line, "e4xe6,e4xe7") == "not_in_zone"


def test_who_stands_in_a_zone_may_not_walk_along_it() -> None:
    """e4 hides e3 behind it, but once it steps back e3 is in the zone."""
    line = "4bv4/9/9/4bv4/9/4w^4/9/9/9 w"
    assert refusal(line, "e4-e5") == "enemy_zone"
    assert refusal(line, "e4-e3") == "enemy_zone"
    beside = play_turn(parse_formation(line), parse_turn("e4<,e4-d4"))
    assert beside.squares_of(Side.WHITE) == 1 << beside.field.square("d4")


def test_the_wood_ends_the_game_at_once() -> None:
    line = "bv8/9/9/3w^5/9/9/9/9/9 w"
    after = play_turn(parse_formation(line), parse_turn("d6-d7"))
    assert after.ending() == Ending("wood", Side.WHITE)
    assert after.side is Side.BLACK
    assert list(legal_turns(after)) == []


def test_the_last_archer_and_the_king_end_it_with_a_shot() -> None:
    last = play_turn(parse_formation("9/9/9/4bv4/9/4w^4/9/9/9 w"), parse_turn("e4xe6"))
    assert last.ending() == Ending("eliminated", Side.WHITE)
    kings = "bv8/9/9/4Bv4/9/4w^4/9/9/4W^4 w"
    shot = play_turn(parse_formation(kings), parse_turn("e4xe6"))
    assert shot.ending() == Ending("king", Side.WHITE)
    spared = play_turn(parse_formation(kings), parse_turn("e1<,e1-d1"))
    assert spared.ending() is None


def test_giving_up_and_agreeing() -> None:
    battle = new_battle().play("d3<,d3-c3")
    assert battle.resign(Side.WHITE).ending == Ending("resigned", Side.BLACK)
    assert battle.agree_draw().ending == Ending("agreed", None)
    with pytest.raises(TurnRefused, match="over"):
        battle.agree_draw().play("d7<,d7-c7")
    with pytest.raises(TurnRefused, match="over"):
        battle.resign(Side.WHITE).agree_draw()


def test_a_game_without_end_is_a_draw() -> None:
    battle = new_battle(15)
    turns = ("g1<,g1v", "g15>,g15^", "g1<,g1^", "g15>,g15v")
    for number in range(MOST_TURNS):
        assert battle.ending is None
        battle = battle.play(turns[number % 4])
    assert battle.ending == Ending("endless", None)


@given(formations(), st.data())
@settings(max_examples=40, deadline=None)
def test_a_turn_put_together_part_by_part_is_one_of_the_legal_ones(
    formation: Formation, data: st.DataObject
) -> None:
    """What `possible_…` offers can be added; what is whole is legal; nobody walks into a zone."""
    legal = {str(turn): after for turn, after in legal_turns(formation)}
    turn = open_turn(formation)
    while (turn.missing or "") in ("not_two", "nothing_changed"):
        name = turn.now.field.name
        shots = [f"{name(s)}x{name(t)}" for s, t in turn.possible_shots().items()]
        offered = [*shots, *map(str, turn.possible_manoeuvres())]
        if not offered:
            break
        turn = turn.add(parse_part(data.draw(st.sampled_from(offered))))
    if turn.missing is None:
        made, after = turn.finish()
        assert legal[str(made)] == after
        assert made == parse_turn(str(made))
        for part in made.manoeuvres:
            if part.target and part is made.manoeuvres[-1] and after.ending() is None:
                square = after.field.square(part.target)
                assert not controlled(after, after.side) >> square & 1
    else:
        assert turn.missing in ("nothing_changed", "game_over")


@given(formations())
@settings(max_examples=30, deadline=None)
def test_whoever_has_an_archer_can_move(formation: Formation) -> None:
    """Two quarter turns the same way are always there: nobody is ever stuck."""
    assert (next(legal_turns(formation), None) is None) == (formation.ending() is not None)


def test_nothing_is_changed_in_place() -> None:
    battle = new_battle()
    before = str(battle.now)
    after = battle.play("d3<,d3-c3")
    assert str(battle.now) == before != str(after.now)
    assert isinstance(hash(after), int)
    assert Battle((after.start,)) == battle
