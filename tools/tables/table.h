// Where a position stands in the table: blocks by archers on board, in hand and side to move.
#ifndef TABLE_H
#define TABLE_H

#include <stddef.h>

#include "rules.h"

struct block {
  uint8_t on_board[2], hand[2], side;
  int archers;     // on the board, both sides
  int colourings;  // ways to say which of them are White's
  size_t first, size;
};

enum { MOST_BLOCKS = 256 };

// Only here it matters who is chosen: nobody is ever taken on the goal row, and no chosen archer
// ever stands on its own first row.
#define MIDDLE_ROWS 0x0fffe0u

extern struct block blocks[MOST_BLOCKS];
extern int block_count;
extern size_t table_size;
extern int placements[MOST_ARCHERS + 1];  // of 0 to 5 archers on 25 holes

void table_layout(void);
const struct block *table_block(const struct position *position);
size_t table_index(const struct position *position);

// The position of a block with these occupied holes, and bits that say per archer, a1 first,
// whether it is White's and whether it is chosen.
struct position table_position(const struct block *block, uint32_t occupied, unsigned white,
                               unsigned chosen);

// The next mask with as many holes, in the order of the table.
uint32_t table_next_mask(uint32_t mask);

// The bits of the colouring with this number among those with `white` of `archers` bits.
unsigned table_colouring(int archers, int white, int number);

#endif
