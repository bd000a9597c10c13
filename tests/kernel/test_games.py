"""Whole games of imperfect hands, read through the pins of the kernel."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from boardpi.rules import parse_position
from boardpi.table.events import Sensed
from boardpi.table.trace import replay
from tests.boards.listener import Listener
from tests.kernel.pins import KernelBench
from tests.table.test_vectors import VECTORS, plain

GAMES = [vector for vector in VECTORS[1:9:3] if not vector["dead"]]  # three of many habits


async def sensed(start: int, masks: list[int]) -> list[int]:
    """What the board tells while hands make these masks, each as soon as the one before is seen.

    One hole at a time: of several at once a scan may see some rows before and some after.
    """
    bench = KernelBench(start)
    async with Listener(bench.board) as listener:
        place = await listener.hears_mask(start)
        began = place
        for mask in masks:
            bench.set_archers(mask)
            place = await listener.hears_mask(mask, place)
        return [event.mask for event in listener.events[began:] if isinstance(event, Sensed)]


@pytest.mark.parametrize("vector", GAMES, ids=lambda vector: vector["id"])
def test_a_game_is_read_as_it_was_played(vector: dict[str, Any]) -> None:
    header, *lines = vector["trace"]
    changes = [line for line in lines if "mask" in line]
    start = parse_position(header["position"]).occupied
    masks = asyncio.run(sensed(start, [line["mask"] for line in changes]))
    assert len(masks) == len(changes)
    seen = [{"ms": line["ms"], "mask": mask} for line, mask in zip(changes, masks, strict=True)]
    trace = [header, *seen, *(line for line in lines if "mask" not in line)]
    told = plain(list(replay(map(json.dumps, trace))))
    expected = plain(vector["expected"])
    assert [event for event in told if event[0] in {"move", "takeback", "refused"}] == expected
