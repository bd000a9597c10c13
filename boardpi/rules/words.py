"""Sentences of the rules for players, in the languages of the project."""

from __future__ import annotations

from typing import Final

JOINERS: Final = {"en": "or", "it": "o", "pl": "lub", "fr": "ou"}

SENTENCES: Final[dict[str, dict[str, str]]] = {
    "en": {
        "white": "White",
        "black": "Black",
        "instead": "Possible: {holes}.",
        "game_over": "The game is over.",
        "empty_hole": "Nobody stands on {origin}.",
        "not_your_archer": "The archer on {origin} is not yours: {player} is to move.",
        "arrived_stays": "The archer on {origin} has arrived; it never moves again.",
        "own_archer": "Your own archer stands on {target}.",
        "no_line": "There is no line from {origin} to {target}.",
        "backward": "{origin} to {target} goes backward; in this game archers never look back.",
        "protected_first_row": "The archer on {target} stands on its own first row: "
        "it may be taken only when nothing else is possible.",
        "shuttle": "{limit} times along the line {origin}-{target} are enough: "
        "this archer must do something else.",
        "not_first_row": "An archer comes back only on its own first row; {target} is not there.",
        "hole_taken": "{target} is taken: an archer comes back on a free hole.",
        "none_in_hand": "{player} has no archer in hand.",
        "no_right_to_reenter": "No right to bring an archer back on {target} now.",
        "must_move": "Passing is allowed only when no move is possible.",
        "bad_move": "{origin} to {target} is legal but written wrongly: "
        "'-' is a quiet move, 'x' a capture.",
    },
    "it": {
        "white": "il Bianco",
        "black": "il Nero",
        "instead": "Possibile: {holes}.",
        "game_over": "La partita è finita.",
        "empty_hole": "In {origin} non c'è nessuno.",
        "not_your_archer": "L'arciere in {origin} non è tuo: muove {player}.",
        "arrived_stays": "L'arciere in {origin} è arrivato: non si muove più.",
        "own_archer": "In {target} c'è già un tuo arciere.",
        "no_line": "Non c'è una linea da {origin} a {target}.",
        "backward": "Da {origin} a {target} si va indietro: in questo gioco non si torna mai.",
        "protected_first_row": "L'arciere in {target} è sulla propria prima riga: "
        "si cattura solo se non c'è altro da fare.",
        "shuttle": "{limit} volte lungo la linea {origin}-{target} bastano: "
        "questo arciere deve fare altro.",
        "not_first_row": "Un arciere rientra solo sulla propria prima riga; "
        "{target} non ne fa parte.",
        "hole_taken": "{target} è occupato: un arciere rientra in un foro libero.",
        "none_in_hand": "Nessun arciere in mano per {player}.",
        "no_right_to_reenter": "Nessun diritto di rientrare in {target} adesso.",
        "must_move": "Si passa solo quando nessuna mossa è possibile.",
        "bad_move": "Da {origin} a {target} è lecito ma scritto male: "
        "'-' è una mossa semplice, 'x' una cattura.",
    },
    "pl": {
        "white": "Białe",
        "black": "Czarne",
        "instead": "Możliwe: {holes}.",
        "game_over": "Gra jest skończona.",
        "empty_hole": "Na {origin} nikt nie stoi.",
        "not_your_archer": "Łucznik na {origin} nie jest twój: ruch mają {player}.",
        "arrived_stays": "Łucznik na {origin} dotarł do celu i już się nie rusza.",
        "own_archer": "Na {target} stoi twój własny łucznik.",
        "no_line": "Nie ma linii z {origin} na {target}.",
        "backward": "Z {origin} na {target} to ruch wstecz; w tej grze nikt się nie cofa.",
        "protected_first_row": "Łucznik na {target} stoi w swoim pierwszym rzędzie: "
        "można go zbić tylko wtedy, gdy nic innego nie jest możliwe.",
        "shuttle": "{limit} razy po linii {origin}-{target} wystarczy: "
        "ten łucznik musi zrobić coś innego.",
        "not_first_row": "Łucznik wraca tylko do swojego pierwszego rzędu; "
        "{target} do niego nie należy.",
        "hole_taken": "{target} jest zajęte: łucznik wraca na wolne pole.",
        "none_in_hand": "{player} nie mają łucznika w ręce.",
        "no_right_to_reenter": "Nie ma teraz prawa powrotu na {target}.",
        "must_move": "Pasować wolno tylko wtedy, gdy żaden ruch nie jest możliwy.",
        "bad_move": "Z {origin} na {target} wolno, ale zapis jest zły: "
        "'-' to zwykły ruch, 'x' to bicie.",
    },
    "fr": {
        "white": "les Blancs",
        "black": "les Noirs",
        "instead": "Possible : {holes}.",
        "game_over": "La partie est finie.",
        "empty_hole": "Personne ne se tient en {origin}.",
        "not_your_archer": "L'archer en {origin} n'est pas à vous : le trait est à {player}.",
        "arrived_stays": "L'archer en {origin} est arrivé ; il ne bouge plus.",
        "own_archer": "Votre propre archer se tient en {target}.",
        "no_line": "Il n'y a pas de ligne de {origin} à {target}.",
        "backward": "De {origin} à {target}, c'est reculer ; dans ce jeu on ne recule jamais.",
        "protected_first_row": "L'archer en {target} est sur sa propre première rangée : "
        "on ne le prend que si rien d'autre n'est possible.",
        "shuttle": "{limit} fois le long de la ligne {origin}-{target} suffisent : "
        "cet archer doit faire autre chose.",
        "not_first_row": "Un archer ne revient que sur sa première rangée ; {target} n'en est pas.",
        "hole_taken": "{target} est occupé : un archer revient sur un trou libre.",
        "none_in_hand": "Aucun archer en main pour {player}.",
        "no_right_to_reenter": "Aucun droit de rentrer en {target} maintenant.",
        "must_move": "On ne passe que si aucun coup n'est possible.",
        "bad_move": "De {origin} à {target} est permis mais mal écrit : "
        "'-' est un coup simple, 'x' une prise.",
    },
}
