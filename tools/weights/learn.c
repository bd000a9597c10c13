/* Learns the weights of boardpi/coach/engine/judgement.py from positions with known values.

   learn EPOCHS RATE SHRINKAGE SEED < positions > weights

   Positions are records of `struct record`, in any order. One in twenty is held out: its error is
   told after every epoch, on standard error. Weights are floats: towers, rows, numbers of a row.
   Gradient descent, one position at a time, each weight with a step of its own (Adagrad). */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  HOLES = 25, MARKS = 12, WIDTH = 2 + MARKS,
  CHOSEN_AT = HOLES, PAIR_AT = 50, HAND_AT = 350, ALIVE_AT = 356, CHOOSERS_AT = 362,
  OWED_AT = 368, STEPS_AT = 374, STUCK_AT = 406, ROWS = 412, TOWERS = 4, MOST_ROWS = 32, HELD_OUT = 20,
};
static const float MOST_MARK = 3;

struct record {
  uint32_t archers[2], chosen;
  uint8_t hand[2], owed[2], steps[2], stuck[2], side, spare[3];
  float value; /* points of the side to move, the enemy's taken off */
};

struct view {
  int count, rows[MOST_ROWS], tower;
  float sums[WIDTH], seen[WIDTH];
};

static float weights[TOWERS][ROWS][WIDTH], spent[TOWERS][ROWS][WIDTH];
static int pairs[HOLES][HOLES];
static uint64_t dice;

static uint64_t roll(void) {
  dice ^= dice << 13;
  dice ^= dice >> 7;
  dice ^= dice << 17;
  return dice;
}

static void shuffle(struct record *records, long count) {
  for (long i = count - 1; i > 0; i--) {
    long j = (long)(roll() % (uint64_t)(i + 1));
    struct record kept = records[i];
    records[i] = records[j];
    records[j] = kept;
  }
}

static void look(struct view *view, const struct record *record, int side) {
  int holes[5], count = 0, choosers = 0, n = 0;
  uint32_t goal = side ? 31u : 31u << 20;
  for (int hole = 0; hole < HOLES && count < 5; hole++)
    if (record->archers[side] >> hole & 1) holes[count++] = hole;
  for (int i = 0; i < count; i++) {
    view->rows[n++] = holes[i];
    if ((record->chosen & ~goal) >> holes[i] & 1) {
      view->rows[n++] = CHOSEN_AT + holes[i];
      choosers++;
    }
    for (int j = i + 1; j < count; j++) view->rows[n++] = PAIR_AT + pairs[holes[i]][holes[j]];
  }
  view->rows[n++] = HAND_AT + record->hand[side];
  view->rows[n++] = ALIVE_AT + count + record->hand[side];
  view->rows[n++] = CHOOSERS_AT + choosers;
  view->rows[n++] = OWED_AT + record->owed[side];
  view->rows[n++] = STEPS_AT + record->steps[side];
  view->rows[n++] = STUCK_AT + record->stuck[side];
  view->count = n;
  view->tower = 2 * side + (record->side == side);
  memset(view->sums, 0, sizeof view->sums);
  for (int i = 0; i < n; i++) {
    const float *row = weights[view->tower][view->rows[i]];
    for (int k = 0; k < WIDTH; k++) view->sums[k] += row[k];
  }
  memcpy(view->seen, view->sums, sizeof view->seen);
  for (int k = 2; k < WIDTH; k++)
    view->seen[k] = fmaxf(-MOST_MARK, fminf(view->sums[k], MOST_MARK));
}

static float judge(struct view *mine, struct view *theirs, const struct record *record, float *chance) {
  look(mine, record, record->side);
  look(theirs, record, record->side ^ 1);
  float odds = mine->seen[0] + theirs->seen[0];
  for (int k = 2; k < WIDTH; k++) odds += mine->seen[k] * theirs->seen[k];
  *chance = 1 / (1 + expf(-odds));
  return (mine->seen[1] + theirs->seen[1]) * *chance - theirs->seen[1];
}

static void correct(const struct view *view, const float *slope, float rate, float shrinkage) {
  for (int i = 0; i < view->count; i++) {
    float *row = weights[view->tower][view->rows[i]], *used = spent[view->tower][view->rows[i]];
    for (int k = 0; k < WIDTH; k++) {
      float step = slope[k] + shrinkage * row[k];
      used[k] += step * step;
      row[k] -= rate * step / sqrtf(used[k]);
    }
  }
}

static double learn_from(const struct record *record, float rate, float shrinkage) {
  struct view mine, theirs;
  float chance, error = judge(&mine, &theirs, record, &chance) - record->value;
  float odds = error * (mine.seen[1] + theirs.seen[1]) * chance * (1 - chance);
  float slope[WIDTH] = {odds, error * chance}, other[WIDTH] = {odds, -error * (1 - chance)};
  for (int k = 2; k < WIDTH; k++) {
    slope[k] = odds * theirs.seen[k];
    other[k] = odds * mine.seen[k];
    if (fabsf(mine.sums[k]) > MOST_MARK && slope[k] * mine.sums[k] < 0) slope[k] = 0;
    if (fabsf(theirs.sums[k]) > MOST_MARK && other[k] * theirs.sums[k] < 0) other[k] = 0;
  }
  correct(&mine, slope, rate, shrinkage);
  correct(&theirs, other, rate, shrinkage);
  return (double)error * error;
}

static void begin(void) {
  int n = 0;
  for (int i = 0; i < HOLES; i++)
    for (int j = i + 1; j < HOLES; j++) pairs[i][j] = n++;
  for (int tower = 0; tower < TOWERS; tower++) {
    for (int row = 0; row < ROWS; row++)
      for (int k = 0; k < WIDTH; k++) {
        weights[tower][row][k] = k < 2 ? 0 : ((float)(roll() % 2001) / 1000 - 1) * 0.15f;
        spent[tower][row][k] = 0.01f;
      }
    for (int alive = 0; alive < 6; alive++) weights[tower][ALIVE_AT + alive][1] = 0.6f * alive + 0.3f;
  }
}

static struct record *read_all(long *count) {
  long room = 1 << 16;
  struct record *records = malloc((size_t)room * sizeof *records);
  *count = 0;
  while (records) {
    *count += (long)fread(records + *count, sizeof *records, (size_t)(room - *count), stdin);
    if (*count < room) return records;
    room *= 2;
    records = realloc(records, (size_t)room * sizeof *records);
  }
  return NULL;
}

int main(int argc, char **argv) {
  if (argc != 5) return fprintf(stderr, "learn EPOCHS RATE SHRINKAGE SEED\n"), 2;
  int epochs = atoi(argv[1]);
  float rate = (float)atof(argv[2]), shrinkage = (float)atof(argv[3]);
  dice = 88172645463325252ull ^ strtoull(argv[4], NULL, 10) * 2654435761u;
  long count, held;
  struct record *records = read_all(&count);
  if (!records || count < HELD_OUT) return fprintf(stderr, "too few positions, or too little memory\n"), 1;
  begin();
  shuffle(records, count);
  held = count / HELD_OUT;
  for (int epoch = 0; epoch < epochs; epoch++) {
    double fitted = 0, unseen = 0, named = 0, decided = 0;
    float pace = rate * (1.02f - (float)epoch / (float)epochs);
    shuffle(records, count - held);
    for (long i = 0; i < count - held; i++) fitted += learn_from(records + i, pace, shrinkage);
    for (long i = count - held; i < count; i++) {
      struct view mine, theirs;
      float chance, value = records[i].value, found = judge(&mine, &theirs, records + i, &chance);
      unseen += (double)(found - value) * (found - value);
      if (value != 0) decided++, named += (found > 0) == (value > 0);
    }
    fprintf(stderr, "%d %.4f %.4f %.4f\n", epoch + 1, fitted / (double)(count - held),
            unseen / (double)held, decided > 0 ? named / decided : 0);
  }
  return fwrite(weights, sizeof weights, 1, stdout) == 1 ? 0 : 1;
}
