"""The menu as a state: `step(menu, event) → (menu, effects)`. Time is an input.

Choices shine on empty holes of the middle row. An archer set on one and lifted again chooses it.
The button: short goes on to further choices, or says yes; a second says everything again; three
seconds close the menu.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from boardpi.menu.choices import BACK, Choice, Deed, back
from boardpi.rules import Game, Hole
from boardpi.rules.holes import ALL
from boardpi.table.effects import Lights, Show, WakeAt
from boardpi.table.events import Event, Pressed, Sensed
from boardpi.table.settle import Change, Settling, due, sense, settle, settled
from boardpi.texts import MENU

PATIENCE_MS: Final = 120_000
"""A menu that nobody touches closes: a board that is left alone goes dark."""
MOVE_MS: Final = 4000
"""An archer that rests so long where it may go has moved, where the menu came by itself."""
NEAREST: Final = tuple(Hole(f"{column}{row}") for row in (3, 4, 2, 5, 1) for column in "abcde")
LEAST: Final = 2  # one choice and the way back


class Chose(NamedTuple):
    """Do this."""

    deed: Deed


class Closed(NamedTuple):
    """The board goes back to whoever had it; `by_move`: somebody began to play."""

    by_move: bool = False


MenuEffect = Show | WakeAt | Chose | Closed


class Menu(NamedTuple):
    """Where a hand is in the tree."""

    path: tuple[tuple[Choice, ...], ...]  # the lists that were gone through, the last one shines
    settling: Settling
    settle_ms: int
    ms: int
    stood: int  # where archers stood when it opened: they may want to go back
    places: tuple[Hole, ...]  # where choices shine
    page: int = 0
    touched: Hole | None = None  # an archer stands on this choice
    touched_ms: int = 0
    game: Game | None = None  # where the menu came by itself: a move of it closes the menu
    lights: Lights = ()
    told: int = 1  # rises whenever there is something new to say
    is_brief: bool = False  # something was read: its list is not read before that once more

    @property
    def shown(self) -> dict[Hole, Choice]:
        """Which choice shines where; the way back on the last hole."""
        choices = self.path[-1][self.page * self.room : (self.page + 1) * self.room]
        return dict(zip(self.places, (*choices, back()), strict=False))

    @property
    def room(self) -> int:
        """For so many choices at once, beside the way back. A board full of archers has none."""
        return max(1, len(self.places) - 1)

    @property
    def is_asking(self) -> bool:
        """Whether something is asked once more: yes, or back."""
        [first, *others] = self.path[-1]
        return not others and first.deed is not None and len(self.path) > 1

    @property
    def pages(self) -> int:
        """How many times a list must be gone on with."""
        return -(-len(self.path[-1]) // self.room)


def open_menu(
    choices: tuple[Choice, ...], mask: int, ms: int, *, settle_ms: int, game: Game | None = None
) -> tuple[Menu, list[MenuEffect]]:
    """Begin; this is what the reeds show. With a game the menu came by itself."""
    mask &= ALL
    menu = Menu((choices,), settled(mask), settle_ms, ms, mask, find_places(mask), game=game)
    return _finish(menu._replace(touched_ms=ms))


def find_places(mask: int) -> tuple[Hole, ...]:
    """The empty holes of the middle row; where hardly any is empty, others near it."""
    empty = [hole for hole in NEAREST if not mask >> hole & 1]
    middle = [hole for hole in empty if hole.row == 3]
    return tuple(middle if len(middle) >= LEAST else empty[:LEAST])


def step(menu: Menu, event: Event) -> tuple[Menu, list[MenuEffect]]:
    """What hands and the button do."""
    menu = menu._replace(ms=max(menu.ms, event.ms))
    if isinstance(event, Pressed):
        return _press(menu, event)
    if isinstance(event, Sensed):
        menu = menu._replace(settling=sense(menu.settling, menu.ms, event.mask & ALL))
    settling, changes = settle(menu.settling, menu.ms, menu.settle_ms)
    menu = menu._replace(settling=settling)
    for change in changes:
        menu, effects = _change(menu, change)
        if effects:
            return menu, effects
    if _has_moved(menu):
        return menu, [Closed(by_move=True)]
    if menu.ms - menu.touched_ms >= PATIENCE_MS:
        return menu, [Closed()]
    return _finish(menu)


def _change(menu: Menu, change: Change) -> tuple[Menu, list[MenuEffect]]:
    menu = menu._replace(touched_ms=menu.ms, is_brief=False)
    if change.is_lift:
        if change.hole == menu.touched:
            return _choose(menu, menu.shown[change.hole])
        is_reply = menu.game is not None and menu.touched is not None
        return menu, [Closed(by_move=True)] if is_reply else []
    if change.hole in menu.shown and menu.touched is None:
        return menu._replace(touched=change.hole, told=menu.told + 1), []
    started = menu.game is not None and not _is_home(menu, change.hole)
    return menu, [Closed(by_move=True)] if started else []


def _is_home(menu: Menu, hole: Hole) -> bool:
    assert menu.game is not None
    return bool(menu.game.position.occupied >> hole & 1)


def _has_moved(menu: Menu) -> bool:
    """The menu came by itself, and an archer rests on a light where it may also go."""
    if menu.game is None or menu.touched is None or menu.ms - menu.touched_ms < MOVE_MS:
        return False
    lifted = menu.game.position.occupied & ~menu.settling.mask
    return any(
        move.origin is not None and lifted >> move.origin & 1 and move.target == menu.touched
        for move in menu.game.legal_moves()
    )


def _choose(menu: Menu, choice: Choice) -> tuple[Menu, list[MenuEffect]]:
    if choice.blinks == BACK:
        if len(menu.path) == 1:
            return menu, [Closed()]
        return _finish(_enter(menu, menu.path[:-1]))
    if choice.below:
        return _finish(_enter(menu, (*menu.path, choice.below)))
    assert choice.deed is not None
    menu = menu._replace(touched=None)
    return menu, [Chose(choice.deed)]


def _enter(menu: Menu, path: tuple[tuple[Choice, ...], ...]) -> Menu:
    places = find_places(menu.settling.mask | menu.stood)
    return menu._replace(path=path, page=0, touched=None, places=places, told=menu.told + 1)


def stay(menu: Menu) -> tuple[Menu, list[MenuEffect]]:
    """What was chosen leaves the menu open: show it again."""
    return _finish(menu._replace(touched=None, is_brief=True))


def _press(menu: Menu, pressed: Pressed) -> tuple[Menu, list[MenuEffect]]:
    menu = menu._replace(touched_ms=menu.ms, told=menu.told + 1, is_brief=False)
    if pressed.asks_menu:
        return menu, [Closed()]
    if pressed.asks_help:
        return _finish(menu)
    if menu.touched is not None:  # not this one
        return _finish(menu._replace(touched=None))
    if menu.is_asking:
        return _choose(menu, menu.path[-1][0])
    return _finish(menu._replace(page=(menu.page + 1) % menu.pages))


def _finish(menu: Menu) -> tuple[Menu, list[MenuEffect]]:
    effects: list[MenuEffect] = []
    lights = paint(menu)
    if lights != menu.lights:
        menu = menu._replace(lights=lights)
        effects.append(Show(menu.ms, lights))
    effects.append(WakeAt(_wake_ms(menu)))
    return menu, effects


def _wake_ms(menu: Menu) -> int:
    moments = [menu.touched_ms + PATIENCE_MS]
    if (settles := due(menu.settling, menu.settle_ms)) is not None:
        moments.append(settles)
    if menu.game is not None and menu.touched is not None:
        moments.append(menu.touched_ms + MOVE_MS)
    return max(menu.ms + 1, min(moments))


def paint(menu: Menu) -> Lights:
    """All choices, or the one that an archer stands on."""
    lights: list[str | None] = [None] * 25
    for hole, choice in menu.shown.items():
        if menu.touched in (None, hole):
            lights[hole] = f"menu{choice.blinks}"
    return tuple(lights)


def say(menu: Menu, language: str) -> str:
    """What a voice says of the menu as it stands."""
    if menu.touched is not None:
        words = menu.shown[menu.touched].words[language]
        return MENU.say(language, "touched", words=words[:1].upper() + words[1:])
    if menu.is_brief:
        return MENU.say(language, "menu")
    parts = [MENU.say(language, "sure" if menu.is_asking else "menu")]
    parts += [
        MENU.say(language, "item", hole=hole, words=choice.words[language])
        for hole, choice in menu.shown.items()
    ]
    if menu.pages > 1:
        parts.append(MENU.say(language, "more"))
    return " ".join(parts)
