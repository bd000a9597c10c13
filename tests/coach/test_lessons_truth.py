"""The lessons of Jasir held against the truth: no move is refused that is as good as the answer.

Positions of at most five archers alive are in the shipped tables. What the lessons say of the
first moves comes from the solution of all of Jasir (2026-11-16, 26,136,610,930 states); the values
below are copied from its list of openings, and are points of White less those of Black.
"""

from __future__ import annotations

import pytest

from boardpi.coach.endgames.perfect import known_values
from boardpi.coach.lessons.lesson import AskStep, Lesson, right_answers
from boardpi.coach.lessons.lesson_check import check_lesson, games_at_steps
from boardpi.coach.lessons.lesson_file import read_lesson
from boardpi.daemon.activities.catalogue import read_builtin
from boardpi.daemon.coach.endgames import perfect_play
from boardpi.rules import DEFAULT, START, Game, Move, Side, parse_move, parse_position, replay
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


@pytest.mark.parametrize("lesson", JASIR, ids=lambda lesson: lesson.id)
def test_no_sentence_speaks_against_a_move_that_keeps_the_value(lesson: Lesson) -> None:
    """Whatever is asked, and whether it costs a star or not."""
    for step, games in games_at_steps(lesson):
        if not isinstance(step, AskStep):
            continue
        for game in games:
            values, right = exact(game), right_answers(step, game)
            warned = {wrong.move for wrong in step.answers} & values.keys() - set(right)
            for move in warned:
                assert values[move] < min(values[m] for m in right), (game.position, str(move))


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


def test_what_the_lesson_of_the_opening_says_is_true() -> None:
    """The mistakes, the only answers, and that taking the offered archer does not help."""
    perfect = perfect_play(DEFAULT)
    for moves in (["a1-c2", "e5-d3"], ["d1-c3", "c5-b3"]):
        game = replay(moves)
        assert set(exact(game).values()) <= {-1, -2}  # every answer of White's loses
        assert perfect.probe(replay(moves[:1]).position) == 1
        assert [str(m) for m, v in exact(replay(moves[:1])).items() if v == 1] == moves[1:]
    drawn = {m for m, v in exact(replay([])).items() if v == 0}
    assert {str(m) for m in drawn} == {"b1-d2", "b1-a3", "c1-a2", "c1-e2", "e1-d3"}
    for first in ("c5-b3", "a5-b3"):
        began = Game(start=START.with_side(Side.BLACK)).play(first)
        assert [str(m) for m, v in exact(began).items() if v > 0] == ["c1-d3"]
    taken = Game(start=START.with_side(Side.BLACK)).play("c5-b3").play("a1xb3")
    assert exact(taken)[parse_move("e5-d3")] == 1 > exact(taken)[parse_move("a5xb3")]


SAID = {  # lesson, position, move: what its side gets out of it, if the sentence is true
    ("jasir-protected", "1b2b/5/3w1/5/1w3 w w0b0 w0b0 -", "b1-a3"): "one",  # d3 may be taken
    ("jasir-protected", "1b3/5/w2B1/5/5 w w0b0 w0b0 -", "a3xb5"): "one",
    ("jasir-hand", "4b/5/3b1/3w1/4w w w0b0 w0b0 -", "e1-c2"): "loses",  # Black runs
    ("jasir-corner", "3b1/w4/b1w2/5/5 w w0b0 w0b0 -", "a4-c5"): "one",  # it wins one point only
    ("jasir-corner", "3b1/w4/b1w2/5/5 w w0b0 w0b0 -", "c3-b3"): "two",
    ("jasir-corner", "5/wb3/bw3/5/5 w w0b0 w0b0 -", "b3-c5"): "loses",  # a4 is stuck
    ("jasir-corner", "5/wb3/bw3/5/5 w w0b0 w0b0 -", "a4-c5"): "one",
    ("jasir-corner", "5/wb3/bw3/5/5 w w0b0 w0b0 -", "b3-a5"): "two",
    ("jasir-fortress", "4b/4w/3b1/5/2w2 w w0b0 w0b0 -", "c1xd3"): "loses",  # costs too much time
    ("jasir-fortress", "2w1b/5/5/5/2w1b w w0b0 w0b0 -", "c1-d3"): "one",  # if e5 takes
    ("jasir-fortress", "2w1b/5/5/5/2w1b w w0b0 w0b0 -", "c1-e2"): "loses",  # too long
    ("jasir-fortress", "2w1b/5/5/5/2w1b w w0b0 w0b0 -", "c1-a2"): "loses",
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


def test_whatever_black_does_in_the_lesson_of_passing_it_moves_twice_and_is_blocked() -> None:
    lesson = next(one for one in JASIR if one.id == "jasir-pass")
    asked = [(step, games) for step, games in games_at_steps(lesson) if isinstance(step, AskStep)]
    (_, once), (last, twice) = asked
    assert all(str(game.moves[-1]) == "pass" for game in once + twice)
    for game in twice:
        assert game.position.side is Side.BLACK
        assert right_answers(last, game) == game.legal_moves()
        ends = {game.play(move).outcome for move in game.legal_moves()}
        assert {(end.reason, end.points) for end in ends if end} == {("blocked", (0, 0))}
        assert None not in ends


def test_if_black_does_not_take_in_the_lesson_of_the_fortress_white_is_home_with_two() -> None:
    game = Game(DEFAULT, parse_position("2w1b/5/5/5/2w1b w w0b0 w0b0 -")).play("c1-d3")
    others = [move for move in game.legal_moves() if str(move) != "e5xd3"]
    for move in others:
        ends = [game.play(move).play(reply).outcome for reply in game.play(move).legal_moves()]
        assert max(end.points for end in ends if end) == (2, 0)


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
