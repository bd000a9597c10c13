"""What may be done to the table from the page, over HTTP and over the live connection alike."""

from __future__ import annotations

from typing import Final

from boardpi.web.shapes import HOLE, SIDE, Shape, choice, many, maybe, number, record, text

NAME: Final = text(200)  # the book says what a name is, with a better sentence
THEME: Final = text(40)
HELP: Final = choice("off", "lift", "full")

ACTIONS: Final[dict[str, tuple[str, Shape]]] = {
    "answer": ("choose a candidate of the open question", record({"choice": text(60)})),
    "take-back": ("take back the last moves", record(plies=number(1, 1000))),
    "draw": ("both players agree to a draw", record()),
    "resign": ("a player gives up", record({"side": SIDE})),
    "abandon": ("leave the game unfinished; the next one stands on the table", record()),
    "next": ("the next game, sides switched", record()),
    "match": (
        "begin a new match",
        record(rules=text(60), white=maybe(NAME), black=maybe(NAME), help=HELP, theme=THEME),
    ),
    "help": ("how much the lights tell", record({"help": HELP})),
    "theme": ("how the lights look", record({"theme": THEME})),
    "dead": ("which reeds are broken", record({"holes": many(HOLE, 25)})),
    "check": (
        "check the wiring, hole by hole; the game waits",
        record(only=choice("reeds", "pixels", "diodes"), holes=many(HOLE, 25)),
    ),
    "check-answer": (
        "what the maker says to the check",
        record({"answer": choice("go", "dark", "red", "green", "blue", "none", "stop")}),
    ),
}

HANDS: Final[dict[str, Shape]] = {
    "hands": record({"mask": number(0, 2**25 - 1)}),
    "plug": record({"is_plugged": {"type": "boolean"}}),
    "press": record({"held_ms": number(0, 60_000)}),
}
