"""The source's example as a story in three pictures.

Its figures A, B and C are lost, and no text that could be found names their squares. What the text
fixes is told here in its order: an archer finds itself under attack (A), it may escape at once (B),
and if it does not, it may be shot, while the one who shot stays where it is (C).
"""

from __future__ import annotations

import pytest

from boardpi.archers import (
    Battle,
    Formation,
    TurnRefused,
    controlled,
    parse_formation,
    start_formation,
    targets,
)
from boardpi.rules import Side

BEFORE = "3bvbv4/3bvbv4/3bvbv4/7bv1/9/5w>3/4w^4/3w^w^4/3w^w^4 w"
"""A game some turns old: White's archer on f4 looks along its row, Black's on h6 looks down."""


def attacked(formation: Formation, side: Side) -> set[str]:
    """Archers of this side that stand in an enemy's zone."""
    zone = controlled(formation, side.other) & formation.squares_of(side)
    return {formation.field.name(square) for square in range(81) if zone >> square & 1}


def test_both_sides_face_each_other() -> None:
    """The archers of one wood point north, those of the other south."""
    start = start_formation()
    assert {archer.text for _, archer in start.stations} == {"w^", "bv"}
    assert attacked(start, Side.WHITE) == attacked(start, Side.BLACK) == set()


@pytest.fixture
def figure_a() -> Battle:
    """White's archer turns and goes to f5; Black's goes to h5. Nobody has anybody in a zone yet."""
    game = Battle((parse_formation(BEFORE),))
    game = game.play("f4^,f4-f5")
    return game.play("h6-h5,d8<")


def test_a_an_archer_finds_itself_under_attack(figure_a: Battle) -> None:
    """White turns on f5 to look along the row: Black's archer on h5 stands two squares ahead."""
    assert attacked(figure_a.now, Side.BLACK) == set()
    after = figure_a.play("f5>,d2<")
    assert attacked(after.now, Side.BLACK) == {"h5"}
    assert targets(after.now) == {}, "Black looks down column h and sees nobody"


def test_b_it_escapes_at_once(figure_a: Battle) -> None:
    """h5 steps back to h6 or ahead to h4, out of the zone. Then White has nobody to shoot."""
    under_attack = figure_a.play("f5>,d2<")
    for escape in ("h5-h6,e9<", "h5-h4,e9<"):
        after = under_attack.play(escape)
        assert attacked(after.now, Side.BLACK) == set()
        assert targets(after.now) == {}
        with pytest.raises(TurnRefused, match="nobody to shoot"):
            after.play("f5xh5,f5v,f5<")


def test_c_it_stays_and_is_shot(figure_a: Battle) -> None:
    """Black does something else. White shoots before its two manoeuvres; the shooter stays."""
    stayed = figure_a.play("f5>,d2<").play("e9<,e9^")
    after = stayed.play("f5xh5,d2-c2,c2^")
    field = after.now.field
    assert after.now.at(field.square("h5")) is None
    shooter = after.now.at(field.square("f5"))
    assert shooter is not None
    assert shooter.text == "w>"
    assert after.now.squares_of(Side.BLACK).bit_count() == 6


def test_c_shooting_is_a_choice(figure_a: Battle) -> None:
    """White may spare it, and it is still under attack."""
    spared = figure_a.play("f5>,d2<").play("e9<,e9^").play("d2-c2,c2^")
    assert attacked(spared.now, Side.BLACK) == {"h5"}


def test_nobody_enters_or_crosses_a_zone(figure_a: Battle) -> None:
    """Row 5 is closed to Black between f5 and i5: the archer on h6 would walk into White's zone."""
    watched = Battle((parse_formation(BEFORE),)).play("f4^,f4-f5").play("d8<,d8^").play("f5>,d2<")
    with pytest.raises(TurnRefused, match="h5 is in an enemy’s zone"):
        watched.play("h6-h5,h5-h4")
