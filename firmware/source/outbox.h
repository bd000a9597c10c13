/* What the board says. Nothing is sent unless it fits whole into the ring: speech never waits. */
#ifndef OUTBOX_H
#define OUTBOX_H

#include <stdint.h>

#define OUTBOX_DONE_ROOM 8 /* the longest a DONE can be on the wire */

void outbox_begin(void);
void outbox_speak(void); /* sends one thing that is due */
void outbox_greet(uint8_t sequence);
void outbox_tell_state(void); /* at once, not only when its second is over */
void outbox_tell_chatter(uint8_t sequence);
void outbox_done(uint8_t sequence, uint8_t status);
void outbox_count_overrun(void);

#endif
