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
    "archers": "who stands on a board, and the game that is called after them",
    "archery": "games of Archers in the book, and the page's way to them",
    "book": "the score book, its commands, and what the page reads in it",
    "command": "the module of a package in `commands` that has the name of its command",
    "check": "the check, and the daemon's activity that runs it",
    "coach": "the coach, and the daemon's part that talks to its process",
    "corrections": "what is changed in the score book later, and the page's way to it",
    "effects": "what a pure `step` wants done, of the table and of the check",
    "endgames": "the tables of endings, and the process that looks into them",
    "errors": "what can be wrong, of the rules, of the book and of a request",
    "events": "what a pure `step` is told, of the table and of the check",
    "game": "a game by the rules, and the daemon's activity that plays it",
    "lesson": "a lesson, and the daemon's activity that gives it",
    "lights": "what the board shows, of the table and of the check",
    "menu": "the menu, and the daemon's activity that runs it",
    "review": "the turning points of a game, and the daemon's activity that shows them",
    "service": "what the web asks of a running table, and the daemon's part that answers",
    "snapshot": "the table as the page sees it: its type, and the part that makes it",
    "step": "the one function that decides, of the table and of the check",
    "table": "the table, and the types of what the page is told of it",
    "turns": "the turns of the rules, and those that evidence may show",
}
"""Names of modules in use twice, because they name the same idea in another room."""
