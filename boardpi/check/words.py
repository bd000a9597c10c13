"""Sentences of the check for makers, in the languages of the project."""

from __future__ import annotations

from typing import Final

Sentences = dict[str, dict[str, str]]

FINDINGS: Final[Sentences] = {
    "en": {
        "columns_swapped": "{hole} answers as {seen}: columns {one} and {two} are swapped.",
        "rows_swapped": "{hole} answers as {seen}: rows {one} and {two} are swapped.",
        "columns_reversed": "The columns run the other way round: {told}.",
        "rows_reversed": "The rows run the other way round: {told}.",
        "columns_shifted": "The columns are shifted: {told}.",
        "rows_shifted": "The rows are shifted: {told}.",
        "columns_mixed": "The columns are mixed up: {told}.",
        "rows_mixed": "The rows are mixed up: {told}.",
        "columns_astray": "Columns answer as others: {told}.",
        "rows_astray": "Rows answer as others: {told}.",
        "lines_exchanged": "Rows and columns are exchanged.",
        "holes_exchanged": "{one} answers as {two} and {two} as {one}: these two reeds are "
        "swapped.",
        "hole_as": "{hole} answers as {seen}.",
        "maybe_columns": "{hole} answers as {seen}: perhaps columns {one} and {two} are swapped.",
        "maybe_rows": "{hole} answers as {seen}: perhaps rows {one} and {two} are swapped.",
        "unproven": "It could also be the pixels that are in another order, and not the reeds.",
        "chain_rows_snake": "The chain of pixels begins at {start} and snakes along the rows; "
        "it should begin at {right}.",
        "chain_rows_same": "The chain of pixels begins at {start} and runs all rows in the same "
        "direction; it should snake from {right}.",
        "chain_columns_snake": "The chain of pixels begins at {start} and snakes along the "
        "columns; it should snake along the rows from {right}.",
        "chain_columns_same": "The chain of pixels begins at {start} and runs all columns in "
        "the same direction; it should snake along the rows from {right}.",
        "chain_late": "The chain of pixels begins {by} too late: its first holes have no pixel.",
        "chain_early": "The chain of pixels begins {by} too early: there are pixels too many "
        "before the first hole.",
        "pixels_exchanged": "The pixels of {one} and {two} are swapped.",
        "pixel_as": "The light of {hole} shines at {seen}.",
        "stuck": "The reed of {hole} is closed on an empty board.",
        "sticky": "The reed of {hole} closes but does not open again.",
        "chatter": "The reed of {hole} flickers.",
        "column_grounded": "Column {line}{pin} touches ground: all its holes read closed.",
        "row_grounded": "Row {line}{pin} touches ground: its archers answer in the whole column.",
        "columns_joined": "Columns {one} and {two} answer together: they touch each other.",
        "rows_joined": "Rows {one} and {two} answer together: they touch each other.",
        "magnet_strong": "An archer on {hole} also closes {others}: a strong magnet.",
        "magnets_strong": "Archers on {holes} also close the reeds beside: the magnets are too "
        "strong.",
        "together": "An archer on {hole} also closes {others}.",
        "silent": "{hole} does not answer: its reed, its magnet or its wire.",
        "row_silent": "Row {line} is silent: its wire{pin}.",
        "column_silent": "Column {line} is silent: its wire{pin}.",
        "all_silent": "No hole answers at all.",
        "diode_turned": "The diode of {hole} is the wrong way round.",
        "diode_missing": "The diode of {hole} is missing or bridged.",
        "diode_among": "One of these diodes is missing: {holes}.",
        "diodes_untested": "Diodes not tested: {holes}.",
        "not_tested": "Without light and so not tested: {holes}.",
        "pixel_dark": "The pixel of {hole} is dark or has the wrong colour.",
        "chain_broken": "The pixels are dark or fade from {first} on.",
        "chain_dark": "No pixel shines{pin}.",
        "colour_order": "The pixels take their colours in the order {order}; {sent} is sent.",
        "colours_unclear": "Nobody said which colours shine.",
        "white_unclear": "Nobody said whether all pixels shine white.",
        "browned_out": "The board went away when all pixels were white: the supply is too weak.",
        "stopped": "The check was stopped before its end.",
        "lost": "The board went away and did not come back: the check is not complete.",
    },
    "it": {
        "columns_swapped": "{hole} risponde come {seen}: le colonne {one} e {two} sono scambiate.",
        "rows_swapped": "{hole} risponde come {seen}: le righe {one} e {two} sono scambiate.",
        "columns_reversed": "Le colonne vanno al contrario: {told}.",
        "rows_reversed": "Le righe vanno al contrario: {told}.",
        "columns_shifted": "Le colonne sono spostate: {told}.",
        "rows_shifted": "Le righe sono spostate: {told}.",
        "columns_mixed": "Le colonne sono mescolate: {told}.",
        "rows_mixed": "Le righe sono mescolate: {told}.",
        "columns_astray": "Alcune colonne rispondono come altre: {told}.",
        "rows_astray": "Alcune righe rispondono come altre: {told}.",
        "lines_exchanged": "Righe e colonne sono invertite tra loro.",
        "holes_exchanged": "{one} risponde come {two} e {two} come {one}: questi due reed sono "
        "scambiati.",
        "hole_as": "{hole} risponde come {seen}.",
        "maybe_columns": "{hole} risponde come {seen}: forse le colonne {one} e {two} sono "
        "scambiate.",
        "maybe_rows": "{hole} risponde come {seen}: forse le righe {one} e {two} sono scambiate.",
        "unproven": "Potrebbero anche essere i pixel in un altro ordine, e non i reed.",
        "chain_rows_snake": "La catena dei pixel comincia in {start} e serpeggia lungo le "
        "righe; dovrebbe cominciare in {right}.",
        "chain_rows_same": "La catena dei pixel comincia in {start} e percorre tutte le righe "
        "nello stesso verso; dovrebbe serpeggiare da {right}.",
        "chain_columns_snake": "La catena dei pixel comincia in {start} e serpeggia lungo le "
        "colonne; dovrebbe serpeggiare lungo le righe da {right}.",
        "chain_columns_same": "La catena dei pixel comincia in {start} e percorre tutte le "
        "colonne nello stesso verso; dovrebbe serpeggiare lungo le righe da {right}.",
        "chain_late": "La catena dei pixel comincia {by} troppo tardi: i primi fori non hanno "
        "pixel.",
        "chain_early": "La catena dei pixel comincia {by} troppo presto: ci sono pixel di "
        "troppo prima del primo foro.",
        "pixels_exchanged": "I pixel di {one} e {two} sono scambiati.",
        "pixel_as": "La luce di {hole} brilla in {seen}.",
        "stuck": "Il reed di {hole} è chiuso a tavola vuota.",
        "sticky": "Il reed di {hole} si chiude ma non si riapre.",
        "chatter": "Il reed di {hole} sfarfalla.",
        "column_grounded": "La colonna {line}{pin} tocca la massa: tutti i suoi fori risultano "
        "chiusi.",
        "row_grounded": "La riga {line}{pin} tocca la massa: i suoi arcieri rispondono in tutta "
        "la colonna.",
        "columns_joined": "Le colonne {one} e {two} rispondono insieme: si toccano.",
        "rows_joined": "Le righe {one} e {two} rispondono insieme: si toccano.",
        "magnet_strong": "Un arciere in {hole} chiude anche {others}: un magnete forte.",
        "magnets_strong": "Gli arcieri in {holes} chiudono anche i reed accanto: i magneti sono "
        "troppo forti.",
        "together": "Un arciere in {hole} chiude anche {others}.",
        "silent": "{hole} non risponde: il reed, il magnete o il filo.",
        "row_silent": "La riga {line} tace: il suo filo{pin}.",
        "column_silent": "La colonna {line} tace: il suo filo{pin}.",
        "all_silent": "Non risponde nessun foro.",
        "diode_turned": "Il diodo di {hole} è montato al contrario.",
        "diode_missing": "Il diodo di {hole} manca o è in corto.",
        "diode_among": "Manca uno di questi diodi: {holes}.",
        "diodes_untested": "Diodi non provati: {holes}.",
        "not_tested": "Senza luce e quindi non provati: {holes}.",
        "pixel_dark": "Il pixel di {hole} è spento o ha un colore sbagliato.",
        "chain_broken": "I pixel sono spenti o sbiadiscono da {first} in poi.",
        "chain_dark": "Non si accende nessun pixel{pin}.",
        "colour_order": "I pixel vogliono i colori nell'ordine {order}; viene mandato {sent}.",
        "colours_unclear": "Nessuno ha detto quali colori si vedono.",
        "white_unclear": "Nessuno ha detto se tutti i pixel sono bianchi.",
        "browned_out": "La tavola è sparita con tutti i pixel bianchi: l'alimentatore è troppo "
        "debole.",
        "stopped": "Il controllo è stato interrotto prima della fine.",
        "lost": "La tavola è sparita e non è tornata: il controllo non è completo.",
    },
    "pl": {
        "columns_swapped": "{hole} odpowiada jako {seen}: kolumny {one} i {two} są zamienione.",
        "rows_swapped": "{hole} odpowiada jako {seen}: rzędy {one} i {two} są zamienione.",
        "columns_reversed": "Kolumny biegną w odwrotną stronę: {told}.",
        "rows_reversed": "Rzędy biegną w odwrotną stronę: {told}.",
        "columns_shifted": "Kolumny są przesunięte: {told}.",
        "rows_shifted": "Rzędy są przesunięte: {told}.",
        "columns_mixed": "Kolumny są pomieszane: {told}.",
        "rows_mixed": "Rzędy są pomieszane: {told}.",
        "columns_astray": "Kolumny odpowiadają jako inne: {told}.",
        "rows_astray": "Rzędy odpowiadają jako inne: {told}.",
        "lines_exchanged": "Rzędy i kolumny są zamienione miejscami.",
        "holes_exchanged": "{one} odpowiada jako {two}, a {two} jako {one}: te dwa kontaktrony "
        "są zamienione.",
        "hole_as": "{hole} odpowiada jako {seen}.",
        "maybe_columns": "{hole} odpowiada jako {seen}: może kolumny {one} i {two} są zamienione.",
        "maybe_rows": "{hole} odpowiada jako {seen}: może rzędy {one} i {two} są zamienione.",
        "unproven": "Może to też piksele są w innej kolejności, a nie kontaktrony.",
        "chain_rows_snake": "Łańcuch pikseli zaczyna się na {start} i wije się wzdłuż rzędów; "
        "powinien zaczynać się na {right}.",
        "chain_rows_same": "Łańcuch pikseli zaczyna się na {start} i biegnie wszystkimi rzędami "
        "w tę samą stronę; powinien wić się od {right}.",
        "chain_columns_snake": "Łańcuch pikseli zaczyna się na {start} i wije się wzdłuż "
        "kolumn; powinien wić się wzdłuż rzędów od {right}.",
        "chain_columns_same": "Łańcuch pikseli zaczyna się na {start} i biegnie wszystkimi "
        "kolumnami w tę samą stronę; powinien wić się wzdłuż rzędów od {right}.",
        "chain_late": "Łańcuch pikseli zaczyna się o {by} za późno: pierwsze otwory nie mają "
        "pikseli.",
        "chain_early": "Łańcuch pikseli zaczyna się o {by} za wcześnie: przed pierwszym otworem "
        "są zbędne piksele.",
        "pixels_exchanged": "Piksele {one} i {two} są zamienione.",
        "pixel_as": "Światło {hole} świeci na {seen}.",
        "stuck": "Kontaktron {hole} jest zwarty na pustej planszy.",
        "sticky": "Kontaktron {hole} zwiera, ale już się nie otwiera.",
        "chatter": "Kontaktron {hole} drga.",
        "column_grounded": "Kolumna {line}{pin} dotyka masy: wszystkie jej otwory są zwarte.",
        "row_grounded": "Rząd {line}{pin} dotyka masy: jego łucznicy odpowiadają w całej kolumnie.",
        "columns_joined": "Kolumny {one} i {two} odpowiadają razem: stykają się.",
        "rows_joined": "Rzędy {one} i {two} odpowiadają razem: stykają się.",
        "magnet_strong": "Łucznik na {hole} zwiera też {others}: silny magnes.",
        "magnets_strong": "Łucznicy na {holes} zwierają też sąsiednie kontaktrony: magnesy są "
        "za silne.",
        "together": "Łucznik na {hole} zwiera też {others}.",
        "silent": "{hole} nie odpowiada: kontaktron, magnes albo przewód.",
        "row_silent": "Rząd {line} milczy: jego przewód{pin}.",
        "column_silent": "Kolumna {line} milczy: jej przewód{pin}.",
        "all_silent": "Nie odpowiada żaden otwór.",
        "diode_turned": "Dioda {hole} jest wlutowana odwrotnie.",
        "diode_missing": "Diody {hole} brakuje albo jest zwarta.",
        "diode_among": "Brakuje jednej z tych diod: {holes}.",
        "diodes_untested": "Diody niesprawdzone: {holes}.",
        "not_tested": "Bez światła, więc niesprawdzone: {holes}.",
        "pixel_dark": "Piksel {hole} nie świeci albo ma zły kolor.",
        "chain_broken": "Piksele od {first} nie świecą albo bledną.",
        "chain_dark": "Nie świeci żaden piksel{pin}.",
        "colour_order": "Piksele chcą kolorów w kolejności {order}; wysyłane jest {sent}.",
        "colours_unclear": "Nikt nie powiedział, jakie kolory widać.",
        "white_unclear": "Nikt nie powiedział, czy wszystkie piksele są białe.",
        "browned_out": "Plansza zniknęła, gdy wszystkie piksele były białe: zasilacz jest za "
        "słaby.",
        "stopped": "Sprawdzanie przerwano przed końcem.",
        "lost": "Plansza zniknęła i nie wróciła: sprawdzanie nie jest pełne.",
    },
    "fr": {
        "columns_swapped": "{hole} répond comme {seen} : les colonnes {one} et {two} sont "
        "échangées.",
        "rows_swapped": "{hole} répond comme {seen} : les rangées {one} et {two} sont échangées.",
        "columns_reversed": "Les colonnes vont dans l'autre sens : {told}.",
        "rows_reversed": "Les rangées vont dans l'autre sens : {told}.",
        "columns_shifted": "Les colonnes sont décalées : {told}.",
        "rows_shifted": "Les rangées sont décalées : {told}.",
        "columns_mixed": "Les colonnes sont mélangées : {told}.",
        "rows_mixed": "Les rangées sont mélangées : {told}.",
        "columns_astray": "Des colonnes répondent comme d'autres : {told}.",
        "rows_astray": "Des rangées répondent comme d'autres : {told}.",
        "lines_exchanged": "Les rangées et les colonnes sont échangées entre elles.",
        "holes_exchanged": "{one} répond comme {two} et {two} comme {one} : ces deux ampoules "
        "reed sont échangées.",
        "hole_as": "{hole} répond comme {seen}.",
        "maybe_columns": "{hole} répond comme {seen} : peut-être les colonnes {one} et {two} "
        "sont-elles échangées.",
        "maybe_rows": "{hole} répond comme {seen} : peut-être les rangées {one} et {two} "
        "sont-elles échangées.",
        "unproven": "Ce pourrait aussi être l'ordre des pixels, et non les ampoules reed.",
        "chain_rows_snake": "La chaîne des pixels commence en {start} et serpente le long des "
        "rangées ; elle devrait commencer en {right}.",
        "chain_rows_same": "La chaîne des pixels commence en {start} et parcourt toutes les "
        "rangées dans le même sens ; elle devrait serpenter depuis {right}.",
        "chain_columns_snake": "La chaîne des pixels commence en {start} et serpente le long "
        "des colonnes ; elle devrait serpenter le long des rangées depuis {right}.",
        "chain_columns_same": "La chaîne des pixels commence en {start} et parcourt toutes les "
        "colonnes dans le même sens ; elle devrait serpenter le long des rangées depuis "
        "{right}.",
        "chain_late": "La chaîne des pixels commence {by} trop tard : les premiers trous n'ont "
        "pas de pixel.",
        "chain_early": "La chaîne des pixels commence {by} trop tôt : il y a des pixels de trop "
        "avant le premier trou.",
        "pixels_exchanged": "Les pixels de {one} et {two} sont échangés.",
        "pixel_as": "La lumière de {hole} brille en {seen}.",
        "stuck": "L'ampoule reed de {hole} est fermée sur un plateau vide.",
        "sticky": "L'ampoule reed de {hole} se ferme mais ne se rouvre pas.",
        "chatter": "L'ampoule reed de {hole} papillote.",
        "column_grounded": "La colonne {line}{pin} touche la masse : tous ses trous paraissent "
        "fermés.",
        "row_grounded": "La rangée {line}{pin} touche la masse : ses archers répondent dans "
        "toute la colonne.",
        "columns_joined": "Les colonnes {one} et {two} répondent ensemble : elles se touchent.",
        "rows_joined": "Les rangées {one} et {two} répondent ensemble : elles se touchent.",
        "magnet_strong": "Un archer en {hole} ferme aussi {others} : un aimant fort.",
        "magnets_strong": "Les archers en {holes} ferment aussi les ampoules voisines : les "
        "aimants sont trop forts.",
        "together": "Un archer en {hole} ferme aussi {others}.",
        "silent": "{hole} ne répond pas : l'ampoule reed, l'aimant ou le fil.",
        "row_silent": "La rangée {line} se tait : son fil{pin}.",
        "column_silent": "La colonne {line} se tait : son fil{pin}.",
        "all_silent": "Aucun trou ne répond.",
        "diode_turned": "La diode de {hole} est montée à l'envers.",
        "diode_missing": "La diode de {hole} manque ou est court-circuitée.",
        "diode_among": "L'une de ces diodes manque : {holes}.",
        "diodes_untested": "Diodes non vérifiées : {holes}.",
        "not_tested": "Sans lumière, donc non vérifiés : {holes}.",
        "pixel_dark": "Le pixel de {hole} est éteint ou d'une mauvaise couleur.",
        "chain_broken": "Les pixels sont éteints ou pâlissent à partir de {first}.",
        "chain_dark": "Aucun pixel ne brille{pin}.",
        "colour_order": "Les pixels veulent leurs couleurs dans l'ordre {order} ; {sent} est "
        "envoyé.",
        "colours_unclear": "Personne n'a dit quelles couleurs on voit.",
        "white_unclear": "Personne n'a dit si tous les pixels sont blancs.",
        "browned_out": "Le plateau a disparu quand tous les pixels étaient blancs : "
        "l'alimentation est trop faible.",
        "stopped": "Le contrôle a été arrêté avant la fin.",
        "lost": "Le plateau a disparu et n'est pas revenu : le contrôle n'est pas complet.",
    },
}
"""What was found."""
