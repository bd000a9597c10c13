"""`boardpi coach …`, `boardpi lessons …`, `boardpi puzzles …`: learning at the keyboard."""
