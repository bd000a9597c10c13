"""The limits of the house, and what may exceed them, each with its reason."""

from __future__ import annotations

NAMES_IN_A_FOLDER = 20
SINGLE_CALLERS = 39
"""Modules that exactly one other uses: nouns that a reader would look for."""
LINES_IN_A_FILE = 400
LINES_IN_A_FUNCTION = 45

LONG_FILES = {
    "tests/rules/naive.py": "the rules told once more, whole, and sharing nothing with the engine",
}
LONG_FUNCTIONS: dict[str, str] = {}

SAME_IDEA = {
    "check": "the check, and the daemon's activity that runs it",
    "coach": "the coach, and the daemon's part that talks to its process",
    "effects": "what a pure `step` wants done, of the table and of the check",
    "endgames": "the tables of endings, and the process that looks into them",
    "errors": "what can be wrong, of the rules, of the book and of a request",
    "events": "what a pure `step` is told, of the table and of the check",
    "lesson": "a lesson, and the daemon's activity that gives it",
    "lessons": "lessons, and the book's pages on who has finished them",
    "lights": "what the board shows, of the table and of the check",
    "matrix": "rows and columns of reeds: on a Pi's pins, and as the check computes them",
    "review": "the turning points of a game, and the daemon's activity that shows them",
    "step": "the one function that decides, of the table and of the check",
    "turns": "the turns of the rules, and those that evidence may show",
    "words": "codes as sentences, for what each room has to say",
}
"""Names of modules in use twice, because they name the same idea in another room."""
