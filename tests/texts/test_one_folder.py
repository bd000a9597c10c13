"""A new language is one folder, and a file is read when its language is first spoken."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import boardpi

PACKAGE = Path(boardpi.__file__).parent

SPEAK = """
import json
from boardpi.check.finding import found
from boardpi.check.prompts import sentence
from boardpi.coach.engine.levels import LEVELS
from boardpi.config import read_config
from boardpi.daemon.activities.catalogue import read_builtin
from boardpi.rules import Game, Hole
from boardpi.daemon.sound import speak
from boardpi.table.facts import Restored
from boardpi.web.page_files import PAGE, read_sources
from boardpi.texts.languages import LANGUAGES, NAMES

print(json.dumps([
    LANGUAGES,
    NAMES["xx"],
    read_config('[voice]\\nlanguage = "xx"').voice.language,
    Game().explain(Hole("c1"), Hole("c2")).sentence("xx"),
    LEVELS[0].title("xx"),
    sentence(found("all_silent"), "xx"),
    speak(Restored(0), "xx"),
    json.loads(read_sources(PAGE)["texts/xx.json"])["side.w"],
    read_builtin()["jasir-lines"].title["xx"],
]))
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The package again, its texts as copies that may be changed."""
    copy = tmp_path / "boardpi"
    copy.mkdir()
    for entry in PACKAGE.iterdir():
        if entry.name not in {"texts", "__pycache__"}:
            (copy / entry.name).symlink_to(entry)
    shutil.copytree(PACKAGE / "texts", copy / "texts")
    return tmp_path


def run(folder: Path, program: str) -> str:
    """What a fresh Python prints that finds the package here."""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_another_language_is_one_folder(checkout: Path) -> None:
    new = checkout / "boardpi" / "texts" / "xx"
    shutil.copytree(new.with_name("en"), new)
    about = {"name": "Newish", "order": 6, "plurals": {"one": "i = 1 and v = 0", "other": ""}}
    (new / "language.json").write_text(json.dumps(about))
    rules = json.loads((new / "rules.json").read_text())
    rules["no_line"] = "No way {target} of {origin}."
    (new / "rules.json").write_text(json.dumps(rules))
    (new / "sentences.json").write_text('{"Walking along the lines": "Walk lines"}')
    assert json.loads(run(checkout, SPEAK)) == [
        ["en", "it", "pl", "fr", "de", "xx"],
        "Newish",
        "xx",
        "No way c2 of c1. Possible: a2, e2 or d3.",
        "First evening",
        "No hole answers at all.",
        "All is well again.",
        "White",
        "Walk lines",
    ]


READ = """
import json, sys
read = []
def hear(event, facts):
    if event == "open" and str(facts[0]).endswith(".json"):
        read.append("/".join(str(facts[0]).rsplit("/", 2)[1:]))
sys.addaudithook(hear)
from boardpi.rules import Game, Hole
refusal = Game().explain(Hole("c1"), Hole("c2"))
before = list(read)
refusal.sentence("it")
print(json.dumps([before, sorted(set(read))]))
"""


def test_who_only_plays_reads_no_file_and_who_speaks_reads_what_is_said(checkout: Path) -> None:
    before, after = json.loads(run(checkout, READ))
    assert before == []
    assert [name for name in after if not name.endswith("language.json")] == [
        "en/rules.json",
        "it/rules.json",
    ]
