"""Where scans come from and lights go. `board` says what every kind of board can do.

One kind a folder or module: `virtual` (hands on the page, reeds that fail on demand), `serial` (a
microcontroller), `emulator` (the real firmware in simavr), `gpio` (the pins of a Pi). `build` makes
the one that the configuration names; `pins` says where each hole is wired.
"""
