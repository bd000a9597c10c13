"""What to try against each finding, in the languages of the project."""

from __future__ import annotations

from typing import Final

from boardpi.check.words import Sentences

ADVICE: Final[Sentences] = {
    "en": {
        "wires": "Exchange the wires at the board's pins, then check again.",
        "reed": "Exchange the two wires of these reeds.",
        "chain": "Lay the chain anew, or give each hole its pixel in wiring/pins.toml.",
        "stuck": "Look for solder between the reed's wires and for a magnet left in the wood; "
        "else replace the reed.",
        "sticky": "Keep the magnet a little further away, or replace the reed: its contacts cling.",
        "chatter": "Solder its joints again; else move the reed to where the magnet closes it "
        "firmly.",
        "short": "Look for a bridge of solder or a bare wire.",
        "magnet": "Use weaker or thinner magnets, or put the reed upright or at one end of the "
        "hole.",
        "silent": "Turn the magnet over, move the reed to one end of the hole, check the solder "
        "and the direction of the diode.",
        "line": "Follow this wire from the pin to its last reed.",
        "all": "Check that the archers have magnets, and that the matrix is on the right pins.",
        "diode": "Anode to the column, cathode (the ring) to the row.",
        "again": "Mend the rest first, then check again.",
        "wood": "Check again, and when the whole board is violet, set the archers by the wood: "
        "a1 to e1, then a2 to a5.",
        "pixel": "Check the solder at this pixel and at the one before.",
        "broken": "Check the data wire between {before} and {first}; feed 5 V at both ends of "
        "the chain.",
        "data": "Check the data wire, the resistor before the first pixel, and the pixels' 5 V.",
        "order": "Direct build: set board.pixels_order to {key}. Serial build: use WS2812B pixels.",
        "supply": "Use a supply of 5 V and at least 2 A for the pixels alone, with 1000 µF "
        "across it.",
    },
    "it": {
        "wires": "Scambia i fili ai pin della scheda, poi ricontrolla.",
        "reed": "Scambia i due fili di questi reed.",
        "chain": "Riposa la catena, oppure assegna a ogni foro il suo pixel in wiring/pins.toml.",
        "stuck": "Cerca stagno tra i fili del reed e un magnete rimasto nel legno; altrimenti "
        "cambia il reed.",
        "sticky": "Allontana un poco il magnete, o cambia il reed: i suoi contatti si incollano.",
        "chatter": "Risalda i suoi contatti; altrimenti sposta il reed dove il magnete lo "
        "chiude con decisione.",
        "short": "Cerca un ponte di stagno o un filo scoperto.",
        "magnet": "Usa magneti più deboli o più sottili, o metti il reed in piedi o a "
        "un'estremità del foro.",
        "silent": "Gira il magnete, sposta il reed a un'estremità del foro, controlla le "
        "saldature e il verso del diodo.",
        "line": "Segui questo filo dal pin fino all'ultimo reed.",
        "all": "Controlla che gli arcieri abbiano magneti e che la matrice sia sui pin giusti.",
        "diode": "Anodo alla colonna, catodo (l'anello) alla riga.",
        "again": "Ripara prima il resto, poi ricontrolla.",
        "wood": "Ricontrolla e, quando tutta la tavola è viola, metti gli arcieri seguendo il "
        "legno: da a1 a e1, poi da a2 a a5.",
        "pixel": "Controlla le saldature di questo pixel e di quello prima.",
        "broken": "Controlla il filo dei dati tra {before} e {first}; alimenta a 5 V entrambi i "
        "capi della catena.",
        "data": "Controlla il filo dei dati, la resistenza prima del primo pixel e i 5 V dei "
        "pixel.",
        "order": "Collegamento diretto: imposta board.pixels_order a {key}. Collegamento "
        "seriale: usa pixel WS2812B.",
        "supply": "Usa un alimentatore da 5 V e almeno 2 A per i soli pixel, con 1000 µF in "
        "parallelo.",
    },
    "pl": {
        "wires": "Zamień przewody przy pinach płytki i sprawdź ponownie.",
        "reed": "Zamień dwa przewody tych kontaktronów.",
        "chain": "Ułóż łańcuch na nowo albo przypisz każdemu otworowi jego piksel w "
        "wiring/pins.toml.",
        "stuck": "Poszukaj cyny między przewodami kontaktronu i magnesu w drewnie; w "
        "ostateczności wymień kontaktron.",
        "sticky": "Odsuń trochę magnes albo wymień kontaktron: jego styki się kleją.",
        "chatter": "Przylutuj go jeszcze raz; albo przesuń kontaktron tam, gdzie magnes zwiera "
        "go pewnie.",
        "short": "Poszukaj mostka z cyny albo gołego przewodu.",
        "magnet": "Weź słabsze lub cieńsze magnesy albo ustaw kontaktron pionowo lub na skraju "
        "otworu.",
        "silent": "Odwróć magnes, przesuń kontaktron na skraj otworu, sprawdź lutowanie i "
        "kierunek diody.",
        "line": "Prześledź ten przewód od pinu do ostatniego kontaktronu.",
        "all": "Sprawdź, czy łucznicy mają magnesy i czy matryca jest na właściwych pinach.",
        "diode": "Anoda do kolumny, katoda (pasek) do rzędu.",
        "again": "Napraw najpierw resztę, potem sprawdź ponownie.",
        "wood": "Sprawdź ponownie, a gdy cała plansza jest fioletowa, stawiaj łuczników według "
        "drewna: od a1 do e1, potem od a2 do a5.",
        "pixel": "Sprawdź lutowanie tego piksela i poprzedniego.",
        "broken": "Sprawdź przewód danych między {before} a {first}; doprowadź 5 V do obu "
        "końców łańcucha.",
        "data": "Sprawdź przewód danych, opornik przed pierwszym pikselem i 5 V pikseli.",
        "order": "Wersja bezpośrednia: ustaw board.pixels_order na {key}. Wersja szeregowa: "
        "użyj pikseli WS2812B.",
        "supply": "Użyj zasilacza 5 V o co najmniej 2 A dla samych pikseli, z kondensatorem "
        "1000 µF.",
    },
    "fr": {
        "wires": "Échangez les fils aux broches de la carte, puis recommencez.",
        "reed": "Échangez les deux fils de ces ampoules.",
        "chain": "Reposez la chaîne, ou donnez à chaque trou son pixel dans wiring/pins.toml.",
        "stuck": "Cherchez de l'étain entre les fils de l'ampoule et un aimant resté dans le "
        "bois ; sinon remplacez-la.",
        "sticky": "Éloignez un peu l'aimant, ou remplacez l'ampoule : ses contacts collent.",
        "chatter": "Refaites ses soudures ; sinon déplacez l'ampoule là où l'aimant la ferme "
        "franchement.",
        "short": "Cherchez un pont d'étain ou un fil dénudé.",
        "magnet": "Prenez des aimants plus faibles ou plus minces, ou mettez l'ampoule debout "
        "ou à un bout du trou.",
        "silent": "Retournez l'aimant, déplacez l'ampoule à un bout du trou, vérifiez les "
        "soudures et le sens de la diode.",
        "line": "Suivez ce fil de la broche jusqu'à sa dernière ampoule.",
        "all": "Vérifiez que les archers ont des aimants et que la matrice est sur les bonnes "
        "broches.",
        "diode": "Anode à la colonne, cathode (l'anneau) à la rangée.",
        "again": "Réparez d'abord le reste, puis recommencez.",
        "wood": "Recommencez, et quand tout le plateau est violet, posez les archers d'après le "
        "bois : de a1 à e1, puis de a2 à a5.",
        "pixel": "Vérifiez les soudures de ce pixel et de celui d'avant.",
        "broken": "Vérifiez le fil de données entre {before} et {first} ; alimentez les deux "
        "bouts de la chaîne en 5 V.",
        "data": "Vérifiez le fil de données, la résistance avant le premier pixel et le 5 V des "
        "pixels.",
        "order": "Montage direct : mettez board.pixels_order à {key}. Montage série : prenez "
        "des pixels WS2812B.",
        "supply": "Prenez une alimentation de 5 V et d'au moins 2 A pour les seuls pixels, avec "
        "1000 µF en parallèle.",
    },
}

OF_FINDING: Final = {
    "columns_swapped": "wires",
    "rows_swapped": "wires",
    "columns_reversed": "wires",
    "rows_reversed": "wires",
    "columns_shifted": "wires",
    "rows_shifted": "wires",
    "columns_mixed": "wires",
    "rows_mixed": "wires",
    "columns_astray": "wires",
    "rows_astray": "wires",
    "lines_exchanged": "wires",
    "holes_exchanged": "reed",
    "hole_as": "line",
    "unproven": "wood",
    "chain_rows_snake": "chain",
    "chain_rows_same": "chain",
    "chain_columns_snake": "chain",
    "chain_columns_same": "chain",
    "chain_late": "chain",
    "chain_early": "chain",
    "pixels_exchanged": "chain",
    "pixel_as": "chain",
    "stuck": "stuck",
    "sticky": "sticky",
    "chatter": "chatter",
    "column_grounded": "short",
    "row_grounded": "short",
    "columns_joined": "short",
    "rows_joined": "short",
    "magnet_strong": "magnet",
    "magnets_strong": "magnet",
    "together": "short",
    "silent": "silent",
    "row_silent": "line",
    "column_silent": "line",
    "all_silent": "all",
    "diode_turned": "diode",
    "diode_missing": "diode",
    "diode_among": "diode",
    "diodes_untested": "again",
    "not_tested": "again",
    "pixel_dark": "pixel",
    "chain_broken": "broken",
    "chain_dark": "data",
    "colour_order": "order",
    "browned_out": "supply",
}
"""Which advice belongs to which finding; the rest needs none."""
