"""The modules of a checkout and what they import, read from their syntax; nothing is executed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

PACKAGE = "boardpi"


@dataclass(frozen=True)
class Module:
    """One Python file of the package. The `__init__` of a folder is the folder's door plate."""

    name: str
    source: str
    plate: bool = False

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.source)

    @property
    def noun(self) -> str:
        """The last part of the name: what a reader looks for."""
        return self.name.rpartition(".")[2]

    @property
    def summary(self) -> str:
        """The first sentence of the docstring, on one line."""
        text = " ".join((ast.get_docstring(self.tree) or "").split("\n\n")[0].split())
        return first_sentence(text)

    @cached_property
    def exports(self) -> frozenset[str]:
        """What `__all__` lists."""
        return frozenset(
            word.value
            for node in self.tree.body
            if isinstance(node, ast.Assign)
            and any(isinstance(t, ast.Name) and t.id == "__all__" for t in node.targets)
            for word in ast.walk(node.value)
            if isinstance(word, ast.Constant) and isinstance(word.value, str)
        )


def first_sentence(text: str) -> str:
    """The text up to its first full stop.

    >>> first_sentence("The book (e.g. a file). Then more.")
    'The book (e.g. a file).'
    >>> first_sentence("No end")
    'No end'
    """
    for place, sign in enumerate(text):
        ends = sign in ".!?" and text[place + 1 : place + 2] in ("", " ")
        if ends and not text[: place + 1].endswith(("e.g.", "i.e.")):
            return text[: place + 1]
    return text


def read_modules(root: Path) -> dict[str, Module]:
    """Every module of the package below a checkout, by its full name."""
    modules = {}
    for file in sorted((root / PACKAGE).rglob("*.py")):
        parts = file.relative_to(root).with_suffix("").parts
        plate = parts[-1] == "__init__"
        name = ".".join(parts[:-1] if plate else parts)
        modules[name] = Module(name, file.read_text("utf-8"), plate)
    return modules


def imported_names(
    name: str, tree: ast.AST, *, plate: bool = False, types: bool = True
) -> Iterator[tuple[str, str | None]]:
    """Module and name of every import, also inside functions.

    Without `types` the imports below `if TYPE_CHECKING:` are left out: they never run.
    """
    for node in ast.walk(tree) if types else _running_nodes(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(name, node, plate=plate)
            yield from ((base, alias.name) for alias in node.names)


def imported_modules(name: str, tree: ast.AST, *, plate: bool = False) -> Iterator[str]:
    """Full names of the modules that are imported, each once.

    `from boardpi import rules` imports a room as well as `from boardpi.rules import …`.
    """
    yield from dict.fromkeys(
        f"{base}.{member}" if base == PACKAGE and member else base
        for base, member in imported_names(name, tree, plate=plate)
    )


def _absolute(name: str, node: ast.ImportFrom, *, plate: bool) -> str:
    base = node.module or ""
    if not node.level:
        return base
    parts = [*name.split("."), "__init__"] if plate else name.split(".")
    parents = parts[: -node.level]
    return ".".join([*parents, base] if base else parents)


def _running_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those below `if TYPE_CHECKING:`."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, ast.If) and _is_type_checking(node.test):
            waiting.extend(node.orelse)
        else:
            waiting.extend(ast.iter_child_nodes(node))


def _is_type_checking(test: ast.expr) -> bool:
    word = test.attr if isinstance(test, ast.Attribute) else getattr(test, "id", None)
    return word == "TYPE_CHECKING"
