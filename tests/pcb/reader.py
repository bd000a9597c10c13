"""Reads a board's file of KiCad; shares nothing with the program that writes it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from math import cos, radians, sin
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parents[2]
FOLDER = PROJECT / "wiring" / "pcb"
TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([()])|([^\s()"]+)')
SHEET, SIDE = 20.0, 270.0
Point = tuple[float, float]


def tree(text: str) -> list[Any]:
    """Lists in lists."""
    top: list[Any] = []
    open_lists = [top]
    for quoted, bracket, word in TOKEN.findall(text):
        if bracket == "(":
            new: list[Any] = []
            open_lists[-1].append(new)
            open_lists.append(new)
        elif bracket == ")":
            open_lists.pop()
        else:
            open_lists[-1].append(quoted or word)
    assert len(open_lists) == 1
    root: list[Any] = top[0]
    return root


def every(node: list[Any], name: str) -> list[list[Any]]:
    return [item for item in node if isinstance(item, list) and item and item[0] == name]


def one(node: list[Any], name: str) -> list[Any]:
    (found,) = every(node, name)
    return found


def place(words: list[Any]) -> Point:
    """On the board: from its corner at a1, upward."""
    return float(words[1]) - SHEET, SIDE - (float(words[2]) - SHEET)


@dataclass
class BoardPad:
    at: Point
    net: str
    size: Point
    drill: float
    is_both: bool  # copper above and below


@dataclass
class BoardPart:
    at: Point
    layer: str
    pads: dict[str, BoardPad] = field(default_factory=dict)


class PrintedBoard:
    """Parts by their names, tracks, vias."""

    def __init__(self, text: str) -> None:
        root = tree(text)
        names = {node[1]: node[2] if len(node) > 2 else "" for node in every(root, "net")}
        self.parts: dict[str, BoardPart] = {}
        for node in every(root, "footprint"):
            (ref,) = [p[2] for p in every(node, "property") if p[1] == "Reference"]
            self.parts[ref] = self._part(node)
        self.tracks = [
            (
                names[one(node, "net")[1]],
                one(node, "layer")[1],
                place(one(node, "start")),
                place(one(node, "end")),
                float(one(node, "width")[1]),
            )
            for node in every(root, "segment")
        ]
        self.vias = [(names[one(n, "net")[1]], place(one(n, "at"))) for n in every(root, "via")]
        (edge,) = [n for n in every(root, "gr_rect") if one(n, "layer")[1] == "Edge.Cuts"]
        self.edge = place(one(edge, "start")), place(one(edge, "end"))

    def _part(self, node: list[Any]) -> BoardPart:
        at = one(node, "at")
        part = BoardPart(place(at), one(node, "layer")[1])
        turn = radians(float(at[3])) if len(at) > 3 else 0.0
        for pad in every(node, "pad"):
            x, y = (float(word) for word in one(pad, "at")[1:3])
            y = -y
            spot = (
                part.at[0] + x * cos(turn) - y * sin(turn),
                part.at[1] + x * sin(turn) + y * cos(turn),
            )
            wide, high = (float(word) for word in one(pad, "size")[1:])
            drill = float(one(pad, "drill")[1]) if every(pad, "drill") else 0.0
            net = one(pad, "net")[2] if every(pad, "net") else ""
            is_side = abs(sin(turn)) > 0.5
            size = (high, wide) if is_side else (wide, high)
            part.pads[pad[1]] = BoardPad(spot, net, size, drill, bool(drill))
        return part

    def net(self, ref: str, pad: str | int) -> str:
        return self.parts[ref].pads[str(pad)].net


def printed_board() -> PrintedBoard:
    return PrintedBoard((FOLDER / "boardpi.kicad_pcb").read_text(encoding="utf-8"))
