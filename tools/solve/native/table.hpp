// The table of one class: all positions with `white` and `black` archers alive, board and hand.
//
// A block holds the positions with j chosen White and l chosen Black archers. Its rows are White's
// configurations; a row has one score for each configuration of Black that leaves White's holes
// free, in the order of the list. No score is stored for what cannot be.
#pragma once
#include <string>
#include <vector>

#include "configurations.hpp"
#include "kernels.hpp"
#include "score.hpp"

struct Table {
  int white = 0, black = 0;
  int dead = 0;  // archers that are gone: there are never more chosen ones
  uint64_t size = 0;
  std::vector<uint64_t> starts[ARCHERS + 1][ARCHERS + 1];  // of the rows, by j and l
  std::vector<int8_t> scores[2];                           // see score.hpp, by side to move

  void lay_out(int white_alive, int black_alive);
  bool has_block(int j, int l) const {
    return 0 <= j && j <= white && 0 <= l && l <= black && j + l <= dead;
  }
  const int8_t *row(Side side, int j, int l, uint32_t number) const {
    return scores[side].data() + starts[j][l][number];
  }
  int8_t *row(Side side, int j, int l, uint32_t number) {
    return scores[side].data() + starts[j][l][number];
  }
  uint64_t index(uint32_t white_mask, uint32_t white_chosen, uint32_t black_mask,
                 uint32_t black_chosen) const;
};

// Which of Black's configurations go with these holes of White's.
void columns_beside(uint32_t white_mask, int black_alive, int l, Bits &set);

// Values: two a byte, the lower half first, 5 added: the files of the solution of 2026-11-16. Detours
// have files of their own, two a byte. What is loaded without them is as if nobody needed any.
void table_save(const Table &table, const std::string &folder);
void table_load(Table &table, const std::string &folder, Side side, bool with_detours);
