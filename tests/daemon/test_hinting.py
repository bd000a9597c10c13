"""Hints: each time somebody asks, a little more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from boardpi.daemon.coach import opponent
from boardpi.errors import Lent, NothingToDo
from boardpi.texts.languages import LANGUAGES
from tests.daemon.coaching import Bench, Json, bench
from tests.daemon.stories import story

WORDS = {"en": "because", "it": "perché", "pl": "bo", "fr": "car", "de": "weil"}
SURE = {"is_exact": False, "depth": 9, "sentences": WORDS}


def inspire(at: Bench, monkeypatch: pytest.MonkeyPatch, move: str | None) -> list[Json]:
    """The coach knows this at once, whatever it is asked."""
    asked: list[Json] = []

    async def ask(request: Json, **how: Any) -> Json:
        asked.append(request)
        return {"move": move, "sentences": WORDS, "exact": SURE}

    monkeypatch.setattr(at.service.thinker, "ask", ask)
    return asked


def told(seen: Json) -> Any:
    return seen["hint"] is not None and not seen["hint"]["is_thinking"]


def test_first_who_then_where_then_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        async with bench(tmp_path) as at:
            asked = inspire(at, monkeypatch, "b1-d2")
            await at.act("hint")
            seen = await at.until(told)
            assert seen["hint"]["archer"] == "b1"
            assert seen["hint"]["move"] is None
            assert seen["lights"] == {"b1": "hint"}
            seen = await at.act("hint")
            assert seen["hint"]["move"] == "b1-d2"
            assert seen["hint"]["sentences"] is None
            assert seen["lights"] == {"b1": "hint", "d2": "hint"}
            seen = await at.act("hint")
            assert seen["hint"]["sentences"] == WORDS
            assert seen["hint"]["exact"] == SURE
            assert (await at.act("hint"))["hint"]["stage"] == 3
            assert len(asked) == 1

    story(ask())


def test_a_hint_goes_with_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        async with bench(tmp_path) as at:
            inspire(at, monkeypatch, "b1-d2")
            await at.act("hint")
            await at.until(told)
            await at.play("c1-d3")
            assert at.seen["hint"] is None
            assert "hint" not in at.seen["lights"].values()

    story(ask())


def test_the_button_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        async with bench(tmp_path) as at:
            inspire(at, monkeypatch, "b1-d2")
            at.board.press(1200)
            seen = await at.until(told)
            assert seen["lights"] == {"b1": "hint"}

    story(ask())


def test_with_an_archer_in_hand_it_is_about_that_archer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask() -> None:
        async with bench(tmp_path) as at:
            asked = inspire(at, monkeypatch, "c1-d3")
            at.touch("c1")
            await at.until(lambda seen: seen["lights"].get("c1") == "origin")
            at.board.press(1200)
            seen = await at.until(told)
            assert asked[0]["archer"] == "c1"
            assert (seen["hint"]["stage"], seen["hint"]["move"]) == (2, "c1-d3")
            assert [h for h, role in seen["lights"].items() if role == "target"] == ["d3"]

    story(ask())


def test_an_archer_that_cannot_move_is_said_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask() -> None:
        async with bench(tmp_path) as at:
            inspire(at, monkeypatch, None)
            await at.act("hint", archer="c1")
            seen = await at.until(told)
            assert seen["hint"]["sentences"]["en"] == "The archer on c1 cannot move now."
            assert seen["lights"] == {}

    story(ask())


def test_a_real_hint_names_a_move_and_its_reasons(tmp_path: Path) -> None:
    async def ask() -> None:
        async with bench(tmp_path) as at:
            await at.act("hint", archer="c1")
            await at.act("hint")
            seen = await at.until(told)
            assert seen["hint"]["move"].startswith("c1")
            assert set(seen["hint"]["sentences"]) == set(LANGUAGES)
            assert seen["hint"]["exact"]["depth"] > 0

    story(ask())


def test_there_is_none_when_nobody_can_use_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opponent, "PAUSE_SECONDS", 3600.0)

    async def ask() -> None:
        async with bench(tmp_path) as at:
            await at.act("coach", side="b", level="1")
            await at.play("b1-d2")
            with pytest.raises(NothingToDo, match="coach's turn"):
                await at.act("hint")
            await at.act("freeze", is_frozen=True)
            with pytest.raises(NothingToDo, match="frozen"):
                await at.act("hint")
            await at.act("freeze", is_frozen=False)
            await at.act("resign", side="w")
            with pytest.raises(NothingToDo, match="over"):
                await at.act("hint")
            await at.act("class")
            with pytest.raises(Lent, match="class"):
                await at.act("hint")

    story(ask())
