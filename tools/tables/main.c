// The exact tables of Jasir. `solve` writes them raw to standard output; `moves` answers positions
// with their successors, so that tests hold this program against boardpi.rules.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "progress.h"
#include "rules.h"
#include "solve.h"
#include "table.h"

static void write_bytes(const void *bytes, size_t size) {
  if (fwrite(bytes, 1, size, stdout) != size) {
    perror("tables: standard output");
    exit(1);
  }
}

static void write_number(uint64_t number, int bytes) {
  uint8_t text[8];
  for (int i = 0; i < bytes; i++) text[i] = (uint8_t)(number >> 8 * i);
  write_bytes(text, (size_t)bytes);
}

// Positions of one item that differ where it does not matter who is chosen have one value.
static void fill(const struct block *block) {
  int8_t *next = values + block->first;
  uint32_t occupied = (1u << block->archers) - 1;
  for (int place = 0; place < placements[block->archers]; place++) {
    unsigned matters = 0;
    int archer = 0;
    for (uint32_t left = occupied; left; left &= left - 1, archer++)
      if (left & -left & MIDDLE_ROWS) matters |= 1u << archer;
    for (int colours = 0; colours < block->colourings; colours++, next += 1 << block->archers)
      for (unsigned chosen = 0; chosen < 1u << block->archers; chosen++)
        next[chosen] = next[chosen & matters];
    occupied = table_next_mask(occupied);
  }
}

// Little-endian: positions, exceptions, longest win; two values a byte, the lower half first, 4
// added; the indices of the exceptions; their choices.
static void write_table(void) {
  write_number(table_size, 8);
  write_number(exception_count, 8);
  write_number((uint64_t)longest_win, 8);
  for (size_t index = 0; index < table_size; index += 2) {
    int high = index + 1 < table_size ? values[index + 1] + 4 : 0;
    putchar((values[index] + 4) | high << 4);
  }
  for (size_t i = 0; i < exception_count; i++) write_number(exceptions[i].index, 4);
  for (size_t i = 0; i < exception_count; i++) write_number(exceptions[i].choice, 1);
  if (fflush(stdout)) {
    perror("tables: standard output");
    exit(1);
  }
}

static int solve(void) {
  table_layout();
  fprintf(stderr, "%zu positions of at most %d archers alive\n", table_size, rules.most_alive);
  solve_all();
  progress_prove();
  for (int number = 0; number < block_count; number++) fill(&blocks[number]);
  write_table();
  return 0;
}

static void print_position(const struct position *position) {
  printf("%u %u %u %u %u %u;", position->archers[0], position->archers[1], position->chosen,
         position->side, position->hand[0], position->hand[1]);
}

// One line per position: `over VALUE`, or its successors in order.
static int answer_moves(void) {
  struct position asked;
  unsigned side, hand[2];
  while (scanf("%u %u %u %u %u %u", &asked.archers[0], &asked.archers[1], &asked.chosen, &side,
               &hand[0], &hand[1]) == 6) {
    struct moves moves;
    int value;
    asked.side = (uint8_t)side;
    asked.hand[0] = (uint8_t)hand[0];
    asked.hand[1] = (uint8_t)hand[1];
    if (rules_ended(&asked, &value)) {
      printf("over %d\n", value);
      continue;
    }
    rules_moves(&asked, &moves);
    if (!moves.count) printf("over 0");
    for (int move = 0; move < moves.count; move++) print_position(&moves.after[move]);
    printf("\n");
  }
  return 0;
}

int main(int count, char **words) {
  if (count == 2 && !strcmp(words[1], "solve") && rules_read()) return solve();
  if (count == 2 && !strcmp(words[1], "moves") && rules_read()) return answer_moves();
  fprintf(stderr, "usage: tables solve|moves < RULES (make tables writes them)\n");
  return 2;
}
