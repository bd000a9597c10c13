"""The evening in the hub's book: its log, the results that tables told, its clock, its seats.

The log is only added to; who did what stays to be read. What is on the wall, at the tables and in
the standings follows from the log and from the games in the book, whenever either has changed.
"""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from boardpi.club import BadEntry, Book
from boardpi.hub.post import Post
from boardpi.hub.tournament.event import DRAW, WIN, BadFact, Event, Pairing, Result, add, fold
from boardpi.hub.tournament.pairing import choose_tables, pair
from boardpi.hub.tournament.ranking import Ranked, rank, teams
from boardpi.hub.tournament.ratings import Rating, rate_all

TIMER: Final = "hub.timer"
Fact = dict[str, Any]


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log."""

    at: str
    who: str
    fact: Fact


@dataclass(slots=True)
class Timer:
    """The clock of the round. It counts on the clock that never jumps."""

    left_s: float = 0.0
    since: float | None = None  # None = it stands

    def left(self, now: float) -> int:
        """Whole seconds that are left."""
        gone = 0.0 if self.since is None else now - self.since
        return max(0, round(self.left_s - gone))


class Evening:
    """The evening of now: the last one that was planned."""

    def __init__(self, book: Book, post: Post, clock: Callable[[], float] = time.monotonic) -> None:
        self.changed: Callable[[], None] = lambda: None
        self.uid: str | None = None
        self.event: Event | None = None
        self.timer = Timer()
        self._shown: Fact | None = None  # all but the clock, as long as nothing has changed
        self._book, self._post, self._clock = book, post, clock
        self.settings = book.settings
        self._load()

    def _load(self) -> None:
        row = self._book.store.row("SELECT event FROM evening_log ORDER BY id DESC LIMIT 1")
        self.uid = None if row is None else row["event"]
        kept = self._book.settings.get(TIMER)
        self.timer = Timer(float(kept)) if kept else Timer()
        self.refresh()

    def events(self) -> list[tuple[str, str]]:
        """All evenings with their days, the newest first."""
        rows = self._book.store.rows(
            "SELECT event, min(at) AS at FROM evening_log GROUP BY event ORDER BY min(id) DESC"
        )
        return [(row["event"], row["at"]) for row in rows]

    def log(self, uid: str) -> list[LogLine]:
        """The lines of one evening."""
        rows = self._book.store.rows(
            "SELECT at, who, fact FROM evening_log WHERE event = ? ORDER BY id", (uid,)
        )
        return [LogLine(row["at"], row["who"], json.loads(row["fact"])) for row in rows]

    # ── the state ────────────────────────────────────────────────────────────────────────────────

    def refresh(self) -> None:
        """Tables have told something, or the log is longer: look again."""
        self._shown = None
        if self.uid is not None:
            self.event = self.read(self.uid)
            self.tell_seats()
            if self.event.is_closed:
                self.tell_round()
        self.changed()

    def read(self, uid: str) -> Event:
        """One evening as it stands."""
        event = fold(line.fact for line in self.log(uid))
        told = {p.uid: result for p in event.pairings if (result := self._result(p))}
        loose = list(self._loose(event, uid)) if event.plan.format == "free" else []
        return event.with_results(told, loose)

    def _result(self, pairing: Pairing) -> Result | None:
        """Both games have ended: their points together say who won."""
        points = self.points(pairing.uid)
        return None if points is None else as_result(points)

    def games(self, uid: str) -> dict[int, tuple[int, int]]:
        """The points of the games that have ended, White's first, by their number."""
        rows = self._book.store.rows(
            "SELECT number, white_points, black_points FROM games"
            " JOIN matches ON matches.id = match_id"
            " WHERE matches.uid = ? AND state = 'over' AND deleted IS NULL",
            (uid,),
        )
        return {row["number"]: (row["white_points"], row["black_points"]) for row in rows}

    def points(self, uid: str) -> tuple[int, int] | None:
        """The points of a match when it is over; those of the first White come first."""
        games = self.games(uid)
        if set(games) != {1, 2}:
            return None
        return games[1][0] + games[2][1], games[1][1] + games[2][0]

    def _has_moves(self, uid: str) -> bool:
        row = self._book.store.row(
            "SELECT 1 FROM games JOIN matches ON matches.id = match_id WHERE matches.uid = ?"
            " AND (state = 'over' OR EXISTS (SELECT 1 FROM moves WHERE game_id = games.id))",
            (uid,),
        )
        return row is not None

    def _loose(self, event: Event, uid: str) -> Iterator[tuple[int, int, Result]]:
        """Free play: every match of two entrants since the evening began."""
        began = self.log(uid)[0].at
        rows = self._book.store.rows(
            "SELECT matches.uid AS uid, white_id, black_id FROM games"
            " JOIN matches ON matches.id = match_id JOIN inbox ON inbox.uid = games.uid"
            " WHERE number = 1 AND state = 'over' AND deleted IS NULL"
            " GROUP BY games.id HAVING min(inbox.arrived) >= ?",
            (began,),
        )
        for row in rows:
            points = self.points(row["uid"])
            players = row["white_id"], row["black_id"]
            if points is not None and all(player in event.entrants for player in players):
                yield (*players, as_result(points))

    # ── what is done ─────────────────────────────────────────────────────────────────────────────

    def plan(self, fact: Fact, who: str) -> None:
        """Begin another evening; the old one stays in the book."""
        if self.event is not None and not self.event.is_closed and self.event.rounds:
            raise BadFact("close this evening first")
        fact = {**fact, "what": "planned"}
        fold([fact])
        self.uid = uuid.uuid4().hex[:12]
        self._write(fact, who)

    def do(self, fact: Fact, who: str) -> None:
        """Add a line to the log, if it can be."""
        event = self.need()
        if fact["what"] == "unpaired" and event.rounds:
            begun = [p for p in event.rounds[-1] if self._has_moves(p.uid)]
            if begun:
                raise BadFact("matches of this round have begun: correct their results instead")
        add(event, fact)
        self._write(fact, who)

    def need(self) -> Event:
        """The evening of now."""
        if self.event is None:
            raise BadFact("no evening is planned yet")
        return self.event

    def _write(self, fact: Fact, who: str) -> None:
        store = self._book.store
        with store.writing():
            store.write(
                "INSERT INTO evening_log (event, at, who, fact) VALUES (?, ?, ?, ?)",
                (self.uid, store.now(), who, json.dumps(fact, ensure_ascii=False)),
            )
        self.refresh()

    def enter(self, name: str, team: str, who: str) -> None:
        """Check a player in; one who was here before keeps the number, the club and the rating."""
        event = self.need()
        try:
            player = self._book.players.find(name) or self._book.players.add(name, team)
        except BadEntry as error:
            raise BadFact(str(error)) from None
        if player.id in event.entrants:
            self.do({"what": "returned", "player": player.id}, who)
            return
        rating = round(self.ratings().get(player.id, Rating()).value)
        told = {"player": player.id, "name": player.name, "team": player.club, "rating": rating}
        self.do({"what": "entered", **told}, who)

    def pair(self, who: str) -> None:
        """The next round, at the tables that are online."""
        event = self.need()
        if event.missing():
            raise BadFact("results of this round are missing")
        tables = [name for name, seen in sorted(self._post.tables.items()) if seen.is_online]
        pairs = pair(event)
        told = [
            {"uid": uuid.uuid4().hex[:12], "one": one, "two": two, "table": table}
            for (one, two), table in zip(pairs, choose_tables(pairs, tables), strict=True)
        ]
        self.do({"what": "paired", "round": event.number + 1, "pairings": told}, who)
        self.set_timer(event.plan.minutes * 60, is_running=False)

    # ── at the tables ────────────────────────────────────────────────────────────────────────────

    def tell_seats(self) -> None:
        """Every table gets the match that it is for; the others none."""
        event, seats = self.event, dict[str, Pairing]()
        if event is not None and event.rounds and not event.is_closed:
            seats = {p.table: p for p in event.rounds[-1] if p.table and p.two is not None}
        for table in {*self._post.tables, *seats}:
            found = seats.get(table)
            self._post.tell(table, "seat", None if found is None else self._seat(found))
            self._post.tell(table, "rulings", self._rulings(table))

    def is_seated(self, table: str) -> bool:
        """Whether a match of the last round is to be played there, or is being played."""
        event = self.event
        if event is None or event.is_closed or not event.rounds:
            return False
        here = (p for p in event.rounds[-1] if p.table == table and p.two is not None)
        return any(event.result(pairing) is None for pairing in here)

    def _rulings(self, table: str) -> Fact | None:
        """What the arbiter decided about matches of this table: it keeps them as versions."""
        event = self.event
        if event is None:
            return None
        told: list[Fact] = []
        for pairing in event.pairings:
            ruling = event.rulings.get(pairing.uid)
            if pairing.table == table and (ruling or pairing.uid in event.unruled):
                halves = None if ruling is None else list(ruling.halves)
                reason = "" if ruling is None else ruling.reason
                told.append({"match": pairing.uid, "halves": halves, "reason": reason})
        return {"rulings": told} if told else None

    def _seat(self, pairing: Pairing) -> Fact:
        event = self.need()
        assert pairing.two is not None
        told = {
            "match": pairing.uid,
            "white": event.entrants[pairing.one].name,
            "black": event.entrants[pairing.two].name,
            "event": event.plan.name,
            "round": pairing.round,
        }
        chosen = {"rules": event.plan.rules, "help": event.plan.help, "clock": event.plan.minutes}
        return told | {key: value for key, value in chosen.items() if value}

    def set_timer(self, left_s: int | None, *, is_running: bool) -> None:
        """Start, stop or set the clock of the round."""
        now = self._clock()
        left = self.timer.left(now) if left_s is None else left_s
        self.timer = Timer(left, now if is_running else None)
        self._book.settings.put(TIMER, str(left))
        self.tell_round()
        self.changed()

    def tell_round(self) -> None:
        """Remaining seconds travel, never a time of day."""
        event = self.event
        if event is None or event.is_closed:
            self._post.tell_all("round", None)
            return
        left = self.timer.left(self._clock()) if event.plan.minutes else None
        running = self.timer.since is not None
        told = {"number": event.number, "of": event.plan.rounds, "left_s": left}
        self._post.tell_all("round", {**told, "is_running": running})

    # ── the season ───────────────────────────────────────────────────────────────────────────────

    def ratings(self) -> dict[int, Rating]:
        """Glicko-2 over all evenings that were closed, in their order."""
        found: dict[int, Rating] = {}
        for uid, _ in reversed(self.events()):
            event = self.read(uid)
            if event.is_closed:
                found |= {player: Rating() for player in event.entrants if player not in found}
                matches = [
                    (one, two, result.halves[0] / WIN)
                    for one, two, result, _ in event.meetings()
                    if result.kind != "forfeit"
                ]
                found = rate_all(found, matches)
        return found

    # ── for pages and commands ───────────────────────────────────────────────────────────────────

    def picture(self) -> Fact:
        """All of it as JSON; ranked once for everybody who asks."""
        if self._shown is None:
            self._shown = {"event": None} if self.event is None else self._picture(self.event)
        return {"timer": self._picture_timer(), **self._shown}

    def _picture(self, event: Event) -> Fact:
        plan = event.plan
        return {
            "event": {
                "uid": self.uid,
                "name": plan.name,
                "format": plan.format,
                "rounds": plan.rounds,
                "bye": plan.bye,
                "tie_breaks": list(plan.tie_breaks),
                "minutes": plan.minutes,
                "help": plan.help,
                "number": event.number,
                "is_closed": event.is_closed,
            },
            "entrants": [
                {"id": e.id, "name": e.name, "team": e.team, "rating": e.rating, "is_in": e.is_in}
                for e in event.entrants.values()
            ],
            "pairings": [
                [self._picture_pairing(event, pairing) for pairing in pairings]
                for pairings in event.rounds
            ],
            "standings": [picture_place(place) for place in rank(event)],
            "teams": [
                {"name": name, "halves": halves, "matches": matches}
                for name, halves, matches in teams(event)
            ],
            "missing": len(event.missing()),
        }

    def _picture_timer(self) -> Fact:
        is_running = self.timer.since is not None
        return {"left_s": self.timer.left(self._clock()), "is_running": is_running}

    def _picture_pairing(self, event: Event, pairing: Pairing) -> Fact:
        result = event.result(pairing)
        return {
            "uid": pairing.uid,
            "table": pairing.table,
            "one": event.entrants[pairing.one].name,
            "two": None if pairing.two is None else event.entrants[pairing.two].name,
            "games": len(self.games(pairing.uid)) if result is None else None,
            "result": None
            if result is None
            else {
                "halves": list(result.halves),
                "points": list(result.points),
                "kind": result.kind,
                "reason": result.reason,
            },
        }


def as_result(points: tuple[int, int]) -> Result:
    """Who has more points of the two games together has won the match."""
    one, two = points
    halves = (DRAW, DRAW) if one == two else ((WIN, 0) if one > two else (0, WIN))
    return Result(halves, points)


def picture_place(place: Ranked) -> Fact:
    """One line of the standings."""
    return {
        "id": place.id,
        "place": place.place,
        "name": place.name,
        "team": place.team,
        "halves": place.halves,
        "played": place.played,
        "won": place.won,
        "drawn": place.drawn,
        "lost": place.lost,
        "points": list(place.points),
        "breaks": list(place.breaks),
        "value": place.value,
        "is_in": place.is_in,
    }
