// The rules once more, plainly, position by position: what the fast solver is held against.
#pragma once
#include <string>

// "score = score of the best move" for random states of a class; 0 if it holds for all of them.
int scalar_check(int white, int black, const std::string &folder, unsigned long states,
                 unsigned long seed);

// Lines `white black chosen side hand hand` in, the value for White out.
int scalar_probe(const std::string &folder);
