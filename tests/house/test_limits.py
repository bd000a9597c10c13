"""The house stays within its limits (`python -m tools.house` prints the figures)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.house import limits
from tools.house.__main__ import main
from tools.house.callers import edges, find_callers, find_cycles, single_callers
from tools.house.measures import (
    classes_twice,
    long_files,
    long_functions,
    names_per_folder,
    nouns_twice,
)
from tools.house.modules import Module, read_modules
from tools.house.report import Figure, measure, write_report

ROOT = Path(__file__).parents[2]


def test_the_house_stays_within_its_limits() -> None:
    exceeded = [figure for figure in measure(ROOT) if not figure.is_kept]
    assert not exceeded, write_report(exceeded)


def test_every_exception_is_still_needed() -> None:
    assert limits.SAME_IDEA.keys() <= nouns_twice(read_modules(ROOT)).keys()
    assert limits.LONG_FILES.keys() <= long_files(ROOT, limits.LINES_IN_A_FILE).keys()
    assert limits.LONG_FUNCTIONS.keys() <= long_functions(ROOT, limits.LINES_IN_A_FUNCTION).keys()


def house(**sources: str) -> dict[str, Module]:
    """A small package: `club__init` is the plate of a folder `club`, `club__book` is inside."""
    modules = {}
    for key, source in sources.items():
        parts = [part for part in key.split("__") if part != "init"]
        name = ".".join(["boardpi", *parts])
        modules[name] = Module(name, source, plate=key.endswith("__init"))
    return modules


def test_a_plate_passes_names_on() -> None:
    small = house(
        club__init='from boardpi.club.book import Book\n__all__ = ["Book"]',
        club__book="class Book: ...",
        daemon="from boardpi.club import Book",
        web="import boardpi.club.book",
    )
    assert find_callers(small)["boardpi.club.book"] == {"boardpi.daemon", "boardpi.web"}
    assert find_callers(small)["boardpi.club"] == set()


def test_a_plate_that_uses_what_it_imports_is_a_caller() -> None:
    small = house(club__init="from .book import Book\nOPEN = Book()", club__book="class Book: ...")
    assert single_callers(find_callers(small)) == {"boardpi.club.book": "boardpi.club"}


def test_a_single_caller_is_seen_inside_functions_and_among_types() -> None:
    small = house(
        a="def run():\n    from boardpi import b",
        b="from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from boardpi.c import C",
        c="class C: ...",
    )
    assert single_callers(find_callers(small)) == {
        "boardpi.b": "boardpi.a",
        "boardpi.c": "boardpi.b",
    }


def test_circles_are_found_whatever_their_length() -> None:
    small = house(
        a="import boardpi.b", b="from boardpi import c", c="from . import a", d="import boardpi.a"
    )
    assert find_cycles(small) == [["boardpi.a", "boardpi.b", "boardpi.c"]]


def test_what_only_types_need_closes_no_circle() -> None:
    small = house(
        a="import typing\nif typing.TYPE_CHECKING:\n    import boardpi.b", b="import boardpi.a"
    )
    assert find_cycles(small) == []


def test_edges_between_rooms() -> None:
    small = house(boards__maker="from boardpi.check.plan import CheckPlan", check__plan="")
    assert edges(find_callers(small), "boardpi.boards", "boardpi.check") == [
        ("boardpi.boards.maker", "boardpi.check.plan")
    ]
    assert edges(find_callers(small), "boardpi.check", "boardpi.boards") == []


def test_names_in_use_twice() -> None:
    small = house(
        check__init="",
        check__check="class Plan: ...\nclass _Own: ...",
        daemon__match="def f():\n    class Plan: ...\nclass _Own: ...",
        web__match="",
        commands__check="",
        commands__book__games="",
        commands__old__games="",
    )
    assert classes_twice(small) == {"Plan": ["boardpi.check.check", "boardpi.daemon.match"]}
    assert nouns_twice(small) == {
        "games": ["boardpi.commands.book.games", "boardpi.commands.old.games"],
        "match": ["boardpi.daemon.match", "boardpi.web.match"],
    }


def test_a_source_and_its_header_are_one_name(tmp_path: Path) -> None:
    folder = tmp_path / "firmware" / "source"
    (folder / "build").mkdir(parents=True)
    for name in ("power.c", "power.h", "scan.c", "notes.txt", "build/made.c", "__init__.py"):
        (folder / name).write_text("")
    assert names_per_folder(tmp_path) == {"firmware/source": 2}


def test_long_files_and_functions(tmp_path: Path) -> None:
    (tmp_path / "tools").mkdir()
    body = "    pass\n" * 5
    (tmp_path / "tools" / "a.py").write_text(f"def short():\n{body}async def long():\n{body}{body}")
    assert long_files(tmp_path, 16) == {"tools/a.py": 17}
    assert long_files(tmp_path, 17) == {}
    assert long_functions(tmp_path, 10) == {"tools/a.py:long": 11}


def test_the_report_names_what_exceeds_its_limit() -> None:
    figures = [Figure("circles", 1, 0, ("a <-> b",)), Figure("modules", 7, None, ("quiet",))]
    report = write_report(figures, [Figure("circles", 4, 0)])
    assert [line.split() for line in report.splitlines()] == [
        ["before", "now", "limit"],
        ["circles", "4", "1", "0", "too", "many"],
        ["modules", "7"],
        [],
        ["circles"],
        ["a", "<->", "b"],
    ]


def test_the_command_measures_any_checkout(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    room = tmp_path / "boardpi" / "rules"
    room.mkdir(parents=True)
    (room / "__init__.py").write_text('"""A house."""')
    (room / "one.py").write_text('"""One."""\nimport boardpi.rules.two')
    (room / "two.py").write_text('"""Two."""')
    assert main([str(tmp_path), "--before", str(tmp_path)]) == 0
    (room / "two.py").write_text('"""Two."""\nimport boardpi.rules.one')
    assert main([str(tmp_path)]) == 1
    assert "boardpi.rules.one <-> boardpi.rules.two" in capsys.readouterr().out
