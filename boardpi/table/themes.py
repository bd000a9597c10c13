"""The themes that ship with boardpi: data, which tests hold to the same promises."""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches
from typing import Any, Final

from boardpi.rules import RulesError, Side
from boardpi.table.theme import FRAME_MS, Colour, Look, Motion, Theme, Tint

LONG_BLINK: Final = ((0.0, 1.0), (0.7, 1.0), (0.7, 0.0), (1.0, 0.0))
BREATH: Final = (
    *((0.0, 1.0), (0.15, 0.93), (0.35, 0.5), (0.5, 0.35)),
    *((0.65, 0.5), (0.85, 0.93), (1.0, 1.0)),
)
STEPS: Final = tuple(
    point
    for number, level in enumerate((1.0, 0.82, 0.6, 0.45, 0.6, 0.82))
    for point in ((number / 6, level), ((number + 1) / 6, level))
)
"""A breath in six steps: faint enough to look smooth, and a board at rest hardly paints for it."""


def count_blinks(count: int, flash_ms: int, pause_ms: int, *, low: float = 0.0) -> Motion:
    """So many flashes, then a pause to tell that they begin anew."""
    period_ms = 2 * flash_ms * count - flash_ms + pause_ms
    edges = [flash_ms * edge / period_ms for edge in range(2 * count)]
    points = [
        point
        for number, edge in enumerate(edges)
        for level in (low if number % 2 else 1.0,)
        for point in ((edge, level), (edges[number + 1] if number + 1 < len(edges) else 1, level))
    ]
    return Motion(period_ms, tuple(points))


def _counts(flash_ms: int, pause_ms: int, *, low: float = 0.0) -> dict[str, Motion]:
    return {f"count{n}": count_blinks(n, flash_ms, pause_ms, low=low) for n in range(1, 10)}


MOTIONS: Final = {
    "steady": Motion(),
    "pulse": Motion(1200, ((0.0, 1.0), (0.1, 1.0), (0.5, 0.4), (0.6, 0.4), (1.0, 1.0))),
    "throb": Motion(2000, ((0.0, 1.0), (0.2, 0.4), (0.4, 1.0), (0.6, 0.4), (0.8, 0.4), (1.0, 1.0))),
    "swell": Motion(2400, ((0.0, 1.0), (0.5, 0.4), (1.0, 1.0))),
    "blink": Motion(640, ((0.0, 1.0), (0.5, 1.0), (0.5, 0.0), (1.0, 0.0))),
    "breathe": Motion(3200, BREATH),
    "wave": Motion(1600, ((0.0, 1.0), (0.5, 0.3), (1.0, 1.0)), spread_ms=160),
    "flare": Motion(480, ((0.0, 1.0), (0.5, 0.5), (1.0, 1.0))),
    "drift": Motion(4800, STEPS),
    "wink": Motion(3600, ((0.0, 1.0), (0.8, 1.0), (0.8, 0.3), (1.0, 0.3))),
    "sway": Motion(5200, ((0.0, 1.0), (0.2, 0.6), (0.4, 1.0), (1.0, 1.0))),
    "sweep": Motion(2240, ((0.0, 1.0), (0.25, 0.2), (0.9, 0.2), (1.0, 1.0)), spread_ms=240),
    "rise": Motion(4000, ((0.0, 1.0), (0.1, 0.8), (0.95, 0.8), (1.0, 1.0))),
    "long": Motion(2400, LONG_BLINK),
    **_counts(240, 1440),
}
"""At most one flash in 480 ms. WCAG 2.3.1 allows three a second, table.md nothing above 3 Hz."""

CALM_MOTIONS: Final = {
    "steady": Motion(),
    "pulse": Motion(2800, ((0.0, 1.0), (0.5, 0.55), (1.0, 1.0))),
    "throb": Motion(6000, ((0.0, 1.0), (0.2, 0.5), (0.4, 1.0), (0.6, 0.5), (0.8, 0.5), (1.0, 1.0))),
    "swell": Motion(6800, ((0.0, 1.0), (0.5, 0.5), (1.0, 1.0))),
    "blink": Motion(2400, ((0.0, 1.0), (0.4, 1.0), (0.6, 0.3), (0.8, 0.3), (1.0, 1.0))),
    "breathe": Motion(4800, BREATH),
    "wave": Motion(4000, ((0.0, 1.0), (0.5, 0.6), (1.0, 1.0)), spread_ms=400),
    "flare": Motion(2400, ((0.0, 1.0), (0.9, 0.6), (1.0, 1.0))),
    "drift": Motion(9600, STEPS),
    "wink": Motion(7200, ((0.0, 1.0), (0.8, 1.0), (0.9, 0.4), (1.0, 1.0))),
    "sway": Motion(10400, ((0.0, 1.0), (0.2, 0.6), (0.4, 1.0), (1.0, 1.0))),
    "sweep": Motion(2400, ((0.0, 1.0), (0.25, 0.4), (0.9, 0.4), (1.0, 1.0)), spread_ms=240),
    "rise": Motion(4000, ((0.0, 1.0), (0.1, 0.8), (0.95, 0.8), (1.0, 1.0))),
    "long": Motion(4800, ((0.0, 1.0), (0.6, 1.0), (0.8, 0.3), (1.0, 1.0))),
    **_counts(1200, 3600, low=0.3),
}
"""Reduced motion: slower than once in two seconds, and nothing goes dark."""

CALM: Final = "-calm"
"""A name such as `default-calm` is the theme with reduced motion."""

WHITE: Final[Colour] = (255, 255, 255)
GREEN: Final[Colour] = (40, 230, 90)
ORANGE: Final[Colour] = (255, 120, 0)
BLUE: Final[Colour] = (20, 80, 255)
VIOLET: Final[Colour] = (195, 105, 255)
CYAN: Final[Colour] = (0, 220, 255)
RED: Final[Colour] = (255, 20, 10)
YELLOW: Final[Colour] = (255, 240, 60)
GOLD: Final[Colour] = (255, 185, 0)
MAGENTA: Final[Colour] = (255, 0, 200)
SKY: Final[Colour] = (140, 170, 200)

DEFAULT_THEME: Final = Theme(
    name="default",
    title="Lantern",
    about="for any room and all eyes",
    own=((255, 220, 165), (100, 85, 255)),
    looks={
        "refused": Look(RED, "blink"),
        "extra": Look(RED, "blink"),
        "missing": Look(CYAN, "pulse", 0.9),
        "ask": Look(VIOLET, "throb"),
        "tentative": Look(tint=Tint.KIND, motion="flare"),
        "capture": Look(ORANGE, "pulse", 0.95),
        "target": Look(GREEN, "steady", 0.85),
        "origin": Look(WHITE, "steady", 0.65),
        "reentry": Look(BLUE, "breathe", 0.9),
        "taker": Look(ORANGE, "breathe", 0.55),
        "hint": Look(YELLOW, "swell", 0.9),
        "point": Look(tint=Tint.OWN, motion="wave", brightness=0.8),
        "winner": Look(tint=Tint.OWN, motion="wave"),
        "last": Look(SKY, "steady", 0.25),
        "chosen": Look(GOLD, "wink", 0.57),
        "movable": Look(tint=Tint.OWN, motion="sway", brightness=0.48),
        "dead": Look(MAGENTA, "steady", 0.8),
        "turn": Look(tint=Tint.ROW, motion="drift", brightness=0.4),
        "passed": Look(tint=Tint.ROW, motion="sweep", brightness=0.8),
        "held": Look(WHITE, "rise"),
        "menu0": Look(WHITE, "long", 0.8),
        **{f"menu{count}": Look(WHITE, f"count{count}", 0.9) for count in range(1, 10)},
    },
    motions=MOTIONS,
)

CONTRAST: Final = replace(
    DEFAULT_THEME,
    name="contrast",
    title="High contrast",
    about="for bright rooms and weak eyes: what matters is at full light",
    own=(WHITE, (60, 40, 255)),
    looks={
        **DEFAULT_THEME.looks,
        "missing": Look(CYAN, "pulse"),
        "capture": Look((255, 130, 0), "pulse"),
        "target": Look((0, 255, 90)),
        "origin": Look(WHITE, "steady", 0.7),
        "reentry": Look((0, 80, 255), "breathe"),
        "taker": Look((255, 130, 0), "breathe", 0.7),
        "hint": Look((255, 250, 120), "swell"),
        "point": Look(tint=Tint.OWN, motion="wave"),
        "last": Look((150, 180, 210), "steady", 0.36),
        "chosen": Look((255, 190, 0), "wink", 0.58),
        "movable": Look(tint=Tint.OWN, motion="sway", brightness=0.55),
        "turn": Look(tint=Tint.ROW, motion="drift", brightness=0.5),
        "passed": Look(tint=Tint.ROW, motion="sweep"),
        "dead": Look(MAGENTA),
    },
)

NIGHT: Final = replace(
    DEFAULT_THEME,
    name="night",
    title="Night",
    about="for dark rooms: about an eighth of the light",
    looks={
        **{
            role: replace(look, brightness=round(0.45 * look.brightness, 3))
            for role, look in DEFAULT_THEME.looks.items()
        },
        "target": Look(GREEN, "steady", 0.52),
        "origin": Look(WHITE, "steady", 0.3),
        "last": Look(SKY, "steady", 0.08),
        "tentative": Look(tint=Tint.KIND, motion="flare", brightness=0.6),
        "movable": Look(tint=Tint.OWN, motion="sway", brightness=0.3),
        "turn": Look(tint=Tint.ROW, motion="drift", brightness=0.3),
    },
)

MONO: Final = replace(
    DEFAULT_THEME,
    name="mono",
    title="One colour",
    about="motion and brightness alone, for whoever cannot tell colours",
    own=((255, 214, 160), (130, 108, 80)),
    looks={
        role: replace(look, colour=(255, 214, 160))
        for role, look in {
            **DEFAULT_THEME.looks,
            "missing": Look(motion="breathe"),
            "ask": Look(motion="throb"),
            "capture": Look(motion="pulse"),
            "target": Look(brightness=0.85),
            "origin": Look(brightness=0.55),
            "reentry": Look(motion="pulse", brightness=0.5),
            "taker": Look(motion="throb", brightness=0.5),
            "hint": Look(motion="swell"),
            "last": Look(brightness=0.2),
            "chosen": Look(motion="wink", brightness=0.4),
            "movable": Look(tint=Tint.OWN, motion="sway", brightness=0.5),
        }.items()
    },
)

THEMES: Final = {theme.name: theme for theme in (DEFAULT_THEME, CONTRAST, NIGHT, MONO)}


class BadTheme(RulesError):
    """No theme of this name."""


def reduce_motion(theme: Theme) -> Theme:
    """The same theme for people whom motion troubles."""
    return replace(theme, name=theme.name + CALM, motions=CALM_MOTIONS)


_BY_NAME: Final = THEMES | {
    theme.name + CALM: reduce_motion(theme) for theme in THEMES.values() if theme is not MONO
}
"""A theme that tells roles apart by motion alone has no calm twin."""


def find_theme(name: str) -> Theme:
    """The theme of this name, e.g. `night` or `night-calm`; an unknown one is refused."""
    if name not in _BY_NAME:
        near = get_close_matches(name, _BY_NAME, 1)
        hint = f"; did you mean {near[0]!r}?" if near else "."
        raise BadTheme(f"no theme {name!r}{hint} Known: {', '.join(_BY_NAME)}")
    return _BY_NAME[name]


def calm_name(name: str) -> str:
    """The name of the theme to show instead to people whom motion troubles."""
    calm = find_theme(name).name.removesuffix(CALM) + CALM
    return calm if calm in _BY_NAME else DEFAULT_THEME.name + CALM


def theme_json(name: str) -> dict[str, Any]:
    """The theme as the page wants it: the same looks and the same curves, as plain JSON."""
    theme = find_theme(name)
    return {
        "name": theme.name,
        "title": theme.title,
        "frame_ms": FRAME_MS,
        "own": {side.letter: name_colour(theme.own[side]) for side in Side},
        "roles": {role: _look_json(look) for role, look in theme.looks.items()},
        "motions": {name: _motion_json(motion) for name, motion in theme.motions.items()},
    }


def _look_json(look: Look) -> dict[str, Any]:
    colour = name_colour(look.colour) if look.tint is Tint.FIXED else None
    return {
        "colour": colour,
        "tint": look.tint.value,
        "motion": look.motion,
        "brightness": look.brightness,
    }


def _motion_json(motion: Motion) -> dict[str, Any]:
    return {
        "period_ms": motion.period_ms,
        "curve": [list(point) for point in motion.curve],
        "spread_ms": motion.spread_ms,
    }


def name_colour(colour: Colour) -> str:
    """`#rrggbb`."""
    return "#{:02x}{:02x}{:02x}".format(*colour)
