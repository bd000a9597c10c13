// The board of Jasir as numbers: holes are bits (a1 = 0 … e5 = 24), lines come from boardpi.rules.
#pragma once
#include <cstdint>

enum Side { WHITE, BLACK };

constexpr int HOLES = 25;
constexpr int ARCHERS = 5;  // of one side
constexpr uint32_t FIRST_ROW[2] = {0x000001f, 0x1f00000};
constexpr uint32_t GOAL_ROW[2] = {FIRST_ROW[BLACK], FIRST_ROW[WHITE]};
// Only here it matters who is chosen: nothing takes an archer on its goal row, and no chosen archer
// ever stands on its own first row.
constexpr uint32_t MIDDLE_ROWS = 0x00fffe0;

struct Rules {
  uint32_t reach[2][HOLES];  // where an archer may go on an empty board
  bool hand_counts;          // jasir-oca: who takes the last enemy gets points for its hand, too
};
extern Rules rules;

// Reads what tools/solve/solution.py writes: hand_counts, then reach of White and of Black.
bool rules_read();

inline int count_of(uint32_t mask) { return __builtin_popcount(mask); }
inline int first_of(uint32_t mask) { return __builtin_ctz(mask); }

// for (int hole : Holes{mask})
struct Holes {
  uint32_t left;
  struct Step {
    uint32_t left;
    int operator*() const { return first_of(left); }
    void operator++() { left &= left - 1; }
    bool operator!=(const Step &other) const { return left != other.left; }
  };
  Step begin() const { return {left}; }
  Step end() const { return {0}; }
};
