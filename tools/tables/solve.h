// The exact value of every position with few archers alive, for the side to move.
#ifndef SOLVE_H
#define SOLVE_H

#include <stddef.h>
#include <stdint.h>

#include "rules.h"

extern int8_t *values;

void solve_all(void);
int solve_value(const struct position *position);

// Visit all positions with this many archers alive, the most advanced first.
typedef void visit(const struct position *position, size_t index);
void solve_visit(int alive, visit *each);

#endif
