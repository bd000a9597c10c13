"""The judge: the events of a reading program, held against the truth."""

from __future__ import annotations

import json
import shlex
import subprocess
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

Event = dict[str, Any]
Record = tuple[str, ...]
State = tuple[int, Record]  # the number of the game at this table, and its moves that stand

# What changes the record or ends a game. The reader must print exactly these.
COMMITTED = ("move", "amend", "takeback", "pass", "over", "new_game")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one game."""

    right: bool  # the record at the end is the truth
    strict: bool  # every event of the truth, in order, and no other change of the record
    wrong: str | None  # the first committed record that was never true
    open: bool  # ends with a question, not wrong
    early: bool  # a record was committed before the hands had made it
    strayed: bool  # a record went back to one that was true earlier

    @property
    def name(self) -> str:
        """One word."""
        if self.wrong is not None:
            return "wrong"
        if self.right:
            return "right"
        return "open" if self.open else "lost"


def judge(events: Sequence[Event], game: dict[str, Any]) -> Verdict:
    """Hold the events of a reader against one game of `make`."""
    truth: list[Event] = game["truth"]
    true_states = [(0, (0, ())), *states_of(truth)]
    told = [(0, (0, ())), *states_of(events)]
    known = {state for _, state in true_states}
    wrong = next((state for _, state in told if state not in known), None)
    right = wrong is None and told[-1][1] == true_states[-1][1]
    early, strayed = (False, False) if wrong else follow(told, true_states)
    return Verdict(
        right=right,
        strict=right and is_strict(events, truth),
        wrong=None if wrong is None else " ".join(wrong[1][-3:]) or "(empty)",
        open=wrong is None and not right and ends_open(events),
        early=early,
        strayed=strayed,
    )


def states_of(events: Iterable[Event]) -> list[tuple[int, State]]:
    """The record after each event that changes it, with its time."""
    number, moves = 0, list[str]()
    states: list[tuple[int, State]] = []
    for event in events:
        kind = event["event"]
        if kind == "move":
            moves.append(event["move"])
        elif kind == "amend":
            moves[-1:] = [event["move"]]
        elif kind == "pass":
            moves.append("pass")
        elif kind == "takeback":
            del moves[max(0, len(moves) - event["moves"]) :]
        elif kind == "new_game":
            number, moves = number + 1, []
        else:
            continue
        states.append((event["ms"], (number, tuple(moves))))
    return states


def follow(
    told: list[tuple[int, State]], true_states: list[tuple[int, State]]
) -> tuple[bool, bool]:
    """Whether a record was told too early, and whether the records told ever went back."""
    early = strayed = False
    at = 0
    for ms, state in told:
        later = [n for n in range(at, len(true_states)) if true_states[n][1] == state]
        if not later:
            strayed = True
            continue
        at = later[0]
        # a new game is told when its start has stood for five seconds, not when all wait
        is_new = not state[1] and state[0] > 0
        early = early or (not is_new and ms < true_states[at][0])
    return early, strayed


def is_strict(events: Sequence[Event], truth: Sequence[Event]) -> bool:
    """Every event of the truth in order; the changes of the record exactly."""
    told = [event for event in joined(events) if event["event"] in COMMITTED]
    meant = joined(truth)
    changes = [event for event in meant if event["event"] in COMMITTED]
    if len(told) != len(changes):
        return False
    if not all(matches(t, m) for t, m in zip(told, changes, strict=True)):
        return False
    rest = iter(joined(events))
    return all(any(matches(event, wanted) for event in rest) for wanted in meant)


def joined(events: Iterable[Event]) -> list[Event]:
    """The events that count, in one spelling.

    Two take-backs of one ply are as good as one of two. An amendment is a take-back and a move
    told in one breath; where another archer moves instead, the formats allow both.
    """
    spelled: list[Event] = []
    for event in events:
        if event["event"] == "amend":
            spelled.append({"ms": event["ms"], "event": "takeback", "moves": 1})
            spelled.append({"ms": event["ms"], "event": "move", "move": event["move"]})
        else:
            spelled.append(event)
    found: list[Event] = []
    for event in spelled:
        if event["event"] == "takeback" and found and found[-1]["event"] == "takeback":
            found[-1] = {**found[-1], "moves": found[-1]["moves"] + event["moves"]}
        elif event["event"] in (*COMMITTED, "ask", "refused"):
            found.append(event)
    return found


def matches(event: Event, wanted: Event) -> bool:
    """Whether the reader's event says what the truth wants."""
    if event["event"] != wanted["event"]:
        return False
    if wanted["event"] == "ask":
        move = wanted["move"]
        return move is None or any(move in text.split() for text in event["candidates"])
    return all(event.get(key) == value for key, value in wanted.items() if key != "ms")


def ends_open(events: Sequence[Event]) -> bool:
    """Whether a question is the last that was said about the record."""
    kinds = [event["event"] for event in events if event["event"] in (*COMMITTED, "ask")]
    return bool(kinds) and kinds[-1] == "ask"


def check(command: str, games: Iterable[dict[str, Any]]) -> tuple[Counter[str], list[str]]:
    """Feed every trace to a command; the counts, and a line for each game that is not right."""
    counts: Counter[str] = Counter()
    notes: list[str] = []
    for game in games:
        counts["games"] += 1
        events = run(command, game["trace"])
        if events is None:
            counts["crash"] += 1
            notes.append(f"seed {game['seed']}: crash")
            continue
        verdict = judge(events, game)
        counts[verdict.name] += 1
        for extra in ("strict", "early", "strayed"):
            counts[extra] += bool(getattr(verdict, extra))
        if verdict.name != "right":
            notes.append(f"seed {game['seed']}: {verdict.name} {verdict.wrong or ''}".rstrip())
        elif not verdict.strict:
            notes.append(f"seed {game['seed']}: right, not strict")
    return counts, notes


def run(command: str, trace: list[Event]) -> list[Event] | None:
    """The events that a command prints for a trace; None if it fails."""
    lines = "".join(json.dumps(line) + "\n" for line in trace)
    done = subprocess.run(
        shlex.split(command), input=lines, capture_output=True, text=True, check=False
    )
    if done.returncode:
        return None
    return [json.loads(line) for line in done.stdout.splitlines() if line.strip()]
