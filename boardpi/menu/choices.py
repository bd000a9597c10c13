"""What the menu offers: a tree of choices, each with its own count of blinks in its list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from boardpi.rules import RuleSet, Side
from boardpi.rules.refusals import name_side
from boardpi.texts import MENU

Words = Mapping[str, str]
"""What something is called, by language."""


class Deed(NamedTuple):
    """What is done when it is chosen, e.g. `level 2`."""

    name: str
    value: str = ""


class Choice(NamedTuple):
    """One light of the menu: it does something, or asks further."""

    blinks: int  # 0 leads back
    words: Words
    deed: Deed | None = None
    below: tuple[Choice, ...] = ()


class Offer(NamedTuple):
    """What stands on the table, as far as choices depend on it."""

    is_playing: bool  # moves were made, and the game is not over
    guest: str = ""  # the activity that has the board, e.g. "lesson"
    has_coach: bool = False
    rules: tuple[RuleSet, ...] = ()
    levels: tuple[tuple[str, Words], ...] = ()
    lessons: tuple[tuple[str, Words], ...] = ()
    players: tuple[str, ...] = ()
    themes: tuple[str, ...] = ()
    handicaps: tuple[int, ...] = ()  # points by which White may be ahead


BACK: Final = 0
NEW_GAME, COACH, LESSON, RULES, DRAW, RESIGN, HEAR, LIGHTS, PLAYERS = range(1, 10)
"""The first list: the card shows these counts."""
WITHOUT_COACH: Final = 9
SPOKEN: Final = ("board", "moves", "score", "turn", "repeat")
HELP: Final = ("off", "lift", "full")
GAMES: Final = ("Jasir", "Jarmo")
CLOCKS: Final = ("300", "600", "600+5", "900+10")
"""Seconds for each, and more after each turn: what is offered at the table; the page has all."""


def offer(standing: Offer) -> tuple[Choice, ...]:
    """The first list. Whatever leaves a game that is being played is asked once more."""
    is_game = standing.is_playing and not standing.guest
    wanted = [_leave() if standing.guest else _new_game(standing), _coach(standing)]
    if standing.lessons:
        wanted.append(Choice(LESSON, _say("lesson"), below=_numbered("lesson", standing.lessons)))
    wanted.append(Choice(RULES, _say("rules"), below=_games(standing)))
    if is_game:
        yes = _ask_again("draw", "")
        sides = tuple(
            Choice(number, _of_side("resigns", side), Deed("resign", side.letter))
            for number, side in enumerate(Side, 1)
        )
        wanted += [
            Choice(DRAW, _say("draw"), below=yes),
            Choice(RESIGN, _say("resign"), below=sides),
        ]
    spoken = [(name, _say(f"hear.{name}")) for name in SPOKEN]
    wanted += [
        Choice(HEAR, _say("hear"), below=_numbered("hear", spoken)),
        Choice(LIGHTS, _say("lights"), below=_lights(standing)),
    ]
    if standing.players and not standing.guest:
        wanted.append(Choice(PLAYERS, _say("players"), below=_seats(standing)))
    return tuple(wanted)


def _lights(standing: Offer) -> tuple[Choice, ...]:
    """How much they tell, then how they look."""
    helps = _numbered("help", [(name, _say(f"lights.{name}")) for name in HELP])
    looks = tuple(
        Choice(number, _say(f"theme.{name}"), Deed("theme", name))
        for number, name in enumerate(standing.themes, len(HELP) + 1)
    )
    return helps + looks


def _seats(standing: Offer) -> tuple[Choice, ...]:
    """Who has White, who has Black: names in the order of the page's list."""
    most = _most(len(standing.players))
    return tuple(
        Choice(
            place,
            {code: name_side(side, code) for code in _say("back")},
            below=tuple(
                _careful(
                    number % most + 1, _named(name), Deed(f"seat_{side.letter}", name), standing
                )
                for number, name in enumerate(standing.players)
            ),
        )
        for place, side in enumerate(Side, 1)
    )


def back() -> Choice:
    """One list up, and out of the first."""
    return Choice(BACK, _say("back"))


def _new_game(standing: Offer) -> Choice:
    return _careful(NEW_GAME, _say("new_game"), Deed("new_game"), standing)


def _leave() -> Choice:
    return Choice(NEW_GAME, _say("leave"), Deed("leave"))


def _careful(count: int, words: Words, deed: Deed, standing: Offer) -> Choice:
    """What would leave a game in the middle."""
    if standing.is_playing:
        return Choice(count, words, below=_ask_again(*deed))
    return Choice(count, words, deed)


def _ask_again(name: str, value: str) -> tuple[Choice, ...]:
    return (Choice(1, _say("yes"), Deed(name, value)),)


def _coach(standing: Offer) -> Choice:
    levels = tuple(
        Choice(
            number,
            words,
            below=tuple(
                Choice(place, _of_side("coach_plays", side), Deed("coach", f"{side.letter}{level}"))
                for place, side in enumerate(Side, 1)
            ),
        )
        for number, (level, words) in enumerate(standing.levels, 1)
    )
    if standing.has_coach:
        levels += (Choice(WITHOUT_COACH, _say("no_coach"), Deed("coach")),)
    return Choice(COACH, _say("coach"), below=levels)


def _games(standing: Offer) -> tuple[Choice, ...]:
    games = []
    for number, game in enumerate(GAMES, 1):
        sets = [rules for rules in standing.rules if rules.game == game]
        below = tuple(
            _careful(place, _named(rules.title), Deed("rules", rules.name), standing)
            for place, rules in enumerate(sets, 1)
        )
        if below:
            games.append(Choice(number, _named(game), below=below))
    games.append(Choice(len(GAMES) + 1, _say("clock"), below=_clocks(standing)))
    if standing.handicaps:
        games.append(Choice(len(GAMES) + 2, _say("handicap"), below=_handicaps(standing)))
    return tuple(games)


def _handicaps(standing: Offer) -> tuple[Choice, ...]:
    """A new match from the usual start, an even one, or one where somebody is ahead."""
    wanted = [("", _say("handicap.none"))]
    wanted += [
        (str(points), handicap_words(points))
        for points in sorted(standing.handicaps, key=_even_first)
    ]
    return tuple(
        _careful(number, words, Deed("handicap", text), standing)
        for number, (text, words) in enumerate(wanted, 1)
    )


def _even_first(points: int) -> tuple[bool, int]:
    """Even, then White by one and more, then Black."""
    return points < 0, abs(points)


def handicap_words(points: int) -> Words:
    """Who is ahead from the start."""
    if not points:
        return _say("handicap.even")
    languages = MENU.say_in_all("back")
    side = Side.WHITE if points > 0 else Side.BLACK
    return {
        code: MENU.say(code, "handicap.ahead", player=name_side(side, code), points=abs(points))
        for code in languages
    }


def _clocks(standing: Offer) -> tuple[Choice, ...]:
    """A new match with clocks, or without."""
    wanted = [("", _say("clock.off")), *((text, _clock_words(text)) for text in CLOCKS)]
    return tuple(
        _careful(number, words, Deed("clock", text), standing)
        for number, (text, words) in enumerate(wanted, 1)
    )


def _clock_words(text: str) -> Words:
    main, _, more = text.partition("+")
    key, minutes = "clock.more" if more else "clock.main", int(main) // 60
    languages = MENU.say_in_all("back")
    return {code: MENU.say(code, key, minutes=minutes, seconds=more) for code in languages}


def _numbered(deed: str, named: Iterable[tuple[str, Words]]) -> tuple[Choice, ...]:
    found = list(named)
    most = _most(len(found))
    return tuple(
        Choice(number % most + 1, words, Deed(deed, value))
        for number, (value, words) in enumerate(found)
    )


def _most(count: int) -> int:
    """A long list counts anew every four: nobody counts to twelve."""
    return 4 if count > WITHOUT_COACH else WITHOUT_COACH


def _say(key: str) -> Words:
    return MENU.say_in_all(key)


def _named(name: str) -> Words:
    return dict.fromkeys(MENU.say_in_all("back"), name)


def _of_side(key: str, side: Side) -> Words:
    languages = MENU.say_in_all("back")
    return {code: MENU.say(code, key, player=name_side(side, code)) for code in languages}
