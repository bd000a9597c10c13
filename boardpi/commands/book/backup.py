"""`boardpi backup`: a copy of the book; `boardpi restore`: going back to one."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from contextlib import closing, suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from boardpi.club import Book, BookError, BookTrouble, back_up, open_book
from boardpi.club.safety.backups import LAST_BACKUP
from boardpi.club.safety.claim import claim
from boardpi.club.safety.restoring import (
    STAMP,
    Carried,
    carried_from,
    compare,
    copy_to_draft,
    draft_of,
    go_back,
    open_draft,
    remove_draft,
)
from boardpi.club.store import open_to_read
from boardpi.commands.terminal.configuration import answer, asked_config
from boardpi.commands.terminal.files import CommandError
from boardpi.commands.terminal.parser import add_command
from boardpi.commands.terminal.running_table import RunningTable
from boardpi.commands.terminal.score_book import add_book, agrees, as_owner, asked_path, complaining

if TYPE_CHECKING:
    from boardpi.commands.terminal.parser import Subparsers

MOST_NAMED: Final = 10
EXAMPLES: Final = """
examples:
  boardpi restore /media/stick/book-2025-06-01.sqlite
  sudo boardpi restore /var/lib/boardpi/backups/day-3.sqlite      Wednesday's copy

It says what would be lost and asks. It works while the table runs: the game on the table goes on,
and is written into the restored book. The book until now is kept in the folder "backups" beside it.
"""


def add_parsers(subparsers: Subparsers) -> None:
    """Add both to the command line."""
    copy = add_command(
        subparsers, "backup", run_backup, "copy the score book, also while the table plays"
    )
    copy.add_argument("file", metavar="FILE")
    copy.add_argument("--replace", action="store_true", help="replace FILE if it is there")
    add_book(copy)
    back = add_command(
        subparsers, "restore", run_restore, "go back to a copy of the score book", epilog=EXAMPLES
    )
    back.add_argument("file", metavar="FILE", help="a backup")
    back.add_argument("--yes", action="store_true", help="do not ask")
    add_book(back)


def run_backup(args: Namespace) -> int:
    """A copy that is whole, or none; a book of an older boardpi is copied as it is."""
    path, target = asked_path(args), Path(args.file)
    with complaining(), as_owner(path.parent, target.parent):
        with closing(open_to_read(path, any_version=True)) as store:
            size = back_up(store, target, replace=args.replace)
        if not target.resolve().is_relative_to(path.parent.resolve()):
            note_backup(path)
    return answer(args, {"file": args.file, "bytes": size}, f"{args.file}: {size} bytes, checked.")


def note_backup(path: Path) -> None:
    """A copy in another folder: the page need not remind of one. Only a courtesy."""
    with suppress(BookError), open_book(path, check=False) as book:
        book.settings.put(LAST_BACKUP, book.store.now())


def run_restore(args: Namespace) -> int:
    """By the running table, which goes on with its game; alone where none runs."""
    path, file = asked_path(args), Path(args.file)
    os.umask(0o077)
    table = RunningTable.of_book(asked_config(args), path)
    with complaining():
        if table is not None:
            return restore_running(args, table, file)
        with as_owner(path.parent):
            return restore_alone(args, path, file)


def restore_running(args: Namespace, table: RunningTable, file: Path) -> int:
    """The table looks at the file, tells, and goes back."""
    try:
        with file.open("rb") as content:
            told = table.send(f"restore?name={plain(file.name)}", content)
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror or error}") from None
    if not is_wanted(args, told):
        table.ask("DELETE", "restore")
        return leave(args, told)
    done = table.ask("POST", "restore/now", {"id": told["id"]})
    return tell_done(args, told, done["aside"], "The table starts again with it.")


def restore_alone(args: Namespace, path: Path, file: Path) -> int:
    """Nobody else may have the book meanwhile."""
    path.parent.mkdir(parents=True, exist_ok=True)
    held, draft = claim(path), draft_of(path)
    present = None
    try:
        remove_draft(draft)
        copy_to_draft(file, draft)
        present = open_present(path)
        carried = None if present is None else carried_now(present, path)
        with open_draft(draft, file.name) as backup:
            told = compare(present, backup, carried).to_json()
        if not is_wanted(args, told):
            return leave(args, told)
        store, stamp = (None if present is None else present.store), datetime.now().strftime(STAMP)
        aside = go_back(draft, file.name, path, store, carried, stamp)
        forget_marks(path)
    finally:
        remove_draft(draft)
        if present is not None:
            present.close()
        held.release()
    return tell_done(args, told, None if aside is None else str(aside), "")


def forget_marks(path: Path) -> None:
    """They name the game by its number in the book until now."""
    from boardpi.daemon.game_clock import marks_beside

    with suppress(FileNotFoundError):
        marks_beside(path).unlink()


def carried_now(present: Book, path: Path) -> Carried | None:
    """The game that stood on the table, with what the last mark says of its clocks."""
    from boardpi.daemon.game_clock import marks_beside, resume_clocks
    from boardpi.timekeeping.clocks import to_text

    carried = carried_from(present)
    if carried is None or carried.clocks is None:
        return carried
    marks = marks_beside(path)
    clocks = resume_clocks(carried.clocks, carried.entry.id, carried.game, marks)
    told = None if clocks is None else (str(clocks.control), to_text(clocks))
    return replace(carried, clocks=told)


def open_present(path: Path) -> Book | None:
    """The book as it is; None if there is none, or it cannot be read."""
    if not path.exists():
        return None
    try:
        return open_book(path)
    except BookTrouble as trouble:
        print(f"The book that is there now: {trouble}", file=sys.stderr)
        return None


def plain(name: str) -> str:
    """A name as it stands in an address."""
    from urllib.parse import quote

    return quote(name[-100:])


# ── what is told ─────────────────────────────────────────────────────────────────────────────────


def is_wanted(args: Namespace, told: dict[str, Any]) -> bool:
    """Say what would be lost, and ask."""
    if not args.json:
        print("\n".join(describe(told)))
    if args.yes:
        return True
    return not args.json and agrees(f"Go back to {args.file}?")


def leave(args: Namespace, told: dict[str, Any]) -> int:
    """Nothing was done."""
    if args.json:
        print(json.dumps({**told, "restored": False}, ensure_ascii=False))
    else:
        print("Nothing was changed.")
    return 1


def tell_done(args: Namespace, told: dict[str, Any], aside: str | None, more: str) -> int:
    """Where the book until now is."""
    kept = f"The book until now is {aside}." if aside else "There was no book before."
    text = " ".join(["Restored.", kept, more]).strip()
    return answer(args, {**told, "restored": True, "aside": aside}, text)


def describe(told: dict[str, Any]) -> list[str]:
    """What the copy holds, and what the book has that it has not."""
    backup, present = told["backup"], told["present"]
    lines = [f"The backup has {amount(backup)}."]
    if present is None:
        return [*lines, "The book that is there now cannot be read; it is kept aside as it is."]
    lines.append(f"The book has {amount(present)}.")
    if told["lost_games"]:
        lines.append(f"Not in the backup, and lost with it: {count(told['lost_games'], 'game')}:")
        lines += [f"  {line(game)}" for game in told["games"][:MOST_NAMED]]
    if told["lost_players"]:
        names = ", ".join(told["players"][:MOST_NAMED])
        lines.append(f"Players who are not in it: {told['lost_players']} ({names})")
    if told["changed_games"]:
        changed = count(told["changed_games"], "game")
        lines.append(f"Otherwise in it (names, results, bin): {changed}")
    if not told["lost_games"] and not told["lost_players"] and not told["changed_games"]:
        lines.append("Nothing would be lost.")
    if told["playing"]:
        lines.append(f"The game on the table goes on: {line(told['playing'])}")
    return lines


def amount(contents: dict[str, Any]) -> str:
    """How much, and until when."""
    day = f", the last of {contents['last_day']}" if contents["last_day"] else ""
    games, players = count(contents["games"], "game"), count(contents["players"], "player")
    return f"{games} and {players}{day}"


def count(number: int, noun: str) -> str:
    """`1 game`, `2 games`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def line(game: dict[str, Any]) -> str:
    """A game in a line."""
    outcome = game["outcome"]
    result = "-".join(map(str, outcome["points"])) if outcome else game["state"]
    return f"{game['day']}  {game['white'] or 'White'} - {game['black'] or 'Black'}  {result}"
