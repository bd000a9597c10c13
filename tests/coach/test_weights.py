"""Finding the learned weights again: rows, fit, games and the module, each held by itself."""

from __future__ import annotations

from math import exp
from pathlib import Path

import numpy as np

from boardpi.coach.engine.judgement import LEARNED_ON, Judgement
from boardpi.coach.engine.weights import JASIR
from boardpi.coach.engine.worth import POINT
from boardpi.rules.armies import muster, state_of
from tests.coach.minimax import random_positions
from tools.weights.__main__ import main
from tools.weights.features import LEAD, from_learned, row_of, to_learned
from tools.weights.fit import regress
from tools.weights.games import Round, go_on, play, read_games, read_played
from tools.weights.module import SHIPPED, write_module

SMALL = Round(games=4, nodes=40, seed=3)


def test_rows_and_weights_make_the_judgement_of_the_coach() -> None:
    judgement, armies, weights = Judgement(LEARNED_ON), muster(LEARNED_ON), from_learned(JASIR)
    for position in random_positions(LEARNED_ON, seed=11, count=200, longest=40):
        state, side = state_of(position), position.side
        row = row_of(judgement, side, state)
        against = exp(-sum(w * value for w, value in zip(weights, row, strict=True)))
        mine, theirs = (
            JASIR.points_of_a_win + JASIR.points_per_archer * alive
            for alive in (state[0].bit_count() + state[3], state[1].bit_count() + state[4])
        )
        judged = (mine - against * theirs) / (1 + against) * POINT
        assert abs(judged - judgement.of(armies[side], state)) <= 2


def test_the_fit_finds_known_weights_again() -> None:
    """Results as the weights that ship foretell them: the fit judges every position alike."""
    judgement, known = Judgement(LEARNED_ON), np.array(from_learned(JASIR))
    rows = np.array(
        [
            row_of(judgement, position.side, state_of(position))
            for position in random_positions(LEARNED_ON, seed=2, count=500, longest=40)
        ]
    )
    chance = 1 / (1 + np.exp(-(rows @ known)))
    found = regress(rows, chance, shrinkage=1e-9)
    assert float(np.abs(rows @ found - rows @ known).max()) < 1e-3
    assert abs(found[LEAD] - JASIR.lead) < 1e-2
    shrunk = regress(rows, chance)
    assert 0 < float(np.linalg.norm(shrunk)) < float(np.linalg.norm(known))


def test_the_shipped_weights_survive_being_written() -> None:
    assert to_learned(from_learned(JASIR), 0.92, 0.456) == JASIR
    assert write_module(JASIR) == SHIPPED.read_text("utf-8")


def test_a_game_is_the_same_for_everybody() -> None:
    played = play(SMALL, 2)
    assert played == play(SMALL, 2)
    assert played.positions != play(SMALL, 3).positions
    assert played != play(Round(SMALL.games, SMALL.nodes, SMALL.seed, JASIR), 2)


def test_a_run_that_was_cut_off_goes_on_with_the_same_games(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    assert list(go_on(SMALL, whole, workers=1)) == [0, 1, 2, 3, 4]
    content = whole.read_bytes()
    cut.write_bytes(content[: content.index(b"\n") + 20])
    assert list(go_on(SMALL, cut, workers=1)) == [1, 2, 3, 4]
    assert cut.read_bytes() == content
    games = list(read_games(cut, 3))
    assert [played.number for played in games] == [0, 1, 2]
    assert [play(SMALL, 0)] == games[:1] == [read_played(content.decode().splitlines()[0])]


def test_a_tiny_run_writes_a_module_and_the_same_one_again(tmp_path: Path) -> None:
    asked = ["--rounds", "12x30,12x30", "--workers", "2", "--folder", str(tmp_path)]
    assert main(asked) == 0
    written = (tmp_path / "weights.py").read_text("utf-8")
    found: dict[str, object] = {"__name__": "weights"}
    exec(compile(written, "weights.py", "exec"), found)
    assert found["JASIR"] != JASIR
    assert len(list(tmp_path.glob("round-*.jsonl"))) == 2
    assert main([*asked, "--output", str(tmp_path / "again.py")]) == 0
    assert (tmp_path / "again.py").read_text("utf-8") == written
