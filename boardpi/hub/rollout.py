"""A release on its way to all tables: one canary first, then few at a time, no further than the
first failure. `step` decides; time and what tables tell are its inputs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

State = Literal["running", "stopped", "failed", "done"]
At = Literal["queued", "ordered", "checking", "done", "failed", "left"]
AT_ONCE: Final = 3  # tables that are updated at a time, after the canary
CHECK_SECONDS: Final = 60.0  # so long a table must be well with the new release
UNWELL_SECONDS: Final = 180.0  # so long it has for getting well
AWAY_SECONDS: Final = 1800.0  # so long an installation may take
FAILED: Final = ("failed", "refused")
COMMITTED: Final = ("installing", "done")
"""Reports of tables that can no longer be called back."""
ACTIVE: Final = ("ordered", "checking")


@dataclass(frozen=True, slots=True)
class UpdateReport:
    """What a table tells of a release that it was told to install."""

    release: str = ""
    attempt: int = 0
    state: str = ""  # fetching, waiting, installing, done, failed, refused
    why: str = ""


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table as the hub sees it now."""

    is_known: bool = True  # it has told everything since the hub was started
    is_online: bool = False
    is_busy: bool = False  # in a game, or about to begin the match that was paired here
    has_board: bool = True
    version: str = ""
    accepts: str = ""  # the mark of who may update it
    report: UpdateReport = UpdateReport()


@dataclass(frozen=True, slots=True)
class TableWay:
    """One table on the way of the release."""

    at: At = "queued"
    attempt: int = 1
    why: str = ""
    had_board: bool = True
    since: float | None = None  # when what is waited for began
    well: float | None = None  # since when it has been well


@dataclass(frozen=True, slots=True)
class Rollout:
    """All of it. Tables that are not named have nothing to do with it."""

    release: str  # the sum of its file
    version: str
    mark: str
    canary: str
    state: State = "running"
    tables: dict[str, TableWay] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """To be kept; times begin anew with the next start."""
        told = {key: getattr(self, key) for key in ("release", "version", "mark", "canary")}
        places = {
            name: {
                "at": place.at,
                "attempt": place.attempt,
                "why": place.why,
                "had_board": place.had_board,
            }
            for name, place in self.tables.items()
        }
        return {**told, "state": self.state, "tables": places}

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Rollout:
        """As it was kept."""
        places = {name: TableWay(**place) for name, place in told["tables"].items()}
        return cls(**{**told, "tables": places})

    def put(self, name: str, place: TableWay) -> Rollout:
        """With this table at another place."""
        return replace(self, tables={**self.tables, name: place})

    def orders(self) -> dict[str, int]:
        """The tables that are told to install it, with the number of the attempt."""
        return {name: p.attempt for name, p in self.tables.items() if p.at in ACTIVE}


def begin(
    release: tuple[str, str, str], canary: str, left: set[str], seen: Mapping[str, TableNow]
) -> Rollout:
    """A release (sum, version, mark) for all tables but those that are left out or do not take
    releases of this mark.
    """
    rollout = Rollout(*release, canary)
    for name, table in sorted(seen.items()):
        place = TableWay()
        if name in left:
            place = TableWay("left", why="chosen")
        elif table.accepts != rollout.mark:
            place = TableWay("left", why="not_allowed")
        rollout = rollout.put(name, place)
    return rollout


def step(rollout: Rollout, seen: Mapping[str, TableNow], now: float) -> Rollout:
    """What has come of it, and what follows."""
    for name, place in rollout.tables.items():
        table = seen.get(name)
        if place.at in ACTIVE and table is not None and table.is_known:
            report = table.report
            if (report.release, report.attempt) != (rollout.release, place.attempt):
                report = UpdateReport()
            found = _follow(rollout, place, replace(table, report=report), now)
            rollout = rollout.put(name, found)
            if found.at == "failed" and rollout.state == "running":
                rollout = replace(rollout, state="failed")
    if rollout.state != "running":
        return _call_back(rollout, seen)
    return _go_on(rollout, seen, now)


def _follow(rollout: Rollout, place: TableWay, table: TableNow, now: float) -> TableWay:
    """One table that was told to install the release."""
    report, since = table.report, now if place.since is None else place.since
    place = replace(place, since=since)
    if report.state in FAILED:
        return replace(place, at="failed", why=report.why or report.state, well=None)
    if place.at == "ordered" and report.state == "done":
        place = replace(place, at="checking", since=now)
    if place.at == "checking":
        return _check(rollout, place, table, now)
    if report.state == "waiting" and table.is_busy:
        return replace(place, at="queued", since=None)  # a game began: its turn comes later
    if not table.is_online and report.state not in COMMITTED:
        return replace(place, at="queued", since=None)
    if report.state == "installing" and now - since > AWAY_SECONDS:
        return replace(place, at="failed", why="not_back")
    return place if report.state == "installing" else replace(place, since=None)


def _check(rollout: Rollout, place: TableWay, table: TableNow, now: float) -> TableWay:
    """Its installer is content: it must come, tell the version, and be well for a while."""
    assert place.since is not None
    is_well = table.is_online and table.version == rollout.version
    is_well = is_well and (table.has_board or not place.had_board)
    if not is_well:
        if now - place.since <= UNWELL_SECONDS:
            return replace(place, well=None)
        return replace(place, at="failed", why="unwell", well=None)
    well = now if place.well is None else place.well
    if now - well < CHECK_SECONDS:
        return replace(place, well=well)
    return replace(place, at="done", since=None, well=None)


def _call_back(rollout: Rollout, seen: Mapping[str, TableNow]) -> Rollout:
    """Nobody begins any more; who has begun goes on to the end."""
    for name, place in rollout.tables.items():
        table = seen.get(name, TableNow(is_known=False))
        told, mine = table.report, (rollout.release, place.attempt)
        is_begun = (told.release, told.attempt) == mine and told.state in COMMITTED
        if place.at == "ordered" and table.is_known and not is_begun:
            rollout = rollout.put(name, replace(place, at="queued", since=None))
    return rollout


def _go_on(rollout: Rollout, seen: Mapping[str, TableNow], now: float) -> Rollout:
    """The next ones: the canary alone, until it is done."""
    at = {name: place.at for name, place in rollout.tables.items()}
    if at.get(rollout.canary) != "done":
        names, room = [rollout.canary], 1
    else:
        names = [name for name in rollout.tables if at[name] == "queued"]
        room = AT_ONCE
    room -= sum(where in ACTIVE for where in at.values())
    for name in names:
        place, table = rollout.tables[name], seen.get(name, TableNow())
        is_free = table.is_known and table.is_online and not table.is_busy
        if room > 0 and place.at == "queued" and is_free:
            placed = replace(place, at="ordered", why="", had_board=table.has_board, since=None)
            rollout, room = rollout.put(name, placed), room - 1
    if not any(place.at in ("queued", *ACTIVE) for place in rollout.tables.values()):
        return replace(rollout, state="done")
    return rollout
