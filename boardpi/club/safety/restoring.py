"""Going back to a copy: is it a whole score book, what would be lost, and putting it in place.

A copy is tried on a draft beside the book; the book is touched when all is known to be well, and
what it held until then is kept aside. The game on the table goes on: it is written into the copy.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from boardpi.club.book import Book, open_book
from boardpi.club.entries import ENTRIES, OVER, UNFINISHED, Entry, entry_of
from boardpi.club.errors import (
    BookDamaged,
    BookError,
    BookRotten,
    BookTooNew,
    BookTrouble,
    NotABook,
)
from boardpi.club.safety.backups import FOLDER, LAST_BACKUP, back_up, sync
from boardpi.club.safety.seals import summarise
from boardpi.club.store import Store, find_rot, named_errors, open_to_read
from boardpi.rules import Game

MAGIC: Final = b"SQLite format 3\0"
MOST_TOLD: Final = 50  # games and players that are named
DRAFT: Final = ".restore.part"
STAMP: Final = "%Y-%m-%d-%H%M%S"  # of what is kept aside
SIDE_FILES: Final = ("-wal", "-shm")


class UnfitBackup(BookError):
    """A file that cannot take the place of the book. `reason` is a word for pages."""

    def __init__(self, name: str, reason: str, sentence: str) -> None:
        super().__init__(f"{name} {sentence} Nothing was changed.")
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Carried:
    """The game on the table, as it goes on in another book."""

    entry: Entry
    game: Game
    stamps: tuple[int, ...]
    clocks: tuple[str, str] | None = None  # control and state, as of now


@dataclass(frozen=True, slots=True)
class BookContents:
    """How much a book holds, and its newest day."""

    games: int
    players: int
    last_day: str | None

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {"games": self.games, "players": self.players, "last_day": self.last_day}


@dataclass(frozen=True, slots=True)
class Comparison:
    """What going back would change. `present` is None where the book cannot be read."""

    backup: BookContents
    present: BookContents | None
    lost_games: tuple[Entry, ...] = ()  # newest first
    lost_players: tuple[str, ...] = ()
    changed_games: int = 0  # in both, but named, corrected or deleted since
    playing: Entry | None = None  # goes on

    def to_json(self) -> dict[str, Any]:
        """For programs; long lists are cut, their lengths are told."""
        return {
            "backup": self.backup.to_json(),
            "present": None if self.present is None else self.present.to_json(),
            "lost_games": len(self.lost_games),
            "games": [game.to_json() for game in self.lost_games[:MOST_TOLD]],
            "lost_players": len(self.lost_players),
            "players": list(self.lost_players[:MOST_TOLD]),
            "changed_games": self.changed_games,
            "playing": None if self.playing is None else self.playing.to_json(),
        }


# ── the copy ─────────────────────────────────────────────────────────────────────────────────────


def copy_to_draft(source: Path, draft: Path) -> None:
    """The copy as it stands, with its own log if one lies beside it."""
    _check_first_bytes(source, source.name)
    try:
        with (
            closing(open_to_read(source, any_version=True)) as store,
            named_errors(draft),
            closing(sqlite3.connect(draft)) as target,
        ):
            store.connection.backup(target)
    except BookTrouble as trouble:
        raise _unfit(trouble, source.name) from None


def open_draft(draft: Path, name: str) -> Book:
    """The copy as a book of today's form; an UnfitBackup that calls it `name` says why not."""
    _check_first_bytes(draft, name)
    try:
        _check_is_book(draft)
        book = open_book(draft)
        try:
            broken = find_rot(book.store.connection)
            if broken:
                raise BookRotten(draft, summarise(broken))
            if book.store.row("SELECT 1 FROM hub_tables") is not None:
                sentence = "is the book of a hub, not of a table: boardpi hub restore takes it."
                raise UnfitBackup(name, "backup_of_hub", sentence)
        except BaseException:
            book.close()
            raise
    except (BookTrouble, sqlite3.Error) as trouble:
        raise _unfit(trouble, name) from None
    return book


def _check_first_bytes(path: Path, name: str) -> None:
    try:
        with path.open("rb") as file:
            first = file.read(len(MAGIC))
    except OSError as error:
        sentence = f"cannot be read ({error.strerror})."
        raise UnfitBackup(name, "backup_damaged", sentence) from None
    if first != MAGIC:
        raise UnfitBackup(name, "backup_foreign", "is not a score book of boardpi.")


def _check_is_book(draft: Path) -> None:
    """An empty database is no copy of anything, though a new book could be made of it."""
    with closing(open_to_read(draft, any_version=True)) as store:
        if store.row("SELECT 1 FROM sqlite_schema") is None:
            raise NotABook(draft, "empty")


def _unfit(trouble: Exception, name: str) -> UnfitBackup:
    if isinstance(trouble, NotABook):
        return UnfitBackup(name, "backup_foreign", "is not a score book of boardpi.")
    if isinstance(trouble, BookTooNew):
        sentence = "was written by a newer boardpi: update boardpi first."
        return UnfitBackup(name, "backup_too_new", sentence)
    if isinstance(trouble, BookRotten):
        sentence = "has changed on its disk since it was written: take another copy."
        return UnfitBackup(name, "backup_damaged", sentence)
    if isinstance(trouble, BookDamaged | sqlite3.Error):
        return UnfitBackup(name, "backup_damaged", "is damaged: take another copy.")
    return UnfitBackup(name, "backup_damaged", f"cannot be used: {trouble}")


# ── what would be lost ───────────────────────────────────────────────────────────────────────────


def carried_from(book: Book) -> Carried | None:
    """The game that is being played in this book, if hands have moved in it."""
    resumed = book.games.resume()
    if resumed is None or not resumed.game.moves:
        return None
    stamps = tuple(ply.ms for ply in book.archive.plies(resumed.entry.id))
    clocks = book.beside.clocks(resumed.entry.id)
    return Carried(resumed.entry, resumed.game, stamps, clocks)


def compare(present: Book | None, backup: Book, carried: Carried | None = None) -> Comparison:
    """What the book has that the copy has not."""
    held = _contents(backup.store)
    playing = None if carried is None else carried.entry
    if present is None:
        return Comparison(held, None, playing=playing)
    there, here = _games(backup.store), _games(present.store)
    table = set() if playing is None else {playing.uid}
    lost = [one for uid, one in here.items() if uid not in {*there, *table} and _counts(one)]
    both = [(here[uid], there[uid]) for uid in here.keys() & there.keys() if uid not in table]
    changed = [now for now, then in both if _facts(now) != _facts(then)]
    known = {row["folded"] for row in backup.store.rows("SELECT folded FROM players")}
    people = present.store.rows("SELECT name, folded FROM players ORDER BY folded")
    return Comparison(
        held,
        _contents(present.store),
        tuple(sorted(lost, key=lambda entry: entry.id, reverse=True)),
        tuple(row["name"] for row in people if row["folded"] not in known),
        len(changed),
        playing,
    )


def _contents(store: Store) -> BookContents:
    row = store.row(
        "SELECT count(*) AS games, max(day) AS day FROM games WHERE deleted IS NULL"
        " AND (state = 'over' OR id IN (SELECT game_id FROM moves))"
    )
    people = store.row("SELECT count(*) AS players FROM players WHERE merged_into IS NULL")
    assert row is not None  # counts always answer
    assert people is not None
    return BookContents(row["games"], people["players"], row["day"])


def _games(store: Store) -> dict[str, Entry]:
    return {row["uid"]: entry_of(row) for row in store.rows(ENTRIES)}


def _counts(entry: Entry) -> bool:
    """Whether somebody would miss it: it was played, and does not lie in the bin."""
    return entry.deleted is None and (entry.plies > 0 or entry.state == OVER)


def _facts(entry: Entry) -> tuple[object, ...]:
    """What an organiser would see; of a game that nobody misses, nothing."""
    if not _counts(entry):
        return ()
    outcome = None if entry.outcome is None else str(entry.outcome.to_json())
    return (entry.white, entry.black, outcome, entry.state, entry.plies)


# ── going back ───────────────────────────────────────────────────────────────────────────────────


def carry_over(carried: Carried | None, backup: Book) -> None:
    """The game on the table goes on in the copy; what stood on the table then was left."""
    with backup.store.writing():
        stood = backup.archive.playing()
        if stood is not None and (carried is None or stood.uid != carried.entry.uid):
            backup.games.abandon(stood.id)
        if carried is None:
            return
        number = _find_again(carried, backup) or _begin_again(carried, backup)
        backup.games.catch_up(number, carried.game, list(carried.stamps))
        if carried.clocks is not None:
            backup.beside.note_clocks(number, *carried.clocks)


def _find_again(carried: Carried, backup: Book) -> int | None:
    """The same game in the copy, to be played on there."""
    row = backup.store.row("SELECT id FROM games WHERE uid = ?", (carried.entry.uid,))
    if row is None:
        return None
    known = backup.archive.entry(row["id"])
    if known.deleted is not None:
        backup.corrections.restore(known.id)
    if known.state == OVER:  # it was taken back since
        backup.games.take_back(known.id, 0)
    elif known.state == UNFINISHED:
        backup.games.reopen(known.id)
    return known.id


def _begin_again(carried: Carried, backup: Book) -> int:
    """A game that the copy does not know: in its match, if its first game is there."""
    entry, game, matches = carried.entry, carried.game, backup.matches
    match = matches.find(entry.match_uid)
    is_first_there = match is not None and not matches.is_free(match, 1)
    belongs = is_first_there if entry.number == 2 else not is_first_there
    seats = (entry.white_name, entry.black_name)
    if belongs and entry.number == 2:
        seats = (entry.black_name, entry.white_name)  # as they sat in the first game
    begun = backup.games.begin(
        game.rules,
        start=game.start,
        any_first=game.any_first,
        white=seats[0],
        black=seats[1],
        table=entry.table,
        match_uid=entry.match_uid if belongs else None,
    )
    backup.store.write("UPDATE games SET uid = ? WHERE id = ?", (entry.uid, begun.id))
    return begun.id


def go_back(
    draft: Path, name: str, path: Path, present: Store | None, carried: Carried | None, stamp: str
) -> Path | None:
    """Put the copy in the book's place, and the book aside; where to, if there was one.

    `present` is the open book, or None where it cannot be opened.
    """
    with open_draft(draft, name) as backup:
        carry_over(carried, backup)
        backup.settings.put(LAST_BACKUP, backup.store.now())
        if present is not None:
            aside = keep_aside(present, stamp)
            put_in_place(backup, present)
    if present is None:
        return move_into_place(draft, path, stamp)
    remove_draft(draft)
    return aside


def keep_aside(store: Store, stamp: str) -> Path:
    """The book as it is now, whole or not, among the copies."""
    folder = Path(store.path).parent / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    target = free_name(folder, f"before-restore-{stamp}", ".sqlite")
    back_up(store, target, checked=False)
    return target


def put_in_place(backup: Book, store: Store) -> None:
    """Write the copy over the book in one transaction: a power cut leaves one or the other."""
    with store.lock, named_errors(store.path):
        backup.store.connection.backup(store.connection)
    store.rot = ()


def move_into_place(draft: Path, path: Path, stamp: str) -> Path | None:
    """The same where the book cannot be opened: its files are moved aside; where to."""
    sides = [Path(f"{path}{end}") for end in SIDE_FILES]
    aside = None
    if path.exists():
        folder = path.parent / FOLDER
        folder.mkdir(mode=0o700, exist_ok=True)
        aside = free_name(folder, f"before-restore-{stamp}", ".damaged")
        os.link(path, aside)
        for side, end in zip(sides, SIDE_FILES, strict=True):
            if side.exists():
                os.link(side, f"{aside}{end}")
        sync(folder)
    for side in sides:
        with suppress(FileNotFoundError):
            side.unlink()
    draft.replace(path)
    sync(path.parent)
    return aside


def free_name(folder: Path, name: str, end: str) -> Path:
    """A name that nothing has."""
    found = folder / f"{name}{end}"
    number = 2
    while found.exists():
        found = folder / f"{name}-{number}{end}"
        number += 1
    return found


def draft_of(path: Path) -> Path:
    """Where a copy is tried: beside the book."""
    return path.with_name(f"{path.name}{DRAFT}")


def remove_draft(draft: Path) -> None:
    """With what SQLite keeps beside it."""
    for name in (str(draft), *(f"{draft}{end}" for end in (*SIDE_FILES, "-journal"))):
        with suppress(FileNotFoundError):
            Path(name).unlink()


def list_copies(book: Path) -> Sequence[Path]:
    """The copies among the backups of a book, newest first."""
    found = []
    for copy in (book.parent / FOLDER).glob("*.sqlite"):
        with suppress(OSError):
            found.append((copy.stat().st_mtime, copy))
    return [copy for _, copy in sorted(found, reverse=True)]
