// Black to move, for 64 rows of a block at once.
//
// Black's move stays in the row. The scores after it are laid out wide, one place for each of
// Black's configurations; a configuration that overlaps White in one single hole stands for a
// capture there, and is filled from the row without that White archer. Then every column takes the
// least over a list of places that is the same for all rows: 64 rows lie side by side for it.
#pragma once
#include <vector>

#include "kernels.hpp"
#include "table.hpp"

struct Row {
  int j, l;
  uint32_t number;
  Configuration white;
};

constexpr size_t padded(uint32_t count) { return LINE * (size_t)((count + LINE - 1) / LINE); }

class BlackTurns {
 public:
  BlackTurns(const Table &table, const Table &fewer_white)
      : table(table), fewer_white(fewer_white) {}
  // Finds the best moves of Black in these rows of one block, at most 64 of them.
  void find(const std::vector<Row> &rows);
  // Where the words of a row lie then, TILE bytes apart.
  int8_t *found(size_t row) { return least.data() + LINE * row; }

 private:
  void list_places(int l);
  void add_moves(const Configuration &black);
  void lay(const Row &row, int8_t *out);
  void lay_group(const Row &row, int l, int8_t *out, bool only_captures);
  void lay_captures(const Row &row, int l, int hole, int8_t *out);

  const Table &table, &fewer_white;
  // Configurations with l-1 and l chosen archers, then captures by simple archers, which make one
  // with l+1. Built for one l at a time.
  std::vector<uint32_t> places, starts;
  size_t base[4];
  int places_of = -1;
  std::vector<int8_t> laid, least;
  Bits columns, around;
};
