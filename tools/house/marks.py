"""Documents of which a part is made by `python -m tools.house --write`, between two marks."""

from __future__ import annotations

BEGIN = "<!-- What follows is made by `python -m tools.house --write`. -->\n"
END = "<!-- The end of what is made. -->\n"


class NoMarks(ValueError):
    """A document without the two lines between which something is made."""

    def __init__(self) -> None:
        super().__init__(f"the document needs these two lines, in this order:\n{BEGIN}{END}")


def replace_between(document: str, made: str) -> str:
    """The document with a new part between its two marks."""
    head, begin, rest = document.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        raise NoMarks
    return f"{head}{begin}\n{made}\n{end}{tail}"
