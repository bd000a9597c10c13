"""Lessons and puzzles on the pupils' own devices, while the board leads: each has a small board."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from boardpi.coach.lessons.events import (
    ArchersRestored,
    Arrange,
    CoachPlays,
    FinishLesson,
    Input,
    Leave,
    Lifted,
    MoveRefused,
    Placed,
    Stood,
    Think,
    Wish,
)
from boardpi.coach.lessons.lesson import pass_on
from boardpi.coach.lessons.step import begin, step
from boardpi.coach.lessons.teaching import Teaching
from boardpi.daemon.activities.assignment import Assignment, spots, tell_lesson
from boardpi.daemon.activities.lesson import WISHES, LessonActions
from boardpi.daemon.coach.thinker import CoachAway, Thinker
from boardpi.daemon.coach.thinking import game_json
from boardpi.daemon.loop import Daemon
from boardpi.daemon.page.answers.snapshot import PhoneJson, PhoneLessonJson
from boardpi.daemon.page.snapshot import legal_texts, name_rules
from boardpi.errors import BadRequest, NothingToDo, TooMany
from boardpi.rules import Hole, RulesError, parse_move
from boardpi.web.errors import PinNeeded
from boardpi.web.service import Action, ApiRequest, Endpoint, Values
from boardpi.web.shapes import FLAG, HOLE, ID, choice, maybe, record, text

log = logging.getLogger("boardpi.lessons")
MOST_PHONES: Final = 60
MOST_PER_ADDRESS: Final = 40  # a school may share one address
IDLE_SECONDS: Final = 900.0  # then another device may have its place


class PhoneLesson:
    """One device with its lesson. Nothing is set up or read: its archers go by a touch."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.seen = 0.0
        self.done: set[str] = set()  # lessons that nobody's name stands for
        self.turn = asyncio.Lock()
        self.task: Assignment | None = None
        self.teaching: Teaching | None = None

    def picture(self) -> PhoneLessonJson | None:
        """What the device shows."""
        if self.task is None or self.teaching is None:
            return None
        game = self.teaching.game
        return {
            **tell_lesson(self.teaching, self.task),
            "position": str(game.position),
            "legal": list(legal_texts(game)),
            "lights": {str(hole): role for hole, role in spots(self.teaching)},
            "rules": name_rules(game.rules),
        }


class Phones:
    """All of them. Without the PIN only while the teacher allows it."""

    def __init__(self, daemon: Daemon, lessons: LessonActions, thinker: Thinker) -> None:
        self._daemon = daemon
        self._lessons = lessons
        self._thinker = thinker
        self._thinking = asyncio.Lock()  # one at a time: who plays at the table waits for one
        self._phones: OrderedDict[str, PhoneLesson] = OrderedDict()
        self._clock: Callable[[], float] = time.monotonic
        self.is_open = False

    async def allow(self, values: Values) -> None:
        """Let pupils learn on their own devices without the PIN, or no more."""
        self.is_open = values["is_open"]
        self._daemon.look()

    async def tell(self, request: ApiRequest) -> PhoneJson:
        """What this device does."""
        phone = self._phones.get(request.device)
        return self._answer(request, phone)

    def _answer(self, request: ApiRequest, phone: PhoneLesson | None) -> PhoneJson:
        return {
            "is_allowed": self.is_open or request.is_trusted,
            "lesson": None if phone is None else phone.picture(),
        }

    async def start(self, request: ApiRequest) -> PhoneJson:
        """A lesson or a puzzle on this device."""
        self._check(request)
        phone = self._phone(request)
        async with phone.turn:
            phone.task = await self._lessons.find(request.values, phone.done)
            phone.teaching, wishes = begin(phone.task.lesson)
            await self._see_to(phone, wishes)
        return self._answer(request, phone)

    async def act(self, request: ApiRequest) -> PhoneJson:
        """What fingers did on this device."""
        self._check(request)
        phone = self._phone(request)
        async with phone.turn:
            if phone.teaching is None:
                raise NothingToDo("No lesson is being given on this device.", reason="no_lesson")
            if request.values["do"] == "end":
                phone.task = phone.teaching = None
            else:
                await self._hear(phone, _heard(phone.teaching, request.values))
        return self._answer(request, phone)

    def _check(self, request: ApiRequest) -> None:
        if not self.is_open and not request.is_trusted:
            raise PinNeeded("The teacher has not opened the lessons for phones.")

    def _phone(self, request: ApiRequest) -> PhoneLesson:
        """The device's place; the one that rested longest makes room for it."""
        phone = self._phones.get(request.device)
        if phone is None:
            self._make_room(request.address)
            phone = self._phones[request.device] = PhoneLesson(request.address)
        self._phones.move_to_end(request.device)
        phone.seen = self._clock()
        return phone

    def _make_room(self, address: str) -> None:
        near = [name for name, one in self._phones.items() if one.address == address]
        crowded = near if len(near) >= MOST_PER_ADDRESS else list(self._phones)
        if len(near) < MOST_PER_ADDRESS and len(self._phones) < MOST_PHONES:
            return
        if self._clock() - self._phones[crowded[0]].seen < IDLE_SECONDS:
            raise TooMany("Too many devices learn at once.", retry_after=60)
        del self._phones[crowded[0]]

    # ── the lesson goes on ───────────────────────────────────────────────────────────────────────

    async def _hear(self, phone: PhoneLesson, heard: Input) -> None:
        assert phone.teaching is not None
        if phone.teaching.reply is not None:  # the archer of a wrong answer is back by itself
            phone.teaching, _ = step(phone.teaching, ArchersRestored())
        phone.teaching, wishes = step(phone.teaching, heard)
        if phone.teaching.is_tried:
            phone.teaching, more = step(phone.teaching, ArchersRestored())
            wishes = [*wishes, *more]
        await self._see_to(phone, wishes)

    async def _see_to(self, phone: PhoneLesson, wishes: list[Wish]) -> None:
        for wish in wishes:
            assert phone.teaching is not None
            assert phone.task is not None
            match wish:
                case Arrange():
                    phone.teaching, more = step(phone.teaching, Placed(at_once=True))
                    await self._see_to(phone, more)
                case Think():
                    await self._think(phone, wish)
                case FinishLesson():
                    await phone.task.keep(wish)
                case Leave():
                    phone.task = phone.teaching = None
                    return

    async def _think(self, phone: PhoneLesson, wish: Think) -> None:
        """The coach's move, made at once."""
        request = {
            "do": "choose",
            "game": game_json(wish.game),
            "level": wish.level,
            "seed": time.monotonic_ns() % 1_000_000,
        }
        try:
            async with self._thinking:
                told = await self._thinker.ask(request, is_patient=True)
            move = parse_move(told["move"])
        except CoachAway as error:
            log.error("The coach cannot think: %s", error)
            move = wish.game.legal_moves()[0]
        assert phone.teaching is not None
        phone.teaching, _ = step(phone.teaching, CoachPlays(move))
        said = phone.teaching.task
        game = pass_on(phone.teaching.game.play(move))
        phone.teaching, wishes = step(phone.teaching, Stood(game))
        phone.teaching = phone.teaching.hearing(said)
        await self._see_to(phone, wishes)

    actions = (
        Action(
            "phones",
            "let pupils learn on their own devices without the PIN, or no more",
            record({"is_open": FLAG}),
            allow,
        ),
    )
    endpoints = (
        Endpoint("GET", "/phone", "the lesson on this device", tell, is_for_pupils=True),
        Endpoint(
            "POST",
            "/phone",
            "begin a lesson or a puzzle on this device",
            start,
            record(id=text(40), puzzle=text(40), player=maybe(ID)),
            is_for_pupils=True,
        ),
        Endpoint(
            "POST",
            "/phone/act",
            "go on in the lesson on this device",
            act,
            record(
                {"do": choice("move", "touch", "continue", "repeat", "skip", "end")},
                move=text(20),
                origin=HOLE,
                target=HOLE,
            ),
            is_for_pupils=True,
        ),
    )


def _heard(teaching: Teaching, values: Values) -> Input:
    """What the lesson is told of it."""
    if values["do"] in WISHES:
        return WISHES[values["do"]]()
    if values["do"] == "touch":
        return Lifted(_hole(values, "origin"))
    game = teaching.game
    if "move" in values:
        if values["move"] not in legal_texts(game):
            raise BadRequest(f"{values['move']!r} is not a move here.", reason="not_a_move")
        return Stood(pass_on(game.play(parse_move(values["move"]))))
    origin = _hole(values, "origin") if "origin" in values else None
    refusal = None if game.outcome is not None else game.explain(origin, _hole(values, "target"))
    if refusal is None:
        raise BadRequest("move: tell the whole move, such as b1-d2.", reason="not_a_move")
    return MoveRefused(refusal)


def _hole(values: Values, key: str) -> Hole:
    try:
        return Hole(values[key])
    except (KeyError, RulesError):
        raise BadRequest(f"{key}: is missing") from None
