"""Completion: bash is really asked; all scripts know the whole command line."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from boardpi.cli import build_parser, main
from boardpi.commands.completion import WRITERS, walk
from tests.patience import PATIENCE_S

COMMANDS = list(walk(build_parser()))
ASKED = {
    "ga": "games",
    "games co": "correct",
    "games list --st": "--state",
    "games list --state un": "unfinished",
    "rules draw --rules jarmo-w": "jarmo-wikipedia",
    "lights draw --theme ni": "night",
    "completion f": "fish",
    "games correct --boo": "--book",
    "games --book x add --no": "--note",
}
"""What somebody has typed, and what it becomes."""


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("completion") / "boardpi.bash"
    file.write_text(WRITERS["bash"](COMMANDS))
    return file


def ask_bash(script: Path, typed: str) -> list[str]:
    """As readline would, after a press of the tab key."""
    words = ["boardpi", *typed.split(" ")]
    question = (
        f'source {script}; compopt() {{ echo "files"; }};'
        f" COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1};"
        ' _boardpi; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        ["bash", "--norc", "-euc", question],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=True,
    )
    return done.stdout.split()


@pytest.mark.parametrize("typed", ASKED)
def test_bash_completes(script: Path, typed: str) -> None:
    assert ask_bash(script, typed) == [ASKED[typed]]


def test_files_are_offered_where_a_file_is_wanted(script: Path) -> None:
    assert ask_bash(script, "games import ga") == ["files"]
    assert ask_bash(script, "run --config bo") == ["files"]
    assert "files" not in ask_bash(script, "run --con")


@pytest.mark.parametrize("shell", WRITERS)
def test_every_command_and_option_is_known(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    told = capsys.readouterr().out
    assert "@" not in told.replace("$@", "").replace("[@]", "")
    for command in COMMANDS:
        for option in command.options:
            name = option.names[-1]
            assert (name if shell != "fish" else f"-l {name[2:]}") in told
        assert " ".join(command.path) in told
    assert {("games", "add"), ("hub", "run"), ("completion",)} <= {one.path for one in COMMANDS}
