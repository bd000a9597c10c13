"""A lesson at the board: the guest that turns reeds into answers and answers into lights."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

from boardpi.coach import teaching as school
from boardpi.coach.lesson import LANGUAGES, NAMES, Lesson, Text, in_all_languages
from boardpi.coach.teaching import (
    Arrange,
    Continue,
    Finish,
    Input,
    Leave,
    Lifted,
    Placed,
    Stand,
    Stood,
    Teaching,
)
from boardpi.daemon.clock import now_ms
from boardpi.daemon.guests import SideTable
from boardpi.daemon.loop import Daemon
from boardpi.rules import Game, holes_in, name_holes
from boardpi.table.arranging import (
    Arranging,
    arrange,
    done_by_itself,
    let_settle,
    settles_at,
    take_scan,
)
from boardpi.table.events import Began, BoardFound, BoardLost, Event, Pointed, Pressed, Sensed
from boardpi.table.facts import Fact, Refused, Restored, WentAstray
from boardpi.table.settle import settled
from boardpi.table.state import LONG_HOLD_MS
from boardpi.table.table import DARK, Table, new_table
from boardpi.web.desk import Hands

Json = dict[str, Any]
HELP: Final = "full"  # a pupil without a screen sees what can move and who is chosen
Ending = Callable[[Finish], Awaitable[None]]


class LessonGuest:
    """Has the board for one lesson, or for one puzzle."""

    def __init__(
        self,
        lesson: Lesson,
        daemon: Daemon,
        *,
        on_finish: Ending,
        more: Json | None = None,
        kind: str = "lesson",
    ) -> None:
        self.kind = kind
        self.teaching, self._first = school.begin(lesson)
        self._daemon = daemon
        self._on_finish = on_finish
        self._more = more or {}
        self._raw = 0
        self._arranging: Arranging | None = None
        self.side = SideTable(self._fresh_table(self.teaching.game), daemon.painter, daemon.inbox)

    def _fresh_table(self, game: Game) -> Table:
        played = self._daemon.table
        return new_table(game, played.timing, help=HELP, dead=played.dead, ms=now_ms())

    @property
    def table(self) -> Table:
        """Where the lesson stands; while a position is set up, that position."""
        if self._arranging is None:
            return self.side.table
        return self.side.table._replace(
            game=self.teaching.game,
            settling=settled(self._arranging.settling.mask),
            lights=self._arranging.lights,
            astray=None,
            question=(),
            open_turn=None,
        )

    async def arrive(self, mask: int) -> None:
        """The archers of the game stand there, as far as they have not been lifted."""
        self._raw = mask
        await self._see_to(self._first, now_ms(), self._daemon.table.game)

    async def take(self, event: Event) -> None:
        """What hands do."""
        if isinstance(event, Sensed):
            self._raw = event.mask
        if isinstance(event, Pressed):
            await self._press(event)
        elif self._arranging is not None:
            await self._arrange_on(event)
        else:
            await self._play_on(event)

    async def hear(self, heard: Input, ms: int | None = None) -> None:
        """The pupil did something; the lights follow."""
        ms = now_ms() if ms is None else ms
        self.teaching, wishes = school.step(self.teaching, heard)
        await self._see_to(wishes, ms, self.side.table.game)
        await self._point(ms)

    async def arrange_by_itself(self, hands: Hands) -> bool:
        """On a board without wood the archers may go to their places by themselves."""
        if self._arranging is None:
            return False
        wanted = self._arranging.wanted
        hands.sense(wanted.occupied)
        self._raw = wanted.occupied
        self._arranging = done_by_itself(wanted, self._arranging.dead)
        await self._look_at_arrangement(now_ms())
        return True

    async def leave(self) -> None:
        """Nothing of it shines on."""
        await self._daemon.painter.show(DARK, self.side.table.game.position)

    async def _press(self, event: Pressed) -> None:
        if event.held_ms >= LONG_HOLD_MS:
            await self._daemon.take_over()
        else:
            await self.hear(Continue(), event.ms)

    # ── setting up ───────────────────────────────────────────────────────────────────────────────

    async def _see_to(self, wishes: list[school.Wish], ms: int, known: Game) -> None:
        for wish in wishes:
            match wish:
                case Arrange():
                    dead = self._daemon.table.dead
                    position = wish.game.position
                    self._arranging = arrange(position, self._raw, known.position, dead)
                    await self._look_at_arrangement(ms)
                case Stand():
                    self._arranging = None
                    await self.side.take(Began(ms, wish.game))
                case Finish():
                    await self._on_finish(wish)
                case Leave():
                    await self._daemon.take_over()

    async def _arrange_on(self, event: Event) -> None:
        assert self._arranging is not None
        if isinstance(event, BoardLost | BoardFound):
            self._daemon.painter.forget()
        if isinstance(event, Sensed):
            self._arranging = take_scan(self._arranging, event.ms, event.mask)
        settle_ms = self.side.table.timing.settle_ms
        self._arranging = let_settle(self._arranging, event.ms, settle_ms)
        if (due := settles_at(self._arranging, settle_ms)) is not None:
            self._daemon.inbox.wake_at(due)
        await self._look_at_arrangement(event.ms)

    async def _look_at_arrangement(self, ms: int) -> None:
        arranging = self._arranging
        assert arranging is not None
        await self._daemon.painter.show(arranging.lights, arranging.wanted)
        if not arranging.is_done:
            return
        self._arranging = None
        fresh = self._fresh_table(self.teaching.game)
        self.side.table = fresh._replace(lights=arranging.lights)
        await self.side.take(Sensed(ms, arranging.settling.raw))
        await self.hear(Placed(), ms)

    # ── playing ──────────────────────────────────────────────────────────────────────────────────

    async def _play_on(self, event: Event) -> None:
        before = self.side.table.settling.mask
        facts = await self.side.take(event)
        lifted = before & ~self.side.table.settling.mask
        for fact in facts:
            if (heard := _heard(fact)) is not None:
                await self.hear(heard, event.ms)
        if self._arranging is None and self.side.table.game != self.teaching.game:
            await self.hear(Stood(self.side.table.game), event.ms)
        for hole in holes_in(lifted):
            await self.hear(Lifted(hole), event.ms)

    async def _point(self, ms: int) -> None:
        if self._arranging is not None or self._daemon.guest is not self:
            return
        wanted = _roles(self.teaching)
        if wanted != self.side.table.pointed:
            await self.side.take(Pointed(ms, wanted))

    # ── the page ─────────────────────────────────────────────────────────────────────────────────

    def picture(self) -> Json:
        """What is told, how it goes, and what stands ready."""
        now = self.teaching
        steps = len(now.lesson.steps)
        return {
            "id": now.lesson.id,
            "title": in_all_languages(now.lesson.title),
            "step": min(now.index + 1, steps),
            "steps": steps,
            "do": "done" if now.step is None else NAMES[type(now.step)],
            "mood": now.mood,
            "task": in_all_languages(now.task),
            "reaction": in_all_languages(now.reaction) if now.reaction else None,
            "say": _say(now.reaction, now.task),
            "told": now.told,
            "mistakes": now.mistakes,
            "stars": now.stars if now.step is None else None,
            "arrange": None if self._arranging is None else _arrange_json(self._arranging),
            **self._more,
        }


def _heard(fact: Fact) -> Input | None:
    match fact:
        case Refused():
            return school.Refused(fact.refusal)
        case WentAstray() if fact.refusal is not None:
            return school.Refused(fact.refusal)
        case Restored():
            return school.Restored()
    return None


def _roles(teaching: Teaching) -> tuple[tuple[Any, str], ...]:
    """Yellow points at something, green says well done."""
    lit = dict.fromkeys(teaching.lit, "hint")
    if teaching.answer is not None and teaching.answer.target is not None:
        lit.setdefault(teaching.answer.target, "target")
    return tuple(lit.items())


def _say(reaction: Text, task: Text) -> dict[str, str]:
    one, two = in_all_languages(reaction), in_all_languages(task)
    return {language: f"{one[language]} {two[language]}".strip() for language in LANGUAGES}


def _arrange_json(arranging: Arranging) -> Json:
    side = arranging.side
    return {
        "side": None if side is None else side.letter,
        "missing": [] if side is None else name_holes(arranging.missing(side)),
        "extra": name_holes(arranging.extra),
    }
