"""The board on the pins of a Raspberry Pi (docs/direct.md): reeds, button, buzzer and pixels.

`machine`, `fitness` and `survey` know which Pi this is and what it lacks.
"""
