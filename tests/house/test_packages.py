"""`.ci/apt-install` on a machine whose apt is a story: locks held by others, mirrors that fail."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMMAND = ROOT / ".ci" / "apt-install"
LIST = (ROOT / ".ci" / "packages").read_text(encoding="utf-8")
FAKES = {
    "dpkg-query": 'grep -qx "${@: -1}" installed && echo -n installed',
    "id": "echo 0",
    "sleep": 'echo "sleep $1" >> asked',
    # Each call takes one line of `course`: nothing for success, or what apt complains of.
    "apt-get": 'echo "${@: -1}" >> asked\n'
    "trouble=$(sed -n 1p course); sed -i 1d course\n"
    '[ -z "$trouble" ] || { echo "$trouble" >&2; exit 100; }',
}
LISTS = "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)"
DPKG = "E: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), is another …?"
MIRROR = "E: Failed to fetch strace.deb  Connection timed out"


class Story:
    """A Debian on which `util-linux` is installed and `strace` is not."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "bin").mkdir()
        for name, lines in FAKES.items():
            (folder / "bin" / name).write_text(f"#!/bin/bash\n{lines}\n")
            (folder / "bin" / name).chmod(0o755)
        self.write("installed", "util-linux")
        self.write("course")
        self.write("asked")

    def write(self, name: str, *lines: str) -> None:
        (self.folder / name).write_text("".join(f"{line}\n" for line in lines))

    def install(self, *groups: str) -> subprocess.CompletedProcess[str]:
        path = f"{self.folder / 'bin'}:/usr/bin:/bin"
        command = [str(COMMAND), *groups]
        return subprocess.run(
            command,
            cwd=self.folder,
            env={"PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def asked(self) -> list[str]:
        return (self.folder / "asked").read_text().splitlines()


@pytest.fixture
def story(tmp_path: Path) -> Story:
    return Story(tmp_path)


def test_only_what_is_missing_is_installed(story: Story) -> None:
    done = story.install("tests")
    assert (done.returncode, story.asked) == (0, ["update", "strace"])
    assert done.stdout == "apt-install: installing from Debian: strace\n"


def test_where_nothing_is_missing_apt_is_not_asked(story: Story) -> None:
    story.write("installed", "util-linux", "strace")
    assert story.install("tests").returncode == 0
    assert story.asked == []


def test_of_two_packages_one_is_enough(story: Story) -> None:
    story.write("installed", "chromium")
    assert story.install("browser").returncode == 0
    assert story.asked == []
    story.write("installed")
    assert story.install("browser").returncode == 0
    assert story.asked == ["update", "chromium-headless-shell|chromium"]


def test_a_mirror_that_fails_is_tried_again(story: Story) -> None:
    story.write("course", "", MIRROR, MIRROR, MIRROR)
    done = story.install("tests")
    assert done.returncode == 0
    course = "update strace sleep-10 update strace sleep-20 update strace"
    assert story.asked == [word.replace("-", " ") for word in course.split()]
    assert MIRROR in done.stderr


def test_a_mirror_that_never_answers_is_given_up(story: Story) -> None:
    story.write("course", *[MIRROR] * 100)
    done = story.install("tests")
    assert done.returncode == 1
    assert "gave up after 4 tries" in done.stderr
    assert story.asked.count("strace") == 4


def test_a_lock_is_waited_for_however_often(story: Story) -> None:
    story.write("course", *[LISTS] * 9, "", *[DPKG] * 9)
    done = story.install("tests")
    assert done.returncode == 0
    assert story.asked == [
        *["update", "sleep 2"] * 9,
        *["update", "strace"],
        *["sleep 2", "strace"] * 9,
    ]
    assert done.stdout.count("somebody else uses apt") == 18


def test_a_group_that_is_not_listed_is_named(story: Story) -> None:
    done = story.install("tests", "marble")
    assert done.returncode == 1
    assert "there is no group 'marble'" in done.stderr
    assert story.asked == []


def test_every_package_is_installed_through_the_list() -> None:
    groups = set(re.findall(r"(?m)^(\w+):", LIST))
    files = [ROOT / "Makefile", *ROOT.glob("*/*.mk"), *ROOT.glob("*/*/*.mk")]
    call = re.compile(r"(?m)(?:@|\|\| )(?:\.ci/apt-install|\$\(APT_INSTALL\)) ([a-z ]+)$")
    used = {
        name
        for file in files
        for names in call.findall(file.read_text(encoding="utf-8"))
        for name in names.split()
    }
    assert used - {"all"} == groups
