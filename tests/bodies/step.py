"""A small reader of STEP files (ISO 10303-21): the records, and what the tests ask of them."""

from __future__ import annotations

import re
from dataclasses import dataclass

RECORD = re.compile(r"#(\d+)\s*=\s*(.*?);", re.S)
POINT = re.compile(r"CARTESIAN_POINT\('[^']*',\(([^)]*)\)\)")


@dataclass(frozen=True)
class Step:
    """The records by their numbers."""

    records: dict[int, str]

    def of(self, kind: str) -> list[str]:
        return [text for text in self.records.values() if text.startswith(f"{kind}(")]

    def dangling(self) -> set[int]:
        """Numbers that are named but not there."""
        named = {
            int(name) for text in self.records.values() for name in re.findall(r"#(\d+)", text)
        }
        return named - set(self.records)

    def corners(self) -> list[tuple[float, ...]]:
        """The points of all vertices."""
        found = []
        for vertex in self.of("VERTEX_POINT"):
            point = self.records[int(re.findall(r"#(\d+)", vertex)[0])]
            match = POINT.fullmatch(point)
            assert match, point
            found.append(tuple(map(float, match[1].split(","))))
        return found


def read_step(text: str) -> Step:
    assert text.startswith("ISO-10303-21;")
    assert text.rstrip().endswith("END-ISO-10303-21;")
    _, _, data = text.partition("DATA;")
    plain = re.sub(r"\s*\n\s*", "", data.partition("ENDSEC;")[0])
    return Step({int(number): record.strip() for number, record in RECORD.findall(plain)})
