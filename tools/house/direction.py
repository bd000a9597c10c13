"""Which way imports go and which rooms are pure, checked on the syntax of every module."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator

from tools.house.modules import PACKAGE, imported_modules

LEVELS: tuple[frozenset[str], ...] = (
    frozenset({"__main__"}),
    frozenset({"cli"}),
    frozenset({"commands"}),
    frozenset({"daemon", "hub"}),
    frozenset({"web", "club", "boards", "drawings"}),
    frozenset({"sim"}),
    frozenset({"check", "menu", "speech"}),
    frozenset({"coach", "table", "archers", "timekeeping"}),
    frozenset({"rules"}),
    frozenset({"texts"}),
    frozenset({"documents"}),
)
"""From the door to the innermost room. A room knows the rooms of lower levels alone."""
FREE = frozenset({"config", "clock", "errors"})
"""Plain settings, the clock and errors, which every room but the pure ones may read; they know
rules and texts at most."""
NUMBERS = frozenset({"boardpi.boards.pins"})
"""Made from wiring/pins.toml, numbers alone: settings take their defaults from it."""
KNOWN_BY = {"archers": frozenset({"boardpi.commands.archers", "boardpi.daemon.page.archery"})}
"""Rooms that only these modules may know, whatever their level."""
PURE = (
    "boardpi.rules",
    "boardpi.archers",
    "boardpi.table",
    "boardpi.coach",
    "boardpi.check",
    "boardpi.menu",
    "boardpi.speech",
    "boardpi.timekeeping",
    "boardpi.sim",
    "boardpi.boards.serial.link",
    "boardpi.hub.tournament",
)
IMPURE_MODULES = frozenset(
    {"asyncio", "time", "os", "logging", "threading", "socket", "subprocess", "signal", "select"}
)
IMPURE_CALLS = frozenset({"open", "print", "input"})
PURE_EXCEPTIONS = {
    "boardpi.boards.serial.link": frozenset({"cobs"}),
    "boardpi.hub.tournament": frozenset({"networkx"}),
}
"""The framing of the serial link and the matching of pairs; they are as pure as we are."""


def check_module(name: str, source: str, *, plate: bool = False) -> list[str]:
    """What one module imports or calls that it should not, in sentences.

    A plate is the `__init__` of a folder: its relative imports begin in the folder itself.
    """
    tree = ast.parse(source)
    return [
        complaint
        for imported in imported_modules(name, tree, plate=plate)
        for complaint in (*_wrong_door(name, imported), *_impurity(name, imported))
    ] + _impure_calls(name, tree)


def room_of(module: str) -> str | None:
    """The room of a module of this package: `table` for boardpi.table.reading."""
    parts = module.split(".")
    return parts[1] if parts[0] == PACKAGE and len(parts) > 1 else None


def level_of(room: str) -> int | None:
    """How deep in the house a room lies."""
    return next((number for number, rooms in enumerate(LEVELS) if room in rooms), None)


def _wrong_door(name: str, imported: str) -> Iterator[str]:
    room, other = room_of(name), room_of(imported)
    if room == other == "commands":
        yield from _other_command(name, imported)
    if room is None or other is None or room == other or other.startswith("__"):
        return
    level, other_level = level_of(room), level_of(other)
    if room in FREE:
        if other not in {"rules", "texts", "documents", *FREE} and imported not in NUMBERS:
            yield f"{name} holds plain settings and must not know {imported}"
    elif other in FREE:
        if is_pure(name) or room == "texts":
            yield f"{name} must not read {imported}: it knows no settings"
    elif level is None or other_level is None:
        yield f"{name} imports {imported}: one of them has no place in the house yet"
    elif other_level <= level:
        yield f"{name} must not know {imported}: imports go towards the rules"
    elif other in KNOWN_BY and name not in KNOWN_BY[other]:
        yield f"{name} must not know {imported}: only {', '.join(sorted(KNOWN_BY[other]))} may"


def _other_command(name: str, imported: str) -> Iterator[str]:
    here, there = name.split(".")[2:3], imported.split(".")[2:3]
    if there and there != here and there != ["terminal"]:
        yield f"{name} must not know {imported}: commands share through commands.terminal"


def is_pure(name: str) -> bool:
    """Whether a module lies in a pure room."""
    return any(name == room or name.startswith(room + ".") for room in PURE)


def _impurity(name: str, imported: str) -> Iterator[str]:
    if not is_pure(name) or room_of(imported) is not None or imported == PACKAGE:
        return
    top = imported.split(".")[0]
    allowed = {n for room, names in PURE_EXCEPTIONS.items() if name.startswith(room) for n in names}
    if top in IMPURE_MODULES:
        yield f"{name} is pure and must not import {imported}"
    elif top not in sys.stdlib_module_names and top not in allowed:
        yield f"{name} is pure and must not import {imported}, a third-party package"


def _impure_calls(name: str, tree: ast.AST) -> list[str]:
    if not is_pure(name):
        return []
    return [
        f"{name} is pure and must not call {node.func.id}()"
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in IMPURE_CALLS
    ]
