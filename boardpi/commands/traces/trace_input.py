"""Reading traces that people name on the command line, line by line as they come."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from boardpi.commands.terminal.files import CommandError
from boardpi.table.trace import BadTrace

if TYPE_CHECKING:
    from typing import TextIO

    from boardpi.commands.terminal.parser import Parser

STDIN: Final = "-"


def add_file(parser: Parser) -> None:
    """`FILE`."""
    parser.add_argument("file", metavar="FILE", help="a trace; - is standard input")


@contextmanager
def open_trace(file: str) -> Iterator[TextIO]:
    """The lines of a trace. What is wrong with it is told with its name and line.

    Bytes that are no UTF-8 become signs that no trace has, so that their line is named as well.
    """
    is_stdin = file == STDIN
    try:
        with open(
            0 if is_stdin else file, encoding="utf-8-sig", errors="replace", closefd=not is_stdin
        ) as lines:
            yield lines
    except BadTrace as error:
        name = "standard input" if is_stdin else file
        raise CommandError(f"{name}: {error}") from None
