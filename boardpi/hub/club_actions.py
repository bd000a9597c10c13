"""What organiser and arbiter do, and what pages and commands are told: one list of actions."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from boardpi import __version__
from boardpi.club import Book, Entry, Search
from boardpi.club.archive import Archive
from boardpi.club.names import parse_name
from boardpi.club.transfer.exports import Pieces, csv_pieces, harmless, json_pieces, to_jas
from boardpi.config import Config, hub_path, known_rule_sets
from boardpi.errors import BadRequest, NoSuch
from boardpi.hub.broker import JoiningCode, Logins
from boardpi.hub.evening import Evening, Fact, picture_place
from boardpi.hub.letters import Letters
from boardpi.hub.post import Post, TableView
from boardpi.hub.tournament.event import FORMATS, HELP, TIE_BREAKS, BadFact
from boardpi.hub.tournament.ranking import rank
from boardpi.hub.tournament.ratings import Rating
from boardpi.hub.updates import HubUpdates
from boardpi.web.certificate import mark_of
from boardpi.web.service import File
from boardpi.web.shapes import FLAG, ID, Shape, check, choice, many, maybe, number, record, text
from boardpi.web.worker import Exports, politely

Role = Literal["organiser", "arbiter", "all"]
BOTH: Final[tuple[Role, ...]] = ("organiser", "arbiter")
ORGANISER: Final[tuple[Role, ...]] = ("organiser",)
NAME: Final = text(60, shortest=1)
UID: Final = text(12, pattern="^[0-9a-f]{12}$")
TABLE: Final = text(40, pattern="^[a-z0-9/-]{0,40}$")
MOST_LINES: Final = 400  # of a file of players
MOST_EXPORTED: Final = 5_000  # games in a file of the page; `boardpi hub export` writes all


@dataclass(frozen=True, slots=True)
class HubAction:
    """Something to do: who may, with which values, and how."""

    name: str
    roles: tuple[Role, ...]
    shape: Shape
    run: Callable[[HubActions, Fact, str], None]


class HubActions:
    """The hub as pages and commands ask it."""

    def __init__(
        self,
        config: Config,
        book: Book,
        letters: Letters,
        post: Post,
        logins: Logins,
        certificate: str = "",
        reader: Book | None = None,
    ) -> None:
        mark = mark_of(certificate) if certificate else ""
        self.config, self.post, self.code = config, post, JoiningCode(mark=mark)
        self.certificate = certificate
        self.evening = Evening(book, post)
        self.updates = HubUpdates(hub_path(config).with_name("releases"), self.evening, post)
        self._book, self._letters, self._logins = book, letters, logins
        self._reader = reader or book  # a connection of its own: a file delays no letter
        self._exports = Exports(self._reader.store.version)
        self._pieces = Pieces()

    def run(self, action: HubAction, values: Fact, who: str) -> None:
        """Do it."""
        action.run(self, values, who)

    # ── the evening ──────────────────────────────────────────────────────────────────────────────

    def plan(self, values: Fact, who: str) -> None:
        """Another evening."""
        rules = values.get("rules", "")
        if rules and rules not in known_rule_sets(self.config):
            raise BadFact(f"there are no rules {rules!r}")
        self.evening.plan(values, who)

    def enter(self, values: Fact, who: str) -> None:
        """Check a player in."""
        self.evening.enter(values["name"], values.get("team", ""), who)

    def bring(self, values: Fact, who: str) -> None:
        """Check in everybody of a file: a name a line, and the club behind a comma."""
        text_ = values["csv"].removeprefix("\ufeff")
        mark = ";" if ";" in text_.partition("\n")[0] else ","  # some spreadsheets write ';'
        rows = list(csv.reader(io.StringIO(text_), delimiter=mark))[:MOST_LINES]
        known = {entrant.name for entrant in self.evening.need().entrants.values()}
        for row in rows:
            cells = [cell.strip() for cell in row]
            if cells and cells[0] and cells[0].lower() != "name" and cells[0] not in known:
                parse_name(cells[0])
                self.evening.enter(cells[0], cells[1] if len(cells) > 1 else "", who)
                known.add(cells[0])

    def pair(self, values: Fact, who: str) -> None:
        """The next round."""
        self.evening.pair(who)

    def unpair(self, values: Fact, who: str) -> None:
        """Pair the last round again."""
        self.evening.do({"what": "unpaired", "round": self.evening.need().number}, who)

    def set_timer(self, values: Fact, who: str) -> None:
        """Start, stop or set the clock."""
        self.evening.set_timer(values.get("left_s"), is_running=values["is_running"])

    def answer(self, values: Fact, who: str) -> None:
        """The arbiter has been at a table."""
        self.post.answer(values["table"])

    def end_code(self, values: Fact, who: str) -> None:
        """Nobody joins by the code any more."""
        self.code.end()

    def remove(self, values: Fact, who: str) -> None:
        """A table has left."""
        self._logins.take_back(values["table"])

    # ── what is told ─────────────────────────────────────────────────────────────────────────────

    def status(self) -> Fact:
        """How the hub is, for programs and `boardpi hub status`."""
        cursors = self._letters.cursors()
        return {
            "version": __version__,
            "club": self.config.hub.club,
            "name": self.config.hub.name or self.config.hub.club,
            "broker": {
                "address": f"{self.config.hub.broker}:{self.config.hub.broker_port}",
                "is_online": self.post.is_online,
            },
            "letters": self._letters.count(),
            "refused": self._letters.refused.total() + self.post.refused.total(),
            "contradicted": self._letters.contradicted.total(),
            "tables": {
                name: self._health(name, self.post.tables.get(name, TableView()), cursors)
                for name in sorted({*self.post.tables, *cursors})
            },
        }

    def _health(self, name: str, seen: TableView, cursors: Mapping[str, int]) -> Fact:
        picture = seen.picture or {}
        return {
            "title": seen.title or self._logins.given().get(name, ""),
            "is_online": seen.is_online,
            "version": seen.version,
            "cursor": cursors.get(name, 0),
            "refused": self._letters.refused[name] + self.post.refused[name],
            "dead_holes": picture.get("dead_holes", []),
            "warnings": picture.get("warnings", []),
            "suspects": picture.get("suspects", []),
            "is_lost": picture.get("is_lost", False),
            "calls": seen.calls,
        }

    def tables(self) -> Fact:
        """The pictures of all tables, for the wall."""
        return {name: seen.show(name) for name, seen in sorted(self.post.tables.items())}

    def tell_tables(self, names: Collection[str]) -> str:
        """The pictures of these tables as a message of the live connection; "" if there is none."""
        told = [
            f"{json.dumps(name)}:{seen.tell(name)}"
            for name in sorted(names)
            if (seen := self.post.tables.get(name)) is not None
        ]
        return f'{{"type":"tables","tables":{{{",".join(told)}}}}}' if told else ""

    def rules(self) -> Fact:
        """The rule sets that an evening may have."""
        known = known_rule_sets(self.config).values()
        return {"rules": [{"name": rules.name, "title": rules.title} for rules in known]}

    def players(self) -> list[Fact]:
        """Everybody who was ever here, with the season's rating."""
        ratings = self.evening.ratings()
        return [
            {
                "id": player.id,
                "name": player.name,
                "club": player.club,
                "rating": round(ratings.get(player.id, Rating()).value),
                "deviation": round(ratings.get(player.id, Rating()).deviation),
            }
            for player in self._book.players.all()
        ]

    def log(self) -> list[Fact]:
        """What was decided this evening, newest first."""
        if self.evening.uid is None:
            return []
        lines = self.evening.log(self.evening.uid)
        return [{"at": line.at, "who": line.who, **line.fact} for line in reversed(lines)]

    def give(self, title: str) -> Fact:
        """A login for a table that has brought the code."""
        online = [name for name, seen in self.post.tables.items() if seen.is_online]
        name, login = self._logins.give(title, online)
        told = {"club": self.config.hub.club, "name": name}
        if self.certificate and not self._logins.is_shared:
            told["ca"] = self.certificate
        return {**told, "user": login.user, "password": login.password}

    async def export(self, name: str) -> File:
        """`standings.csv`, or the newest games: `games.csv`, `games.json`, their records as a
        `games.zip`.
        """
        if name == "standings.csv":
            return File.of(standings_csv(self.evening), name, "text/csv")
        if name == "games.csv":
            write, media = csv_pieces, "text/csv"
        elif name == "games.json":
            write, media = json_pieces, "application/json"
        elif name == "games.zip":
            write, media = zip_pieces, "application/zip"
        else:
            raise NoSuch(f"There is no file {name[:40]!r}.")
        archive = self._reader.archive

        def make() -> File:
            games = archive.search(Search(limit=MOST_EXPORTED))
            return File(politely(write(archive, games, self._pieces)), name, media)

        return await self._exports.find(name, make)

    def close(self) -> None:
        """Nobody asks any more."""
        self._exports.close()


def zip_pieces(archive: Archive, entries: Iterable[Entry], pieces: Pieces) -> Iterator[bytes]:
    """A record of each game, many small files as one."""
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as made:
        for game in entries:
            made.writestr(f"{game.id:05}.jas", to_jas(archive, game))
            yield b""  # between two games others have their turn
    yield into.getvalue()


def standings_csv(evening: Evening) -> str:
    """The standings for a spreadsheet; points are whole and half ones."""
    event, text_ = evening.need(), io.StringIO()
    write = csv.writer(text_, lineterminator="\r\n").writerow
    write(["place", "name", "team", "points", "won", "drawn", "lost", *event.plan.tie_breaks])
    for told in map(picture_place, rank(event)):
        name, team = harmless(told["name"]), harmless(told["team"])
        results = (told["won"], told["drawn"], told["lost"])
        write([told["place"], name, team, told["halves"] / 2, *results, *told["breaks"]])
    return text_.getvalue()


def _note(what: str) -> Callable[[HubActions, Fact, str], None]:
    """A line of the log as it is given."""

    def add(club: HubActions, values: Fact, who: str) -> None:
        club.evening.do({"what": what, **values}, who)

    return add


def _update(name: str) -> Callable[[HubActions, Fact, str], None]:
    """Something to do with the release that is on its way."""

    def do(club: HubActions, values: Fact, who: str) -> None:
        getattr(club.updates, name)(values, who)

    return do


class Actions:
    """All of them by name."""

    def __init__(self, *actions: HubAction) -> None:
        self._actions = {action.name: action for action in actions}
        parts = [action.shape["properties"] for action in actions]
        self.any_shape = {key: shape for part in parts for key, shape in part.items()}

    def all(self) -> list[HubAction]:
        """In their order."""
        return list(self._actions.values())

    def find(self, name: str, values: Fact) -> HubAction:
        """The action of this name, its values checked."""
        action = self._actions.get(name)
        if action is None:
            raise BadRequest(f"what: {name!r} is no action of a hub")
        check(action.shape, values, "")
        return action


DO: Final = Actions(
    HubAction(
        "plan",
        ORGANISER,
        record(
            {"name": NAME, "format": choice(*FORMATS)},
            rounds=number(1, 99),
            bye=number(0, 2),
            tie_breaks=many(choice(*TIE_BREAKS), 5),
            rules=text(60),
            minutes=number(0, 600),
            help=choice(*HELP),
        ),
        HubActions.plan,
    ),
    HubAction("enter", ORGANISER, record({"name": NAME}, team=text(60)), HubActions.enter),
    HubAction("import", ORGANISER, record({"csv": text(15_000)}), HubActions.bring),
    HubAction("withdraw", ORGANISER, record({"player": ID}), _note("withdrew")),
    HubAction("return", ORGANISER, record({"player": ID}), _note("returned")),
    HubAction("pair", ORGANISER, record(), HubActions.pair),
    HubAction("unpair", ORGANISER, record(), HubActions.unpair),
    HubAction("move", BOTH, record({"uid": UID, "table": TABLE}), _note("moved")),
    HubAction(
        "rule",
        BOTH,
        record(
            {"uid": UID, "halves": maybe(many(number(0, 2), 2, 2))},
            reason=text(200),
            forfeit=FLAG,
            points=many(number(0, 20), 2, 2),
        ),
        _note("ruled"),
    ),
    HubAction(
        "timer",
        BOTH,
        record({"is_running": FLAG}, left_s=maybe(number(0, 86_400))),
        HubActions.set_timer,
    ),
    HubAction("answer", BOTH, record({"table": TABLE}), HubActions.answer),
    HubAction("close", ORGANISER, record(), _note("closed")),
    HubAction("open", ORGANISER, record(), _note("opened")),
    HubAction("end-code", ORGANISER, record(), HubActions.end_code),
    HubAction("remove", ORGANISER, record({"table": TABLE}), HubActions.remove),
    HubAction(
        "update-start",
        ORGANISER,
        record({"canary": TABLE}, leave=many(TABLE, 200)),
        _update("start"),
    ),
    HubAction("update-stop", ORGANISER, record(), _update("stop")),
    HubAction("update-resume", ORGANISER, record(), _update("resume")),
    HubAction("update-leave", ORGANISER, record({"table": TABLE}), _update("leave")),
    HubAction("update-again", ORGANISER, record({"table": TABLE}), _update("again")),
)
