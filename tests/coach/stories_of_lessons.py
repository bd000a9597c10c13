"""A small lesson that every test understands."""

from __future__ import annotations

SMALL = """
id = "small"
rules = "jasir-pergioco"
title.en = "Small"
title.it = "Piccola"

[[step]]
do = "setup"
position = "start"
say.en = "Set up."

[[step]]
do = "show"
light = "b1"
say.en = "Look at b1."

[[step]]
do = "ask"
accept = ["b1-d2"]
say.en = "Move."
right.en = "Yes."
wrong.en = "No."

[[step.answer]]
move = "c1-d3"
reply = "e5xd3"
say.en = "e5 takes."

[[step]]
do = "reply"
move = "d5-b4"
say.en = "Black moves."

[[step]]
do = "try"
from = "d2"
to = "b1"
refusal = "backward"
say.en = "Try to go back."
right.en = "Never back."

[[step]]
do = "touch"
holes = "d2 b4"
say.en = "Touch who has moved."
wrong.en = "That one has not."

[[step]]
do = "free"
moves = 2
say.en = "Play on."
"""
