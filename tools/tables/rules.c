#include "rules.h"

#include <stdio.h>

static const uint32_t FIRST_ROW[2] = {0x1f, 0x1f << 20};

struct rules rules;

bool rules_read(void) {
  int hand_counts;
  if (scanf("%d %d", &rules.most_alive, &hand_counts) != 2) return false;
  rules.hand_counts = hand_counts != 0;
  for (int side = 0; side < 2; side++)
    for (int hole = 0; hole < HOLES; hole++)
      if (scanf("%u", &rules.reach[side][hole]) != 1) return false;
  return rules.most_alive >= 2 && rules.most_alive <= MOST_ARCHERS;
}

static int worth(const struct position *position, int side) {
  return __builtin_popcount(position->archers[side]) +
         (rules.hand_counts ? position->hand[side] : 0);
}

bool rules_ended(const struct position *position, int *value) {
  int side = position->side, mover = !side;
  for (int turn = 0; turn < 2; turn++) {
    int lost = turn ? side : mover;
    if (!position->archers[lost] && !position->hand[lost]) {
      *value = lost == side ? -worth(position, mover) : worth(position, side);
      return true;
    }
  }
  for (int turn = 0; turn < 2; turn++) {
    int home = turn ? side : mover;
    if (!(position->archers[home] & ~FIRST_ROW[!home]) && !position->hand[home]) {
      *value = home == side ? worth(position, side) : -worth(position, mover);
      return true;
    }
  }
  return false;
}

static void add(struct moves *moves, const struct position *after, bool sideways) {
  moves->sideways[moves->count] = sideways;
  moves->after[moves->count++] = *after;
}

static void add_step(const struct position *position, int origin, int target, struct moves *moves) {
  int side = position->side, other = !side;
  uint32_t from = 1u << origin, to = 1u << target;
  struct position after = *position;
  bool takes = position->archers[other] & to;
  bool is_chosen = takes || (position->chosen & from);
  if (takes) {
    after.archers[other] &= ~to;
    if (position->chosen & to) after.hand[other]++;
  }
  after.archers[side] = (after.archers[side] & ~from) | to;
  after.chosen = (after.chosen & ~(from | to)) | (is_chosen ? to : 0);
  after.side = (uint8_t)other;
  add(moves, &after, origin / 5 == target / 5);
}

static void add_steps(const struct position *position, uint32_t open, struct moves *moves) {
  for (uint32_t own = position->archers[position->side]; own; own &= own - 1) {
    int origin = __builtin_ctz(own);
    for (uint32_t to = rules.reach[position->side][origin] & open; to; to &= to - 1)
      add_step(position, origin, __builtin_ctz(to), moves);
  }
}

static void add_reentries(const struct position *position, struct moves *moves) {
  int side = position->side;
  if (!position->hand[side]) return;
  uint32_t free_holes = FIRST_ROW[side] & ~(position->archers[0] | position->archers[1]);
  for (; free_holes; free_holes &= free_holes - 1) {
    struct position after = *position;
    after.archers[side] |= free_holes & -free_holes;
    after.hand[side]--;
    after.side = (uint8_t)!side;
    add(moves, &after, false);
  }
}

// Enemies on their own first row are taken only where nothing else is legal.
static void find_moves(const struct position *position, struct moves *moves) {
  int side = position->side;
  uint32_t own = position->archers[side];
  uint32_t protected_foes = position->archers[!side] & FIRST_ROW[!side];
  moves->count = 0;
  add_steps(position, ~(own | protected_foes), moves);
  add_reentries(position, moves);
  if (!moves->count) add_steps(position, protected_foes, moves);
}

void rules_moves(const struct position *position, struct moves *moves) {
  find_moves(position, moves);
  if (moves->count) return;
  struct position passed = *position;
  passed.side = (uint8_t)!position->side;
  find_moves(&passed, moves);
  if (!moves->count) return;
  moves->count = 0;
  add(moves, &passed, false);
}
