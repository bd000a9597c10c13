"""What can be wrong with a text or a wish. Every error quotes the offender and is a ValueError."""

from __future__ import annotations


class RulesError(ValueError):
    """Anything that the rules refuse."""


class BadHole(RulesError):
    """Not the name of a hole, such as 'f9'."""


class BadMove(RulesError):
    """Not the text of a move, such as 'b1=d2'."""


class BadPosition(RulesError):
    """Not a position line, or a position that cannot stand on the board."""


class BadRuleSet(RulesError):
    """A rule set that is unknown or whose file does not hold together."""


class BadRecord(RulesError):
    """Not a game record. `line` is the line of the file where reading stopped, 0 if none."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line


class IllegalMove(RulesError):
    """A well-formed move that the rules forbid. `code` says which rule."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
