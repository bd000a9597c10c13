"""The command line as people and scripts use it."""

from __future__ import annotations

import importlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from boardpi import __version__
from boardpi.cli import GROUPS, main
from boardpi.commands.terminal.parser import Parser, add_groups
from boardpi.rules import RULE_SETS, START, perft, rule_set
from tests.patience import PATIENCE_S

BOARDPI = (sys.executable, "-m", "boardpi")


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Exit code, output and complaints of one command."""
    try:
        code = main(words)
    except SystemExit as stop:
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--version") == (0, f"boardpi {__version__}\n", "")


@pytest.mark.parametrize("words", [(), ("--help",), ("rules",), ("rules", "--help"), ("record",)])
def test_help_shows_examples(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    code, out, err = run(capsys, *words)
    assert (code, err) == (0, "")
    assert "examples:" in out
    assert max(map(len, out.splitlines())) <= 100


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("ruels",), "COMMAND 'ruels': did you mean 'rules'?"),
        (("rules", "shwo"), "COMMAND 'shwo': did you mean 'show'?"),
        (("rules", "qqq"), "there are: list, show, draw, play, query, perft"),
        (("rules", "show", "--rules", "jarmo-oka"), "did you mean 'jarmo-oca'?"),
        (("rules", "show", "--rules", "jasir"), "did you mean 'jasir-pergioco'?"),
        (("demo", "--spee", "2"), "--spee 2: did you mean '--speed'?"),
        (("rules", "show", "--position", "x"), "'x': a position has five fields"),
        (("rules", "show", "--hole", "z9"), "'z9' is not a hole"),
        (("rules", "perft"), "required: --depth"),
        (("rules", "perft", "--depth", "-1"), "must be a whole number, not '-1'"),
        (("rules", "perft", "--depth", "999"), "depth 999: must be 0 to 100"),
        (("rules", "list", "--rules-file", "nowhere.toml"), "nowhere.toml: No such file"),
        (("rules", "draw", "--pitch", "0"), "--pitch 0"),
        (("rules", "draw", "--plain", "--labels"), "not allowed with"),
        (("rules", "draw", "-o", "nowhere/board.svg"), "nowhere/board.svg: No such file"),
        (("rules", "play", "nowhere.jas"), "nowhere.jas: No such file"),
        (("rules", "play", "--first", "blck"), "SIDE 'blck': did you mean 'black'?"),
        (("record", "show", "nowhere.jas"), "nowhere.jas: No such file"),
    ],
)
def test_a_mistake_gets_one_sentence_and_code_2(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str
) -> None:
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "rules", "list")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines() if line[0] != " "] == list(RULE_SETS)
    assert "the arrived archer becomes simple" in " ".join(out.split())


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "rules", "perft", "--rules", "jarmo-oca", "--depth", "3")[1] == "1452\n"
    line = "bbbbb/5/5/5/wwwww b w0b0 w0b0 -"
    assert run(capsys, "rules", "perft", "--depth", "3", "--position", line)[1] == "1254\n"


def test_show(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "rules", "show", "--ascii")
    assert code == 0
    assert out.isascii()
    assert "[b]" in out
    assert "a1-b3 a1-c2   b1-a3 b1-d2" in out
    line = "2w2/5/5/5/b4 b w0b0 w0b0 -"
    out = run(capsys, "rules", "show", "--position", line, "--hole", "c2")[1]
    assert "game over" in out
    assert "White wins, 1–0: all archers of one side stand on the goal row." in out
    assert "From c2: a1 b2 d2 e1 e3" in out


def test_draw(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    assert run(capsys, "rules", "draw", "-o", str(file)) == (0, "", "")
    assert run(capsys, "rules", "draw")[1] == file.read_text(encoding="utf-8")
    assert ">a1<" in run(capsys, "rules", "draw", "--labels", "--position", str(START))[1]
    assert 'width="157.2mm"' in run(capsys, "rules", "draw", "--plain", "--pitch", "30")[1]


OWN = '[rules.own]\nlike = "jasir-oca"\ntitle = "Ours"\nadd_lines = "a1-a2"\n'


def test_makers_rule_sets_everywhere(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN)
    own = ("--rules-file", str(file))
    assert "own              Ours" in run(capsys, "rules", "list", *own)[1]
    assert "a1-a2" in run(capsys, "rules", "show", *own)[1]
    assert "a1-a2" not in run(capsys, "rules", "show", "--rules", "jasir-oca", *own)[1]
    assert run(capsys, "rules", "perft", "--depth", "1", *own)[1] == "12\n"
    game = tmp_path / "game.jas"
    game.write_text('[Rules "own"]\n[Result "*"]\n1. a1-a2\n*\n')
    assert run(capsys, "record", "check", str(game), *own)[0] == 0
    assert run(capsys, "record", "check", str(game))[0] == 2
    file.write_text(OWN.replace("like", "liek"))
    code, _, err = run(capsys, "rules", "list", *own)
    assert code == 2
    assert err == f"boardpi: {file}: rules.own: unknown key 'liek'; did you mean 'like'?\n"
    file.write_bytes(b"\xff")
    assert "is not a text in UTF-8" in run(capsys, "rules", "list", *own)[2]


GAME = """\
[Rules "jasir-pergioco"]
[White "North"]
[Date "2026-05-01"]
[Result "black"]
[Points "0-5"]
[Reason "resigned"]

1. b1-d2 d5-b4
2. c1-d3
0-5
"""


def test_record_show(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.jas"
    file.write_text(GAME)
    code, out, _ = run(capsys, "record", "show", str(file))
    assert code == 0
    assert out.startswith("North (White) against Black, 2026-05-01\nJasir (PerGioco)\n")
    assert out.endswith("2. c1-d3\nBlack wins, 0–5: the other player resigned.\n")
    assert "game over" in out
    early = run(capsys, "record", "show", str(file), "--turn", "1")[1]
    assert early.endswith("1. b1-d2 d5-b4\n")
    assert "White to move" in early


def test_record_check(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    good, bad = tmp_path / "good.jas", tmp_path / "bad.jas"
    good.write_text(GAME)
    bad.write_text(GAME.replace("c1-d3", "c1-c2"))
    code, out, _ = run(capsys, "record", "check", str(bad), str(good))
    assert code == 2
    complaint, praise = out.splitlines()
    assert complaint.startswith(f"{bad}: line 9: turn 2, move 'c1-c2': There is no line from c1")
    assert praise == f"{good}: 3 moves, jasir-pergioco: Black wins, 0–5: the other player resigned."
    assert run(capsys, "record", "check", str(good))[0] == 0


def test_counts_agree_with_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    for name in RULE_SETS:
        out = run(capsys, "rules", "perft", "--rules", name, "--depth", "2")[1]
        assert int(out) == perft(rule_set(name), START, 2)


def test_a_reader_that_leaves_early_breaks_nothing() -> None:
    """`boardpi rules list | head -1`."""
    command = subprocess.Popen(
        [*BOARDPI, "rules", "draw"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert command.stdout is not None
    command.stdout.close()
    _, err = command.communicate(timeout=PATIENCE_S)
    assert err == b""
    assert command.returncode in (0, 141)


def test_ctrl_c_ends_without_a_traceback() -> None:
    command = subprocess.Popen(
        [*BOARDPI, "rules", "play"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert command.stdout is not None
    while b"e5-d3" not in command.stdout.readline():
        pass
    while command.stdout.read(1) != b">":  # then it waits for the keyboard
        pass
    command.send_signal(signal.SIGINT)
    _, err = command.communicate(timeout=PATIENCE_S)
    assert command.returncode == 130
    assert b"Traceback" not in err


@pytest.mark.parametrize(
    ("command", "closed"), [("list", ">&-"), ("query", "<&-"), ("play", "<&-"), ("shwo", "2>&-")]
)
def test_a_closed_stream_is_no_crash(command: str, closed: str) -> None:
    shell = f"exec {sys.executable} -m boardpi rules {command} {closed}"
    done = subprocess.run(["sh", "-c", shell], input=b"", capture_output=True, timeout=PATIENCE_S)
    assert done.returncode == (2 if command == "shwo" else 0)
    assert b"Traceback" not in done.stderr


def test_signs_that_the_terminal_lacks_are_no_crash() -> None:
    done = subprocess.run(
        [*BOARDPI, "rules", "list"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        timeout=PATIENCE_S,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Jasir (PerGioco) ? PerGioco" in done.stdout


def test_play_without_a_keyboard_ends_cleanly() -> None:
    """As `make run` in a script: no input at all."""
    done = subprocess.run(
        [*BOARDPI, "rules", "play"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE_S,
    )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("module", GROUPS)
def test_every_module_adds_the_commands_that_are_listed_for_it(module: str) -> None:
    subparsers = add_groups(Parser(prog="boardpi"))
    importlib.import_module(f"boardpi.commands.{module}").add_parsers(subparsers)
    assert tuple(subparsers.choices) == GROUPS[module]


def test_a_command_imports_no_other() -> None:
    listed = "import sys, boardpi.cli; boardpi.cli.main(['rules', 'list']); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", listed], capture_output=True, text=True, check=True
    )
    imported = done.stdout.split()
    assert "boardpi.commands.rules.command" in imported
    assert "boardpi.commands.demo" not in imported
