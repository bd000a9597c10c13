"""`boardpi standings`: who stands where."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from boardpi.club import Book, Selection, Standing
from boardpi.commands.terminal.columns import draw_table
from boardpi.commands.terminal.configuration import answer
from boardpi.commands.terminal.parser import add_command
from boardpi.commands.terminal.score_book import (
    add_book,
    add_period,
    asked_period,
    asked_rule_set,
    book_to_read,
)

if TYPE_CHECKING:
    from boardpi.commands.terminal.parser import Subparsers

EXAMPLES: Final = """
examples:
  boardpi standings --period season --game jasir
  boardpi standings --rules jasir-pergioco
  boardpi standings --among "First player" "Second player" "Third player"
  boardpi standings --of "First player"        against each opponent
"""


def add_parsers(subparsers: Subparsers) -> None:
    """Add the command to the command line."""
    table = add_command(
        subparsers, "standings", run_standings, "points and wins of the players", epilog=EXAMPLES
    )
    table.add_argument("--among", metavar="NAME", nargs="+", help="only games among these")
    table.add_argument("--of", metavar="NAME", help="one player against each opponent")
    add_period(table)
    add_book(table)


def run_standings(args: Namespace) -> int:
    """A table, best first."""
    with book_to_read(args) as book:
        among = None
        if args.among is not None:
            among = frozenset(book.players.named(name).id for name in args.among)
        selection = Selection(asked_period(args), asked_rule_set(args, book), among, args.game)
        if args.of is not None:
            return _tell_opponents(args, book, selection)
        tables = book.standings.by_game(selection)
        missing = book.standings.nameless(selection)
        text = "\n\n".join(_titled(game, rows) for game, rows in tables)
        text = text or "No finished games of named players."
        if missing:
            text += f"\n\nFinished games with a nameless seat: {missing} (see boardpi games name)."
        told = [{"game": game, **row.to_json()} for game, rows in tables for row in rows]
        return answer(args, told, text)


def _tell_opponents(args: Namespace, book: Book, selection: Selection) -> int:
    rows = book.standings.opponents(book.players.named(args.of).id, selection)
    text = _draw(rows, "opponent", ranked=False) if rows else "No finished games against anybody."
    return answer(args, [row.to_json() for row in rows], text)


def _titled(game: str, rows: Sequence[Standing]) -> str:
    return f"{game.title()}\n{_draw(rows, 'player', ranked=True)}"


def _draw(rows: Sequence[Standing], who: str, *, ranked: bool) -> str:
    heads = (who, "club", "games", "won", "drawn", "lost", "points", "against", "matches")
    cells = [
        (r.name, r.club, r.games, r.won, r.drawn, r.lost, r.points, r.against, _matches(r))
        for r in rows
    ]
    if not ranked:
        return draw_table(heads, cells)
    return draw_table(("", *heads), [(r.rank, *c) for r, c in zip(rows, cells, strict=True)])


def _matches(row: Standing) -> str:
    drawn = row.matches - row.matches_won - row.matches_lost
    return f"+{row.matches_won} ={drawn} -{row.matches_lost}"
