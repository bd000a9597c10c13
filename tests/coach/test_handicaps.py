"""Starts for uneven players are worth what they say, and the help stays with the player."""

from __future__ import annotations

import pytest

from boardpi.coach.endgames.perfect import known_values
from boardpi.coach.handicaps import (
    FIRST_MOVES,
    STARTS,
    begin_with,
    handicap_after,
    handicap_of,
    handicaps_in,
)
from boardpi.daemon.coach.endgames import perfect_play
from boardpi.rules import (
    DEFAULT,
    RULE_SETS,
    START,
    Game,
    GameRecord,
    Side,
    read_record,
    replay,
    write_record,
)

KEEPING = {2: 9, 1: 11, 0: 9, -1: 12, -2: 9}
"""By `opening.tsv.gz` of the solution: so many first moves keep the value."""


@pytest.mark.parametrize("points", STARTS)
def test_a_start_is_worth_what_it_says_whatever_is_played_first(points: int) -> None:
    game, perfect = begin_with(points), perfect_play(DEFAULT)
    sign = 1 if game.position.side is Side.WHITE else -1
    assert perfect.probe(game.position) == sign * points
    values = known_values(game, perfect)
    assert values is not None
    assert sum(value == sign * points for _, value in values) == KEEPING[points]
    assert len(values) - KEEPING[points] == (points == 0)


@pytest.mark.parametrize("points", STARTS)
def test_a_game_tells_its_handicap_and_its_record_replays(points: int) -> None:
    game = begin_with(points)
    assert handicap_of(game) == points
    assert game.position.occupied != START.occupied, "the reeds can tell it from the usual one"
    for played in (game, game.play(game.legal_moves()[0]).resign(Side.BLACK)):
        text = write_record(GameRecord(played, white="Ayşe"))
        assert f'[Position "{STARTS[points]}"]' in text
        assert read_record(text).game == played
        assert handicap_of(read_record(text).game) == points


def test_the_help_stays_with_the_player() -> None:
    game = begin_with(2)
    assert handicap_after(game) == 2, "left, and played again"
    assert handicap_after(game.resign(Side.BLACK)) == -2, "sides are switched"
    assert handicap_after(begin_with(0).agree_draw()) == 0


def test_usual_games_have_none() -> None:
    assert handicap_of(Game()) is None
    assert handicap_after(Game(any_first=True).resign(Side.WHITE)) is None
    assert handicap_of(replay(FIRST_MOVES[2])) is None, "played, not set up"
    assert [name for name, rules in RULE_SETS.items() if handicaps_in(rules)] == [DEFAULT.name]
