"""A puzzle as a lesson of one question, so that the same lights and hands serve both."""

from __future__ import annotations

from typing import Final

from boardpi.coach.hints import explain_move
from boardpi.coach.lessons.lesson import LANGUAGES, AskStep, Lesson, SetUpStep, Text
from boardpi.coach.lessons.puzzles import Puzzle
from boardpi.rules import Side, name_holes
from boardpi.rules.words import SENTENCES

PREFIX: Final = "puzzle-"
TITLE: Final[Text] = {
    "en": "Puzzle {name}",
    "it": "Problema {name}",
    "pl": "Zadanie {name}",
    "fr": "Problème {name}",
}
SET_UP: Final[Text] = {
    "en": "Set up the position as the lights show: White first, then Black.",
    "it": "Prepara la posizione come mostrano le luci: prima il Bianco, poi il Nero.",
    "pl": "Ustaw pozycję, jak pokazują światła: najpierw Białe, potem Czarne.",
    "fr": "Placez la position comme le montrent les lumières : d'abord les Blancs, puis les Noirs.",
}
IN_HAND: Final[Text] = {
    "en": "In hand: White {white}, Black {black}.",
    "it": "In mano: Bianco {white}, Nero {black}.",
    "pl": "W ręce: Białe {white}, Czarne {black}.",
    "fr": "En main : Blancs {white}, Noirs {black}.",
}
CHOSEN: Final[Text] = {
    "en": "Chosen archers: {holes}.",
    "it": "Arcieri scelti: {holes}.",
    "pl": "Łucznicy wybrani: {holes}.",
    "fr": "Archers d'élite : {holes}.",
}
TASKS: Final[dict[str, Text]] = {
    "win": {
        "en": "To move: {player}. Only one move wins. Which?",
        "it": "Muove {player}. Una sola mossa vince. Quale?",
        "pl": "Na ruchu: {player}. Tylko jeden ruch wygrywa. Który?",
        "fr": "Le trait est à {player}. Un seul coup gagne. Lequel ?",
    },
    "hold": {
        "en": "To move: {player}. Only one move does not lose. Which?",
        "it": "Muove {player}. Una sola mossa non perde. Quale?",
        "pl": "Na ruchu: {player}. Tylko jeden ruch nie przegrywa. Który?",
        "fr": "Le trait est à {player}. Un seul coup ne perd pas. Lequel ?",
    },
    "more": {
        "en": "To move: {player}. One move is worth more than all others. Which?",
        "it": "Muove {player}. Una mossa vale più di tutte le altre. Quale?",
        "pl": "Na ruchu: {player}. Jeden ruch jest wart więcej niż wszystkie inne. Który?",
        "fr": "Le trait est à {player}. Un coup vaut plus que tous les autres. Lequel ?",
    },
}
RIGHT: Final[Text] = {"en": "Right!", "it": "Giusto!", "pl": "Dobrze!", "fr": "Bien !"}
WRONG: Final[Text] = {
    "en": "There is something better.",
    "it": "C'è di meglio.",
    "pl": "Jest coś lepszego.",
    "fr": "Il y a mieux.",
}


def as_lesson(puzzle: Puzzle) -> Lesson:
    """Set up, ask, explain."""
    return Lesson(
        id=PREFIX + puzzle.name,
        rules=puzzle.rules,
        title={language: TITLE[language].format(name=puzzle.name) for language in LANGUAGES},
        intro=_task(puzzle),
        steps=(
            SetUpStep(_set_up(puzzle), puzzle.game),
            AskStep(
                _task(puzzle),
                (str(puzzle.solution),),
                right=_explain(puzzle),
                wrong=WRONG,
                best=True,
            ),
        ),
    )


def _task(puzzle: Puzzle) -> Text:
    name = "white" if puzzle.position.side is Side.WHITE else "black"
    task = TASKS[puzzle.goal]
    return {
        language: task[language].format(player=SENTENCES[language][name]) for language in LANGUAGES
    }


def _set_up(puzzle: Puzzle) -> Text:
    position = puzzle.position
    parts = [SET_UP]
    if position.chosen:
        parts.append(CHOSEN)
    if any(position.hand):
        parts.append(IN_HAND)
    white, black = position.hand
    holes = " ".join(name_holes(position.chosen))
    return {
        language: " ".join(
            part[language].format(white=white, black=black, holes=holes) for part in parts
        )
        for language in LANGUAGES
    }


def _explain(puzzle: Puzzle) -> Text:
    reasons = explain_move(puzzle.game, puzzle.solution)
    return {
        language: " ".join([RIGHT[language], *(reason.sentence(language) for reason in reasons)])
        for language in LANGUAGES
    }
