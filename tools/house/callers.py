"""Who imports whom: callers of each module, and circles of modules that need each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from tools.house.modules import Module, imported_names

Callers = Mapping[str, frozenset[str]]
"""For each module the modules that use it."""


def find_callers(modules: Mapping[str, Module]) -> Callers:
    """The modules that use each module.

    A door plate passes names on: who takes `Book` from `boardpi.club` calls `boardpi.club.book`,
    and the plate that exports it is not a caller. So a plate neither hides nor adds any.
    """
    callers: dict[str, set[str]] = {name: set() for name in modules}
    for module in modules.values():
        for base, member in imported_names(module.name, module.tree, plate=module.plate):
            if module.plate and member in module.exports:
                continue
            called = _behind_the_plate(modules, base, member)
            if called in modules and called != module.name:
                callers[called].add(module.name)
    return {name: frozenset(found) for name, found in callers.items()}


def _behind_the_plate(modules: Mapping[str, Module], base: str, member: str | None) -> str:
    """The module that a name comes from, through as many plates as pass it on."""
    if member is None:
        return base
    if f"{base}.{member}" in modules:
        return f"{base}.{member}"
    plate = modules.get(base)
    if plate is None or not plate.plate or member not in plate.exports:
        return base
    sources = (b for b, m in imported_names(base, plate.tree, plate=True) if m == member)
    return next((_behind_the_plate(modules, b, member) for b in sources), base)


def single_callers(callers: Callers) -> dict[str, str]:
    """The modules that exactly one other uses, with that one."""
    return {name: next(iter(found)) for name, found in callers.items() if len(found) == 1}


def edges(callers: Callers, room: str, other: str) -> list[tuple[str, str]]:
    """The imports that lead from one room into another."""
    return sorted(
        (caller, name)
        for name, found in callers.items()
        if name == other or name.startswith(f"{other}.")
        for caller in found
        if caller == room or caller.startswith(f"{room}.")
    )


def find_cycles(modules: Mapping[str, Module]) -> list[list[str]]:
    """Groups of modules of which each needs all others of its group."""
    wanted = {name: sorted(_needs(modules, module)) for name, module in modules.items()}
    return sorted(sorted(group) for group in _components(wanted) if len(group) > 1)


def _needs(modules: Mapping[str, Module], module: Module) -> Iterator[str]:
    for base, member in imported_names(module.name, module.tree, plate=module.plate, types=False):
        full = f"{base}.{member}"
        needed = full if full in modules else base
        if needed in modules and needed != module.name:
            yield needed


def _components(wanted: Mapping[str, list[str]]) -> Iterator[list[str]]:
    """Names that can reach each other, gathered by whom they share it with."""
    reach = {name: _reachable(wanted, name) for name in wanted}
    groups: dict[frozenset[str], list[str]] = defaultdict(list)
    for name in wanted:
        groups[frozenset(other for other in reach[name] if name in reach[other])].append(name)
    for both, names in groups.items():
        if both:
            yield names


def _reachable(wanted: Mapping[str, list[str]], start: str) -> set[str]:
    seen: set[str] = set()
    waiting = list(wanted[start])
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting.extend(wanted[name])
    return seen
