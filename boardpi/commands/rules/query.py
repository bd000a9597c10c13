"""`boardpi rules query`: JSON lines in, JSON lines out, one answer per line whatever arrives."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from io import BufferedIOBase
from typing import Any, TextIO

from boardpi.rules import (
    BadHole,
    BadMove,
    BadPosition,
    BadRuleSet,
    Hole,
    IllegalMove,
    Position,
    RulesError,
    RuleSet,
    check_position,
    explain,
    parse_move,
    parse_position,
    rule_set,
    survey,
)
from boardpi.rules.refusals import refuse_move
from boardpi.rules.turns import after

Answer = dict[str, Any]

CHUNK_BYTES = 1 << 20
CODES: Mapping[type[RulesError], str] = {
    BadRuleSet: "bad_rules",
    BadPosition: "bad_position",
    BadMove: "bad_move",
    BadHole: "bad_hole",
}


class BadJson(RulesError):
    """A line that is not a JSON object."""


def answer_all(
    stream: BufferedIOBase, out: TextIO, known: Mapping[str, RuleSet], default: RuleSet
) -> None:
    """Answer every line. Answers leave when no more input waits: at once for a program that asks
    line by line, in large pieces for a file.
    """
    for lines in read_batches(stream):
        answers = [json.dumps(answer(line, known, default)) for line in lines]
        if answers:
            out.write("\n".join(answers) + "\n")
            out.flush()


def read_batches(stream: BufferedIOBase) -> Iterator[list[bytes]]:
    """The lines of a stream, those that arrived together at once."""
    rest = b""
    while chunk := stream.read1(CHUNK_BYTES):
        *lines, rest = (rest + chunk).split(b"\n")
        yield lines
    if rest:
        yield [rest]


def answer(line: bytes, known: Mapping[str, RuleSet], default: RuleSet) -> Answer:
    """The answer to one line."""
    try:
        request = _parse(line)
        rules = _asked_rules(request, known, default)
        position = parse_position(_text(request, "position", BadPosition))
        check_position(rules, position)
    except RulesError as error:
        return {"error": _error(error)}
    moves, ended = survey(rules, position)
    found: Answer = {
        "moves": sorted(map(str, moves)),
        "over": None if ended is None else ended.to_json(),
    }
    try:
        if request.get("move") is not None:
            found["next"] = _play(rules, position, request, found["moves"])
        if request.get("to") is not None or request.get("from") is not None:
            found["refusal"] = _refusal(rules, position, request)
    except RulesError as error:
        found["error"] = _error(error)
    return found


def _parse(line: bytes) -> dict[str, Any]:
    try:
        request = json.loads(line.decode())
    except RecursionError:
        raise BadJson("not JSON that anybody would write: nested too deeply") from None
    except ValueError as error:  # bad UTF-8, bad JSON, numbers of thousands of digits
        raise BadJson(f"not JSON: {error}") from None
    if not isinstance(request, dict):
        raise BadJson(f"a query is a JSON object, not a {type(request).__name__}")
    return request


def _asked_rules(
    request: dict[str, Any], known: Mapping[str, RuleSet], default: RuleSet
) -> RuleSet:
    if request.get("rules") is None:
        return default
    return rule_set(_text(request, "rules", BadRuleSet), known)


def _text(request: dict[str, Any], key: str, error: type[RulesError]) -> str:
    value = request.get(key)
    if not isinstance(value, str):
        what = "is missing" if value is None else f"must be a text, not a {type(value).__name__}"
        raise error(f"the key {key!r} {what}")
    return value


def _error(error: RulesError) -> Answer:
    if isinstance(error, IllegalMove):
        return {"code": error.code, "message": str(error)}
    return {"code": CODES.get(type(error), "bad_json"), "message": str(error)}


def _play(rules: RuleSet, position: Position, request: Answer, legal: list[str]) -> str:
    played = parse_move(_text(request, "move", BadMove))
    if str(played) not in legal:
        refusal = refuse_move(rules, position, played)
        raise IllegalMove(refusal.code, refusal.sentence())
    return str(after(rules, position, played))


def _refusal(rules: RuleSet, position: Position, request: Answer) -> Answer | None:
    wish = request.get("from"), request.get("reentry")
    origin = None if wish[0] in (None, "hand") else Hole(_text(request, "from", BadHole))
    reentry = None if wish[1] is None else Hole(_text(request, "reentry", BadHole))
    refusal = explain(rules, position, origin, Hole(_text(request, "to", BadHole)), reentry)
    return None if refusal is None else {"code": refusal.code, "message": refusal.sentence()}
