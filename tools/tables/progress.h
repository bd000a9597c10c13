// How a won game is won. Every won position has a move that keeps its value; the habit below picks
// one of them from the values alone. Where the habit would go in circles, an exception says which.
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stddef.h>
#include <stdint.h>

struct exception {
  uint32_t index;
  uint8_t choice;  // which of the moves that keep the value, in the order of the habit
};

extern struct exception *exceptions;
extern size_t exception_count;
extern int longest_win;  // plies, over all won positions and all defences

void progress_prove(void);

#endif
