"""From an event to the first word: how long a voice takes to begin, by its kind and language.

Run: python -m benchmarks.voice [--rounds 40]. espeak-ng writes its sound instead of playing it, so
that the sound card's own buffer is not measured. Beside it the floor: a process that says nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import time

from boardpi.config import VoiceConfig
from boardpi.daemon.sound import command_of
from boardpi.rules import RULE_SETS, Game
from boardpi.rules.moves import parse_move
from boardpi.speech.sentences import speak, spell, split_sentences
from boardpi.table.facts import Moved
from boardpi.texts.languages import LANGUAGES

HEADER = 44  # bytes of a WAV before its sound
TARGET_MS = 300


async def first_sound_ms(command: tuple[str, ...], language: str, needed: int) -> float:
    """From the fact to so many bytes of the speaker's answer."""
    began = time.perf_counter()
    position = Game(RULE_SETS["jasir-pergioco"]).play("b1-d2").position
    words = speak(Moved(0, parse_move("b1-d2"), position), language) or ""
    sentence = spell(split_sentences(words)[0])
    child = await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write(sentence.encode())
    child.stdin.close()
    await child.stdout.readexactly(needed)
    found = 1000 * (time.perf_counter() - began)
    await child.stdout.read()
    await child.wait()
    return found


async def measure(rounds: int) -> None:
    """All languages in turn, so that all see the same machine."""
    times: dict[str, list[float]] = {}
    for _ in range(rounds):
        for language in LANGUAGES:
            command = (*command_of(VoiceConfig("espeak-ng", language)), "--stdout")
            times.setdefault(language, []).append(
                await first_sound_ms(command, language, HEADER + 2)
            )
        times.setdefault("cat", []).append(await first_sound_ms(("cat",), "en", 1))
    for name, took in times.items():
        took.sort()
        p99 = took[min(len(took) - 1, int(0.99 * len(took)))]
        verdict = "" if name == "cat" else f"  (target {TARGET_MS})"
        print(f"{name:4} p50 {statistics.median(took):6.1f} ms  p99 {p99:6.1f} ms{verdict}")


def main() -> None:
    """Print a line for each language."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=40)
    asyncio.run(measure(parser.parse_args().rounds))


if __name__ == "__main__":
    main()
