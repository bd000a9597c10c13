// All scores begin at 0, that of an endless game, and "score = score of the best move" is repeated
// until nothing changes. Maximum, minimum and the price of a detour (score.hpp) commute with cutting
// off at 0, so scores above 0 only grow and those below only fall: the limit is what each side can
// really force, and with how few detours.
//
// The order makes this short. The number k of chosen archers never grows inside a class (who is
// taken as a chosen archer goes to the hand as a simple one), so k goes up. White's rows of one k
// are visited from the most advanced on: White's moves lead to rows that are done, but for steps
// to the side and archers that were taken and came back. A row is done again only if a row that it
// depends on has changed.
//
// White's move is another row of the table. Quiet or not, it is one `expand`: the columns of the
// target row are, in order, those columns of ours to which the move can lead (for a capture on t:
// Black's configurations with an archer on t, which is gone in the target row).
// Black's moves: black.hpp.
#include "sweep.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <numeric>

#include "black.hpp"
#include "changes.hpp"
#include "kernels.hpp"

namespace {

using Stamp = uint32_t;

struct Progress {
  std::vector<Stamp> seen[2], changed[2];  // of the rows of one block, by side to move
};

class Sweep {
 public:
  Sweep(Table &table, const Table &fewer_white, const Table &fewer_black);
  void run();

 private:
  // What one move of White's leads to, for the columns of a set.
  struct Target {
    const int8_t *packed;  // or nothing: then `score` is what it leads to
    const Stamp *changed;  // of a row that may still change; or nothing
    const Bits *beside;    // columns that leave White's other holes free
    const Bits *wanted;    // those from which the move can be made
    const Change *change;
    int score;
  };

  bool sweep_block(int j, int l);
  bool sweep_level(int j, int l, size_t begin, size_t end);
  bool update_white(const Row &row);
  bool is_due_for_black(const Row &row) const;
  bool update_black(std::vector<Row> &rows);
  bool keep(const Row &row, Side side, int8_t *wide, size_t stride);

  void find_targets(const Row &row);
  void add_target(const Row &row, uint32_t mask, uint32_t chosen, int hole, const Bits &beside);
  void add_captures(const Row &row, int origin, int hole, const Bits &beside);
  void find_columns(const Row &row);
  bool is_new(const Row &row);

  bool has_arrived(const Configuration &white) const {
    return count_of(white.mask) == table.white && !(white.mask & ~GOAL_ROW[WHITE]);
  }

  Table &table;
  const Table &fewer_white, &fewer_black;
  Progress progress[ARCHERS + 1][ARCHERS + 1];
  std::vector<uint32_t> order[ARCHERS + 1];  // White's configurations, the most advanced first
  Stamp now = 0;

  BlackTurns black;
  std::vector<uint32_t> arrived;  // Black's configurations that have all come home (l = 0)

  std::vector<Target> targets;
  std::vector<int8_t> wide, packed;
  Bits columns, without[ARCHERS + 1];
};

int advance(uint32_t mask) {
  int rows = 0;
  for (int hole : Holes{mask}) rows += hole / 5;
  return rows;
}

Sweep::Sweep(Table &table, const Table &fewer_white, const Table &fewer_black)
    : table(table), fewer_white(fewer_white), fewer_black(fewer_black), black(table, fewer_white) {
  for (Side side : {WHITE, BLACK}) table.scores[side].assign(table.size + SPARE, 0);
  for (int j = 0; j <= std::min(table.white, table.dead); j++) {
    const std::vector<Configuration> &all = configurations[j].all;
    order[j].resize(configuration_count(table.white, j));
    std::iota(order[j].begin(), order[j].end(), 0u);
    std::stable_sort(order[j].begin(), order[j].end(), [&](uint32_t one, uint32_t two) {
      return advance(all[one].mask) > advance(all[two].mask);
    });
    for (int l = 0; table.has_block(j, l); l++)
      for (Side side : {WHITE, BLACK}) {
        progress[j][l].seen[side].assign(order[j].size(), 0);
        progress[j][l].changed[side].assign(order[j].size(), 1);
      }
  }
  const std::vector<Configuration> &blacks = configurations[0].all;
  for (uint32_t i = 0; i < configuration_count(table.black, 0); i++)
    if (count_of(blacks[i].mask) == table.black && !(blacks[i].mask & ~GOAL_ROW[BLACK]))
      arrived.push_back(i);
  now = 1;
}

void Sweep::run() {
  for (int k = 0; k <= table.dead; k++) {
    bool changed = true;
    while (changed) {
      changed = false;
      for (int j = 0; j <= k; j++)
        if (table.has_block(j, k - j)) changed |= sweep_block(j, k - j);
    }
  }
}

bool Sweep::sweep_block(int j, int l) {
  bool changed = false;
  const std::vector<Configuration> &all = configurations[j].all;
  for (size_t begin = 0, end; begin < order[j].size(); begin = end) {
    int rows = advance(all[order[j][begin]].mask);
    for (end = begin; end < order[j].size() && advance(all[order[j][end]].mask) == rows;) end++;
    // Steps to the side stay in the level: most of them are settled by the second time.
    for (int times = 0; times < 2 && sweep_level(j, l, begin, end); times++) changed = true;
  }
  return changed;
}

bool Sweep::sweep_level(int j, int l, size_t begin, size_t end) {
  bool changed = false;
  std::vector<Row> due;
  for (size_t at = begin; at < end; at++) {
    uint32_t number = order[j][at];
    Row row = {j, l, number, configurations[j].all[number]};
    changed |= update_white(row);
    if (is_due_for_black(row)) due.push_back(row);
    if (due.size() == LINE) changed |= update_black(due);
  }
  return changed | update_black(due);
}

// ── White to move ───────────────────────────────────────────────────────────────────────────────

void Sweep::add_target(const Row &row, uint32_t mask, uint32_t chosen, int hole,
                       const Bits &beside) {
  int j = count_of(chosen);
  uint32_t number = configuration_index(mask, chosen);
  const Stamp *changed = &progress[j][row.l].changed[BLACK][number];
  const Change *change = j < row.j ? &changes.settled : &changes.none;
  const Bits &wanted = configurations[row.l].free[hole];
  targets.push_back({table.row(BLACK, j, row.l, number), changed, &beside, &wanted, change, 0});
}

void Sweep::add_captures(const Row &row, int origin, int hole, const Bits &beside) {
  uint32_t bit = 1u << hole, without = row.white.mask & ~(1u << origin);
  uint32_t chosen = row.white.chosen & ~(1u << origin);
  bool at_goal = bit & GOAL_ROW[WHITE];
  if (!at_goal) chosen |= bit;
  int j = count_of(chosen);
  uint32_t number = configuration_index(without | bit, chosen);
  const Configurations &black = configurations[row.l];
  if (row.l < table.black) {  // somebody simple is there
    const Change *change = at_goal ? &changes.last_resort[WHITE] : &changes.none;
    int won = STEP * (rules.hand_counts ? table.white : count_of(row.white.mask));
    const int8_t *packed = fewer_black.black ? fewer_black.row(BLACK, j, row.l, number) : nullptr;
    targets.push_back({packed, nullptr, &beside, &black.simple[hole], change,
                       (*change)[(uint8_t)won]});
  }
  if (row.l && !at_goal) {
    const Stamp *changed = &progress[j][row.l - 1].changed[BLACK][number];
    const Change *change = j > row.j ? &changes.detour[WHITE] : &changes.settled;
    const int8_t *packed = table.row(BLACK, j, row.l - 1, number);
    targets.push_back({packed, changed, &beside, &black.chosen[hole], change, 0});
  }
}

void Sweep::find_targets(const Row &row) {
  targets.clear();
  uint32_t mask = row.white.mask, chosen = row.white.chosen;
  int archer = 0;
  for (int origin : Holes{mask & ~GOAL_ROW[WHITE]}) {
    Bits &beside = without[archer++];
    for (int hole : Holes{rules.reach[WHITE][origin] & ~mask}) {
      uint32_t from = 1u << origin, to = 1u << hole;
      uint32_t marks = chosen & from ? (chosen ^ from) | (to & MIDDLE_ROWS) : chosen;
      add_target(row, mask ^ from ^ to, marks, hole, beside);
      add_captures(row, origin, hole, beside);
    }
  }
  if (count_of(mask) < table.white)
    for (int hole : Holes{FIRST_ROW[WHITE] & ~mask})
      add_target(row, mask | 1u << hole, chosen, hole, without[ARCHERS]);
}

// Which columns leave the holes free that White's archers keep, by the archer that moves.
void Sweep::find_columns(const Row &row) {
  int archer = 0;
  for (int origin : Holes{row.white.mask & ~GOAL_ROW[WHITE]})
    columns_beside(row.white.mask & ~(1u << origin), table.black, row.l, without[archer++]);
  columns_beside(row.white.mask, table.black, row.l, without[ARCHERS]);
}

bool Sweep::is_new(const Row &row) {
  const Progress &block = progress[row.j][row.l];
  Stamp seen = block.seen[WHITE][row.number];
  if (!seen || block.changed[BLACK][row.number] > seen) return true;
  for (const Target &target : targets)
    if (target.changed && *target.changed > seen) return true;
  return false;
}

// The columns that are one and the same number: the last enemy was taken.
void max_constant(int8_t *wide, const Bits &set, const Bits &wanted, int score) {
  for (size_t word = 0; word < set.size(); word++)
    for (uint64_t left = set[word] & wanted[word]; left; left &= left - 1) {
      int8_t &place = wide[LINE * word + (size_t)__builtin_ctzll(left)];
      if (score > place) place = (int8_t)score;
    }
}

bool Sweep::update_white(const Row &row) {
  size_t size = padded(configuration_count(table.black, row.l));
  if (has_arrived(row.white)) {
    if (progress[row.j][row.l].seen[WHITE][row.number]) return false;
    wide.assign(size, (int8_t)(STEP * table.white));
    return keep(row, WHITE, wide.data(), LINE);
  }
  find_targets(row);
  if (!is_new(row)) return false;
  find_columns(row);
  wide.assign(size, -NO_MOVE);
  for (const Target &target : targets) {
    const Bits &beside = *target.beside, &wanted = *target.wanted;
    if (target.packed)
      kernels.max_expand(wide.data(), beside.data(), wanted.data(), beside.size(), target.packed,
                         *target.change);
    else
      max_constant(wide.data(), beside, wanted, target.score);
  }
  return keep(row, WHITE, wide.data(), LINE);
}

// ── Black to move ───────────────────────────────────────────────────────────────────────────────

bool Sweep::is_due_for_black(const Row &row) const {
  const Progress &block = progress[row.j][row.l];
  Stamp seen = block.seen[BLACK][row.number];
  if (!seen || block.changed[WHITE][row.number] > seen) return true;
  for (int hole : Holes{row.white.chosen}) {
    uint32_t bit = 1u << hole;
    uint32_t number = configuration_index(row.white.mask ^ bit, row.white.chosen ^ bit);
    for (int l : {row.l, row.l + 1})
      if (table.has_block(row.j - 1, l) && progress[row.j - 1][l].changed[WHITE][number] > seen)
        return true;
  }
  return false;
}

// Empties the list of rows.
bool Sweep::update_black(std::vector<Row> &rows) {
  if (rows.empty()) return false;
  bool changed = false;
  black.find(rows);
  for (size_t i = 0; i < rows.size(); i++) {
    if (has_arrived(rows[i].white)) {
      wide.assign(padded(configuration_count(table.black, rows[i].l)),
                  (int8_t)(STEP * table.white));
      changed |= keep(rows[i], BLACK, wide.data(), LINE);
    } else {
      changed |= keep(rows[i], BLACK, black.found(i), TILE);
    }
  }
  rows.clear();
  return changed;
}

// ── both ────────────────────────────────────────────────────────────────────────────────────────

// Writes up to 64 scores, and says whether one is new.
bool settle_line(Side side, size_t size, int8_t *found, const int8_t *passed, int8_t *scores) {
  int rare = 0;
  for (size_t i = 0; i < LINE; i++) rare |= (found[i] > MOST_SCORE) | (found[i] < -MOST_SCORE);
  if (rare)
    for (size_t i = 0; i < size; i++) found[i] = (int8_t)settle_move(side, found[i], passed[i]);
  if (!memcmp(found, scores, size)) return false;
  memcpy(scores, found, size);
  return true;
}

// Writes the row that lies in `wide`, and says whether it is another one than before.
bool Sweep::keep(const Row &row, Side side, int8_t *wide, size_t stride) {
  Progress &block = progress[row.j][row.l];
  block.seen[side][row.number] = ++now;
  // Who moved last is asked first whether all its archers have come home.
  if (row.l == 0 && !(has_arrived(row.white) && side == BLACK))
    for (uint32_t column : arrived)
      wide[column / LINE * stride + column % LINE] = (int8_t)(-STEP * table.black);
  columns_beside(row.white.mask, table.black, row.l, columns);
  packed.resize(padded(configuration_count(table.black, row.l)) + SPARE);
  kernels.compress(packed.data(), columns.data(), columns.size(), wide, stride);
  int8_t *scores = table.row(side, row.j, row.l, row.number);
  const int8_t *passed = table.row(side == WHITE ? BLACK : WHITE, row.j, row.l, row.number);
  size_t size = table.starts[row.j][row.l][row.number + 1] - table.starts[row.j][row.l][row.number];
  bool different = false;
  for (size_t at = 0; at < size; at += LINE)
    different |= settle_line(side, std::min(LINE, size - at), &packed[at], passed + at, scores + at);
  if (different) block.changed[side][row.number] = now;
  return different;
}

}  // namespace

void solve_class(Table &table, const Table &fewer_white, const Table &fewer_black) {
  Sweep(table, fewer_white, fewer_black).run();
}
