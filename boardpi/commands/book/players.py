"""`boardpi players …`: list, add, rename, describe, merge, split."""

from __future__ import annotations

import shlex
from argparse import Namespace
from typing import TYPE_CHECKING, Final

from boardpi.club import Player, Search
from boardpi.commands.terminal.columns import draw_table
from boardpi.commands.terminal.configuration import answer
from boardpi.commands.terminal.parser import add_command, add_group
from boardpi.commands.terminal.score_book import (
    add_book,
    agrees,
    book_to_read,
    book_to_write,
)
from boardpi.rules import Side
from boardpi.rules.holes import SIDES

if TYPE_CHECKING:
    from boardpi.commands.terminal.parser import Parser, Subparsers

LIKES: Final = {None: "", Side.WHITE: "White", Side.BLACK: "Black"}
EXAMPLES: Final = """
examples:
  boardpi players add "First player" --club "Chess club" --prefers w
  boardpi players rename "Frist player" "First player"
  boardpi players merge "F. player" "First player"      the first is the second
  boardpi players split "F. player"                     to undo that
"""


def add_parsers(subparsers: Subparsers) -> None:
    """Add the group to the command line."""
    group = add_group(
        subparsers,
        "players",
        summary="the people in the score book",
        description="The people in the score book. A name belongs to one player.",
        epilog=EXAMPLES,
    )
    add_book(add_command(group, "list", run_list, "everybody, by name"))
    add = add_command(group, "add", run_add, "write down a new player")
    add.add_argument("name", metavar="NAME")
    _add_description(add)
    describe = add_command(group, "describe", run_describe, "set club and colour of a player")
    describe.add_argument("name", metavar="NAME")
    _add_description(describe)
    rename = add_command(group, "rename", run_rename, "give a player another name")
    rename.add_argument("name", metavar="NAME")
    rename.add_argument("new", metavar="NEW")
    add_book(rename)
    merge = add_command(group, "merge", run_merge, "two entries are one person")
    merge.add_argument("name", metavar="NAME", help="the entry that goes")
    merge.add_argument("into", metavar="INTO", help="the entry that stays and gets the games")
    merge.add_argument("--yes", action="store_true", help="do not ask")
    add_book(merge)
    split = add_command(group, "split", run_split, "undo a merge: they are two people after all")
    split.add_argument("name", metavar="NAME", help="the entry that was merged")
    add_book(split)


def _add_description(parser: Parser) -> None:
    parser.add_argument("--club", metavar="CLUB")
    parser.add_argument(
        "--prefers", metavar="COLOUR", choices=("w", "b", "none"), help="w, b, none"
    )
    add_book(parser)


def run_list(args: Namespace) -> int:
    """Everybody."""
    with book_to_read(args) as book:
        players = book.players.all()
        rows = [
            (p.id, p.name, p.club, p.prefers.letter if p.prefers is not None else "")
            for p in players
        ]
        text = draw_table(("id", "name", "club", "likes"), rows) if rows else "No players."
        return answer(args, [player.to_json() for player in players], text)


def run_add(args: Namespace) -> int:
    """A new player."""
    with book_to_write(args) as book:
        return _tell(args, book.players.add(args.name, args.club or "", _colour(args.prefers)))


def run_describe(args: Namespace) -> int:
    """Club and colour; what is not given stays."""
    with book_to_write(args) as book:
        player = book.players.named(args.name)
        club = player.club if args.club is None else args.club
        prefers = player.prefers if args.prefers is None else _colour(args.prefers)
        return _tell(args, book.players.describe(player.id, club, prefers))


def _colour(letter: str | None) -> Side | None:
    return SIDES.get(letter or "")


def run_rename(args: Namespace) -> int:
    """Another name."""
    with book_to_write(args) as book:
        return _tell(args, book.players.rename(book.players.named(args.name).id, args.new))


def run_merge(args: Namespace) -> int:
    """Two are one, after a question."""
    with book_to_write(args) as book:
        one, two = book.players.named(args.name), book.players.named(args.into)
        games = len(book.archive.search(Search(player_id=one.id)))
        question = f"All games of {one.name} ({games}) then count for {two.name}. Merge them?"
        if not args.yes and one.id != two.id and not agrees(question):
            print("Nothing was merged.")
            return 1
        left = book.players.merge(one.id, two.id)
        undo = f"To undo it: boardpi players split {shlex.quote(one.name)}"
        return answer(args, left.to_json(), f"{one.name} is {left.name} now. {undo}")


def run_split(args: Namespace) -> int:
    """A merge undone."""
    with book_to_write(args) as book:
        return _tell(args, book.players.split(book.players.merged_entry(args.name)))


def _tell(args: Namespace, player: Player) -> int:
    club = f", {player.club}" if player.club else ""
    return answer(args, player.to_json(), f"Player {player.id}: {player.name}{club}.")
