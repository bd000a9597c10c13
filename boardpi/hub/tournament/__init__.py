"""The pure part of an evening: what was decided, who meets whom, who stands where, ratings.

`event` folds the log of an evening into its state, `pairing` makes the next round, `ranking` ranks
and `ratings` follows players over a season. Points are counted in halves: a win is 2, a draw 1.
"""
