"""No sentence takes longer than twelve seconds at normal speed, measured by espeak-ng."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator

import pytest

from boardpi.coach.lessons.lesson import in_all_languages
from boardpi.daemon.activities.catalogue import read_builtin
from boardpi.daemon.sound import NORMAL_SPEED
from boardpi.speech.sentences import spell, split_sentences
from boardpi.texts import CHECK, COACH, LESSONS, MENU, RULES, VOICE
from boardpi.texts.languages import LANGUAGES

MOST_SECONDS = 12
LONGEST = 8
"""So many of a language are measured: the others are shorter."""
RATE, HEADER = 22_050, 44
FACTS = {
    "holes": "a3, b3, c3, d3 or e3",
    "moves": "b3 takes b2, back on a1 or b3 takes d2, back on a1",
    "words": "back to the game",
}
"""What a sentence may have to name, at its longest; everything else is a word."""


class Longest(dict[str, str]):
    """Facts for any sentence."""

    def __missing__(self, key: str) -> str:
        return "c3"


def sentences(language: str) -> Iterator[str]:
    for texts in (VOICE, MENU, RULES, COACH, LESSONS, CHECK):
        for key, text in texts.of(language).items():
            if not key.startswith(("card.", "sketch.")):
                for form in (text,) if isinstance(text, str) else text.values():
                    yield from split_sentences(form.format_map(Longest(FACTS)))
    for lesson in read_builtin().values():
        for step in lesson.steps:
            yield from split_sentences(in_all_languages(step.say)[language])


def seconds(sentence: str, language: str) -> float:
    command = ["espeak-ng", "-v", language, "-s", str(NORMAL_SPEED), "--stdin", "--stdout"]
    spoken = subprocess.run(
        command, input=spell(sentence).encode(), capture_output=True, check=True
    )
    return (len(spoken.stdout) - HEADER) / 2 / RATE


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_longer_than_twelve_seconds(language: str) -> None:
    longest = sorted(set(sentences(language)), key=len)[-LONGEST:]
    assert len(longest) == LONGEST
    for sentence in longest:
        assert 1 < seconds(sentence, language) <= MOST_SECONDS, sentence


def test_a_long_sentence_would_be_found() -> None:
    assert seconds("word, " * 60, "en") > MOST_SECONDS
