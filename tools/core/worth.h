/* What is known of a race, and the judgement: boardpi/coach/engine/race.py and judgement.py. */

#ifndef WORTH_H
#define WORTH_H

#include "armies.h"

/* ── the race ──────────────────────────────────────────────────────────────────────────────────── */

/* The set before this one among all of at most five holes, from the highest to none. */
static uint32_t fewer(uint32_t mask) {
  uint32_t low = mask & -mask, next = mask ^ low;
  for (uint32_t bit = low >> 1; bit && count_of(next) < 5; bit >>= 1) next |= bit;
  return next;
}

static void prepare_race(struct core *core, int side) {
  for (int hole = 0; hole < HOLES; hole++) core->country[side][hole] = 1u << hole;
  for (int again = 1; again;) {
    again = 0;
    for (int hole = 0; hole < HOLES; hole++) {
      uint32_t wider = core->country[side][hole];
      for (int n = 0; n < HOLES; n++)
        if (core->country[side][hole] >> n & 1) wider |= (uint32_t)core->rules.reach[side][n];
      if (wider != core->country[side][hole]) core->country[side][hole] = wider, again = 1;
    }
  }
  uint8_t *home = core->turns_home[side] = malloc(1 << HOLES);
  memset(home, NEVER, 1 << HOLES);
  for (int again = 1; again;) {
    again = 0;
    for (uint32_t mask = 31u << 20; mask; mask = fewer(mask)) {
      int best = mask & ~goal_of(side) ? NEVER : 0;
      for (uint32_t rest = best ? mask : 0; rest; rest &= rest - 1) {
        uint32_t archer = rest & -rest;
        uint32_t targets = (uint32_t)core->rules.reach[side][__builtin_ctz(rest)] & ~mask;
        for (; targets; targets &= targets - 1) {
          int turns = home[(mask ^ archer) | (targets & -targets)];
          if (turns + 1 < best) best = turns + 1;
        }
      }
      if (best < home[mask]) home[mask] = (uint8_t)best, again = 1;
    }
  }
}

static int race(const struct core *core, int side, const struct state *state, int *score) {
  uint32_t own = state->own.archers, foe = state->foe.archers, mine = 0, theirs = 0;
  if (state->own.hand || state->foe.hand) return 0;
  uint32_t white = side ? foe : own, black = side ? own : foe;
  int low = white ? __builtin_ctz(white) + 1 : 0, high = black ? 32 - __builtin_clz(black) : 0;
  if (low + 4 < high) return 0;
  for (uint32_t rest = own; rest; rest &= rest - 1) mine |= core->country[side][__builtin_ctz(rest)];
  for (uint32_t rest = foe; rest; rest &= rest - 1)
    theirs |= core->country[side ^ 1][__builtin_ctz(rest)];
  if (mine & theirs) return 0;
  int turns = core->turns_home[side][own], foe_turns = core->turns_home[side ^ 1][foe];
  if (turns == NEVER && foe_turns == NEVER) *score = 0;
  else if (turns <= foe_turns) *score = count_of(own) * POINT - 2 * (2 * turns - 2);
  else *score = 2 * (2 * foe_turns - 1) - count_of(foe) * POINT;
  return 1;
}

/* ── the judgement ─────────────────────────────────────────────────────────────────────────────── */

/* Moves to each goal hole over an empty board. */
static void prepare_ways(struct core *core, int side) {
  memset(core->ways[side], NEVER, sizeof core->ways[side]);
  for (int goal = 0; goal < 5; goal++) {
    int target = (side ? 0 : 20) + goal, again = 1;
    core->ways[side][target][goal] = 0;
    while (again) {
      again = 0;
      for (int hole = 0; hole < HOLES; hole++)
        for (uint32_t rest = (uint32_t)core->rules.reach[side][hole]; rest; rest &= rest - 1) {
          int moves = core->ways[side][__builtin_ctz(rest)][goal];
          if (moves != NEVER && moves + 1 < core->ways[side][hole][goal])
            core->ways[side][hole][goal] = (uint8_t)(moves + 1), again = 1;
        }
    }
  }
}

/* The fewest moves to distinct goal holes; 32 for an archer who finds none. */
static int moves_home(const struct core *core, int side, uint32_t archers) {
  int taken[32], longer[32], best = 1 << 20;
  uint32_t home = archers & goal_of(side);
  for (int used = 0; used < 32; used++) taken[used] = 1 << 20;
  taken[side ? home : home >> 20] = 0;
  for (uint32_t rest = archers & ~goal_of(side); rest; rest &= rest - 1) {
    const uint8_t *ways = core->ways[side][__builtin_ctz(rest)];
    for (int used = 0; used < 32; used++) longer[used] = taken[used] + 32;
    for (int goal = 0; goal < 5; goal++)
      for (int used = 0; ways[goal] != NEVER && used < 32; used++)
        if (!(used >> goal & 1) && taken[used] + ways[goal] < longer[used | 1 << goal])
          longer[used | 1 << goal] = taken[used] + ways[goal];
    memcpy(taken, longer, sizeof taken);
  }
  for (int used = 0; used < 32; used++)
    if (taken[used] < best) best = taken[used];
  return best;
}

/* The same, remembered for every set of archers. */
static int known_moves(const struct core *core, int side, uint32_t archers) {
  uint8_t *known = core->moves_home[side] + archers;
  if (*known == NEVER) *known = (uint8_t)moves_home(core, side, archers);
  return *known;
}

static void view(const struct core *core, int tower, const struct side *side, uint32_t chosen, int *sums) {
  const int8_t(*rows)[WIDTH] = core->weights[tower];
  int holes[HOLES], count = 0, used[HOLES * 2 + 320], n = 0;
  chosen &= side->archers & runners_of(tower >> 1);
  for (uint32_t rest = side->archers; rest; rest &= rest - 1) holes[count++] = __builtin_ctz(rest);
  for (int i = 0; i < count; i++) {
    int hole = holes[i];
    used[n++] = hole;
    if (chosen >> hole & 1) used[n++] = CHOSEN_AT + hole;
    for (int j = i + 1; j < count; j++)
      used[n++] = PAIR_AT + hole * (2 * HOLES - hole - 1) / 2 + holes[j] - hole - 1;
  }
  used[n++] = HAND_AT + side->hand;
  used[n++] = ALIVE_AT + count + side->hand;
  used[n++] = CHOOSERS_AT + count_of(chosen);
  used[n++] = OWED_AT + side->owed;
  int moves = known_moves(core, tower >> 1, side->archers);
  used[n++] = STEPS_AT + moves % 32;
  used[n++] = STUCK_AT + moves / 32;
  memset(sums, 0, WIDTH * sizeof *sums);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < WIDTH; k++) sums[k] += rows[used[i]][k];
}

static int clip(int number, int least, int most) {
  return number < least ? least : number > most ? most : number;
}

static int judge(const struct core *core, int side, const struct state *state) {
  int mine[WIDTH], theirs[WIDTH];
  view(core, 2 * side + 1, &state->own, state->chosen, mine);
  view(core, 2 - 2 * side, &state->foe, state->chosen, theirs);
  double sum = (double)-clip(mine[0], -MOST_SPEAKING, MOST_SPEAKING) / SCALE +
               (double)-clip(theirs[0], -MOST_SPEAKING, MOST_SPEAKING) / SCALE;
  for (int k = 2; k < WIDTH; k++)
    sum += (double)-clip(mine[k], -MOST_MARK, MOST_MARK) / SCALE *
           ((double)clip(theirs[k], -MOST_MARK, MOST_MARK) / SCALE);
  double against = exp(sum);
  double points = clip(mine[1], 0, MOST_POINTS * SCALE) * ((double)POINT / SCALE);
  double foe_points = clip(theirs[1], 0, MOST_POINTS * SCALE) * ((double)POINT / SCALE);
  return (int)((points - against * foe_points) / (1.0 + against)) | 1;
}

#endif
