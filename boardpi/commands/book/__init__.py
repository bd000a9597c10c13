"""`boardpi games …`, `boardpi players …`, `boardpi standings`: the score book."""
