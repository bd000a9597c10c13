"""The tables of docs/architecture.md: every module once, with what its docstring says first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tools.house.modules import PACKAGE, Module

ORDER = (
    *(
        "rules",
        "archers",
        "table",
        "menu",
        "speech",
        "check",
        "coach",
        "sim",
        "texts",
        "boards",
        "club",
        "hub",
    ),
    *("daemon", "web", "commands", "drawings", "config"),
)
"""The rooms as a reader walks through them; new ones come last."""


def write_tables(modules: Mapping[str, Module]) -> str:
    """One table a folder, under the first sentence of its door plate."""
    folders = [name for name, module in modules.items() if module.plate and name != PACKAGE]
    rest = [n for n, m in modules.items() if n.count(".") == 1 and not m.plate]
    tables = [_table(modules, folder) for folder in sorted(folders, key=_place)]
    return "\n".join([*tables, "### boardpi\n", *_rows(modules, rest)])


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
