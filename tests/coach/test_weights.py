"""Learning the weights again: positions, learner and module, each held by itself."""

from __future__ import annotations

import gzip
from math import exp
from pathlib import Path

import pytest

from boardpi.coach.engine.judgement import (
    LEARNED_ON,
    MOST_MARK,
    ROWS,
    SCALE,
    TOWERS,
    WIDTH,
    Judgement,
    unpack_weights,
)
from boardpi.coach.engine.weights import JASIR, Learned
from boardpi.coach.engine.worth import POINT, goal_ways, steps_home
from boardpi.rules import Position, Side, parse_position
from boardpi.rules.armies import muster, state_of
from boardpi.rules.holes import GOAL_ROW
from tests.coach.minimax import random_positions
from tools.weights.__main__ import main
from tools.weights.module import SHIPPED, pack_weights, write_module
from tools.weights.positions import BadTruth, read_truth

NAMES = [(a, b) for a in range(25) for b in range(a + 1, 25)]


def plainly(position: Position, learned: Learned) -> float:
    """The judgement as docs/decisions/0250 tells it, one number at a time."""
    numbers = [number / SCALE for number in unpack_weights(learned)]
    mine = add_rows(numbers, position, position.side)
    theirs = add_rows(numbers, position, position.side.other)
    odds = mine[0] + theirs[0] + sum(a * b for a, b in zip(mine[2:], theirs[2:], strict=True))
    chance = 1 / (1 + exp(-odds))
    return (max(mine[1], 0) * chance - max(theirs[1], 0) * (1 - chance)) * POINT


def add_rows(numbers: list[float], position: Position, side: Side) -> list[float]:
    holes = [n for n in range(25) if position.archers(side) >> n & 1]
    home = range(20, 25) if side is Side.WHITE else range(5)
    chosen = [n for n in holes if position.chosen >> n & 1 and n not in home]
    hand = position.hand[side]
    rows = [*holes, *(25 + n for n in chosen)]
    rows += [50 + n for n, (a, b) in enumerate(NAMES) if a in holes and b in holes]
    rows += [350 + hand, 356 + len(holes) + hand, 362 + len(chosen), 368 + position.owed[side]]
    far = 1_000
    stuck, steps = divmod(
        steps_home(goal_ways(LEARNED_ON, side), position.archers(side), GOAL_ROW[side], far), far
    )
    rows += [374 + steps, 406 + stuck]
    tower = (2 * side + (side is position.side)) * ROWS
    sums = [sum(numbers[(tower + row) * WIDTH + k] for row in rows) for k in range(WIDTH)]
    most = MOST_MARK / SCALE
    return sums[:2] + [max(-most, min(mark, most)) for mark in sums[2:]]


def test_the_judgement_is_what_the_weights_say() -> None:
    judgement, armies = Judgement(LEARNED_ON), muster(LEARNED_ON)
    for position in random_positions(LEARNED_ON, seed=11, count=200, longest=40):
        judged = judgement.of(armies[position.side], state_of(position))
        assert abs(judged - plainly(position, JASIR)) <= 2, str(position)


def test_the_shipped_weights_survive_being_written() -> None:
    assert write_module("JASIR", JASIR) == SHIPPED.read_text("utf-8")
    assert pack_weights(unpack_weights(JASIR)) == JASIR.packed.strip()


def test_too_few_weights_are_refused() -> None:
    with pytest.raises(ValueError, match=f"3 weights: {TOWERS * ROWS * WIDTH}"):
        Judgement(LEARNED_ON, Learned(pack_weights([1, 2, 3])))


@pytest.fixture
def truth(tmp_path: Path) -> Path:
    """Some hundred positions and what they are worth; here, simply whose archers are fewer."""
    path = tmp_path / "truth.tsv.gz"
    with gzip.open(path, "wt", encoding="utf-8") as out:
        for position in random_positions(LEARNED_ON, seed=5, count=600, longest=40):
            value = position.black.bit_count() - position.white.bit_count()
            out.write(f"{position}\t{value}\n")
    return path


def test_it_learns_what_the_positions_tell_and_the_same_again(
    tmp_path: Path, truth: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = [str(truth), "--folder", str(tmp_path / "work"), "--epochs", "12"]
    assert main(asked) == 0
    told = capsys.readouterr().out
    assert "600 positions" in told
    assert "12 of 12: error" in told
    written = (tmp_path / "work" / "weights.py").read_text("utf-8")
    assert main([*asked, "--output", str(tmp_path / "again.py")]) == 0
    assert (tmp_path / "again.py").read_text("utf-8") == written
    found: dict[str, Learned] = {}
    exec(compile(written, "weights.py", "exec"), {"__name__": "weights"}, found)
    judgement, armies = Judgement(LEARNED_ON, found["JASIR"]), muster(LEARNED_ON)
    for line, fewer in (
        ("1bbb1/5/5/2w2/1w3 w w0b0 w0b0 -", 1),
        ("2b2/5/5/w1w2/1w1w1 w w0b0 w0b0 -", -1),
    ):
        position = parse_position(line)
        assert judgement.of(armies[position.side], state_of(position)) * fewer > POINT // 2


def test_positions_by_which_the_coach_is_measured_are_left_out(
    tmp_path: Path, truth: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    few = tmp_path / "few.tsv.gz"
    with gzip.open(truth, "rt") as lines, gzip.open(few, "wt") as out:
        out.writelines(line for number, line in enumerate(lines) if number % 10 == 0)
    kept = {(e.side, e.state) for e in read_truth(truth)} - {
        (e.side, e.state) for e in read_truth(few)
    }
    asked = [str(truth), "--but", str(few), "--folder", str(tmp_path / "work"), "--epochs", "1"]
    assert main(asked) == 0
    records = (tmp_path / "work" / "positions").read_bytes()
    assert len(records) // 28 >= len(kept)
    assert "600 positions" not in capsys.readouterr().out


@pytest.mark.parametrize("line", ["bbbbb/5/5/5/wwwww w w0b0 w0b0 -\tmuch", "5/5 w\t1", "nothing"])
def test_a_line_that_is_none_is_named(
    tmp_path: Path, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.tsv.gz"
    with gzip.open(path, "wt", encoding="utf-8") as out:
        out.write(f"bbbbb/5/5/5/wwwww w w0b0 w0b0 -\t1\n{line}\n")
    with pytest.raises(BadTruth, match="line 2"):
        list(read_truth(path))
    assert main([str(path), "--folder", str(tmp_path)]) == 2
    assert "line 2" in capsys.readouterr().err
