"""Stages of `make test`: what cannot run fails, unless somebody says to do without it."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def kernel_test(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The stage with a kernel that does not boot, as User Mode Linux does not without ptrace."""
    kernel = folder / "linux"
    kernel.write_text("#!/bin/sh\necho 'ptrace: Operation not permitted'\nexit 1\n")
    kernel.chmod(0o755)
    # What is installed is not asked for: only the stage itself is tried.
    make = [
        "make",
        "--no-print-directory",
        "kernel-test",
        f"KERNEL={folder}",
        "--assume-old=.venv/test",
    ]
    return subprocess.run([*make, *words], cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_kernel_that_does_not_boot_is_a_failure(tmp_path: Path) -> None:
    done = kernel_test(tmp_path)
    assert done.returncode != 0
    assert "cannot run User Mode Linux" in done.stdout
    assert "UML=no" in done.stdout


def test_it_is_left_out_only_when_that_is_asked_for(tmp_path: Path) -> None:
    done = kernel_test(tmp_path, "UML=no")
    assert done.returncode == 0
    assert "LEFT OUT, because UML=no was asked for" in done.stdout
