"""`boardpi demo`: simulated hands play a game in the terminal, and the table reads them."""
