"""The games: holes, lines, rule sets, positions, moves, outcomes, refusals, games and records.

Pure values that are never changed in place and round-trip through their texts (docs/rules.md). All
that other rooms usually need is exported here; `armies` is the one fast generator of turns.
"""

from boardpi.rules.armies import perft
from boardpi.rules.errors import (
    BadHole,
    BadMove,
    BadPosition,
    BadRecord,
    BadRuleSet,
    IllegalMove,
    RulesError,
)
from boardpi.rules.game import Game, Match, replay
from boardpi.rules.holes import HOLES, Hole, Side, holes_in, mask_of, name_holes
from boardpi.rules.lines import Line
from boardpi.rules.moves import PASS, Move, parse_move
from boardpi.rules.outcome import Outcome
from boardpi.rules.position import START, Position, Shuttle, check_position, parse_position
from boardpi.rules.record import GameRecord, read_record, write_record
from boardpi.rules.refusals import CODES, Refusal, explain, play
from boardpi.rules.rulesets import DEFAULT, RULE_SETS, RuleSet, read_rule_sets, rule_set
from boardpi.rules.turns import legal_moves, outcome, survey

__all__ = [
    "CODES",
    "DEFAULT",
    "HOLES",
    "PASS",
    "RULE_SETS",
    "START",
    "BadHole",
    "BadMove",
    "BadPosition",
    "BadRecord",
    "BadRuleSet",
    "Game",
    "GameRecord",
    "Hole",
    "IllegalMove",
    "Line",
    "Match",
    "Move",
    "Outcome",
    "Position",
    "Refusal",
    "RuleSet",
    "RulesError",
    "Shuttle",
    "Side",
    "check_position",
    "explain",
    "holes_in",
    "legal_moves",
    "mask_of",
    "name_holes",
    "outcome",
    "parse_move",
    "parse_position",
    "perft",
    "play",
    "read_record",
    "read_rule_sets",
    "replay",
    "rule_set",
    "survey",
    "write_record",
]
