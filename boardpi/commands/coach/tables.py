"""`boardpi tables …`: info, check, use, build, pack."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from boardpi.coach.endgames.places import SIZES
from boardpi.coach.endgames.tables_file import (
    BadTables,
    TablesFile,
    WrongRules,
    classes_up_to,
    fingerprint,
)
from boardpi.commands.terminal.files import CommandError
from boardpi.commands.terminal.parser import add_command, add_group, count
from boardpi.daemon.coach.endgames import given_file, map_file
from boardpi.rules import DEFAULT, RULE_SETS

if TYPE_CHECKING:
    from boardpi.commands.terminal.parser import Parser, Subparsers

EXAMPLES: Final = """
examples:
  boardpi tables info                        which tables this computer has
  boardpi tables info /media/stick/jasir7.tables
  boardpi tables check jasir7.tables         read every byte of it
  boardpi tables use jasir7.tables           check it and keep a copy for the coach
  boardpi tables use none                    go back to what ships with boardpi
  boardpi tables build jasir6.tables --alive 6    solve and pack, in a checkout with a compiler
  boardpi tables pack jasir6.tables --alive 6 --quick    pack again what is solved
"""
CHECKOUT: Final = Path(__file__).parents[3]
TOLD: Final = 32 << 20
"""Bytes of a file from which on reading and copying are told as they go."""
ROOM: Final = 64 << 20
"""Bytes that stay free on the disk, for the score book."""


def add_parsers(subparsers: Subparsers) -> None:
    """Add the group to the command line."""
    group = add_group(
        subparsers,
        "tables",
        summary="how much of Jasir the coach knows for certain",
        description="Files of exact tables: what is in them, whether they are whole, which is used."
        " Five archers alive and the opening ship with boardpi; larger files know more.",
        epilog=EXAMPLES,
    )
    info = add_command(group, "info", run_info, "what a file of tables knows", epilog=EXAMPLES)
    info.add_argument("file", metavar="FILE", nargs="?", help="default: the file in use")
    check = add_command(group, "check", run_check, "read every byte of a file", epilog=EXAMPLES)
    _add_file(check)
    use = add_command(group, "use", run_use, "let the coach know what is in it", epilog=EXAMPLES)
    use.add_argument("file", metavar="FILE", help="a file of tables, or none")
    build = add_command(group, "build", run_build, "solve Jasir and pack it", epilog=EXAMPLES)
    pack = add_command(group, "pack", run_pack, "pack what is solved", epilog=EXAMPLES)
    for parser in (build, pack):
        _add_file(parser)
        parser.add_argument(
            "--alive", metavar="N", type=count, default=6, help="most archers alive (6)"
        )
        parser.add_argument(
            "--rules", metavar="NAME", default=DEFAULT.name, help=f"rule set ({DEFAULT.name})"
        )
        parser.add_argument(
            "--quick", action="store_true", help="pack six times as fast, a sixth larger"
        )


def _add_file(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a file of tables")


def open_tables(path: Path) -> TablesFile:
    """A file that somebody named, bound to the first rule set of ours that it is for."""
    try:
        data = map_file(path)
        for rules in RULE_SETS.values():
            try:
                return TablesFile(data, rules)
            except WrongRules:
                continue
    except BadTables as error:
        raise CommandError(f"{path}: {error}") from None
    raise CommandError(f"{path}: its tables are of other rules or lines than ours")


def describe(path: Path) -> str:
    """What a file knows, in a few lines."""
    file = open_tables(path)
    header, prints = file.header, file.fingerprints()
    names = [name for name, rules in RULE_SETS.items() if fingerprint(rules) in prints]
    boards = sum(SIZES[of] for of in classes_up_to(header.most_alive))
    sides = "both sides to move" if header.sides == 2 else "one side to move"
    proven = f"up to {header.choices_alive} alive" if header.choices_alive else "nowhere"
    if file.has_detours:
        proven = "everywhere"
    return (
        f"{path}\n"
        f"  rules          {', '.join(names)}\n"
        f"  most alive     {header.most_alive} of 10\n"
        f"  positions      {boards:,} boards, {sides} stored\n"
        f"  size           {header.length:,} bytes\n"
        f"  proven to end  {proven}"
    )


def run_info(args: argparse.Namespace) -> int:
    """Print what a file knows."""
    if args.file is not None:
        print(describe(Path(args.file)))
    elif given_file().exists():
        print(describe(given_file()))
    else:
        print(
            "No file of tables is in use. The coach knows what ships with boardpi: the opening,"
            " five archers alive, and races."
        )
    return 0


def run_check(args: argparse.Namespace) -> int:
    """Read a whole file."""
    path = Path(args.file)
    check_whole(path)
    print(f"{path} is whole.")
    return 0


def check_whole(path: Path) -> None:
    """CommandError if a bit is wrong."""
    file = open_tables(path)
    try:
        with Telling("reading", file.header.length) as telling:
            file.check(telling.hear)
    except BadTables as error:
        raise CommandError(f"{path}: {error}") from None


def run_use(args: argparse.Namespace) -> int:
    """Copy a checked file to where the coach looks."""
    place = given_file()
    if args.file == "none":
        place.unlink(missing_ok=True)
        print("The coach knows what ships with boardpi.")
        return 0
    source = Path(args.file)
    check_whole(source)
    place.parent.mkdir(parents=True, exist_ok=True)
    size, free = source.stat().st_size, shutil.disk_usage(place.parent).free
    if size + ROOM > free:
        raise CommandError(
            f"{source} has {size >> 20:,} MB, and {place.parent} has {free >> 20:,} MB left"
        )
    copy(source, place)
    print(describe(place))
    print("A running table knows it when its coach wakes up next: after three minutes of quiet.")
    return 0


def copy(source: Path, place: Path) -> None:
    """Whole or not at all, also if the power fails; what was copied is checked again.

    The folder may belong to the service, whose file it becomes; a link that somebody laid there is
    not followed.
    """
    part = place.with_name(place.name + ".part")
    part.unlink(missing_ok=True)
    owner = place.parent.stat()
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
    try:
        with (
            source.open("rb") as reading,
            os.fdopen(os.open(part, flags, 0o644), "wb") as writing,
        ):
            if os.geteuid() == 0:
                os.fchown(writing.fileno(), owner.st_uid, owner.st_gid)
            with Telling("copying", source.stat().st_size) as telling:
                while data := reading.read(1 << 20):
                    writing.write(data)
                    telling.hear(writing.tell())
            writing.flush()
            os.fsync(writing.fileno())
        check_whole(part)
        part.replace(place)
    finally:
        part.unlink(missing_ok=True)


class Telling:
    """A line that tells how far long work is, where somebody looks; nothing for small files."""

    def __init__(self, doing: str, size: int) -> None:
        self._doing, self._size = doing, size
        self._is_told = size >= TOLD and sys.stderr.isatty()

    def hear(self, done: int) -> None:
        """So many bytes are done."""
        if self._is_told:
            part = f"{done >> 20:,} of {self._size >> 20:,} MB"
            print(f"\r\x1b[K{self._doing}: {part}", end="", file=sys.stderr, flush=True)

    def __enter__(self) -> Telling:
        """Nothing is told yet."""
        return self

    def __exit__(self, *_: object) -> None:
        """The line is wiped away."""
        if self._is_told:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def run_build(args: argparse.Namespace) -> int:
    """Let the checkout solve what is missing, and pack it."""
    return in_checkout(args)


def run_pack(args: argparse.Namespace) -> int:
    """Let the checkout pack what is solved."""
    return in_checkout(args, "--solved")


def in_checkout(args: argparse.Namespace, *more: str) -> int:
    """Run the solver's own program."""
    if not (CHECKOUT / "tools" / "solve" / "__main__.py").is_file():
        raise CommandError(
            "tables are built in a checkout of boardpi with make and a compiler:"
            f" make solve ALIVE={args.alive} PACK={args.file}"
        )
    if not 2 <= args.alive <= 10:
        raise CommandError(f"--alive {args.alive}: must be 2 to 10")
    output = Path(args.file).resolve()
    subprocess.run(["make", "-s", "class-solver"], cwd=CHECKOUT, check=True)
    words = ["-m", "tools.solve", str(args.alive), "--pack", str(output), "--rules", args.rules]
    words += [*more, *(["--quick"] if args.quick else [])]
    return subprocess.run([sys.executable, *words], cwd=CHECKOUT, check=False).returncode
