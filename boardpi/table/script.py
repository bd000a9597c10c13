"""Board scripts: a whole situation at the table in one readable line.

| word | meaning |
|---|---|
| `c1^` | the archer on c1 is lifted |
| `d3v` | an archer is set down on d3 |
| `d3!25` | the reed of d3 changes for 25 ms and falls back (a swept victim, a passing magnet) |
| `~300` | 300 ms pass |
| `>b1-d2` | next, the table tells this; see `name_fact` for the words |
| `>` | the table has told nothing more |
| `d3=target` | the light of d3 has this role; `d3=` is dark |

A hand takes 120 ms for each lift or placing. At the end of a script everything that was told must
have been expected.

>>> run("b1^ d2=target d2v d2=tentative ~300 >b1-d2").game.moves
(parse_move('b1-d2'),)
"""

from __future__ import annotations

import re
from typing import Final

from boardpi.rules import Game, Hole
from boardpi.table.effects import Effect, Publish
from boardpi.table.events import Event, Sensed, Woke
from boardpi.table.facts import (
    Amended,
    Asked,
    Ended,
    Expects,
    Fact,
    Moved,
    NewGame,
    Passed,
    Refused,
    Repeated,
    TakenBack,
)
from boardpi.table.step import step
from boardpi.table.table import Table, new_table

HAND_MS: Final = 120
_WORD: Final = re.compile(
    r"([a-e][1-5])(?:(\^|v)|!(\d+)|=([a-z]*))|~(\d+)|>(\S*)", re.ASCII | re.VERBOSE
)


class BadScript(ValueError):
    """A word that is none, or an expectation that does not hold."""


def name_fact(fact: Fact) -> str:  # noqa: C901  one plain case per kind of fact
    """A fact in one word: `b1-d2`, `amend:b1-a3`, `takeback:2`, `ask:c1xd3|c1xe2` …"""
    match fact:
        case Amended():
            return f"amend:{fact.move}"
        case Moved():
            return str(fact.move)
        case TakenBack():
            return f"takeback:{fact.moves}"
        case Asked():
            return "ask:" + "|".join(text.replace(" ", "+") for text in fact.candidates)
        case Refused():
            return f"refused:{fact.refusal.code}"
        case Passed():
            return f"pass:{fact.side.letter}"
        case Ended():
            winner = fact.outcome.winner
            return f"over:{fact.outcome.reason}:{winner.letter if winner is not None else '-'}"
        case NewGame():
            return f"new_game:{fact.previous}"
        case Repeated():
            return f"repetition:{fact.count}"
        case Expects():
            return f"expect:{fact.move}"
        case _:
            return fact.event


class ScriptPlayer:
    """Hands at a table, word by word."""

    def __init__(self, table: Table) -> None:
        self.table = table._replace(is_fresh=False)
        self.raw = table.settling.raw
        self.ms = table.ms
        self.told: list[str] = []
        self.facts: list[Fact] = []
        self.effects: list[Effect] = []

    def send(self, event: Event) -> None:
        """Let the table step, and keep what it tells."""
        self.table, effects = step(self.table, event)
        self.effects += effects
        for effect in effects:
            if isinstance(effect, Publish):
                self.facts.append(effect.fact)
                self.told.append(name_fact(effect.fact))

    def wait(self, ms: int) -> None:
        """Let time pass."""
        self.ms += ms
        self.send(Woke(self.ms))

    def change(self, hole: Hole, *, lift: bool, then_ms: int = HAND_MS) -> None:
        """Lift or set down an archer."""
        if bool(self.raw >> hole & 1) is not lift:
            raise BadScript(f"{hole} is {'empty' if lift else 'taken'} already")
        self.raw ^= hole.bit
        self.send(Sensed(self.ms, self.raw))
        self.wait(then_ms)

    def flicker(self, hole: Hole, ms: int) -> None:
        """The reed changes for a moment."""
        self.change(hole, lift=bool(self.raw >> hole & 1), then_ms=ms)
        self.change(hole, lift=bool(self.raw >> hole & 1))

    def expect(self, text: str) -> None:
        """The next thing told is this; an empty text means that nothing more was told."""
        if not text and self.told:
            raise BadScript(f"told, but not expected: {self.told}")
        if text and (not self.told or self.told.pop(0) != text):
            raise BadScript(f"expected {text!r}, but the table told {self.told}")

    def expect_light(self, hole: Hole, role: str) -> None:
        """The light of this hole has this role now."""
        shown = self.table.lights[hole] or ""
        if shown != role:
            raise BadScript(f"{hole} shows {shown!r}, not {role!r}")

    def do(self, word: str) -> None:
        """One word of a script."""
        found = _WORD.fullmatch(word)
        if found is None:
            raise BadScript(f"{word!r} is no word of a board script")
        hole, hand, flicker, role, wait, told = found.groups()
        if hand:
            self.change(Hole(hole), lift=hand == "^")
        elif flicker:
            self.flicker(Hole(hole), int(flicker))
        elif role is not None:
            self.expect_light(Hole(hole), role)
        elif wait:
            self.wait(int(wait))
        else:
            self.expect(told)

    def play(self, script: str) -> None:
        """All words of a script."""
        for word in script.split():
            try:
                self.do(word)
            except BadScript as error:
                raise BadScript(f"at {word!r} ({self.ms} ms): {error}") from None


def run(script: str, table: Table | None = None) -> Table:
    """Play a script on a table (by default: Jasir from the start, either side may begin)."""
    player = ScriptPlayer(table or new_table(Game(any_first=True)))
    player.play(script)
    player.expect("")
    return player.table
