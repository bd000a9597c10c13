"""The score book that a command is asked to use: which one, which days, and what it refuses."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from boardpi.club import (
    ALWAYS,
    Book,
    BookError,
    BookMissing,
    BookReadOnly,
    Period,
    open_book,
    parse_period,
    read_book,
)
from boardpi.club.rulebook import GAMES
from boardpi.commands.terminal.configuration import asked_config
from boardpi.commands.terminal.files import CommandError
from boardpi.config import book_path, known_rule_sets
from boardpi.rules import RulesError, rule_set

if TYPE_CHECKING:
    from boardpi.commands.terminal.parser import Parser


def add_book(parser: Parser) -> None:
    """`--book`, `--config` and `--json`."""
    parser.add_argument("--book", metavar="FILE", help="the score book (default: as configured)")
    parser.add_argument("--config", metavar="FILE", help="the configuration that says where it is")
    parser.add_argument("--json", action="store_true", help="answer in JSON, for programs")


def add_period(parser: Parser) -> None:
    """`--period`, `--game` and `--rules`."""
    parser.add_argument(
        "--period",
        metavar="DAYS",
        help="today, season, 2025-06-01, 2025-06, 2025, 2024/25 or FIRST..LAST",
    )
    parser.add_argument(
        "--game",
        metavar="GAME",
        choices=GAMES,
        type=str.lower,
        help="only games of jasir or only of jarmo, by whichever rule set",
    )
    parser.add_argument(
        "--rules", metavar="NAME", help="only games of this rule set (see 'boardpi rules list')"
    )


def asked_path(args: Namespace) -> Path:
    """The file of the book."""
    return Path(args.book) if args.book else book_path(asked_config(args))


def asked_period(args: Namespace) -> Period:
    """The days of `--period`."""
    return ALWAYS if args.period is None else parse_period(args.period, date.today())


def asked_rule_set(args: Namespace, book: Book) -> str | None:
    """The rule set of `--rules`, if there is one of this name or games were played by it."""
    if args.rules is None:
        return None
    known = {**book.rulebook.known(), **known_rule_sets(asked_config(args))}
    try:
        return rule_set(args.rules, known).name
    except RulesError as error:
        hint = f" All of {args.rules}: --game {args.rules}." if args.rules in GAMES else ""
        raise CommandError(f"--rules: {error}.{hint}") from None


@contextmanager
def book_to_read(args: Namespace) -> Iterator[Book]:
    """The book, if there is one; a disk that cannot be written is good enough."""
    with complaining():
        path = asked_path(args)
        if not path.exists():
            raise BookMissing(path)
        try:
            book = open_book(path, check=False)
        except BookReadOnly:
            book = read_book(path)
        with book:
            yield book


@contextmanager
def book_to_write(args: Namespace) -> Iterator[Book]:
    """The book, made if there is none."""
    with complaining(), open_book(asked_path(args), check=False) as book:
        yield book


@contextmanager
def complaining() -> Iterator[None]:
    """Tell what the book refuses in one sentence."""
    try:
        yield
    except BookError as error:
        raise CommandError(str(error)) from None


@contextmanager
def as_owner(*folders: Path) -> Iterator[None]:
    """Root works in folders of one other user as this user: no link there leads root anywhere."""
    try:
        owners = {(found.st_uid, found.st_gid) for found in (one.stat() for one in folders)}
    except OSError:  # named by whoever needs them
        owners = set()
    if os.geteuid() != 0 or len(owners) != 1 or (owner := owners.pop())[0] == 0:
        yield
        return
    groups, group = os.getgroups(), os.getegid()
    os.setgroups([])
    os.setegid(owner[1])
    os.seteuid(owner[0])
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(group)
        os.setgroups(groups)


def agrees(question: str) -> bool:
    """Ask; silence means no."""
    try:
        return input(f"{question} [y/N] ").strip().lower() in ("y", "yes")
    except EOFError:
        print()
        return False
