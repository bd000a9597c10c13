"""Words for tests that a player can read."""

from __future__ import annotations

from boardpi.rules import (
    Game,
    Position,
    RuleSet,
    check_position,
    legal_moves,
    outcome,
    parse_move,
    parse_position,
    play,
    rule_set,
)

JASIR, JASIR_OCA = "jasir-pergioco", "jasir-oca"
JARMO, JARMO_WIKIPEDIA, JARMO_OCA = "jarmo-pergioco", "jarmo-wikipedia", "jarmo-oca"
ALL_JASIR = (JASIR, JASIR_OCA)
ALL_JARMO = (JARMO, JARMO_WIKIPEDIA, JARMO_OCA)
ALL = ALL_JASIR + ALL_JARMO


def board(
    ranks: str, side: str = "w", hand: str = "w0b0", owed: str = "w0b0", shuttle: str = "-"
) -> str:
    """A position line of which only the unusual parts are told."""
    return f"{ranks} {side} {hand} {owed} {shuttle}"


def stand(rules: str, line: str) -> tuple[RuleSet, Position]:
    """The rule set and the position, which the rule set accepts."""
    found, position = rule_set(rules), parse_position(line)
    check_position(found, position)
    return found, position


def moves(rules: str, line: str) -> set[str]:
    """The legal moves as texts."""
    return {str(move) for move in legal_moves(*stand(rules, line))}


def moves_of(rules: str, line: str, origin: str) -> set[str]:
    """The legal moves of one archer."""
    return {move for move in moves(rules, line) if move.startswith(origin)}


def after(rules: str, line: str, *played: str) -> str:
    """The line after these moves, each of them legal."""
    found, position = stand(rules, line)
    for text in played:
        position = play(found, position, parse_move(text))
    return str(position)


def over(rules: str, line: str) -> tuple[str, str | None, list[int]] | None:
    """Reason, winner and points, or None while the game goes on."""
    ended = outcome(*stand(rules, line))
    if ended is None:
        return None
    return ended.reason, None if ended.winner is None else ended.winner.letter, list(ended.points)


def play_game(rules: str, line: str, *played: str) -> Game:
    """A game from this line."""
    game = Game(*stand(rules, line))
    for text in played:
        game = game.play(text)
    return game
