#include "black.hpp"

#include <cstring>

#include "changes.hpp"

void BlackTurns::add_moves(const Configuration &black) {
  auto add = [&](int group, uint32_t mask, uint32_t chosen) {
    places.push_back((uint32_t)base[group] + configuration_index(mask, chosen));
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
}

void BlackTurns::list_places(int l) {
  if (places_of == l) return;
  places_of = l;
  base[0] = 0;
  base[1] = l ? padded(configuration_count(table.black, l - 1)) : 0;
  base[2] = base[1] + padded(configuration_count(table.black, l));
  base[3] = base[2] + (l < table.black ? padded(configuration_count(table.black, l + 1)) : 0);
  places.clear();
  starts.clear();
  for (uint32_t i = 0; i < configuration_count(table.black, l); i++) {
    starts.push_back((uint32_t)places.size());
    add_moves(configurations[l].all[i]);
  }
  starts.resize(padded(configuration_count(table.black, l)) + 1, (uint32_t)places.size());
  laid.resize(LINE * base[3]);
  least.resize(LINE * (base[2] - base[1]));
}

// What comes of Black's archers landing on this White one.
void BlackTurns::lay_captures(const Row &row, int l, int hole, int8_t *out) {
  uint32_t bit = 1u << hole, without = row.white.mask ^ bit;
  bool was_chosen = row.white.chosen & bit, at_goal = bit & GOAL_ROW[BLACK];
  const Bits &wanted = at_goal ? configurations[l].simple[hole] : configurations[l].chosen[hole];
  columns_beside(without, table.black, l, around);
  uint32_t number = configuration_index(without, row.white.chosen & ~bit);
  const Change &change = at_goal      ? changes.last_resort[BLACK]
                         : was_chosen ? (l > row.l ? changes.detour[BLACK] : changes.settled)
                                      : changes.none;
  if (!was_chosen && fewer_white.white == 0) {
    for (uint32_t i = 0; i < configuration_count(table.black, l); i++)
      if (around[i / 64] & wanted[i / 64] & 1ull << i % 64) {
        int on_board = count_of(configurations[l].all[i].mask);
        int won = STEP * (rules.hand_counts ? table.black : on_board);
        out[i / 64 * TILE + i % 64] = change[(uint8_t)-won];
      }
    return;
  }
  const int8_t *packed = was_chosen ? table.row(WHITE, row.j - 1, l, number)
                                    : fewer_white.row(WHITE, row.j, l, number);
  kernels.put_expand(out, TILE, around.data(), wanted.data(), around.size(), packed, change);
}

void BlackTurns::lay_group(const Row &row, int l, int8_t *out, bool only_captures) {
  if (!only_captures) {
    columns_beside(row.white.mask, table.black, l, columns);
    kernels.put_expand(out, TILE, columns.data(), columns.data(), columns.size(),
                       table.row(WHITE, row.j, l, row.number),
                       l < row.l ? changes.settled : changes.none);
  }
  for (int hole : Holes{row.white.mask & ~GOAL_ROW[WHITE]}) {
    bool at_goal = 1u << hole & GOAL_ROW[BLACK];
    if (at_goal ? !only_captures : l > 0) lay_captures(row, l, hole, out);
  }
}

void BlackTurns::lay(const Row &row, int8_t *out) {
  if (row.l) lay_group(row, row.l - 1, out + LINE * base[0], false);
  lay_group(row, row.l, out + LINE * base[1], false);
  if (row.l < table.black) lay_group(row, row.l + 1, out + LINE * base[2], true);
}

void BlackTurns::find(const std::vector<Row> &rows) {
  list_places(rows[0].l);
  memset(laid.data(), NO_MOVE, laid.size());
  for (size_t i = 0; i < rows.size(); i++) lay(rows[i], laid.data() + LINE * i);
  for (size_t at = 0; at < laid.size(); at += TILE) turn_tile(laid.data() + at);
  size_t count = starts.size() - 1;
  kernels.least_of(least.data(), laid.data(), places.data(), starts.data(), count, NO_MOVE);
  for (size_t at = 0; at < least.size(); at += TILE) turn_tile(least.data() + at);
}
