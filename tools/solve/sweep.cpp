// All values begin at 0, the value of an endless game, and "value = value of the best move" is
// repeated until nothing changes. Maximum and minimum commute with cutting off at 0, so values
// above 0 only grow and those below only fall: the limit is what each side can really force.
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
//
// Black's move stays in the row. The values after it are laid out wide, one place for each of
// Black's configurations; a configuration that overlaps White in one single hole stands for a
// capture there, and is filled from the row without that White archer. Then every column takes the
// least over a list of places that is the same for all rows.
#include "sweep.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <numeric>

#include "kernels.hpp"

namespace {

constexpr int NO_MOVE = 100;
// A capture on the enemy's first row is only legal where nothing else is: it loses to any other.
constexpr int LAST_RESORT = 64;

using Stamp = uint32_t;

struct Progress {
  std::vector<Stamp> seen[2], changed[2];  // of the rows of one block, by side to move
};

class Sweep {
 public:
  Sweep(Table &table, const Table &fewer_white, const Table &fewer_black);
  void run();

 private:
  struct Row {
    int j, l;
    uint32_t number;
    Configuration white;
  };
  // What one move of White's leads to, for the columns of a set.
  struct Target {
    const int8_t *packed;  // or nothing: `offset` alone is the value
    const Stamp *changed;  // of a row that may still change; or nothing
    uint32_t around;       // White's other holes, which Black's archers must leave free
    const Bits *wanted;    // those columns of ours from which the move can be made; or all
    int offset;
  };

  void list_places(int l);
  void add_moves(const Configuration &black, int l, std::vector<uint32_t> &places) const;
  void settle_ends();
  bool sweep_block(int j, int l);
  bool update_white(const Row &row);
  bool update_black(const Row &row);
  bool keep(const Row &row, Side side);

  void find_targets(const Row &row);
  void add_target(const Row &row, uint32_t mask, uint32_t chosen);
  void add_captures(const Row &row, int origin, int hole);
  bool is_new(const Row &row);
  void lay_wide(const Row &row, int l, int8_t *wide, bool only_captures);
  void lay_captures(const Row &row, int l, int hole, int8_t *wide);

  int points(Side side, int on_board) const {
    return rules.hand_counts ? (side == WHITE ? table.white : table.black) : on_board;
  }
  bool has_arrived(const Configuration &white) const {
    return count_of(white.mask) == table.white && !(white.mask & ~GOAL_ROW[WHITE]);
  }

  Table &table;
  const Table &fewer_white, &fewer_black;
  Progress progress[ARCHERS + 1][ARCHERS + 1];
  std::vector<uint32_t> order[ARCHERS + 1];  // White's configurations, the most advanced first
  Stamp now = 0;

  // The places of Black's moves: configurations with l-1 and l chosen archers, then captures by
  // simple archers, which make one with l+1. Built for one l at a time.
  std::vector<uint32_t> places, place_starts;
  size_t base[3];
  int places_of = -1;
  std::vector<uint32_t> arrived;  // Black's configurations that have all come home (l = 0)

  std::vector<Target> targets;
  std::vector<int8_t> wide, packed, points_of_black;
  Bits columns, around;
};

size_t padded(uint32_t count) { return 64 * (size_t)words_for(count); }

int advance(uint32_t mask) {
  int rows = 0;
  for (int hole : Holes{mask}) rows += hole / 5;
  return rows;
}

Sweep::Sweep(Table &table, const Table &fewer_white, const Table &fewer_black)
    : table(table), fewer_white(fewer_white), fewer_black(fewer_black) {
  for (Side side : {WHITE, BLACK}) table.values[side].assign(table.size, 0);
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
  list_places(l);
  bool changed = false;
  for (uint32_t number : order[j]) {
    Row row = {j, l, number, configurations[j].all[number]};
    changed |= update_white(row);
    changed |= update_black(row);
  }
  return changed;
}

// ── White to move ───────────────────────────────────────────────────────────────────────────────

void Sweep::add_target(const Row &row, uint32_t mask, uint32_t chosen) {
  int j = count_of(chosen);
  uint32_t number = configuration_index(mask, chosen);
  const Stamp *changed = &progress[j][row.l].changed[BLACK][number];
  targets.push_back({table.row(BLACK, j, row.l, number), changed, mask, nullptr, 0});
}

void Sweep::add_captures(const Row &row, int origin, int hole) {
  uint32_t bit = 1u << hole, without = row.white.mask & ~(1u << origin);
  uint32_t chosen = row.white.chosen & ~(1u << origin);
  bool at_goal = bit & GOAL_ROW[WHITE];
  if (!at_goal) chosen |= bit;
  int j = count_of(chosen), offset = at_goal ? -LAST_RESORT : 0;
  uint32_t number = configuration_index(without | bit, chosen);
  const Configurations &black = configurations[row.l];
  if (row.l < table.black) {  // somebody simple is there
    if (fewer_black.black == 0)
      targets.push_back({nullptr, nullptr, without, &black.simple[hole],
                         offset + points(WHITE, count_of(row.white.mask))});
    else
      targets.push_back({fewer_black.row(BLACK, j, row.l, number), nullptr, without,
                         &black.simple[hole], offset});
  }
  if (row.l && !at_goal) {
    const Stamp *changed = &progress[j][row.l - 1].changed[BLACK][number];
    targets.push_back(
        {table.row(BLACK, j, row.l - 1, number), changed, without, &black.chosen[hole], 0});
  }
}

void Sweep::find_targets(const Row &row) {
  targets.clear();
  uint32_t mask = row.white.mask, chosen = row.white.chosen;
  for (int origin : Holes{mask & ~GOAL_ROW[WHITE]})
    for (int hole : Holes{rules.reach[WHITE][origin] & ~mask}) {
      uint32_t from = 1u << origin, to = 1u << hole;
      uint32_t marks = chosen & from ? (chosen ^ from) | (to & MIDDLE_ROWS) : chosen;
      add_target(row, mask ^ from ^ to, marks);
      add_captures(row, origin, hole);
    }
  if (count_of(mask) < table.white)
    for (int hole : Holes{FIRST_ROW[WHITE] & ~mask}) add_target(row, mask | 1u << hole, chosen);
}

bool Sweep::is_new(const Row &row) {
  const Progress &block = progress[row.j][row.l];
  Stamp seen = block.seen[WHITE][row.number];
  if (!seen || block.changed[BLACK][row.number] > seen) return true;
  for (const Target &target : targets)
    if (target.changed && *target.changed > seen) return true;
  return false;
}

// The set of columns that is one and the same number: the last enemy was taken.
void max_constant(int8_t *wide, const Bits &set, int value) {
  for (size_t word = 0; word < set.size(); word++)
    for (uint64_t left = set[word]; left; left &= left - 1) {
      int8_t &place = wide[64 * word + (size_t)__builtin_ctzll(left)];
      if (value > place) place = (int8_t)value;
    }
}

bool Sweep::update_white(const Row &row) {
  if (has_arrived(row.white)) {
    Stamp &seen = progress[row.j][row.l].seen[WHITE][row.number];
    if (seen) return false;
    wide.assign(padded(configuration_count(table.black, row.l)), (int8_t)count_of(row.white.mask));
    return keep(row, WHITE);
  }
  find_targets(row);
  if (!is_new(row)) return false;
  wide.assign(padded(configuration_count(table.black, row.l)), -NO_MOVE);
  for (const Target &target : targets) {
    columns_beside(target.around, table.black, row.l, around);
    if (target.wanted)
      for (size_t word = 0; word < around.size(); word++) around[word] &= (*target.wanted)[word];
    if (target.packed)
      kernels.max_expand(wide.data(), around.data(), around.size(), target.packed, target.offset);
    else
      max_constant(wide.data(), around, target.offset);
  }
  return keep(row, WHITE);
}

// ── Black to move ───────────────────────────────────────────────────────────────────────────────

void Sweep::add_moves(const Configuration &black, int l, std::vector<uint32_t> &found) const {
  auto add = [&](int group, uint32_t mask, uint32_t chosen) {
    found.push_back((uint32_t)base[group] + configuration_index(mask, chosen));
  };
  for (int origin : Holes{black.mask & ~GOAL_ROW[BLACK]})
    for (int hole : Holes{rules.reach[BLACK][origin] & ~black.mask}) {
      uint32_t from = 1u << origin, to = 1u << hole, mask = black.mask ^ from ^ to;
      if (!(black.chosen & from)) {
        add(1, mask, black.chosen);
        if (to & MIDDLE_ROWS) add(2, mask, black.chosen | to);
      } else {
        bool stays = to & MIDDLE_ROWS;
        add(stays ? 1 : 0, mask, (black.chosen ^ from) | (stays ? to : 0));
      }
    }
  if (count_of(black.mask) < table.black)
    for (int hole : Holes{FIRST_ROW[BLACK] & ~black.mask})
      add(1, black.mask | 1u << hole, black.chosen);
  (void)l;
}

void Sweep::list_places(int l) {
  if (places_of == l) return;
  places_of = l;
  base[0] = 0;
  base[1] = l ? padded(configuration_count(table.black, l - 1)) : 0;
  base[2] = base[1] + padded(configuration_count(table.black, l));
  places.clear();
  place_starts.clear();
  for (uint32_t i = 0; i < configuration_count(table.black, l); i++) {
    place_starts.push_back((uint32_t)places.size());
    add_moves(configurations[l].all[i], l, places);
  }
  place_starts.push_back((uint32_t)places.size());
}

// What comes of Black's archers landing on this White one.
void Sweep::lay_captures(const Row &row, int l, int hole, int8_t *out) {
  uint32_t bit = 1u << hole, without = row.white.mask ^ bit;
  bool was_chosen = row.white.chosen & bit, at_goal = bit & GOAL_ROW[BLACK];
  const Bits &wanted = at_goal ? configurations[l].simple[hole] : configurations[l].chosen[hole];
  int offset = at_goal ? LAST_RESORT : 0;
  columns_beside(without, table.black, l, around);
  uint32_t number = configuration_index(without, row.white.chosen & ~bit);
  if (was_chosen) {
    kernels.put_expand(out, around.data(), wanted.data(), around.size(),
                       table.row(WHITE, row.j - 1, l, number), offset);
  } else if (fewer_white.white == 0) {
    for (uint32_t i = 0; i < configuration_count(table.black, l); i++)
      if (around[i / 64] & wanted[i / 64] & 1ull << i % 64)
        out[i] = (int8_t)(offset - points(BLACK, count_of(configurations[l].all[i].mask)));
  } else {
    kernels.put_expand(out, around.data(), wanted.data(), around.size(),
                       fewer_white.row(WHITE, row.j, l, number), offset);
  }
}

void Sweep::lay_wide(const Row &row, int l, int8_t *out, bool only_captures) {
  if (!only_captures) {
    columns_beside(row.white.mask, table.black, l, columns);
    kernels.put_expand(out, columns.data(), columns.data(), columns.size(),
                       table.row(WHITE, row.j, l, row.number), 0);
  }
  for (int hole : Holes{row.white.mask & ~GOAL_ROW[WHITE]}) {
    bool at_goal = 1u << hole & GOAL_ROW[BLACK];
    if (at_goal ? !only_captures : l > 0) lay_captures(row, l, hole, out);
  }
}

bool Sweep::update_black(const Row &row) {
  Progress &block = progress[row.j][row.l];
  Stamp seen = block.seen[BLACK][row.number];
  bool is_due = !seen || block.changed[WHITE][row.number] > seen;
  for (int hole : Holes{row.white.chosen}) {
    uint32_t bit = 1u << hole;
    uint32_t number = configuration_index(row.white.mask ^ bit, row.white.chosen ^ bit);
    for (int l : {row.l, row.l + 1})
      if (table.has_block(row.j - 1, l))
        is_due |= progress[row.j - 1][l].changed[WHITE][number] > seen;
  }
  if (!is_due) return false;
  uint32_t count = configuration_count(table.black, row.l);
  uint32_t more = row.l < table.black ? configuration_count(table.black, row.l + 1) : 0;
  std::vector<int8_t> &laid = points_of_black;
  laid.assign(base[2] + padded(more), NO_MOVE);
  if (row.l) lay_wide(row, row.l - 1, laid.data() + base[0], false);
  lay_wide(row, row.l, laid.data() + base[1], false);
  if (more) lay_wide(row, row.l + 1, laid.data() + base[2], true);
  columns_beside(row.white.mask, table.black, row.l, columns);
  wide.assign(padded(count), NO_MOVE);
  if (has_arrived(row.white)) {
    std::fill(wide.begin(), wide.end(), (int8_t)count_of(row.white.mask));
    return keep(row, BLACK);
  }
  for (size_t word = 0; word < columns.size(); word++)
    for (uint64_t left = columns[word]; left; left &= left - 1) {
      size_t column = 64 * word + (size_t)__builtin_ctzll(left);
      int least = NO_MOVE;
      for (uint32_t at = place_starts[column]; at < place_starts[column + 1]; at++)
        least = std::min<int>(least, laid[places[at]]);
      wide[column] = (int8_t)least;
    }
  return keep(row, BLACK);
}

// ── both ────────────────────────────────────────────────────────────────────────────────────────

// Writes the row that lies in `wide`, and says whether it is another one than before.
bool Sweep::keep(const Row &row, Side side) {
  Progress &block = progress[row.j][row.l];
  block.seen[side][row.number] = ++now;
  // Who moved last is asked first whether all its archers have come home.
  bool white_is_home = has_arrived(row.white);
  if (row.l == 0 && !(white_is_home && side == BLACK))
    for (uint32_t column : arrived) wide[column] = (int8_t)-table.black;
  columns_beside(row.white.mask, table.black, row.l, columns);
  packed.resize(wide.size() + 64);
  kernels.compress(packed.data(), columns.data(), columns.size(), wide.data());
  int8_t *values = table.row(side, row.j, row.l, row.number);
  const int8_t *passed = table.row(side == WHITE ? BLACK : WHITE, row.j, row.l, row.number);
  size_t size = table.starts[row.j][row.l][row.number + 1] - table.starts[row.j][row.l][row.number];
  int sign = side == WHITE ? 1 : -1, different = 0;
  for (size_t i = 0; i < size; i++) {
    int value = packed[i], lost = -sign * value;
    if (lost > LAST_RESORT + ARCHERS) value = passed[i];  // no move at all: a pass
    else if (lost > ARCHERS) value += sign * LAST_RESORT;
    different |= value ^ values[i];
    values[i] = (int8_t)value;
  }
  if (different) block.changed[side][row.number] = now;
  return different != 0;
}

}  // namespace

void solve_class(Table &table, const Table &fewer_white, const Table &fewer_black) {
  Sweep(table, fewer_white, fewer_black).run();
}
