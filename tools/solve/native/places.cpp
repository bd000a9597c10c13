#include "places.hpp"

#include <cstdio>
#include <utility>

static const int MIDDLE = 15, OUTER = 10, FIRST_MIDDLE = 5;

// The rank of a group of archers on the holes that are not taken.
static uint64_t rank_beside(uint32_t group, uint32_t taken) {
  uint64_t rank = 0;
  int count = 0;
  for (int hole : Holes{group})
    rank += choose[hole - count_of(taken & ((1u << hole) - 1))][++count];
  return rank;
}

static uint32_t outer_of(uint32_t mask) { return (mask & 0x1f) | (mask >> MIDDLE & 0x3e0); }

struct Ways {
  uint64_t start, first_outer, second_middle, second_outer, patterns;
};

struct Places {
  bool black_first;
  // By archers on the board of the first side and the second, then on the middle rows of either.
  Ways ways[ARCHERS + 1][ARCHERS + 1][ARCHERS + 1][ARCHERS + 1];
  std::vector<uint16_t> pattern_rank[2 * ARCHERS + 1];

  explicit Places(const Table &table) : black_first(table.black < table.white) {
    rank_patterns(table.dead);
    int fewer = black_first ? table.black : table.white;
    int more = black_first ? table.white : table.black;
    uint64_t size = 0;
    for (int first = 0; first <= fewer; first++)
      for (int second = 0; second <= more; second++)
        for (int inner = 0; inner <= first; inner++)
          for (int other = 0; other <= second; other++) {
            int outer = first - inner;
            Ways block = {size, choose[OUTER][outer], choose[MIDDLE - inner][other],
                          choose[OUTER - outer][second - other],
                          pattern_rank[inner + other].back()};
            ways[first][second][inner][other] = block;
            size += choose[MIDDLE][inner] * block.first_outer * block.second_middle *
                    block.second_outer * block.patterns;
          }
  }

  // The last entry is how many patterns there are.
  void rank_patterns(int most) {
    for (int bits = 0; bits <= 2 * ARCHERS; bits++) {
      uint16_t count = 0;
      for (uint32_t pattern = 0; pattern < 1u << bits; pattern++) {
        pattern_rank[bits].push_back(count);
        count = (uint16_t)(count + (count_of(pattern) <= most));
      }
      pattern_rank[bits].push_back(count);
    }
  }

  uint64_t of(const Configuration &white, const Configuration &black) const {
    uint32_t first = white.mask, second = black.mask;
    if (black_first) std::swap(first, second);
    uint32_t inner = first & MIDDLE_ROWS, other = second & MIDDLE_ROWS;
    const Ways &block = ways[count_of(first)][count_of(second)][count_of(inner)][count_of(other)];
    uint32_t pattern = 0;
    for (int hole : Holes{white.chosen | black.chosen})
      pattern |= 1u << count_of((inner | other) & ((1u << hole) - 1));
    uint64_t number = rank_beside(inner >> FIRST_MIDDLE, 0) * block.first_outer;
    number = (number + rank_beside(outer_of(first), 0)) * block.second_middle;
    number = (number + rank_beside(other >> FIRST_MIDDLE, inner >> FIRST_MIDDLE));
    number = number * block.second_outer + rank_beside(outer_of(second), outer_of(first));
    return block.start + number * block.patterns +
           pattern_rank[count_of(inner | other)][pattern];
  }
};

int places_write(const Table &table, Side side) {
  Places places(table);
  std::vector<uint8_t> out(table.size);
  Bits columns;
  for (int j = 0; j <= table.white; j++)
    for (int l = 0; table.has_block(j, l); l++)
      for (uint32_t number = 0; number < configuration_count(table.white, j); number++) {
        const Configuration &white = configurations[j].all[number];
        const int8_t *score = table.row(side, j, l, number);
        columns_beside(white.mask, table.black, l, columns);
        for (size_t word = 0; word < columns.size(); word++)
          for (uint64_t left = columns[word]; left; left &= left - 1) {
            size_t column = 64 * word + (size_t)__builtin_ctzll(left);
            int value = value_of(*score), detours = detours_of(*score++);
            out[places.of(white, configurations[l].all[column])] =
                (uint8_t)(detours << 4 | (value + ARCHERS));
          }
      }
  if (fwrite(out.data(), 1, out.size(), stdout) == out.size() && !fflush(stdout)) return 0;
  perror("solve: standard output");
  return 1;
}
