"""Completion: bash, zsh and fish are really asked; all scripts know the whole command line."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import time
from collections.abc import Iterator
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


def ask_fish(folder: Path, typed: str) -> list[str]:
    """The words that the tab key would offer; what fish complains about fails."""
    question = f"source boardpi.fish; complete -C 'boardpi {typed}'"
    done = subprocess.run(
        ["fish", "--no-config", "-c", question],
        cwd=folder,
        env={**os.environ, "HOME": str(folder)},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=True,
    )
    assert done.stderr == ""
    return [line.partition("\t")[0] for line in done.stdout.splitlines()]


@pytest.fixture(scope="module")
def fish(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fish")
    (folder / "boardpi.fish").write_text(WRITERS["fish"](COMMANDS))
    (folder / "games.json").touch()
    return folder


@pytest.mark.parametrize("typed", ASKED)
def test_fish_completes(fish: Path, typed: str) -> None:
    assert ask_fish(fish, typed) == [ASKED[typed]]


def test_fish_offers_files_where_a_file_is_wanted(fish: Path) -> None:
    assert ask_fish(fish, "games import ga") == ["games.json"]
    assert ask_fish(fish, "run --config ga") == ["games.json"]
    assert ask_fish(fish, "games list ga") == []


class Zsh:
    """A zsh at a terminal of its own, asked as a person asks it: with the tab key."""

    def __init__(self, folder: Path) -> None:
        (folder / "_boardpi").write_text(WRITERS["zsh"](COMMANDS))
        (folder / "games.json").touch()
        self.pid, self.line = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            facts = {**os.environ, "HOME": str(folder), "TERM": "dumb"}
            os.execvpe("zsh", ["zsh", "-f", "-i"], facts)
        self.said = ""
        self.type(
            "unsetopt zle_bracketed_paste prompt_cr prompt_sp; PS1=; stty -echo cols 400;"
            f" fpath=({folder} $fpath); autoload -Uz compinit; compinit -u -D; bindkey -e;"
            " bindkey '^I' complete-word; unsetopt list_beep auto_menu; print RE''ADY\n"
        )
        self.wait_for("READY")

    def type(self, text: str) -> None:
        os.write(self.line, text.encode())

    def wait_for(self, sign: str) -> str:
        end = time.monotonic() + PATIENCE_S
        while sign not in self.said and time.monotonic() < end:
            if select.select([self.line], [], [], 0.2)[0]:
                self.said += os.read(self.line, 4096).decode(errors="replace")
        assert sign in self.said, self.said
        before, _, self.said = self.said.partition(sign)
        return before

    def ask(self, typed: str) -> str:
        """What the line became: it is printed instead of run."""
        self.type(f"boardpi {typed}\t\x01print -r -- '<''<' \x05 '>''>'\n")
        self.wait_for("<<")
        return self.wait_for(">>").strip().removeprefix("boardpi ")

    def close(self) -> None:
        os.close(self.line)
        os.waitpid(self.pid, 0)


@pytest.fixture(scope="module")
def zsh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Zsh]:
    shell = Zsh(tmp_path_factory.mktemp("zsh"))
    yield shell
    shell.close()


@pytest.mark.parametrize("typed", ASKED)
def test_zsh_completes(zsh: Zsh, typed: str) -> None:
    before = typed.rpartition(" ")[0]
    assert zsh.ask(typed) == f"{before} {ASKED[typed]}".strip()


def test_zsh_offers_files_where_a_file_is_wanted(zsh: Zsh) -> None:
    assert zsh.ask("games import ga") == "games import games.json"
    assert zsh.ask("games list ga") == "games list ga"


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
