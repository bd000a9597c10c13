"""The table as the page sees it: one JSON object (docs/api.md)."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from boardpi.coach.handicaps import handicap_of
from boardpi.daemon.bookkeeper import Page
from boardpi.daemon.page.answers.table import (
    AstrayJson,
    CandidateJson,
    CountsJson,
    ExpectedJson,
    MatchJson,
    OpenTurnJson,
    OutcomeJson,
    PictureJson,
    QuestionJson,
    RefusalJson,
    RulesJson,
    TurnJson,
)
from boardpi.rules import (
    Game,
    Hole,
    Move,
    Outcome,
    Position,
    Refusal,
    RuleSet,
    Side,
    legal_moves,
    name_holes,
)
from boardpi.rules.lines import JASIR_ONLY
from boardpi.rules.outcome import ARRIVED, settle
from boardpi.rules.turns import free_first_row
from boardpi.speech.sentences import speak_untaken
from boardpi.speech.spoken_table import read_touch
from boardpi.table.effects import Lights
from boardpi.table.lights import nearest_pair, turn_corners, turn_from_ms
from boardpi.table.story import untaken
from boardpi.table.table import Candidate, Table
from boardpi.table.trace import name_lights
from boardpi.texts.languages import LANGUAGES


def picture(
    table: Table, guess: Refusal | None = None, covering: Lights | None = None
) -> PictureJson:
    """What the table itself knows; `covering` shines over its own lights."""
    game = table.standing
    return {
        "rules": name_rules(table.game.rules),
        "start": str(game.start),
        "position": str(game.position),
        "side": name_side(table),
        "mask": table.settling.mask,
        "raw": table.settling.raw,
        "lights": name_roles(covering or table.lights),
        "turn": None if covering else name_turn(table),
        "question": name_question(table),
        "astray": name_astray(table),
        "refusal": name_refusal(table, guess),
        "open_turn": name_open_turn(table),
        "tentative": name_tentative(table),
        "outcome": name_outcome(table.game.outcome),
        "repetitions": game.repetitions,
        "legal": list(legal_texts(game)),
        "help": table.help,
        "dead_holes": name_holes(table.dead),
        **count(game),
    }


def name_roles(lights: Lights) -> dict[str, str]:
    """The roles that shine but `turn`, which is told ahead: nothing happens when it begins."""
    return {hole: role for hole, role in name_lights(lights).items() if role != "turn"}


def name_turn(table: Table) -> TurnJson | None:
    """The corners that say whose turn it is, once nothing has moved for a while."""
    corners = 0 if table.is_lost else turn_corners(table)
    return {"holes": name_holes(corners), "from_ms": turn_from_ms(table)} if corners else None


def name_touch(table: Table) -> dict[str, str] | None:
    """Who is in a hand and what it may do, in every language: the page's voice says it."""
    if table.is_at_rest and table.open_turn is None:
        return None
    return (
        {code: read_touch(table, code) for code in LANGUAGES} if read_touch(table, "en") else None
    )


def name_outcome(outcome: Outcome | None) -> OutcomeJson | None:
    """How the game ended, if it did."""
    return None if outcome is None else cast("OutcomeJson", outcome.to_json())


def name_expected(table: Table) -> ExpectedJson | None:
    """The move that hands are to carry out for the coach."""
    side, move = table.guided, table.expected
    if side is None or move is None:
        return None
    holes = [str(hole) for hole in dict.fromkeys(holes_of(move))]
    return {"side": side.letter, "move": str(move), "holes": holes}


@lru_cache(maxsize=8)
def name_rules(rules: RuleSet) -> RulesJson:
    """What the page needs to draw the board and name the game."""
    lines = [str(line) for line in rules.lines]
    return {
        "name": rules.name,
        "title": rules.title,
        "game": rules.game,
        "lines": lines,
        "dotted": [line for line in lines if line == JASIR_ONLY],
    }


def name_side(table: Table) -> str | None:
    """Whose turn it is; None while either may begin, and at the end."""
    if table.is_over or table.standing.is_open:
        return None
    return table.standing.position.side.letter


def legal_texts(game: Game) -> tuple[str, ...]:
    """The moves that may be played now."""
    if game.outcome is not None:
        return ()
    return _legal_texts(game.rules, game.standings())


@lru_cache(maxsize=64)
def _legal_texts(rules: RuleSet, standings: tuple[Position, ...]) -> tuple[str, ...]:
    moves = (move for standing in standings for move in legal_moves(rules, standing))
    return tuple(sorted(map(str, moves)))


def count(game: Game) -> CountsJson:
    """Hands, dead archers and points, White's first."""
    position, outcome = game.position, game.outcome
    points = [settle(game.rules, position, ARRIVED, side).points[side] for side in Side]
    return {
        "hand": list(position.hand),
        "dead": [position.dead(side) for side in Side],
        "points": list(outcome.points) if outcome else points,
    }


def name_question(table: Table) -> QuestionJson | None:
    """The candidates that somebody must choose from."""
    if not table.question:
        return None
    return {"candidates": [_candidate(candidate) for candidate in table.question]}


def _candidate(candidate: Candidate) -> CandidateJson:
    holes = {str(hole): None for move in candidate.moves for hole in holes_of(move)}
    return {"text": candidate.text, "holes": list(holes), "hole": str(candidate.hole)}


def holes_of(move: Move) -> list[Hole]:
    """The holes that a move touches."""
    return [hole for hole in (move.origin, move.target, move.reentry) if hole is not None]


def name_astray(table: Table) -> AstrayJson | None:
    """What is missing, what is too much, and the pair that shines."""
    if table.astray is None:
        return None
    missing, extra = table.astray.missing, table.astray.extra
    pair = [name_holes(mask) for mask in nearest_pair(missing, extra)]
    first = [names[0] if names else None for names in pair]
    return {
        "missing": name_holes(missing),
        "extra": name_holes(extra),
        "pair": {"missing": first[0], "extra": first[1]},
        "untaken": _name_untaken(table, missing),
    }


def _name_untaken(table: Table, missing: int) -> dict[str, str] | None:
    found = untaken(table.leader, missing)
    if found is None:
        return None
    return {language: speak_untaken(*found, language) for language in LANGUAGES}


def name_refusal(table: Table, guess: Refusal | None) -> RefusalJson | None:
    """Why an archer may not stand where it stands, in every language."""
    if table.astray is None:
        return None
    refusal = table.astray.refusal or guess
    if refusal is None:
        return None
    return {
        "code": refusal.code,
        "from": None if refusal.origin is None else str(refusal.origin),
        "to": None if refusal.target is None else str(refusal.target),
        "is_guess": table.astray.refusal is None,
        "sentences": {language: refusal.sentence(language) for language in LANGUAGES},
    }


def name_open_turn(table: Table) -> OpenTurnJson | None:
    """A turn that stands but for its re-entry, and where an archer may come back."""
    if table.open_turn is None:
        return None
    standing = table.standing.position
    zone = free_first_row(standing.with_side(standing.side.other))
    return {"move": str(table.open_turn), "zone": name_holes(zone)}


def name_tentative(table: Table) -> str | None:
    """The one explanation that is about to be committed."""
    if table.open_turn is not None:
        return None
    return " ".join(map(str, table.reading.tentative)) or None


def name_match(page: Page, game: Game) -> MatchJson:
    """Players and score, from the seats as they are now, and who is ahead from the start."""
    entry, score = page.entry, page.score
    turned = entry.number == 2
    points = list(score.points)
    return {
        "id": entry.match_id,
        "game": entry.number,
        "game_id": entry.id,
        "white": entry.white_name,
        "black": entry.black_name,
        "score": points[::-1] if turned else points,
        "is_over": score.is_over,
        "winner": name_winner(page),
        "handicap": handicap_of(game),
    }


def name_winner(page: Page) -> str | None:
    """Who won the match: a name, or the letter of a seat without one."""
    one, two = page.score.points
    if not page.score.is_over or one == two:
        return None
    is_white = (one > two) is (page.entry.number == 1)
    entry = page.entry
    return (entry.white_name or "w") if is_white else (entry.black_name or "b")
