"""What the check asks of the maker now, in the languages of the project."""

from __future__ import annotations

from typing import Final

from boardpi.check.advice import ADVICE, OF_FINDING
from boardpi.check.check import ACT, TELL, Check
from boardpi.check.finding import Finding, listed
from boardpi.check.layout import COLOURS
from boardpi.check.words import FINDINGS, Sentences
from boardpi.table.theme import CHANNEL_MA, IDLE_MA

PROMPTS: Final[Sentences] = {
    "en": {
        "empty": "Take all archers off the board. If it is empty, go on.",
        "begin": "The board is empty: here we go.",
        "place": "Set an archer on {hole}, where the light is.",
        "place_dark": "Set an archer on {hole}, in the middle of the lit row and column.",
        "right": "{hole} is right. Lift the archer.",
        "wrong": "{hole} answers as {seen}. Lift the archer.",
        "unheard": "{hole} does not answer.",
        "anchor": "Do not trust the lights: set an archer on {hole}, by the wood.",
        "anchored": "Seen. Lift the archer.",
        "lift": "Lift all archers.",
        "red": "All pixels should be red. Which colour do you see?",
        "green": "All pixels should be green. Which colour do you see?",
        "blue": "All pixels should be blue. Which colour do you see?",
        "white": "All pixels are white and draw about {ma} mA. Set an archer on every hole that "
        "is not, then go on.",
        "fill": "Set archers on all lit holes, then wait: {left} to go.",
        "clean": "Everything is right.",
        "faults": "There is something to mend.",
        "lost": "The board is away. Check its cable.",
    },
    "it": {
        "empty": "Togli tutti gli arcieri dalla tavola. Se è vuota, vai avanti.",
        "begin": "La tavola è vuota: si comincia.",
        "place": "Metti un arciere in {hole}, dove c'è la luce.",
        "place_dark": "Metti un arciere in {hole}, al centro della riga e della colonna "
        "illuminate.",
        "right": "{hole} va bene. Solleva l'arciere.",
        "wrong": "{hole} risponde come {seen}. Solleva l'arciere.",
        "unheard": "{hole} non risponde.",
        "anchor": "Non fidarti delle luci: metti un arciere in {hole}, seguendo il legno.",
        "anchored": "Visto. Solleva l'arciere.",
        "lift": "Solleva tutti gli arcieri.",
        "red": "Tutti i pixel dovrebbero essere rossi. Che colore vedi?",
        "green": "Tutti i pixel dovrebbero essere verdi. Che colore vedi?",
        "blue": "Tutti i pixel dovrebbero essere blu. Che colore vedi?",
        "white": "Tutti i pixel sono bianchi e assorbono circa {ma} mA. Metti un arciere su "
        "ogni foro che non lo è, poi vai avanti.",
        "fill": "Metti arcieri su tutti i fori illuminati, poi aspetta: ne mancano {left}.",
        "clean": "Va tutto bene.",
        "faults": "C'è qualcosa da riparare.",
        "lost": "La tavola non c'è. Controlla il cavo.",
    },
    "pl": {
        "empty": "Zdejmij wszystkich łuczników z planszy. Jeśli jest pusta, idź dalej.",
        "begin": "Plansza jest pusta: zaczynamy.",
        "place": "Postaw łucznika na {hole}, tam gdzie świeci.",
        "place_dark": "Postaw łucznika na {hole}, w środku świecącego rzędu i kolumny.",
        "right": "{hole} jest w porządku. Podnieś łucznika.",
        "wrong": "{hole} odpowiada jako {seen}. Podnieś łucznika.",
        "unheard": "{hole} nie odpowiada.",
        "anchor": "Nie ufaj światłom: postaw łucznika na {hole}, według drewna.",
        "anchored": "Widać. Podnieś łucznika.",
        "lift": "Podnieś wszystkich łuczników.",
        "red": "Wszystkie piksele powinny być czerwone. Jaki kolor widzisz?",
        "green": "Wszystkie piksele powinny być zielone. Jaki kolor widzisz?",
        "blue": "Wszystkie piksele powinny być niebieskie. Jaki kolor widzisz?",
        "white": "Wszystkie piksele są białe i pobierają około {ma} mA. Postaw łucznika na "
        "każdym otworze, który nie jest biały, i idź dalej.",
        "fill": "Postaw łuczników na wszystkich świecących otworach i czekaj: jeszcze {left}.",
        "clean": "Wszystko jest w porządku.",
        "faults": "Jest coś do naprawy.",
        "lost": "Nie ma planszy. Sprawdź kabel.",
    },
    "fr": {
        "empty": "Ôtez tous les archers du plateau. S'il est vide, continuez.",
        "begin": "Le plateau est vide : on commence.",
        "place": "Posez un archer en {hole}, là où est la lumière.",
        "place_dark": "Posez un archer en {hole}, au milieu de la rangée et de la colonne "
        "éclairées.",
        "right": "{hole} est juste. Levez l'archer.",
        "wrong": "{hole} répond comme {seen}. Levez l'archer.",
        "unheard": "{hole} ne répond pas.",
        "anchor": "Ne vous fiez pas aux lumières : posez un archer en {hole}, d'après le bois.",
        "anchored": "Vu. Levez l'archer.",
        "lift": "Levez tous les archers.",
        "red": "Tous les pixels devraient être rouges. Quelle couleur voyez-vous ?",
        "green": "Tous les pixels devraient être verts. Quelle couleur voyez-vous ?",
        "blue": "Tous les pixels devraient être bleus. Quelle couleur voyez-vous ?",
        "white": "Tous les pixels sont blancs et prennent environ {ma} mA. Posez un archer sur "
        "chaque trou qui ne l'est pas, puis continuez.",
        "fill": "Posez des archers sur tous les trous éclairés, puis attendez : encore {left}.",
        "clean": "Tout est juste.",
        "faults": "Il y a quelque chose à réparer.",
        "lost": "Le plateau est absent. Vérifiez son câble.",
    },
}


def prompt_of(check: Check) -> tuple[str, dict[str, str]]:
    """The code of what is asked now, and its facts."""
    task = check.task
    if check.lost_ms is not None:
        return "lost", {}
    if task.kind == "empty":
        return ("empty" if check.seen else "begin"), {}
    if task.kind == "result":
        return ("faults" if any(f.is_fault for f in check.findings) else "clean"), {}
    if task.kind == "place" and task.hole is not None:
        return _prompt_place(check)
    if task.kind == "anchor":
        return ("anchor", {"hole": str(task.hole)}) if check.stage == ACT else ("anchored", {})
    if check.stage != ACT:
        return "lift", {}
    if task.kind == "colour":
        return COLOURS[task.number], {}
    if task.kind == "white":
        return "white", {"ma": str(white_ma(check.plan.budget_ma))}
    return "fill", {"left": str((task.pattern & ~check.seen).bit_count())}


def _prompt_place(check: Check) -> tuple[str, dict[str, str]]:
    hole = check.task.hole
    assert hole is not None
    facts = {"hole": str(hole)}
    if check.stage == ACT:
        return ("place_dark" if check.task.is_dark else "place"), facts
    if check.stage == TELL:
        return "unheard", facts
    seen = dict(check.notes.answers)[hole]
    return ("right", facts) if seen == hole.bit else ("wrong", facts | {"seen": listed(seen)})


def white_ma(budget_ma: int) -> int:
    """What all pixels draw in white: all they can, or what the budget allows."""
    return min(budget_ma, round(IDLE_MA + 25 * 3 * CHANNEL_MA))


def say(check: Check, language: str) -> str:
    """What is asked now, in this language."""
    code, facts = prompt_of(check)
    return PROMPTS[language][code].format(**facts)


def sentence(finding: Finding, language: str = "en") -> str:
    """A finding in one sentence.

    >>> from boardpi.check.finding import found
    >>> sentence(found("row_silent", line="3", pin="A2"))
    'Row 3 is silent: its wire (A2).'
    """
    facts = finding.params
    if "pin" in facts:
        facts["pin"] = f" ({facts['pin']})" if facts["pin"] else ""
    return FINDINGS[language][finding.code].format(**facts)


def advise(finding: Finding, language: str = "en") -> str:
    """What to try against it; nothing where there is nothing to try."""
    code = OF_FINDING.get(finding.code)
    return ADVICE[language][code].format(**finding.params) if code else ""
