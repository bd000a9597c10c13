"""Refusals: exactly what is illegal is refused, by the first rule that forbids it, in words."""

from __future__ import annotations

import random
from functools import cache

import pytest

from boardpi.rules import (
    CODES,
    HOLES,
    RULE_SETS,
    Game,
    Hole,
    IllegalMove,
    Position,
    Refusal,
    RuleSet,
    Side,
    explain,
    legal_moves,
    parse_move,
    play,
    rule_set,
)
from boardpi.rules.refusals import BAD_MOVE, MUST_MOVE
from boardpi.texts import RULES
from boardpi.texts.languages import LANGUAGES
from tests.rules import naive
from tests.rules.stories import JARMO, JARMO_WIKIPEDIA, JASIR, board, stand
from tests.rules.test_against_naive import random_games

known_moves = cache(naive.legal)
known_end = cache(naive.over)
known_position = cache(naive.read)
known_neighbours = cache(naive.neighbours)


def first_reason(rules: str, line: str, origin: str, target: str) -> str | None:
    """The first code of the list that applies, found with the naive generator."""
    position = known_position(line)
    side, own = position.side, naive.holes_of(position, position.side)
    legal = known_moves(rules, line)
    barred = naive.is_shuttle_too_many(rules, position, origin, target)
    back = naive.is_backward(side, origin, target) and not naive.RULES[rules]["backward_moves"]
    reasons = {
        "game_over": known_end(rules, line) is not None,
        "empty_hole": origin not in position.archers,
        "not_your_archer": origin not in own,
        "arrived_stays": origin in naive.GOAL_ROW[side],
        "own_archer": target in own,
        "no_line": target not in known_neighbours(rules, origin),
        "backward": back,
        "protected_first_row": naive.takes_on_first_row(position, target)
        and f"{origin}x{target}" not in legal,
        "shuttle": barred,
    }
    assert list(reasons) == list(CODES[:9])
    return next((code for code, applies in reasons.items() if applies), None)


def first_hand_reason(rules: str, line: str, target: str) -> str | None:
    """The same for an archer from the hand."""
    position = naive.read(line)
    side = position.side
    reasons = {
        "game_over": known_end(rules, line) is not None,
        "not_first_row": target not in naive.FIRST_ROW[side],
        "hole_taken": target in position.archers,
        "none_in_hand": position.hand[side] == 0,
        "no_right_to_reenter": f"@{target}" not in naive.legal(rules, line),
    }
    return next((code for code, applies in reasons.items() if applies), None)


def sample(name: str, size: int) -> list[Position]:
    """Positions of random games, ends among them."""
    return random.Random(3).sample(list(random_games(rule_set(name), 31, 20, 120)), size)


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_wish_in_many_positions(name: str) -> None:
    rules, met = rule_set(name), set()
    for position in sample(name, 12):
        legal = {(move.origin, move.target) for move in legal_moves(rules, position)}
        for origin in HOLES:
            for target in HOLES:
                refusal = explain(rules, position, origin, target)
                assert (refusal is None) is ((origin, target) in legal), (position, origin, target)
                reason = first_reason(name, str(position), str(origin), str(target))
                assert (refusal and refusal.code) == reason, (position, origin, target)
                met.add(reason)
    assert met >= {None, "empty_hole", "not_your_archer", "own_archer", "no_line"}


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_wish_from_the_hand(name: str) -> None:
    rules = rule_set(name)
    for position in sample(name, 12):
        legal = {str(move) for move in legal_moves(rules, position)}
        for target in HOLES:
            refusal = explain(rules, position, None, target)
            assert (refusal is None) is (f"@{target}" in legal), (position, target)
            reason = first_hand_reason(name, str(position), str(target))
            assert (refusal and refusal.code) == reason, (position, target)


@pytest.mark.parametrize("name", ["jarmo-pergioco", "jarmo-wikipedia", "jarmo-oca"])
def test_every_wish_with_a_re_entry(name: str) -> None:
    rules = rule_set(name)
    for position in sample(name, 30):
        legal = set(legal_moves(rules, position))
        for move in legal:
            if move.origin is None or move.target is None:
                continue
            for hole in HOLES:
                wish = parse_move(f"{move.plain}@{hole}")
                refusal = explain(rules, position, move.origin, move.target, hole)
                assert (refusal is None) is (wish in legal), (position, wish)


def test_a_capture_of_last_resort_is_not_refused() -> None:
    rules, position = stand(JASIR, board("2b2/w4/5/5/5"))
    assert explain(rules, position, Hole("a4"), Hole("c5")) is None


SHUTTLE = board("b4/5/5/1w3/w4", shuttle="w:b2c2x4")
RETURN = board("5/W3b/5/5/w4", hand="w1b0")


@pytest.mark.parametrize(
    ("rules", "line", "move", "code", "words"),
    [
        (JASIR, board("2w2/5/5/5/5"), "c5-a4", "game_over", "The game is over."),
        (JASIR, board("b4/5/5/5/w4"), "c3-d1", "empty_hole", "Nobody stands on c3."),
        (JASIR, board("b4/5/5/5/w4"), "a5-c4", "not_your_archer", "is not yours: White is to"),
        (JASIR, board("2w2/b4/5/5/w4"), "c5-a4", "arrived_stays", "has arrived; it never moves"),
        (JASIR, board("b4/5/5/2w2/w4"), "a1-c2", "own_archer", "on c2. Possible: b3."),
        (JASIR, board("b4/5/5/5/w4"), "a1-b2", "no_line", "from a1 to b2. Possible: c2 or b3."),
        (JASIR, board("b4/5/5/2w2/5"), "c2-a1", "backward", "Possible: b2, d2 or e3."),
        (JASIR, board("2b2/w4/5/5/w4"), "a4xc5", "protected_first_row", "own first row"),
        (JARMO, SHUTTLE, "b2-c2", "shuttle", "4 times along the line b2-c2 are enough"),
        (JASIR, board("b4/5/5/5/w4", hand="w1b0"), "@a2", "not_first_row", "a2 is not there"),
        (JASIR, board("b4/5/5/5/w4", hand="w1b0"), "@a1", "hole_taken", "a1 is taken"),
        (JASIR, board("b4/5/5/5/w4"), "@b1", "none_in_hand", "White has no archer in hand"),
        (JARMO, board("b4/5/5/5/w4", hand="w1b0"), "@b1", "no_right_to_reenter", "No right"),
        (JARMO, RETURN, "a1-b3@b1", "no_right_to_reenter", "No right"),
        (JARMO_WIKIPEDIA, RETURN, "a4-c5@a1", "hole_taken", "Possible: b1, c1, d1 or e1."),
        (JASIR, board("b4/5/5/5/w4"), "pass", "must_move", "Passing is allowed only"),
        (JASIR, board("2w2/5/5/5/5"), "pass", "game_over", "The game is over."),
        (JASIR, board("b4/5/5/5/w4"), "a1xc2", "bad_move", "“-” is a quiet move"),
    ],
)
def test_a_player_reads_why(rules: str, line: str, move: str, code: str, words: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        play(*stand(rules, line), parse_move(move))
    assert refused.value.code == code
    assert words in str(refused.value)


def test_before_the_first_move_a_wish_is_judged_for_the_side_it_belongs_to() -> None:
    game = Game(any_first=True)
    assert game.explain(Hole("b1"), Hole("d2")) is None
    assert game.explain(Hole("d5"), Hole("b4")) is None
    assert _code(game.explain(Hole("d5"), Hole("d4"))) == "no_line"
    assert _code(game.explain(Hole("d1"), Hole("d2"))) == "no_line"
    assert _code(game.explain(Hole("c3"), Hole("d1"))) == "empty_hole"
    with pytest.raises(IllegalMove, match="no line from d5 to d4"):
        game.play("d5-d4")
    resigned = game.play("b1-d2").resign(Side.BLACK)
    assert _code(resigned.explain(Hole("d5"), Hole("b4"))) == "game_over"


def _code(refusal: Refusal | None) -> str | None:
    return None if refusal is None else refusal.code


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_sentence_and_no_sentence_is_left_over(language: str) -> None:
    words = {"or", "white", "black", "instead"}
    words |= {f"sketch.{word}" for word in ("turn", "in_hand", "dead", "owed")}
    assert set(RULES.of(language)) == words | set(CODES) | {MUST_MOVE, BAD_MOVE}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", CODES)
def test_every_sentence_can_be_said(code: str, language: str) -> None:
    refusal = Refusal(code, Hole("a1"), Hole("c3"), Side.BLACK, 4, (Hole("b3"), Hole("c2")))
    sentence = refusal.sentence(language)
    assert "{" not in sentence
    assert "None" not in sentence
    assert sentence[0].isupper() or sentence[0].isdigit() or sentence.startswith(("a1", "c3"))


def test_a_sentence_in_another_language() -> None:
    rules: RuleSet = rule_set("jasir-oca")
    refusal = explain(rules, Game().position, Hole("a1"), Hole("e5"))
    assert refusal is not None
    assert refusal.sentence("it") == "Non c’è una linea da a1 a e5. Possibile: c2 o b3."
