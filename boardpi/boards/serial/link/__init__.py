"""What board and host say to each other over the serial line: frames, messages, conversation.

Pure: no clock, no port, no loop; the one package from outside is `cobs`. docs/protocol.md tells
the same story for people, firmware/vectors/frames.txt for the tests of both sides.
"""
