// Solves Jasir class by class. tools/solve/solution.py drives it, one process for each class, and
// writes the lines of the board to its standard input.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "kernels.hpp"
#include "places.hpp"
#include "scalar.hpp"
#include "sweep.hpp"

Rules rules;

bool rules_read() {
  unsigned hand_counts;
  if (scanf("%u", &hand_counts) != 1 || hand_counts > 1) return false;
  rules.hand_counts = hand_counts;
  for (int side = 0; side < 2; side++)
    for (int hole = 0; hole < HOLES; hole++)
      if (scanf("%u", &rules.reach[side][hole]) != 1) return false;
  return true;
}

static const char USAGE[] =
    "usage: solve class WHITE BLACK FOLDER [--portable]   solve one class, into FOLDER\n"
    "       solve check WHITE BLACK FOLDER STATES SEED    random states against the plain rules\n"
    "       solve places WHITE BLACK FOLDER w|b           values in boardpi's order, to stdout\n"
    "       solve probe FOLDER                            values of positions on standard input\n"
    "The lines of the board come first on standard input (make solve writes them).\n";

static int usage() {
  fputs(USAGE, stderr);
  return 2;
}

static Table load_class(const std::string &folder, int white, int black, bool white_to_move,
                        bool black_to_move, bool with_detours) {
  Table table;
  table.white = white, table.black = black;
  if (!white || !black) return table;
  table.lay_out(white, black);
  if (white_to_move) table_load(table, folder, WHITE, with_detours);
  if (black_to_move) table_load(table, folder, BLACK, with_detours);
  return table;
}

static int run_class(int white, int black, const std::string &folder, bool portable) {
  kernels_choose(portable);
  Table fewer_white = load_class(folder, white - 1, black, true, false, false);
  Table fewer_black = load_class(folder, white, black - 1, false, true, false);
  Table table;
  table.lay_out(white, black);
  solve_class(table, fewer_white, fewer_black);
  int most = 0;
  for (Side side : {WHITE, BLACK})
    for (int8_t score : table.scores[side]) most = std::max(most, detours_of(score));
  if (most == STEP - 1) {
    fprintf(stderr, "solve: %d against %d needs more than %d detours\n", white, black, STEP - 2);
    return 1;
  }
  table_save(table, folder);
  fprintf(stderr, "%d against %d: %llu states, %d detours at most (%s)\n", white, black,
          2 * (unsigned long long)table.size, most, kernels.name);
  return 0;
}

int main(int count, char **words) {
  configurations_list();
  if (count < 3 || !rules_read()) return usage();
  std::string order = words[1];
  if (order == "probe" && count == 3) return scalar_probe(words[2]);
  if (count < 5) return usage();
  int white = atoi(words[2]), black = atoi(words[3]);
  if (white < 1 || white > ARCHERS || black < 1 || black > ARCHERS) return usage();
  std::string folder = words[4];
  if (order == "class") return run_class(white, black, folder, count == 6);
  if (order == "check" && count == 7)
    return scalar_check(white, black, folder, strtoul(words[5], nullptr, 10),
                        strtoul(words[6], nullptr, 10));
  if (order == "places" && count == 6)
    return places_write(load_class(folder, white, black, words[5][0] == 'w', words[5][0] == 'b', true),
                        words[5][0] == 'w' ? WHITE : BLACK);
  return usage();
}
