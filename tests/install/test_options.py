"""The words on install.sh's command line, without any machine."""

from __future__ import annotations

import os
import subprocess

import pytest

from tests.install.machine import ROOT


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [ROOT / "install.sh", *words],
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def test_help_tells_what_where_and_how() -> None:
    done = run("--help")
    assert (done.returncode, done.stderr) == (0, "")
    for word in ("--dry-run", "--uninstall", "/etc/boardpi", "Examples:"):
        assert word in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 100


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--dryrun",), "there is no option '--dryrun': did you mean '--dry-run'?"),
        (("--qqqqqq",), "there is no option '--qqqqqq': there are: --board"),
        (("now",), "there is no option 'now'"),
        (("--board",), "--board needs a word after it"),
        (("--board", "serail"), "--board 'serail': did you mean 'serial'?"),
        (("--board=",), "--board '': there are: serial direct virtual"),
        (("--extra", "a b"), "--extra 'a b' is not the name of an extra"),
        (("--wheels", "/nowhere"), "--wheels '/nowhere' is not a directory"),
        (("--tables", "/nowhere"), "--tables '/nowhere' is not a file"),
        (("--purge",), "--purge goes with --uninstall"),
        (("--uninstall", "--purge"), "--purge needs --yes"),
        (("--extra", "marble", "--dry-run"), "has no extra 'marble'"),
    ],
)
def test_mistakes_are_quoted_and_end_with_2(words: tuple[str, ...], sentence: str) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert sentence in done.stderr


def test_no_colours_where_nobody_looks() -> None:
    assert "\x1b" not in run("--dry-run").stdout + run("--nonsense").stderr
