/* The search of boardpi/coach/engine in C: the same scores, nodes and turns, bit for bit.

   For measurements and learning, where thousands of games are played. Names are those of the Python
   modules: `armies.h` (turns), `worth.h` (race and judgement), and here the tree. Tables of endings are not
   asked. A state is seen by the side to move, own first. */

#include "worth.h"

/* ── the tree ──────────────────────────────────────────────────────────────────────────────────── */

static wide board_key(const struct state *state) {
  wide off = (wide)((state->own.hand << 3 | state->foe.hand) << 6 | state->own.owed << 3 |
                    state->foe.owed);
  return ((off << 25 | state->chosen) << 25 | state->foe.archers) << 25 | state->own.archers;
}

static int width_of(uint32_t mask) { return mask ? 32 - __builtin_clz(mask) : 0; }

static wide brief(uint64_t shuttle) {
  if (!shuttle) return 0;
  int there = width_of((uint32_t)(shuttle >> 25 & ALL)), back = width_of((uint32_t)(shuttle & ALL));
  return (wide)(there << 5 | back) << 7 | (wide)(shuttle >> 50);
}

static wide table_key(const struct core *core, int side, const struct state *state, wide key) {
  key = key << 1 | (wide)side;
  if (!core->rules.limit) return key;
  wide fold = (wide)core->fold_high << 64 | core->fold_low;
  return ((brief(state->own.shuttle) << 17 | brief(state->foe.shuttle)) << 88 | key) % fold;
}

static int index_of(const struct turn *turn) {
  int from = width_of((uint32_t)(turn->code_low >> 25)), to = width_of((uint32_t)(turn->code_low & ALL));
  return (from * 26 + to) * 26 + width_of(turn->back);
}

static int search(struct core *core, int side, const struct state *state, int depth, int alpha,
                  int beta, struct turn *turns);

static int frontier(struct core *core, int side, struct turn *turns, int count, int beta,
                    const struct turn **best_turn) {
  int best = -INFINITE, open_end = 0;
  for (int n = 0; n < count; n++) {
    const struct state *after = &turns[n].after;
    int score;
    core->nodes++;
    if (!is_over(core, side ^ 1, after)) score = -judge(core, side ^ 1, after), open_end = 1;
    else score = -final_score(core, side ^ 1, after);
    if (score > best) {
      best = score;
      *best_turn = turns + n;
      if (best >= beta) return best;
    }
  }
  return best | open_end;
}

static int choose(struct core *core, int side, struct turn *turns, int count, int depth, int alpha,
                  int beta, const struct turn **best_turn) {
  int best = -INFINITE, open_end = 0, promising = core->promising;
  for (int n = 0; n < count; n++) {
    const struct state *after = &turns[n].after;
    int score;
    core->nodes++;
    promising--;
    if (!is_over(core, side ^ 1, after)) {
      int floor = alpha > best ? alpha : best, hurry = promising < 0 && depth > 2;
      struct turn *room = turns + count;
      if (best == -INFINITE) {
        score = search(core, side ^ 1, after, depth - 1, -beta - 2, 2 - floor, room);
        if (score == STOPPED) return STOPPED;
        score = -score;
      } else {
        score = search(core, side ^ 1, after, hurry ? depth - 2 : depth - 1, -floor - 3, 2 - floor, room);
        if (score == STOPPED) return STOPPED;
        score = -score;
        if (hurry && score > floor) {
          score = search(core, side ^ 1, after, depth - 1, -floor - 3, 2 - floor, room);
          if (score == STOPPED) return STOPPED;
          score = -score;
        }
        if (floor < score && score < beta) {
          score = search(core, side ^ 1, after, depth - 1, -beta - 2, 2 - floor, room);
          if (score == STOPPED) return STOPPED;
          score = -score;
        }
      }
      if (score & 1) open_end = 1;
      else if (score) score += score > 0 ? -2 : 2;
    } else {
      score = -final_score(core, side ^ 1, after);
    }
    if (score > best) {
      best = score;
      *best_turn = turns + n;
      if (best >= beta) {
        core->history[side][index_of(turns + n)] += depth * depth;
        return best;
      }
    }
  }
  return best | open_end;
}

static void sort(struct core *core, int side, struct turn *turns, int count, const struct entry *known) {
  int misgivings[MOST_TURNS];
  for (int n = 0; n < count; n++) {
    struct turn turn = turns[n];
    int misgiving;
    if (known && turn.code_low == known->code_low && turn.back == known->back) {
      misgiving = -INFINITE;
    } else {
      int64_t used = core->history[side][index_of(&turn)];
      int width = used ? 64 - __builtin_clzll((unsigned long long)used) : 0;
      misgiving = judge(core, side ^ 1, &turn.after) - 200 * width;
    }
    int at = n;
    for (; at > 0 && misgivings[at - 1] > misgiving; at--) {
      misgivings[at] = misgivings[at - 1];
      turns[at] = turns[at - 1];
    }
    misgivings[at] = misgiving;
    turns[at] = turn;
  }
}

static int search(struct core *core, int side, const struct state *state, int depth, int alpha,
                  int beta, struct turn *turns) {
  if (core->nodes >= core->next_check) {
    core->next_check = core->nodes + CHECK_EVERY;
    if (core->most_nodes >= 0 && core->nodes >= core->most_nodes) return STOPPED;
  }
  wide key = board_key(state);
  for (int n = core->drawn_count[side] - 1; n >= 0; n--)
    if (core->drawn[side][n] == key) return counted_points(core, side, state) * POINT | 1;
  wide full_key = table_key(core, side, state, key);
  struct entry *slot = &core->table[(uint64_t)(full_key % core->slots)], known = *slot;
  int is_known = known.is_full && known.key == full_key, score;
  if (is_known && (known.depth >= depth || !(known.score & 1)) &&
      (known.bound == EXACT || (known.bound == AT_LEAST && known.score >= beta) ||
       (known.bound == AT_MOST && known.score <= alpha)))
    return known.score;
  if (core->rules.has_races && race(core, side, state, &score)) return score;
  int count = turns_of(core, side, state, turns);
  if (!count) return counted_points(core, side, state) * POINT;
  const struct turn *best = turns;
  if (depth == 1) {
    score = frontier(core, side, turns, count, beta, &best);
  } else {
    sort(core, side, turns, count, is_known ? &known : NULL);
    core->drawn[side][core->drawn_count[side]++] = key;
    score = choose(core, side, turns, count, depth, alpha, beta, &best);
    core->drawn_count[side]--;
    if (score == STOPPED) return STOPPED;
  }
  slot->key = full_key;
  slot->is_full = 1;
  slot->depth = (uint8_t)depth;
  slot->bound = score >= beta ? AT_LEAST : score <= alpha ? AT_MOST : EXACT;
  slot->score = score;
  slot->code_low = best->code_low;
  slot->back = best->back;
  return score;
}

/* ── what Python calls ─────────────────────────────────────────────────────────────────────────── */

static struct state read_state(const uint64_t *told) {
  struct state state = {
      {(uint32_t)told[0], (int)told[3], (int)told[5], told[7]},
      {(uint32_t)told[1], (int)told[4], (int)told[6], told[8]},
      (uint32_t)told[2],
  };
  return state;
}

void *core_new(const struct rules *rules, const int8_t *weights, uint64_t fold_low, uint64_t fold_high) {
  struct core *core = calloc(1, sizeof *core);
  core->rules = *rules;
  memcpy(core->weights, weights, sizeof core->weights);
  core->fold_low = fold_low;
  core->fold_high = fold_high;
  core->stack = malloc((size_t)DEEPEST * MOST_TURNS * sizeof *core->stack);
  for (int side = 0; side < 2; side++) {
    prepare_ways(core, side);
    core->moves_home[side] = malloc(1 << HOLES);
    memset(core->moves_home[side], NEVER, 1 << HOLES);
  }
  if (rules->has_races) prepare_race(core, 0), prepare_race(core, 1);
  return core;
}

/* A new thought: nothing is remembered. */
void core_begin(struct core *core, uint64_t slots, int64_t most_nodes, int promising) {
  free(core->table);
  core->table = calloc(slots, sizeof *core->table);
  core->slots = slots;
  core->most_nodes = most_nodes;
  core->promising = promising;
  core->nodes = 0;
  core->next_check = CHECK_EVERY;
  memset(core->history, 0, sizeof core->history);
  core->drawn_count[0] = core->drawn_count[1] = 0;
}

void core_add_drawn(struct core *core, int side, uint64_t low, uint64_t high) {
  core->drawn[side][core->drawn_count[side]++] = (wide)high << 64 | low;
}

int core_search(struct core *core, int side, const uint64_t *told, int depth, int alpha, int beta) {
  struct state state = read_state(told);
  int kept[2] = {core->drawn_count[0], core->drawn_count[1]};
  int score = search(core, side, &state, depth, alpha, beta, core->stack);
  core->drawn_count[0] = kept[0];
  core->drawn_count[1] = kept[1];
  return score;
}

int64_t core_nodes(const struct core *core) { return core->nodes; }
void core_set_nodes(struct core *core, int64_t nodes) { core->nodes = nodes; }

int core_judge(const struct core *core, int side, const uint64_t *told) {
  struct state state = read_state(told);
  return judge(core, side, &state);
}

/* The best turn that is remembered of a state: 1 if there is one. */
int core_best(const struct core *core, int side, const uint64_t *told, uint64_t *code) {
  struct state state = read_state(told);
  wide key = table_key(core, side, &state, board_key(&state));
  const struct entry *known = &core->table[(uint64_t)(key % core->slots)];
  if (!known->is_full || known->key != key) return 0;
  code[0] = known->code_low;
  code[1] = known->back;
  return 1;
}
