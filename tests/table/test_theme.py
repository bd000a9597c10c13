"""What every theme promises: colour or motion tells roles apart, calm rhythm, bounded current."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardpi.rules import HOLES, RULE_SETS, START, Game, Hole, Position, parse_position
from boardpi.table.effects import Lights
from boardpi.table.events import Sensed, Woke
from boardpi.table.lights import CHECK_ROLES, MENU_ROLES, ROLES
from boardpi.table.step import step
from boardpi.table.table import DARK, new_table
from boardpi.table.theme import (
    FRAME_MS,
    IDLE_MA,
    Colour,
    Look,
    Theme,
    Tint,
    current_ma,
    glow,
    next_frame_ms,
    paint_frame,
    resolve,
    to_linear,
)
from boardpi.table.themes import (
    DEFAULT_THEME,
    THEMES,
    BadTheme,
    calm_name,
    find_theme,
    reduce_motion,
    theme_json,
)
from tests.table.eyes import EYES, distance

ALL_THEMES = [*THEMES.values(), *(reduce_motion(THEMES[n]) for n in THEMES if n != "mono")]
ENOUGH = 20  # eight times what the eye just notices side by side
PLENTY = 10_000

each_theme = pytest.mark.parametrize("theme", ALL_THEMES, ids=lambda theme: theme.name)
some_role = st.sampled_from([None, *ROLES, *CHECK_ROLES, *MENU_ROLES])
some_lights = st.tuples(*[some_role] * 25)


def light(**roles: str) -> Lights:
    """The lights of these holes."""
    return tuple(roles.get(str(hole)) for hole in HOLES)


def one_light(role: str, hole: str = "c3") -> Lights:
    return light(**{hole: role})


def colours_of(theme: Theme, role: str) -> list[Colour]:
    """All colours that a role can have when it is brightest; own colours White's first."""
    look = theme.looks[role]
    bases = {
        Tint.FIXED: [look.colour],
        Tint.OWN: list(theme.own),
        Tint.ROW: list(theme.own),
        Tint.KIND: [theme.looks[kind].colour for kind in ("target", "capture", "reentry")],
    }[look.tint]
    return [
        (round(r * look.brightness), round(g * look.brightness), round(b * look.brightness))
        for r, g, b in bases
    ]


def colour_pairs(theme: Theme, one: str, two: str) -> list[tuple[Colour, Colour]]:
    """The winner's archers and the loser's points are never of one side."""
    here, there = colours_of(theme, one), colours_of(theme, two)
    if {one, two} == {"point", "winner"}:
        return [(here[0], there[1]), (here[1], there[0])]
    return list(product(here, there))


def pairs_in_one_game(theme: Theme) -> Iterator[tuple[str, str]]:
    """All roles of a game and its menu; what looks the same asks for the same (two reds)."""
    for one, two in combinations((*ROLES, *MENU_ROLES), 2):
        looks = theme.looks[one], theme.looks[two]
        if looks[0] != looks[1] and moves_alike(theme, one, two):
            yield one, two


def moves_alike(theme: Theme, one: str, two: str) -> bool:
    return theme.motions[theme.looks[one].motion] == theme.motions[theme.looks[two].motion]


def dimmed(colour: Colour, light: float) -> Colour:
    """What a light of a screen's colour looks like with so much of its light."""
    red, green, blue = (round(255 * to_value(light * to_linear(value / 255))) for value in colour)
    return red, green, blue


def to_value(light: float) -> float:
    return 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


# ── colour and motion ────────────────────────────────────────────────────────────────────────────


@each_theme
def test_every_role_has_a_look_and_every_look_a_motion(theme: Theme) -> None:
    assert set(theme.looks) == {*ROLES, *CHECK_ROLES, *MENU_ROLES}
    assert {look.motion for look in theme.looks.values()} <= set(theme.motions)


@each_theme
@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("light", [1.0, 0.5], ids=["bright", "dim"])
def test_looks_of_one_game_differ_in_motion_or_in_colour_for_all_eyes(
    theme: Theme, eyes: str, light: float
) -> None:
    """Dim: a power budget that pays for half of the light."""
    for one, two in pairs_in_one_game(theme):
        for here, there in colour_pairs(theme, one, two):
            found = distance(dimmed(here, light), dimmed(there, light), eyes)
            assert found >= ENOUGH, f"{one} and {two}: {found:.0f} for {eyes}"


@each_theme
def test_a_tentative_move_has_a_motion_of_its_own(theme: Theme) -> None:
    others = [role for role in theme.looks if role != "tentative"]
    assert [role for role in others if moves_alike(theme, "tentative", role)] == []


FULL_HELP_ONLY = {"chosen", "movable"}
CALLS = "target capture reentry missing extra ask"  # what a hand is to do, known by heart


def test_six_looks_are_known_by_heart() -> None:
    """Without full help every other light is pale or in a side's own colour, or was asked for."""
    looks, pale = DEFAULT_THEME.looks, {"origin", "last"}
    known = {looks[role].colour for role in CALLS.split()}
    assert len(known) == 6
    for role in [role for role in ROLES if role not in {*FULL_HELP_ONLY, "hint"}]:
        assert role in pale or looks[role].tint is not Tint.FIXED or looks[role].colour in known


@pytest.mark.slow
def test_what_is_lit_without_full_help() -> None:
    """In wild play nothing of the full help shines, and everything else that can does."""
    seen = {role for lights in wild_play("lift") for role in lights}
    assert not seen & FULL_HELP_ONLY
    assert {*CALLS.split(), "turn", "taker", "tentative", "refused"} - {"reentry"} <= seen


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("name", ["default", "contrast", "night"])
def test_the_own_colours_of_the_sides_differ(name: str, eyes: str) -> None:
    for role in ("movable", "winner", "turn"):
        white, black = colours_of(THEMES[name], role)
        assert distance(white, black, eyes) >= ENOUGH


@each_theme
@pytest.mark.parametrize("eyes", EYES)
def test_every_light_can_be_told_from_no_light(theme: Theme, eyes: str) -> None:
    faintest = {"night": 3, "mono": 10}.get(theme.name.removesuffix("-calm"), 10)
    for role in theme.looks:
        for colour in colours_of(theme, role):
            assert distance(colour, (0, 0, 0), eyes) >= faintest, role


def test_the_simulated_eyes_confuse_what_such_eyes_confuse() -> None:
    red, green, blue = (200, 60, 0), (110, 110, 0), (0, 0, 200)
    assert distance(red, green, "normal") > 50
    assert distance(red, green, "deuteranopia") < 15
    assert distance(red, blue, "deuteranopia") > 50
    assert distance((0, 130, 140), (0, 140, 100), "tritanopia") < 10


def wild_play(help_level: str) -> Iterator[list[str]]:
    """The lights while hands lift, carry and drop without a plan, the same on every run."""
    for number, rules in enumerate(RULE_SETS.values()):
        table, number_now = new_table(Game(rules, any_first=True), help=help_level), number + 1
        mask = START.occupied
        for turn in range(600):
            number_now = (number_now * 1103515245 + 12345) % 2**31
            mask ^= 1 << (number_now >> 16) % 25 if turn % 5 else mask ^ table.position.occupied
            table, _ = step(table, Sensed(table.ms + 20, mask))
            for wait in (100, 400, 3000):
                table, _ = step(table, Woke(table.ms + wait))
                yield [role for role in table.lights if role is not None]


# ── rhythm ───────────────────────────────────────────────────────────────────────────────────────


@each_theme
def test_nothing_flashes_faster_than_three_times_a_second(theme: Theme) -> None:
    for motion in theme.motions.values():
        levels = [motion.level(ms, Hole("a1")) for ms in range(0, 12_000, 5)]
        rises = [b > a for a, b in pairwise(levels) if a != b]
        flashes = sum(b and not a for a, b in pairwise(rises))
        assert flashes / 12 <= 3


@each_theme
def test_every_light_begins_at_its_brightest(theme: Theme) -> None:
    for role in theme.looks:
        lights = one_light(role, "a1")
        first = glow(theme, lights, START, 0)[0]
        assert all(
            max(first) >= max(glow(theme, lights, START, ms)[0]) for ms in range(0, 5000, FRAME_MS)
        )


@each_theme
def test_motions_turn_on_the_grid_of_frames(theme: Theme) -> None:
    for motion in theme.motions.values():
        assert motion.period_ms % FRAME_MS == 0
        assert motion.spread_ms % FRAME_MS == 0
        for _, level in motion.curve:
            assert 0 <= level <= 1


def test_calm_motion_never_goes_dark_and_takes_its_time() -> None:
    for motion in find_theme("default-calm").motions.values():
        assert all(level >= 0.3 for _, level in motion.curve)
        assert motion.is_still or motion.period_ms >= 2400


@given(some_lights, st.integers(0, 100_000), st.sampled_from(ALL_THEMES))
def test_between_two_frames_nothing_changes(lights: Lights, ms: int, theme: Theme) -> None:
    ms -= ms % FRAME_MS
    following = next_frame_ms(theme, lights, ms)
    until = ms + 5000 if following is None else following
    now = glow(theme, lights, START, ms)
    assert until > ms
    for between in range(ms, until, FRAME_MS):
        assert glow(theme, lights, START, between) == now


def test_a_still_picture_needs_no_more_frames() -> None:
    lights = light(c1="origin", d3="target", a1="last")
    assert next_frame_ms(DEFAULT_THEME, lights, 777) is None
    assert next_frame_ms(DEFAULT_THEME, DARK, 0) is None


def test_a_blink_needs_two_frames_a_period_and_a_pulse_at_most_thirty_a_second() -> None:
    assert next_frame_ms(DEFAULT_THEME, one_light("refused"), 0) == 320
    assert next_frame_ms(DEFAULT_THEME, one_light("refused"), 320) == 640
    assert next_frame_ms(DEFAULT_THEME, one_light("refused"), 333) == 640
    ms, frames = 0, 0
    while ms < 12_000:
        ms = next_frame_ms(DEFAULT_THEME, light(a1="capture", b2="refused", c3="reentry"), ms) or 0
        frames += 1
    assert 120 < frames <= 12 * 30


def test_a_wave_runs_over_the_board() -> None:
    lights = light(a1="winner", b2="winner", c3="winner")
    at_once = [max(colour) for colour in glow(DEFAULT_THEME, lights, START, 0)]
    assert at_once[Hole("a1")] > at_once[Hole("b2")] > at_once[Hole("c3")]
    later = glow(DEFAULT_THEME, lights, START, 640)
    assert later[Hole("c3")] == glow(DEFAULT_THEME, lights, START, 0)[Hole("a1")]


# ── colours of sides and kinds ───────────────────────────────────────────────────────────────────


def colour_at(position: Position, role: str, hole: str) -> Colour:
    look = resolve(DEFAULT_THEME, one_light(role, hole), position)[Hole(hole)]
    assert look is not None
    return look.colour


def test_own_colours_follow_the_archer() -> None:
    assert colour_at(START, "movable", "a1") == DEFAULT_THEME.own[0]
    assert colour_at(START, "winner", "a5") == DEFAULT_THEME.own[1]


def test_a_tentative_move_has_the_colour_of_its_kind() -> None:
    looks = DEFAULT_THEME.looks
    position = parse_position("bb1b1/5/3b1/5/w1ww1 w w1b1 w0b0 -")
    assert colour_at(position, "tentative", "d3") == looks["capture"].colour
    assert colour_at(position, "tentative", "c3") == looks["target"].colour
    assert colour_at(position, "tentative", "b1") == looks["reentry"].colour
    assert colour_at(position, "tentative", "e5") == looks["target"].colour


def test_a_tentative_move_is_brighter_than_what_was_offered() -> None:
    for theme in ALL_THEMES:
        tentative = theme.looks["tentative"]
        for kind in ("target", "capture", "reentry"):
            assert tentative.brightness >= theme.looks[kind].brightness


# ── pixels and power ─────────────────────────────────────────────────────────────────────────────


def test_a_frame_has_three_bytes_per_hole_in_the_order_of_masks() -> None:
    frame = paint_frame(DEFAULT_THEME, one_light("refused", "b1"), START, 0, PLENTY)
    assert len(frame) == 75
    assert frame[3] > 200
    assert [index for index, value in enumerate(frame) if value] == [3, 4, 5]


def test_a_pixel_gets_the_light_of_the_screen_not_its_number() -> None:
    """A screen gives half of its light for 188 of 255, and a fifth for 128 (IEC 61966-2-1)."""
    looks = {**DEFAULT_THEME.looks, "ask": Look((188, 128, 255))}
    theme = replace(DEFAULT_THEME, looks=looks)
    assert paint_frame(theme, one_light("ask"), START, 0, PLENTY)[36:39] == bytes((128, 55, 255))


@each_theme
def test_what_is_lit_on_the_screen_is_lit_on_the_board(theme: Theme) -> None:
    for role in theme.looks:
        for value, pixel in zip(
            glow(theme, one_light(role), START, 0)[12],
            paint_frame(theme, one_light(role), START, 0, PLENTY)[36:39],
            strict=True,
        ):
            assert (value > 0) is (pixel > 0)


@given(some_lights, st.integers(0, 10_000), st.integers(0, 2000), st.sampled_from(ALL_THEMES))
def test_no_frame_draws_more_than_the_budget(
    lights: Lights, ms: int, budget_ma: int, theme: Theme
) -> None:
    frame = paint_frame(theme, lights, START, ms, budget_ma)
    assert len(frame) == 75
    assert current_ma(frame) <= max(budget_ma, IDLE_MA)


def test_current_of_a_frame() -> None:
    assert current_ma(bytes(75)) == pytest.approx(17.5)
    assert current_ma(bytes([255] * 75)) == pytest.approx(1517.5)


def test_a_dear_frame_is_dimmed_as_a_whole() -> None:
    lights = ("target",) * 25
    rich = paint_frame(DEFAULT_THEME, lights, START, 0, PLENTY)
    poor = paint_frame(DEFAULT_THEME, lights, START, 0, (current_ma(rich) + IDLE_MA) / 2)
    assert set(zip(poor[0::3], poor[1::3], poor[2::3], strict=True)) == {tuple(poor[:3])}
    assert all(0 <= value / 2 - half <= 1 for half, value in zip(poor, rich, strict=True))


def test_steady_lights_do_not_flicker_beside_blinking_ones_when_power_is_short() -> None:
    lights: Lights = (*["refused"] * 12, *["target"] * 13)
    frames = [paint_frame(DEFAULT_THEME, lights, START, ms, 150) for ms in (0, 320)]
    assert frames[0][:36] != frames[1][:36]
    assert frames[0][36:] == frames[1][36:]


def test_a_budget_that_is_ample_changes_nothing() -> None:
    lights = light(c1="origin", d3="target")
    assert paint_frame(DEFAULT_THEME, lights, START, 0, 500) == paint_frame(
        DEFAULT_THEME, lights, START, 0, PLENTY
    )


# ── names and JSON ───────────────────────────────────────────────────────────────────────────────


@each_theme
def test_the_page_gets_the_same_looks_and_curves(theme: Theme) -> None:
    told = json.loads(json.dumps(theme_json(theme.name)))
    assert set(told) == {"name", "title", "frame_ms", "own", "roles", "motions"}
    for role, look in theme.looks.items():
        said = told["roles"][role]
        assert (said["motion"], said["brightness"]) == (look.motion, look.brightness)
        assert (said["colour"] is None) is (look.tint is not Tint.FIXED)
    for name, motion in theme.motions.items():
        said = told["motions"][name]
        assert [tuple(point) for point in said["curve"]] == list(motion.curve)
        assert (said["period_ms"], said["spread_ms"]) == (motion.period_ms, motion.spread_ms)


def test_colours_are_told_in_hex() -> None:
    told = theme_json("default")
    assert told["roles"]["origin"]["colour"] == "#ffffff"
    assert told["own"]["b"] == "#6455ff"


def test_calm_themes_have_names_of_their_own() -> None:
    assert [calm_name(name) for name in ("night", "night-calm", "mono")] == [
        "night-calm",
        "night-calm",
        "default-calm",
    ]
    assert find_theme("night-calm").motions == reduce_motion(THEMES["night"]).motions
    assert find_theme("default") is DEFAULT_THEME


def test_an_unknown_theme_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(BadTheme, match=r"no theme 'nigth'; did you mean 'night'\?"):
        find_theme("nigth")
    with pytest.raises(BadTheme, match="Known: default, contrast, night, mono, default-calm"):
        find_theme("xyz")
