"""`boardpi demo`: a game that plays itself, and a picture that fits."""

from __future__ import annotations

import re
from io import StringIO

import pytest

from boardpi.cli import main
from boardpi.commands.demo import command as demo
from boardpi.commands.demo.command import own_screen, play_in_place, tell_end
from boardpi.commands.demo.demo_session import DemoSession
from boardpi.commands.demo.planned_game import plan_game
from boardpi.commands.demo.screen import LEGEND, Screen
from boardpi.commands.terminal.picture import Pencil
from boardpi.commands.terminal.shades import Depth
from boardpi.rules import DEFAULT, RULE_SETS, Hole
from boardpi.rules.sketch import LetterInk
from boardpi.table.lights import ROLES
from boardpi.table.themes import DEFAULT_THEME

CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
PENCILS = {
    "true": Pencil(LetterInk(True, True), Depth.TRUE),
    "256": Pencil(LetterInk(True, True), Depth.MANY),
    "16": Pencil(LetterInk(True, True), Depth.BASIC),
    "plain": Pencil(LetterInk(True, False), Depth.NONE),
    "ascii": Pencil(LetterInk(False, False), Depth.NONE),
}


def session_at(ms: int, seed: int = 1) -> DemoSession:
    session = DemoSession(plan_game(DEFAULT, seed), seed)
    session.advance(ms)
    return session


def find_moment(**roles: str) -> DemoSession:
    """The session when these holes have these roles for the first time."""
    session = session_at(0)
    while not session.is_over:
        session.advance(session.next_ms())
        if all(session.table.lights[Hole(hole)] == role for hole, role in roles.items()):
            return session
    raise AssertionError(f"the lights never show {roles}")


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_table_reads_the_whole_game_and_it_ends(rules: str, seed: int) -> None:
    session = DemoSession(plan_game(RULE_SETS[rules], seed), seed)
    while not session.is_over:
        session.advance(session.next_ms())
    assert session.table.game.moves == session.plan.game.moves
    assert session.table.game.outcome is not None
    assert session.ms < 120_000
    assert "read all" in tell_end(session)


def test_seeds_give_games_of_their_own() -> None:
    games = {plan_game(DEFAULT, seed).game.moves for seed in range(6)}
    assert len(games) == 6
    assert plan_game(DEFAULT, 3) == plan_game(DEFAULT, 3)


def test_a_capture_and_a_refusal_are_seen_soon() -> None:
    session = session_at(0)
    seen: dict[str, int] = {}
    while session.ms < 14_000:
        for line in session.advance(session.next_ms()):
            if line.fact is not None:
                seen.setdefault(line.fact.event, line.ms)
        for role in filter(None, session.table.lights):
            seen.setdefault(role, session.ms)
    assert seen["target"] < 2000
    assert seen["capture"] < 10_000
    assert seen["refused"] < 14_000


@pytest.mark.parametrize("name", PENCILS)
def test_the_picture_fits_80_by_24(name: str) -> None:
    screen = Screen(session_at(0), DEFAULT_THEME, PENCILS[name])
    for ms in range(0, 66_000, 1500):
        screen.session.advance(ms)
        rows = screen.draw()
        assert len(rows) == 24
        assert all(len(CODES.sub("", row)) <= 80 for row in rows)


def test_plain_pictures_are_plain() -> None:
    session = session_at(0)
    for ms in range(0, 60_000, 3000):
        session.advance(ms)
        assert "\x1b" not in "".join(Screen(session, DEFAULT_THEME, PENCILS["plain"]).draw())
        board = Screen(session, DEFAULT_THEME, PENCILS["ascii"]).draw()[:22]
        assert "".join(board).isascii()


def test_signs_stand_for_lights_where_there_is_no_colour() -> None:
    session = find_moment(d2="target", b1="origin")
    rows = Screen(session, DEFAULT_THEME, PENCILS["plain"]).draw()
    assert "+ ● +" in rows[15]  # d2
    assert "o ● o" in rows[20]  # b1
    assert "".join(rows).count("+ may go here") == 1


def test_every_role_has_its_words_and_a_sign() -> None:
    assert set(LEGEND) == set(ROLES)
    assert all(len(words) <= 15 and len(sign) == 1 for words, sign in LEGEND.values())


def test_lamps_glow_in_the_colour_of_their_role() -> None:
    session = find_moment(d2="target")
    row = Screen(session, DEFAULT_THEME, PENCILS["true"]).draw()[15]
    assert "48;2;79;203;90m" in row  # green on wood


def test_an_archer_is_shown_where_it_really_stands() -> None:
    session = find_moment(e3="refused")
    row = Screen(session, DEFAULT_THEME, PENCILS["plain"]).draw()[10]
    assert row[56:61] == "#(w)#"


class Clock:
    """Time that passes when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 100.0
        self.naps: list[float] = []

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.naps.append(seconds)
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    fake = Clock()
    monkeypatch.setattr(demo, "time", fake)
    return fake


@pytest.mark.parametrize("speed", [1.0, 4.0])
def test_it_ends_by_itself_in_its_time(clock: Clock, speed: float) -> None:
    session = session_at(0)
    play_in_place(Screen(session, DEFAULT_THEME, PENCILS["plain"]), speed, StringIO())
    assert session.is_over
    assert clock.now - 100 == pytest.approx(session.ms / 1000 / speed, abs=0.2)
    assert min(clock.naps) >= 1 / 30
    assert max(clock.naps) > 0.5 / speed  # while nothing changes


def test_the_terminal_is_left_as_it_was_found() -> None:
    out = StringIO()
    with pytest.raises(KeyboardInterrupt), own_screen(out):
        raise KeyboardInterrupt
    assert out.getvalue().startswith("\x1b[?1049h\x1b[?25l")
    assert out.getvalue().endswith("\x1b[?25h\x1b[?1049l")


def test_through_a_pipe_it_is_a_story(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--seed", "2"]) == 0
    text = capsys.readouterr().out
    assert "\x1b" not in text
    assert "     s  White lifts the archer on b1." in re.sub(r"\d+\.\d{3}", "    ", text)
    assert "▸ Not there: There is no line from d2 to e3. Possible: c2, b3 or d3." in text
    assert text.count("a  b  c  d  e") == 34  # and two passes
    assert text.endswith("The table read all 36 moves from the reeds alone, as they were played.\n")


def test_a_small_terminal_is_told_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "79")
    monkeypatch.setenv("LINES", "24")
    assert main(["demo"]) == 2
    assert "needs 80 columns and 24 rows, this terminal has 79 and 24" in capsys.readouterr().err


@pytest.mark.parametrize("speed", ["0", "1000", "fast", "nan"])
def test_odd_speeds_are_refused(speed: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["demo", "--speed", speed])
    assert f"a speed is 0.1 to 100, not '{speed}'" in capsys.readouterr().err


def test_an_unknown_theme_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--theme", "nigt"]) == 2
    assert "did you mean 'night'?" in capsys.readouterr().err
