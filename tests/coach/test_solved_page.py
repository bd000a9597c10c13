"""Every number that docs/solved.md tells players is the solution's."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from boardpi.coach.endgames.perfect import known_values
from boardpi.coach.endgames.places import SIZES
from boardpi.coach.handicaps import FIRST_MOVES, STARTS
from boardpi.daemon.coach.endgames import perfect_play
from boardpi.rules import DEFAULT, START, Game, Side
from tools.solve.mistakes import count_mistakes, read_positions

FOLDER = Path(__file__).parent / "data"
PAGE = (Path(__file__).parents[2] / "docs" / "solved.md").read_text("utf-8")
TOLD = " ".join(PAGE.split())
STATISTICS = {
    what: [float(number) for number in numbers]
    for what, *numbers in (
        line.split("\t") for line in (FOLDER / "statistics.tsv").read_text("utf-8").splitlines()
    )
}
"""From `stats.txt` and `tour.txt` of the solution, in percent of all positions, White to move; and
from `tools.solve.mistakes` over its 20,000 positions with every move.
"""


def told(pattern: str) -> list[float]:
    """The numbers of a sentence that must stand there."""
    found = re.search(pattern, TOLD)
    assert found, f"docs/solved.md does not say {pattern!r}"
    return [float(number) for number in found.groups()]


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        (
            r"Two against four win (\d+) times .* four against two win (\d+)\."
            r" Three against four: (\d+)\. Three each: (\d+)\.",
            ("2 against 4", "4 against 2", "3 against 4", "3 against 3"),
        ),
        (r"Having the move matters in (\d+) of 100", ("tempo matters",)),
        (
            r"a capture was possible in (\d+) of 100\. .* cost points in (\d+) of 100,"
            r" and gave a win or a draw away in (\d+) of 100",
            (
                "capture possible",
                "best capture costs something",
                "best capture loses the win or the draw",
            ),
        ),
    ],
)
def test_a_share_of_positions_is_the_solutions(pattern: str, names: tuple[str, ...]) -> None:
    for number, name in zip(told(pattern), names, strict=True):
        assert abs(number - STATISTICS[name][0]) <= 0.5, name


def test_ranges_hold_what_was_measured() -> None:
    assert "It is a burden (zugzwang) in less than one of 100" in TOLD
    assert STATISTICS["zugzwang"][0] < 1
    least, most = STATISTICS["points of random moves"]
    assert told(r"gives away ([\d.]+) to ([\d.]+) points a move") == [
        round(least, 1),
        round(most, 1),
    ]
    assert "one turn in seven has a single good move" in TOLD
    assert STATISTICS["one good move only"][0] <= 100 / 7 <= STATISTICS["one good move only"][1]
    [plies] = told(r"Perfect games last about (\d+) plies")
    assert all(abs(plies - measured) < 1 for measured in STATISTICS["plies of perfect games"])


def test_the_numbers_of_states_are_those_of_the_places() -> None:
    assert f"There are {2 * sum(SIZES.values()):,} of them." in TOLD
    six = 2 * sum(size for of, size in SIZES.items() if sum(of) <= 6)
    [millions] = told(r"(\d+) million states of at most six alive")
    assert millions == round(six / 1e6)


def test_the_first_moves_are_those_of_the_book() -> None:
    perfect = perfect_play(DEFAULT)
    values = known_values(Game(), perfect)
    assert values is not None
    for words, value in (("keep the win", 1), ("give it away", 0), ("lose by one", -1)):
        [row] = [line for line in PAGE.splitlines() if line.startswith("|") and words in line]
        named = set(re.findall(r"[a-e]\d-[a-e]\d", row))
        assert named == {str(move) for move, found in values if found == value}
    for first, answer in (("a1-c2", "e5-d3"), ("d1-c3", "c5-b3")):
        assert answers(Game().play(first)) == [answer]
    for first, answer in (("a5-b3", "c1-d3"), ("c5-b3", "c1-d3"), ("e5-d3", "a1-b3")):
        assert answers(Game(start=START.with_side(Side.BLACK)).play(first)) == [answer]
    assert "After a1-c2 the only answer that wins is e5-d3, after d1-c3 it is c5-b3." in TOLD
    assert "After a5-b3 or c5-b3 it is c1-d3 alone, after e5-d3 it is a1-b3 alone." in TOLD


def answers(game: Game) -> list[str]:
    """The moves that win."""
    values = known_values(game, perfect_play(DEFAULT))
    assert values is not None
    return [str(move) for move, value in values if value > 0]


def test_the_starts_for_uneven_players_are_those_of_the_table() -> None:
    worth = {2: "White wins by two", 1: "White wins by one", 0: "nobody wins"}
    worth |= {-1: "Black wins by one", -2: "Black wins by two"}
    for points, start in STARTS.items():
        assert f"| `{start}` | {worth[points]} | {' '.join(FIRST_MOVES[points])} |" in PAGE


def test_mistakes_are_counted(tmp_path: Path) -> None:
    lines = [
        "x w -\t1\ta1-b3=1 a1xc2=-1",  # taking loses
        "x b -\t-1\ta5xb3=-1 a5-c4=0",  # taking is best, and nothing else
        "x w -\t0\ta1-b3=0 c1-d3=0",  # nothing to take
        "x w -\t2\ta1-b3=2 c1xd3=1",  # taking costs one, and still wins
    ]
    with gzip.open(tmp_path / "moves.tsv.gz", "wt", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    found = count_mistakes(read_positions(tmp_path / "moves.tsv.gz"))
    assert found == {
        "positions": 4,
        "capture possible": 3,
        "choice between taking and not": 3,
        "best capture costs something": 2,
        "best capture loses the win or the draw": 1,
        "one good move only": 3,
    }
