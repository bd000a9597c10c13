"""Setting up any position on reeds that see no colours."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardpi.rules import START, Hole, Position, Side, mask_of, name_holes, parse_position
from boardpi.table.arranging import Arranging, arrange, let_settle, settles_at, take_scan

WANTED = parse_position("2b1w/2bw1/5/5/b4 w w0b0 w0b0 -")


def touch(arranging: Arranging, text: str) -> Arranging:
    """Lift or place, one hole after the other, each settled."""
    for number, name in enumerate(text.split()):
        raw = arranging.settling.raw ^ Hole(name).bit
        arranging = take_scan(arranging, number * 100, raw)
        arranging = let_settle(arranging, number * 100 + 10, 10)
    return arranging


def test_white_is_set_first_then_black() -> None:
    begun = arrange(WANTED, 0, None)
    assert begun.side is Side.WHITE
    assert name_holes(begun.missing(Side.WHITE)) == ["d4", "e5"]
    white = touch(begun, "d4 e5")
    assert white.side is Side.BLACK
    assert touch(white, "a1 c4 c5").is_done


def test_an_archer_of_the_wrong_turn_must_go() -> None:
    early = touch(arrange(WANTED, 0, None), "a1")
    assert name_holes(early.extra) == ["a1"]
    assert early.lights[Hole("a1")] == "extra"
    assert not touch(early, "d4 e5 c4 c5").is_done
    assert touch(early, "d4 e5 c4 c5 a1 a1").is_done


def test_archers_that_were_not_lifted_keep_their_colour() -> None:
    begun = arrange(WANTED, START.occupied, START)
    assert name_holes(begun.right) == ["c5"]
    assert "a1" in name_holes(begun.extra)
    assert begun.lights[Hole("c5")] == "movable"


def test_a_position_that_stands_already_is_done() -> None:
    assert arrange(START, START.occupied, START).is_done
    assert not arrange(START, START.occupied, None).is_done


def test_all_at_once_is_understood() -> None:
    scanned = take_scan(arrange(WANTED, 0, None), 0, WANTED.occupied)
    assert settles_at(scanned, 10) == 10
    assert let_settle(scanned, 10, 10).is_done


def test_an_archer_of_the_other_colour_is_in_the_way() -> None:
    begun = arrange(WANTED, START.occupied, START)
    scanned = let_settle(take_scan(begun, 0, WANTED.occupied), 10, 10)
    assert name_holes(scanned.extra) == ["a1", "c4", "e5"]
    assert touch(scanned, "e5 e5 a1 a1 c4 c4").is_done


def test_dead_reeds_are_taken_as_right() -> None:
    begun = arrange(WANTED, 0, None, dead=Hole("d4").bit | Hole("b2").bit)
    assert touch(begun, "e5 a1 c4 c5").is_done


def test_a_reed_that_bounces_sets_nothing_down() -> None:
    begun = arrange(WANTED, 0, None)
    bounced = take_scan(take_scan(begun, 0, Hole("d4").bit), 5, 0)
    assert let_settle(bounced, 20, 10) == begun


@pytest.mark.slow
@given(
    white=st.sets(st.integers(0, 24), max_size=5),
    black=st.sets(st.integers(0, 24), max_size=5),
    hands=st.lists(st.integers(0, 24), max_size=30),
)
def test_following_the_lights_always_ends(
    white: set[int], black: set[int], hands: list[int]
) -> None:
    wanted = Position(mask_of(white), mask_of(black - white), 0, Side.WHITE, (0, 0), (0, 0))
    arranging = touch(
        arrange(wanted, START.occupied, START), " ".join(str(Hole(hole)) for hole in hands)
    )
    for _ in range(60):
        if arranging.is_done:
            break
        lit = [h for h in range(25) if arranging.lights[h] in ("extra", "missing")]
        arranging = touch(arranging, str(Hole(lit[0])))
    assert arranging.is_done
    assert arranging.settling.mask == wanted.occupied
