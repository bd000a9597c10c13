"""docs/coach-results.md: what was measured, and which gates hold."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

from benchmarks.coaching.matches import Pairing, Results, Score, elo, score_of, wilson
from boardpi.coach.engine.levels import LEVELS
from boardpi.rules import RULE_SETS

JASIR, JARMO = "jasir-pergioco", "jarmo-wikipedia"
TURNS: Final = (500, 3_000, 20_000, 300_000)
PROOF_TURNS: Final = 20_000
FIRST_OPENING: Final = 50_000
"""Openings below were used for setting the levels."""

STEPS: Final = tuple(
    (f"level {upper.name}", f"level {lower.name}") for lower, upper in pairwise(LEVELS)
)
MATCHES: Final[tuple[tuple[str, str, str, float], ...]] = (
    ("level 1", "random", JASIR, 1),
    ("level 3", "runner", JASIR, 1),
    ("level 1", "runner", JASIR, 1),
    ("level 2", "greedy", JASIR, 1),
    *((one, two, JASIR, 1) for one, two in STEPS[:-1]),
    ("level 1", "random", JARMO, 1),
    ("level 3", "runner", JARMO, 1),
    ("level 2", "greedy", JARMO, 1),
    *((one, two, JARMO, 1) for one, two in STEPS),
    ("level 4", "alpha-beta 3", JASIR, 0.2),
    (*STEPS[-1], JASIR, 0.3),
    ("level 5", "Monte Carlo", JASIR, 0.05),
)
"""Two players, a rule set, and how much of the games that are asked for."""

NAMES: Final = (*(f"level {found.name}" for found in LEVELS), "runner", "greedy", "random")

HEAD: Final = """\
# How strong the coach is

Written by `python -m benchmarks.coach`. It can be ended and goes on, and measures again what other
settings or weights of the levels change; `--only WORD` takes up some of it. Levels are limited by
the turns that they look at, so what they play depends on no machine. No tables were used.
In Jasir the levels search in C (`tools/core`), which plays the same moves as Python, bit for bit.
"""

GATE_SHARES: Final = (
    (("level 1", "random", JASIR), 0.75, 1.0),
    (("level 3", "runner", JASIR), 0.60, 1.0),
    *(((one, two, JASIR), 0.60, 0.75) for one, two in STEPS),
    *(((one, two, JARMO), 0.60, 0.75) for one, two in STEPS),
)


def write_page(results: Results) -> str:
    """The whole page."""
    parts = (HEAD, *_gates(results), *_truth(results), *_matches(results), *_speed(results), NOTES)
    return "\n".join(parts)


def _verdict(found: float | None, *, least: float = -1e9, most: float = 1e9) -> str:
    if found is None:
        return "not measured"
    return "holds" if least <= found <= most else "**does not hold**"


def _mean(results: Results, key: str) -> tuple[float, float, int] | None:
    """Points given away a move, the share of best moves, and how many were asked."""
    found = [given[0] for given in results.of(key).values()]
    if not found:
        return None
    return sum(found) / len(found), sum(not given for given in found) / len(found), len(found)


def _score(results: Results, one: str, two: str, rules: str) -> Score | None:
    pairing = Pairing(one, two, rules, 0)
    return score_of(pairing, FIRST_OPENING, results)


def _gates(results: Results) -> Iterator[str]:
    yield "\n## Gates\n"
    yield "| what | asked for | found | |"
    yield "|---|---|---|---|"
    for nodes, most, best in ((300_000, 0.06, 0.94), (20_000, 0.12, 0.0)):
        found = _mean(results, f"truth: {nodes} turns")
        told = "–" if found is None else f"{found[0]:.3f}, {found[1]:.1%} of {found[2]}"
        asked = f"≤ {most}" + (f", ≥ {best:.0%} best" if best else "")
        holds = found is not None and found[0] <= most and found[1] >= best
        verdict = _verdict(None if found is None else float(holds), least=1)
        yield f"| given away a move at {nodes:,} turns | {asked} | {told} | {verdict} |"
    proofs = list(results.of("proofs").values())
    claimed, wrong = sum(p[0] for p in proofs), sum(p[1] for p in proofs)
    yield (
        f"| false proofs in {len(proofs)} positions | 0 | {wrong:g} of {claimed:g} claims |"
        f" {_verdict(wrong if proofs else None, most=0)} |"
    )
    for (one, two, rules), least, most in GATE_SHARES:
        score = _score(results, one, two, rules)
        told = "–" if score is None else f"{score.share:.0%} of {score.games} games"
        asked = f"≥ {least:.0%}" if most == 1 else f"{least:.0%} to {most:.0%}"
        share = None if score is None else score.share
        verdict = _verdict(share, least=least, most=most)
        yield f"| {one} – {two}, {rules} | {asked} | {told} | {verdict} |"
    weighed = results.of("memory").get(0)
    told = "–" if weighed is None else f"{weighed[1]:.0f} MB ({weighed[0]:.0f} before)"
    verdict = _verdict(weighed[1] if weighed else None, most=60)
    yield f"| memory after 1,000 thoughts | ≤ 60 MB | {told} | {verdict} |"


def _truth(results: Results) -> Iterator[str]:
    yield "\n## Against perfect play\n"
    yield "Jasir. Positions of `moves.tsv.gz` in which it matters what is played; none of them was"
    yield "learned from.\n"
    yield "| player | positions | points given away a move | best moves |"
    yield "|---|---:|---:|---:|"
    for name in (*(f"{nodes} turns" for nodes in TURNS), *NAMES):
        found = _mean(results, f"truth: {name}")
        if found is not None:
            yield f"| {name} | {found[2]} | {found[0]:.3f} | {found[1]:.1%} |"


def _matches(results: Results) -> Iterator[str]:
    yield "\n## Matches\n"
    yield "Each opening of two random plies is played twice with sides switched. The share counts a"
    yield "draw half, with Wilson's 95 % interval. A third repetition and 200 plies are draws."
    yield f"Openings from number {FIRST_OPENING:,} on; none was used for setting.\n"
    yield "| rules | player | against | games | + | = | − | share (95 %) | Elo | points/game |"
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for one, two, rules, _ in MATCHES:
        score = _score(results, one, two, rules)
        if score is not None:
            low, high = wilson(score.share, score.games)
            yield (
                f"| {rules} | {one} | {two} | {score.games} | {score.wins} | {score.draws} |"
                f" {score.losses} | {score.share:.0%} ({low:.0%}–{high:.0%}) | {elo(score.share)} |"
                f" {score.points:+.2f} |"
            )


def _speed(results: Results) -> Iterator[str]:
    yield "\n## Speed\n"
    yield "Python, processor time, from the start; depth of 60,000 turns.\n"
    yield "| rules | turns a second | depth |"
    yield "|---|---:|---:|"
    for number, name in enumerate(RULE_SETS):
        if number in results.of("speed"):
            speed, depth = results.of("speed")[number]
            yield f"| {name} | {speed:,.0f} | {depth:g} |"


NOTES: Final = Path(__file__).with_name("notes.md").read_text("utf-8")
