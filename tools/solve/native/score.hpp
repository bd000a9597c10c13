// A score is a value and how far from it the winner still is: sixteen times the value, less one for
// each detour of the winner's (White's scores are above 0, Black's below).
//
// A detour is a move by which a simple archer takes a chosen one. Everything else that can happen
// again and again in a class is a step to the side: captures of simple archers end the class, a
// chosen archer that takes a chosen one or comes home leaves one chosen archer less for good, and
// archers only go ahead. So a winner who needs few detours makes progress, and whoever knows how
// many are needed from each position can never be led in circles (boardpi/coach/endgames/
// progress.py). Detours are counted up to the next capture or arrival that ends them.
#pragma once

constexpr int STEP = 16;  // of a value; detours are fewer
constexpr int MOST_SCORE = 5 * STEP;

inline int value_of(int score) {
  return score > 0 ? (score + STEP - 1) / STEP : -((STEP - 1 - score) / STEP);
}
inline int detours_of(int score) {
  int won = score > 0 ? score : -score;
  return (STEP - won % STEP) % STEP;
}
inline int score_of(int value, int detours) {
  return value > 0 ? STEP * value - detours : value < 0 ? STEP * value + detours : 0;
}
