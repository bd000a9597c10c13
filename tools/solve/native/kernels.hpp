// The inner loops, over a set of columns given as bits: a packed row has one score for each column
// of the set, a wide row one place for every configuration. They exist twice, for any processor and
// for AVX-512 VBMI2 (64 scores an instruction), with the same results.
//
// The words of a wide row, 64 places each, lie `stride` bytes apart: 64 where it lies alone, TILE
// where 64 rows lie together. A tile is 64 places of 64 rows; turned around, it has the 64 rows of
// each place side by side.
#pragma once
#include <cstddef>
#include <cstdint>

constexpr size_t LINE = 64, TILE = LINE * LINE;
constexpr size_t SPARE = LINE;  // bytes behind the last packed row that may be read

// What a score becomes by a move, by its eight bits.
using Change = int8_t[256];

struct Kernels {
  // wide[c] = max(wide[c], change[packed[…]]) over the columns that are in both sets
  void (*max_expand)(int8_t *wide, const uint64_t *set, const uint64_t *wanted, size_t words,
                     const int8_t *packed, const Change &change);
  // wide[c] = change[packed[…]] for those columns of the set that are wanted
  void (*put_expand)(int8_t *wide, size_t stride, const uint64_t *set, const uint64_t *wanted,
                     size_t words, const int8_t *packed, const Change &change);
  // packed[…] = wide[c] over the columns of the set
  void (*compress)(int8_t *packed, const uint64_t *set, size_t words, const int8_t *wide,
                   size_t stride);
  // least[i] = the least over its places, for 64 rows each; nothing at all leaves `most`
  void (*least_of)(int8_t *least, const int8_t *turned, const uint32_t *places,
                   const uint32_t *starts, size_t count, int8_t most);
  const char *name;
};

extern Kernels kernels;
void kernels_choose(bool portable);

// Rows become columns, in place.
void turn_tile(int8_t *tile);
