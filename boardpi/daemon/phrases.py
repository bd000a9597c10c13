"""What the table says to people beside the rules' own sentences, in the project's languages."""

from __future__ import annotations

from typing import Final

from boardpi.rules.words import SENTENCES

PHRASES: Final[dict[str, dict[str, str]]] = {
    "en": {
        "cannot_move": "The archer on {} cannot move now.",
        "move": "{} to {}.",
        "take": "{} takes {}.",
        "reentry": "Back on {}.",
        "expect": "The coach plays: {} Please move it for him.",
        "takeback": "Taken back.",
        "pass": "{} cannot move and passes.",
        "repetition": "The same position for the third time: a draw may be claimed.",
        "won": "{} wins, {} to {}.",
        "drawn": "A draw.",
        "new_game": "A new game.",
        "ask": "Which move was it? Lift the archer on the right hole and set it back.",
        "astray": "The archers do not stand as they should. Follow the lights.",
        "untaken": "{0}: the archer from {2} back to {3}. {1}: the archer back on {2}.",
        "restored": "All is well again.",
    },
    "it": {
        "cannot_move": "L'arciere in {} ora non può muoversi.",
        "move": "Da {} a {}.",
        "take": "{} cattura {}.",
        "reentry": "Rientro in {}.",
        "expect": "Il maestro gioca: {} Muovi per lui.",
        "takeback": "Mossa ritirata.",
        "pass": "{} non può muovere e passa.",
        "repetition": "La stessa posizione per la terza volta: si può chiedere la patta.",
        "won": "Vince {}, {} a {}.",
        "drawn": "Patta.",
        "new_game": "Una nuova partita.",
        "ask": "Quale mossa era? Solleva l'arciere nel foro giusto e rimettilo giù.",
        "astray": "Gli arcieri non stanno al loro posto. Segui le luci.",
        "untaken": "{0}: l’arciere da {2} torna in {3}. {1}: l’arciere torna in {2}.",
        "restored": "Tutto è di nuovo a posto.",
    },
    "pl": {
        "cannot_move": "Łucznik na {} nie może się teraz ruszyć.",
        "move": "{} na {}.",
        "take": "{} bije {}.",
        "reentry": "Powrót na {}.",
        "expect": "Trener gra: {} Proszę wykonać ten ruch za niego.",
        "takeback": "Ruch cofnięty.",
        "pass": "{} nie mają ruchu i pasują.",
        "repetition": "Ta sama pozycja po raz trzeci: można żądać remisu.",
        "won": "Wygrywają {}, {} do {}.",
        "drawn": "Remis.",
        "new_game": "Nowa gra.",
        "ask": "Który to był ruch? Podnieś łucznika na właściwym polu i odstaw go.",
        "astray": "Łucznicy nie stoją tak, jak powinni. Idź za światłami.",
        "untaken": "{0}: łucznik z {2} wraca na {3}. {1}: łucznik wraca na {2}.",
        "restored": "Wszystko znów się zgadza.",
    },
    "fr": {
        "cannot_move": "L'archer en {} ne peut pas jouer maintenant.",
        "move": "De {} à {}.",
        "take": "{} prend {}.",
        "reentry": "Retour en {}.",
        "expect": "Le maître joue : {} Jouez ce coup pour lui.",
        "takeback": "Coup repris.",
        "pass": "{} n'ont aucun coup et passent.",
        "repetition": "La même position pour la troisième fois : on peut demander la nulle.",
        "won": "Victoire pour {}, {} à {}.",
        "drawn": "Partie nulle.",
        "new_game": "Une nouvelle partie.",
        "ask": "Quel coup était-ce ? Soulevez l'archer sur le bon trou et reposez-le.",
        "astray": "Les archers ne sont pas à leur place. Suivez les lumières.",
        "untaken": "{0} : l’archer de {2} retourne en {3}. {1} : l’archer revient en {2}.",
        "restored": "Tout est de nouveau en ordre.",
    },
}


def say(language: str, name: str, *values: object) -> str:
    """One phrase."""
    return PHRASES[language][name].format(*values)


def in_all_languages(name: str, *values: object) -> dict[str, str]:
    """One phrase in each language."""
    return {language: say(language, name, *values) for language in SENTENCES}
