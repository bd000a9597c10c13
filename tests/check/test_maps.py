"""Swapped wires get their name only where a family of mistakes explains everything."""

from __future__ import annotations

from itertools import permutations

from hypothesis import assume, given
from hypothesis import strategies as st

from boardpi.check.finding import Finding
from boardpi.check.layout import SNAKE, chains, column_of, hole_at, row_of
from boardpi.check.maps import (
    FIRST_ANCHORS,
    choose_anchors,
    moved,
    name_map,
    name_pixels,
    name_reeds,
)
from boardpi.rules import HOLES, Hole

ORDERS = st.sampled_from(list(permutations(range(5))))
SAME = (0, 1, 2, 3, 4)
LINE_CODES = ("swapped", "reversed", "shifted", "mixed")


def lines(columns: tuple[int, ...], rows: tuple[int, ...]) -> dict[Hole, Hole]:
    """What each hole answers as when lines are wired in these orders."""
    return {h: hole_at(columns[column_of(h)], rows[row_of(h)]) for h in HOLES}


def rewired(findings: list[Finding], what: str) -> tuple[int, ...]:
    """The order of lines that the findings claim."""
    names = "abcde" if what == "columns" else "12345"
    order = list(range(5))
    for finding in findings:
        kind, _, how = finding.code.partition("_")
        if kind != what:
            continue
        if how == "swapped":
            one, two = names.index(finding.params["one"]), names.index(finding.params["two"])
            order[one], order[two] = two, one
        else:
            for pair in finding.params["told"].split(", "):
                order[names.index(pair[0])] = names.index(pair[-1])
    return tuple(order)


@given(ORDERS, ORDERS)
def test_any_order_of_lines_is_told_as_it_is(
    columns: tuple[int, ...], rows: tuple[int, ...]
) -> None:
    findings = name_reeds(lines(columns, rows))
    assert all(finding.code.partition("_")[2] in LINE_CODES for finding in findings)
    assert rewired(findings, "columns") == columns
    assert rewired(findings, "rows") == rows


@given(ORDERS, ORDERS)
def test_lines_on_each_others_pins_are_told_as_exchanged(
    columns: tuple[int, ...], rows: tuple[int, ...]
) -> None:
    answers = {h: hole_at(rows[row_of(h)], columns[column_of(h)]) for h in HOLES}
    findings = name_reeds(answers)
    assert findings[0].code == "lines_exchanged"
    assert rewired(findings, "columns") == columns
    assert rewired(findings, "rows") == rows


@given(ORDERS, ORDERS, st.sets(st.sampled_from(HOLES), max_size=6))
def test_dead_holes_do_not_make_a_wrong_name(
    columns: tuple[int, ...], rows: tuple[int, ...], dead: set[Hole]
) -> None:
    """What is claimed of a line holds for each of its holes that answered."""
    truth = lines(columns, rows)
    answers = {hole: seen for hole, seen in truth.items() if hole not in dead}
    findings = name_reeds(answers)
    told = lines(rewired(findings, "columns"), rewired(findings, "rows"))
    if all(finding.code.startswith(("columns", "rows")) for finding in findings):
        assert {hole: told[hole] for hole in answers} == answers


@given(st.permutations(HOLES))
def test_anything_else_is_told_hole_by_hole(places: list[Hole]) -> None:
    answers = dict(zip(HOLES, places, strict=True))
    findings = name_reeds(answers)
    assume(not any(f.code.startswith(("columns", "rows", "lines")) for f in findings))
    told: dict[Hole, Hole] = {}
    for finding in findings:
        facts = finding.params
        if finding.code == "hole_as":
            told[Hole(facts["hole"])] = Hole(facts["seen"])
        else:
            one, two = Hole(facts["one"]), Hole(facts["two"])
            told |= {one: two, two: one}
    assert told == moved(answers)


@given(st.dictionaries(st.sampled_from(HOLES), st.sampled_from(HOLES), max_size=25))
def test_no_claim_contradicts_an_answer(answers: dict[Hole, Hole]) -> None:
    """Whatever is seen, also two holes that answer as one."""
    findings = name_reeds(answers)
    assert bool(findings) == bool(moved(answers))
    if any(
        finding.code.endswith(("swapped", "reversed", "shifted", "mixed")) for finding in findings
    ):
        exchanged = findings[0].code == "lines_exchanged"
        columns, rows = rewired(findings, "columns"), rewired(findings, "rows")
        for hole, seen in answers.items():
            across, up = columns[column_of(hole)], rows[row_of(hole)]
            assert seen == (hole_at(up, across) if exchanged else hole_at(across, up))


@given(st.sampled_from(list(chains())), st.sets(st.sampled_from(HOLES), max_size=5))
def test_every_way_to_lay_a_chain_is_told(
    way: tuple[str, str, tuple[Hole, ...]], dead: set[Hole]
) -> None:
    name, start, laid = way
    place = dict(zip(SNAKE, laid, strict=True))
    answers = {hole: place[hole] for hole in HOLES if place[hole] not in dead}
    findings = name_pixels(answers, SNAKE)
    if laid == SNAKE:
        assert findings == []
    else:
        told = [(f.code, f.params["start"]) for f in findings]
        assert told == [(f"chain_{name}", start)]


@given(ORDERS, ORDERS, st.sampled_from(list(chains())))
def test_archers_set_by_the_wood_tell_reeds_from_pixels(
    columns: tuple[int, ...], rows: tuple[int, ...], way: tuple[str, str, tuple[Hole, ...]]
) -> None:
    reeds = lines(columns, rows)
    place = dict(zip(SNAKE, way[2], strict=True))
    answers = {hole: reeds[place[hole]] for hole in HOLES}
    anchors = {hole: reeds[hole] for hole in choose_anchors(answers)}
    assume(anchors)  # two mistakes may cancel each other: then nothing can be seen at all
    findings = name_map(answers, anchors, SNAKE)
    assert rewired(findings, "columns") == columns
    assert rewired(findings, "rows") == rows
    chain = [f for f in findings if f.code.startswith("chain")]
    assert [(f.code, f.params["start"]) for f in chain] == (
        [] if way[2] == SNAKE else [(f"chain_{way[0]}", way[1])]
    )


def test_the_wood_is_walked_along_the_first_row_and_up_the_left_edge() -> None:
    assert " ".join(map(str, FIRST_ANCHORS)) == "a1 b1 c1 d1 e1 a2 a3 a4 a5"
    assert choose_anchors({hole: hole for hole in HOLES}) == ()


def test_without_the_wood_nobody_is_blamed_for_sure() -> None:
    answers = lines((0, 1, 3, 2, 4), SAME)
    assert [f.code for f in name_map(answers, {}, SNAKE)] == ["columns_swapped", "unproven"]
