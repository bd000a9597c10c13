"""What is known of Jasir for certain: the tables and the opening book that ship with boardpi, and a
larger file of tables that somebody gave it (`boardpi tables use`). Read once per rule set.
"""

from __future__ import annotations

import logging
import mmap
import os
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from boardpi.coach.endgames.openings import Openings
from boardpi.coach.endgames.perfect import Perfect
from boardpi.coach.endgames.tables import Tables
from boardpi.coach.endgames.tables_file import BadTables, WrongRules
from boardpi.config import data_directory
from boardpi.rules.game import Game
from boardpi.rules.moves import Move
from boardpi.rules.position import Position
from boardpi.rules.rulesets import RuleSet

log = logging.getLogger("boardpi.coach")
SERVICE_STATE: Final = Path("/var/lib/boardpi")


def _shipped(name: str) -> bytes:
    return files("boardpi.coach.endgames").joinpath("data", name).read_bytes()


@cache
def shipped_tables() -> bytes:
    """The file of tables, as it was installed."""
    return _shipped("jasir.tables")


@cache
def shipped_openings() -> bytes:
    """The opening book, as it was installed."""
    return _shipped("jasir.openings")


@cache
def perfect_play(rules: RuleSet) -> Perfect:
    """All that is known for certain in this rule set; races alone where no file fits."""
    return Perfect(rules, _tables(rules), _openings(rules))


def _tables(rules: RuleSet) -> Tables | None:
    try:
        return Tables(shipped_tables(), rules)
    except WrongRules:
        return None


def _openings(rules: RuleSet) -> Openings | None:
    try:
        return Openings(shipped_openings(), rules)
    except WrongRules:
        return None


def given_file() -> Path:
    """Where `boardpi tables use` puts a file of tables: in the data directory; where boardpi is
    installed as a service, root's commands mean that of the service.
    """
    is_roots = os.geteuid() == 0 and "STATE_DIRECTORY" not in os.environ
    folder = SERVICE_STATE if is_roots and SERVICE_STATE.is_dir() else data_directory()
    return folder / "jasir.tables"


def map_file(path: Path) -> mmap.mmap:
    """A file of tables as it lies on the disk: only what is needed comes into memory."""
    with path.open("rb") as file:
        try:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except ValueError:  # an empty file cannot be mapped
            raise BadTables("not a file of tables: it is empty") from None


class Given:
    """Larger tables than ours, from a file that may turn out to be damaged: then it is named once,
    and known no more.
    """

    def __init__(self, tables: Tables) -> None:
        self.tables: Tables | None = tables

    def probe(self, position: Position) -> int | None:
        """As `Tables.probe`."""
        try:
            return None if self.tables is None else self.tables.probe(position)
        except BadTables as error:
            self._give_up(error)
        return None

    def best(self, game: Game) -> tuple[Move, int] | None:
        """As `Tables.best`."""
        try:
            return None if self.tables is None else self.tables.best(game)
        except BadTables as error:
            self._give_up(error)
        return None

    def _give_up(self, error: BadTables) -> None:
        log.warning("%s is not used any more: %s", given_file(), error)
        self.tables = None


def _given(rules: RuleSet) -> Tables | None:
    """The larger tables, if there are any that fit; what is wrong with them is named once."""
    path = given_file()
    try:
        return Tables(map_file(path), rules)
    except FileNotFoundError:
        pass
    except WrongRules as error:
        log.info("%s is not used: %s", path, error)
    except (OSError, BadTables) as error:
        log.warning("%s is not used: %s", path, error)
    return None


@cache
def known_for_certain(rules: RuleSet) -> Perfect:
    """The same and the larger tables; a file that is missing or damaged only means that less is
    known.
    """
    tables = openings = None
    try:
        tables = _tables(rules)
    except (OSError, BadTables) as error:
        log.warning("The coach plays without its tables: %s", error)
    try:
        openings = _openings(rules)
    except (OSError, BadTables) as error:
        log.warning("The coach plays without its opening book: %s", error)
    given = _given(rules)
    return Perfect(rules, tables, openings, None if given is None else Given(given))


def shipped_puzzles() -> str:
    """The file of puzzles, as it was installed."""
    return files("boardpi.coach.endgames").joinpath("data", "puzzles.toml").read_text("utf-8")
