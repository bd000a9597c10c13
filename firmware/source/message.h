/* What board and host say to each other; docs/protocol.md is the text, link/messages.py the twin. */
#ifndef MESSAGE_H
#define MESSAGE_H

#define PROTOCOL 1
#define FIRMWARE_MAJOR 0
#define FIRMWARE_MINOR 1
#define FIRMWARE_PATCH 0

enum message_type {
    /* board to host */
    MESSAGE_HELLO = 0x01,
    MESSAGE_REPORT = 0x02,
    MESSAGE_STATE = 0x03,
    MESSAGE_PRESSED = 0x04,
    MESSAGE_DONE = 0x05,
    MESSAGE_CHATTER = 0x06,
    /* host to board */
    MESSAGE_GREET = 0x81,
    MESSAGE_LIGHTS = 0x82,
    MESSAGE_ACKNOWLEDGE = 0x83,
    MESSAGE_SETTINGS = 0x84,
    MESSAGE_ASK_CHATTER = 0x85,
    MESSAGE_NAME = 0x86,
};

enum done_status { DONE_WELL, DONE_UNKNOWN_TYPE };

#endif
