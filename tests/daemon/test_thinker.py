"""The coach's process: begun when needed, cancelled at once, survived."""

from __future__ import annotations

import asyncio
import io
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from boardpi.daemon.coach.thinker import CoachAway, Thinker
from boardpi.daemon.coach.thinking import (
    Thinking,
    choose_move,
    game_json,
    ponder,
    read_game,
    recall,
)
from boardpi.rules import RULE_SETS, START, Game, parse_position, replay
from tests.daemon.stories import story
from tests.patience import PATIENCE_S

Json = dict[str, Any]
QUICK: Json = {"do": "choose", "game": game_json(Game()), "level": "1", "seed": 1}
MIDDLE = Game(start=parse_position("b2bb/4b/w4/1wwB1/w4 b w0b0 w0b0 -"))
STUBBORN = "import sys, time\nfor line in sys.stdin: time.sleep(60)"


async def alive(thinker: Thinker) -> int:
    """The process number, as soon as it has one."""
    async with asyncio.timeout(PATIENCE_S):
        while thinker.pid is None:
            await asyncio.sleep(0.01)
    return thinker.pid


def is_alive(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_game_comes_through_the_pipe_unharmed(name: str) -> None:
    game = Game(RULE_SETS[name], START, any_first=True).play("b1-d2")
    assert read_game(json.loads(json.dumps(game_json(game)))) == game


def test_what_was_thought_is_remembered_for_the_next_thought() -> None:
    request: Json = {"game": game_json(MIDDLE), "level": "5", "seed": 1}
    recall.cache_clear()
    assert ponder(request, lambda: False, lambda *_: None)["depth"] > 1
    kept = recall(Game().rules)
    assert sum(map(bool, kept.words)) > 50
    choose_move(request, lambda: False, lambda *_: None)
    assert recall(Game().rules) is kept


def test_what_is_thought_on_the_opponents_time_ends_when_it_is_told_to() -> None:
    request: Json = {"game": game_json(MIDDLE), "level": "7"}
    recall.cache_clear()
    assert ponder(request, lambda: True, lambda *_: None)["depth"] == 1


def test_requests_are_answered_and_the_process_stays_for_the_next() -> None:
    async def think() -> None:
        thinker = Thinker()
        assert thinker.pid is None, "nothing runs before it is needed"
        first = await thinker.ask(QUICK)
        pid = thinker.pid
        assert first == await thinker.ask(QUICK), "the same seed plays the same"
        assert thinker.pid == pid
        await thinker.close()
        assert thinker.pid is None
        assert pid is not None
        assert not is_alive(pid)

    story(think())


def test_it_is_nice_to_the_table() -> None:
    async def think() -> None:
        thinker = Thinker()
        await thinker.ask(QUICK)
        pid = await alive(thinker)
        assert os.getpriority(os.PRIO_PROCESS, pid) >= 10
        await thinker.close()

    story(think())


def test_an_idle_process_gives_its_memory_back() -> None:
    async def think() -> None:
        thinker = Thinker(idle_seconds=0.0)
        await thinker.ask(QUICK)
        async with asyncio.timeout(PATIENCE_S):
            while thinker.pid is not None:
                await asyncio.sleep(0.01)
        assert (await thinker.ask(QUICK))["move"]
        await thinker.close()

    story(think())


def test_a_thought_is_cancelled_and_another_answered() -> None:
    async def think() -> None:
        thinker = Thinker()
        long = asyncio.create_task(thinker.ask({**QUICK, "level": "7"}))
        pid = await alive(thinker)
        long.cancel()
        with pytest.raises(asyncio.CancelledError):
            await long
        assert (await thinker.ask(QUICK))["move"]
        assert thinker.pid == pid, "nothing had to be killed"
        await thinker.close()

    story(think())


def test_a_review_waits_for_who_is_at_the_table() -> None:
    async def think() -> None:
        thinker = Thinker()
        done: list[str] = []
        begun = asyncio.Event()

        async def review() -> None:
            game = game_json(Game().play("b1-d2").play("d5-b4"))
            request = {"do": "review", "game": game}
            await thinker.ask(request, is_patient=True, progress=lambda *_: begun.set())
            done.append("review")

        reviewing = asyncio.create_task(review())
        async with asyncio.timeout(PATIENCE_S):
            await begun.wait()
        await thinker.ask(QUICK)
        done.append("choose")
        await reviewing
        assert done == ["choose", "review"]
        await thinker.close()

    story(think())


def test_a_killed_process_is_survived_with_one_line_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def think() -> None:
        thinker = Thinker()
        asking = asyncio.create_task(thinker.ask({**QUICK, "level": "4"}))
        os.kill(await alive(thinker), signal.SIGKILL)
        assert (await asking)["move"]
        await thinker.close()

    story(think())
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_a_process_that_always_dies_is_given_up() -> None:
    async def think() -> None:
        thinker = Thinker((sys.executable, "-c", "pass"))
        with pytest.raises(CoachAway, match="ended 3 times"):
            await thinker.ask(QUICK)
        await thinker.close()

    story(think())


def test_a_process_that_does_not_listen_is_killed_at_the_end() -> None:
    async def think() -> None:
        thinker = Thinker((sys.executable, "-c", STUBBORN))
        asking = asyncio.create_task(thinker.ask(QUICK))
        pid = await alive(thinker)
        asking.cancel()
        await asyncio.wait([asking])
        await thinker.close()
        assert not is_alive(pid)

    story(think())


def test_a_request_that_makes_no_sense_is_an_error_not_a_crash() -> None:
    lines = [{"id": 1, "do": "choose", "game": {}}, {"stop": 1}, {**QUICK, "id": 2}]
    told = io.StringIO()
    Thinking(io.StringIO("".join(json.dumps(line) + "\n" for line in lines)), told).run()
    first, second = (json.loads(line) for line in told.getvalue().splitlines())
    assert first == {"id": 1, "error": "KeyError: 'rules'"}
    assert second["id"] == 2
    assert second["answer"]["move"]


def test_what_is_looked_up_ends_no_thought() -> None:
    """A review goes on while somebody walks through the openings."""

    async def think() -> None:
        thinker = Thinker()
        slow: Json = {**QUICK, "do": "review", "game": game_json(replay(["b1-d2", "d5-b4"]))}
        heard: list[tuple[int, int]] = []
        reviewed = asyncio.create_task(
            thinker.ask(slow, is_patient=True, progress=lambda *done: heard.append(done))
        )
        await alive(thinker)
        known = await thinker.look_up({"do": "values", "game": game_json(Game())})
        assert known["value"] == 1
        assert len((await reviewed)["losses"]) == 2
        assert heard == [(1, 2), (2, 2)], "it was not begun anew"
        with pytest.raises(CoachAway, match="stumbled"):
            await thinker.look_up({"do": "nothing"})
        await thinker.close()

    story(think())


def test_who_looks_something_up_hears_that_the_process_is_gone() -> None:
    async def think() -> None:
        thinker = Thinker([sys.executable, "-c", STUBBORN])
        asked = asyncio.create_task(thinker.look_up({"do": "values"}))
        os.kill(await alive(thinker), signal.SIGKILL)
        with pytest.raises(CoachAway, match="ended"):
            await asked
        again = asyncio.create_task(thinker.look_up({"do": "values"}))
        await alive(thinker)
        await asyncio.sleep(0)
        await thinker.close()
        with pytest.raises(CoachAway, match="ended"):
            await again

    story(think())
