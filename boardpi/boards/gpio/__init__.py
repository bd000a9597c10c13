"""The board on the pins of a Raspberry Pi (docs/direct.md): reeds, button, buzzer and pixels.

`gpio_board` is the board and its thread, `header` the open pins with the matrix of reeds, `pixels`
the chain of lights; `machine` and `fitness` know which Pi this is and what it lacks.
"""
