"""The voice: it says what happens, the newest first, and nobody waits for it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from boardpi.config import LANGUAGES, VoiceConfig
from boardpi.daemon.sound import PATTERNS, TOGETHER_SECONDS, Beeper, Scene, Voice, command_of
from boardpi.rules import RULE_SETS, Game, Hole, Outcome, Refusal, Side, parse_move
from boardpi.speech.sentences import speak
from boardpi.speech.spoken_table import read_wish
from boardpi.table.events import Sensed, Woke
from boardpi.table.facts import (
    Asked,
    Ended,
    Expects,
    Fact,
    HintWanted,
    MenuChosen,
    Moved,
    NewGame,
    Passed,
    Refused,
    Repeated,
    RepeatWanted,
    Restored,
    TakenBack,
    WentAstray,
)
from boardpi.table.step import step
from boardpi.table.table import Table, new_table
from tests.daemon.stories import story
from tests.patience import PATIENCE_S

NOW = Game().position
SILENT = Scene(None)
SLOW_STAND_IN = """#!/bin/sh
cat >> "{said}"
echo >> "{said}"
exec sleep 600
"""
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
    assert said.read_text() == "-v it -s 175 --stdin: il Nero: E 5 cattura D 3.\n"


def test_the_newest_cuts_short_what_is_old(tmp_path: Path) -> None:
    """A speaker that never ends is silenced by the next sentence."""
    config, said = speaker(tmp_path, SLOW_STAND_IN)

    async def talk() -> None:
        voice = Voice(config, lambda: SILENT)
        for number, words in enumerate(("uno", "due", "tre"), 1):
            voice.say(words)
            await written(said, number)
            await asyncio.sleep(2 * TOGETHER_SECONDS)
        await voice.close()

    story(talk())
    assert said.read_text().split() == ["uno", "due", "tre"]


async def written(said: Path, lines: int) -> None:
    """Until so many sentences were begun."""
    async with asyncio.timeout(PATIENCE_S):
        while not said.exists() or len(said.read_text().splitlines()) < lines:
            await asyncio.sleep(0.01)


def test_what_comes_at_the_same_moment_is_said_in_order(tmp_path: Path) -> None:
    config, said = speaker(tmp_path)

    async def talk() -> None:
        voice = Voice(config, lambda: SILENT)
        voice.say("uno. due.")
        voice.say("tre.")
        await quiet(voice)

    story(talk())
    assert last_words(said) == ["uno.", "due.", "tre."]


def last_words(said: Path) -> list[str]:
    return [line.rpartition(" ")[2] for line in said.read_text().splitlines()]


def test_a_missing_program_is_said_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def talk() -> None:
        voice = Voice(VoiceConfig("espeak-ng", "en", str(tmp_path / "none")), lambda: SILENT)
        for _ in range(3):
            voice.say("anybody there?")
            await quiet(voice)

    story(talk())
    [record] = caplog.records
    assert "install espeak-ng, or set voice.kind to off" in record.getMessage()


def heard(scenes: list[Scene], tmp_path: Path, language: str = "it", **more: str) -> list[str]:
    """What is said while the table looks like this, one look after the other."""
    speaking, said = speaker(tmp_path)
    now = [SILENT]
    config = replace(speaking, language=language, **more)  # type: ignore[arg-type]

    async def talk() -> None:
        voice = Voice(config, lambda: now[0])
        for scene in scenes:
            now[0] = scene
            voice.look()
            if voice._speaking is not None:
                await quiet(voice)

    story(talk())
    return sentences(said)


def sentences(said: Path) -> list[str]:
    return [line.partition(": ")[2] for line in said.read_text().splitlines()]


def test_hints_and_lessons_are_read_once(tmp_path: Path) -> None:
    hint = Scene(None, hint={"sentences": {"it": "perché"}})
    lesson = hint._replace(guest={"say": {"it": "prima lezione"}})
    assert heard([SILENT, hint, hint, lesson, lesson], tmp_path) == ["perché", "prima lezione"]


def test_a_lesson_may_say_the_same_again(tmp_path: Path) -> None:
    once = Scene(None, guest={"say": {"it": "ancora"}, "told": 1})
    twice = Scene(None, guest={"say": {"it": "ancora"}, "told": 2})
    assert heard([once, twice, twice], tmp_path) == ["ancora", "ancora"]


def test_setting_up_is_told_archer_by_archer(tmp_path: Path) -> None:
    def scene(side: str, missing: str, extra: str) -> Scene:
        arrange = {"side": side, "missing": missing.split(), "extra": extra.split()}
        return Scene(None, guest={"arrange": arrange})

    scenes = [scene("w", "a1 b1", "c3"), scene("w", "a1 b1", ""), scene("b", "e5", "")]
    assert heard(scenes, tmp_path, "en") == [
        "Take the archer from C 3.",
        "White archer missing on A 1.",
        "Black archer missing on E 5.",
    ]


def lifted(hole: str) -> Table:
    """White has lifted this archer."""
    table, _ = step(new_table(Game(RULE_SETS["jasir-pergioco"])), Sensed(0, NOW.occupied))
    table, _ = step(table, Sensed(100, NOW.occupied ^ Hole(hole).bit))
    return step(table, Woke(200))[0]


def test_a_lift_is_told_to_whoever_wants_to_hear_all(tmp_path: Path) -> None:
    told = heard([Scene(lifted("b1"))], tmp_path, "en", verbosity="full")
    assert told == ["White, B 1.", "To D 2 or A 3."]


def test_a_lift_is_not_told_otherwise(tmp_path: Path) -> None:
    hint = Scene(None, hint={"sentences": {"en": "x"}})
    assert heard([Scene(lifted("b1")), hint], tmp_path, "en") == ["x"]


def test_the_last_words_are_repeated_and_the_board_is_read(tmp_path: Path) -> None:
    speaking, said = speaker(tmp_path)
    table = new_table(Game(RULE_SETS["jasir-pergioco"]).play("b1-d2"))
    asked: list[Fact] = [
        MenuChosen(0, what, {"en": read_wish(what, table, (5, 3), 125_000, "en")})
        for what in ("board", "moves", "turn", "score")
    ]

    async def talk() -> None:
        voice = Voice(replace(speaking, language="en", holes="names"), lambda: SILENT)
        for fact in (*asked, RepeatWanted(0)):
            voice.tell(fact)
            await quiet(voice)
            await asyncio.sleep(2 * TOGETHER_SECONDS)

    story(talk())
    assert sentences(said) == [
        "White on Anna 1, Cesar 1, David 1, Eva 1, David 2.",
        "Black on Anna 5, Bella 5, Cesar 5, David 5, Eva 5.",
        "White: Bella 1 to David 2.",
        "Black to move.",
        *(2 * ["Match: White 5, Black 3.", "2 minutes played."]),
    ]


def test_who_wants_to_hear_little_hears_what_calls_for_a_hand(tmp_path: Path) -> None:
    speaking, said = speaker(tmp_path)

    async def talk() -> None:
        voice = Voice(replace(speaking, language="en", verbosity="little"), lambda: SILENT)
        voice.tell(Moved(0, parse_move("e5xd3"), NOW))
        voice.tell(Asked(0, ("b3xb2", "b3xd2")))
        await quiet(voice)

    story(talk())
    assert sentences(said) == [
        "Was it B 3 takes B 2 or B 3 takes D 2?",
        "Lift the archer on the right hole and set it back.",
    ]


def test_piper_speaks_through_the_sound_card() -> None:
    config = VoiceConfig("piper", "en", "/opt/piper", model="/v/en voice.onnx", speed=350)
    assert command_of(config) == (
        "/bin/sh",
        "-c",
        "/opt/piper --model '/v/en voice.onnx' --length-scale 0.50 --output-raw"
        " | aplay -q -r 22050 -f S16_LE -t raw -",
    )


class Buzzer:
    """Writes down how long it would sound."""

    def __init__(self) -> None:
        self.beeps: list[int] = []

    def buzz(self, ms: int) -> None:
        self.beeps.append(ms)


def test_every_call_for_a_hand_has_a_pattern_of_its_own() -> None:
    assert len(set(PATTERNS.values())) == len(PATTERNS)
    buzzer = Buzzer()

    async def beep() -> None:
        beeper = Beeper(buzzer, 2)
        beeper.tell(Moved(0, parse_move("b1-d2"), NOW))
        beeper.tell(Asked(0, ("b1-d2",)))
        assert beeper._playing is not None
        await beeper._playing
        beeper.tell(Refused(0, Refusal("game_over")))
        beeper.tell(Ended(0, Outcome("agreed", None, (0, 0))))  # the newer one is heard
        await beeper._playing

    story(beep())
    assert buzzer.beeps == [2, 6, 6, 6]


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
    assert speak(FACTS[0], "en") == "Black: b3 takes c5. Back on a1."
    assert speak(FACTS[2], "en") == "The coach plays: d5 to b4. Please make this move for it."
    assert speak(FACTS[7], "en") == "Black wins, 4 to 0."
