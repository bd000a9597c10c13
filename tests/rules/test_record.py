"""Game records: what is written is read back, and nothing untrue is believed."""

from __future__ import annotations

import contextlib
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardpi.rules import (
    RULE_SETS,
    START,
    BadRecord,
    Game,
    GameRecord,
    RuleSet,
    Side,
    read_record,
    read_rule_sets,
    replay,
    rule_set,
    write_record,
)
from tests.rules.stories import JARMO, JASIR, board, play_game
from tests.rules.test_texts import noise, spoiled

OPENING = ["b1-d2", "d5-b4", "c1-d3", "e5xd3", "d2xd3"]
TEXT = """\
[Rules "jasir-pergioco"]
[White "North"]
[Black "South \\"the bow\\" B."]
[First "white"]
[Date "2026-05-01"]
[Table "1"]
[Match "Spring"]
[Game "1"]
[Arbiter "Zoe"]
[Result "black"]
[Points "0-4"]
[Reason "resigned"]

1. b1-d2 d5-b4
2. c1-d3 e5xd3
3. d2xd3
0-4
"""


def test_a_record_as_people_read_it() -> None:
    record = GameRecord(
        replay(OPENING).resign(Side.WHITE),
        white="North",
        black='South "the bow" B.',
        date="2026-05-01",
        table="1",
        match="Spring",
        number="1",
        others=(("Arbiter", "Zoe"),),
    )
    assert write_record(record) == TEXT
    assert read_record(TEXT) == record


def test_blank_lines_and_foreign_line_ends_do_not_matter() -> None:
    assert read_record(TEXT.replace("\n", "\r\n")) == read_record(TEXT)
    assert read_record("\n" + TEXT.replace("\n", "  \n\n")) == read_record(TEXT)


def random_game(rules: RuleSet, dice: random.Random) -> Game:
    """A game by chance, with every kind of start and end."""
    game = Game(rules, START.with_side(dice.choice(list(Side))), any_first=dice.random() < 0.5)
    for _ in range(dice.randrange(40)):
        if game.outcome is not None:
            return game
        moves = game.legal_moves()
        sharp = [move for move in moves if move.takes or move.reentry is not None]
        game = game.play(dice.choice(sharp or moves))
        if dice.random() < 0.03:
            game = Game(rules, game.position, any_first=dice.random() < 0.5)
    if game.outcome is None and dice.random() < 0.7:
        return game.agree_draw() if dice.random() < 0.5 else game.resign(dice.choice(list(Side)))
    return game


@pytest.mark.parametrize("name", RULE_SETS)
def test_random_games_round_trip(name: str) -> None:
    dice = random.Random(name)
    ends = set()
    for _ in range(20):
        record = GameRecord(random_game(rule_set(name), dice))
        assert read_record(write_record(record)) == record
        ends.add(record.headers()["Reason"])
    assert ends >= {"*", "agreed", "resigned"}


@pytest.mark.parametrize(
    ("line", "move", "reason"),
    [
        (board("b4/w4/5/5/5"), "a4-c5", "arrived"),
        (board("2b2/w4/5/5/5"), "a4xc5", "eliminated"),
        (board("2w2/w4/5/b4/5", "b"), "a2-c1", "arrived"),
        (board("2w2/w4/5/4b/2b2", "b"), "", "blocked"),
    ],
)
def test_ends_on_the_board_round_trip(line: str, move: str, reason: str) -> None:
    record = GameRecord(play_game(JASIR, line, *move.split()))
    assert record.headers()["Reason"] == reason
    assert read_record(write_record(record)) == record


names = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=20)
keys = st.from_regex("[A-Za-z][A-Za-z0-9]{0,8}", fullmatch=True).map(lambda key: "X" + key)


@given(names, names, st.lists(st.tuples(keys, names), unique_by=lambda other: other[0]))
def test_any_names_round_trip(white: str, table: str, others: list[tuple[str, str]]) -> None:
    record = GameRecord(Game(), white=white, table=table, others=tuple(others))
    assert read_record(write_record(record)) == record


@pytest.mark.parametrize("name", ["two\nlines", "\x00", "\u2028", "\ud800"])
def test_a_name_that_breaks_the_line_is_refused(name: str) -> None:
    with pytest.raises(BadRecord, match="is not one line of text"):
        GameRecord(Game(), white=name)


@pytest.mark.parametrize("key", ["", "Two words", "White", "Result", "é"])
def test_other_keys_must_be_other_keys(key: str) -> None:
    with pytest.raises(BadRecord, match="cannot be the key of another header"):
        GameRecord(Game(), others=((key, "x"),))


def test_another_start_stands_in_the_record() -> None:
    game = play_game(JASIR, board("b4/5/5/5/w4", "b", "w0b1"), "@b5")
    text = write_record(GameRecord(game))
    assert '[Position "b4/5/5/5/w4 b w0b1 w0b0 -"]' in text
    assert '[First "black"]' in text
    assert read_record(text).game == game


def test_makers_rule_sets() -> None:
    own = read_rule_sets('[rules.own]\nlike = "jasir-oca"\nadd_lines = "a1-a2"', RULE_SETS)
    record = GameRecord(Game(own["own"]).play("a1-a2"))
    assert read_record(write_record(record), own) == record
    with pytest.raises(BadRecord, match="line 1: no rule set 'own'"):
        read_record(write_record(record))


def test_few_headers_are_enough() -> None:
    record = read_record('[Rules "jarmo-oca"]\n[Result "*"]\n*')
    assert record == GameRecord(Game(rule_set("jarmo-oca")))


def test_an_agreed_draw_in_jarmo_is_won_by_the_higher_count() -> None:
    game = play_game(JARMO, board("2w2/bb3/5/5/w4")).agree_draw()
    headers = GameRecord(game).headers()
    assert (headers["Result"], headers["Points"], headers["Reason"]) == ("white", "3-2", "agreed")
    assert read_record(write_record(GameRecord(game))).game == game


def changed(old: str, new: str) -> str:
    assert TEXT.count(old) == 1
    return TEXT.replace(old, new)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", 'line 1: there is no header [Rules "…"]'),
        ('[Rules "jasir-oca"]\n*', 'line 1: there is no header [Result "…"]'),
        (changed('[Rules "jasir-pergioco"]', '[Rules "jasir"]'), "line 1: no rule set 'jasir'"),
        (changed('[White "North"]', "[White North]"), "line 2: a header is written"),
        (changed('[White "North"]', '[White "A"nn"]'), "line 2: a header is written"),
        (changed('[White "North"]', '[White "\x07"]'), "line 2: White '\\x07' is not one line"),
        (changed('[White "North"]', '[Table "2"]'), "line 6: the key 'Table' stands twice"),
        (changed('[First "white"]', '[First "blue"]'), "line 4: First is white, black or any"),
        (changed('[First "white"]', '[First "black"]'), "line 14: turn 1, move 'b1-d2': The"),
        (changed('[First "white"]', '[First "any"]'), "line 4: First says 'any', the moves say"),
        (changed('[Arbiter "Zoe"]', '[Begin "me"]'), "line 9: Begin is any or is not there"),
        (
            changed('[Arbiter "Zoe"]', '[Position "x"]'),
            "line 9: 'x': a position has five fields",
        ),
        (
            changed('[Arbiter "Zoe"]', f'[Position "{START.with_side(Side.BLACK)}"]'),
            "line 4: First says 'white', the Position another",
        ),
        (
            changed('[Arbiter "Zoe"]', '[Position "bbbbb/5/5/5/wwwww w w0b0 w1b0 -"]'),
            "line 9: owed 'w1b0': jasir-pergioco keeps no owed",
        ),
        (changed("2. c1-d3 e5xd3", "2. c1-c2 e5xd3"), "line 15: turn 2, move 'c1-c2': There is no"),
        (changed("2. c1-d3 e5xd3", "2. c1-d3 e5-d3"), "line 15: turn 2, move 'e5-d3'"),
        (changed("2. c1-d3 e5xd3", "2. c1=d3 e5xd3"), "line 15: turn 2, move 'c1=d3': 'c1=d3' is"),
        (changed("2. c1-d3 e5xd3", "2. c1-d3"), "line 16: turn 2 has one move"),
        (changed("2. c1-d3 e5xd3", "2."), "line 15: turn 2 has 0 moves"),
        (changed("2. c1-d3 e5xd3", "2. c1-d3 e5xd3 d2xd3"), "line 15: turn 2 has 3 moves"),
        (changed("2. c1-d3 e5xd3", "4. c1-d3 e5xd3"), "line 15: expected '2.'"),
        (changed("\n0-4\n", "\n0-5\n"), "line 17: the result is '0-4', not '0-5'"),
        (changed("\n0-4\n", "\n"), "line 16: the result (such as 5-0 or *) is missing"),
        (TEXT + "4. a1-b3\n", "line 18: nothing may follow the result, but '4. a1-b3' does"),
        (changed('[Points "0-4"]', '[Points "4-0"]'), "line 11: Points says '4-0', the moves say"),
        (changed('[Result "black"]', '[Result "white"]'), "line 11: Points says '0-4'"),
        (changed('[Result "black"]', '[Result "draw"]'), "line 10: when a player resigned"),
        (changed('[Reason "resigned"]', '[Reason "*"]'), "line 10: Result says 'black', the moves"),
        (changed('[Reason "resigned"]', '[Reason "arrived"]'), "line 10: Result says 'black'"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text: str, message: str) -> None:
    with pytest.raises(BadRecord) as refused:
        read_record(text)
    assert message in str(refused.value)
    assert refused.value.line == int(message.split(":")[0].removeprefix("line "))


@pytest.mark.parametrize("reason", ["agreed", "resigned"])
def test_players_cannot_end_what_the_moves_have_ended(reason: str) -> None:
    text = write_record(GameRecord(play_game(JASIR, board("2b2/w4/5/5/5"), "a4xc5")))
    with pytest.raises(BadRecord, match="but the moves have ended the game"):
        read_record(text.replace("eliminated", reason))


@given(spoiled(TEXT) | noise)
def test_fuzz_records(text: str) -> None:
    with contextlib.suppress(BadRecord):
        record = read_record(text)
        assert read_record(write_record(record)) == record
