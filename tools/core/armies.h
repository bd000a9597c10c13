/* Turns and ends of games: boardpi/rules/armies.py. */

#ifndef ARMIES_H
#define ARMIES_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned __int128 wide;

enum {
  HOLES = 25, ALL = (1 << HOLES) - 1, POINT = 2000, INFINITE = 100 * POINT, CHECK_EVERY = 128,
  MARKS = 12, WIDTH = 2 + MARKS, CHOSEN_AT = 25, PAIR_AT = 50, HAND_AT = 350, ALIVE_AT = 356,
  CHOOSERS_AT = 362, OWED_AT = 368, STEPS_AT = 374, STUCK_AT = 406, ROWS = 412, TOWERS = 4, SCALE = 32,
  MOST_MARK = 96, MOST_SPEAKING = 640, MOST_POINTS = 10,
  EXACT = 0, AT_LEAST = 1, AT_MOST = 2, MOST_TURNS = 1024, DEEPEST = 80, MOST_DRAWN = 512,
  NEVER = 255, STOPPED = 1 << 30,
};

struct rules {
  int32_t reach[2][HOLES];
  int32_t protects, limit, hand_lives, simple_returns, chosen_returns, by_move, counts_rows,
      counts_hand, keep_owed, demote, has_races;
};

struct side { uint32_t archers; int hand, owed; uint64_t shuttle; };
struct state { struct side own, foe; uint32_t chosen; };
struct turn { uint64_t code_low; uint32_t back; struct state after; };
struct entry { wide key; int32_t score; uint8_t depth, bound, is_full; uint64_t code_low; uint32_t back; };

struct core {
  struct rules rules;
  int8_t weights[TOWERS][ROWS][WIDTH];
  struct entry *table;
  uint64_t slots, fold_low, fold_high;
  int64_t nodes, next_check, most_nodes;
  int promising;
  int64_t history[2][26 * 26 * 26];
  wide drawn[2][MOST_DRAWN];
  int drawn_count[2];
  uint8_t ways[2][HOLES][5]; /* moves to each goal hole; NEVER if there is no way */
  uint32_t country[2][HOLES];
  uint8_t *turns_home[2], *moves_home[2];
  struct turn *stack;
};

static uint32_t goal_of(int side) { return side ? 31u : 31u << 20; }
static uint32_t first_of(int side) { return side ? 31u << 20 : 31u; }
static uint32_t runners_of(int side) { return ALL & ~goal_of(side); }
static int count_of(uint32_t mask) { return __builtin_popcount(mask); }

/* ── turns ─────────────────────────────────────────────────────────────────────────────────────── */

static struct turn *add(struct turn *found, uint32_t origin, uint32_t target, uint32_t back,
                        const struct side *next, const struct side *mover, uint32_t chosen) {
  found->code_low = (uint64_t)origin << 25 | target;
  found->back = back;
  found->after.own = *next;
  found->after.foe = *mover;
  found->after.chosen = chosen;
  return found + 1;
}

static struct turn *add_returns(const struct core *core, int side, struct turn *found,
                                uint32_t origin, uint32_t target, const struct side *next,
                                const struct side *mover, uint32_t chosen) {
  uint32_t earned = target & goal_of(side) & chosen;
  uint32_t zone = first_of(side) & ~(mover->archers | next->archers);
  struct side kept = *mover;
  if (earned && !zone && core->rules.keep_owed) kept.owed++;
  found = add(found, origin, target, 0, next, &kept, chosen);
  if (earned && core->rules.demote) chosen &= ~target;
  while (zone) {
    uint32_t hole = zone & -zone;
    zone ^= hole;
    struct side back = *mover;
    back.archers |= hole;
    back.hand--;
    if (!earned) back.owed--;
    found = add(found, origin, target, hole, next, &back, chosen);
  }
  return found;
}

static struct turn *add_steps(const struct core *core, int side, const struct state *state,
                              uint32_t open, struct turn *found) {
  const struct rules *rules = &core->rules;
  uint64_t limit = (uint64_t)rules->limit << 50, pair = (1ull << 50) - 1;
  int brings_back = state->own.hand && !rules->by_move;
  for (int hole = 0; hole < HOLES; hole++) {
    uint32_t archer = 1u << hole;
    if (!(state->own.archers & archer & runners_of(side))) continue;
    uint32_t targets = (uint32_t)rules->reach[side][hole] & open;
    while (targets) {
      uint32_t target = targets & -targets, chosen = state->chosen;
      targets ^= target;
      struct side mover = state->own, next = state->foe;
      mover.archers ^= archer | target;
      mover.shuttle = 0;
      if (target & next.archers) {
        next.archers ^= target;
        next.hand += chosen & target ? rules->chosen_returns : rules->simple_returns;
        chosen = (chosen & ~archer) | target;
        if ((next.shuttle >> 25 & ALL) == target) next.shuttle = 0;
      } else {
        if (chosen & archer) chosen ^= archer | target;
        if (limit) {
          mover.shuttle = (uint64_t)target << 25 | archer | 1ull << 50;
          if (((uint64_t)archer << 25 | target) == (state->own.shuttle & pair)) {
            if (state->own.shuttle >= limit) continue;
            mover.shuttle += state->own.shuttle & ~pair;
          }
        }
      }
      if (brings_back && (mover.owed || target & goal_of(side) & chosen))
        found = add_returns(core, side, found, archer, target, &next, &mover, chosen);
      else
        found = add(found, archer, target, 0, &next, &mover, chosen);
    }
  }
  return found;
}

static int own_turns(const struct core *core, int side, const struct state *state, struct turn *turns) {
  struct turn *found = turns;
  uint32_t own = state->own.archers, foe = state->foe.archers;
  uint32_t protected = core->rules.protects ? foe & goal_of(side) : 0;
  found = add_steps(core, side, state, ALL & ~(own | protected), found);
  if (core->rules.by_move && state->own.hand) {
    uint32_t free = first_of(side) & ~(own | foe);
    while (free) {
      uint32_t hole = free & -free;
      free ^= hole;
      struct side mover = state->own;
      mover.archers |= hole;
      mover.hand--;
      mover.shuttle = 0;
      found = add(found, 0, 0, hole, &state->foe, &mover, state->chosen);
    }
  }
  if (protected && found == turns) found = add_steps(core, side, state, protected, found);
  return (int)(found - turns);
}

static int turns_of(const struct core *core, int side, const struct state *state, struct turn *turns) {
  int count = own_turns(core, side, state, turns);
  if (count) return count;
  struct side mover = state->own;
  mover.shuttle = 0;
  add(turns, 0, 0, 0, &state->foe, &mover, state->chosen);
  return own_turns(core, side ^ 1, &turns->after, turns + 1) ? 1 : 0;
}

/* ── ends ──────────────────────────────────────────────────────────────────────────────────────── */

static int runs_on(const struct core *core, int side, const struct side *who) {
  return (who->archers & runners_of(side)) || (core->rules.hand_lives && who->hand);
}

static int is_over(const struct core *core, int side, const struct state *state) {
  return !runs_on(core, side, &state->own) || !runs_on(core, side ^ 1, &state->foe);
}

static int counted_points(const struct core *core, int side, const struct state *state) {
  if (!core->rules.counts_rows) return 0;
  uint32_t own = state->own.archers, foe = state->foe.archers;
  return count_of(own) + count_of(own & goal_of(side)) - count_of(foe) -
         count_of(foe & goal_of(side ^ 1));
}

static int final_score(const struct core *core, int side, const struct state *state) {
  const struct rules *rules = &core->rules;
  if (rules->counts_rows) return counted_points(core, side, state) * POINT;
  int is_won;
  if (!state->foe.archers && !(rules->hand_lives && state->foe.hand)) is_won = 1;
  else if (!state->own.archers && !(rules->hand_lives && state->own.hand)) is_won = 0;
  else is_won = runs_on(core, side ^ 1, &state->foe);
  const struct side *winner = is_won ? &state->own : &state->foe;
  int points = count_of(winner->archers) + (rules->counts_hand ? winner->hand : 0);
  return (is_won ? points : -points) * POINT;
}

#endif
