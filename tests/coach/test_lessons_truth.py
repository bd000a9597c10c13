"""The lessons of Jasir held against the truth: no move is refused that is as good as the answer.

Positions of at most five archers alive are in the shipped tables. What the lessons say of the
first moves comes from the solution of all of Jasir (2026-11-16, 26,136,610,930 states); the values
below are copied from its list of openings, and are points of White less those of Black.
"""

from __future__ import annotations

import pytest

from boardpi.coach.endgames.perfect import known_values
from boardpi.coach.lessons.lesson import AskStep, Lesson, pass_on, right_answers
from boardpi.coach.lessons.lesson_check import check_lesson, games_at_steps
from boardpi.coach.lessons.lesson_file import read_lesson
from boardpi.daemon.activities.catalogue import read_builtin
from boardpi.daemon.coach.endgames import perfect_play
from boardpi.rules import DEFAULT, Game, Move, parse_move, parse_position, replay
from tests.coach.stories_of_lessons import SMALL

JASIR = [lesson for lesson in read_builtin().values() if lesson.rules is DEFAULT]
SOLVED = {
    "bbbbb/5/5/5/wwwww w w0b0 w0b0 -": "a1-c2=-1 a1-b3=1 b1-d2=0 b1-a3=0 c1-a2=0 c1-e2=0 c1-d3=1 "
    "d1-b2=1 d1-c3=-1 e1-c2=1 e1-d3=0",
    "bbbbb/5/3w1/5/ww1ww b w0b0 w0b0 -": "a5-b3=1 a5-c4=1 b5-a3=2 b5-d4=1 c5-b3=1 c5-a4=1 c5-e4=1 "
    "d5-e3=1 d5-b4=1 e5xd3=1 e5-c4=1",
    "bbbb1/5/3B1/5/ww1ww w w0b0 w0b0 -": "a1-c2=1 a1-b3=1 b1-d2=1 b1-a3=1 d1-b2=1 d1-c3=1 e1-c2=1 "
    "e1xd3=1",
}
"""From `opening.tsv.gz` of the solution."""


def solved(game: Game) -> dict[str, int]:
    """White's points less Black's, by move."""
    pairs = (pair.split("=") for pair in SOLVED[str(game.position)].split())
    return {move: int(value) for move, value in pairs}


def exact(game: Game) -> dict[Move, int]:
    """What every move is worth to its side, by the tables."""
    known = known_values(game, perfect_play(game.rules))
    assert known is not None, f"more than the tables know: {game.position}"
    return dict(known)


@pytest.mark.parametrize("lesson", JASIR, ids=lambda lesson: lesson.id)
def test_whatever_counts_as_a_mistake_is_worse_than_every_answer(lesson: Lesson) -> None:
    for step, games in games_at_steps(lesson):
        if not isinstance(step, AskStep) or not step.best:
            continue
        for game in games:
            values, right = exact(game), right_answers(step, game)
            refused = [value for move, value in values.items() if move not in right]
            assert max(refused, default=-9) < min(values[m] for m in right), (game.position, values)


def test_the_lesson_of_d3_names_all_first_moves_that_win() -> None:
    values = solved(replay([]))
    best = {move for move, value in values.items() if value == max(values.values())}
    lesson = next(one for one in JASIR if one.id == "jasir-d3")
    [told] = [
        s.right["en"] for s in lesson.steps if isinstance(s, AskStep) and "four" in s.right["en"]
    ]
    named = set(told.split("White: ")[1].split(".")[0].split(", "))
    assert named == best == {"a1-b3", "c1-d3", "d1-b2", "e1-c2"}
    assert max(values.values()) == 1


def test_after_the_exchange_on_d3_white_still_wins() -> None:
    """`White still wins with the best play`, whichever way Black goes."""
    assert min(solved(replay(["c1-d3"])).values()) == 1
    assert solved(replay(["c1-d3", "e5xd3"]))["e1xd3"] == 1


SAID = {  # lesson, position, move: what its side gets out of it, if the sentence is true
    ("jasir-protected", "b3b/5/3w1/5/3w1 w w0b0 w0b0 -", "d3-d4"): "loses",  # Black is faster
    ("jasir-hand", "4b/5/3b1/3w1/4w w w0b0 w0b0 -", "e1-c2"): "loses",  # Black runs
    ("jasir-corner", "3b1/w4/b1w2/5/5 w w0b0 w0b0 -", "a4-c5"): "one",  # it wins one point only
    ("jasir-corner", "3b1/w4/b1w2/5/5 w w0b0 w0b0 -", "c3-b3"): "two",
    ("jasir-fortress", "4b/4w/3b1/5/2w2 w w0b0 w0b0 -", "c1xd3"): "loses",  # costs too much time
    ("jasir-fortress", "1b3/5/1w3/2b2/w4 w w0b0 w0b0 -", "a1xc2"): "loses",  # Black arrives first
    ("jasir-tempo", "2ww1/1b3/3b1/5/5 w w1b0 w0b0 -", "@a1"): "loses",
    ("jasir-count", "5/1wb2/w4/5/b4 w w0b0 w0b0 -", "b4xc4"): "loses",
    ("jasir-count", "5/1wb2/w4/5/b4 w w0b0 w0b0 -", "a3-b5"): "one",
    ("jasir-d3", "1b3/1b1b1/5/3w1/1w3 w w0b0 w0b0 -", "d2-d3"): "loses",
    ("jasir-d3", "1b3/1b1b1/5/3w1/1w3 w w0b0 w0b0 -", "d2-b3"): "loses",
}
MEANS = {"loses": range(-5, 0), "one": range(1, 2), "two": range(2, 3)}


@pytest.mark.parametrize(("lesson", "line", "move"), SAID)
def test_what_a_lesson_says_of_a_move_is_so(lesson: str, line: str, move: str) -> None:
    asked = next(one for one in JASIR if one.id == lesson)
    assert any(str(game.position) == line for _, games in games_at_steps(asked) for game in games)
    game = Game(DEFAULT, parse_position(line))
    assert exact(game)[parse_move(move)] in MEANS[SAID[lesson, line, move]]


def test_black_walks_in_whatever_it_does_in_the_lesson_of_passing() -> None:
    lesson = next(one for one in JASIR if one.id == "jasir-pass")
    game = pass_on(Game(DEFAULT, parse_position("2w2/wb3/5/5/5 w w0b0 w0b0 -")))
    waiting, ends = [game], set()
    assert lesson.steps[0].game.position == game.start  # type: ignore[union-attr]  # a set-up
    while waiting:
        game = waiting.pop()
        assert len(game.moves) <= 20
        if game.outcome is not None:
            ends.add(game.outcome.points)
        elif game.repetitions == 1:
            waiting += [pass_on(game.play(move)) for move in game.legal_moves()]
    assert ends == {(0, 1)}


def test_a_lesson_that_refuses_a_win_is_found_out() -> None:
    """Lesson 6 once wanted b3-b2 here, and took a star from whoever won with b3-a1."""
    refusing = read_lesson(
        SMALL[: SMALL.index("[[step]]")]
        + """
[[step]]
do = "setup"
position = "2w2/w4/1b3/5/5 b w0b0 w0b0 -"
say.en = "Set up."

[[step]]
do = "ask"
accept = ["b3-b2"]
say.en = "From b3 to b2."
"""
    )
    [complaint] = check_lesson(refusing)
    assert complaint.startswith("step 2: accept: 'b3-a1' wins at once")
