// The scores of a class in the order of boardpi/coach/endgames/places.py.
#pragma once
#include "table.hpp"

// To standard output, a byte each: the value for White plus 5 in the lower half, detours in the
// upper.
int places_write(const Table &table, Side side);
