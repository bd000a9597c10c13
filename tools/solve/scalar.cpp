#include "scalar.hpp"

#include <cstdio>
#include <map>
#include <memory>
#include <random>

#include "table.hpp"

namespace {

struct Position {
  uint32_t archers[2], chosen;
  int hand[2];
  Side side;
};

// Classes are loaded when they are first asked for.
class Tables {
 public:
  explicit Tables(const std::string &folder) : folder(folder) {}
  int value(const Position &position);

 private:
  std::string folder;
  std::map<std::pair<int, int>, std::unique_ptr<Table>> loaded;
};

int alive(const Position &position, Side side) {
  return count_of(position.archers[side]) + position.hand[side];
}

int points(const Position &position, Side side) {
  int on_board = count_of(position.archers[side]);
  return rules.hand_counts ? on_board + position.hand[side] : on_board;
}

// Elimination, then arrival, of the side that moved last first.
bool is_over(const Position &position, int &value) {
  Side last = position.side == WHITE ? BLACK : WHITE;
  for (Side side : {last, position.side})
    if (!alive(position, side)) {
      value = side == WHITE ? -points(position, BLACK) : points(position, WHITE);
      return true;
    }
  for (Side side : {last, position.side})
    if (!position.hand[side] && !(position.archers[side] & ~GOAL_ROW[side])) {
      value = side == WHITE ? points(position, WHITE) : -points(position, BLACK);
      return true;
    }
  return false;
}

Position after_step(const Position &before, int origin, int target) {
  Position after = before;
  Side side = before.side, foe = side == WHITE ? BLACK : WHITE;
  uint32_t from = 1u << origin, to = 1u << target;
  bool takes = before.archers[foe] & to, is_chosen = takes || before.chosen & from;
  if (takes && before.chosen & to) after.hand[foe]++;
  after.archers[foe] &= ~to;
  after.archers[side] ^= from ^ to;
  after.chosen &= ~(from | to);
  if (is_chosen) after.chosen |= to;
  after.side = foe;
  return after;
}

std::vector<Position> moves_of(const Position &position) {
  std::vector<Position> found, last_resort;
  Side side = position.side, foe = side == WHITE ? BLACK : WHITE;
  for (int origin : Holes{position.archers[side]})
    for (int target : Holes{rules.reach[side][origin] & ~position.archers[side]}) {
      bool is_protected = position.archers[foe] & GOAL_ROW[side] & 1u << target;
      (is_protected ? last_resort : found).push_back(after_step(position, origin, target));
    }
  if (position.hand[side])
    for (int hole :
         Holes{FIRST_ROW[side] & ~(position.archers[WHITE] | position.archers[BLACK])}) {
      Position after = position;
      after.archers[side] |= 1u << hole;
      after.hand[side]--;
      after.side = foe;
      found.push_back(after);
    }
  return found.empty() ? last_resort : found;
}

int Tables::value(const Position &position) {
  int ended;
  if (is_over(position, ended)) return ended;
  int white = alive(position, WHITE), black = alive(position, BLACK);
  std::unique_ptr<Table> &table = loaded[{white, black}];
  if (!table) {
    table = std::make_unique<Table>();
    table->lay_out(white, black);
  }
  if (table->values[position.side].empty()) table_load(*table, folder, position.side);
  uint32_t chosen = position.chosen & MIDDLE_ROWS;
  uint64_t index = table->index(position.archers[WHITE], position.archers[WHITE] & chosen,
                                position.archers[BLACK], position.archers[BLACK] & chosen);
  return table->values[position.side][index];
}

int best_value(Tables &tables, const Position &position) {
  std::vector<Position> moves = moves_of(position);
  if (moves.empty()) {
    Position passed = position;
    passed.side = position.side == WHITE ? BLACK : WHITE;
    return moves_of(passed).empty() ? 0 : tables.value(passed);
  }
  int best = tables.value(moves[0]);
  for (const Position &after : moves) {
    int value = tables.value(after);
    if (position.side == WHITE ? value > best : value < best) best = value;
  }
  return best;
}

}  // namespace

int scalar_check(int white, int black, const std::string &folder, unsigned long states,
                 unsigned long seed) {
  Tables tables(folder);
  std::mt19937_64 dice(seed);
  auto any = [&](uint64_t below) { return (uint32_t)(dice() % below); };
  int dead = 2 * ARCHERS - white - black;
  for (unsigned long tried = 0; tried < states;) {
    int j = (int)any((uint64_t)std::min(white, dead) + 1);
    int l = (int)any((uint64_t)std::min(black, dead - j) + 1);
    const Configuration &ours = configurations[j].all[any(configuration_count(white, j))];
    const Configuration &theirs = configurations[l].all[any(configuration_count(black, l))];
    if (ours.mask & theirs.mask) continue;
    Position position = {{ours.mask, theirs.mask}, ours.chosen | theirs.chosen,
                         {white - count_of(ours.mask), black - count_of(theirs.mask)},
                         any(2) ? WHITE : BLACK};
    tried++;
    int ended;
    if (is_over(position, ended)) continue;
    int value = tables.value(position), best = best_value(tables, position);
    if (value != best) {
      fprintf(stderr, "solve: %u %u %u %d %d %d is worth %d, its best move %d\n",
              position.archers[WHITE], position.archers[BLACK], position.chosen,
              (int)position.side, position.hand[WHITE], position.hand[BLACK], value, best);
      return 1;
    }
  }
  return 0;
}

int scalar_probe(const std::string &folder) {
  Tables tables(folder);
  Position position;
  int side;
  while (scanf("%u %u %u %d %d %d", &position.archers[WHITE], &position.archers[BLACK],
               &position.chosen, &side, &position.hand[WHITE], &position.hand[BLACK]) == 6) {
    position.side = side ? BLACK : WHITE;
    printf("%d\n", tables.value(position));
  }
  return 0;
}
