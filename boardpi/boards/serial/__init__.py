"""The board behind a microcontroller on a serial port: the board, its ports, flashing, inspection.

`link` is the pure half: frames, messages and the conversation (docs/protocol.md).
"""
