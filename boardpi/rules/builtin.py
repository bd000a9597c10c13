"""The five rule sets that ship with boardpi, in the format that makers use for their own."""

from __future__ import annotations

from typing import Final

from boardpi.rules.lines import JASIR_ONLY, STANDARD_LINES

BUILTIN: Final = f'''
[rules.jasir-pergioco]
title = "Jasir (PerGioco)"
sources = "PerGioco, Newsletter 34 and its Jasir page"
lines = """{STANDARD_LINES}{JASIR_ONLY}"""
backward = false
captured_simple = "dies"
captured_chosen = "hand"
reentry = "move"
demote_on_return = false
keep_owed = false
protect_first_row = true
shuttle_limit = 0
ends_with = "living"
points = "board"

[rules.jasir-oca]
like = "jasir-pergioco"
title = "Jasir (Oca Studios)"
sources = "Oca Studios' public-domain edition"
points = "living"

[rules.jarmo-pergioco]
like = "jasir-pergioco"
title = "Jarmo (PerGioco)"
sources = "PerGioco, Newsletter 34"
remove_lines = "{JASIR_ONLY}"
backward = true
captured_simple = "hand"
reentry = "arrival"
demote_on_return = true
shuttle_limit = 4
ends_with = "board"
points = "rows"

[rules.jarmo-wikipedia]
like = "jarmo-pergioco"
title = "Jarmo (Wikipedia)"
sources = "Wikipedia and BrainKing"
demote_on_return = false
keep_owed = true
protect_first_row = false
shuttle_limit = 3

[rules.jarmo-oca]
like = "jarmo-wikipedia"
title = "Jarmo (Oca Studios)"
sources = "Oca Studios' public-domain edition"
keep_owed = false
'''
