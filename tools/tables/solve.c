#include "solve.h"

#include <stdio.h>
#include <stdlib.h>

#include "table.h"

// Positions are solved from the goal backwards: rows that archers have advanced, -1 in hand, added up.
enum { MOST = 4, LEAST_ADVANCED = -5, ADVANCES = 26 };

// While solving, a byte holds both bounds: 16 × (most + 4) + (least + 4).
#define OPEN ((uint8_t)(16 * 2 * MOST))

struct item {  // the positions that differ only in who is chosen
  uint32_t first, occupied;
  uint8_t block, white;
};

int8_t *values;
static uint8_t *bounds;
static size_t changes;

static int advance(const struct position *position) {
  int sum = -position->hand[0] - position->hand[1];
  for (uint32_t left = position->archers[0]; left; left &= left - 1) sum += __builtin_ctz(left) / 5;
  for (uint32_t left = position->archers[1]; left; left &= left - 1)
    sum += 4 - __builtin_ctz(left) / 5;
  return sum;
}

static int alive_in(const struct block *block) {
  return block->archers + block->hand[0] + block->hand[1];
}

static size_t list_items(int alive, struct item *items, size_t *counts) {
  size_t count = 0;
  for (int number = 0; number < block_count; number++) {
    const struct block *block = &blocks[number];
    if (alive_in(block) != alive) continue;
    uint32_t occupied = (1u << block->archers) - 1;
    uint32_t first = (uint32_t)block->first;
    for (int place = 0; place < placements[block->archers]; place++) {
      for (int colours = 0; colours < block->colourings; colours++) {
        unsigned white = table_colouring(block->archers, block->on_board[0], colours);
        struct position position = table_position(block, occupied, white, 0);
        int key = ADVANCES - 1 - (advance(&position) - LEAST_ADVANCED);
        if (items)
          items[counts[key]] = (struct item){first, occupied, (uint8_t)number, (uint8_t)white};
        counts[key]++;
        count++;
        first += 1u << block->archers;
      }
      occupied = table_next_mask(occupied);
    }
  }
  return count;
}

static struct item *sorted_items(int alive, size_t *count) {
  size_t counts[ADVANCES] = {0}, starts[ADVANCES], next = 0;
  *count = list_items(alive, NULL, counts);
  for (int key = 0; key < ADVANCES; key++) {
    starts[key] = next;
    next += counts[key];
  }
  struct item *items = malloc(*count * sizeof *items);
  if (!items) abort();
  list_items(alive, items, starts);
  return items;
}

static struct item *items;
static size_t item_count;
static int items_alive;

void solve_visit(int alive, visit *each) {
  if (items_alive != alive) {
    free(items);
    items = sorted_items(alive, &item_count);
    items_alive = alive;
  }
  for (const struct item *item = items; item < items + item_count; item++) {
    const struct block *block = &blocks[item->block];
    for (unsigned chosen = 0; chosen < 1u << block->archers; chosen++) {
      struct position position = table_position(block, item->occupied, item->white, chosen);
      if (position.chosen & ~MIDDLE_ROWS) continue;
      each(&position, item->first + chosen);
    }
  }
}

static uint8_t exact(int value) { return (uint8_t)(17 * (value + MOST)); }

static bool is_eliminated(const struct position *position, int side) {
  return !position->archers[side] && !position->hand[side];
}

static uint8_t bounds_of(const struct position *position) {
  int value;
  if (is_eliminated(position, 0) || is_eliminated(position, 1)) {
    rules_ended(position, &value);
    return exact(value);
  }
  return bounds[table_index(position)];
}

static void narrow(const struct position *position, size_t index) {
  uint8_t before = bounds[index];
  if (before >> 4 == (before & 15)) return;
  int value, least = 0, most = 0;
  if (rules_ended(position, &value)) {
    least = most = value + MOST;
  } else {
    struct moves moves;
    rules_moves(position, &moves);
    if (!moves.count) least = most = MOST;
    for (int i = 0; i < moves.count; i++) {
      uint8_t reply = bounds_of(&moves.after[i]);
      if (2 * MOST - (reply >> 4) > least) least = 2 * MOST - (reply >> 4);
      if (2 * MOST - (reply & 15) > most) most = 2 * MOST - (reply & 15);
    }
  }
  uint8_t now = (uint8_t)(most << 4 | least);
  if (now == before) return;
  bounds[index] = now;
  changes++;
}

// What nobody can force is a draw: play goes on for ever, and whoever is not better off claims it.
static void decide(const struct position *position, size_t index) {
  (void)position;
  int least = (bounds[index] & 15) - MOST, most = (bounds[index] >> 4) - MOST;
  int value = least > 0 ? least : most < 0 ? most : 0;
  bounds[index] = exact(value);
  values[index] = (int8_t)value;
}

void solve_all(void) {
  values = calloc(table_size, 1);
  bounds = malloc(table_size);
  if (!values || !bounds) abort();
  for (size_t index = 0; index < table_size; index++) bounds[index] = OPEN;
  for (int alive = 2; alive <= rules.most_alive; alive++) {
    int sweep = 0;
    do {
      changes = 0;
      solve_visit(alive, narrow);
      fprintf(stderr, "%d alive, sweep %d: %zu positions narrowed\n", alive, ++sweep, changes);
    } while (changes);
    solve_visit(alive, decide);
  }
  free(bounds);
}

int solve_value(const struct position *position) {
  int value;
  if (is_eliminated(position, 0) || is_eliminated(position, 1)) {
    rules_ended(position, &value);
    return value;
  }
  return values[table_index(position)];
}
