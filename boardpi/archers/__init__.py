"""Archers, the third game of the sources, for the page alone (docs/archers.md).

Reeds cannot see which way an archer faces, so no board plays it, and nobody knows it but its
command and its part of the page. `field` has the squares, `formation` who stands where,
`manoeuvres` the text of a turn, `combat` what is legal, `battle` a whole game and its record.
"""

from boardpi.archers.battle import (
    MOST_TURNS,
    Battle,
    BattleRecord,
    new_battle,
    read_battle,
    write_battle,
)
from boardpi.archers.combat import (
    OpenTurn,
    TurnRefused,
    controlled,
    legal_turns,
    open_turn,
    perft,
    play_turn,
    targets,
)
from boardpi.archers.field import DEFAULT_SIZE, SIZES, Facing, Field, field_of, squares_in
from boardpi.archers.formation import (
    Ending,
    FacingArcher,
    Formation,
    parse_formation,
    start_formation,
)
from boardpi.archers.manoeuvres import (
    ArchersTurn,
    Manoeuvre,
    Shot,
    parse_part,
    parse_parts,
    parse_turn,
)

__all__ = [
    "DEFAULT_SIZE",
    "MOST_TURNS",
    "SIZES",
    "ArchersTurn",
    "Battle",
    "BattleRecord",
    "Ending",
    "Facing",
    "FacingArcher",
    "Field",
    "Formation",
    "Manoeuvre",
    "OpenTurn",
    "Shot",
    "TurnRefused",
    "controlled",
    "field_of",
    "legal_turns",
    "new_battle",
    "open_turn",
    "parse_formation",
    "parse_part",
    "parse_parts",
    "parse_turn",
    "perft",
    "play_turn",
    "read_battle",
    "squares_in",
    "start_formation",
    "targets",
    "write_battle",
]
