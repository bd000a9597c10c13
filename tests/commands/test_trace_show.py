"""`boardpi trace show`: a game as the board saw it, in words and small pictures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from boardpi.cli import main
from boardpi.commands.traces import read_touches
from boardpi.rules import Hole
from boardpi.table.events import Sensed
from tests.commands.traces import OPENING, write_trace

SWEPT = write_trace(
    (1000, "b1"), (1600, "d2"), (2400, "d5"), (3000, "b4"), (4000, "c1"), (4600, "d3"),
    (5400, "e5"), (6000, "d3"), (6025, "d3"), end_ms=8000,
)  # fmt: skip
"""b1-d2 d5-b4 c1-d3 e5xd3, the victim swept out."""

Show = Callable[..., str]


@pytest.fixture
def show(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Show:
    """What the command prints of a trace."""

    def run(text: str, *options: str) -> str:
        file = tmp_path / "game.trace"
        file.write_text(text)
        assert main(["trace", "show", str(file), *options]) == 0
        return capsys.readouterr().out

    return run


class TestHands:
    """What hands did, from the changes of one reed that was closed at first."""

    @pytest.mark.parametrize(
        ("moments", "texts"),
        [
            ([100], ["c1 lifted"]),
            ([100, 900], ["c1 lifted", "c1 filled"]),
            ([100, 102, 105], ["c1 lifted (1 bounce)"]),
            ([100, 101, 102, 103, 104, 900], ["c1 lifted (2 bounces)", "c1 filled"]),
            ([100, 125], ["c1 opened for 25 ms and closed"]),
            ([100, 125, 800], ["c1 opened for 25 ms and closed", "c1 lifted"]),
            ([100, 500, 540], ["c1 lifted", "c1 closed for 40 ms and opened"]),
            ([100, 104], ["c1 opened for 4 ms, too short to count"]),
            ([100, 110], ["c1 opened for 10 ms and closed"]),
            (
                [100, 103, 106, 109, 112, 115],
                ["c1 chattered: 6 changes in 15 ms, nothing that counts"],
            ),
        ],
    )
    def test_words(self, moments: list[int], texts: list[str]) -> None:
        mask, events = Hole("c1").bit, []
        for ms in moments:
            mask ^= Hole("c1").bit
            events.append(Sensed(ms, mask))
        assert [str(touch) for touch in read_touches(events, Hole("c1").bit, 10)] == texts

    def test_holes_are_read_apart_and_told_in_order_of_time(self) -> None:
        events = [Sensed(100, 0b10), Sensed(104, 0b00), Sensed(300, 0b100)]
        told = [(t.ms, str(t)) for t in read_touches(events, 0b11, 10)]
        assert told == [(100, "a1 lifted"), (104, "b1 lifted"), (300, "c1 filled")]


def test_a_move_with_its_hands_and_picture(show: Show) -> None:
    assert show(OPENING).splitlines() == [
        "Jasir (PerGioco)",
        "bbbbb/5/5/5/wwwww w w0b0 w0b0 -",
        "",
        "     1.000 s  b1 lifted",
        "     1.600 s  d2 filled",
        "     1.860 s  ▸ White goes from b1 to d2 (b1-d2).",
        "                  5  b  b  b  b  b",
        "                  4  ·  ·  ·  ·  ·",
        "                  3  ·  ·  ·  ·  ·",
        "                  2  ·  ·  · (w) ·",
        "                  1  w (·) w  w  w",
        "                     a  b  c  d  e",
    ]


def words(text: str) -> list[str]:
    """The lines without their times, header and pictures."""
    return [line[14:] for line in text.splitlines() if line[10:14] == " s  "]


def test_a_swept_victim_is_told_in_one_line(show: Show) -> None:
    assert words(show(SWEPT))[-3:] == [
        "e5 lifted",
        "d3 opened for 25 ms and closed",
        "▸ Black takes on d3 (e5xd3).",
    ]
    assert "White: 1 dead" in show(SWEPT)
    assert " 3  ·  ·  · (B) ·\n" in show(SWEPT)


def test_a_refusal_is_told_with_its_reason_and_what_is_possible(show: Show) -> None:
    told = words(show(write_trace((1000, "b1"), (1600, "c2"), end_ms=5000)))
    assert told[-1] == "▸ Not there: There is no line from b1 to c2. Possible: d2 or a3."


def test_pictures(show: Show) -> None:
    assert show(OPENING).count("a  b  c  d  e") == 1
    assert "a  b  c  d  e" not in show(OPENING, "--pictures", "none")
    everything = show(OPENING, "--pictures", "all")
    assert everything.count("a  b  c  d  e") == 4
    assert "▸ lights: origin b1, target d2 a3\n" in everything
    assert " 3 |·| ·  ·  ·  ·\n" in everything  # a3 is a target
    assert " 2  ·  ·  · |?| ·\n" in everything  # somebody stands on d2: not yet known who


def test_a_part_of_the_time(show: Show) -> None:
    told = words(show(SWEPT, "--from", "2400", "--to", "3000"))
    assert told == ["d5 lifted", "b4 filled"]


def test_the_header_tells_what_is_unusual(show: Show) -> None:
    text = show(write_trace(end_ms=10, first="any", dead=["c3", "a1"], dwell_ms=400))
    assert text.startswith(
        "Jasir (PerGioco), either side may begin, dwell_ms 400, dead reeds: a1 c3\n"
    )


def test_plain_signs_where_asked(show: Show) -> None:
    assert show(SWEPT, "--ascii", "--pictures", "all").isascii()


def test_no_colour_when_nobody_looks(show: Show) -> None:
    assert "\x1b" not in show(SWEPT, "--pictures", "all")


def test_colour_on_a_terminal_and_none_with_no_color(
    show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.delenv("NO_COLOR", raising=False)
    coloured = show(SWEPT, "--pictures", "all")
    assert "\x1b[0;1;38;2;255;255;255m" not in coloured
    assert "\x1b[0;1;38;2;166;166;166m|" in coloured  # the lamp of the origin
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in show(SWEPT, "--pictures", "all")


def test_a_bad_trace_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bad.trace"
    file.write_text(OPENING + "nonsense\n")
    assert main(["trace", "show", str(file)]) == 2
    assert capsys.readouterr().err == f"boardpi: {file}: line 5: not JSON: 'nonsense'\n"
