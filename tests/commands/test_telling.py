"""Every fact of the table has a sentence for people."""

from __future__ import annotations

import pytest

from boardpi.commands.terminal.telling import tell_fact, tell_reading
from boardpi.rules import START, Game, Hole, Outcome, Refusal, Side, mask_of, parse_move
from boardpi.table import facts
from boardpi.table.script import ScriptPlayer
from boardpi.table.table import new_table

AFTER_WHITE = START.with_side(Side.BLACK)


def holes(*names: str) -> int:
    return mask_of(map(Hole, names))


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        (facts.Moved(0, parse_move("b1-d2"), AFTER_WHITE), "White goes from b1 to d2 (b1-d2)."),
        (facts.Moved(0, parse_move("e5xd3"), START), "Black takes on d3 (e5xd3)."),
        (facts.Moved(0, parse_move("@e5"), START), "Black brings an archer back on e5 (@e5)."),
        (
            facts.Moved(0, parse_move("b3xc5@a1"), AFTER_WHITE),
            "White takes on c5 and brings an archer back on a1 (b3xc5@a1).",
        ),
        (
            facts.Amended(0, parse_move("b1-a3"), AFTER_WHITE),
            "White thinks again and goes from b1 to a3 (b1-a3).",
        ),
        (facts.TakenBack(0, 1, START), "One move is taken back."),
        (facts.TakenBack(0, 2, START), "2 moves are taken back."),
        (
            facts.Asked(0, ("c1xd3",)),
            "Was it c1xd3? Nudge the archer on the glowing hole if so.",
        ),
        (
            facts.Asked(0, ("c1xd3", "c1xe2", "c1xa2")),
            "Which was it: c1xd3, c1xe2 or c1xa2? Nudge the archer on the true hole.",
        ),
        (
            facts.Asked(0, ("", "c1xe2")),
            "Which was it: a take-back or c1xe2? Nudge the archer on the true hole.",
        ),
        (
            facts.WentAstray(0, holes("a1"), holes("c3", "d4")),
            "This is not how it stood: an archer belongs on a1, nobody belongs on c3 and d4.",
        ),
        (
            facts.WentAstray(0, holes("a1"), 0, Refusal("own_archer", Hole("a1"), Hole("b1"))),
            "This is not how it stood: an archer belongs on a1. Your own archer stands on b1.",
        ),
        (facts.Restored(0), "All archers stand right again."),
        (
            facts.Refused(0, Refusal("no_line", Hole("b1"), Hole("c2"))),
            "Not there: There is no line from b1 to c2.",
        ),
        (facts.Passed(0, Side.BLACK, START), "Black cannot move and passes."),
        (
            facts.Repeated(0, 3),
            "This position stands for the third time: a draw may be claimed.",
        ),
        (facts.Repeated(0, 4), "This position stands for the 4th time: a draw may be claimed."),
        (
            facts.Ended(0, Outcome("arrived", Side.WHITE, (3, 0))),
            "White wins, 3–0: all archers of one side stand on the goal row.",
        ),
        (facts.NewGame(0, START, "over"), "A new game begins."),
        (
            facts.NewGame(0, START, "unfinished"),
            "A new game begins. The game before stays unfinished.",
        ),
        (facts.Suspected(0, Hole("c3"), "chatters"), "Suspect: hole c3, why chatters."),
    ],
)
def test_sentences(fact: facts.Fact, sentence: str) -> None:
    assert tell_fact(fact) == sentence


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ("", None),
        ("c1^", "The archer from c1 may go to a2, e2 or d3."),
        ("b1^ d2v", "I read b1-d2. It counts after 250 ms of rest."),
        ("b1^ d2v ~300", None),
        ("b1^ d2v ~300 d5^ b4v ~300 c1^ d3v ~300 d3^", "b4 or e5 could take on d3."),
        (
            "b1^ d2v ~300 d5^ b4v ~300 c1^ d3v ~300 e5^",
            "The archer from e5 may go to c4 or take on d3.",
        ),
    ],
)
def test_what_the_table_makes_of_the_hands(script: str, sentence: str | None) -> None:
    player = ScriptPlayer(new_table(Game(any_first=True)))
    player.play(script)
    assert tell_reading(player.table) == sentence
