"""Every fault of the list is named rightly, by a maker who sees nothing but the lights."""

from __future__ import annotations

import pytest

from boardpi.check.check import Check
from boardpi.check.finding import Finding
from boardpi.check.plan import CheckPlan
from boardpi.check.prompts import sentence
from boardpi.rules import HOLES
from boardpi.sim.miswired_board import SOUND, Wiring
from boardpi.sim.simulated_check import SimulatedCheck, simulate_check
from boardpi.sim.wiring_faults import FAULTS, BadFault, miswire

FIRMWARE, DIRECT = CheckPlan(has_probe=True), CheckPlan()
"""A board whose firmware tests diodes by itself, and one that has only its reeds."""

SENTENCES = {
    "swap-columns:c,d": ["c1 answers as d1: columns c and d are swapped."],
    "swap-rows:2,4": ["a2 answers as a4: rows 2 and 4 are swapped."],
    "mirror-columns": ["The columns run the other way round: a→e, b→d, d→b, e→a."],
    "mirror-rows": ["The rows run the other way round: 1→5, 2→4, 4→2, 5→1."],
    "shift-columns": ["The columns are shifted: a→b, b→c, c→d, d→e, e→a."],
    "shift-rows": ["The rows are shifted: 1→2, 2→3, 3→4, 4→5, 5→1."],
    "exchange-lines": ["Rows and columns are exchanged."],
    "dead:c3": ["c3 does not answer: its reed, its magnet or its wire."],
    "dead:a1,e5": [
        "a1 does not answer: its reed, its magnet or its wire.",
        "e5 does not answer: its reed, its magnet or its wire.",
    ],
    "stuck:c3": ["The reed of c3 is closed on an empty board."],
    "sticky:c3": ["The reed of c3 closes but does not open again."],
    "chatter:c3": ["The reed of c3 flickers."],
    "strong:c3": ["An archer on c3 also closes b2: the magnet is too strong."],
    "strong:a2,b3,c3,d4,e5": [
        "Archers on a2, b3, c3, d4, e5 also close the reeds beside: the magnets are too strong."
    ],
    "cut-column:c": ["Column c is silent: its wire."],
    "cut-row:3": ["Row 3 is silent: its wire."],
    "join-columns:c,d": ["Columns c and d answer together: they touch each other."],
    "join-columns:a,e": ["Columns a and e answer together: they touch each other."],
    "join-rows:2,3": ["Rows 2 and 3 answer together: they touch each other."],
    "ground-column:c": ["Column c touches ground: all its holes read closed."],
    "ground-row:3": ["Row 3 touches ground: its archers answer in the whole column."],
    "no-diode:c3": ["The diode of c3 is missing or bridged."],
    "no-diode:c3,d4": [
        "The diode of c3 is missing or bridged.",
        "The diode of d4 is missing or bridged.",
    ],
    "dark:c3": ["The pixel of c3 is dark or has the wrong colour."],
    "broken-chain:d3": ["The pixels are dark or fade from d3 on."],
    "chain:rows_same,a1": [
        "The chain of pixels begins at a1 and runs all rows in the same direction; "
        "it should snake from a1."
    ],
    "chain:rows_snake,e1": [
        "The chain of pixels begins at e1 and snakes along the rows; it should begin at a1."
    ],
    "chain:columns_snake,a1": [
        "The chain of pixels begins at a1 and snakes along the columns; "
        "it should snake along the rows from a1."
    ],
    "chain:columns_same,e5": [
        "The chain of pixels begins at e5 and runs all columns in the same direction; "
        "it should snake along the rows from a1."
    ],
    "pixel-less": ["The chain of pixels begins 1 pixel too late: its first hole has no pixel."],
    "pixel-more": [
        "The chain of pixels begins 1 pixel too early: "
        "there is a pixel too many before the first hole."
    ],
    "colours:RGB": ["The pixels take their colours in the order RGB; GRB is sent."],
    "colours:BRG": ["The pixels take their colours in the order BRG; GRB is sent."],
    "brown-out": ["The board went away when all pixels were white: the supply is too weak."],
}
PAIRS = {
    "swap-columns:a,b swap-columns:d,e": [
        "a1 answers as b1: columns a and b are swapped.",
        "d1 answers as e1: columns d and e are swapped.",
    ],
    "swap-columns:c,d swap-rows:2,4": [
        "c1 answers as d1: columns c and d are swapped.",
        "a2 answers as a4: rows 2 and 4 are swapped.",
    ],
    "swap-columns:c,d dead:c3": [
        "c1 answers as d1: columns c and d are swapped.",
        "c3 does not answer: its reed, its magnet or its wire.",
    ],
    "swap-rows:1,2 chain:rows_same,a1": [
        "a1 answers as a2: rows 1 and 2 are swapped.",
        "The chain of pixels begins at a1 and runs all rows in the same direction; "
        "it should snake from a1.",
    ],
    "mirror-columns mirror-rows": [
        "The columns run the other way round: a→e, b→d, d→b, e→a.",
        "The rows run the other way round: 1→5, 2→4, 4→2, 5→1.",
    ],
    "cut-row:3 dead:a1": [
        "Row 3 is silent: its wire.",
        "a1 does not answer: its reed, its magnet or its wire.",
    ],
    "dead:b2 no-diode:d4": [
        "b2 does not answer: its reed, its magnet or its wire.",
        "The diode of d4 is missing or bridged.",
    ],
    "chatter:d1 join-columns:c,d": [
        "The reed of d1 flickers.",
        "Columns c and d answer together: they touch each other.",
    ],
    "strong:c3 join-rows:2,3": ["Rows 2 and 3 answer together: they touch each other."],
    "join-columns:c,d join-rows:2,3": [
        "Rows 2 and 3 answer together: they touch each other.",
        "Columns c and d answer together: they touch each other.",
    ],
    "swap-rows:2,4 sticky:e2": [
        "The reed of e2 closes but does not open again.",
        "a2 answers as a4: rows 2 and 4 are swapped.",
    ],
    "swap-columns:c,d stuck:c3": [
        "The reed of c3 is closed on an empty board.",
        "c1 answers as d1: columns c and d are swapped.",
    ],
    "swap-columns:c,d broken-chain:d3": [
        "c1 answers as d1: columns c and d are swapped.",
        "The pixels are dark or fade from d3 on.",
    ],
    "swap-columns:c,d colours:RGB": [
        "c1 answers as d1: columns c and d are swapped.",
        "The pixels take their colours in the order RGB; GRB is sent.",
    ],
    "cut-row:3 ground-column:c": [
        "Column c touches ground: all its holes read closed.",
        "Row 3 is silent: its wire.",
    ],
    "cut-column:c dark:a1": [
        "Column c is silent: its wire.",
        "The pixel of a1 is dark or has the wrong colour.",
    ],
    "stuck:e1 colours:RGB": [
        "The reed of e1 is closed on an empty board.",
        "The pixels take their colours in the order RGB; GRB is sent.",
    ],
}


def miswired(text: str) -> Wiring:
    wiring = SOUND
    for fault in text.split():
        wiring = miswire(fault, wiring)
    return wiring


def faults_of(check: Check) -> list[str]:
    return [sentence(finding) for finding in check.findings if finding.is_fault]


def notes_of(check: Check) -> list[Finding]:
    return [finding for finding in check.findings if not finding.is_fault]


@pytest.mark.parametrize("plan", [FIRMWARE, DIRECT], ids=["firmware", "direct"])
def test_a_board_without_faults_is_right(plan: CheckPlan) -> None:
    check = simulate_check(plan)
    assert check.findings == ()
    assert check.notes.singles == {hole: hole for hole in HOLES}


@pytest.mark.parametrize("plan", [FIRMWARE, DIRECT], ids=["firmware", "direct"])
@pytest.mark.parametrize("fault", [*SENTENCES, *PAIRS])
def test_every_fault_is_named(fault: str, plan: CheckPlan) -> None:
    assert faults_of(simulate_check(plan, miswired(fault))) == {**SENTENCES, **PAIRS}[fault]


def test_the_list_of_the_command_line_is_tried_as_a_whole() -> None:
    tried = {fault.partition(":")[0] for fault in SENTENCES}
    assert set(FAULTS) - tried == {"swap-holes", "turned-diode", "weak"}  # below and test_reach


def test_a_turned_diode_is_named_by_the_firmware_and_silent_without_it() -> None:
    wiring = miswired("turned-diode:c3")
    assert faults_of(simulate_check(FIRMWARE, wiring)) == [
        "The diode of c3 is the wrong way round."
    ]
    assert faults_of(simulate_check(DIRECT, wiring)) == SENTENCES["dead:c3"]


def test_a_bare_diode_on_a_silent_line_is_not_called_turned() -> None:
    told = faults_of(simulate_check(FIRMWARE, miswired("cut-column:c no-diode:c3")))
    assert told == ["Column c is silent: its wire.", "The diode of c3 is missing or bridged."]


def test_two_swapped_reeds_need_a_screen_to_tell_them_from_swapped_pixels() -> None:
    wiring = miswired("swap-holes:c3,d3")
    told = "c3 answers as d3 and d3 as c3: these two reeds are swapped."
    blind, reading = (
        simulate_check(FIRMWARE, wiring),
        simulate_check(FIRMWARE, wiring, can_read=True),
    )
    assert faults_of(blind) == faults_of(reading) == [told]
    assert [note.code for note in notes_of(blind)] == ["unproven"]
    assert notes_of(reading) == []


def test_a_hole_without_light_is_found_by_its_row_and_column() -> None:
    check = simulate_check(FIRMWARE, miswired("dark:c3"))
    assert dict(check.notes.answers)[HOLES[12]] == HOLES[12].bit


def test_what_has_no_light_counts_as_not_tested_rather_than_dead() -> None:
    check = simulate_check(FIRMWARE, miswired("broken-chain:d5"))
    assert [note.params for note in notes_of(check)] == [{"holes": "d5, e5"}]


def test_a_diode_behind_swapped_wires_is_named_by_its_hole() -> None:
    check = simulate_check(FIRMWARE, miswired("swap-columns:c,d no-diode:c3"))
    assert "The diode of d3 is missing or bridged." in faults_of(check)  # soldered there now


def test_the_first_wrong_answer_is_a_guess_and_more_of_them_a_verdict() -> None:
    from boardpi.check.diagnosis import suspect

    simulated = SimulatedCheck(FIRMWARE, miswired("swap-columns:c,d"))
    told: list[str] = []
    for moment in simulated.run():
        for finding in suspect(moment.check.notes, FIRMWARE.wires):
            if finding.code not in told:
                told.append(finding.code)
    assert told == ["maybe_columns", "columns_swapped"]


@pytest.mark.parametrize("text", ["ded:c3", "dead", "dead:z9", "swap-columns:c", "colours:RGG"])
def test_a_fault_that_is_none_is_refused_with_its_name(text: str) -> None:
    with pytest.raises(BadFault, match=text.partition(":")[0]):
        miswire(text)
