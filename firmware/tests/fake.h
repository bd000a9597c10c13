/* The hardware that the unit tests run on: time, reeds and wires are variables. */
#ifndef FAKE_H
#define FAKE_H

#include <stdbool.h>
#include <stdint.h>

extern uint16_t fake_ticks;
extern uint32_t fake_closed;    /* reeds */
extern uint32_t fake_no_diode;  /* of these holes */
extern bool fake_button;
extern uint8_t fake_strip[75];
extern int fake_strips;         /* frames sent to the pixels */
extern uint8_t fake_sent[4096]; /* bytes given to the serial line */
extern int fake_sent_count;
extern int fake_room;
extern uint32_t fake_board_id;

void fake_begin(void);
void fake_pass_ms(int ms);
void fake_arrive(const uint8_t *bytes, int count); /* from the host */

#endif
