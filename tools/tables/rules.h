// Jasir as the solver plays it: a position, its legal successors, and how a game ends.
#ifndef RULES_H
#define RULES_H

#include <stdbool.h>
#include <stdint.h>

enum { HOLES = 25, MOST_MOVES = 64, MOST_ARCHERS = 5 };

struct rules {
  uint32_t reach[2][HOLES];  // where an archer may go on an empty board
  bool hand_counts;          // the winner's hand is worth points, too
  int most_alive;            // archers on the board and in hand, of both sides
};

struct position {
  uint32_t archers[2];
  uint32_t chosen;
  uint8_t hand[2];
  uint8_t side;
};

struct moves {
  int count;
  struct position after[MOST_MOVES];
  bool sideways[MOST_MOVES];
};

extern struct rules rules;

bool rules_read(void);

// True if the game is over; *value is what it is worth to the side to move.
bool rules_ended(const struct position *position, int *value);

// The successors in the order of boardpi.rules.legal_moves; a pass is one. None: blocked.
void rules_moves(const struct position *position, struct moves *moves);

#endif
