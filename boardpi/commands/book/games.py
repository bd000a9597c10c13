"""`boardpi games …`: list, show, add, name, correct, day, files, delete, restore, verify."""

from __future__ import annotations

from argparse import Namespace
from datetime import datetime
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Final

from boardpi.club import (
    Book,
    Entry,
    LoggedChange,
    Search,
    find_whole_backup,
    read_games,
    verify,
)
from boardpi.club.corrections import HandResult
from boardpi.club.transfer.exports import (
    game_json,
    name_correction,
    to_csv,
    to_jas,
    to_json,
)
from boardpi.club.transfer.imports import read_correction
from boardpi.commands.terminal.columns import WIDTH, draw_table
from boardpi.commands.terminal.configuration import answer, asked_config
from boardpi.commands.terminal.files import CommandError, read_text
from boardpi.commands.terminal.parser import add_command, add_group, count
from boardpi.commands.terminal.score_book import (
    add_book,
    add_period,
    agrees,
    asked_path,
    asked_period,
    asked_rule_set,
    book_to_read,
    book_to_write,
)
from boardpi.config import known_rule_sets
from boardpi.rules import Outcome, rule_set
from boardpi.rules.holes import SIDES

if TYPE_CHECKING:
    from boardpi.commands.terminal.parser import Parser, Subparsers

EXAMPLES: Final = """
examples:
  boardpi games list --period today
  boardpi games name 12 "First player" "Second player"
  boardpi games add "First player" "Second player" "white 5-0 arrived" "black 0-3 arrived"
  boardpi games correct 12 "white 5-0 resigned"
  boardpi games export --period 2025 -o games.json
  boardpi games day 2025-06-01 12 13
  boardpi games delete 12        and, to undo it:  boardpi games restore 12
  boardpi games verify           has the card changed anything by itself?
"""


def add_parsers(subparsers: Subparsers) -> None:
    """Add the group to the command line."""
    group = add_group(
        subparsers,
        "games",
        summary="the games in the score book",
        description="The games in the score book, also while the table plays.",
        epilog=EXAMPLES,
    )
    _add_search(add_command(group, "list", run_list, "the games, newest first"))
    show = add_command(group, "show", run_show, "one game with its moves and its history")
    show.add_argument("game", metavar="GAME", type=count)
    add_book(show)
    _add_by_hand(group)
    name = add_command(group, "name", run_name, "say who played, also for its whole match")
    name.add_argument("game", metavar="GAME", type=count)
    name.add_argument("white", metavar="WHITE", help="a name, or '?' for nobody")
    name.add_argument("black", metavar="BLACK", help="a name, or '?' for nobody")
    name.add_argument("--this-game-only", action="store_true", help="leave its match alone")
    add_book(name)
    correct = add_command(group, "correct", run_correct, "set the result that counts")
    correct.add_argument("game", metavar="GAME", type=count)
    correct.add_argument(
        "result", metavar="RESULT", help="'white 5-0 resigned', or 'board' for what the board says"
    )
    add_book(correct)
    day = add_command(group, "day", run_day, "say on which day games were played")
    day.add_argument("day", metavar="DAY", help="2025-06-01")
    day.add_argument("games", metavar="GAME", type=count, nargs="+")
    add_book(day)
    _add_files(group)
    check = add_command(group, "verify", run_verify, "is the book still what was written?")
    check.add_argument(
        "--accept", action="store_true", help="take the book as it is now for what was written"
    )
    add_book(check)
    for word, run, summary in (
        ("delete", run_delete, "put games into the bin"),
        ("restore", run_restore, "take games out of the bin"),
    ):
        command = add_command(group, word, run, summary)
        command.add_argument("games", metavar="GAME", type=count, nargs="+")
        if word == "delete":
            command.add_argument("--yes", action="store_true", help="do not ask")
        add_book(command)


def _add_by_hand(group: Subparsers) -> None:
    add = add_command(group, "add", run_add, "write down a result of another board, by hand")
    add.add_argument("white", metavar="WHITE", help="who had White in the first game")
    add.add_argument("black", metavar="BLACK", help="who had Black in it")
    add.add_argument(
        "results",
        metavar="RESULT",
        nargs="+",
        help="'white 5-0 arrived': who won, the points of White and Black, why; a second one is of"
        " the second game, where BLACK has White",
    )
    add.add_argument("--rules", metavar="NAME", help="default: those of the configuration")
    add.add_argument("--day", metavar="DAY", help="2025-06-01 (default: today)")
    add.add_argument("--table", metavar="NAME", default="", help="which board it was")
    add.add_argument("--note", metavar="TEXT", default="", help="why, where a result is odd")
    add_book(add)


def _add_files(group: Subparsers) -> None:
    export = add_command(group, "export", run_export, "write games to files or to the terminal")
    export.add_argument("games", metavar="GAME", type=count, nargs="*", help="default: all found")
    export.add_argument("--format", choices=("jas", "json", "csv"), help="default: as in FILE")
    export.add_argument("-o", "--output", metavar="FILE", help="a file; for many .jas a directory")
    _add_search(export)
    bring = add_command(group, "import", run_import, "read games from .jas or JSON files")
    bring.add_argument("files", metavar="FILE", nargs="+")
    add_book(bring)


def _add_search(parser: Parser) -> None:
    parser.add_argument("--search", metavar="TEXT", default="", help="part of a name or a club")
    parser.add_argument("--player", metavar="NAME", help="only games of this player")
    parser.add_argument("--state", choices=("playing", "over", "unfinished"))
    parser.add_argument("--bin", action="store_true", help="the games in the bin")
    parser.add_argument("--limit", metavar="N", type=count, default=1000, help="default: 1000")
    add_period(parser)
    add_book(parser)


def _found(args: Namespace, book: Book) -> list[Entry]:
    player = None if args.player is None else book.players.named(args.player).id
    return book.archive.search(
        Search(
            args.search,
            player,
            asked_rule_set(args, book),
            asked_period(args),
            args.state,
            args.bin,
            args.limit,
            game=args.game,
        )
    )


def run_list(args: Namespace) -> int:
    """The games, newest first."""
    with book_to_read(args) as book:
        entries = _found(args, book)
        heads = ("game", "day", "White", "Black", "result", "rules")
        rows = [
            (e.id, _day(e), e.white, e.black, f"{_result(e)} {_ended(e)}", e.rules) for e in entries
        ]
        text = draw_table(heads, rows) if rows else "No games."
        return answer(args, [entry.to_json() for entry in entries], text)


def _day(entry: Entry) -> str:
    return (entry.day or "") + ("" if entry.day and entry.is_day_sure else "?")


def _result(entry: Entry) -> str:
    return entry.result + ("!" if entry.corrected else "")


def _ended(entry: Entry) -> str:
    return entry.outcome.reason if entry.outcome else entry.state


def run_show(args: Namespace) -> int:
    """One game."""
    with book_to_read(args) as book:
        entry = book.archive.entry(args.game)
        changes = book.history.of_game(entry.id)
        lines = [to_jas(book.archive, entry).rstrip()]
        if entry.deleted:
            lines.append(f"\nIn the bin since {entry.deleted}.")
        if changes:
            lines += ["\nHistory:", *(_change(change) for change in changes)]
        told = game_json(book.archive, entry) | {"history": [_told(c) for c in changes]}
        return answer(args, told, "\n".join(lines))


def _change(change: LoggedChange) -> str:
    """As many lines as it takes."""
    what = change.what.replace("_", " ")
    facts = f"{_words(change.before)} → {_words(change.after)}"
    text = f"{change.at}  {change.who}: {what}, {facts}"
    return fill(text, WIDTH, subsequent_indent=" " * 4, break_on_hyphens=False)


def _words(fact: object) -> str:
    """What was there before or after, as people say it: moves, names, a result."""
    if fact is None or fact == []:
        return "nothing"
    if isinstance(fact, list):
        return ", ".join("no name" if one is None else str(one) for one in fact)
    if isinstance(fact, dict) and {"reason", "winner", "points"} <= fact.keys():
        winner = None if fact["winner"] is None else SIDES[fact["winner"]]
        said = name_correction(Outcome(fact["reason"], winner, tuple(fact["points"])))
        return f"{said} ({fact['note']})" if fact.get("note") else said
    return str(fact)


def _told(change: LoggedChange) -> dict[str, object]:
    names = ("at", "who", "what", "before", "after")
    return {name: getattr(change, name) for name in names}


def run_name(args: Namespace) -> int:
    """Names given afterwards."""
    with book_to_write(args) as book:
        entry = book.corrections.name(
            args.game, args.white, args.black, whole_match=not args.this_game_only
        )
        return answer(
            args, entry.to_json(), f"Game {entry.id}: {entry.white} against {entry.black}."
        )


def run_add(args: Namespace) -> int:
    """Results by hand."""
    config = asked_config(args)
    rules = rule_set(args.rules or config.table.rules, known_rule_sets(config))
    with book_to_write(args) as book:
        outcomes = tuple(map(_read_result, args.results))
        result = HandResult(
            rules, args.white, args.black, outcomes, args.note, args.day, args.table
        )
        entries = book.corrections.add(result)
        lines = [f"Game {e.id}: {e.white} {e.result} {e.black}, {_ended(e)}." for e in entries]
        return answer(args, [entry.to_json() for entry in entries], "\n".join(lines))


def _read_result(text: str) -> Outcome:
    outcome = read_correction(text)
    if outcome is None:
        raise CommandError("'*' is no result: write it as 'white 5-0 arrived'")
    return outcome


def run_correct(args: Namespace) -> int:
    """The result that counts."""
    with book_to_write(args) as book:
        outcome: Outcome | None = None if args.result == "board" else read_correction(args.result)
        entry = book.corrections.result(args.game, outcome)
        return answer(args, entry.to_json(), f"Game {entry.id}: {_result(entry)}, {_ended(entry)}.")


def run_day(args: Namespace) -> int:
    """The day that counts, where the clock was wrong."""
    with book_to_write(args) as book:
        with book.store.writing():
            dated = [book.days.set(game, args.day) for game in args.games]
        text = f"Played on {args.day}: {_numbers(args.games)}."
        return answer(args, [entry.to_json() for entry in dated], text)


def run_export(args: Namespace) -> int:
    """Games as text."""
    with book_to_read(args) as book:
        found = [book.archive.entry(game) for game in args.games] or _found(args, book)
        kind = args.format or (Path(args.output).suffix.removeprefix(".") if args.output else "jas")
        if kind == "jas" or (args.output and Path(args.output).is_dir()):
            return _export_records(args, book, found)
        if kind not in ("json", "csv"):
            raise CommandError(f"{args.output}: choose .jas, .json or .csv, or give --format")
        text = to_json(book.archive, found) if kind == "json" else to_csv(book.archive, found)
        return _put(args.output, text)


def _export_records(args: Namespace, book: Book, found: list[Entry]) -> int:
    if args.output and Path(args.output).is_dir():
        for entry in found:
            name = f"{entry.day or 'undated'}-game-{entry.id:04}.jas"
            _put(str(Path(args.output) / name), to_jas(book.archive, entry))
        return 0
    if len(found) != 1:
        raise CommandError(f"{len(found)} games: a .jas file holds one; give -o DIRECTORY for many")
    return _put(args.output, to_jas(book.archive, found[0]))


def _put(output: str | None, text: str) -> int:
    if output is None:
        print(text, end="")
        return 0
    try:
        with Path(output).open("x", encoding="utf-8", newline="") as file:
            file.write(text)
    except FileExistsError:
        raise CommandError(f"{output} exists already: choose another name") from None
    return 0


def run_import(args: Namespace) -> int:
    """Games from files, each file wholly or not at all."""
    told = []
    with book_to_write(args) as book:
        known = {**book.rulebook.known(), **known_rule_sets(asked_config(args))}
        for file in args.files:
            try:
                arrived = book.arrivals.add(read_games(read_text(file), known))
            except ValueError as error:
                raise CommandError(f"{file}: {error}") from None
            new = [game.game_id for game in arrived if game.is_new]
            old = [game.game_id for game in arrived if not game.is_new]
            told.append({"file": file, "new": new, "known": old})
    lines = [
        f"{t['file']}: new: {_numbers(t['new'])}; here already: {_numbers(t['known'])}"
        for t in told
    ]
    return answer(args, told, "\n".join(lines))


def _numbers(games: object) -> str:
    assert isinstance(games, list)
    shown = ", ".join(str(game) for game in games[:10])
    return (shown + (f" … ({len(games)})" if len(games) > 10 else "")) or "none"


def run_delete(args: Namespace) -> int:
    """Into the bin, after a question."""
    with book_to_write(args) as book:
        entries = [book.archive.entry(game) for game in args.games]
        for entry in entries if not args.json else []:
            print(f"game {entry.id}: {entry.day} {entry.white} - {entry.black} {entry.result}")
        if not args.yes and not agrees(f"Put {len(entries)} into the bin?"):
            print("Nothing was deleted.")
            return 1
        with book.store.writing():
            gone = [book.corrections.delete(entry.id) for entry in entries]
        undo = f"boardpi games restore {' '.join(str(entry.id) for entry in gone)}"
        return answer(args, [e.to_json() for e in gone], f"In the bin. To undo it: {undo}")


def run_restore(args: Namespace) -> int:
    """Out of the bin."""
    with book_to_write(args) as book:
        with book.store.writing():
            back = [book.corrections.restore(game) for game in args.games]
        return answer(args, [e.to_json() for e in back], f"Restored: {_numbers(args.games)}.")


def run_verify(args: Namespace) -> int:
    """Every page against its seal; exit code 1 if one is broken."""
    try:
        with book_to_read(args) as book:
            broken, games = verify(book.store), book.archive.count()
            if args.accept and broken:
                book.accept()
    except CommandError as error:
        raise CommandError(f"{error} {_offer(find_whole_backup(asked_path(args)))}") from None
    if not broken:
        told = f"{games} games and all other pages are as they were written."
        return answer(args, {"whole": True, "broken": [], "backup": None}, told)
    copy = None if args.accept else find_whole_backup(asked_path(args))
    done = "They count as written from now on." if args.accept else _offer(copy)
    lines = [*(f"changed on the disk: {name}" for name in broken), done]
    backup = None if copy is None else str(copy)
    answer(args, {"whole": False, "broken": broken, "backup": backup}, "\n".join(lines))
    return 0 if args.accept else 1


def _offer(copy: Path | None) -> str:
    if copy is None:
        return "There is no whole backup beside the book."
    day = datetime.fromtimestamp(copy.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
    return f"The newest whole backup is {copy}, written {day}."
