// Configurations: where the archers of one side stand, and which of them are chosen.
//
// There is one list for each number of chosen archers, ordered by (archers on the board, mask,
// chosen). Two properties of this order carry the whole solver:
//   - configurations of at most n archers are a prefix, so one list serves every number alive;
//   - taking one and the same hole away from configurations that all have it keeps their order.
#pragma once
#include <vector>

#include "board.hpp"

struct Configuration {
  uint32_t mask, chosen;
};

using Bits = std::vector<uint64_t>;  // a set of configurations of one list

struct Configurations {
  std::vector<Configuration> all;
  uint32_t sizes[ARCHERS + 1];  // how many have at most so many archers on the board
  // By hole: the configurations that leave it free, and those with a simple or chosen archer on it.
  Bits free[HOLES], simple[HOLES], chosen[HOLES];
};

extern Configurations configurations[ARCHERS + 1];  // by the number of chosen archers
extern uint64_t choose[HOLES + 1][ARCHERS + 2];     // choose[n][k]: k of n

void configurations_list();
uint32_t configuration_index(uint32_t mask, uint32_t chosen);

inline uint32_t configuration_count(int alive, int chosen) {
  return configurations[chosen].sizes[alive];
}
inline uint32_t words_for(uint32_t count) { return (count + 63) / 64; }
