"""The ten archers of a board of software: who is where, whatever hands and masks do."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from boardpi.rules import START, Hole, Position, Side, parse_position
from boardpi.sim.archers import AIR, NAMES, PLACES, TRAY, Archers

AFTER_A_CAPTURE = parse_position("bbbb1/5/3b1/3w1/w2ww w w0b0 w0b0 -")
BEFORE_IT = parse_position("bbbbb/5/3w1/3w1/w2ww b w0b0 w0b0 -")


def colours(archers: Archers) -> dict[str, str]:
    return {place: name[0] for name, place in archers.places.items() if len(place) == 2}


def wanted(position: Position) -> dict[str, str]:
    owners = {str(hole): position.owner(hole) for hole in map(Hole, range(25))}
    return {hole: side.letter for hole, side in owners.items() if side is not None}


def test_a_capture_that_is_taken_back_has_its_colours_again() -> None:
    archers = Archers(START.occupied)
    archers.stand(AFTER_A_CAPTURE)
    assert colours(archers)["d3"] == "b"
    archers.stand(BEFORE_IT)
    assert colours(archers) == wanted(BEFORE_IT)


def test_an_archer_in_the_air_is_taken_by_anybody() -> None:
    archers = Archers(START.occupied)
    name = str(archers.on("d1"))
    archers.bring({name: AIR})
    assert archers.places[name] == "air:d1"
    archers.bring({name: AIR})
    assert archers.places[name] == "air:d1", "where it was lifted is not forgotten"
    archers.bring({name: "d2"})
    assert (archers.on("d2"), archers.in_air) == (name, [])


def test_a_hole_has_room_for_one() -> None:
    archers = Archers(START.occupied)
    taker, victim = str(archers.on("e5")), str(archers.on("d1"))
    archers.bring({taker: "d1"})
    assert (archers.places[taker], archers.places[victim]) == ("d1", TRAY)


def test_the_taker_arrives_and_not_its_victim() -> None:
    """Programs tell masks alone: e5 is lifted, d3 is lifted, d3 is filled."""
    archers = Archers()
    archers.stand(BEFORE_IT)
    mask = BEFORE_IT.occupied
    for hole in ("e5", "d3", "d3"):
        mask ^= Hole(hole).bit
        archers.follow(mask)
    archers.agree(AFTER_A_CAPTURE, frees_air=True)
    assert colours(archers) == wanted(AFTER_A_CAPTURE)
    assert archers.in_air == [], "the dead lie in the tray"


def test_who_may_come_back_stays_in_the_hand_that_carries_it() -> None:
    position = parse_position("bbbbb/5/5/5/wwww1 w w1b0 w0b0 -")
    archers = Archers()
    archers.stand(position)
    name = str(archers.waiting(Side.WHITE))
    archers.bring({name: AIR})
    archers.agree(position, frees_air=True)
    assert archers.in_air == [name]


TOUCHES = st.one_of(
    st.dictionaries(st.sampled_from(NAMES), st.sampled_from(PLACES), min_size=1, max_size=3),
    st.integers(0, 2**25 - 1),
)


@given(st.lists(TOUCHES, max_size=30), st.sampled_from([START, AFTER_A_CAPTURE, BEFORE_IT]))
def test_whatever_was_done_a_position_can_be_set_up(
    touches: list[dict[str, str] | int], position: Position
) -> None:
    archers = Archers(START.occupied)
    for touch in touches:
        if isinstance(touch, int):
            archers.follow(touch)
        else:
            archers.bring(touch)
        assert sorted(archers.places) == sorted(NAMES)
        holes = [place for place in archers.places.values() if len(place) == 2]
        assert len(holes) == len(set(holes)) == archers.mask.bit_count()
    archers.stand(position)
    assert colours(archers) == wanted(position)
    assert archers.in_air == []
