"""A blind player for both sides: feels the wood, knows the rules, and has nothing else but ears."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from random import Random

from boardpi.coach.lessons.events import CoachPlays, FinishLesson
from boardpi.coach.lessons.lesson import Lesson, PlayStep
from boardpi.config import VoiceConfig
from boardpi.daemon.sound import Scene, Voice
from boardpi.rules import START, Hole, Side
from boardpi.speech.sentences import split_sentences
from boardpi.speech.spoken_table import read_wish
from boardpi.table.events import MENU_HOLD_MS
from boardpi.table.facts import MenuChosen
from tests.daemon.coaching import Bench, Json
from tests.daemon.pupils import PATIENCE, Pupil
from tests.daemon.stories import Sitting

HOLE = r"[a-e][1-5]"
LIFTED = re.compile(rf"(White|Black), ({HOLE})\.")
MOVED = re.compile(rf"(White|Black): (?:({HOLE}) (to|takes) ({HOLE})|Back on ({HOLE}))\.")
NAMES = ("White", "Black")
SIDES = {"White": Side.WHITE, "Black": Side.BLACK}
FIRST_ROWS = {Side.WHITE: "1", Side.BLACK: "5"}


class Ears(Voice):
    """Hears what would be spoken."""

    def __init__(self, sitting: Sitting | Bench) -> None:
        self.daemon = sitting.daemon
        super().__init__(VoiceConfig("espeak-ng", verbosity="full"), self.scene)
        self.heard: list[str] = []
        self.daemon.audience.append(self)

    def scene(self) -> Scene:
        """What the service tells the voice."""
        activity = self.daemon.activity
        if activity is None:
            return Scene(self.daemon.table)
        return Scene(activity.table, guest=activity.picture())

    def say(self, words: str) -> None:
        self.heard += split_sentences(words)


class MenuListener:
    """Has the button, an archer and ears: chooses by what is said of the holes."""

    def __init__(self, at: Bench) -> None:
        self.at, self.ears = at, Ears(at)

    async def hear(self, act: Callable[[], object], *awaited: str) -> str:
        """Do something, and listen until all of this was said."""
        before = len(self.ears.heard)
        act()

        def is_said(_: Json) -> bool:
            said = self.ears.heard[before:]
            return bool(said) and all(any(words in one for one in said) for words in awaited)

        await self.at.until(is_said)
        return " ".join(self.ears.heard[before:])

    async def open(self) -> str:
        """What the menu says of itself."""
        return await self.hear(lambda: self.at.board.press(MENU_HOLD_MS), "Menu.")

    async def choose(self, said: str, *choices: str, then: str) -> str:
        """With an archer in hand: find each choice, more of them by the button; set and lift."""
        for choice in choices:
            heard: list[str] = []
            while not (found := re.search(rf"({HOLE}): {choice}[^:]*?\.", said)):
                assert "Press the button for more." in said, (choice, said)
                assert said not in heard, f"{choice} is nowhere in {heard}"
                heard.append(said)
                said = await self.hear(lambda: self.at.board.press(100), "Menu.")
            hole = found[1]
            await self.hear(partial(self.at.touch, hole), "Lift the archer to choose.")
            awaited = then if choice == choices[-1] else "3: back."
            said = await self.hear(partial(self.at.touch, hole), awaited)
        return said


class BlindPlayers:
    """Two players who never look."""

    def __init__(self, sitting: Sitting, random: Random) -> None:
        self.sitting, self.random = sitting, random
        self.ears = Ears(sitting)
        self.wood = {str(hole): START.owner(hole) for hole in map(Hole, _names(START.occupied))}
        self.moves: list[str] = []  # as they were heard
        self.questions = self.repairs = self.returns = 0
        self.turn: Side | None = None
        self.is_over = False

    async def play_a_game(self) -> None:
        """Until somebody is said to have won."""
        for ply in range(400):
            if ply == 6:
                await self.stumble()
            await self.take_turn()
            if self.is_over:
                return
        raise AssertionError("nobody was said to have won")

    # ── hands ────────────────────────────────────────────────────────────────────────────────────

    async def touch(self, *holes: str, rest: int = 60) -> list[str]:
        """Lift or set down; what is heard meanwhile."""
        before = len(self.ears.heard)
        for hole in holes:
            await self.sitting.touch(Hole(hole))
            await self.sitting.rest(rest)
        return self.ears.heard[before:]

    async def wait(self, ms: int) -> list[str]:
        before = len(self.ears.heard)
        await self.sitting.rest(ms)
        return self.ears.heard[before:]

    async def take_turn(self) -> None:
        side = self.turn if self.turn is not None else Side.WHITE
        waiting = await self.count_in_hand(side)
        free = [
            f"{c}{FIRST_ROWS[side]}" for c in "abcde" if f"{c}{FIRST_ROWS[side]}" not in self.wood
        ]
        if waiting and free and self.random.random() < 0.7:
            await self.bring_back(side, free[0])
            return
        own = [hole for hole, owner in self.wood.items() if owner is side]
        self.random.shuffle(own)
        for hole in own:
            said = await self.touch(hole)
            assert LIFTED.findall(" ".join(said)) == [
                ("White" if side is Side.WHITE else "Black", hole)
            ]
            quiet, takes = _ways(said)
            if takes:
                await self.take(hole, self.random.choice(takes))
                return
            if quiet:
                target = self.random.choice(quiet)
                self.wood[target] = self.wood.pop(hole)
                self.listen(await self.touch(target) + await self.wait(400))
                return
            assert "It cannot move." in said
            await self.touch(hole)
        assert waiting, f"{NAMES[side]} was not told that it must pass"
        await self.bring_back(side, free[0])

    async def bring_back(self, side: Side, hole: str) -> None:
        self.wood[hole] = side
        self.returns += 1
        self.listen(await self.touch(hole) + await self.wait(400))

    async def take(self, taker: str, victim: str) -> None:
        """The archer is in the hand. Every third capture is so smooth that no reed sees it."""
        self.wood[victim] = self.wood.pop(taker)
        if self.questions == 0 or self.random.random() < 0.2:
            said = await self.wait(3000)
            asked = [sentence for sentence in said if sentence.startswith("Was it")]
            assert asked, said
            assert f"{taker} takes {victim}" in asked[0]
            self.questions += 1
            self.listen(await self.touch(victim, victim) + await self.wait(400))
            return
        self.listen(await self.touch(victim, victim) + await self.wait(400))

    async def count_in_hand(self, side: Side) -> int:
        """Ask for the board, and count what it says of this side."""
        before = len(self.ears.heard)
        board = read_wish("board", self.sitting.daemon.table, (0, 0), 0, "en")
        self.sitting.daemon.tell(MenuChosen(self.sitting.ms, "board", {"en": board}))
        told = " ".join(self.ears.heard[before:])
        white, _, black = told.partition("Black ")
        part = white if side is Side.WHITE else black
        found = re.search(r"(\d) archers? in hand", part)
        return int(found[1]) if found else 0

    async def stumble(self) -> None:
        """A sleeve moves two archers; the voice says how to mend it."""
        one, two = list(self.wood)[:2]
        holes = ("c3", "e3", "a3", "c4", "c2", "b2", "d4", "a4", "e2")
        here, there = [hole for hole in holes if hole not in self.wood][:2]
        said = await self.touch(one, here, two, there) + await self.wait(2500)
        in_air = 0
        for _ in range(8):
            text = " ".join(said)
            if "All is well again." in text:
                self.repairs += 1
                return
            extra = re.findall(rf"Take the archer from ({HOLE})", text)
            missing = re.findall(rf"archer missing on ({HOLE})", text)
            missing += [hole for _, hole in LIFTED.findall(text)]  # it counts as in the hand
            assert extra or missing, said
            if extra:
                said = await self.touch(extra[-1])
                in_air += 1
                said += await self.wait(2000)
            elif in_air:
                in_air -= 1
                said = await self.touch(missing[-1]) + await self.wait(2000)
        raise AssertionError(said)

    # ── ears ─────────────────────────────────────────────────────────────────────────────────────

    def listen(self, said: list[str]) -> None:
        """Whose move it was, who passes, who wins."""
        text = " ".join(said)
        found = MOVED.findall(text)
        assert found, said
        side, origin, how, target, back = found[-1]
        self.moves.append(
            f"@{back}" if back else f"{origin}{'x' if how == 'takes' else '-'}{target}"
        )
        self.turn = SIDES[side].other
        for passing in re.findall(r"(White|Black) cannot move and passes", text):
            self.moves.append("pass")
            self.turn = SIDES[passing].other
        self.is_over = "wins," in text or "A draw." in text


class BlindPupil:
    """Learns to play White against the coach by hands and ears; the coach plays by chance."""

    def __init__(self, pupil: Pupil) -> None:
        self.pupil = pupil
        self.ears = Ears(pupil.sitting)
        self.wood = {str(hole): START.owner(hole) for hole in map(Hole, _names(START.occupied))}
        self.answered = 0  # moves that were made for the coach

    async def learn(self, lesson: Lesson) -> FinishLesson:
        """From the first step to the last."""
        await self.pupil.sit_down(lesson)
        said = self.ears.heard[:]
        for _ in range(PATIENCE):
            if self.pupil.finish is not None:
                return self.pupil.finish
            before = len(self.ears.heard)
            await self.obey(said)
            await self.let_the_coach_think()
            said = self.ears.heard[before:] or said
        raise AssertionError(self.ears.heard[-12:])

    async def let_the_coach_think(self) -> None:
        """In its own process; here it needs no time."""
        teaching = self.pupil.given.teaching
        is_on = self.pupil.finish is None and isinstance(teaching.step, PlayStep)
        if is_on and teaching.expected is None and teaching.game.position.side is Side.BLACK:
            await self.pupil.given.hear(CoachPlays(self.pupil.choose(teaching.game)))
            self.pupil.sitting.daemon.look()

    async def obey(self, said: list[str]) -> None:
        """Do what was said last."""
        text = " ".join(said)
        asked = re.findall(rf"(Take the archer from|archer missing on) ({HOLE})", text)
        if asked:
            what, hole = asked[-1]
            side = Side.BLACK if f"Black archer missing on {hole}" in text else Side.WHITE
            await self.touch(hole)
            if what.startswith("Take"):
                del self.wood[hole]
            else:
                self.wood[hole] = side
        elif coach := re.findall(
            rf"The coach plays: (?:({HOLE}) (to|takes) ({HOLE})|.* ({HOLE}))", text
        ):
            await self.answer_for_coach(*coach[-1])
        elif "Lift it and set it back." in text and "Yes:" not in text:
            await self.point()
        else:
            await self.move()

    async def touch(self, *holes: str) -> list[str]:
        before = len(self.ears.heard)
        await self.pupil.touch(*map(Hole, holes))
        return self.ears.heard[before:]

    async def answer_for_coach(self, origin: str, how: str, target: str, back: str) -> None:
        self.answered += 1
        if back:
            self.wood[back] = Side.BLACK
            await self.touch(back)
        else:
            await self.touch(origin, *([target] * (2 if how == "takes" else 1)))
            self.wood[target] = self.wood.pop(origin)
        await self.pupil.rest()

    async def point(self) -> None:
        """Nobody shows her which one: she tries until she hears yes."""
        for hole in [hole for hole, side in self.wood.items() if side is Side.BLACK]:
            if "Yes:" in " ".join(await self.touch(hole, hole)):
                return
        raise AssertionError(self.ears.heard[-6:])

    async def move(self) -> None:
        """Lift an archer, hear where it may go, and go forward if it can."""
        own = sorted((hole for hole, side in self.wood.items() if side is Side.WHITE), key=_row)
        for hole in own:
            quiet, takes = _ways(await self.touch(hole))
            if takes or quiet:
                target = max(takes or quiet, key=_row)
                await self.touch(*([target, target] if takes else [target]))
                self.wood[target] = self.wood.pop(hole)
                await self.pupil.rest()
                return
            await self.touch(hole)
        free = next(hole for hole in map("{}1".format, "abcde") if hole not in self.wood)
        self.wood[free] = Side.WHITE
        await self.touch(free)
        await self.pupil.rest()


def _row(hole: str) -> str:
    return hole[1]


def _names(mask: int) -> list[str]:
    return [f"{'abcde'[hole % 5]}{hole // 5 + 1}" for hole in range(25) if mask >> hole & 1]


def _ways(said: list[str]) -> tuple[list[str], list[str]]:
    """Where the archer in hand may go, and what it may take."""
    quiet = " ".join(sentence for sentence in said if sentence.startswith("To "))
    takes = " ".join(sentence for sentence in said if sentence.startswith("Takes "))
    return re.findall(HOLE, quiet), re.findall(HOLE, takes)
