"""The figures of a checkout against their limits, as a table for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.house import limits
from tools.house.callers import edges, find_callers, find_cycles, single_callers
from tools.house.direction import check_module
from tools.house.measures import (
    classes_twice,
    long_files,
    long_functions,
    names_per_folder,
    nouns_twice,
)
from tools.house.modules import read_modules


@dataclass(frozen=True)
class Figure:
    """One measured number, its limit where it has one, and what it counts."""

    title: str
    value: int
    limit: int | None
    places: tuple[str, ...] = ()

    @property
    def is_kept(self) -> bool:
        return self.limit is None or self.value <= self.limit


def measure(root: Path) -> list[Figure]:
    """All figures of a checkout."""
    modules = read_modules(root)
    callers = find_callers(modules)
    single = single_callers(callers)
    alone = [n for n, found in callers.items() if not found and not modules[n].plate]
    wrong = [c for m in modules.values() for c in check_module(m.name, m.source, plate=m.plate)]
    return [
        Figure("modules in the package", len(modules), None),
        _folders(root),
        Figure(
            "modules with one caller",
            len(single),
            limits.SINGLE_CALLERS,
            tuple(f"{name} <- {caller}" for name, caller in sorted(single.items())),
        ),
        _counted("modules without a caller", alone, None),
        _twice("class names in use twice", classes_twice(modules), {}),
        _twice("module names in use twice", nouns_twice(modules), limits.SAME_IDEA),
        _counted("modules without a docstring", (n for n in modules if not modules[n].summary), 0),
        _counted("circles of imports", map(" <-> ".join, find_cycles(modules)), 0),
        _counted(
            "imports from boards to check",
            map(" -> ".join, edges(callers, "boardpi.boards", "boardpi.check")),
            0,
        ),
        _counted("imports the wrong way, impure calls", wrong, 0),
        _over(
            f"files over {limits.LINES_IN_A_FILE} lines",
            long_files(root, limits.LINES_IN_A_FILE),
            limits.LONG_FILES,
        ),
        _over(
            f"functions over {limits.LINES_IN_A_FUNCTION} lines",
            long_functions(root, limits.LINES_IN_A_FUNCTION),
            limits.LONG_FUNCTIONS,
        ),
    ]


def _folders(root: Path) -> Figure:
    folders = names_per_folder(root)
    wide = (f"{name} {count}" for name, count in folders.items() if count > _WIDE)
    return Figure("most names in a folder", max(folders.values()), _WIDE, tuple(wide))


_WIDE = limits.NAMES_IN_A_FOLDER


def _counted(title: str, places: Iterable[str], limit: int | None) -> Figure:
    found = tuple(places)
    return Figure(title, len(found), limit, found)


def _twice(title: str, found: dict[str, list[str]], allowed: dict[str, str]) -> Figure:
    rows = (f"{name}: {', '.join(where)}" for name, where in found.items() if name not in allowed)
    return _counted(title, rows, 0)


def _over(title: str, found: dict[str, int], allowed: dict[str, str]) -> Figure:
    return _counted(title, (f"{n} {found[n]}" for n in found if n not in allowed), 0)


def write_report(after: Sequence[Figure], before: Sequence[Figure] | None = None) -> str:
    """One line a figure; below it everything that exceeds a limit, by name."""
    earlier = {figure.title: figure.value for figure in before or ()}
    head = f"{'':40}{'before' if before else '':>8}{'now':>8}{'limit':>8}"
    rows = [
        f"{f.title:40}{earlier.get(f.title, ''):>8}{f.value:>8}"
        f"{'' if f.limit is None else f.limit:>8}{'' if f.is_kept else '  too many'}".rstrip()
        for f in after
    ]
    exceeded = [
        line
        for f in after
        if not f.is_kept
        for line in ("", f.title, *(f"  {p}" for p in f.places))
    ]
    return "\n".join([head.rstrip(), *rows, *exceeded]) + "\n"
