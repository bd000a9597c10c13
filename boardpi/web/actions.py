"""What may be done to the table from the page, over HTTP and over the live connection alike."""

from __future__ import annotations

from typing import Final

from boardpi.sim.faults import KINDS
from boardpi.web.shapes import (
    FLAG,
    HOLE,
    ID,
    SIDE,
    Shape,
    choice,
    many,
    maybe,
    number,
    record,
    text,
)

NAME: Final = text(200)  # the book says what a name is, with a better sentence
THEME: Final = text(40)
HELP: Final = choice("off", "lift", "full")
LEVEL: Final = text(20)
MOVE: Final = text(20)
COACH: Final = record({"side": SIDE, "level": LEVEL})

ACTIONS: Final[dict[str, tuple[str, Shape]]] = {
    "answer": ("choose a candidate of the open question", record({"choice": text(60)})),
    "take-back": ("take back the last moves", record(plies=number(1, 1000))),
    "draw": ("both players agree to a draw", record()),
    "resign": ("a player gives up", record({"side": SIDE})),
    "abandon": ("leave the game unfinished; the next one stands on the table", record()),
    "next": ("the next game, sides switched", record()),
    "match": (
        "begin a new match",
        record(
            rules=text(60),
            white=maybe(NAME),
            black=maybe(NAME),
            help=HELP,
            theme=THEME,
            coach=maybe(COACH),
        ),
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
    "coach": (
        "give the coach a seat, or take it away",
        record({"side": maybe(SIDE)}, level=LEVEL, begin=FLAG),
    ),
    "hint": ("let the coach tell a little more", record(archer=HOLE)),
    "review": (
        "step through turning points on the board",
        record({"game": ID}, point=number(0, 2)),
    ),
    "class": (
        "begin a class, or set up a position in it",
        record(position=text(100), rules=text(60)),
    ),
    "step": (
        "another step of the class or the review",
        record(by=number(-999, 999), to=number(0, 999)),
    ),
    "freeze": ("let hands do what they like, or not", record({"is_frozen": FLAG})),
    "point": ("light holes as a hint", record(move=MOVE, holes=many(HOLE, 25))),
    "vote": (
        "let pupils vote, or end the vote",
        record({"is_open": FLAG}, seconds=number(5, 3600)),
    ),
    "arrange": ("let the archers of a board without wood go to their places", record()),
    "leave": ("give the board back to the game", record()),
    "lesson": ("begin a lesson on the board", record({"id": text(40)}, player=maybe(ID))),
    "puzzle": ("set a puzzle on the board", record({"name": text(40)}, player=maybe(ID))),
    "lesson-step": (
        "go on in the lesson",
        record({"do": choice("continue", "repeat", "skip")}),
    ),
    "lesson-end": ("end the lesson; the board goes back to the game", record()),
}

HANDS: Final[dict[str, Shape]] = {
    "hands": record({"mask": number(0, 2**25 - 1)}),
    "plug": record({"is_plugged": {"type": "boolean"}}),
    "press": record({"held_ms": number(0, 60_000)}),
    "faults": record({kind: many(HOLE, 25) for kind in KINDS}),
}
