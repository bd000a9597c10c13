"""`boardpi replay` and `boardpi trace …`: what a board saw, and what the table made of it."""
