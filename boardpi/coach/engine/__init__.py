"""How the coach finds a move. Pure: `search.think` and `levels.choose` are all there is to call.

`tree` looks ahead, `worth` and `judgement` say what a position promises, `weights` holds what was
learned from games.
"""
