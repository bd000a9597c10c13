"""The tables of docs/architecture.md: every module once, with what its docstring says first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from tools.house.modules import PACKAGE, Module

DOCUMENT = "docs/architecture.md"
BEGIN = "<!-- The tables below are made by `python -m tools.house --write`. -->\n"
END = "<!-- The tables above are made by `python -m tools.house --write`. -->\n"
ORDER = (
    *("rules", "table", "check", "coach", "sim", "texts", "boards", "club", "hub"),
    *("daemon", "web", "commands", "drawings", "config"),
)
"""The rooms as a reader walks through them; new ones come last."""


class NoTables(Exception):
    """A document without the two lines between which the tables lie."""


def write_tables(modules: Mapping[str, Module]) -> str:
    """One table a folder, under the first sentence of its door plate."""
    folders = [name for name, module in modules.items() if module.plate and name != PACKAGE]
    rest = [n for n, m in modules.items() if n.count(".") == 1 and not m.plate]
    tables = [_table(modules, folder) for folder in sorted(folders, key=_place)]
    return "\n".join([*tables, "### boardpi\n", *_rows(modules, rest)]) + "\n"


def _place(folder: str) -> tuple[int, str]:
    room = folder.split(".")[1]
    return (ORDER.index(room) if room in ORDER else len(ORDER), folder)


def _table(modules: Mapping[str, Module], folder: str) -> str:
    inside = [n for n, m in modules.items() if n.rpartition(".")[0] == folder and not m.plate]
    depth = "#" * min(2 + folder.count("."), 4)
    head = [f"{depth} {folder.replace('.', '/')}\n", f"{_cell(modules[folder].summary)}\n"]
    return "\n".join([*head, *_rows(modules, inside)])


def _rows(modules: Mapping[str, Module], names: list[str]) -> Iterator[str]:
    if names:
        yield "| module | holds |\n|---|---|"
        yield from (f"| `{modules[n].noun}` | {_cell(modules[n].summary)} |" for n in names)
        yield ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def replace_tables(document: str, tables: str) -> str:
    """The document with new tables between its two marks."""
    head, begin, rest = document.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        raise NoTables(f"{DOCUMENT} needs these two lines:\n{BEGIN}{END}")
    return f"{head}{begin}\n{tables}{end}{tail}"


def update_document(root: Path, modules: Mapping[str, Module]) -> bool:
    """Write the tables anew; whether anything changed."""
    file = root / DOCUMENT
    old = file.read_text("utf-8")
    new = replace_tables(old, write_tables(modules))
    if new != old:
        file.write_text(new, "utf-8")
    return new != old
