#include "progress.h"

#include <stdio.h>
#include <stdlib.h>

#include "solve.h"
#include "table.h"

struct exception *exceptions;
size_t exception_count;
int longest_win;

// Plies to the end under the habit and the exceptions found so far, plus one; 0 is not proved yet.
static uint8_t *plies;

static struct position *unproved;
static size_t unproved_count, unproved_room;

static void *grow(void *array, size_t *room, size_t size) {
  *room = *room ? 2 * *room : 4096;
  array = realloc(array, *room * size);
  if (!array) abort();
  return array;
}

static int plies_from(const struct position *position) {
  int value;
  if (rules_ended(position, &value)) return 1;
  return plies[table_index(position)];
}

// Lower is tried first: an end, then quiet moves ahead, captures ahead, moves to the side.
static int reluctance(const struct position *position, const struct moves *moves, int move) {
  int value, foe = !position->side;
  if (rules_ended(&moves->after[move], &value)) return 0;
  bool takes = moves->after[move].archers[foe] != position->archers[foe];
  return 1 + 2 * moves->sideways[move] + takes;
}

struct kept {
  int count;
  struct position after[MOST_MOVES];
  int reluctance[MOST_MOVES];
};

// The moves that keep the value of a won position, in the order of the rules.
static void find_kept(const struct position *position, int value, struct kept *kept) {
  struct moves moves;
  rules_moves(position, &moves);
  kept->count = 0;
  for (int move = 0; move < moves.count; move++) {
    if (solve_value(&moves.after[move]) != -value) continue;
    kept->reluctance[kept->count] = reluctance(position, &moves, move);
    kept->after[kept->count++] = moves.after[move];
  }
}

static int habit(const struct kept *kept) {
  int best = 0;
  for (int move = 1; move < kept->count; move++)
    if (kept->reluctance[move] < kept->reluctance[best]) best = move;
  return best;
}

// How many moves the habit would try before this one.
static int choice_of(const struct kept *kept, int move) {
  int before = 0;
  for (int other = 0; other < kept->count; other++) {
    int by = kept->reluctance[other] - kept->reluctance[move];
    if (by < 0 || (by == 0 && other < move)) before++;
  }
  return before;
}

static int farthest_defence(const struct position *position) {
  struct moves moves;
  int farthest = 0;
  rules_moves(position, &moves);
  for (int move = 0; move < moves.count; move++) {
    int left = plies_from(&moves.after[move]);
    if (!left) return 0;
    if (left > farthest) farthest = left;
  }
  return farthest;
}

static void set_plies(size_t index, int count) {
  if (count > 254) {
    fprintf(stderr, "tables: a win of %d plies does not fit\n", count);
    exit(1);
  }
  if (count > longest_win) longest_win = count;
  plies[index] = (uint8_t)(count + 1);
}

// True if the position is won by somebody and that is proved now.
static bool prove_by_habit(const struct position *position, size_t index) {
  int value, left;
  if (rules_ended(position, &value)) {
    set_plies(index, 0);
    return true;
  }
  if (values[index] > 0) {
    struct kept kept;
    find_kept(position, values[index], &kept);
    left = plies_from(&kept.after[habit(&kept)]);
  } else {
    left = farthest_defence(position);
  }
  if (left) set_plies(index, left);
  return left > 0;
}

static void prove_or_keep(const struct position *position, size_t index) {
  if (!values[index] || prove_by_habit(position, index)) return;
  if (unproved_count == unproved_room)
    unproved = grow(unproved, &unproved_room, sizeof *unproved);
  unproved[unproved_count++] = *position;
}

static size_t spread(void) {
  size_t left = 0;
  for (size_t i = 0; i < unproved_count; i++)
    if (!prove_by_habit(&unproved[i], table_index(&unproved[i]))) unproved[left++] = unproved[i];
  size_t proved = unproved_count - left;
  unproved_count = left;
  return proved;
}

// The nearest proved move of an unproved won position; returns its plies plus one, 0 if none.
static int nearest_choice(const struct position *position, size_t index, int *choice) {
  struct kept kept;
  int nearest = 0;
  find_kept(position, values[index], &kept);
  for (int move = 0; move < kept.count; move++) {
    int left = plies_from(&kept.after[move]);
    if (left && (!nearest || left < nearest)) {
      nearest = left;
      *choice = choice_of(&kept, move);
    }
  }
  return nearest;
}

static void add_exception(size_t index, int choice) {
  static size_t room;
  if (exception_count == room) exceptions = grow(exceptions, &room, sizeof *exceptions);
  exceptions[exception_count++] = (struct exception){(uint32_t)index, (uint8_t)choice};
}

// Make exceptions of the unproved positions that are nearest to a proved one; false if none is.
static bool make_exceptions(void) {
  int near = 0, choice = 0;
  for (size_t i = 0; i < unproved_count; i++) {
    size_t index = table_index(&unproved[i]);
    int left = values[index] > 0 ? nearest_choice(&unproved[i], index, &choice) : 0;
    if (left && (!near || left < near)) near = left;
  }
  size_t kept = 0;
  for (size_t i = 0; i < unproved_count; i++) {
    size_t index = table_index(&unproved[i]);
    if (near && values[index] > 0 && nearest_choice(&unproved[i], index, &choice) == near) {
      add_exception(index, choice);
      set_plies(index, near);
    } else {
      unproved[kept++] = unproved[i];
    }
  }
  unproved_count = kept;
  return near > 0;
}

// A line of progress whenever half of the rest is done.
static void report(int alive) {
  static size_t told;
  if (told < unproved_count) told = 4 * unproved_count;
  if (unproved_count > told / 2) return;
  told = unproved_count;
  fprintf(stderr, "%d alive: %zu positions left to prove\n", alive, unproved_count);
}

static int by_index(const void *one, const void *two) {
  uint32_t a = ((const struct exception *)one)->index, b = ((const struct exception *)two)->index;
  return (a > b) - (a < b);
}

void progress_prove(void) {
  plies = calloc(table_size, 1);
  if (!plies) abort();
  for (int alive = 2; alive <= rules.most_alive; alive++) {
    unproved_count = 0;
    solve_visit(alive, prove_or_keep);
    fprintf(stderr, "%d alive: %zu positions are not won by habit at once\n", alive,
            unproved_count);
    do {
      while (spread()) report(alive);
    } while (unproved_count && make_exceptions());
    if (unproved_count) {
      fprintf(stderr, "tables: %zu won positions are never won: the values are wrong\n",
              unproved_count);
      exit(1);
    }
    fprintf(stderr, "%d alive: every won game is won, with %zu exceptions, in %d plies at most\n",
            alive, exception_count, longest_win);
  }
  qsort(exceptions, exception_count, sizeof *exceptions, by_index);
  free(plies);
  free(unproved);
}
