"""Whether the coach wins what is won, with a file of tables: `python -m benchmarks.winning FILE`.

Two things are done with random positions of as many archers as the file knows, hands included.

--turns N: N won positions. The coach's move and every answer to it must lower the measure that
boardpi/coach/endgames/progress.py tells of. A measure cannot fall for ever, so this proves, turn by
turn, that the game is won whatever the defence, and that no position stands twice.

--games N: whole games from N positions, won or not, against a random player, one that always runs,
and itself. What the coach gives away is counted move by move.

--defences N: the coach against every defence from N won positions down to five archers alive. From
there on what ships needs 99 plies at most.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, process_time

from benchmarks.tables import Seconds, print_times
from boardpi.coach.endgames.perfect import Perfect
from boardpi.coach.endgames.places import MIDDLE_ROWS, alive
from boardpi.coach.endgames.progress import WinnersWay
from boardpi.coach.endgames.tables import Tables
from boardpi.coach.engine.search import Limits, think
from boardpi.daemon.coach.endgames import map_file
from boardpi.rules import (
    DEFAULT,
    Game,
    Move,
    Position,
    RuleSet,
    Side,
    legal_moves,
    mask_of,
    outcome,
    rule_set,
)
from boardpi.rules.holes import holes_in
from boardpi.rules.turns import after

SEED = 21
LONGEST = 400  # plies: a longer game is called off
SHIPPED = 5
MOST_POSITIONS = 3_000


def main() -> int:
    """Play and print; 1 if anything was lost."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path, help="a file of tables, with detours")
    parser.add_argument("--rules", default=DEFAULT.name, help="the rule set")
    parser.add_argument("--seed", type=int, default=SEED, help=f"of the positions ({SEED})")
    parser.add_argument("--turns", type=int, default=200, metavar="N", help="won positions (200)")
    parser.add_argument("--games", type=int, default=20, metavar="N", help="of each kind (20)")
    parser.add_argument("--defences", type=int, default=0, metavar="N", help="won positions (0)")
    args = parser.parse_args()
    rules = rule_set(args.rules)
    tables = Tables(map_file(args.file), rules)
    positions = random_positions(rules, args.seed, tables.most_alive)
    turns = prove_turns(tables, positions, args.turns)
    print(
        f"{args.turns} won positions, {turns.answers} answers: {turns.raised} did not lower the"
        f" measure; {turns.idle} with steps to the side alone, {turns.most_detours} detours at most"
    )
    lost = turns.raised
    for name, opponent in OPPONENTS.items() if args.games else ():
        played = play_whole_games(tables, opponent, positions, args.games)
        print_games(name, played)
        lost += played.given_away + played.below_value + played.repeated
    if args.defences:
        print_defences(tables, positions, args.defences)
    return 1 if lost else 0


def random_positions(rules: RuleSet, seed: int, archers: int) -> Iterator[Position]:
    """Positions of so many archers alive in which the game goes on; the same for the same seed."""
    rng = random.Random(seed)
    while True:
        white = rng.randint(max(1, archers - 5), min(5, archers - 1))
        dead = 10 - archers
        in_hand = [min(rng.choice((0, 0, 0, 1, 2)), dead) for _ in Side]
        hands = min(in_hand[0], white - 1), min(in_hand[1], archers - white - 1)
        holes = rng.sample(range(25), archers - sum(hands))
        ours, theirs = holes[: white - hands[0]], holes[white - hands[0] :]
        chosen = [hole for hole in holes if 5 <= hole < 20 and rng.random() < 0.5][:dead]
        position = Position(
            mask_of(ours), mask_of(theirs), mask_of(chosen), rng.choice(list(Side)), hands
        )
        if outcome(rules, position) is None:
            yield position


def won(tables: Tables, positions: Iterator[Position]) -> Iterator[Position]:
    """Those that the side to move wins."""
    return (position for position in positions if (tables.probe(position) or 0) > 0)


# ── turn by turn ──────────────────────────────────────────────────────────────────────────────────


def rows_ahead(position: Position) -> int:
    """Rows that all archers have before them; those in a hand have five."""
    white = sum(5 - hole.row for hole in holes_in(position.white)) + 5 * position.hand[0]
    return white + sum(hole.row - 1 for hole in holes_in(position.black)) + 5 * position.hand[1]


def measure(tables: Tables, way: WinnersWay, position: Position) -> tuple[int, ...]:
    """What every turn of the winner, who is to move, must lower."""
    value = tables.probe(position)
    assert value is not None
    chosen = position.chosen & MIDDLE_ROWS
    return (
        -value,
        alive(position),
        chosen.bit_count(),
        tables.detours(position),
        (chosen & position.archers(position.side)).bit_count(),
        rows_ahead(position),
        way.turns_out(position),
    )


@dataclass(slots=True)
class Turns:
    """What came of some turns of the winner."""

    answers: int = 0
    raised: int = 0
    idle: int = 0
    most_detours: int = 0


def prove_turns(tables: Tables, positions: Iterator[Position], count: int) -> Turns:
    """The coach's move in so many won positions, and every answer."""
    way, found = winners_way(tables), Turns()
    for position, _ in zip(won(tables, positions), range(count), strict=False):
        before = measure(tables, way, position)
        found.idle += before[-1] > 0
        found.most_detours = max(found.most_detours, before[3])
        standing = after(tables.rules, position, way.move(position))
        for answer in (
            [] if outcome(tables.rules, standing) else legal_moves(tables.rules, standing)
        ):
            found.answers += 1
            following = after(tables.rules, standing, answer)
            ended = outcome(tables.rules, following)
            if ended is None:
                is_lower = measure(tables, way, following) < before
            else:
                is_lower = ended.points[position.side] - ended.points[standing.side] >= -before[0]
            if not is_lower:
                found.raised += 1
                print(f"not lowered: {position}, {answer}", file=sys.stderr)
    return found


def winners_way(tables: Tables) -> WinnersWay:
    """How the coach wins."""
    return WinnersWay(tables.rules, tables.keeping, tables.detours)


# ── every defence ─────────────────────────────────────────────────────────────────────────────────


class Defences:
    """The longest games against every defence, down to so many archers alive."""

    def __init__(self, tables: Tables, known: int = 0, most: int | None = None) -> None:
        self.rules, self.known, self.most = tables.rules, known, most
        self.way = winners_way(tables)
        self.found: dict[Position, int] = {}

    def plies(self, position: Position, winner: Side) -> int:
        """Of the longest game; OverflowError if more positions must be looked at than wanted."""
        if position in self.found:
            return self.found[position]
        if self.most is not None and len(self.found) > self.most:
            raise OverflowError
        plies = 0
        if outcome(self.rules, position) is None and alive(position) > self.known:
            self.found[position] = LONGEST  # so that a circle would be seen
            is_winners = position.side is winner
            moves = [self.way.move(position)] if is_winners else legal_moves(self.rules, position)
            standings = (after(self.rules, position, move) for move in moves)
            plies = 1 + max(self.plies(standing, winner) for standing in standings)
        self.found[position] = plies
        return plies


def print_defences(tables: Tables, positions: Iterator[Position], count: int) -> None:
    """The longest of all, and how many had too many defences to look at."""
    longest = given_up = looked_at = 0
    for position, _ in zip(won(tables, positions), range(count), strict=False):
        defences = Defences(tables, SHIPPED, MOST_POSITIONS)
        try:
            longest = max(longest, defences.plies(position, position.side))
        except OverflowError:
            given_up += 1
        looked_at += len(defences.found)
    print(
        f"every defence from {count} won positions: {count - given_up} looked at to the end,"
        f" {looked_at:,} positions, at most {longest} plies to {SHIPPED} alive"
    )


# ── whole games ───────────────────────────────────────────────────────────────────────────────────

Opponent = Callable[[Game, Tables, random.Random], Move]


def dice(game: Game, tables: Tables, rng: random.Random) -> Move:
    """Any move."""
    return rng.choice(game.legal_moves())


def runner(game: Game, tables: Tables, rng: random.Random) -> Move:
    """The longest way ahead, whatever stands there."""

    def ahead(move: Move) -> int:
        if move.origin is None or move.target is None:
            return 0
        return abs(move.target.row - move.origin.row)

    moves = game.legal_moves()
    most = max(map(ahead, moves))
    return rng.choice([move for move in moves if ahead(move) == most])


def coach(game: Game, tables: Tables, rng: random.Random) -> Move:
    """The coach, who plays the file."""
    return think(game, Limits(nodes=1), tables=Perfect(tables.rules, tables)).move


OPPONENTS: dict[str, Opponent] = {"random": dice, "runner": runner, "itself": coach}


@dataclass(slots=True)
class Played:
    """What came of some games."""

    games: int = 0
    moves: int = 0  # the coach's
    given_away: int = 0  # points
    below_value: int = 0  # games that ended with less than they were worth
    repeated: int = 0  # won games in which a position stood twice
    longest: int = 0  # plies of a game that was won from the beginning
    seconds: list[Seconds] = field(default_factory=list)


def play_whole_games(
    tables: Tables, opponent: Opponent, positions: Iterator[Position], games: int
) -> Played:
    """The coach is the side to move."""
    found, rng = Played(), random.Random(games)
    for start, _ in zip(positions, range(games), strict=False):
        play_whole_game(tables, opponent, Game(tables.rules, start), rng, found)
    return found


def play_whole_game(
    tables: Tables, opponent: Opponent, game: Game, rng: random.Random, found: Played
) -> None:
    """One game; what the coach gives away is counted."""
    side, value = game.position.side, worth(tables, game)
    while game.outcome is None and game.repetitions < 3 and len(game.moves) < LONGEST:
        if game.position.side is not side:
            game = game.play(opponent(game, tables, rng))
            continue
        before = worth(tables, game)
        begin, begin_cpu = perf_counter(), process_time()
        move = coach(game, tables, rng)
        found.seconds.append((perf_counter() - begin, process_time() - begin_cpu))
        game = game.play(move)
        found.moves += 1
        found.given_away += before + worth(tables, game)
    points = (0, 0) if game.outcome is None else game.outcome.points
    found.games += 1
    found.below_value += points[side] - points[side.other] < value
    if value > 0:
        found.repeated += len(set(game.positions)) < len(game.positions)
        found.longest = max(found.longest, len(game.moves))


def worth(tables: Tables, game: Game) -> int:
    """The value for the side to move, or what the game ended with."""
    side = game.position.side
    if game.outcome is not None:
        return game.outcome.points[side] - game.outcome.points[side.other]
    value = tables.probe(game.position)
    assert value is not None
    return value


def print_games(name: str, played: Played) -> None:
    """One line for each opponent."""
    print(
        f"against {name}: {played.games} games, {played.moves} moves of the coach,"
        f" {played.given_away} points given away, {played.below_value} games below their value,"
        f" {played.repeated} won games with a repetition, longest won game {played.longest} plies"
    )
    print_times("  a move", played.seconds, 1e3, "ms")


if __name__ == "__main__":
    sys.exit(main())
