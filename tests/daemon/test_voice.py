"""The voice: it says what happens, the newest first, and nobody waits for it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from boardpi.config import LANGUAGES, VoiceConfig
from boardpi.daemon.sound import Voice, speak
from boardpi.rules import Game, Outcome, Refusal, Side, parse_move
from boardpi.table.facts import (
    Asked,
    Ended,
    Expects,
    Fact,
    HintWanted,
    Moved,
    NewGame,
    Passed,
    Refused,
    Repeated,
    Restored,
    TakenBack,
    WentAstray,
)
from tests.daemon.stories import story
from tests.patience import PATIENCE_S

NOW = Game().position
SILENT: dict[str, Any] = {"guest": None, "hint": None}
STAND_IN = """#!/bin/sh
echo "$*: $(cat)" >> "{said}"
"""


def speaker(folder: Path, script: str = STAND_IN) -> tuple[VoiceConfig, Path]:
    """A program that writes down what it would say."""
    program, said = folder / "speaker", folder / "said"
    program.write_text(script.format(said=said))
    program.chmod(0o755)
    return VoiceConfig("espeak-ng", "it", str(program)), said


async def quiet(voice: Voice) -> None:
    assert voice._speaking is not None
    await voice._speaking


def test_facts_are_spoken_in_the_chosen_language(tmp_path: Path) -> None:
    config, said = speaker(tmp_path)

    async def talk() -> None:
        voice = Voice(config, lambda: SILENT)
        voice.tell(Moved(0, parse_move("e5xd3"), NOW))
        await quiet(voice)
        await voice.close()

    story(talk())
    assert said.read_text() == "-v it --stdin: e5 cattura d3.\n"


def test_only_the_newest_waits(tmp_path: Path) -> None:
    config, said = speaker(tmp_path)

    async def talk() -> None:
        voice = Voice(config, lambda: SILENT)
        voice.say("uno")
        await asyncio.sleep(0)  # it begins to speak
        for words in ("due", "tre", "quattro"):
            voice.say(words)
        await quiet(voice)

    story(talk())
    assert [line.rpartition(" ")[2] for line in said.read_text().splitlines()] == ["uno", "quattro"]


def test_a_missing_program_is_said_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def talk() -> None:
        voice = Voice(VoiceConfig("espeak-ng", "en", str(tmp_path / "none")), lambda: SILENT)
        for _ in range(3):
            voice.say("anybody there?")
            await quiet(voice)

    story(talk())
    [record] = caplog.records
    assert "install espeak-ng, or set voice.kind to off" in record.getMessage()


def test_hints_and_lessons_are_read_once(tmp_path: Path) -> None:
    config, said = speaker(tmp_path)
    seen = dict(SILENT)

    async def talk() -> None:
        voice = Voice(config, lambda: seen)
        voice.look()
        seen["hint"] = {"sentences": {"it": "perché"}}
        voice.look()
        await quiet(voice)
        seen["guest"] = {"say": {"it": "prima lezione"}}
        voice.look()
        voice.look()
        await quiet(voice)

    story(talk())
    assert [line.partition(": ")[2] for line in said.read_text().splitlines()] == [
        "perché",
        "prima lezione",
    ]


def test_a_lesson_may_say_the_same_again(tmp_path: Path) -> None:
    config, said = speaker(tmp_path)
    seen: dict[str, Any] = {"hint": None, "guest": {"say": {"it": "ancora"}, "told": 1}}

    async def talk() -> None:
        voice = Voice(config, lambda: seen)
        voice.look()
        await quiet(voice)
        seen["guest"]["told"] = 2
        voice.look()
        voice.look()
        await quiet(voice)

    story(talk())
    assert len(said.read_text().splitlines()) == 2


def test_a_speaker_that_hangs_is_left_at_the_end(tmp_path: Path) -> None:
    config, _ = speaker(tmp_path, "#!/bin/sh\nexec sleep 600 # {said}\n")

    async def talk() -> None:
        voice = Voice(config, lambda: SILENT)
        voice.say("…")
        await asyncio.sleep(0)
        async with asyncio.timeout(PATIENCE_S):
            await voice.close()

    story(talk())


FACTS: list[Fact] = [
    Moved(0, parse_move("b3xc5@a1"), NOW),
    Moved(0, parse_move("@e5"), NOW),
    Expects(0, Side.BLACK, parse_move("d5-b4")),
    Refused(0, Refusal("game_over")),
    WentAstray(0, 1, 2),
    WentAstray(0, 1, 2, Refusal("game_over")),
    Passed(0, Side.BLACK, NOW),
    Ended(0, Outcome("arrived", Side.BLACK, (0, 4))),
    Ended(0, Outcome("agreed", None, (0, 0))),
    Asked(0, ("b1-d2",)),
    NewGame(0, NOW, "over"),
    Repeated(0, 3),
    Restored(0),
    TakenBack(0, 1, NOW),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fact_has_words(language: str) -> None:
    words = [speak(fact, language) for fact in FACTS]
    assert all(words)
    assert not any("{" in (word or "") for word in words)
    assert speak(HintWanted(0), language) is None


def test_words_are_whole_sentences() -> None:
    assert speak(FACTS[0], "en") == "b3 takes c5. Back on a1."
    assert speak(FACTS[2], "en") == "The coach plays: d5 to b4. Please make this move for it."
    assert speak(FACTS[7], "en") == "Black wins, 4 to 0."
