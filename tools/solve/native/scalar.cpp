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
  int score(const Position &position);

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

int Tables::score(const Position &position) {
  int ended;
  if (is_over(position, ended)) return score_of(ended, 0);
  int white = alive(position, WHITE), black = alive(position, BLACK);
  std::unique_ptr<Table> &table = loaded[{white, black}];
  if (!table) {
    table = std::make_unique<Table>();
    table->lay_out(white, black);
  }
  if (table->scores[position.side].empty()) table_load(*table, folder, position.side, true);
  uint32_t chosen = position.chosen & MIDDLE_ROWS;
  uint64_t index = table->index(position.archers[WHITE], position.archers[WHITE] & chosen,
                                position.archers[BLACK], position.archers[BLACK] & chosen);
  return table->scores[position.side][index];
}

int chosen_count(const Position &position) { return count_of(position.chosen & MIDDLE_ROWS); }

// The score of going from one position to another: detours are counted as score.hpp tells.
int score_after(Tables &tables, const Position &before, const Position &after) {
  int score = tables.score(after), value = value_of(score), detours = detours_of(score);
  bool is_same_class = alive(before, WHITE) == alive(after, WHITE) &&
                       alive(before, BLACK) == alive(after, BLACK);
  if (!is_same_class || chosen_count(before) != chosen_count(after)) return score_of(value, 0);
  Side foe = before.side == WHITE ? BLACK : WHITE;
  bool takes = count_of(after.archers[foe]) < count_of(before.archers[foe]);
  bool is_winner = before.side == WHITE ? score > 0 : score < 0;
  return takes && is_winner ? score_of(value, detours + 1) : score;
}

int best_score(Tables &tables, const Position &position) {
  std::vector<Position> moves = moves_of(position);
  if (moves.empty()) {
    Position passed = position;
    passed.side = position.side == WHITE ? BLACK : WHITE;
    return moves_of(passed).empty() ? 0 : tables.score(passed);
  }
  int best = score_after(tables, position, moves[0]);
  for (const Position &after : moves) {
    int score = score_after(tables, position, after);
    if (position.side == WHITE ? score > best : score < best) best = score;
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
    int score = tables.score(position), best = best_score(tables, position);
    if (score != best) {
      fprintf(stderr,
              "solve: %u %u %u %d %d %d is worth %d with %d detours, its best move %d with %d\n",
              position.archers[WHITE], position.archers[BLACK], position.chosen,
              (int)position.side, position.hand[WHITE], position.hand[BLACK], value_of(score),
              detours_of(score), value_of(best), detours_of(best));
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
    printf("%d\n", value_of(tables.score(position)));
  }
  return 0;
}
