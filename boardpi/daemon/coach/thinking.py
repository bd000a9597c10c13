"""The process in which the coach thinks: JSON lines in, JSON lines out.

Run as `python -m boardpi.daemon.coach.thinking`. A line is a request,
`{"id": 1, "do": "choose", …}`, or `{"stop": 1}`; either ends what is being thought about. What is
only looked up (`"is_aside": true`) is answered at once, and ends nothing. Answers
are `{"id": 1, "answer": …}`, `{"id": 1, "progress": [3, 24]}` and `{"id": 1, "error": "…"}`. The
process ends with its input, so it never outlives the daemon.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Iterable
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TextIO

from boardpi.clock import now_ms
from boardpi.coach.endgames.perfect import Perfect, known_values
from boardpi.coach.engine.levels import choose, level
from boardpi.coach.engine.recall import Recall
from boardpi.coach.engine.search import Advice, Limits, think
from boardpi.coach.hints import advise, hint
from boardpi.coach.reasons import Reason
from boardpi.coach.review import examine
from boardpi.daemon.coach.endgames import known_for_certain
from boardpi.rules import (
    Game,
    Hole,
    Move,
    Position,
    Side,
    parse_move,
    parse_position,
    read_rule_sets,
)
from boardpi.rules.holes import SIDES
from boardpi.rules.rulesets import RuleSet
from boardpi.texts.languages import LANGUAGES

Json = dict[str, Any]
Stop = Callable[[], bool]
Progress = Callable[[int, int], None]

log = logging.getLogger("boardpi.coach")
NICE: Final = 10
CHOOSE_MS: Final = 6_000  # nobody wants to wait longer for an opponent, however slow the computer
HINT: Final = Limits(nodes=150_000, ms=2_500)
EVERY_MOVE: Final = 10_000  # hundredths of a point: no move is so bad that it is not weighed
LINES: Final = Limits(nodes=60_000, ms=1_500)
OTHER_LINE: Final = Limits(nodes=20_000, ms=600)
MOST_LINES: Final = 3
GRAPH: Final = Limits(nodes=6_000, ms=250)  # per position
REVIEW: Final = Limits(nodes=20_000, ms=700)  # per move
FIRST_TO_DIE: Final = "500"  # where memory runs out the coach goes before the table does


# ── what it thinks about ─────────────────────────────────────────────────────────────────────────


def game_json(game: Game) -> Json:
    """A game for the way through the pipe."""
    return {
        "rules": game.rules.to_toml(),
        "start": str(game.start),
        "moves": [str(move) for move in game.moves],
        "any_first": game.any_first,
    }


def read_game(told: Json) -> Game:
    """The same game on the other side."""
    [rules] = read_rule_sets(told["rules"]).values()
    moves = tuple(parse_move(text) for text in told["moves"])
    return Game(rules, parse_position(told["start"]), moves, told["any_first"])


@lru_cache(maxsize=1)
def recall(rules: RuleSet) -> Recall:
    """What was found about positions of these rules: kept from thought to thought, until somebody
    plays by others.
    """
    return Recall()


def choose_move(request: Json, stop: Stop, progress: Progress) -> Json:
    """What an opponent of a level plays; one that sees all plays by the tables where they know."""
    game = read_game(request["game"])
    advice = choose(
        game,
        level(request["level"]),
        seed=request["seed"],
        clock=now_ms,
        ms=CHOOSE_MS,
        stop=stop,
        tables=known_for_certain(game.rules),
        memory=recall(game.rules),
    )
    return {"move": str(advice.move), "score": advice.score}


def ponder(request: Json, stop: Stop, progress: Progress) -> Json:
    """Think on the opponent's time; all that comes of it is what is remembered."""
    game = read_game(request["game"])
    limits = level(request["level"]).limits
    advice = think(
        game, limits, stop=stop, tables=known_for_certain(game.rules), memory=recall(game.rules)
    )
    return {"depth": advice.depth}


def find_hint(request: Json, stop: Stop, progress: Progress) -> Json:
    """The best move and why; of one archer alone if one is named."""
    game = read_game(request["game"])
    perfect = known_for_certain(game.rules)
    side = None if request["side"] is None else SIDES[request["side"]]
    if request["archer"] is not None:
        advice = think(
            game,
            HINT,
            side=side,
            spread=EVERY_MOVE,
            clock=now_ms,
            stop=stop,
            tables=perfect,
            memory=recall(game.rules),
        )
        return _hint_for(Hole(request["archer"]), game, advice, perfect)
    found = hint(
        game, HINT, side=side, clock=now_ms, stop=stop, tables=perfect, memory=recall(game.rules)
    )
    return _hint_json(found.move, found.reasons[:-1], found.advice, found.advice.is_exact)


def _hint_for(archer: Hole, game: Game, advice: Advice, perfect: Perfect) -> Json:
    own = [move for move, _ in advice.ranked if move.origin == archer]
    if not own:
        return {"move": None}
    is_exact = advice.is_exact and own[0] == advice.move
    return _hint_json(own[0], advise(game, own[0], perfect, advice), advice, is_exact)


def _hint_json(move: Move, reasons: Iterable[Reason], advice: Advice, is_exact: bool) -> Json:
    sure = Reason("exact") if is_exact else Reason("depth", number=advice.depth)
    return {
        "move": str(move),
        "sentences": _sentences(reasons),
        "exact": {"is_exact": is_exact, "depth": advice.depth, "sentences": _sentences([sure])},
    }


def find_points(request: Json, stop: Stop, progress: Progress) -> Json:
    """The turning points of a game."""
    game = read_game(request["game"])
    perfect = known_for_certain(game.rules)
    found = examine(game, REVIEW, clock=now_ms, stop=stop, progress=progress, tables=perfect)
    return {
        "given": {side.letter: asdict(found.given_away(side)) for side in Side},
        "losses": [
            {"ply": loss.ply, "loss": loss.loss, "is_exact": loss.is_exact} for loss in found.losses
        ],
        "points": [
            {
                "ply": point.ply,
                "position": str(point.position),
                "played": str(point.played),
                "better": str(point.better),
                "loss": point.loss,
                "sentences": _sentences(point.reasons),
            }
            for point in found.points
        ],
    }


def find_lines(request: Json, stop: Stop, progress: Progress) -> Json:
    """What every move is worth, and how the best three go on; scores are White's, in hundredths."""
    game = read_game(request["game"])
    perfect = known_for_certain(game.rules)
    advice = think(game, LINES, spread=EVERY_MOVE, clock=now_ms, stop=stop, tables=perfect)
    lines = [_line(game, move, advice, stop, perfect) for move, _ in advice.ranked[:MOST_LINES]]
    is_white = game.play(advice.move).position.side is Side.BLACK
    sign = 1 if is_white else -1
    lines.sort(key=lambda line: -sign * line["score"])
    ranked = [[str(move), sign * score] for move, score in advice.ranked]
    is_exact = advice.is_exact and known_values(game, perfect) is not None
    return {"depth": advice.depth, "lines": lines, "ranked": ranked, "is_exact": is_exact}


def _line(game: Game, move: Move, advice: Advice, stop: Stop, perfect: Perfect) -> Json:
    after = game.play(move)
    sign = 1 if after.position.side is Side.BLACK else -1
    if after.outcome is not None:
        white, black = after.outcome.points
        return {"moves": [str(move)], "score": 100 * (white - black), "is_exact": True}
    if move == advice.move:
        moves, score, is_exact = advice.line, advice.score, advice.is_exact
    else:
        reply = think(after, OTHER_LINE, clock=now_ms, stop=stop, tables=perfect)
        moves, score, is_exact = (move, *reply.line), -reply.score, reply.is_exact
    return {"moves": [str(one) for one in moves], "score": sign * score, "is_exact": is_exact}


def find_values(request: Json, stop: Stop, progress: Progress) -> Json:
    """What is known for certain of a position and of its moves: White's points less Black's."""
    game = read_game(request["game"])
    perfect = known_for_certain(game.rules)
    values = {str(m): _for_white(perfect, game.play(m).position) for m in game.legal_moves()}
    own = {_for_white(perfect, standing) for standing in game.standings()}
    return {"value": own.pop() if len(own) == 1 else None, "moves": values}


def _for_white(perfect: Perfect, position: Position) -> int | None:
    value = perfect.probe(position)
    return value if value is None or position.side is Side.WHITE else -value


def find_scores(request: Json, stop: Stop, progress: Progress) -> Json:
    """What each position of a game is worth to White, and whether that is proven."""
    game, scores = read_game(request["game"]), list[list[int | bool]]()
    perfect, total = known_for_certain(game.rules), len(game.moves)
    for ply in range(total + 1):
        if stop():
            break
        standing = game.take_back(total - ply)
        if standing.outcome is not None:
            white, black = standing.outcome.points
            scores.append([100 * (white - black), True])
        else:
            advice = think(standing, GRAPH, clock=now_ms, stop=stop, tables=perfect)
            is_white = standing.play(advice.move).position.side is Side.BLACK
            scores.append([advice.score if is_white else -advice.score, advice.is_exact])
        progress(ply, total)
    return {"scores": scores}


def _sentences(reasons: Iterable[Reason]) -> dict[str, str]:
    told = tuple(reasons)
    return {language: " ".join(r.sentence(language) for r in told) for language in LANGUAGES}


JOBS: Final = {
    "choose": choose_move,
    "ponder": ponder,
    "hint": find_hint,
    "review": find_points,
    "lines": find_lines,
    "values": find_values,
    "scores": find_scores,
}


# ── the process ──────────────────────────────────────────────────────────────────────────────────


class Thinking:
    """Answers requests one by one; the newest line ends what came before it."""

    def __init__(self, lines: TextIO, answers: TextIO) -> None:
        self._lines, self._answers = lines, answers
        self._waiting: queue.SimpleQueue[Json | None] = queue.SimpleQueue()
        self._heard = 0  # lines that were read
        self._begun = 0  # the line whose request is being thought about
        self._saying = threading.Lock()

    def run(self) -> None:
        """Until there are no more lines."""
        threading.Thread(target=self._listen, daemon=True).start()
        while (request := self._waiting.get()) is not None:
            self._begun = request.pop("line")
            if "do" in request:
                self._answer(request)

    def _listen(self) -> None:
        for line in self._lines:
            request = json.loads(line)
            if request.get("is_aside"):
                self._answer(request)
                continue
            self._heard += 1
            self._waiting.put({**request, "line": self._heard})
        self._heard += 1
        self._waiting.put(None)

    def _is_stopped(self) -> bool:
        return self._heard > self._begun

    def _answer(self, request: Json) -> None:
        number = request["id"]

        def progress(done: int, total: int) -> None:
            if not self._is_stopped():
                self._say({"id": number, "progress": [done, total]})

        try:
            answer = JOBS[request["do"]](request, self._is_stopped, progress)
        except Exception as error:
            self._say({"id": number, "error": f"{type(error).__name__}: {error}"})
        else:
            self._say({"id": number, "answer": answer})

    def _say(self, told: Json) -> None:
        with self._saying:
            self._answers.write(json.dumps(told) + "\n")
            self._answers.flush()


def be_modest() -> None:
    """The table comes first: less of the processor, and the first to go without memory."""
    with contextlib.suppress(OSError):  # a strict sandbox may forbid it
        os.nice(NICE)
    with contextlib.suppress(OSError):  # no such file elsewhere
        Path("/proc/self/oom_score_adj").write_text(FIRST_TO_DIE)


def main() -> None:
    """Think until the daemon hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the daemon, which then hangs up
    be_modest()
    with contextlib.suppress(BrokenPipeError):
        Thinking(sys.stdin, sys.stdout).run()


if __name__ == "__main__":
    main()
