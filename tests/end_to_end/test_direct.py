"""A game by the virtual hands through mock pins, the scanning thread and the real daemon."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from pathlib import Path

from boardpi.boards.gpio.gpio_board import GpioBoard
from boardpi.config import BoardConfig, BookConfig, Config, PageConfig, known_rule_sets
from boardpi.daemon import assemble as house
from boardpi.rules import HOLES, START
from boardpi.sim.sessions import SimulatedSession
from boardpi.sim.verdict import judge
from boardpi.table.facts import Fact
from tests.boards.circuit import MockPi
from tests.boards.listener import becomes
from tests.daemon.stories import Witness
from tests.end_to_end.test_games import HABITS, find_session, moves
from tests.ports import free_port

BEEP_MS = 20


def config_in(folder: Path, rules: str) -> Config:
    config = Config(
        board=BoardConfig("gpio", beep_ms=BEEP_MS),
        page=PageConfig(port=free_port()),
        book=BookConfig(path=str(folder / "book.sqlite")),
    )
    return replace(config, table=replace(config.table, rules=rules))


async def play(pi: MockPi, session: SimulatedSession) -> None:
    """All touches, none before its time nor before the last one was seen: the machine may be busy.

    The reeds bounce for up to two scans.
    """
    chance = random.Random(1)
    circuit, before_ms = pi.circuit, 0
    for scan in session.scans:
        await asyncio.sleep((scan.ms - before_ms) / 1000)
        before_ms, seen = scan.ms, circuit.scans
        circuit.set_archers(scan.mask, bounces=chance.randrange(3))
        await becomes(lambda after=seen + 4: circuit.scans >= after)  # type: ignore[misc]


async def sit_down(folder: Path, rules: str = "jasir-pergioco") -> None:
    session = find_session(rules, replace(HABITS, hesitate=0.0))  # who rests too long has moved
    pi, witness = MockPi(), Witness()
    pi.circuit.set_archers(START.occupied)
    config = config_in(folder, rules)
    built = house.build(config, known_rule_sets(config), GpioBoard(pi.open))
    built.daemon.audience.append(witness)
    async with house.running(built):
        running = asyncio.create_task(built.daemon.run())
        await becomes(lambda: built.daemon.what != "")
        await play(pi, session)
        await becomes(lambda: len(moves(told(witness.facts))) >= len(moves(session.told)))
        await becomes(lambda: lit_holes(pi) == set(built.service.snapshot()["lights"]))
        verdict = judge(session.told, told(witness.facts))
        assert verdict.is_right, verdict
        assert pi.circuit.sounded == 0, "good moves are silent"
        pi.circuit.set_archers(START.occupied & ~0b11 | 0b11 << 10)  # nobody may move so
        await becomes(lambda: pi.circuit.sounded > 0)
        built.daemon.inbox.close()
        await running
    assert not any(pi.chain.frames[-1]), "it goes dark before it lets go"


def told(facts: list[Fact]) -> list[dict[str, object]]:
    return [fact.to_json() for fact in facts]


def lit_holes(pi: MockPi) -> set[str]:
    shown = pi.chain.frames[-1]
    return {str(hole) for hole in HOLES if any(shown[3 * hole : 3 * hole + 3])}


def test_a_game_on_the_pis_own_pins_is_read_and_lit_rightly(tmp_path: Path) -> None:
    asyncio.run(sit_down(tmp_path))
