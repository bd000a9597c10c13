"""Names and sizes: what a folder holds, names in use twice, long files and functions."""

from __future__ import annotations

import ast
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tools.house.modules import Module

ROOMS = ("boardpi", "firmware", "tools")
"""Where folders are counted. Tests lie as what they test does."""
CODE = (*ROOMS, "tests", "benchmarks")
SUFFIXES = frozenset({".py", ".c", ".h", ".js"})
SKIPPED = frozenset({"build", "dist", "__pycache__", "node_modules"})


def code_files(root: Path, folders: Iterable[str] = CODE) -> Iterator[Path]:
    """Every file of code below the folders of a checkout, without what make built."""
    for folder in folders:
        for place, below, names in os.walk(root / folder):
            below[:] = sorted(b for b in below if b not in SKIPPED and not b.startswith("."))
            files = (Path(place) / name for name in sorted(names))
            yield from (file for file in files if file.suffix in SUFFIXES)


def names_per_folder(root: Path) -> dict[str, int]:
    """How many names each folder has, most first. A C file and its header are one name."""
    names: dict[str, set[str]] = defaultdict(set)
    for file in code_files(root, ROOMS):
        if file.name != "__init__.py":
            names[str(file.parent.relative_to(root))].add(file.stem)
    return dict(
        sorted(((folder, len(found)) for folder, found in names.items()), key=lambda row: -row[1])
    )


def classes_twice(modules: Mapping[str, Module]) -> dict[str, list[str]]:
    """Public class names that more than one place of the package defines."""
    places: dict[str, list[str]] = defaultdict(list)
    for module in modules.values():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(module.name)
    return {name: found for name, found in sorted(places.items()) if len(found) > 1}


def nouns_twice(modules: Mapping[str, Module]) -> dict[str, list[str]]:
    """Names of modules and folders that stand for more than one of them.

    A folder and its main module may share a noun (`check/check`). A command has the name that
    people type: it may share it with the room that it serves, but not with another command.
    """
    places: dict[str, list[str]] = defaultdict(list)
    for name in modules:
        parent, _, noun = name.rpartition(".")
        if noun != "__main__" and not parent.endswith(f".{noun}"):
            places[noun].append(name)
    return {
        noun: found
        for noun, found in sorted(places.items())
        if sum(not _is_command(name) for name in found) > 1 or sum(map(_is_command, found)) > 1
    }


def _is_command(name: str) -> bool:
    return name.startswith("boardpi.commands.")


def long_files(root: Path, limit: int) -> dict[str, int]:
    """The files of code with more lines than the limit."""
    sizes = {
        str(file.relative_to(root)): file.read_text("utf-8").count("\n")
        for file in code_files(root)
    }
    return {name: lines for name, lines in sizes.items() if lines > limit}


def long_functions(root: Path, limit: int) -> dict[str, int]:
    """The Python functions with more lines than the limit, as `file:function`."""
    return {
        f"{file.relative_to(root)}:{node.name}": lines
        for file in code_files(root)
        if file.suffix == ".py"
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (lines := (node.end_lineno or node.lineno) - node.lineno + 1) > limit
    }
