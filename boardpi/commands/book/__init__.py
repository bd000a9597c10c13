"""`boardpi games …`, `boardpi players …`, `boardpi standings`, `boardpi backup`: the score book.

Each asks for the book in the same way, which is in `commands/terminal/score_book`.
"""
