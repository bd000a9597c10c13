"""The book from the command line: tables in 80 columns, JSON for programs, errors in a sentence."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from boardpi.cli import main
from boardpi.club import Book, open_book, read_book
from boardpi.commands.terminal.columns import WIDTH, draw_table, width_of
from tests.club.stories import WORKED_GAME, Wristwatch, play_text, write_down

ONE, TWO = "First player", "Second player"
DRAWN = play_text(WORKED_GAME).agree_draw()
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with open_book(tmp_path / "book.sqlite", Wristwatch()) as book:
        write_down(book, DRAWN, ONE, TWO)
        write_down(book, play_text("b1-d2"))
    return tmp_path / "book.sqlite"


@pytest.fixture
def run(path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def run_with_book(*arguments: object) -> tuple[int, str, str]:
        try:
            code = main([*map(str, arguments), "--book", str(path)])
        except SystemExit as stop:
            code = int(str(stop.code))
        out, err = capsys.readouterr()
        return code, out, err

    return run_with_book


def told(run: Run, *arguments: object) -> Any:
    code, out, err = run(*arguments, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_the_list_fits_a_terminal(run: Run) -> None:
    code, out, _ = run("games", "list")
    assert code == 0
    assert all(width_of(line) <= WIDTH for line in out.splitlines())
    assert out.split("\n")[0].split() == ["game", "day", "White", "Black", "result", "rules"]
    assert "First player" in out
    assert "unfinished" in out


def test_the_list_for_programs(run: Run) -> None:
    assert [game["id"] for game in told(run, "games", "list")] == [2, 1]
    assert [game["id"] for game in told(run, "games", "list", "--player", ONE)] == [1]
    assert [game["id"] for game in told(run, "games", "list", "--search", "second")] == [1]
    assert [game["id"] for game in told(run, "games", "list", "--state", "unfinished")] == [2]
    assert told(run, "games", "list", "--period", "2024") == []
    assert told(run, "games", "list", "--rules", "jarmo-oca") == []
    assert len(told(run, "games", "list", "--limit", "1")) == 1


def test_a_game_is_shown_as_its_record(run: Run) -> None:
    run("games", "correct", 1, "white 3-0 arrived")
    code, out, _ = run("games", "show", 1)
    assert code == 0
    assert '[White "First player"]' in out
    assert '[Corrected "white 3-0 arrived"]' in out
    assert "1. b1-d2 d5-b4" in out
    assert "organiser: result" in out
    game = told(run, "games", "show", 1)
    assert [move["move"] for move in game["moves"]] == WORKED_GAME.split()
    assert [change["what"] for change in game["history"]] == ["result"]


def test_names_and_results_afterwards(run: Run) -> None:
    assert told(run, "games", "name", 2, "Third player", "?")["white"] == "Third player"
    assert told(run, "games", "correct", 2, "black 0-5 resigned")["outcome"]["points"] == [0, 5]
    assert told(run, "games", "correct", 2, "board")["outcome"] is None
    code, _, err = run("games", "correct", 2, "white wins")
    assert code == 2
    assert "'white wins' is no correction" in err


def test_deleting_asks_and_can_be_undone(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("n\n"))
    code, out, _ = run("games", "delete", 1)
    assert code == 1
    assert "Nothing was deleted" in out
    monkeypatch.setattr("sys.stdin", io.StringIO(""))  # nobody there to ask
    assert run("games", "delete", 1)[0] == 1
    assert len(told(run, "games", "list")) == 2
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    code, out, _ = run("games", "delete", 1)
    assert code == 0
    assert "boardpi games restore 1" in out
    assert [game["id"] for game in told(run, "games", "list")] == [2]
    assert [game["id"] for game in told(run, "games", "list", "--bin")] == [1]
    assert run("games", "restore", 1)[0] == 0
    assert len(told(run, "games", "list")) == 2


def test_deleting_is_all_or_nothing(run: Run) -> None:
    code, _, err = run("games", "delete", 1, 1, "--yes")
    assert code == 2
    assert "in the bin already" in err
    assert len(told(run, "games", "list")) == 2


def test_standings(run: Run) -> None:
    code, out, _ = run("standings")
    assert code == 0
    assert all(width_of(line) <= WIDTH for line in out.splitlines())
    assert "First player" in out
    assert [row["name"] for row in told(run, "standings", "--of", ONE)] == [TWO]
    assert len(told(run, "standings", "--among", ONE, TWO)) == 2
    assert told(run, "standings", "--period", "2024") == []
    assert out.startswith("Jasir\n")
    assert [row["game"] for row in told(run, "standings")] == ["jasir", "jasir"]
    assert told(run, "standings", "--game", "Jarmo") == []
    code, _, err = run("standings", "--of", "Frist player")
    assert code == 2
    assert "did you mean 'First player'?" in err


def test_games_without_names_are_mentioned(run: Run) -> None:
    run("games", "correct", 2, "white 5-0 resigned")
    assert "Finished games with a nameless seat: 1" in run("standings")[1]


def test_players(run: Run) -> None:
    added = told(run, "players", "add", "Third player", "--club", "Go club", "--prefers", "b")
    assert (added["club"], added["prefers"]) == ("Go club", "b")
    assert told(run, "players", "describe", "third player", "--prefers", "none")["prefers"] is None
    assert told(run, "players", "rename", "Third player", "3rd player")["club"] == "Go club"
    assert run("players", "merge", "3rd player", ONE, "--yes")[0] == 0
    assert [player["name"] for player in told(run, "players", "list")] == [ONE, TWO]
    assert "First player" in run("players", "list")[1]
    code, _, err = run("players", "merge", ONE, TWO, "--yes")
    assert code == 2
    assert "have played each other" in err


def test_merging_asks_and_can_be_undone(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    told(run, "players", "add", "Third player")
    for silence in ("n\n", ""):
        monkeypatch.setattr("sys.stdin", io.StringIO(silence))
        code, out, _ = run("players", "merge", ONE, "Third player")
        assert (code, out.endswith("Nothing was merged.\n")) == (1, True)
    assert "All games of First player (1) then count for Third player" in out
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    code, out, _ = run("players", "merge", ONE, "Third player")
    assert code == 0
    assert "boardpi players split 'First player'" in out
    assert told(run, "games", "list")[1]["white"] == "Third player"
    assert told(run, "players", "split", ONE)["name"] == ONE
    assert told(run, "games", "list")[1]["white"] == ONE
    code, _, err = run("players", "split", ONE)
    assert (code, "'First player' was not merged with anybody" in err) == (2, True)


@pytest.mark.parametrize(
    "command", [["standings"], ["games", "list"], ["games", "export", "-o", "never.json"]]
)
def test_rules_that_nobody_knows_are_refused(run: Run, command: list[str]) -> None:
    """They would find nothing, and say nothing."""
    code, out, err = run(*command, "--rules", "jarmo")
    assert (code, out) == (2, "")
    assert "no rule set 'jarmo'; did you mean 'jarmo-pergioco'?" in err
    assert "--game jarmo" in err
    assert err.count("\n") == 1
    assert not Path("never.json").exists()


def test_the_history_is_told_in_words(run: Run, path: Path) -> None:
    """Names, moves that were taken back and results; nothing as a program writes it."""
    run("games", "name", 1, "Third player", "?")
    run("games", "correct", 1, "white 3-0 arrived")
    with open_book(path) as book:
        game = book.games.begin()
        for ply, move in enumerate(("b1-d2", "d5-b4"), 1):
            position = str(play_text(" ".join(("b1-d2", "d5-b4")[:ply])).position)
            book.games.record_move(game.id, ply, move, position, ply)
        book.games.take_back(game.id, 2)
    named, taken = run("games", "show", 1)[1], run("games", "show", game.id)[1]
    assert "names, First player, Second player → Third player, no name" in " ".join(named.split())
    assert "result, draw 0-0 agreed → white 3-0 arrived" in " ".join(named.split())
    assert "table: take back, b1-d2, d5-b4 → nothing" in " ".join(taken.split())
    told_by_programs = [line for line in (named + taken).splitlines() if "'" in line]
    assert told_by_programs == []
    assert all(width_of(line) <= WIDTH for line in (named + taken).splitlines())


def test_files_out_and_in(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "records").mkdir()
    assert run("games", "export", "-o", tmp_path / "records")[0] == 0
    names = sorted(file.name for file in (tmp_path / "records").iterdir())
    assert names == ["2025-06-01-game-0001.jas", "2025-06-01-game-0002.jas"]
    assert run("games", "export", "-o", tmp_path / "all.json")[0] == 0
    assert run("games", "export", 1, "-o", tmp_path / "one.csv")[0] == 0
    assert run("games", "export", 1)[1] == (tmp_path / "records" / names[0]).read_text()
    other = str(tmp_path / "other.sqlite")
    files = [str(tmp_path / "all.json"), *(str(tmp_path / "records" / name) for name in names)]
    assert main(["games", "import", *files, "--json", "--book", other]) == 0
    arrived = json.loads(capsys.readouterr().out)
    assert [(len(file["new"]), len(file["known"])) for file in arrived] == [(2, 0), (0, 1), (0, 1)]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["games", "show", "99"], "there is no game 99"),
        (["games", "show", "x"], "must be a whole number"),
        (["games", "export"], "a .jas file holds one"),
        (["games", "export", "-o", "x.pdf"], "choose .jas, .json or .csv"),
        (["games", "list", "--period", "soon"], "'soon' is no period"),
        (["games", "import", "/nowhere.jas"], "/nowhere.jas"),
        (["games", "name", "1", "a\x00", "b"], "visible signs only"),
        (["players", "add", "White"], "seat without a name"),
        (["backup", "/nowhere/copy.sqlite"], "no directory"),
    ],
)
def test_mistakes_end_in_one_sentence(run: Run, arguments: list[str], words: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


def test_a_file_that_exists_is_not_overwritten(run: Run, tmp_path: Path) -> None:
    (tmp_path / "one.jas").write_text("mine")
    code, _, err = run("games", "export", 1, "-o", tmp_path / "one.jas")
    assert code == 2
    assert "exists already" in err
    assert (tmp_path / "one.jas").read_text() == "mine"


def test_a_bad_file_is_named_with_its_line(run: Run, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jas"
    bad.write_text('[Rules "jasir-oca"]\n[Result "*"]\n1. b1-e5\n*\n')
    code, _, err = run("games", "import", bad)
    assert code == 2
    assert "bad.jas: line 3" in err


def test_backup(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "copy.sqlite"
    assert run("backup", target)[0] == 0
    assert target.stat().st_mode & 0o077 == 0, "it holds the key of sessions"
    with read_book(target) as copy:
        assert copy.archive.entry(1).white == ONE
    code, _, err = run("backup", target)
    assert code == 2
    assert "--replace" in err
    assert told(run, "backup", target, "--replace")["bytes"] == target.stat().st_size


def test_no_book_yet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "list", "--book", str(tmp_path / "none.sqlite")]) == 2
    assert "There is no score book at" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_the_book_of_the_configuration(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "boardpi.toml"
    config.write_text(f'[book]\npath = "{path}"\n')
    assert main(["games", "list", "--json", "--config", str(config)]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 2
    config.write_text("[bok]\n")
    assert main(["games", "list", "--config", str(config)]) == 2
    assert "did you mean 'book'?" in capsys.readouterr().err


def test_commands_work_while_the_table_plays(run: Run, path: Path) -> None:
    with open_book(path) as table:
        game = table.games.begin()
        assert told(run, "games", "list")[0]["state"] == "playing"
        assert run("players", "rename", ONE, "1st player")[0] == 0
        assert table.archive.entry(1).white == "1st player"
        table.games.abandon(game.id)


def test_long_and_wide_names_are_cut(book: Book) -> None:
    rows = [("漢" * 40, "x" * 40, 5), ("a", "b", 12345)]
    lines = draw_table(("one", "two", "three"), rows).splitlines()
    assert all(width_of(line) <= WIDTH for line in lines)
    assert "…" in lines[1]
    assert lines[2].endswith("12345")
