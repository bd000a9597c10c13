// The three inner loops, each over a set of columns given as bits: a packed row has one value for
// each column of the set, a wide row one place for every configuration. They exist twice, for any
// processor and for AVX-512 VBMI2 (64 values an instruction), with the same results.
#pragma once
#include <cstddef>
#include <cstdint>

struct Kernels {
  // wide[c] = max(wide[c], packed[…] + offset) over the columns of the set
  void (*max_expand)(int8_t *wide, const uint64_t *set, size_t words, const int8_t *packed,
                     int offset);
  // wide[c] = packed[…] + offset for those columns of the set that are wanted
  void (*put_expand)(int8_t *wide, const uint64_t *set, const uint64_t *wanted, size_t words,
                     const int8_t *packed, int offset);
  // packed[…] = wide[c] over the columns of the set
  void (*compress)(int8_t *packed, const uint64_t *set, size_t words, const int8_t *wide);
  const char *name;
};

extern Kernels kernels;
void kernels_choose(bool portable);
