#include "configurations.hpp"

#include <cstdio>
#include <cstdlib>

Configurations configurations[ARCHERS + 1];
uint64_t choose[HOLES + 1][ARCHERS + 2];

static uint32_t first_mask[ARCHERS + 2];               // the number of the first mask of n archers
static std::vector<uint32_t> starts[ARCHERS + 1];      // where a mask's configurations begin
static std::vector<uint32_t> masks;                    // all masks of at most five archers

static void fill_choose() {
  for (int n = 0; n <= HOLES; n++)
    for (int k = 0; k <= ARCHERS + 1; k++)
      choose[n][k] = k == 0 ? 1 : n == 0 ? 0 : choose[n - 1][k - 1] + choose[n - 1][k];
}

static void list_masks() {
  for (int archers = 0; archers <= ARCHERS; archers++) {
    first_mask[archers] = (uint32_t)masks.size();
    for (uint32_t mask = (1u << archers) - 1; mask < 1u << HOLES;) {
      masks.push_back(mask);
      if (!mask) break;
      uint32_t lowest = mask & -mask, ripple = mask + lowest;
      mask = ripple | ((mask ^ ripple) / lowest >> 2);
    }
  }
  first_mask[ARCHERS + 1] = (uint32_t)masks.size();
}

// The rank of a mask among those with as many bits, in the order of numbers.
static uint32_t rank_of(uint32_t mask) {
  uint32_t rank = 0;
  int count = 0;
  for (int hole : Holes{mask}) rank += (uint32_t)choose[hole][++count];
  return rank;
}

// The rank of `chosen` among the subsets of `holes` with as many bits.
static uint32_t rank_within(uint32_t chosen, uint32_t holes) {
  uint32_t rank = 0;
  int count = 0;
  for (int hole : Holes{chosen})
    rank += (uint32_t)choose[count_of(holes & ((1u << hole) - 1))][++count];
  return rank;
}

// All subsets of `holes` with `count` bits, in the order of numbers.
static void add_subsets(Configurations &list, uint32_t mask, uint32_t holes, int count) {
  for (uint32_t subset = 0;; subset = (subset - holes) & holes) {
    if (count_of(subset) == count) list.all.push_back({mask, subset});
    if (subset == holes) return;
  }
}

static void mark(Configurations &list) {
  size_t words = words_for((uint32_t)list.all.size());
  for (int hole = 0; hole < HOLES; hole++)
    for (Bits *bits : {&list.free[hole], &list.simple[hole], &list.chosen[hole]})
      bits->assign(words, 0);
  for (size_t i = 0; i < list.all.size(); i++)
    for (int hole = 0; hole < HOLES; hole++) {
      bool stands = list.all[i].mask >> hole & 1, is_chosen = list.all[i].chosen >> hole & 1;
      Bits &bits = !stands ? list.free[hole] : is_chosen ? list.chosen[hole] : list.simple[hole];
      bits[i / 64] |= 1ull << i % 64;
    }
}

void configurations_list() {
  fill_choose();
  list_masks();
  for (int chosen = 0; chosen <= ARCHERS; chosen++) {
    Configurations &list = configurations[chosen];
    for (int archers = 0; archers <= ARCHERS; archers++) {
      for (uint32_t i = first_mask[archers]; i < first_mask[archers + 1]; i++) {
        starts[chosen].push_back((uint32_t)list.all.size());
        add_subsets(list, masks[i], masks[i] & MIDDLE_ROWS, chosen);
      }
      list.sizes[archers] = (uint32_t)list.all.size();
    }
    mark(list);
  }
}

uint32_t configuration_index(uint32_t mask, uint32_t chosen) {
  uint32_t number = first_mask[count_of(mask)] + rank_of(mask);
  return starts[count_of(chosen)][number] + rank_within(chosen, mask & MIDDLE_ROWS);
}
