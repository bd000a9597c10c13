// What becomes of a score by a move.
#pragma once
#include <algorithm>

#include "board.hpp"
#include "kernels.hpp"
#include "score.hpp"

// A capture on the enemy's first row is only legal where nothing else is: it loses to any other
// move. It leads to a class below, where detours are forgotten, so its value is all there is.
constexpr int LAST_RESORT = MOST_SCORE + ARCHERS + 2;
constexpr int NO_MOVE = 126;
static_assert(LAST_RESORT + ARCHERS < NO_MOVE && NO_MOVE <= INT8_MAX);

struct Changes {
  Change none = {}, settled = {};  // nothing; detours forgotten, as a chosen archer is gone for good
  Change detour[2] = {}, last_resort[2] = {};  // by who moves

  Changes() {
    for (int score = -MOST_SCORE; score <= MOST_SCORE; score++) {
      int value = value_of(score), at = (uint8_t)score;
      int more = score_of(value, std::min(detours_of(score) + 1, STEP - 1));
      none[at] = (int8_t)score;
      settled[at] = (int8_t)score_of(value, 0);
      detour[WHITE][at] = (int8_t)(score > 0 ? more : score);
      detour[BLACK][at] = (int8_t)(score < 0 ? more : score);
      last_resort[WHITE][at] = (int8_t)(value - LAST_RESORT);
      last_resort[BLACK][at] = (int8_t)(value + LAST_RESORT);
    }
  }
};
inline const Changes changes;

// The score behind the best that was found for a side; `passed` where it has no move at all.
inline int settle_move(Side side, int found, int passed) {
  int lost = side == WHITE ? -found : found;
  if (lost <= MOST_SCORE) return found;
  if (lost == NO_MOVE) return passed;
  return STEP * (side == WHITE ? found + LAST_RESORT : found - LAST_RESORT);
}
