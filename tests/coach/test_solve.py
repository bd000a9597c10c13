"""The solver of Jasir finds what the solution of 2026-11-16 found, by either path.

`make solver` builds it; `make test` does so before the tests.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import winning
from benchmarks.winning import OPPONENTS, play_whole_games, prove_turns
from boardpi.coach.endgames.places import SIZES, Class
from boardpi.coach.endgames.tables import Tables
from boardpi.coach.endgames.tables_file import BLOCK_POSITIONS, classes_up_to
from boardpi.rules import DEFAULT, Position, RuleSet, Side, parse_position, rule_set
from boardpi.rules.rulesets import variant
from tests.coach.forcing import random_positions
from tests.coach.shipped import JASIR, OCA, tables
from tests.rules import naive
from tools.solve.__main__ import SOLVER, compare, main
from tools.solve.pack import QUICK, Extent, write_tables
from tools.solve.positions import compare_positions, in_numbers
from tools.solve.solution import (
    KINDS,
    Solution,
    Unsolvable,
    board_text,
    free_memory,
    memory_of,
)

DATA = Path(__file__).parent / "data"
SUMS = (DATA / "solution.sha256").read_text("utf-8").splitlines()
"""Of all files of at most five archers alive and of two against four."""
SIX = Class(2, 4)
SOLVED = [
    line.split("\t") for line in (DATA / "two_against_four.tsv").read_text("utf-8").splitlines()
]
"""Positions of two against four with White's points less Black's after every move."""


def test_it_finds_the_solution(tmp_path: Path) -> None:
    """One test, because the tables of five alive and of a class of six are solved for it."""
    solved = Solution(SOLVER, DEFAULT, tmp_path)
    solved.solve(5, jobs=1)
    solved.run("class", *SIX, solved.folder)
    the_files_are_those_of_the_solution(solved)
    six_alive_are_worth_what_the_naive_rules_and_the_solution_say(solved)
    solved.run("check", *SIX, solved.folder, 20_000, 1)
    for of in classes_up_to(5):
        side = of.first  # the other plane is that of `test_both_paths_find_the_same`
        assert solved.values(of, side) == shipped_values(DEFAULT, of, side), of
    five_alive_are_won_and_nothing_is_given_away(solved)


def five_alive_are_won_and_nothing_is_given_away(solved: Solution) -> None:
    """As with larger files: by values and detours, without the choices of what ships."""
    file = solved.folder / "five.tables"
    write_tables(file, Extent([solved], 5, preset=QUICK), jobs=1)
    five = Tables(file.read_bytes(), DEFAULT)
    turns = prove_turns(five, winning.random_positions(DEFAULT, 21, 5), 150)
    assert turns.raised == 0
    assert turns.answers > 500
    for opponent in OPPONENTS.values():
        positions = winning.random_positions(DEFAULT, 22, 5)
        played = play_whole_games(five, opponent, positions, 15)
        assert (played.given_away, played.below_value, played.repeated) == (0, 0, 0)
        assert played.moves > 30


def the_files_are_those_of_the_solution(solved: Solution) -> None:
    assert compare(solved, 5, SUMS) == 20
    names = {line.split()[1] for line in SUMS} - {name for _, name in solved.digests(5)}
    files = [solved.file(SIX, side) for side in Side]
    assert names == {file.name for file in files}
    found = {f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}" for file in files}
    assert found == {line for line in SUMS if line.split()[1] in names}


def six_alive_are_worth_what_the_naive_rules_and_the_solution_say(solved: Solution) -> None:
    """Each value is the best of the moves, found by rules that share nothing with the solver."""
    asked: list[Position] = []
    expected: list[int] = []
    for line, value, pairs in SOLVED[:100]:
        moves = dict(pair.split("=") for pair in pairs.split())
        assert sorted(moves) == sorted(naive.legal(DEFAULT.name, line))
        asked.append(parse_position(line))
        expected.append(int(value))
        for move, worth in moves.items():
            after = naive.after(DEFAULT.name, line, move)
            if naive.over(DEFAULT.name, after) is None:
                asked.append(parse_position(after))
                expected.append(int(worth))
    found = solved.run("probe", solved.folder, text="".join(map(in_numbers, asked)))
    assert list(map(int, found.split())) == expected
    assert len(expected) > 500


def test_positions_of_a_file_are_compared(tmp_path: Path) -> None:
    solution, file = Solution(SOLVER, DEFAULT, tmp_path), tmp_path / "some.tsv.gz"
    solution.solve(2, jobs=1)
    position, moves = "5/2b2/5/2w2/5 w w0b0 w0b0 -", "c2-b2=-1 c2-d2=-1 c2-e3=1"
    for line, complaint in [
        (f"{position}\t1\t{moves}", ""),
        (f"{position}\t1", ""),
        (f"{position}\t2\t{moves}", "is worth 2 there, 1 here"),
        (f"{position}\t1\t{moves[:-1]}2", "c2-e3 is worth 2 there, 1 here"),
        (f"{position}\t1\tc2-b2=-1", "has other moves than c2-b2"),
        ("bbbbb/5/5/5/wwwww w w0b0 w0b0 -\t1", ""),  # more archers than are solved
    ]:
        file.write_bytes(gzip.compress(f"{line}\n".encode()))
        if complaint:
            with pytest.raises(Unsolvable, match=complaint):
                compare_positions(file, solution, 2)
        else:
            count = 0 if "wwwww" in line else 1 + line.count("=")
            assert compare_positions(file, solution, 2) == count


def test_a_wrong_value_is_found(tmp_path: Path) -> None:
    copy = Solution(SOLVER, DEFAULT, tmp_path)
    copy.solve(3, jobs=1)
    for side in Side:
        file = copy.file(Class(1, 2), side)
        file.write_bytes(bytes(byte ^ 1 for byte in file.read_bytes()))
    with pytest.raises(Unsolvable, match="its best move"):
        copy.run("check", 1, 2, tmp_path, 2000, 1)


def test_a_wrong_number_of_detours_is_found(tmp_path: Path) -> None:
    copy = Solution(SOLVER, DEFAULT, tmp_path)
    copy.solve(3, jobs=1)
    for side in Side:
        file = copy.file(Class(1, 2), side, "d")
        file.write_bytes(bytes(byte and byte ^ 3 for byte in file.read_bytes()))
    with pytest.raises(Unsolvable, match="detours, its best move"):
        copy.run("check", 1, 2, tmp_path, 20_000, 1)


def shipped_values(rules: RuleSet, of: Class, side: Side) -> bytes:
    file = tables(rules)._file
    plane = 0 if side is of.first else file._plane
    count = -(-SIZES[of] // BLOCK_POSITIONS[file.header.version])
    first = plane + file._firsts[of]
    return b"".join(file._unpack_ours(first + block, of) for block in range(count))


@pytest.mark.parametrize("rules", JASIR, ids=str)
def test_both_paths_find_the_same(rules: RuleSet, tmp_path: Path) -> None:
    fast, plain = (Solution(SOLVER, rules, tmp_path / name) for name in ("fast", "plain"))
    fast.solve(4, jobs=1)
    plain.solve(4, jobs=1, portable=True)
    for kind in KINDS:
        assert list(fast.digests(4, kind)) == list(plain.digests(4, kind))
    for of in classes_up_to(4):
        assert plain.values(of, Side.WHITE) == shipped_values(rules, of, Side.WHITE)


def test_it_goes_on_where_it_was_stopped(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    solution = Solution(SOLVER, OCA, tmp_path)
    solution.solve(3, jobs=1)
    digests = list(solution.digests(3))
    solution.file(Class(1, 2), Side.BLACK).unlink()
    assert solution.missing(3) == [(1, 2)]
    capfd.readouterr()
    solution.solve(3, jobs=1)
    assert "2 against 1" not in capfd.readouterr().err
    assert list(solution.digests(3)) == digests


def test_packing_alone_solves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["solve", "2", "--folder", str(tmp_path), "--pack", str(tmp_path / "two.tables")]
    monkeypatch.setattr("sys.argv", [*words, "--solved"])
    assert main() == 2
    assert "solve: 1 classes are not solved in" in capsys.readouterr().err
    monkeypatch.setattr("sys.argv", words)
    assert main() == 0
    assert Tables((tmp_path / "two.tables").read_bytes(), DEFAULT).most_alive == 2
    assert sorted(file.name for file in tmp_path.iterdir()) == [DEFAULT.name, "two.tables"]


def test_packing_goes_on_where_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solution, file = Solution(SOLVER, DEFAULT, tmp_path / "solved"), tmp_path / "three.tables"
    solution.solve(3, jobs=1)
    extent = Extent([solution], 3, preset=QUICK)
    write_tables(file, extent, jobs=1)
    whole = file.read_bytes()
    packed: list[Class] = []
    places = Solution.places

    def until_the_last(self: Solution, of: Class, side: Side, size: int) -> Iterator[bytes]:
        packed.append(of)
        if packed == [(1, 1), (1, 2), (2, 1)]:
            raise KeyboardInterrupt
        return places(self, of, side, size)

    monkeypatch.setattr(Solution, "places", until_the_last)
    with pytest.raises(KeyboardInterrupt):
        write_tables(tmp_path / "again.tables", extent, jobs=1)
    write_tables(tmp_path / "again.tables", extent, jobs=1)
    assert packed == [(1, 1), (1, 2), (2, 1), (2, 1)]
    assert (tmp_path / "again.tables").read_bytes() == whole


def test_a_packed_file_of_one_side_knows_the_same(tmp_path: Path) -> None:
    solution, file = Solution(SOLVER, DEFAULT, tmp_path), tmp_path / "four.tables"
    solution.solve(4, jobs=1)
    length = write_tables(file, Extent([solution], 4, preset=QUICK), jobs=1)
    assert length == file.stat().st_size
    packed = Tables(file.read_bytes(), DEFAULT)
    assert (packed.most_alive, packed._file.header.sides) == (4, 1)
    for position in random_positions(31, 300, most_alive=4):
        assert packed.probe(position) == tables().probe(position)


def test_room_is_looked_at_before_anything_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    everything = memory_of(Class(5, 4))
    assert 7 << 30 < everything < 9 << 30
    monkeypatch.setattr("tools.solve.solution.free_memory", lambda: everything - 1)
    with pytest.raises(Unsolvable, match="too little"):
        Solution(SOLVER, DEFAULT, tmp_path).solve(10, jobs=1)
    assert "26,136,610,9" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
    assert free_memory() > 0


def test_other_games_are_refused() -> None:
    with pytest.raises(Unsolvable, match="jarmo-oca: the solver needs backward"):
        board_text(rule_set("jarmo-oca"))
    with pytest.raises(Unsolvable, match="captured_simple"):
        board_text(variant(DEFAULT, captured_simple="hand"))
