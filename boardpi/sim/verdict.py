"""Holding what the table said against what it must say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from boardpi.sim.expectations import ANYTHING, Told

MAY_COME: Final = frozenset({"ask", "astray", "restored", "repetition", "lights", "suspect"})
"""Events that may stand between the expected ones."""


@dataclass(frozen=True, slots=True)
class ReadingVerdict:
    """How a reading went. `wrong`: the table said what never happened; `lost`: it did not say what
    did; `unanswered`: it asks for the truth among others, and nobody answers. All three quote the
    first fault only, as what follows it proves nothing.
    """

    moves: int = 0  # told rightly
    asked: int = 0  # … of them after a question
    wrong: str = ""
    lost: str = ""
    unanswered: str = ""

    @property
    def is_right(self) -> bool:
        """Every event came, none was wrong."""
        return not (self.wrong or self.lost or self.unanswered)


def judge(
    expected: Iterable[Told], got: Iterable[Told], *, is_lenient: bool = False
) -> ReadingVerdict:
    """The verdict on a reading. Lenient (a reed is dead): events may be missing, not wrong; what is
    told after a missing one stands in another position, or after no end, so these are not compared.
    """
    wanted = list(_split(_bare(expected) if is_lenient else expected))
    index = moves = asked = 0
    question: list[str] = []
    for event in _split(got):
        kind = event["event"]
        if kind in MAY_COME:
            question = event["candidates"] if kind == "ask" else question
            continue
        found = _find(wanted, index, event, is_lenient)
        if found is None:
            return _fault(wanted[index:], event, moves, asked, question)
        if kind == "refused" and found > index:
            del wanted[found]  # told while moves before it were still in question
            continue
        index = found + 1
        if kind == "move":
            moves, asked = moves + 1, asked + bool(question)
            question = _still_open(question, event["move"])
    if index == len(wanted) or is_lenient:
        return ReadingVerdict(moves, asked)
    text = f"never told: {show(wanted[index])}"
    if _is_asked(wanted[index], question):
        return ReadingVerdict(moves, asked, unanswered=text)
    return ReadingVerdict(moves, asked, lost=text)


def _bare(events: Iterable[Told]) -> Iterator[Told]:
    for event in events:
        yield (
            {key: event[key] for key in event if key not in ("position", "previous")}
            if event != ANYTHING
            else event
        )


def _still_open(question: list[str], move: str) -> list[str]:
    """What a question of several turns still asks once this first one is told."""
    parted = (choice.partition(" ") for choice in question)
    return [rest for first, _, rest in parted if first == move and rest]


def _is_asked(wanted: Told, question: list[str]) -> bool:
    """Whether the open question offers the next true move."""
    return any(choice.split()[0] == wanted.get("move") for choice in question if choice)


def _split(events: Iterable[Told]) -> Iterator[Told]:
    """An amendment told as take-back and move, a take-back of many as many of one."""
    for event in events:
        if event["event"] == "amend":
            yield {"event": "takeback", "moves": 1}
            yield {**event, "event": "move"}
        elif event["event"] == "takeback":
            yield from ({"event": "takeback", "moves": 1} for _ in range(event["moves"] - 1))
            yield {**event, "moves": 1}
        else:
            yield event


def _find(wanted: list[Told], index: int, event: Told, is_lenient: bool) -> int | None:
    """Where this event is expected: next, or anywhere later if some may be missing."""
    while index < len(wanted):
        if wanted[index] is ANYTHING:
            return index + 1 if _is_same(wanted[index + 1], event) else index - 1
        if _is_same(wanted[index], event) and _has_happened(wanted[index], event):
            return index
        if not is_lenient:
            return None
        index += 1
    return None


def _is_same(one: Told, other: Told) -> bool:
    """Equal in all keys that both have, but for the time."""
    keys = (one.keys() & other.keys()) - {"ms"}
    return "event" in keys and all(one[key] == other[key] for key in keys)


def _has_happened(wanted: Told, event: Told) -> bool:
    """Whether the hands had done it when it was told; a rest is told while it lasts.

    What is told out of order is late if it had, and wrong if it had not.
    """
    if "ms" not in wanted or "ms" not in event or event["event"] in ("refused", "new_game"):
        return True
    return bool(wanted["ms"] <= event["ms"])


def _fault(
    left: list[Told], event: Told, moves: int, asked: int, question: list[str]
) -> ReadingVerdict:
    text = f"expected {show(left[0]) if left else 'nothing'}, got {show(event)}"
    is_late = any(_is_same(later, event) and _has_happened(later, event) for later in left)
    if event["event"] == "refused" or is_late:
        if left and _is_asked(left[0], question):
            return ReadingVerdict(moves, asked, unanswered=text)
        return ReadingVerdict(moves, asked, lost=text)
    return ReadingVerdict(moves, asked, wrong=text)


def show(event: Told) -> str:
    """An event on one short line."""
    details: dict[str, Any] = {k: v for k, v in event.items() if k not in ("event", "ms")}
    shown = " ".join(f"{v}" if k == "move" else f"{k}={v}" for k, v in details.items())
    time = f"{event['ms']} ms: " if "ms" in event else ""
    return f"{time}{event['event']} {shown}".strip()
