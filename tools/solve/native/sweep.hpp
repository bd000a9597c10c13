// Solving one class from the two below it.
#pragma once
#include "table.hpp"

// Fills the values of `table`. `fewer_white` is the class with one White archer less, of which the
// values with White to move are needed; `fewer_black` the one with a Black archer less, with Black
// to move. A class without any archers of one side is never loaded: it is a won game.
void solve_class(Table &table, const Table &fewer_white, const Table &fewer_black);
