"""A class with devices of its own: lessons on phones, a rota for the board, two teams."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from boardpi.coach.lessons.lesson import AskStep, Lesson, ReplyStep, TouchStep, right_answers
from boardpi.daemon.activities import phones
from boardpi.daemon.activities.catalogue import read_builtin
from boardpi.daemon.activities.rota import Rota
from boardpi.daemon.page.settings import BookMemory
from boardpi.errors import BadRequest, BookAway, BookRefuses, NoSuch, NothingToDo, TooMany
from boardpi.rules import Game, parse_position
from boardpi.web.errors import PinNeeded
from tests.daemon.coaching import Bench, bench
from tests.daemon.stories import story

Json = dict[str, Any]
LESSONS = read_builtin()


class Phone:
    """A pupil's device, and a pupil who knows the answers."""

    def __init__(self, at: Bench, name: str) -> None:
        self.at, self.name = at, name
        self.lesson: Json | None = None

    async def begin(self, **values: Any) -> Json:
        told = await self.at.ask("POST", "/phone", device=self.name, **values)
        self.lesson = told["lesson"]
        assert self.lesson is not None
        return self.lesson

    async def do(self, what: str, **values: Any) -> Json:
        told = await self.at.ask("POST", "/phone/act", device=self.name, do=what, **values)
        self.lesson = told["lesson"]
        return self.lesson or {}

    @property
    def said(self) -> str:
        assert self.lesson is not None
        return str(self.lesson["say"]["en"])

    async def learn(self, lesson: Lesson) -> Json:
        """From the first step to the last; games are played by the first legal move."""
        seen = await self.begin(id=lesson.id)
        for _ in range(400):
            if seen["do"] == "done":
                return seen
            seen = await self.step(lesson, seen)
        raise AssertionError(f"stuck at step {seen['step']} of {lesson.id}")

    async def step(self, lesson: Lesson, seen: Json) -> Json:
        step = lesson.steps[seen["step"] - 1]
        match step:
            case AskStep():
                game = Game(lesson.rules, parse_position(seen["position"]))
                return await self.do("move", move=str(right_answers(step, game)[0]))
            case ReplyStep():
                return await self.do("move", move=str(step.move))
            case TouchStep():
                for hole in step.holes:
                    seen = await self.do("touch", origin=str(hole))
                return seen
        if seen["do"] == "try":
            origin, target = (str(getattr(step, key)) for key in ("origin", "target"))
            return await self.do("move", origin=origin, target=target)
        if seen["do"] in ("free", "play"):
            return await self.do("move", move=homeward(seen["legal"]))
        return await self.do("continue")


def homeward(legal: list[str]) -> str:
    """A move to the goal where there is one."""
    return next((move for move in legal if move.endswith("5")), legal[0])


@pytest.mark.parametrize("name", LESSONS)
def test_every_lesson_can_be_done_on_a_phone(name: str, tmp_path: Path) -> None:
    """The whole ladder, too: four games against the coach, which moves at once."""

    async def learn() -> None:
        async with bench(tmp_path) as at:
            await at.act("phones", is_open=True)
            seen = await Phone(at, "one").learn(LESSONS[name])
            assert seen["stars"] == 3
            assert at.moves == [], "the game on the table is not touched"
            assert at.seen["guest"] is None

    story(learn())


def test_phones_learn_while_the_board_leads_if_the_teacher_allows_it(tmp_path: Path) -> None:
    async def learn() -> None:
        async with bench(tmp_path) as at:
            one, two = Phone(at, "one"), Phone(at, "two")
            with pytest.raises(PinNeeded):
                await one.begin(id="jasir-lines")
            assert (await at.ask("GET", "/phone", device="one"))["is_allowed"] is False
            seen = await at.act("phones", is_open=True)
            assert seen["classroom"] == {"phones": True, "rota": None}
            await at.act("lesson", id="jasir-d3")
            await one.begin(id="jasir-lines")
            await two.begin(puzzle="jasir-3")
            assert one.lesson is not None
            assert two.lesson is not None
            assert (one.lesson["kind"], two.lesson["kind"]) == ("lesson", "puzzle")
            assert at.seen["guest"]["id"] == "jasir-d3", "every device has its own"
            await one.do("move", origin="e1", target="e2")
            assert one.lesson["step"] == 3, "refused as the lesson wants it, and back"
            assert "no line leads from e1 to e2" in one.said
            await at.act("phones", is_open=False)
            with pytest.raises(PinNeeded):
                await one.do("continue")
            told = await at.ask("POST", "/phone/act", device="one", is_trusted=True, do="skip")
            assert told["lesson"]["step"] == 4, "who has the PIN goes on"

    story(learn())


def test_a_wrong_answer_on_a_phone_is_explained_and_may_be_mended(tmp_path: Path) -> None:
    async def learn() -> None:
        async with bench(tmp_path) as at:
            await at.act("phones", is_open=True)
            phone = Phone(at, "one")
            await phone.begin(id="jasir-corner")
            seen = await phone.do("move", move="c3-e4")
            assert (seen["mood"], seen["step"]) == ("wrong", 2)
            assert "wait for the same hole c5" in phone.said
            seen = await phone.do("move", move="c3-b3")
            assert (seen["mood"], seen["step"]) == ("right", 3)
            with pytest.raises(BadRequest, match="not a move here"):
                await phone.do("move", move="a1-a5")
            with pytest.raises(BadRequest):
                await phone.do("touch")
            assert await phone.do("end") == {}
            with pytest.raises(NothingToDo):
                await phone.do("continue")
            with pytest.raises(NoSuch):
                await phone.begin(id="latin")

    story(learn())


def test_stars_of_a_phone_are_kept_and_open_the_next_lesson_with_a_question(tmp_path: Path) -> None:
    async def learn() -> None:
        async with bench(tmp_path) as at:
            await at.act("phones", is_open=True)
            pupil = at.daemon.keeper.book.players.add("North")
            named, nameless = Phone(at, "one"), Phone(at, "two")
            for phone, values in ((named, {"player": pupil.id}), (nameless, {})):
                await phone.begin(id="jasir-lines", **values)
                while phone.lesson and phone.lesson["do"] != "done":
                    await phone.do("skip")
                assert phone.lesson is not None
                assert phone.lesson["next"] == "jasir-capture"
                await phone.begin(id="jasir-capture", **values)
                assert "First a question on the last lesson" in phone.said
                await phone.begin(id="jasir-hand", **values)
                assert "question" not in phone.said, "nobody has done the lesson before it"
            stars = await at.ask("GET", "/stars")
            assert [player["name"] for player in stars["players"]] == ["North"]
            assert stars["stars"] == [{"player": pupil.id, "lesson": "jasir-lines", "stars": 1}]

    story(learn())


def test_only_so_many_phones_have_a_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phones, "MOST_PHONES", 2)

    async def learn() -> None:
        async with bench(tmp_path) as at:
            await at.act("phones", is_open=True)
            now = [1000.0]
            at.service.phones._clock = lambda: now[0]
            await Phone(at, "one").begin(id="jasir-lines")
            now[0] += 1
            await Phone(at, "two").begin(id="jasir-lines")
            with pytest.raises(TooMany):
                await Phone(at, "three").begin(id="jasir-lines")
            now[0] += phones.IDLE_SECONDS
            await Phone(at, "three").begin(id="jasir-lines")
            assert (await at.ask("GET", "/phone", device="one"))["lesson"] is None
            assert (await at.ask("GET", "/phone", device="two"))["lesson"] is not None

    story(learn())


# ── the rota ─────────────────────────────────────────────────────────────────────────────────────


def test_pupils_come_to_the_board_one_after_the_other(tmp_path: Path) -> None:
    async def teach() -> None:
        async with bench(tmp_path) as at:
            add = at.daemon.keeper.book.players.add
            anna, ben = add("Anna").id, add("Ben").id
            with pytest.raises(NothingToDo):
                await at.act("rota-next")
            seen = await at.act("rota", players=[anna, ben])
            assert [one["name"] for one in seen["classroom"]["rota"]["players"]] == ["Anna", "Ben"]
            await at.act("lesson", id="jasir-lines")
            assert at.seen["guest"]["player"]["name"] == "Anna", "nobody had to be named"
            while at.seen["guest"]["do"] != "done":
                await at.act("lesson-step", do="skip")
            assert at.seen["classroom"]["rota"]["at"] == 1, "Anna is done"
            await at.act("lesson", id="jasir-lines", player=anna)
            assert at.seen["guest"]["player"]["name"] == "Anna", "who is named comes first"
            assert (await at.act("rota-next"))["classroom"]["rota"]["at"] == 0
            assert (await at.act("rota", players=[]))["classroom"]["rota"] is None
            await at.act("rota", players=[ben, anna, ben], at=1)
        async with bench(tmp_path) as at:
            rota = at.seen["classroom"]["rota"]
            assert [one["name"] for one in rota["players"]] == ["Ben", "Anna"]
            assert rota["at"] == 1, "it outlives a restart"

    story(teach())


def test_a_book_in_trouble_stops_no_rota(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise BookAway("the disk is full")

    async def teach() -> None:
        async with bench(tmp_path) as at:
            add = at.daemon.keeper.book.players.add
            await at.act("rota", players=[add("Anna").id, add("Ben").id])
            monkeypatch.setattr(BookMemory, "put", refuse)
            assert (await at.act("rota-next"))["classroom"]["rota"]["at"] == 1
            monkeypatch.undo()
            monkeypatch.setattr(BookMemory, "get", refuse)
            assert Rota(at.daemon, at.service._book).picture() is None

    story(teach())


# ── two teams ────────────────────────────────────────────────────────────────────────────────────


def test_two_teams_vote_in_turn_and_the_board_plays(tmp_path: Path) -> None:
    async def teach() -> None:
        async with bench(tmp_path) as at:

            async def vote(device: str, move: str) -> None:
                await at.ask("POST", "/vote", device=device, move=move)

            with pytest.raises(NothingToDo):
                await at.act("teams", is_on=True)
            await at.act("class", position="bbbbb/5/5/3w1/w1www b w0b0 w0b0 -")
            at.touch("b1", "d2")
            await at.until(lambda seen: seen["guest"]["arrange"] is None)
            with pytest.raises(BookRefuses, match="no teams"):
                await at.ask("POST", "/team", device="w1", side="w")
            seen = await at.act("teams", is_on=True, is_shared=True)
            assert seen["guest"]["vote"]["is_open"], "a vote opens without being asked for"
            for device, side in (("w1", "w"), ("b1", "b"), ("b2", "b")):
                await at.ask("POST", "/team", device=device, side=side)
            assert at.seen["guest"]["teams"] == {"w": 1, "b": 2}
            with pytest.raises(BookRefuses, match="other team"):
                await vote("w1", "d5-b4")
            with pytest.raises(BookRefuses, match="Choose a team"):
                await vote("stranger", "d5-b4")
            await vote("b1", "d5-b4")
            await vote("b2", "d5-b4")
            assert at.seen["lights"] == {"d5": "hint", "b4": "hint"}
            await at.play("d5-b4")
            seen = await at.until(lambda seen: seen["guest"]["vote"] is not None)
            assert seen["guest"]["vote"]["voters"] == 0, "now White consults"
            await vote("w1", "c1-d3")
            with pytest.raises(BookRefuses, match="other team"):
                await vote("b1", "c1-d3")
            seen = await at.act("teams", is_on=False)
            assert (seen["guest"]["teams"], seen["guest"]["vote"]) == (None, None)

    story(teach())


def test_before_the_first_move_either_team_may_begin(tmp_path: Path) -> None:
    async def teach() -> None:
        async with bench(tmp_path) as at:
            await at.act("class")
            await at.act("teams", is_on=True, is_shared=True)
            for device, side in (("white", "w"), ("black", "b")):
                await at.ask("POST", "/team", device=device, side=side)
            await at.ask("POST", "/vote", device="white", move="b1-d2")
            await at.ask("POST", "/vote", device="black", move="d5-b4")
            with pytest.raises(BookRefuses, match="other team"):
                await at.ask("POST", "/vote", device="black", move="c1-d3")

    story(teach())
