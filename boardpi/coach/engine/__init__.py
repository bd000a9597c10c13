"""How the coach finds a move: search, tree, judgement of positions, levels of strength. Pure."""
