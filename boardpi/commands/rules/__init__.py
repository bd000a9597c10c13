"""`boardpi rules …` and `boardpi record …`: the games without a table."""
