"""The coach at the table: it thinks in its own process, people carry out its moves."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boardpi.club import read_book
from boardpi.daemon.coach import opponent
from boardpi.daemon.coach.thinker import Thinker
from boardpi.errors import BadRequest, NothingToDo
from boardpi.rules import Game, Hole, parse_move, parse_position, rule_set
from boardpi.rules.holes import SIDES
from boardpi.table.facts import Expects, WentAstray
from tests.daemon.coaching import Bench, Json, bench
from tests.daemon.stories import story, touches
from tests.patience import PATIENCE_S


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponent, "PAUSE_SECONDS", 0.0)


def is_expected(seen: Json) -> bool:
    return seen["expected"] is not None


async def pid_of(at: Bench) -> int:
    """The coach's process, as soon as there is one."""
    async with asyncio.timeout(PATIENCE_S):
        while (pid := at.service.thinker.pid) is None:
            await asyncio.sleep(0.01)
    return pid


async def misplay(at: Bench, random: Random) -> None:
    """Do something else than what the lights ask for, and put it right again."""
    expected = at.seen["expected"]["move"]
    others = [m for m in map(parse_move, at.seen["legal"]) if not m.takes and m.reentry is None]
    others = [m for m in others if m.plain != parse_move(expected).plain]
    owner, side = parse_position(at.seen["position"]).owner, SIDES[at.seen["expected"]["side"]]
    others = [m for m in others if m.origin is not None and owner(m.origin) is side]
    if not others:
        return
    wrong = random.choice(others)
    assert wrong.origin is not None
    assert wrong.target is not None
    at.touch(wrong.origin, wrong.target)
    await at.until(lambda seen: seen["astray"] is not None)
    assert at.seen["expected"]["move"] == expected
    at.touch(wrong.target, wrong.origin)
    await at.until(lambda seen: seen["astray"] is None and "hint" in seen["lights"].values())


async def carry_out(at: Bench) -> None:
    """The coach's move, by the player's hands."""
    seen = await at.until(lambda seen: is_expected(seen) or seen["outcome"])
    if seen["outcome"] is None:
        count = len(seen["moves"])
        at.touch(*touches(parse_move(seen["expected"]["move"])))
        await at.until(lambda seen: len(seen["moves"]) > count)


async def play_whole_game(at: Bench, side: str, seed: int) -> None:
    random = Random(seed)
    mistakes = 0
    if side == "b":
        await at.play("b1-d2")
    while at.seen["outcome"] is None:
        seen = await at.until(lambda seen: is_expected(seen) or seen["side"] not in (side, None))
        if is_expected(seen):
            if mistakes < 3:
                mistakes += 1
                await misplay(at, random)
            await carry_out(at)
        else:
            await at.play(random.choice([move for move in seen["legal"] if "@" not in move[1:]]))
    assert mistakes == 3


@pytest.mark.parametrize(
    ("rules", "side"), [("jasir-pergioco", "b"), ("jarmo-pergioco", "w"), ("jarmo-wikipedia", "b")]
)
def test_a_whole_game_is_played_with_clumsy_hands(tmp_path: Path, rules: str, side: str) -> None:
    async def play() -> None:
        async with bench(tmp_path, rules) as at:
            await at.act("coach", side=side, level="2", begin=side == "w")
            await play_whole_game(at, side, 5)
            assert [f for f in at.facts if isinstance(f, WentAstray)]

    story(play())
    with read_book(tmp_path / "book.sqlite") as book:
        entry = book.archive.last()
        assert entry is not None
        assert entry.outcome is not None
        assert "Coach 2" in (entry.white, entry.black)
        assert book.standings.table() == []


@pytest.mark.parametrize(("level", "ponders"), [("5", True), ("2", False)])
def test_a_coach_that_sees_every_line_thinks_on_your_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, level: str, ponders: bool
) -> None:
    """It says nothing of it, and whoever asks for something goes first."""
    asked: list[str] = []
    ask = Thinker.ask

    async def listen(self: Thinker, request: Json, **options: Any) -> Json:
        asked.append(request["do"])
        return await ask(self, request, **options)

    monkeypatch.setattr(Thinker, "ask", listen)

    async def play() -> None:
        async with bench(tmp_path) as at:
            await at.act("coach", side="b", level=level)
            await at.play("b1-d2")
            await carry_out(at)
            await at.until(lambda seen: seen["side"] == "w" and not seen["coach"]["is_thinking"])
            await at.act("hint")
            await at.until(lambda seen: seen["hint"] and not seen["hint"]["is_thinking"])

    story(play())
    assert asked == (["choose", "ponder", "hint"] if ponders else ["choose", "hint"])


def test_both_games_of_a_match_are_played_with_sides_switched(tmp_path: Path) -> None:
    async def play() -> None:
        async with bench(tmp_path) as at:
            await at.act("match", white="North", coach={"side": "b", "level": "1"})
            await at.play("b1-d2")
            await carry_out(at)
            await at.act("resign", side="w")
            await at.act("next")
            seen = await at.until(lambda seen: seen["coach"]["side"] == "w")
            assert (seen["match"]["white"], seen["match"]["game"]) == ("Coach 1", 2)
            at.board.sense(Game().position.occupied)
            await at.until(lambda seen: seen["astray"] is None)
            await at.play("d5-b4")
            await carry_out(at)
            assert len(at.moves) == 2

    story(play())


def test_the_coach_is_there_after_a_restart_and_thinks_again(tmp_path: Path) -> None:
    async def begin() -> None:
        async with bench(tmp_path) as at:
            await at.act("coach", side="b", level="1")
            await at.play("b1-d2")

    async def go_on() -> None:
        async with bench(tmp_path) as at:
            assert at.seen["coach"]["side"] == "b"
            await carry_out(at)
            assert len(at.moves) == 2

    story(begin())
    story(go_on())


def test_either_side_may_begin_against_the_coach(tmp_path: Path) -> None:
    async def play() -> None:
        async with bench(tmp_path) as at:
            seen = await at.act("coach", side="w", level="1")
            assert seen["coach"]["may_begin"]
            assert not is_expected(seen)
            await at.act("coach", side="w", begin=True)
            seen = await at.until(is_expected)
            assert not seen["coach"]["may_begin"]
            origin = parse_move(seen["expected"]["move"]).origin
            assert Game().position.owner(Hole(str(origin))) == 0
            await at.play("d5-b4")
            assert at.moves == ["d5-b4"]
            await carry_out(at)

    story(play())


def test_taking_back_goes_back_to_the_players_turn(tmp_path: Path) -> None:
    async def play() -> None:
        async with bench(tmp_path) as at:
            await at.act("coach", side="b", level="1")
            await at.play("b1-d2")
            await at.until(is_expected)
            seen = await at.act("take-back")
            assert (seen["moves"], seen["expected"]) == ([], None)
            at.touch("d2", "b1")
            await at.until(lambda seen: seen["astray"] is None)
            await at.play("c1-d3")
            await carry_out(at)
            assert at.moves[0] == "c1-d3"

    story(play())


def test_people_play_each_other_again_when_the_coach_gets_up(tmp_path: Path) -> None:
    async def play() -> None:
        async with bench(tmp_path) as at:
            await at.act("coach", side="b", level="1")
            await at.play("b1-d2")
            await at.until(is_expected)
            seen = await at.act("coach", side=None)
            assert seen["coach"] is None
            await at.until(lambda seen: not is_expected(seen))
            await at.play("d5-b4")
            with pytest.raises(NothingToDo, match="has no seat"):
                await at.act("coach", side=None)

    story(play())


def test_a_level_that_is_none_is_refused(tmp_path: Path) -> None:
    async def play() -> None:
        async with bench(tmp_path) as at:
            with pytest.raises(BadRequest, match=r"level: must be one of 1, .*, not 'grand'"):
                await at.act("coach", side="b", level="grand")
            with pytest.raises(BadRequest, match="has that seat already"):
                await at.act("match", white="North", coach={"side": "w", "level": "1"})
            await at.act("coach", side="b", level="1")
            await at.play("b1-d2")
            with pytest.raises(NothingToDo, match="begun already"):
                await at.act("coach", side="b", begin=True)

    story(play())


def test_the_coach_survives_its_process(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> None:
        async with bench(tmp_path) as at:
            await at.act("coach", side="b", level="7")
            await at.play("b1-d2")
            pid = await pid_of(at)
            os.kill(pid, signal.SIGKILL)
            await at.until(is_expected)
            assert at.service.thinker.pid != pid

    story(play())
    assert [r.levelname for r in caplog.records if r.name == "boardpi.coach"] == ["WARNING"]


def test_a_coach_that_cannot_think_says_so_and_blocks_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with bench(tmp_path) as at:
            monkeypatch.setattr(at.service.thinker, "_command", ("/no/such/program",))
            await at.act("coach", side="b", level="1")
            await at.play("b1-d2")
            seen = await at.until(lambda seen: seen["coach"]["trouble"])
            assert "cannot be started" in seen["coach"]["trouble"]
            assert not seen["coach"]["is_thinking"]
            seen = await at.act("resign", side="w")
            assert seen["outcome"]["winner"] == "b"

    story(play())


def test_a_third_repetition_is_claimed_when_the_game_is_not_won(tmp_path: Path) -> None:
    game = Game(rule_set("jarmo-pergioco"))
    for move in ["a1-c2", "a5-c4", "c2-a1", "c4-a5"] * 2:
        game = game.play(move)
    assert game.repetitions >= 3

    async def decide() -> None:
        async with bench(tmp_path) as at:
            coach, side = at.service.opponent, game.position.side
            assert type(coach._decide(game, side, {"score": 0, "move": "b1-d2"})).__name__ == (
                "DrawAgreed"
            )
            event = coach._decide(game, side, {"score": 100, "move": "b1-d2"})
            assert type(event).__name__ == "Expected"

    story(decide())


def test_the_expected_move_is_told(tmp_path: Path) -> None:
    async def play() -> None:
        async with bench(tmp_path) as at:
            await at.act("coach", side="b", level="1")
            await at.play("b1-d2")
            seen = await at.until(is_expected)
            move = parse_move(seen["expected"]["move"])
            assert [str(f.move) for f in at.facts if isinstance(f, Expects)] == [str(move)]
            assert seen["lights"][str(move.origin)] == "hint"
            assert seen["lights"][str(move.target)] in ("target", "capture")

    story(play())
