"""Random but legal games, and their way into a book."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random

from hypothesis import strategies as st

from boardpi.club import Book, Entry
from boardpi.rules import DEFAULT, RULE_SETS, Game, RuleSet, Side

WORKED_GAME = "b1-d2 d5-b4 c1-d3 e5xd3 d2xd3 b4xd3 e1xd3 @e5"
MORNING = datetime(2025, 6, 1, 9, 0, tzinfo=UTC)


class Wristwatch:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.time = MORNING

    def __call__(self) -> datetime:
        return self.time

    def pass_days(self, days: int) -> None:
        """Let days go by."""
        self.time += timedelta(days=days)


def play_text(text: str, rules: RuleSet = DEFAULT) -> Game:
    """The game with these moves, either side first."""
    game = Game(rules, any_first=True)
    for move in text.split():
        game = game.play(move)
    return game


def play_at_random(random: Random, rules: RuleSet = DEFAULT, most: int = 60) -> Game:
    """A game that ends by itself, by its players, or not at all."""
    game = Game(rules, any_first=random.random() < 0.5)
    while game.outcome is None and len(game.moves) < most:
        game = game.play(random.choice(game.legal_moves()))
    if game.outcome is None and random.random() < 0.7:
        return random.choice([game.agree_draw(), game.resign(random.choice(list(Side)))])
    return game


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Games of every rule set, some cut short."""
    rules = RULE_SETS[draw(st.sampled_from(sorted(RULE_SETS)))]
    game = Game(rules, any_first=draw(st.booleans()))
    for choice in draw(st.lists(st.integers(0, 1000), max_size=40)):
        moves = game.legal_moves()
        if not moves:
            break
        game = game.play(moves[choice % len(moves)])
    if game.outcome is not None:
        return game
    ends: list[Callable[[], Game]] = [
        lambda: game,
        game.agree_draw,
        lambda: game.resign(Side.WHITE),
        lambda: game.resign(Side.BLACK),
    ]
    return draw(st.sampled_from(ends))()


def record(book: Book, entry: Entry, game: Game) -> None:
    """Write the moves of a game one by one, one second each."""
    for ply, move in enumerate(game.moves, 1):
        book.games.record_move(entry.id, ply, str(move), str(game.positions[ply]), 1000 * ply)


def write_down(book: Book, game: Game, white: str | None = None, black: str | None = None) -> Entry:
    """A whole game as a match of its own."""
    entry = book.games.begin(
        game.rules, start=game.start, any_first=game.any_first, white=white, black=black
    )
    record(book, entry, game)
    if game.outcome is None:
        book.games.abandon(entry.id)
    else:
        book.games.finish(entry.id, game.outcome)
    return book.archive.entry(entry.id)
