#include "table.h"

struct block blocks[MOST_BLOCKS];
int block_count;
size_t table_size;
int placements[MOST_ARCHERS + 1];

static int choose[HOLES + 1][MOST_ARCHERS + 2];
static short number_of_block[MOST_ARCHERS][MOST_ARCHERS][MOST_ARCHERS][MOST_ARCHERS][2];
static uint8_t rank_of_colouring[MOST_ARCHERS + 1][1 << MOST_ARCHERS];
static uint8_t colouring[MOST_ARCHERS + 1][MOST_ARCHERS + 1][10];

static void count_choices(void) {
  for (int n = 0; n <= HOLES; n++) {
    choose[n][0] = 1;
    for (int k = 1; k <= MOST_ARCHERS + 1; k++)
      choose[n][k] = n ? choose[n - 1][k - 1] + choose[n - 1][k] : 0;
  }
  for (int k = 0; k <= MOST_ARCHERS; k++) placements[k] = choose[HOLES][k];
}

static void rank_colourings(void) {
  for (int archers = 0; archers <= MOST_ARCHERS; archers++) {
    int next[MOST_ARCHERS + 1] = {0};
    for (unsigned bits = 0; bits < 1u << archers; bits++) {
      int white = __builtin_popcount(bits);
      colouring[archers][white][next[white]] = (uint8_t)bits;
      rank_of_colouring[archers][bits] = (uint8_t)next[white]++;
    }
  }
}

static void add_block(int white, int black, int white_hand, int black_hand, int side) {
  struct block *block = &blocks[block_count];
  int archers = white + black;
  *block = (struct block){
      .on_board = {(uint8_t)white, (uint8_t)black},
      .hand = {(uint8_t)white_hand, (uint8_t)black_hand},
      .side = (uint8_t)side,
      .archers = archers,
      .colourings = choose[archers][white],
      .first = table_size,
      .size = ((size_t)choose[HOLES][archers] * (size_t)choose[archers][white]) << archers,
  };
  number_of_block[white][black][white_hand][black_hand][side] = (short)block_count++;
  table_size += block->size;
}

void table_layout(void) {
  count_choices();
  rank_colourings();
  for (int alive = 2; alive <= rules.most_alive; alive++)
    for (int white_alive = 1; white_alive < alive; white_alive++)
      for (int white = 0; white <= white_alive; white++)
        for (int black = 0; black <= alive - white_alive; black++)
          for (int side = 0; side < 2; side++)
            add_block(white, black, white_alive - white, alive - white_alive - black, side);
}

const struct block *table_block(const struct position *position) {
  int white = __builtin_popcount(position->archers[0]);
  int black = __builtin_popcount(position->archers[1]);
  return &blocks[number_of_block[white][black][position->hand[0]][position->hand[1]]
                                [position->side]];
}

size_t table_index(const struct position *position) {
  const struct block *block = table_block(position);
  size_t rank = 0;
  unsigned white = 0, chosen = 0;
  int archer = 0;
  for (uint32_t left = position->archers[0] | position->archers[1]; left; left &= left - 1) {
    int hole = __builtin_ctz(left);
    white |= (position->archers[0] >> hole & 1) << archer;
    chosen |= ((position->chosen & MIDDLE_ROWS) >> hole & 1) << archer;
    rank += (size_t)choose[hole][++archer];
  }
  rank = rank * (size_t)block->colourings + rank_of_colouring[archer][white];
  return block->first + (rank << archer) + chosen;
}

struct position table_position(const struct block *block, uint32_t occupied, unsigned white,
                               unsigned chosen) {
  struct position position = {
      .hand = {block->hand[0], block->hand[1]}, .side = block->side};
  for (int archer = 0; occupied; occupied &= occupied - 1, archer++) {
    uint32_t bit = occupied & -occupied;
    position.archers[white >> archer & 1 ? 0 : 1] |= bit;
    if (chosen >> archer & 1) position.chosen |= bit;
  }
  return position;
}

uint32_t table_next_mask(uint32_t mask) {
  if (!mask) return 1u << HOLES;
  uint32_t lowest = mask & -mask, ripple = mask + lowest;
  return ripple | ((mask ^ ripple) / lowest >> 2);
}

unsigned table_colouring(int archers, int white, int number) {
  return colouring[archers][white][number];
}
