#include "table.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static const size_t PART = 1 << 22;  // bytes written or read at once

#if defined(__x86_64__)
__attribute__((target_clones("avx2", "default")))
#endif
static void cross_out(uint64_t *set, const uint64_t *free, uint32_t words) {
  for (uint32_t word = 0; word < words; word++) set[word] &= free[word];
}

void columns_beside(uint32_t white_mask, int black_alive, int l, Bits &set) {
  uint32_t count = configuration_count(black_alive, l), words = words_for(count);
  set.assign(words, ~0ull);
  if (count % 64) set[words - 1] = (1ull << count % 64) - 1;
  for (int hole : Holes{white_mask})
    cross_out(set.data(), configurations[l].free[hole].data(), words);
}

// How many configurations of at most `alive` archers, l of them chosen, fit on these free holes.
static uint64_t count_columns(uint32_t white_mask, int alive, int l) {
  int middle = 15 - count_of(white_mask & MIDDLE_ROWS);
  int ends = 10 - count_of(white_mask & ~MIDDLE_ROWS);
  uint64_t total = 0;
  for (int in_middle = l; in_middle <= alive; in_middle++)
    for (int at_ends = 0; in_middle + at_ends <= alive; at_ends++)
      total += choose[middle][in_middle] * choose[in_middle][l] * choose[ends][at_ends];
  return total;
}

void Table::lay_out(int white_alive, int black_alive) {
  white = white_alive, black = black_alive, dead = 2 * ARCHERS - white - black;
  size = 0;
  for (int j = 0; j <= white; j++)
    for (int l = 0; has_block(j, l); l++) {
      std::vector<uint64_t> &rows = starts[j][l];
      rows.clear();
      for (uint32_t number = 0; number < configuration_count(white, j); number++) {
        rows.push_back(size);
        size += count_columns(configurations[j].all[number].mask, black, l);
      }
      rows.push_back(size);
    }
}

uint64_t Table::index(uint32_t white_mask, uint32_t white_chosen, uint32_t black_mask,
                      uint32_t black_chosen) const {
  int j = count_of(white_chosen), l = count_of(black_chosen);
  uint32_t column = configuration_index(black_mask, black_chosen);
  uint64_t at = starts[j][l][configuration_index(white_mask, white_chosen)];
  for (uint32_t word = 0; word <= column / 64; word++) {
    uint64_t before = word < column / 64 ? ~0ull : (1ull << column % 64) - 1;
    for (int hole : Holes{white_mask}) before &= configurations[l].free[hole][word];
    at += (uint64_t)__builtin_popcountll(before);
  }
  return at;
}

static std::string table_name(const std::string &folder, char kind, const Table &table, Side side) {
  char name[16];
  snprintf(name, sizeof name, "/%c%d%d%c.bin", kind, table.white, table.black,
           side == WHITE ? 'w' : 'b');
  return folder + name;
}

[[noreturn]] static void fail(const std::string &name) {
  perror(("solve: " + name).c_str());
  exit(1);
}

// Written beside and renamed: a file that is there is whole, so a solve can go on after a stop.
template <typename Bits4>
static void save_halves(uint64_t size, const int8_t *scores, const std::string &name, Bits4 bits) {
  std::string part = name + ".part";
  FILE *file = fopen(part.c_str(), "wb");
  if (!file) fail(part);
  std::vector<uint8_t> bytes;
  for (uint64_t at = 0; at < size; at += 2 * PART) {
    uint64_t end = std::min<uint64_t>(size, at + 2 * PART);
    bytes.clear();
    for (uint64_t i = at; i < end; i += 2) {
      int high = i + 1 < end ? bits(scores[i + 1]) : 0;
      bytes.push_back((uint8_t)(bits(scores[i]) | high << 4));
    }
    if (fwrite(bytes.data(), 1, bytes.size(), file) != bytes.size()) fail(part);
  }
  if (fclose(file) || rename(part.c_str(), name.c_str())) fail(name);
}

// A class counts as solved when its last file is there.
void table_save(const Table &table, const std::string &folder) {
  for (Side side : {WHITE, BLACK}) {
    const int8_t *scores = table.scores[side].data();
    save_halves(table.size, scores, table_name(folder, 'd', table, side),
                [](int score) { return detours_of(score); });
    save_halves(table.size, scores, table_name(folder, 'v', table, side),
                [](int score) { return value_of(score) + ARCHERS; });
  }
}

// Calls `put` with the number and the four bits of every state.
template <typename Put>
static void load_halves(uint64_t size, const std::string &name, Put put) {
  FILE *file = fopen(name.c_str(), "rb");
  if (!file) fail(name);
  std::vector<uint8_t> bytes(PART);
  for (uint64_t at = 0; at < size; at += 2 * PART) {
    uint64_t end = std::min<uint64_t>(size, at + 2 * PART);
    size_t wanted = (size_t)(end - at + 1) / 2;
    if (fread(bytes.data(), 1, wanted, file) != wanted) {
      fprintf(stderr, "solve: %s is too short: remove it and solve again\n", name.c_str());
      exit(1);
    }
    for (uint64_t i = at; i < end; i++) put(i, bytes[(i - at) / 2] >> 4 * ((i - at) & 1) & 15);
  }
  fclose(file);
}

void table_load(Table &table, const std::string &folder, Side side, bool with_detours) {
  std::vector<int8_t> &scores = table.scores[side];
  scores.resize(table.size + SPARE);
  load_halves(table.size, table_name(folder, 'v', table, side), [&](uint64_t i, int bits) {
    scores[i] = (int8_t)score_of(bits - ARCHERS, 0);
  });
  if (!with_detours) return;
  load_halves(table.size, table_name(folder, 'd', table, side), [&](uint64_t i, int bits) {
    scores[i] = (int8_t)(scores[i] > 0 ? scores[i] - bits : scores[i] + bits);
  });
}
